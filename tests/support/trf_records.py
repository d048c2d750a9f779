"""Hypothesis strategies for tournament records that a Tournament Report File can hold."""

from __future__ import annotations

import unicodedata
from datetime import date, timedelta

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from pairing.printable import shown
from pairing.record import (
    AbnormalPoints,
    Cell,
    ForfeitedMatch,
    LineUp,
    NationalRecord,
    Participant,
    PlannedBye,
    ProhibitedPairing,
    Team,
    TeamByes,
    TeamEvent,
    TournamentInfo,
    TournamentRecord,
    VirtualPoints,
)
from pairing.scoring import Colour, Outcome, PointSystem
from pairing.trf.federations import FEDERATIONS
from pairing.trf.values import TITLES
from tests.support.effort import EFFORT

EXAMPLES = settings(
    derandomize=True,
    max_examples=60 * EFFORT,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
BOTH_SIDES = [
    ("1", "0"),
    ("0", "1"),
    ("=", "="),
    ("0", "0"),
    ("=", "0"),
    ("W", "L"),
    ("L", "W"),
    ("D", "D"),
    ("+", "-"),
    ("-", "+"),
    ("-", "-"),
    ("X", "X"),
    ("?", "?"),
]
REQUESTED = [Outcome.FULL_POINT_BYE, Outcome.HALF_POINT_BYE, Outcome.ZERO_POINT_BYE]
GENERAL = [
    Outcome.FORFEIT_WIN,
    Outcome.FORFEIT_LOSS,
    Outcome.FULL_POINT_BYE,
    Outcome.HALF_POINT_BYE,
]
ABNORMAL = [None, Outcome.WIN, Outcome.DRAW, Outcome.LOSS, Outcome.ZERO_POINT_BYE, *GENERAL]
SYSTEMS = ["", "FIDE_DUTCH", "FIDE_DUTCH_2026", "FIDE_DUTCH_2017", "FIDE_DUBOV", "CUSTOM_SWISS"]


def texts(longest: int = 40) -> st.SearchStrategy[str]:
    """Trimmed one-line text in composed form: what any writer of a text file could mean."""
    letters = st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"))
    return st.text(letters, max_size=longest).map(
        lambda text: unicodedata.normalize("NFC", shown(text))[:longest].strip().lstrip("#").strip()
    )


def codes(longest: int) -> st.SearchStrategy[str]:
    """Short ASCII words."""
    return st.text("ABCXYZ019", max_size=longest)


tenths = st.integers(0, 99)
maybe_tenths = st.none() | tenths
births = (
    st.just("")
    | st.integers(1000, 9999).map(str)
    | st.dates(date(1000, 1, 1)).map(lambda day: day.isoformat())
)
ids = st.just("") | st.integers(1, 10**11 - 1).map(str)


@st.composite
def point_systems(draw: st.DrawFn, black: bool = False, special: bool = True) -> PointSystem:
    """Values that differ from the one they follow, or ``None``."""

    def other(followed: int, allowed: bool = True) -> int | None:
        value = draw(maybe_tenths) if allowed else None
        return None if value == followed else value

    if draw(st.booleans()):
        return PointSystem()
    win, draw_value, loss, absent = draw(st.tuples(tenths, tenths, tenths, tenths))
    return PointSystem(
        win=win,
        draw=draw_value,
        loss=loss,
        zero_point_bye=absent,
        pairing_allocated_bye=other(win),
        forfeit_win=other(win, special),
        forfeit_loss=other(absent, special),
        full_point_bye=other(win, special),
        half_point_bye=other(draw_value, special),
        adjourned=other(draw_value),
        win_black=other(win, black),
        draw_black=other(draw_value, black),
        loss_black=other(loss, black),
    )


@st.composite
def rounds_of(draw: st.DrawFn, numbers: list[int], unfielded: bool = False) -> dict[int, Cell]:
    """One round: pairs, at most one PAB, requested byes for the rest."""
    order = draw(st.permutations(numbers))
    pairs = draw(st.integers(0, len(order) // 2))
    cells: dict[int, Cell] = {}
    for index in range(pairs):
        one, other = order[2 * index], order[2 * index + 1]
        first, second = draw(st.sampled_from(BOTH_SIDES))
        colour = draw(st.sampled_from([Colour.WHITE, Colour.BLACK, None]))
        opposite = colour.opposite if colour else None
        cells[one] = Cell(Outcome(first), other, colour)
        cells[other] = Cell(Outcome(second), one, opposite)
    rest = order[2 * pairs :]
    if rest and draw(st.booleans()):
        cells[rest.pop()] = Cell(Outcome.PAIRING_ALLOCATED_BYE)
    for number in rest:
        if unfielded and draw(st.booleans()):
            outcome = draw(st.sampled_from([Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS]))
            cells[number] = Cell(outcome, None, draw(st.sampled_from([*Colour, None])))
        else:
            cells[number] = Cell(draw(st.sampled_from(REQUESTED)))
    return cells


@st.composite
def national_records(draw: st.DrawFn, person: Participant) -> NationalRecord:
    """Sex, name and birth blank where they would repeat the player's."""
    sex, name, birth = draw(st.tuples(st.sampled_from(["", "m", "w"]), texts(33), births))
    return NationalRecord(
        federation=draw(st.sampled_from(sorted(FEDERATIONS))),
        rating=draw(st.none() | st.integers(1, 9999)),
        title=draw(codes(3)),
        name="" if name == person.name else name,
        origin=draw(codes(3)),
        number=draw(codes(11)),
        sex="" if sex == person.sex else sex,
        birth="" if birth == person.birth else birth,
    )


@st.composite
def people(draw: st.DrawFn, numbers: list[int], rounds: list[dict[int, Cell]]) -> Participant:
    """The participants with their cells."""
    found = []
    for number in sorted(numbers):
        person = Participant(
            number=number,
            name=draw(texts(33)),
            cells=tuple(cells[number] for cells in rounds),
            rating=draw(st.none() | st.integers(1, 9999)),
            title=draw(st.sampled_from(["", *sorted(TITLES)])),
            sex=draw(st.sampled_from(["", "m", "w"])),
            federation=draw(codes(3)),
            fide_id=draw(ids),
            birth=draw(births),
            rank=draw(st.none() | st.integers(1, 9999)),
        )
        entries = draw(st.lists(national_records(person), max_size=1))
        found.append(
            Participant(
                **{name: getattr(person, name) for name in Participant.__slots__}
                | {"national": tuple(entries)}
            )
        )
    return tuple(found)


@st.composite
def infos(draw: st.DrawFn, rounds: int) -> TournamentInfo:
    """Header texts and dates; round dates lie within forty years of the start."""
    start = draw(st.none() | st.dates(date(1950, 1, 1), date(2100, 1, 1)))
    middle = start or date(2020, 1, 1)
    near = st.integers(-14_000, 14_000).map(lambda days: middle + timedelta(days=days))
    dates = draw(st.lists(st.none() | near, max_size=rounds))
    while dates and dates[-1] is None:
        dates.pop()
    known = st.sampled_from(["BH", "BH/C1", "DE", "PTS", "SB:MP"])
    ties = draw(st.lists(known, max_size=4, unique=True))
    return TournamentInfo(
        name=draw(texts()),
        city=draw(texts()),
        federation=draw(texts(3)),
        start=start,
        end=draw(st.none() | st.dates(date(1000, 1, 1))),
        kind=draw(texts()),
        chief_arbiter=draw(texts()),
        deputy_arbiters=tuple(text for text in draw(st.lists(texts(), max_size=2)) if text),
        time_control=draw(texts()),
        time_control_code=draw(texts()),
        round_dates=tuple(dates),
        pairing_controller=draw(texts()),
        starting_rank_method=draw(texts()),
        tie_breaks=tuple(ties[1:] if ties and ties[0] == "PTS" else ties),
        comments=tuple(draw(st.lists(texts(), max_size=2))),
    )


@st.composite
def steering(draw: st.DrawFn, numbers: list[int], rounds: int) -> dict[str, tuple[object, ...]]:
    """Virtual points, prohibited pairings and abnormal points."""
    ranges = []
    for _ in range(draw(st.integers(0, 3))):
        first, last = sorted(draw(st.tuples(st.integers(1, 9999), st.integers(1, 9999))))
        span = sorted(draw(st.tuples(st.integers(1, rounds), st.integers(1, rounds))))
        ranges.append(VirtualPoints(draw(tenths), span[0], span[1], first, last))
    prohibited = []
    for _ in range(draw(st.integers(0, 2)) if len(numbers) > 1 else 0):
        chosen = draw(st.lists(st.sampled_from(numbers), min_size=2, unique=True))
        span = sorted(draw(st.tuples(st.integers(1, 999), st.integers(1, 999))))
        prohibited.append(ProhibitedPairing(tuple(chosen), span[0], span[1]))
    abnormal = []
    for _ in range(draw(st.integers(0, 2))):
        outcome = draw(st.sampled_from(ABNORMAL))
        round_number = draw(st.none() | st.integers(1, rounds))
        chosen = draw(st.lists(st.sampled_from(numbers), max_size=3, unique=True))
        if outcome in GENERAL and round_number is None and not chosen:
            round_number = 1  # for everybody and always: a property of the point system
        abnormal.append(
            AbnormalPoints(outcome, draw(st.integers(-9, 19)), round_number, tuple(chosen))
        )
    return {
        "virtual_points": tuple(ranges),
        "prohibited": tuple(prohibited),
        "abnormal_points": tuple(abnormal),
    }


@st.composite
def records(draw: st.DrawFn, *, teams: bool = False, black: bool = False) -> TournamentRecord:
    """A record in the order in which files list things, without what no file can hold."""
    numbers = sorted(draw(st.sets(st.integers(1, 9999), min_size=1, max_size=8)))
    completed = draw(st.integers(0, 4))
    rounds = completed + draw(st.integers(0 if completed else 1, 3))
    played = [draw(rounds_of(numbers, teams)) for _ in range(completed)]
    coming = range(completed + 1, rounds + 1)
    planned = {
        (round_number, number): draw(st.sampled_from(REQUESTED))
        for round_number in coming
        for number in draw(st.sets(st.sampled_from(numbers)))
    }
    info = draw(infos(rounds))
    system = draw(st.sampled_from(SYSTEMS))
    old = system == "FIDE_DUTCH_2017" or (
        system == "FIDE_DUTCH" and info.start is not None and info.start < date(2026, 2, 1)
    )
    event = draw(team_events(numbers, rounds, completed)) if teams else None
    steered = draw(steering([team.number for team in event.teams] if event else numbers, rounds))
    return TournamentRecord(
        participants=draw(people(numbers, played)),
        rounds=rounds,
        completed=completed,
        info=info,
        system=system,
        edition="2017" if old else "2026",
        points=draw(point_systems(black, special=not teams)),
        initial_colour=draw(st.sampled_from(Colour)),
        baku=bool(system) and draw(st.booleans()),
        planned_byes=()
        if teams
        else tuple(PlannedBye(*key, outcome) for key, outcome in sorted(planned.items())),
        team_event=event,
        **steered,
    )


@st.composite
def team_events(draw: st.DrawFn, players: list[int], rounds: int, completed: int) -> TeamEvent:
    """Teams that share out all players, with matches and byes between them."""
    count = draw(st.integers(1, len(players)))
    numbers = sorted(draw(st.sets(st.integers(1, 999), min_size=count, max_size=count)))
    order = draw(st.permutations(players))
    teams = [
        Team(
            number=number,
            name=draw(texts(32)),
            players=tuple(order[index::count]),
            nickname=draw(texts(5)),
            strength=draw(codes(6)),
            match_points=draw(st.none() | st.integers(0, 9999)),
            game_points=draw(st.none() | st.integers(0, 9999)),
            rank=draw(st.none() | st.integers(1, 999)),
        )
        for index, number in enumerate(numbers)
    ]
    a_round, a_team = st.integers(1, rounds), st.sampled_from(teams)
    line_ups = [
        LineUp(
            draw(a_round),
            team.number,
            draw(st.sampled_from([0, *numbers])),
            tuple(draw(st.permutations([*team.players, 0]))),
        )
        for team in draw(st.lists(a_team, max_size=2))
    ]
    matches = []
    if count > 1 and rounds > completed:
        white, black = draw(st.permutations(numbers))[:2]
        kind = draw(st.sampled_from(["+-", "-+", "--"]))
        # A round without cells: nobody can be seen to have met anybody else.
        matches.append(ForfeitedMatch(kind, rounds, white, black))
    byes = {
        (draw(a_round), draw(a_team).number): draw(st.sampled_from(REQUESTED))
        for _ in range(draw(st.integers(0, 2)))
    }
    kinds = sorted(byes.items())
    value = st.none() | st.integers(0, 999)
    allocated = draw(st.lists(st.sampled_from([0, *numbers]), max_size=rounds))
    return TeamEvent(
        teams=tuple(teams),
        line_ups=tuple(line_ups),
        forfeited_matches=tuple(matches),
        byes=draw(st.none() | st.just(TeamByes(draw(value), draw(value), tuple(allocated)))),
        requested_byes=tuple(PlannedBye(*key, outcome) for key, outcome in kinds),
        board_colours=draw(st.text("WB", max_size=-(-len(players) // count))),
        match_win=draw(st.integers(0, 99)),
        match_draw=draw(st.integers(0, 99)),
        match_loss=draw(st.integers(0, 99)),
    )

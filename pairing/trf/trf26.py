"""Writing TRF26 (Handbook C.02.03)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from ..points import total_points
from ..record import (
    AbnormalPoints,
    LineUp,
    NationalRecord,
    Participant,
    PlannedBye,
    Team,
    TeamEvent,
    TournamentRecord,
    VirtualPoints,
)
from ..scoring import Colour, Outcome, PointSystem
from ..swiss.acceleration import virtual_points
from . import writing
from .extensions import ABNORMAL_TYPES, BYE_TYPES
from .federations import FEDERATIONS
from .players import NAME_WIDTH
from .scores import table_of
from .steering import GENERAL
from .writer import (
    board_numbers,
    carried_byes,
    encoded,
    header,
    player_lines,
    prepared,
    texts,
)

_BYE_LETTERS = {outcome: letter for letter, outcome in BYE_TYPES.items()}
_ABNORMAL_LETTERS = {outcome: letter for letter, outcome in ABNORMAL_TYPES.items()}
_INITIAL = {Colour.WHITE: "W", Colour.BLACK: "B"}


def write_trf26(
    record: TournamentRecord,
    *,
    engine: bool = True,
    ascii_only: bool = False,
    public: bool = False,
) -> bytes:
    """The record as a TRF26 file.

    ``engine`` adds what only a running tournament needs (142, 152, 250, 260
    and byes of coming rounds).  Columns 81-84 are the points of the standings,
    abnormal points (299) included.  Raises ``TrfError`` for numbers that do
    not fit their columns and ``RecordError`` for an inconsistent record.
    """
    record = prepared(record, ascii_only=ascii_only, public=public)
    lines = header(record)
    lines += _new_header(record, engine)
    lines += [f"### {writing.clean(text)}".rstrip() for text in record.info.comments]
    # 240 names teams in a team event, so coming absences of players stay in their cells.
    in_cells = carried_byes(record) if engine and record.team_event else []
    lines += player_lines(record, in_cells, total_points)
    for person in record.participants:
        lines += (_national(person, entry) for entry in carried_entries(person))
    event = record.team_event
    lines += [_team(team) for team in event.teams] if event else []
    lines += _byes(record, engine)
    if engine:
        lines += _acceleration(record) + _prohibitions(record)
    lines += _abnormal(record)
    lines += _matches(event) if event else []
    return encoded(lines)


def _new_header(record: TournamentRecord, engine: bool) -> list[str]:
    info = record.info
    colour = _INITIAL[record.initial_colour] if record.initial_colour else ""
    system = record.system + "_BAKU" if record.system and record.baku else record.system
    ties = ",".join(info.tie_breaks)
    # A list that places PTS itself is an order of standings (212).
    ordered = any(code.upper() == "PTS" for code in info.tie_breaks)
    lines = texts(
        (
            ("142", str(record.rounds or "") if engine else ""),
            ("152", colour if engine else ""),
        )
    )
    lines += _points(record.points)
    lines += texts(
        (
            ("172", info.starting_rank_method),
            ("182", info.pairing_controller),
            ("192", system),
            ("212" if ordered else "202", ties),
            ("222", info.time_control_code),
        )
    )
    event = record.team_event
    if event:
        lines += texts((("352", event.board_colours),))
        lines += _match_points(event)
    return lines


def _points(points: PointSystem) -> list[str]:
    """162; whatever it cannot say follows as 299 records."""
    values = {"W": points.win, "D": points.draw, "L": points.loss}
    extra = {
        "A": points.zero_point_bye or None,
        "P": points.pairing_allocated_bye,
        "X": points.adjourned,
    }
    extra = {symbol: value for symbol, value in extra.items() if value is not None}
    if values == {"W": 10, "D": 5, "L": 0} and not extra:
        return []
    items = (
        f"{symbol}{writing.points(value, 4, '162')}" for symbol, value in (values | extra).items()
    )
    return ["162  " + "    ".join(items)]


def _match_points(event: TeamEvent) -> list[str]:
    values = {"TW": event.match_win, "TD": event.match_draw, "TL": event.match_loss}
    if values == {"TW": 20, "TD": 10, "TL": 0}:
        return []
    items = (f"{symbol}{writing.points(value, 4, '362')}" for symbol, value in values.items())
    return ["362 " + "   ".join(items)]


def carried_entries(person: Participant) -> list[NationalRecord]:
    """National entries under a FIDE federation code; no other code marks such a line."""
    return [entry for entry in person.national if entry.federation in FEDERATIONS]


def _national(person: Participant, entry: NationalRecord) -> str:
    """NRS line: sex, name and birth date stay blank where the ``001`` line says the same."""
    sex = "" if entry.sex == person.sex else entry.sex
    name = "" if entry.name == person.name else entry.name
    birth = "" if entry.birth == person.birth else entry.birth
    line = " ".join(
        (
            f"{entry.federation} {person.number:>4}",
            writing.right(sex, 1) + writing.right(entry.title, 3),
            writing.left(name, NAME_WIDTH),
            writing.number(entry.rating, 4, "rating"),
            writing.left(entry.origin, 3),
            writing.right(entry.number, 11),
            writing.birth(birth),
        )
    )
    return line.rstrip()


def _team(team: Team) -> str:
    line = " ".join(
        (
            f"310 {writing.number(team.number, 3, 'team')}",
            writing.left(team.name, 32),
            writing.left(team.nickname, 5),
            writing.right(team.strength, 6),
            writing.points(team.match_points, 6, "match points"),
            writing.points(team.game_points, 6, "game points"),
            writing.number(team.rank, 3, "rank"),
            f" {board_numbers(team.players)}",
        )
    )
    return line.rstrip()


def _byes(record: TournamentRecord, engine: bool) -> list[str]:
    """240: one record a kind and round; past byes of players stand in their cells."""
    byes: Iterable[PlannedBye] = ()
    if record.team_event:
        byes = record.team_event.requested_byes
    elif engine:
        byes = (bye for bye in record.planned_byes if bye.round > record.completed)
    grouped: dict[tuple[int, str], list[int]] = {}
    for bye in byes:
        key = (bye.round, _BYE_LETTERS[bye.outcome])
        grouped.setdefault(key, []).append(bye.number)
    return [
        f"240 {letter} {writing.number(round_number, 3, 'round')} {board_numbers(sorted(numbers))}"
        for (round_number, letter), numbers in sorted(grouped.items())
    ]


def _acceleration(record: TournamentRecord) -> list[str]:
    spans: Iterable[VirtualPoints] = record.virtual_points
    if record.baku and not spans and (record.baku_last_number or not record.system):
        # 192 cannot say who the last member of group A was when round 1 was paired.
        spans = _baku_ranges(record)
    return [_range(span) for span in spans]


def _baku_ranges(record: TournamentRecord) -> Iterator[VirtualPoints]:
    """Group A's virtual points as explicit ranges (C.04.7)."""
    numbers = [person.number for person in record.participants]
    first_round = virtual_points(record, 1)
    group = [number for number in numbers if first_round(number)]
    rounds = range(1, record.rounds + 1)
    for points, run in groupby(rounds, lambda number: virtual_points(record, number)(group[0])):
        span = list(run)
        if points:
            yield VirtualPoints(points, span[0], span[-1], group[0], group[-1])


def _range(span: VirtualPoints) -> str:
    match_points = writing.points(span.match_points or None, 4, "virtual points")
    return " ".join(
        (
            f"250 {match_points}",
            writing.points(span.points, 4, "virtual points"),
            writing.number(span.first_round, 3, "round"),
            writing.number(span.last_round, 3, "round"),
            writing.number(span.first_number, 4, "id"),
            writing.number(span.last_number, 4, "id"),
        )
    )


def _prohibitions(record: TournamentRecord) -> list[str]:
    return [
        f"260 {writing.number(rule.first_round, 3, 'round')}"
        f" {writing.number(rule.last_round, 3, 'round')} {board_numbers(rule.numbers)}"
        for rule in record.prohibited
        if not rule.soft
    ]


def _abnormal(record: TournamentRecord) -> list[str]:
    rules = list(record.abnormal_points)
    if record.team_event is None:
        rules = [*_general_points(record.points), *rules]
    return [
        _abnormal_line(rule)
        for rule in rules
        if rule.outcome in _ABNORMAL_LETTERS
        and (rule.points is not None or rule.match_points is not None)
    ]


def _general_points(points: PointSystem) -> Iterator[AbnormalPoints]:
    """Values of the point system beside those of 162, as rules for everybody."""
    table = table_of(points)
    given = {
        Outcome.FORFEIT_WIN: points.forfeit_win,
        Outcome.FORFEIT_LOSS: points.forfeit_loss,
        Outcome.FULL_POINT_BYE: points.full_point_bye,
        Outcome.HALF_POINT_BYE: points.half_point_bye,
    }
    for outcome, value in given.items():
        if value is not None:
            yield AbnormalPoints(outcome, table[GENERAL[outcome]])


def _abnormal_line(rule: AbnormalPoints) -> str:
    line = "  ".join(
        (
            f"299 {_ABNORMAL_LETTERS[rule.outcome]}",
            writing.points(rule.match_points, 4, "299"),
            writing.points(rule.points, 4, "299"),
            writing.number(rule.round, 3, "round"),
        )
    )
    return f"{line} {board_numbers(rule.numbers)}".rstrip()


def _matches(event: TeamEvent) -> list[str]:
    """300, 320 and 330."""
    lines = [_line_up(line_up) for line_up in event.line_ups]
    if event.byes is not None:
        values = (event.byes.match_points, event.byes.game_points)
        points = " ".join(writing.points(value, 4, "320") for value in values)
        teams = " ".join(_team_number(team) if team else "000" for team in event.byes.teams)
        lines.append(f"320 {points} {teams}".rstrip())
    for match in event.forfeited_matches:
        places = (match.round, match.white, match.black)
        lines.append(f"330 {match.kind} " + " ".join(_team_number(place) for place in places))
    return lines


def _line_up(line_up: LineUp) -> str:
    places = (line_up.round, line_up.team, line_up.opponent)
    players = " ".join(f"{player:>4}" if player else "0000" for player in line_up.players)
    return f"300 {' '.join(_team_number(place) for place in places)} {players}".rstrip()


def _team_number(number: int) -> str:
    return writing.number(number, 3, "team or round")

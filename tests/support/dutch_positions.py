"""Random positions for the Dutch system: histories that no engine produced.

A :class:`Profile` says what kind of positions; ``position(profile, seed)``
makes one.  The same seed gives the same position everywhere (draws as in
``pairing.generator``).  Opponents are drawn at random or near in score, never
twice; colours are legal (difference at most 2, never three running) unless
the profile says ``free_colours``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from pairing.draws import Draws
from pairing.record import (
    ABSENT,
    Cell,
    Participant,
    PlannedBye,
    ProhibitedPairing,
    TournamentRecord,
    VirtualPoints,
)
from pairing.scoring import STANDARD, Colour, Outcome, PointSystem

CHEAP_PAB = PointSystem(pairing_allocated_bye=5)
WORTHLESS_PAB = PointSystem(pairing_allocated_bye=0)
PAID_LOSS = PointSystem(win=30, draw=20, loss=10, zero_point_bye=0)

PERCENT = 10_000  # millionths


@dataclass(frozen=True)
class Profile:
    """Rates are percentages; pairs are smallest and largest value."""

    players: tuple[int, int] = (4, 10)
    completed: tuple[int, int] = (1, 5)
    draws: int = 30
    near_in_score: int = 60  # rounds paired by score instead of at random
    last_round: int = 25
    requested_byes: int = 3
    absent_now: int = 4
    forfeits: int = 4
    double_forfeits: int = 1
    late: int = 4
    acceleration: int = 0  # Baku or explicit ranges
    prohibited: tuple[int, int] = (0, 0)
    wishes: int = 0  # prohibited pairings that may give way
    points: tuple[PointSystem, ...] = (STANDARD,)
    free_colours: bool = False
    higher_wins: int = 50  # decisive games won by the smaller number
    matchings: int = 0  # if any: only pairs of that many random matchings are allowed


@dataclass
class _Player:
    number: int
    first_round: int
    cells: list[Cell] = field(default_factory=list)
    games: list[Colour] = field(default_factory=list)
    met: set[int] = field(default_factory=set)
    score: int = 0

    def may_take(self, colour: Colour) -> bool:
        """C.04.1 art. 6 and 7."""
        games = [*self.games, colour]
        difference = games.count(Colour.WHITE) - games.count(Colour.BLACK)
        return abs(difference) <= 2 and games[-3:] != [colour] * 3

    @property
    def had_pab(self) -> bool:
        return any(cell.outcome is Outcome.PAIRING_ALLOCATED_BYE for cell in self.cells)


def position(profile: Profile, seed: int) -> TournamentRecord:
    """The position of a seed: a record whose next round is to be paired."""
    draws = Draws(random.Random(seed))
    completed = draws.between(*profile.completed)
    rounds = completed + 1
    if not draws.happens(profile.last_round * PERCENT):
        rounds += draws.between(1, 4)
    points = draws.one_of(profile.points)
    players = [
        _Player(number, _first_round(profile, draws, completed))
        for number in range(1, draws.between(*profile.players) + 1)
    ]
    for round_number in range(1, completed + 1):
        _play(profile, draws, points, players, round_number)
    record = TournamentRecord(
        participants=tuple(
            Participant(player.number, f"P{player.number}", tuple(player.cells))
            for player in players
        ),
        rounds=rounds,
        completed=completed,
        points=points,
        initial_colour=draws.one_of((Colour.WHITE, Colour.BLACK)),
        planned_byes=_absentees(profile, draws, players, completed + 1),
        prohibited=_prohibited(profile, draws, players, completed + 1),
    )
    if draws.happens(profile.acceleration * PERCENT):
        record = _accelerated(draws, record)
    return record


def positions(profile: Profile, count: int, first_seed: int = 1) -> Iterator[TournamentRecord]:
    """``count`` positions of consecutive seeds."""
    for seed in range(first_seed, first_seed + count):
        yield position(profile, seed)


def describe(record: TournamentRecord) -> str:
    """The position as text, for the message of a failing test."""
    away = {bye.number: bye.outcome.value for bye in record.planned_byes}
    lines = [
        f"rounds {record.rounds}, initial colour {record.initial_colour}, {record.points}",
        f"baku {record.baku} {record.baku_last_number} {record.virtual_points}",
        f"prohibited {record.prohibited}",
    ]
    for person in record.participants:
        cells = [
            f"{cell.opponent or '-'}{cell.colour.value if cell.colour else ''}{cell.outcome.value}"
            for cell in person.cells
        ]
        lines.append(f"{person.number:3} {' '.join(cells)} {away.get(person.number, '')}")
    return "\n".join(lines)


def _first_round(profile: Profile, draws: Draws, completed: int) -> int:
    return draws.between(2, completed + 1) if draws.happens(profile.late * PERCENT) else 1


def _play(
    profile: Profile,
    draws: Draws,
    points: PointSystem,
    players: list[_Player],
    round_number: int,
) -> None:
    cells: dict[int, Cell] = {}
    ready = []
    for player in players:
        if player.first_round > round_number:
            cells[player.number] = ABSENT
        elif draws.happens(profile.requested_byes * PERCENT):
            cells[player.number] = Cell(_requested_bye(draws))
        else:
            ready.append(player)
    order = draws.some_of(ready, len(ready))
    if draws.happens(profile.near_in_score * PERCENT):
        order.sort(key=lambda player: -player.score)
    pab_given = False
    while order:
        player = order.pop(0)
        choices = _partners(profile, player, order)
        if choices:
            partner, colours = choices[0]
            order.remove(partner)
            _meet(profile, draws, player, partner, draws.one_of(colours), cells)
        elif not pab_given and not player.had_pab:
            pab_given = True
            cells[player.number] = Cell(Outcome.PAIRING_ALLOCATED_BYE)
        else:
            cells[player.number] = Cell(_requested_bye(draws))
    for player in players:
        cell = cells[player.number]
        player.cells.append(cell)
        player.score += points.points(cell.outcome, cell.colour)
        if cell.outcome.is_game:
            assert cell.opponent is not None and cell.colour is not None
            player.met.add(cell.opponent)
            player.games.append(cell.colour)


def _partners(
    profile: Profile, player: _Player, others: list[_Player]
) -> list[tuple[_Player, list[Colour]]]:
    """Whom ``player`` may meet, with the colours he may have against each."""
    found = []
    for other in others:
        colours = [
            colour
            for colour in (Colour.WHITE, Colour.BLACK)
            if profile.free_colours or (player.may_take(colour) and other.may_take(colour.opposite))
        ]
        if colours and other.number not in player.met:
            found.append((other, colours))
    return found


def _requested_bye(draws: Draws) -> Outcome:
    return draws.one_of(
        (
            Outcome.ZERO_POINT_BYE,
            Outcome.ZERO_POINT_BYE,
            Outcome.HALF_POINT_BYE,
            Outcome.HALF_POINT_BYE,
            Outcome.FULL_POINT_BYE,
        )
    )


def _meet(
    profile: Profile,
    draws: Draws,
    player: _Player,
    partner: _Player,
    colour: Colour,
    cells: dict[int, Cell],
) -> None:
    mine, theirs = _result(profile, draws, player.number < partner.number)
    cells[player.number] = Cell(mine, partner.number, colour)
    cells[partner.number] = Cell(theirs, player.number, colour.opposite)


def _result(profile: Profile, draws: Draws, is_higher: bool) -> tuple[Outcome, Outcome]:
    if draws.happens(profile.double_forfeits * PERCENT):
        return Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS
    forfeit = draws.happens(profile.forfeits * PERCENT)
    if not forfeit and draws.happens(profile.draws * PERCENT):
        return Outcome.DRAW, Outcome.DRAW
    win, loss = (
        (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS) if forfeit else (Outcome.WIN, Outcome.LOSS)
    )
    wins = draws.happens(profile.higher_wins * PERCENT) is is_higher
    return (win, loss) if wins else (loss, win)


def _absentees(
    profile: Profile, draws: Draws, players: list[_Player], coming: int
) -> tuple[PlannedBye, ...]:
    """Absentees of the coming round; at least two players stay."""
    away = [
        PlannedBye(coming, player.number, _requested_bye(draws))
        for player in players
        if player.first_round > coming or draws.happens(profile.absent_now * PERCENT)
    ]
    return tuple(away[: max(0, len(players) - 2)])


def _prohibited(
    profile: Profile, draws: Draws, players: list[_Player], coming: int
) -> tuple[ProhibitedPairing, ...]:
    if profile.matchings:
        return _all_but_matchings(profile, draws, [player.number for player in players])
    bans = []
    for _ in range(draws.between(*profile.prohibited)):
        size = min(len(players), draws.between(2, 3))
        numbers = sorted(player.number for player in draws.some_of(players, size))
        # Some bans are over or not yet in force: they must not matter.
        first, last = draws.one_of(
            ((1, 99), (1, 99), (coming, coming), (1, coming - 1), (coming + 1, 99))
        )
        soft = profile.wishes > 0 and draws.happens(profile.wishes * PERCENT)
        bans.append(ProhibitedPairing(tuple(numbers), first, last, soft))
    return tuple(bans)


def _all_but_matchings(
    profile: Profile, draws: Draws, numbers: list[int]
) -> tuple[ProhibitedPairing, ...]:
    """So few pairs are left that the first candidates of article 4 are all illegal."""
    allowed = set()
    for _ in range(profile.matchings):
        order = draws.some_of(numbers, len(numbers))
        allowed |= {frozenset(pair) for pair in zip(order[::2], order[1::2], strict=False)}
    return tuple(
        ProhibitedPairing((one, other))
        for one in numbers
        for other in numbers
        if one < other and frozenset((one, other)) not in allowed
    )


def _accelerated(draws: Draws, record: TournamentRecord) -> TournamentRecord:
    kind = draws.below(3)
    if kind == 0:
        return replace(record, baku=True)
    if kind == 1:
        last = draws.between(1, len(record.participants))
        return replace(record, baku=True, baku_last_number=last)
    middle = draws.between(1, len(record.participants) - 1)
    return replace(
        record,
        virtual_points=(
            VirtualPoints(draws.one_of((5, 10, 20)), 1, draws.between(1, record.rounds), 1, middle),
            VirtualPoints(5, 1, record.rounds, middle + 1, len(record.participants)),
        ),
    )

"""Keizer: a ladder for clubs with irregular attendance (not a FIDE system).

A win is worth the opponent's value, which is high at the top of the ranking
and low at its bottom.  After every round all rounds are valued anew by the new
ranking, which may change the ranking again, until it stays (or alternates: then
the points of the two rankings are averaged).  Pairing goes down the ranking.

Points are integers, two to a point: each amount is rounded to half points
(halves up).  Ties are ranked by rating, name, pairing number.

How outcomes of a record are read: a double forfeit is two forfeit losses, a
pairing-allocated bye is the bye, a full-point bye an absence for a club match,
a zero-point bye an absence; before the first round that a player took part in
it is a missed round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..options import KeizerOptions
from ..proposal import BoardPairing, RoundPairing
from ..record import Cell, Participant, TournamentRecord
from ..scoring import Outcome
from .fixed import Progress
from .ladder import Field, Rung, coloured, first_of, members, no_pairing, prohibitions, rungs
from .tables import Notice

MOST_PASSES = 20
_WINS = frozenset((Outcome.WIN, Outcome.UNRATED_WIN))
_DRAWS = frozenset((Outcome.DRAW, Outcome.UNRATED_DRAW))
_LOSSES = frozenset((Outcome.LOSS, Outcome.UNRATED_LOSS))


@dataclass(frozen=True, slots=True)
class KeizerRow:
    """One line of the ladder: ``doubled_points`` are two to a point, ``value`` is what a win
    against this player is worth now."""

    rank: int
    number: int
    value: int
    doubled_points: int


@dataclass(frozen=True, slots=True)
class KeizerTable:
    """The ladder after the recorded rounds; ``alternating`` if two rankings were averaged.

    ``passes`` has the ranking (pairing numbers) that each pass produced.
    """

    rows: tuple[KeizerRow, ...]
    passes: tuple[tuple[int, ...], ...]
    alternating: bool


def keizer_table(record: TournamentRecord) -> KeizerTable:
    """The ladder by ``record.keizer``."""
    ladder = _Ladder(record)
    return ladder.frozen() if record.keizer.frozen else ladder.revalued()


def pair_round(
    record: TournamentRecord, *, explain: bool = False, progress: Progress | None = None
) -> RoundPairing:
    """Pair round ``record.completed + 1`` down the ladder: 1-2, 3-4 ...

    Of an odd field the lowest of those with the fewest byes rests.  Two meet
    again at the earliest ``repeat_after`` rounds later (forfeits are no
    meetings); otherwise the next lower legal opponent is taken, and if there is
    none the repeat stands, with a notice.  Prohibited pairings are never made.
    Raises ``RecordError`` (``round.none_left``, ``round.results_missing``,
    ``round.no_active_players``) and ``NoLegalPairing`` if the prohibitions
    leave no complete pairing.
    """
    present = rungs(record)
    table = keizer_table(record)
    ranked = [present[row.number] for row in table.rows if row.number in present]
    barred = prohibitions(record)
    field = Field(ranked, lambda one, other: other.number not in barred.get(one.number, ()))
    resting = field.who_rests()
    free = field.everybody if resting is None else field.everybody & ~(1 << resting)
    if not field.completable(free):
        raise no_pairing(record, len(ranked))
    boards: list[BoardPairing] = []
    notices: list[Notice] = []
    for higher, lower in _pairs(record, field, free):
        if not _may_meet_again(record, higher, lower):
            pair = {"players": [higher.number, lower.number]}
            notices.append(("keizer.repeat_unavoidable", pair))
        boards.append(BoardPairing(*coloured(record, len(boards) + 1, higher, lower)))
    if resting is not None:
        boards.append(BoardPairing(ranked[resting].number, None))
    if progress is not None:
        progress(len(ranked), len(ranked))
    return RoundPairing(
        record.completed + 1, tuple(boards), tuple(notices), table if explain else None
    )


def _pairs(record: TournamentRecord, field: Field, free: int) -> Iterator[tuple[Rung, Rung]]:
    """Each with the next lower one who may be met again, otherwise with the next lower one.

    A choice that would leave only prohibited pairings to others is passed over.
    """
    while free:
        one, rest = first_of(free)
        higher = field.ranked[one]
        below = members(field.rows[one] & rest)
        fresh = [p for p in below if _may_meet_again(record, higher, field.ranked[p])]
        other = next(p for p in (*fresh, *below) if field.completable(rest & ~(1 << p)))
        free = rest & ~(1 << other)
        yield higher, field.ranked[other]


def _may_meet_again(record: TournamentRecord, one: Rung, other: Rung) -> bool:
    last = one.last_met.get(other.number)
    return last is None or record.completed + 1 - last >= record.keizer.repeat_after


class _Ladder:
    """Values, points and rankings of one record."""

    def __init__(self, record: TournamentRecord) -> None:
        self.people = record.participants
        self.options = record.keizer
        self.rounds = record.completed
        self.base = len(self.people) if self.options.base is None else self.options.base

    def revalued(self) -> KeizerTable:
        """All rounds valued by the final ranking."""
        ranking = self._initial()
        passes: list[tuple[int, ...]] = []
        points = dict.fromkeys(ranking, 0)
        if not self.rounds:
            return self._table(ranking, points, passes, False)
        before: tuple[int, ...] | None = None
        for _ in range(MOST_PASSES):
            earlier, points = points, self._points(ranking, range(self.rounds))
            ranked = self._ranked(points)
            passes.append(ranked)
            if ranked == ranking:
                break
            if ranked == before:
                points = {n: _rounded(Fraction(points[n] + earlier[n], 2)) for n in ranking}
                return self._table(self._ranked(points), points, passes, True)
            before, ranking = ranking, ranked
        return self._table(ranked, points, passes, False)

    def frozen(self) -> KeizerTable:
        """Each round valued by the ranking before it, one's own value by the last one."""
        ranking = self._initial()
        points = dict.fromkeys(ranking, 0)
        passes: list[tuple[int, ...]] = []
        for index in range(self.rounds):
            earned = self._points(ranking, range(index, index + 1), own=False)
            points = {number: points[number] + earned[number] for number in ranking}
            ranking = self._ranked(points)
            passes.append(ranking)
        if self.rounds and self.options.self_victory:
            values = self._values(ranking)
            points = {number: points[number] + 2 * values[number] for number in ranking}
            ranking = self._ranked(points)
        return self._table(ranking, points, passes, False)

    def _table(
        self,
        ranking: Sequence[int],
        points: dict[int, int],
        passes: Sequence[tuple[int, ...]],
        alternating: bool,
    ) -> KeizerTable:
        values = self._values(ranking)
        rows = tuple(
            KeizerRow(rank, number, values[number], points[number])
            for rank, number in enumerate(ranking, start=1)
        )
        return KeizerTable(rows, tuple(passes), alternating)

    def _initial(self) -> tuple[int, ...]:
        return self._ranked({person.number: 0 for person in self.people})

    def _ranked(self, points: dict[int, int]) -> tuple[int, ...]:
        def key(person: Participant) -> tuple[int, int, str, int]:
            return (-points[person.number], -(person.rating or 0), person.name, person.number)

        return tuple(person.number for person in sorted(self.people, key=key))

    def _values(self, ranking: Sequence[int]) -> dict[int, int]:
        step = self.options.step
        return {number: self.base - place * step for place, number in enumerate(ranking)}

    def _points(self, ranking: Sequence[int], rounds: range, *, own: bool = True) -> dict[int, int]:
        values = self._values(ranking)
        return {
            person.number: (2 * values[person.number] if own and self.options.self_victory else 0)
            + self._earned(person, values, rounds)
            for person in self.people
        }

    def _earned(self, person: Participant, values: dict[int, int], rounds: range) -> int:
        entered = next(
            (i for i, cell in enumerate(person.cells) if not _is_absence(cell)), len(person.cells)
        )
        earned = absences = 0
        for index, cell in enumerate(person.cells[: rounds.stop]):
            if _is_absence(cell) and (index >= entered or self.options.late_entry is None):
                absences += 1
                amount = self._absence(values[person.number], absences)
            elif _is_absence(cell):
                amount = 2 * (self.options.late_entry or 0)
            else:
                amount = self._result(cell, values, values[person.number])
            if index in rounds:
                earned += amount
        return earned

    def _absence(self, own: int, count: int) -> int:
        if count > self.options.paid_absences:
            return 0
        fixed = self.options.fixed_absence
        amount = 2 * fixed if fixed is not None else _rounded(2 * own * self.options.absence)
        return amount >> (count - 1) if self.options.halved_absences else amount

    def _result(self, cell: Cell, values: dict[int, int], own: int) -> int:
        options = self.options
        if cell.opponent is not None:
            return _rounded(2 * values[cell.opponent] * _share(options, cell))
        share = {
            Outcome.PAIRING_ALLOCATED_BYE: options.bye,
            Outcome.HALF_POINT_BYE: options.half_point_bye,
            Outcome.FULL_POINT_BYE: options.club_match,
        }.get(cell.outcome, Fraction(0))
        return _rounded(2 * own * share)


def _is_absence(cell: Cell) -> bool:
    return cell.outcome is Outcome.ZERO_POINT_BYE


def _share(options: KeizerOptions, cell: Cell) -> Fraction:
    """Share of the opponent's value; nothing while a result is missing."""
    if cell.outcome in _WINS:
        return options.win
    if cell.outcome in _DRAWS:
        return options.draw
    if cell.outcome in _LOSSES:
        return options.loss
    return {
        Outcome.FORFEIT_WIN: options.forfeit_win,
        Outcome.FORFEIT_LOSS: options.forfeit_loss,
    }.get(cell.outcome, Fraction(0))


def _rounded(amount: Fraction) -> int:
    """To the nearest whole number, halves up."""
    return (2 * amount.numerator + amount.denominator) // (2 * amount.denominator)

"""Monrad: the simple Swiss of Scandinavian clubs, as a house system.

Players are sorted by score and start number and paired as neighbours, 1-2,
3-4, passing over earlier opponents to the next one down; the last of an odd
group so meets the first of the group below.  The national texts differ and
were not checked, so this is no national rule; two customs that the description
leaves open are not offered: a seeded lot by groups of ratings, and a first
round of top half against bottom half.  Start numbers are drawn by lot
(:mod:`.numbering`) or given by rating.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import NoLegalPairing
from ..matching import perfect_matching
from ..points import total_points
from ..proposal import BoardPairing, RoundPairing
from ..record import TournamentRecord
from .fixed import Progress
from .ladder import Rung, coloured, rungs


def pair_round(
    record: TournamentRecord, *, explain: bool = False, progress: Progress | None = None
) -> RoundPairing:
    """Pair round ``record.completed + 1``.

    Of an odd field the lowest of those with the fewest byes rests, if the
    others can then be paired.  Nobody meets the same opponent twice (forfeits
    are no meetings) and prohibited pairings are obeyed.  The answer is the
    first complete pairing in the order of preference; ``explain`` adds
    nothing, the order of the list is the whole explanation.  Raises
    ``RecordError`` (``round.none_left``, ``round.results_missing``,
    ``round.no_active_players``) and ``NoLegalPairing``.
    """
    present = rungs(record)
    scores = {person.number: total_points(record, person) for person in record.participants}
    ranked = sorted(present.values(), key=lambda rung: (-scores[rung.number], rung.number))
    field = _Field(record, ranked)
    resting = field.who_rests()
    pairs = field.pairs(resting)
    if pairs is None:
        raise NoLegalPairing(
            "pairing.no_legal_pairing", round=record.completed + 1, players=len(ranked)
        )
    boards = [
        BoardPairing(*coloured(record, board, ranked[one], ranked[other]))
        for board, (one, other) in enumerate(pairs, start=1)
    ]
    if resting is not None:
        boards.append(BoardPairing(ranked[resting].number, None))
    if progress is not None:
        progress(len(ranked), len(ranked))
    return RoundPairing(record.completed + 1, tuple(boards))


class _Field:
    """Who may meet whom, by place in the order; rows are bit sets."""

    def __init__(self, record: TournamentRecord, ranked: Sequence[Rung]) -> None:
        self.ranked = ranked
        barred = _prohibited(record)
        self.rows = [0] * len(ranked)
        for one, rung in enumerate(ranked):
            for other in range(one + 1, len(ranked)):
                number = ranked[other].number
                if number not in rung.last_met and number not in barred.get(rung.number, ()):
                    self.rows[one] |= 1 << other
                    self.rows[other] |= 1 << one

    def who_rests(self) -> int | None:
        """Place of the bye: fewest byes, then the lowest, among those who leave a pairing."""
        if len(self.ranked) % 2 == 0:
            return None
        places = sorted(
            range(len(self.ranked)), key=lambda place: (self.ranked[place].byes, -place)
        )
        everybody = (1 << len(self.ranked)) - 1
        for place in places:
            if self._completable(everybody & ~(1 << place)):
                return place
        return places[0]

    def pairs(self, resting: int | None) -> list[tuple[int, int]] | None:
        """From the top down the next one below who may be met, such that the rest can be paired."""
        free = (1 << len(self.ranked)) - 1
        if resting is not None:
            free &= ~(1 << resting)
        simple = self._downwards(free)
        if simple is not None or not self._completable(free):
            return simple
        pairs = []
        while free:
            one = (free & -free).bit_length() - 1
            rest = free & ~(1 << one)
            other = next(
                place
                for place in _members(self.rows[one] & rest)
                if self._completable(rest & ~(1 << place))
            )
            free = rest & ~(1 << other)
            pairs.append((one, other))
        return pairs

    def _downwards(self, free: int) -> list[tuple[int, int]] | None:
        """The same without looking ahead, if nobody is left over."""
        pairs = []
        while free:
            one = (free & -free).bit_length() - 1
            free &= ~(1 << one)
            below = self.rows[one] & free
            if not below:
                return None
            other = (below & -below).bit_length() - 1
            free &= ~(1 << other)
            pairs.append((one, other))
        return pairs

    def _completable(self, free: int) -> bool:
        """Whether all free players can be paired."""
        if self._downwards(free) is not None:
            return True
        places = _members(free)
        index = {place: at for at, place in enumerate(places)}
        rows = [
            sum(1 << index[other] for other in _members(self.rows[place] & free))
            for place in places
        ]
        return perfect_matching(rows) is not None


def _members(bits: int) -> list[int]:
    """Places in a bit set, smallest first."""
    return [place for place in range(bits.bit_length()) if bits >> place & 1]


def _prohibited(record: TournamentRecord) -> dict[int, set[int]]:
    """Number -> numbers that may not be met in the coming round (wishes are no prohibitions)."""
    barred: dict[int, set[int]] = {}
    for rule in record.prohibited:
        if not rule.soft and rule.first_round <= record.completed + 1 <= rule.last_round:
            for number in rule.numbers:
                barred.setdefault(number, set()).update(rule.numbers)
    return barred

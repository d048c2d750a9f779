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

from ..points import total_points
from ..proposal import BoardPairing, RoundPairing
from ..record import TournamentRecord
from .fixed import Progress
from .ladder import Field, Rung, coloured, first_of, members, no_pairing, prohibitions, rungs


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
    barred = prohibitions(record)

    def may_meet(one: Rung, other: Rung) -> bool:
        return other.number not in one.last_met and other.number not in barred.get(one.number, ())

    field = Field(ranked, may_meet)
    resting = field.who_rests()
    free = field.everybody if resting is None else field.everybody & ~(1 << resting)
    if not field.completable(free):
        raise no_pairing(record, len(ranked))
    boards = [
        BoardPairing(*coloured(record, board, ranked[one], ranked[other]))
        for board, (one, other) in enumerate(_pairs(field, free), start=1)
    ]
    if resting is not None:
        boards.append(BoardPairing(ranked[resting].number, None))
    if progress is not None:
        progress(len(ranked), len(ranked))
    return RoundPairing(record.completed + 1, tuple(boards))


def _pairs(field: Field, free: int) -> list[tuple[int, int]]:
    """From the top down the next one below who may be met, such that the rest can be paired."""
    simple = field.downwards(free)
    if simple is not None:
        return simple
    pairs = []
    while free:
        one, rest = first_of(free)
        other = next(
            place
            for place in members(field.rows[one] & rest)
            if field.completable(rest & ~(1 << place))
        )
        free = rest & ~(1 << other)
        pairs.append((one, other))
    return pairs

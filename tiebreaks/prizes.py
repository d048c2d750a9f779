"""Prizes of tied players: pooled and shared equally."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from .errors import TiebreakError
from .values import rounded_quotient

Rounding = Literal["down", "nearest", "spread"]
ROUNDINGS: tuple[Rounding, ...] = ("down", "nearest", "spread")


@dataclass(frozen=True, slots=True)
class Share:
    """What one participant gets; 0 behind the last prize."""

    rank: int
    number: int
    amount: int


@dataclass(frozen=True, slots=True)
class PrizeSplit:
    """All shares in the order given, and what is ``left`` of the fund (negative: overpaid)."""

    shares: tuple[Share, ...]
    left: int


def share_prizes(
    places: Iterable[tuple[int, int]],
    prizes: Sequence[int],
    *,
    unit: int = 1,
    rounding: Rounding = "down",
) -> PrizeSplit:
    """Share ``prizes`` (first place first) among ``places``, (rank, pairing number) in rank order.

    Those who share a rank pool the prizes of the places they take and get
    equal parts.  Amounts are whole numbers of the smallest coin.  A part is a
    whole number of ``unit`` coins: rounded ``down``, to the ``nearest``
    (halves up), or down with the remaining units ``spread`` one each over the
    group in its order.

    Raises ``prizes.negative``, ``prizes.bad_unit``, ``prizes.unknown_rounding``,
    ``prizes.bad_places`` for ranks that are no standings (1, 2, 2, 4), or
    ``prizes.number_repeated`` for somebody with two places.

    >>> [share.amount for share in share_prizes([(1, 7), (1, 3)], [200, 100]).shares]
    [150, 150]
    """
    if any(prize < 0 for prize in prizes):
        raise TiebreakError("prizes.negative", prizes=list(prizes))
    if unit < 1:
        raise TiebreakError("prizes.bad_unit", unit=unit)
    if rounding not in ROUNDINGS:
        raise TiebreakError("prizes.unknown_rounding", rounding=rounding, known=list(ROUNDINGS))
    shares: list[Share] = []
    for rank, group in _groups(places):
        pool = sum(prizes[rank - 1 : rank - 1 + len(group)])
        parts = _parts(pool, len(group), unit, rounding)
        shares.extend(
            Share(rank, number, amount) for number, amount in zip(group, parts, strict=True)
        )
    return PrizeSplit(tuple(shares), sum(prizes) - sum(share.amount for share in shares))


def _groups(places: Iterable[tuple[int, int]]) -> list[tuple[int, list[int]]]:
    groups: list[tuple[int, list[int]]] = []
    rank_of: dict[int, int] = {}
    for seen, (rank, number) in enumerate(places):
        first = rank_of.setdefault(number, rank)
        if len(rank_of) == seen:
            raise TiebreakError("prizes.number_repeated", number=number, first=first, second=rank)
        if groups and groups[-1][0] == rank:
            groups[-1][1].append(number)
        elif rank == seen + 1:
            groups.append((rank, [number]))
        else:
            raise TiebreakError("prizes.bad_places", rank=rank, number=number, expected=seen + 1)
    return groups


def _parts(pool: int, size: int, unit: int, rounding: Rounding) -> list[int]:
    if rounding == "nearest":
        return [rounded_quotient(pool, size * unit) * unit] * size
    part, rest = divmod(pool // unit, size)
    extra = rest if rounding == "spread" else 0
    return [(part + (index < extra)) * unit for index in range(size)]

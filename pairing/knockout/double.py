"""Double elimination: out after two losses.

Round 1 of the losers' bracket joins the losers of neighbouring matches of the
first round.  Then, for each further round r of the winners' bracket, its losers
meet those left among the losers (round 2r - 2), and the winners of that meet
each other (round 2r - 1) unless one match is left.  The loser of match i of
round r comes down to match ``i XOR offset``: the offsets delay a second
meeting of the same two as long as possible.
"""

from __future__ import annotations

from enum import Enum

from .structure import Builder, Section, Source, SourceKind, Sources, knock_out

# Size -> offsets of rounds 2, 3, ...; missing ones are 0.  Found by complete
# search over all XOR offsets up to 64; beyond, among those with half for round 2,
# and for 512 among part of them.  The first losers' round with a possible second meeting is
# 2, 3, 4, 5, 7, 8, 9 and 11 for 4 to 512, and 2 without offsets.
OFFSETS: dict[int, tuple[int, ...]] = {
    8: (1,),
    16: (2,),
    32: (4, 1, 1),
    64: (8, 3, 3),
    128: (16, 4, 6),
    256: (32, 4, 4, 3),
    512: (64, 8, 8, 6, 5),
}


class GrandFinal(Enum):
    """How the winners of the two brackets meet.

    ============= ===========================================================
    ``RESET``     the one from the losers' bracket must win twice
    ``SINGLE``    one match
    ``DRAW_ODDS`` one match; if its first stage is level the unbeaten one wins
    ``BLACK``     one match; the unbeaten one has Black first in every stage
                  (so draw odds in an Armageddon game)
    ============= ===========================================================
    """

    RESET = "reset"
    SINGLE = "single"
    DRAW_ODDS = "draw_odds"
    BLACK = "black"


GRAND_FINAL = "GF1"
RESET_FINAL = "GF2"


def offset(size: int, round_number: int) -> int:
    """What to XOR the index of a match of a winners' round >= 2 with."""
    offsets = OFFSETS.get(size, ())
    return offsets[round_number - 2] if round_number - 2 < len(offsets) else 0


def double_elimination(builder: Builder, slots: tuple[int, ...], grand_final: GrandFinal) -> None:
    """Add winners' bracket, losers' bracket and grand final."""
    size = len(slots)
    rounds = size.bit_length() - 1
    sessions = [1, *(2 * number - 2 for number in range(2, rounds + 1))]
    names = [*(f"winners_{number}" for number in range(1, rounds)), "winners_final"]
    losers, winner = knock_out(builder, slots, Section.MAIN, sessions=sessions, names=names)
    survivor = _losers_bracket(builder, losers, size)
    last = max(2 * rounds - 1, 1)
    finals = [(GRAND_FINAL, "grand_final")]
    if grand_final is GrandFinal.RESET:
        finals.append((RESET_FINAL, "grand_final_reset"))
    sides: list[Source | None] = [winner, survivor]
    for number, (match, name) in enumerate(finals, start=1):
        builder.play(
            sides, Section.GRAND_FINAL, number, name=name, session=last + number, levels=(1, 2)
        )
        # A second final is played only if the unbeaten one has lost the first.
        sides = [
            Source(SourceKind.LOSER, match=match),
            Source(SourceKind.WINNER, match=match),
        ]


def _losers_bracket(builder: Builder, losers: list[list[Source | None]], size: int) -> Source:
    """Add the losers' bracket; its winner."""
    rounds = len(losers)
    # Exits come in groups: 3, 4, 5-6, 7-8, 9-12 ... counted from the end.
    fields = [size >> (number // 2 + 2) for number in range(max(2 * rounds - 2, 0))]
    levels = [3 + sum(fields[number + 1 :]) for number in range(len(fields))]

    def play(sides: Sources, number: int) -> list[Source | None]:
        winners, _ = builder.play(
            sides,
            Section.LOSERS,
            number,
            name="losers_final" if number == len(levels) else f"losers_{number}",
            session=number + 1,
            levels=(1, levels[number - 1]),
        )
        return winners

    left: list[Source | None] = losers[0]
    if rounds > 1:
        left = play(left, 1)
    for round_number in range(2, rounds + 1):
        dropped = losers[round_number - 1]
        change = offset(size, round_number)
        sides: list[Source | None] = []
        for index, survivor in enumerate(left):
            sides += [survivor, dropped[index ^ change]]
        left = play(sides, 2 * round_number - 2)
        if len(left) > 1:
            left = play(left, 2 * round_number - 1)
    return next(side for side in left if side is not None)

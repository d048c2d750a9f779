"""What a report file tells about itself in ``###`` lines, so that it can be checked.

Two things make a finished file differ from what a pairing program would have
paired: a round that the arbiter paired by hand, and a result that was another
one when a later round was paired (a postponed game, which counted as a draw,
or a wrong result found too late, C.04.2 3.1 and 4.3).  Both are written as
lines with a fixed beginning::

    Pairing made by hand: round 4; 5-12, 7-bye
    Result amended: round 3, 5-12; 0:1 in the pairings up to round 4

Results are the letters of the two players, White's first.  Whatever follows
after a further semicolon is for people.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from .record import Cell, TournamentRecord
from .scoring import Outcome

_BY_HAND = "Pairing made by hand: round "
_AMENDED = "Result amended: round "
_BY_HAND_LINE = re.compile(re.escape(_BY_HAND) + r"(\d{1,3})(?:;.*)?")
_AMENDED_LINE = re.compile(
    re.escape(_AMENDED) + r"(\d{1,3}), (\d{1,6})-(\d{1,6}); (.):(.) in the pairings up to round "
    r"(\d{1,3})(?:;.*)?"
)
_LETTERS = {outcome.value: outcome for outcome in Outcome}


@dataclass(frozen=True, slots=True)
class Amendment:
    """The result of ``white`` and ``black`` as the pairings up to ``through_round`` knew it."""

    round: int
    white: int
    black: int
    counted: tuple[Outcome, Outcome]
    through_round: int


@dataclass(frozen=True, slots=True)
class Told:
    """What the lines of one file tell."""

    by_hand: frozenset[int]
    amendments: tuple[Amendment, ...]


def by_hand_line(
    round_number: int, boards: Sequence[tuple[int, int | None]], remark: str = ""
) -> str:
    """The line for a round of which these boards were made by hand."""
    text = f"{_BY_HAND}{round_number}"
    if boards:
        text += "; " + ", ".join(
            f"{white}-{'bye' if black is None else black}" for white, black in boards
        )
    return f"{text}; {remark}" if remark else text


def amendment_line(amendment: Amendment, remark: str = "") -> str:
    """The line for one amended result."""
    white, black = (outcome.value for outcome in amendment.counted)
    text = (
        f"{_AMENDED}{amendment.round}, {amendment.white}-{amendment.black}; "
        f"{white}:{black} in the pairings up to round {amendment.through_round}"
    )
    return f"{text}; {remark}" if remark else text


def told(comments: Iterable[str]) -> Told:
    """What a file's ``###`` lines tell; lines that tell something else are left out."""
    by_hand: set[int] = set()
    amendments: list[Amendment] = []
    for line in comments:
        if made := _BY_HAND_LINE.fullmatch(line.strip()):
            by_hand.add(int(made[1]))
        elif (found := _AMENDED_LINE.fullmatch(line.strip())) and _is_known(found[4], found[5]):
            number, white, black = (int(found[place]) for place in (1, 2, 3))
            counted = (_LETTERS[found[4]], _LETTERS[found[5]])
            amendments.append(Amendment(number, white, black, counted, int(found[6])))
    return Told(frozenset(by_hand), tuple(amendments))


def as_paired(
    record: TournamentRecord, number: int, amendments: Iterable[Amendment]
) -> TournamentRecord:
    """The record with which round ``number`` was paired: of the rounds before, as then known.

    Where a result was amended more than once, what counted is what the
    earliest amendment that reaches so far replaced.
    """
    before = record.truncated(number - 1)
    cells: dict[tuple[int, int], Outcome] = {}
    numbered = sorted(enumerate(amendments), key=lambda at: (-at[1].through_round, -at[0]))
    for _, each in numbered:
        if each.round < number <= each.through_round:
            cells[each.white, each.round] = each.counted[0]
            cells[each.black, each.round] = each.counted[1]
    if not cells:
        return before
    return replace(
        before,
        participants=tuple(
            replace(
                person,
                cells=tuple(
                    _counted(cell, cells.get((person.number, place)))
                    for place, cell in enumerate(person.cells, start=1)
                ),
            )
            for person in before.participants
        ),
    )


def _counted(cell: Cell, outcome: Outcome | None) -> Cell:
    return cell if outcome is None else replace(cell, outcome=outcome)


def _is_known(*letters: str) -> bool:
    return all(letter in _LETTERS for letter in letters)

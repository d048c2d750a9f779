"""Looking through a pairing made by hand: what the Basic Rules would not allow (C.04.1).

An arbiter may have reasons to pair against the rules; this says which rules,
and decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .colours import colour_difference
from .points import round_points
from .record import Participant, TournamentRecord
from .scoring import Colour, Outcome

REMATCH = "review.rematch"
PROHIBITED = "review.prohibited"
THIRD_COLOUR = "review.third_colour"
COLOUR_DIFFERENCE = "review.colour_difference"
BYE_INELIGIBLE = "review.bye_ineligible"

LARGEST_DIFFERENCE = 2


@dataclass(frozen=True, slots=True)
class Remark:
    """One rule that a board breaks; ``players`` are the pairing numbers concerned."""

    code: str
    players: tuple[int, ...]


def review(
    record: TournamentRecord, boards: Sequence[tuple[int, int | None]]
) -> tuple[Remark, ...]:
    """What is wrong with these boards as the round after ``record``.

    ``review.rematch``: they have played each other (art. 2; a forfeit was no game).
    ``review.prohibited``: they are prohibited to meet in this round, or should not.
    ``review.third_colour``, ``review.colour_difference``: the same colour three
    times running, or a third more of one colour than of the other (art. 6, 7).
    ``review.bye_ineligible``: the bye goes to somebody who had one, or a full
    point without playing (art. 4).
    """
    people = {person.number: person for person in record.participants}
    remarks: list[Remark] = []
    for white, black in boards:
        if black is None:
            if not _may_have_bye(record, people[white]):
                remarks.append(Remark(BYE_INELIGIBLE, (white,)))
            continue
        if _have_met(people[white], black):
            remarks.append(Remark(REMATCH, (white, black)))
        if _prohibited(record, white, black):
            remarks.append(Remark(PROHIBITED, (white, black)))
        remarks += _colour_remarks(people[white], Colour.WHITE)
        remarks += _colour_remarks(people[black], Colour.BLACK)
    return tuple(remarks)


def _have_met(person: Participant, opponent: int) -> bool:
    return any(cell.opponent == opponent and cell.outcome.is_game for cell in person.cells)


def _prohibited(record: TournamentRecord, white: int, black: int) -> bool:
    coming = record.completed + 1
    return any(
        rule.first_round <= coming <= rule.last_round
        and white in rule.numbers
        and black in rule.numbers
        for rule in record.prohibited
    )


def _colour_remarks(person: Participant, colour: Colour) -> Iterable[Remark]:
    letter = colour.value.upper()
    history = "".join(
        cell.colour.value.upper()
        for cell in person.cells
        if cell.outcome.is_game and cell.colour is not None
    )
    if history[-2:] == letter * 2:
        yield Remark(THIRD_COLOUR, (person.number,))
    if abs(colour_difference(history + letter)) > LARGEST_DIFFERENCE:
        yield Remark(COLOUR_DIFFERENCE, (person.number,))


def _may_have_bye(record: TournamentRecord, person: Participant) -> bool:
    win = record.points.win
    for number, cell in enumerate(person.cells, start=1):
        if cell.outcome.is_game:
            continue
        if (
            cell.outcome is Outcome.PAIRING_ALLOCATED_BYE
            or round_points(record, person, number) >= win
        ):
            return False
    return True

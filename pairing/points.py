"""Points of single rounds, deviating points (TRF26 299) included."""

from __future__ import annotations

from .record import AbnormalPoints, Cell, Participant, TournamentRecord
from .scoring import Colour, Outcome


def cell_points(record: TournamentRecord) -> dict[tuple[Outcome, Colour | None], int]:
    """Tenths for every (outcome, colour), deviating points left out."""
    return {
        (outcome, colour): record.points.points(outcome, colour)
        for outcome in Outcome
        for colour in (None, *Colour)
    }


def round_points(record: TournamentRecord, person: Participant, round_number: int) -> int:
    """Tenths a participant earned in a recorded round.

    A bonus or penalty without a round (299 with a blank type and round) counts
    with round 1.
    """
    cell = person.cells[round_number - 1]
    points = record.points.points(cell.outcome, cell.colour)
    bonus = 0
    for rule in record.abnormal_points:
        if rule.points is None or (rule.numbers and person.number not in rule.numbers):
            continue
        if rule.outcome is None:
            if round_number == (rule.round or 1):
                bonus += rule.points
        elif _applies(rule, cell, round_number):
            points = rule.points
    return points + bonus


_RATED = {
    Outcome.UNRATED_WIN: Outcome.WIN,
    Outcome.UNRATED_DRAW: Outcome.DRAW,
    Outcome.UNRATED_LOSS: Outcome.LOSS,
}


def _applies(rule: AbnormalPoints, cell: Cell, round_number: int) -> bool:
    """Whether a result is of the rule's kind: a win is a win, rated or not."""
    kind = _RATED.get(cell.outcome, cell.outcome)
    return rule.outcome is kind and rule.round in (None, round_number)


def total_points(record: TournamentRecord, person: Participant, through: int | None = None) -> int:
    """Tenths after ``through`` rounds (all recorded ones by default)."""
    last = record.completed if through is None else through
    if not record.abnormal_points:
        points = record.points.points
        return sum(points(cell.outcome, cell.colour) for cell in person.cells[:last])
    return sum(round_points(record, person, number) for number in range(1, last + 1))

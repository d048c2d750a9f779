"""Short ways to write down records in tests."""

from __future__ import annotations

import re
from typing import Any

from pairing.record import Cell, Participant, PlannedBye, TournamentRecord
from pairing.scoring import Colour, Outcome

_CELL = re.compile(r"(\d+)([wb])(.)")
_LETTERS = {outcome.value: outcome for outcome in Outcome}


def record(text: str, *, rounds: int, absent: str = "", **facts: Any) -> TournamentRecord:
    """A record from one line a player: ``4w1 2b= U Z`` (opponent, colour, result, or a bye).

    ``absent`` lists numbers, each perhaps with a bye letter, missing from the
    next round: ``"3 5H"``.
    """
    rows = [line.split() for line in text.strip().splitlines()]
    participants = tuple(
        Participant(number=number, name=f"P{number}", cells=tuple(cell(item) for item in row))
        for number, row in enumerate(rows, start=1)
    )
    completed = max(len(row) for row in rows)
    byes = tuple(
        PlannedBye(
            completed + 1, int(item.rstrip("HFZ")), _LETTERS[item[-1] if item[-1] in "HF" else "Z"]
        )
        for item in absent.split()
    )
    facts.setdefault("initial_colour", Colour.WHITE)
    return TournamentRecord(
        participants=participants, rounds=rounds, completed=completed, planned_byes=byes, **facts
    )


def cell(text: str) -> Cell:
    """One cell: ``4w1`` or a bye letter."""
    match = _CELL.fullmatch(text)
    if match is None:
        return Cell(_LETTERS[text])
    opponent, colour, letter = match.groups()
    return Cell(_LETTERS[letter], int(opponent), Colour(colour))


def start(players: int, *, rounds: int, **facts: Any) -> TournamentRecord:
    """A field before round 1."""
    facts.setdefault("initial_colour", Colour.WHITE)
    return TournamentRecord(
        participants=tuple(Participant(number=n, name=f"P{n}") for n in range(1, players + 1)),
        rounds=rounds,
        **facts,
    )


def boards(proposal: Any) -> list[tuple[int, int]]:
    """Boards of a proposal, 0 for the bye."""
    return [(board.white, board.black or 0) for board in proposal.boards]

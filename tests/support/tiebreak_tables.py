"""The tables of the worked examples, and a reader for their notation that is not the product's.

A cell is ``9w1`` (opponent, colour, result), ``9+``/``9-`` (forfeit, with or
without a colour), ``PAB``, ``HPB``, ``FPB``, ``ZPB``.
"""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import replace
from typing import Any

from pairing.record import Cell, Participant, TournamentInfo, TournamentRecord
from pairing.scoring import Colour, Outcome
from pairing.trf import read_trf
from tests.paths import GOLDEN
from tiebreaks import Options, standings

_CELL = re.compile(r"(\d+)([wb]?)([10=+-])")
_BYES = {
    "PAB": Outcome.PAIRING_ALLOCATED_BYE,
    "HPB": Outcome.HALF_POINT_BYE,
    "FPB": Outcome.FULL_POINT_BYE,
    "ZPB": Outcome.ZERO_POINT_BYE,
    "?": Outcome.UNKNOWN,
}

# Number, rating, points, rounds (the five-round Swiss of section 14).
S5 = """
 1 2200 3.5    9w1  13b=   2w=  15b1   4w=
 2 2150 4.0   10b1   7w1   1b=  16w1   3b=
 3 2100 3.5   11w=   6b1   8w1   4b=   2w=
 4 2050 3.5   12b1   HPB  13w1   3w=   1b=
 5 2000 2.5   13w0  15b0  11w1   7b=  10w1
 6 1950 3.0   14b0   3w0   PAB  10w1   8b1
 7 1900 1.5   15w1   2b0  16b0   5w=  11b0
 8 1850 2.5   16b=  14w1   3b0  13w1   6w0
 9 1800 1.5    1b0  10w0   HPB  11w-   PAB
10 1750 1.0    2w0   9b1  15w0   6b0   5b0
11 1700 2.5    3b=  16w0   5b0   9b+   7w1
12 1650 2.0    4w0   PAB  14w+   ZPB   ZPB
13 1600 1.5    5b1   1w=   4b0   8b0  14w0
14 1550 2.0    6w1   8b0  12b-   ZPB  13b1
15 1500 2.0    7b0   5w1  10b1   1w0  16b0
16 1450 3.5    8w=  11b1   7w1   2b0  15w1
"""

# The six-player round robin of section 14.
RR6 = """
1 2200 3.5   5w=  2w1  3b1  4w0  6b1
2 2150 3.5   6w1  1b0  5w1  3w=  4b1
3 2100 3.5   4w1  6b1  1w0  2b=  5w1
4 2050 1.5   3b0  5b0  6w=  1b1  2w0
5 1950 1.5   1b=  4w1  2b0  6w-  3b0
6 2000 1.5   2b0  3w0  4b=  5b+  1w0
"""


def record_of(table: str, *, rounds: int | None = None, **facts: Any) -> TournamentRecord:
    """A record from lines of number, rating (0: none), points (ignored) and cells."""
    people = []
    for line in table.strip().splitlines():
        number, rating, _, *cells = line.split()
        people.append(
            Participant(
                int(number),
                f"Player {number}",
                tuple(cell_of(text) for text in cells),
                int(rating) or None,
            )
        )
    completed = len(people[0].cells)
    return TournamentRecord(tuple(people), rounds or completed, completed, **facts)


def cell_of(text: str) -> Cell:
    if text in _BYES and text != "?":
        return Cell(_BYES[text])
    match = _CELL.fullmatch(text)
    if match is None:
        raise ValueError(text)
    opponent, colour, result = match.groups()
    return Cell(Outcome(result), int(opponent), Colour(colour) if colour else None)


def golden_vector(name: str) -> dict[str, Any]:
    """One tournament of the golden sample, with the values FIDE's checker printed."""
    with gzip.open(GOLDEN / "tiebreaks" / "vectors.jsonl.gz", "rt", encoding="utf-8") as stream:
        return next(line for line in map(json.loads, stream) if line["id"] == name)


def golden_record(name: str) -> TournamentRecord:
    return read_trf(golden_vector(name)["trf"].encode()).record


def round_robin(table: str, **facts: Any) -> TournamentRecord:
    return record_of(table, info=TournamentInfo(kind="Round Robin"), **facts)


def unrated(record: TournamentRecord, *numbers: int) -> TournamentRecord:
    """The same event with these players unrated."""
    return replace(
        record,
        participants=tuple(
            replace(person, rating=None) if person.number in numbers else person
            for person in record.participants
        ),
    )


def column(
    record: TournamentRecord, code: str, *, first: str = "PTS", **rules: Any
) -> dict[int, str | None]:
    """Pairing number -> display text of one tie-break behind the points."""
    table = standings(record, [first, code] if code != first else [first], **rules)
    place = len(table.order) - 1
    return {row.number: row.values[place].text for row in table.rows}


def in_order(values: dict[int, str | None]) -> list[str | None]:
    """Values by pairing number."""
    return [values[number] for number in sorted(values)]


def places(record: TournamentRecord, order: list[str], **rules: Any) -> list[int]:
    """Pairing numbers in the order of the standings."""
    return [row.number for row in standings(record, order, **rules).rows]


AS_CHECKER = Options(half_rule=False, buchholz_in_round_robin=True)
"""Buchholz in a round robin, for the examples that compute it all the same."""

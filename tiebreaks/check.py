"""Compare computed values with vector files: what the checker of FIDE printed.

A vector file is JSON lines, gzipped or not: ``id``, ``trf`` (the file's text),
``expected`` (code -> participant -> text or null), optionally ``first`` (the
primary score) and ``rules`` (the date whose edition applies).  A value agrees
if its text does; only an empty sum, which the checker prints as ``0`` for
every tie-break, is compared as a number.

The checker has no 50 % rule and computes Buchholz in round robins, so both are
switched that way here.  Its known faults are left out by name: :data:`FAULTS`.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from pairing.trf import read_trf

from .codes import Criterion, parse_code
from .errors import TiebreakError
from .field import NOBODY, Field
from .options import Options
from .ranking import Ranking
from .unplayed import edition_of
from .values import Value

_AS_CHECKER = Options(half_rule=False, buchholz_in_round_robin=True)


@dataclass(frozen=True, slots=True)
class Fault:
    """A known fault of the checker (digest 17.2): where it shows, and what it is."""

    reason: str
    shows: Callable[[Criterion, Field], bool]


@dataclass(frozen=True, slots=True)
class Difference:
    """One value that does not agree."""

    tournament: str
    code: str
    number: str
    expected: str | None
    computed: str | None


@dataclass(slots=True)
class Outcome:
    """Counts of a comparison; ``left_out`` is the number of values for each reason."""

    tournaments: int = 0
    values: int = 0
    differences: list[Difference] = field(default_factory=list)
    left_out: dict[str, int] = field(default_factory=dict)

    def add(self, other: Outcome) -> None:
        """Take the counts of another comparison in."""
        self.tournaments += other.tournaments
        self.values += other.values
        self.differences.extend(other.differences)
        for reason, number in other.left_out.items():
            self.left_out[reason] = self.left_out.get(reason, 0) + number


def _met_again(table: Field) -> bool:
    """Whether two participants of a Swiss played each other more than once."""
    for row, played in zip(table.opponent, table.played, strict=True):
        met = [opponent for opponent, game in zip(row, played, strict=True) if game]
        if len(met) > len(set(met)):
            return not table.predetermined
    return False


def _left_in_cycles(table: Field) -> bool:
    """A round robin of several cycles with somebody who was never paired."""
    return (
        table.predetermined
        and table.rounds >= 2 * (len(table) - 1)
        and any(all(opponent == NOBODY for opponent in row) for row in table.opponent)
    )


FAULTS = (
    Fault(
        "17.2 item 1: the larger board count is put first",
        lambda criterion, table: criterion.name in ("EDEC", "EDEBT", "EDEBB"),
    ),
    Fault(
        "17.2 item 3: repeated meetings in a Swiss are averaged wrongly",
        lambda criterion, table: (
            criterion.name in ("DE", "EDE", "EDET", "EDEB") and _met_again(table)
        ),
    ),
    Fault(
        "17.2 item 7: Fore Buchholz on game points misses a step",
        lambda criterion, table: (
            criterion.score == "GP" and (criterion.name == "FB" or criterion.fore)
        ),
    ),
    Fault(
        "11.1: one game instead of one a cycle is taken off for who was never paired",
        lambda criterion, table: criterion.name == "KS" and _left_in_cycles(table),
    ),
)


def vectors(path: Path) -> Iterator[dict[str, Any]]:
    """The tournaments of a vector file.

    Raises ``OSError`` if it cannot be read and ``check.bad_vector`` for a
    line that is no vector.
    """
    opener: Callable[..., Any] = gzip.open if path.suffix.lower() == ".gz" else open
    number = 0
    try:
        with opener(path, "rb") as stream:
            for number, line in enumerate(stream, start=1):
                if line.strip():
                    yield _vector(path, number, line)
    except (EOFError, zlib.error) as error:
        raise OSError(f"{path}, after line {number}: {error}") from error


def _vector(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        vector = json.loads(line)
    except ValueError as error:
        raise TiebreakError(
            "check.bad_vector", file=path.name, line=number, reason=str(error)
        ) from None
    if (
        not isinstance(vector, dict)
        or not isinstance(vector.get("trf"), str)
        or not isinstance(vector.get("expected"), dict)
        or not all(isinstance(values, dict) for values in vector["expected"].values())
    ):
        raise TiebreakError("check.bad_vector", file=path.name, line=number)
    return vector


def compare(vector: dict[str, Any]) -> Outcome:
    """Compute every expected value of one vector and compare.

    Raises ``check.bad_vector`` and what reading the file and parsing the codes raise.
    """
    record = read_trf(vector["trf"].encode()).record
    edition = edition_of(_rules_date(vector) or record.info.start)
    ranking = Ranking(record, [vector.get("first", "PTS")], edition=edition, options=_AS_CHECKER)
    outcome = Outcome(tournaments=1)
    for code, expected in vector["expected"].items():
        criterion = parse_code(code)
        fault = _fault(criterion, ranking.field)
        if fault is not None:
            outcome.left_out[fault] = outcome.left_out.get(fault, 0) + len(expected)
            continue
        column = ranking.next_column(criterion)
        computed = {
            str(number): Value(scaled, column.decimals).text
            for number, scaled in zip(ranking.field.numbers, column.scaled, strict=True)
        }
        outcome.values += len(expected)
        outcome.differences.extend(
            Difference(str(vector.get("id", "?")), code, number, text, computed.get(number))
            for number, text in expected.items()
            if not _agree(text, computed.get(number))
        )
    return outcome


def _rules_date(vector: dict[str, Any]) -> date | None:
    rules = vector.get("rules")
    try:
        return date.fromisoformat(rules) if rules else None
    except (TypeError, ValueError):
        raise TiebreakError("check.bad_vector", id=vector.get("id"), rules=rules) from None


def _fault(criterion: Criterion, table: Field) -> str | None:
    return next((fault.reason for fault in FAULTS if fault.shows(criterion, table)), None)


def _agree(expected: str | None, computed: str | None) -> bool:
    if expected == "0" and computed is not None:
        return not computed.strip("0.")
    return expected == computed

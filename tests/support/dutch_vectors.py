"""Dutch vectors: the full files beside the repository, or the samples in it."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from pairing.record import PlannedBye, TournamentRecord
from pairing.scoring import Outcome
from pairing.trf import read_trf
from tests.paths import GOLDEN, ORACLE

Boards = list[tuple[int, int | None]]


def position_file() -> Path:
    """Single positions in which a named rule decides."""
    return _first(ORACLE / "dutch-2026-criteria.jsonl.gz", GOLDEN / "dutch-positions.jsonl.gz")


def tournament_file() -> Path:
    """Whole tournaments."""
    return _first(ORACLE / "dutch-2026.jsonl.gz", GOLDEN / "dutch-tournaments.jsonl.gz")


def open_file() -> Path:
    """Tournaments of 90-240 players."""
    return _first(ORACLE / "dutch-2026-open.jsonl.gz", GOLDEN / "dutch-tournaments.jsonl.gz")


def _first(full: Path, sample: Path) -> Path:
    if full.exists():
        return full
    print(f"{full} is absent: using the sample {sample.name}")
    return sample


def lines(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        for text in stream:
            yield json.loads(text)


def boards(pairs: list[list[int]]) -> Boards:
    return [(white, black or None) for white, black in pairs]


def record_of(line: dict[str, Any]) -> TournamentRecord:
    return read_trf(line["trf"].encode()).record


def stuck_record(line: dict[str, Any], record: TournamentRecord) -> TournamentRecord:
    """The record of a ``stuck`` line with the absentees of the impossible round."""
    coming = record.completed + 1
    return replace(
        record,
        planned_byes=tuple(
            PlannedBye(coming, int(number), Outcome(letter))
            for number, letter in line["stuck_byes"].items()
        ),
    )

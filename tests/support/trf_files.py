"""Sample files and vectors for the codecs."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

from tests.paths import GOLDEN, ORACLE, RULES_DATA

SAMPLES = GOLDEN / "trf"
# Every n-th line of the larger files: a fixed sample of some 300 tournaments.
_VECTORS = (
    (ORACLE / "dutch-2026.jsonl.gz", 40),
    (ORACLE / "dutch-2026-open.jsonl.gz", 10),
    (ORACLE / "dutch-2026-n1000.jsonl.gz", 2),
    (ORACLE / "dutch-2026-criteria.jsonl.gz", 20),
    (ORACLE / "tiebreaks-swiss.jsonl.gz", 20),
    (RULES_DATA / "tiebreak-vectors.jsonl.gz", 3),
)


def sample(name: str) -> bytes:
    """Content of a sample file."""
    return (SAMPLES / name).read_bytes()


def sample_names() -> list[str]:
    """All sample files."""
    return sorted(path.name for path in SAMPLES.glob("*.trf"))


def vector_files() -> Iterator[tuple[str, bytes]]:
    """(name, content) of the vectors beside the repository, or of the sample in it."""
    if not ORACLE.exists():
        print(f"{ORACLE} is absent: using the sample vectors")
        yield from _lines(SAMPLES / "vectors.jsonl.gz", 1)
        return
    for path, step in _VECTORS:
        yield from _lines(path, step)


def _lines(path: Path, step: int) -> Iterator[tuple[str, bytes]]:
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        for index, text in enumerate(stream):
            if index % step == 0:
                vector = json.loads(text)
                yield f"{path.name} {vector['id']}", vector["trf"].encode()


def player_line(number: int, *cells: str, code: str = "001", **fields: str) -> str:
    """A ``001`` line with every field in its columns; cells are eight characters each."""
    columns = {
        "sex": (10, 1),
        "title": (11, 3),
        "name": (15, 33),
        "rating": (49, 4),
        "federation": (54, 3),
        "fide_id": (58, 11),
        "birth": (70, 10),
        "points": (81, 4),
        "rank": (86, 4),
    }
    line = list(" " * 91)
    line[0:3] = code
    line[4:8] = f"{number:>4}"
    for name, (first, width) in columns.items():
        text = fields.pop(name, f"Player {number}" if name == "name" else "")
        aligned = text.ljust(width) if name in ("name", "federation") else text.rjust(width)
        line[first - 1 : first - 1 + width] = aligned
    assert not fields
    return ("".join(line) + "  ".join(cells)).rstrip()


def trf(*lines: str) -> bytes:
    """Lines as a UTF-8 file."""
    return "".join(f"{line}\n" for line in lines).encode()


def two_players(*rounds: tuple[str, str], header: tuple[str, ...] = ("142 5", "152 W")) -> bytes:
    """Players 1 and 2; each round is the cell of player 1 and the cell of player 2."""
    return trf(
        *header,
        player_line(1, *(first for first, _ in rounds)),
        player_line(2, *(second for _, second in rounds)),
    )

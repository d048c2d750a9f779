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

"""Values that FIDE's checker printed: a fixed sample of the full files, or the samples here."""

from __future__ import annotations

import pytest

from tests.paths import GOLDEN, ORACLE, RULES_DATA
from tiebreaks.check import Outcome, compare, vectors

SAMPLE = 60
FILES = {
    "swiss": (ORACLE / "tiebreaks-swiss.jsonl.gz", GOLDEN / "tiebreaks" / "swiss.jsonl.gz"),
    "all kinds": (
        RULES_DATA / "tiebreak-vectors.jsonl.gz",
        GOLDEN / "tiebreaks" / "vectors.jsonl.gz",
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_c07_values_agree_with_the_checker(name):
    full, sample = FILES[name]
    if not full.exists():
        print(f"{full} is absent: using the sample {sample.name}")
    chosen = list(vectors(full if full.exists() else sample))
    size = min(SAMPLE, len(chosen))
    chosen = [chosen[len(chosen) * step // size] for step in range(size)]
    outcome = Outcome()
    for vector in chosen:
        outcome.add(compare(vector))
    assert outcome.differences == []
    assert outcome.left_out == {}
    assert outcome.tournaments == size
    assert outcome.values == sum(
        len(values) for vector in chosen for values in vector["expected"].values()
    )

"""Compare the engines with the vector files in ``../shared`` (all, or ``--sample N`` of each)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from environment import ROOT

SHARED = ROOT.parent / "shared"
PAIRING = ("oracle/dutch-*.jsonl.gz",)
TIEBREAKS = ("oracle/tiebreaks-*.jsonl.gz", "rules/data/tiebreak-vectors.jsonl.gz")


def _files(patterns: tuple[str, ...]) -> list[Path]:
    return sorted(path for pattern in patterns for path in SHARED.glob(pattern))


def main() -> None:
    """Run both checkers over what is there; the exit code is the worst of theirs."""
    if not SHARED.exists():
        print("no vectors: ../shared is not here")
        return
    worst = 0
    for package, patterns in (("pairing", PAIRING), ("tiebreaks", TIEBREAKS)):
        command = [sys.executable, "-m", package, "check", *sys.argv[1:], *_files(patterns)]
        worst = max(worst, subprocess.run(list(map(str, command)), cwd=ROOT).returncode)
    raise SystemExit(worst)


if __name__ == "__main__":
    main()

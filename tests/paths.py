"""Where test data live: small samples in the repository, the full vectors beside it."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "tests" / "golden"
SHARED = ROOT.parent / "shared"
ORACLE = SHARED / "oracle"
CASES = SHARED / "cases"
RULES_DATA = SHARED / "rules" / "data"

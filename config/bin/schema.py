"""Write the OpenAPI document to ``docs/openapi.yaml``, or compare it (``--check``)."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from environment import ROOT, stop

DOCUMENT = ROOT / "docs" / "openapi.yaml"


def generate(target: Path) -> None:
    """Make the document; any warning of the generator is a failure."""
    environment = os.environ | {"DATABASE_URL": "", "ENV_FILE": "", "LOG_LEVEL": "ERROR"}
    command = [sys.executable, "manage.py", "spectacular", "--validate", "--fail-on-warn"]
    code = subprocess.run([*command, "--file", str(target)], cwd=ROOT, env=environment).returncode
    if code:
        stop("The OpenAPI document could not be made.")


def main() -> None:
    """Write, or compare with what is committed."""
    if sys.argv[1:] != ["--check"]:
        DOCUMENT.parent.mkdir(exist_ok=True)
        generate(DOCUMENT)
        return
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / "openapi.yaml"
        generate(fresh)
        if not DOCUMENT.exists() or fresh.read_text() != DOCUMENT.read_text():
            stop("docs/openapi.yaml does not say what the code does: run `make schema`.")
    print("docs/openapi.yaml holds")


if __name__ == "__main__":
    main()

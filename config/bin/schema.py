"""Write ``docs/openapi.yaml`` and ``docs/schema.graphql``, or compare them (``--check``)."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from environment import ROOT, stop

DOCS = ROOT / "docs"
GRAPHQL = "tournaments.api.graphql.schema.schema"
# Name of the document -> the command that makes it; any warning of a generator is a failure.
DOCUMENTS = {
    "openapi.yaml": ["spectacular", "--validate", "--fail-on-warn", "--file"],
    "schema.graphql": ["graphql_schema", "--schema", GRAPHQL, "--out"],
}


def generate(name: str, target: Path) -> None:
    """Make one document."""
    environment = os.environ | {"DATABASE_URL": "", "ENV_FILE": "", "LOG_LEVEL": "ERROR"}
    command = [sys.executable, "manage.py", *DOCUMENTS[name], str(target)]
    made = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    if made.returncode:
        stop(f"docs/{name} could not be made.")


def main() -> None:
    """Write, or compare with what is committed."""
    if sys.argv[1:] != ["--check"]:
        DOCS.mkdir(exist_ok=True)
        for name in DOCUMENTS:
            generate(name, DOCS / name)
        return
    with tempfile.TemporaryDirectory() as folder:
        for name in DOCUMENTS:
            fresh, committed = Path(folder) / name, DOCS / name
            generate(name, fresh)
            if not committed.exists() or fresh.read_text() != committed.read_text():
                stop(f"docs/{name} does not say what the code does: run `make schema`.")
            print(f"docs/{name} holds")


if __name__ == "__main__":
    main()

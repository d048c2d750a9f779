"""The README's tour, word by word, against a server that was really started."""

from __future__ import annotations

import re
import subprocess

import pytest

from tests.paths import ROOT

EXPECTED = """\
404
published
Alvarez, Ana - Dubois, Denis
Brown, Bob - Costa, Carla
Evans, Eve - Fischer, Frank
1-0
1-0
1-0
1 Alvarez, Ana 3.5
2 Brown, Bob 2.5
3 Costa, Carla 2.0
4 Dubois, Denis 1.5
5 Fischer, Frank 1.5
6 Evans, Eve 1.0
"""


def tour() -> str:
    """All shell blocks of the README's tour as one script."""
    text = (ROOT / "README.md").read_text()
    section = text.split("## A five-minute tour")[1].split("\n## ")[0]
    blocks = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)
    assert len(blocks) == 9
    return "\n".join(blocks)


def walk(installation, folder) -> str:
    """Run the tour in an empty folder; what it printed."""
    script = tour().replace("http://127.0.0.1:8000", installation.address)
    script = script.replace(".venv/bin/python", str(ROOT / ".venv/bin/python"))
    done = subprocess.run(
        ["sh", "-eu", "-c", script],
        cwd=folder,
        env=installation.environment | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def check(installation, folder) -> None:
    printed = walk(installation, folder)
    assert printed.startswith(EXPECTED)
    pairs = printed.removeprefix(EXPECTED).splitlines()
    # Round 5 as the pairing program sees it: three pairs, nobody meets again.
    assert pairs[0] == "3"
    assert (folder / "round-4.trf").read_text().startswith("012 My open")


def test_the_tour_on_the_embedded_default(embedded, tmp_path):
    check(embedded, tmp_path)


@pytest.mark.needs("postgresql", "redis")
def test_the_tour_with_a_worker_on_postgresql_and_redis(production, tmp_path):
    check(production, tmp_path)

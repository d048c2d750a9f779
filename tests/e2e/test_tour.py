"""The README's tour, word by word, against a server that was really started."""

from __future__ import annotations

import re
import subprocess

import pytest

from tests.paths import ROOT


def blocks(kind: str) -> list[str]:
    """The blocks of one kind in the README's tour."""
    text = (ROOT / "README.md").read_text()
    section = text.split("## A five-minute tour")[1].split("\n## ")[0]
    return re.findall(rf"```{kind}\n(.*?)```", section, re.DOTALL)


def walk(installation, folder) -> str:
    """Run the tour in an empty folder; what it printed."""
    script = "\n".join(blocks("sh")).replace("http://127.0.0.1:8000", installation.address)
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
    expected = "".join(blocks("text")).splitlines()
    assert len(expected) == 32
    assert walk(installation, folder).splitlines() == expected
    for name in ("round-4.trf", "round-4-2016.trf"):
        assert (folder / name).read_text().startswith("012 My open")


def test_the_tour_on_the_embedded_default(embedded, tmp_path):
    check(embedded, tmp_path)


@pytest.mark.xdist_group("production")
@pytest.mark.needs("postgresql", "redis")
def test_the_tour_with_a_worker_on_postgresql_and_redis(production, tmp_path):
    check(production, tmp_path)

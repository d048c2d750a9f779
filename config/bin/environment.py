"""The virtual environment: made once, filled from the lock file, left alone until that changes.

Standard library only: this runs before anything is installed.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent.parent
PYPROJECT = ROOT / "pyproject.toml"
LOCK = ROOT / "requirements.lock"
VENV = Path(os.environ.get("VENV", ROOT / ".venv"))
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
STAMP = VENV / "installed-from"


def stop(sentence: str) -> NoReturn:
    """End with one sentence on standard error and exit code 1."""
    print(sentence, file=sys.stderr)
    raise SystemExit(1)


def requirements(*, development: bool) -> list[str]:
    """The ranges of ``pyproject.toml``, with those for development if wanted."""
    project = tomllib.loads(PYPROJECT.read_text())["project"]
    wanted: list[str] = list(project["dependencies"])
    if development:
        wanted += project["optional-dependencies"]["dev"]
    return wanted


def ensure(*, development: bool) -> None:
    """Make the environment match the lock file; returns at once when it already does."""
    wanted = requirements(development=development)
    stamp = hashlib.sha256(LOCK.read_bytes() + "\n".join(wanted).encode()).hexdigest()
    if PYTHON.exists() and stamp in _stamps():
        return
    if not PYTHON.exists():
        _create()
    _install(wanted)
    # Development packages include the others, so one installation serves both.
    base = hashlib.sha256(LOCK.read_bytes() + "\n".join(requirements(development=False)).encode())
    STAMP.write_text(f"{stamp}\n{base.hexdigest()}\n")


def _stamps() -> list[str]:
    return STAMP.read_text().split() if STAMP.exists() else []


def _create() -> None:
    print(f"Making a virtual environment in {VENV.name} ...", flush=True)
    made = subprocess.run([sys.executable, "-m", "venv", str(VENV)], capture_output=True, text=True)
    if made.returncode:
        stop(
            "Python's venv module could not make a virtual environment "
            "(on Debian or Ubuntu: install python3-venv): " + _last_line(made.stdout + made.stderr)
        )


def _install(wanted: list[str]) -> None:
    print("Installing the packages of requirements.lock (once; a minute or two) ...", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder) / "requirements.txt"
        listed.write_text("\n".join(wanted) + "\n")
        # Compiling everything beforehand takes as long as the rest of the installation.
        command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--no-compile"]
        command += ["--disable-pip-version-check", "--constraint", str(LOCK)]
        done = subprocess.run([*command, "--requirement", str(listed)], cwd=ROOT)
    if done.returncode:
        stop("The packages could not be installed: pip's message stands above.")


def _last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1] if lines else "no message"

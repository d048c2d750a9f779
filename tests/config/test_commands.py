"""``make run`` says in one sentence what is missing."""

from __future__ import annotations

import os
import socket
import subprocess
import sys

from tests.paths import ROOT

DO = str(ROOT / "config" / "bin" / "do")


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", DO, *command],
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_a_busy_port_is_one_sentence():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run("run", "--port", str(port), PYTHON=sys.executable)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == (
        f"Port {port} on 127.0.0.1 cannot be used (Address already in use): stop what uses it, "
        f"or choose another with `make run PORT={port + 1}`.\n"
    )


def test_a_port_that_is_none_is_one_sentence():
    done = run("run", "--port", "70000", PYTHON=sys.executable)
    assert (done.returncode, done.stderr) == (1, "70000 is not a port number.\n")


def test_no_python_is_one_sentence(tmp_path):
    for name in ("python3", "python"):
        old = tmp_path / name
        old.write_text("#!/bin/sh\nexit 1\n")
        old.chmod(0o755)
    done = run("run", PATH=str(tmp_path))
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == (
        "Python 3.11 or newer is needed and was not found; "
        "install it, or set PYTHON to where it is.\n"
    )


def test_an_unknown_command_is_refused():
    assert run("fly", PYTHON=sys.executable).returncode == 2

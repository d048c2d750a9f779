"""What ``make`` does, for machines with only Python and a shell.

Standard library only: the virtual environment may not exist yet.  Each command
makes the environment match the lock file first and then works inside it.
"""

from __future__ import annotations

import argparse
import os
import secrets
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing

import environment
from environment import BIN, PYTHON, ROOT, stop

HERE = ROOT / "config" / "bin"


def step(*command: object) -> None:
    """Run one command from the repository root; end with its exit code if it fails."""
    code = subprocess.run([str(part) for part in command], cwd=ROOT).returncode
    if code:
        raise SystemExit(code)


def become(*command: object) -> None:
    """Replace this process, so that signals reach the command itself."""
    os.chdir(ROOT)
    sys.stdout.flush()
    os.execv(str(command[0]), [str(part) for part in command])


def run(args: argparse.Namespace) -> None:
    """Serve on the loopback address, with sample data the first time."""
    if not 0 < args.port < 65536:
        stop(f"{args.port} is not a port number.")
    with closing(socket.socket()) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((args.host, args.port))
        except OSError as error:
            stop(
                f"Port {args.port} on {args.host} cannot be used ({error.strerror}): "
                f"stop what uses it, or choose another with `make run PORT={args.port + 1}`."
            )
    environment.ensure(development=False)
    become(PYTHON, HERE / "serve.py", "--host", args.host, "--port", args.port)


def test(args: argparse.Namespace) -> None:
    """Run the tests against the services that are reachable."""
    environment.ensure(development=True)
    become(PYTHON, HERE / "testing.py", *args.arguments)


def lint(args: argparse.Namespace) -> None:
    """Everything that reads the code without running it."""
    environment.ensure(development=True)
    step(BIN / "ruff", "check", ".")
    step(BIN / "ruff", "format", "--check", ".")
    step(BIN / "mypy")
    step(BIN / "lint-imports")
    step(PYTHON, HERE / "lock.py", "--check")
    step(PYTHON, HERE / "catalogues.py", "--check")
    step(PYTHON, HERE / "compose.py")
    embedded = os.environ | {"DATABASE_URL": "", "CELERY_BROKER_URL": ""}
    for command in (
        [PYTHON, "manage.py", "check"],
        [PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"],
        [PYTHON, HERE / "schema.py", "--check"],
    ):
        code = subprocess.run([str(part) for part in command], cwd=ROOT, env=embedded).returncode
        if code:
            raise SystemExit(code)


def schema(args: argparse.Namespace) -> None:
    """Write ``docs/openapi.yaml`` and ``docs/schema.graphql``."""
    environment.ensure(development=True)
    become(PYTHON, HERE / "schema.py")


def messages(args: argparse.Namespace) -> None:
    """Bring the ``.po`` files up to date with the texts in the code."""
    environment.ensure(development=True)
    become(PYTHON, HERE / "catalogues.py", "--update")


def lock(args: argparse.Namespace) -> None:
    """Upgrade everything within the ranges of ``pyproject.toml`` and pin it."""
    environment.ensure(development=True)
    step(
        *(PYTHON, "-m", "pip", "install", "--quiet", "--upgrade", "--upgrade-strategy", "eager"),
        *environment.requirements(development=True),
    )
    become(PYTHON, HERE / "lock.py")


def bench(args: argparse.Namespace) -> None:
    """Run the benchmarks, or the one named first, with its options; numbers are printed."""
    environment.ensure(development=True)
    modules = sorted(path.stem for path in (ROOT / "tests" / "bench").glob("bench_*.py"))
    options = list(args.arguments)
    if options and f"bench_{options[0]}" in modules:
        modules = [f"bench_{options.pop(0)}"]
    for module in modules:
        step(PYTHON, "-m", f"tests.bench.{module}", *options)


def contract(args: argparse.Namespace) -> None:
    """Send many generated requests; each answer must be one that the document describes."""
    environment.ensure(development=True)
    parser = argparse.ArgumentParser(prog="config/bin/do contract", description=contract.__doc__)
    parser.add_argument("--examples", type=int, default=40, help="requests for each operation")
    parser.add_argument(
        "--seed", type=int, default=secrets.randbelow(10**6), help="to repeat a run"
    )
    parser.add_argument("--only", default="", help="pattern for the names of operations")
    wanted = parser.parse_args(args.arguments)
    print(f"{wanted.examples} requests for each operation, seed {wanted.seed}", flush=True)
    os.environ |= {
        "CONTRACT_EXAMPLES": str(wanted.examples),
        "CONTRACT_SEED": str(wanted.seed),
        "CONTRACT_ONLY": wanted.only,
        "TEST_PROCESSES": "0",
    }
    become(PYTHON, HERE / "testing.py", "tests/contract/test_conformance.py", "-s")


def vectors(args: argparse.Namespace) -> None:
    """Compare the engines with every vector file in ``../shared``."""
    environment.ensure(development=True)
    become(PYTHON, HERE / "vectors.py", *args.arguments)


def clean(args: argparse.Namespace) -> None:
    """Remove what can be made again; the data in ``var`` stay."""
    for name in (".venv", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".import_linter_cache"):
        shutil.rmtree(ROOT / name, ignore_errors=True)


COMMANDS: dict[str, Callable[[argparse.Namespace], None]] = {
    command.__name__: command
    for command in (run, test, lint, bench, vectors, contract, schema, messages, lock, clean)
}


HAND_ON = ("test", "bench", "vectors", "contract")
"""Commands whose arguments are for pytest, the benchmarks, the checkers, the generated requests."""


def main() -> None:
    """Parse ``command [options]`` and do it."""
    parser = argparse.ArgumentParser(prog="config/bin/do", description="What make does.")
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, command in COMMANDS.items():
        sub = subparsers.add_parser(name, help=command.__doc__, description=command.__doc__)
        if name == "run":
            sub.add_argument("--host", default="127.0.0.1")
            sub.add_argument("--port", type=int, default=8000)
        elif name in HAND_ON:
            sub.usage = f"config/bin/do {name} [arguments that are handed on]"
    args, arguments = parser.parse_known_args()
    args.arguments = arguments
    if args.arguments and args.command not in HAND_ON:
        parser.error(f"{args.command} takes no {' '.join(args.arguments)}")
    COMMANDS[args.command](args)


if __name__ == "__main__":
    main()

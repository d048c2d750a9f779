"""Command line of the pairing package.

Exit codes: 0 done, 1 no legal pairing (or differences found), 3 bad input,
5 file cannot be read or written.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from .errors import NoLegalPairing, PairingError
from .messages import SENTENCES, sentence
from .trf import TrfError

EXIT_OK = 0
EXIT_NO_PAIRING = 1
EXIT_BAD_INPUT = 3
EXIT_UNREADABLE = 5

# Each module in .commands has add_arguments(parser) and run(args) -> exit code.
COMMANDS = ("pair", "convert", "check", "generate", "schedule", "bracket")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the process's exit code."""
    parser = argparse.ArgumentParser(prog="python -m pairing", description=__doc__)
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    runners = {}
    for name in COMMANDS:
        module = importlib.import_module(f"pairing.commands.{name}")
        summary = (module.__doc__ or "").strip().splitlines()[0]
        module.add_arguments(subparsers.add_parser(name, help=summary, description=module.__doc__))
        runners[name] = module.run
    try:
        args = parser.parse_args(argv)
    except SystemExit as stop:
        return EXIT_OK if stop.code in (0, None) else EXIT_BAD_INPUT
    try:
        return int(runners[args.command](args))
    except NoLegalPairing as error:
        print(f"no legal pairing: {_readable(error)}", file=sys.stderr)
        return EXIT_NO_PAIRING
    except PairingError as error:
        print(f"bad input: {_readable(error)}", file=sys.stderr)
        return EXIT_BAD_INPUT
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_UNREADABLE
    except OSError as error:
        print(f"cannot read or write: {error}", file=sys.stderr)
        return EXIT_UNREADABLE


def _readable(error: PairingError) -> str:
    """Code and sentence; a report file's refusal brings its own, with line and column."""
    if isinstance(error, TrfError) or error.code not in SENTENCES:
        return str(error)
    return f"{error.code}: {sentence(error.code, error.params)}"

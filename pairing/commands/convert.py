"""Read a Tournament Report File of any generation and write it as TRF16 or TRF26.

Every adjustment is listed with line and column, and so is everything that the
new format cannot carry.  With --strict a file that needs any adjustment is
refused.  Nothing is written unless the whole file could be read.  OUT may be
"-" for standard output; the findings then go to standard error.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TextIO

from ..trf import Finding, TrfError, losses, read_trf, write_trf16, write_trf26

EXIT_OK = 0
EXIT_BAD_INPUT = 3

_WRITERS = {"trf16": write_trf16, "trf26": write_trf26}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("input", metavar="IN", help="file to read")
    parser.add_argument("output", metavar="OUT", help='file to write, "-" for standard output')
    parser.add_argument("--to", required=True, choices=sorted(_WRITERS), help="format to write")
    parser.add_argument(
        "--strict", action="store_true", help="refuse a file that needs any adjustment"
    )
    parser.add_argument("--encoding", help="encoding of IN, such as cp1250 (default: detected)")
    parser.add_argument("--ascii", action="store_true", help="transcribe all text to ASCII")
    parser.add_argument(
        "--public", action="store_true", help="years of birth only, no comments of the arbiter"
    )
    parser.add_argument(
        "--no-engine", action="store_true", help="leave out what only pairing programs need"
    )
    parser.add_argument("--json", action="store_true", help="report the findings as JSON")


def run(args: argparse.Namespace) -> int:
    """Convert one file; the exit code."""
    report = sys.stderr if args.output == "-" else sys.stdout
    data = Path(args.input).read_bytes()
    try:
        document = read_trf(data, strict=args.strict, encoding=args.encoding)
        written = _WRITERS[args.to](
            document.record,
            engine=not args.no_engine,
            ascii_only=args.ascii,
            public=args.public,
        )
    except TrfError as error:
        _refuse(error, args.json, report)
        return EXIT_BAD_INPUT
    if args.output == "-":
        sys.stdout.buffer.write(written)
        sys.stdout.buffer.flush()
    else:
        Path(args.output).write_bytes(written)
    findings = (*document.findings, *losses(document.record, args.to))
    summary = {
        "from": document.dialect,
        "encoding": document.encoding,
        "to": args.to,
        "players": len(document.record.participants),
        "rounds": document.record.completed,
    }
    if args.json:
        _print_json({**summary, "error": None}, findings, report)
    else:
        _print_text(findings, report)
        print(
            f"{summary['from']} ({summary['encoding']}) -> {args.to}: "
            f"{summary['players']} players, {summary['rounds']} rounds",
            file=report,
        )
    return EXIT_OK


def _refuse(error: TrfError, as_json: bool, report: TextIO) -> None:
    if as_json:
        _print_json({"error": error.code, "params": error.params}, error.findings, report)
        return
    _print_text(error.findings, sys.stderr)
    print(f"bad input: {error}", file=sys.stderr)


def _print_text(findings: Iterable[Finding], report: TextIO) -> None:
    for finding in findings:
        text = f"{finding.severity.value}: {finding}"
        # Names may hold letters that the terminal's encoding lacks.
        encoding = report.encoding or "utf-8"
        print(text.encode(encoding, "backslashreplace").decode(encoding), file=report)


def _print_json(summary: dict[str, Any], findings: Iterable[Finding], report: TextIO) -> None:
    answer = {**summary, "findings": [finding.as_json() for finding in findings]}
    json.dump(answer, report, indent=2)
    print(file=report)

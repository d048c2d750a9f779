"""Pair the next round of a tournament file.

Prints the number of pairs, then a line ``white black`` for each board in
publication order; the pairing-allocated bye is ``id 0`` and stands last.
Notices, such as wishes that gave way, go to standard error.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..messages import sentence
from ..proposal import RoundPairing
from ..systems import SYSTEMS, pair_round, system
from ..trf import read_trf


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="Tournament Report File")
    parser.add_argument("--system", default="dutch", choices=sorted(SYSTEMS))
    parser.add_argument("--json", action="store_true", help="print JSON instead of lines")
    parser.add_argument("--explain", action="store_true", help="print the working too")
    parser.add_argument(
        "--why",
        nargs=2,
        type=int,
        metavar=("ONE", "OTHER"),
        help="say why these two are not paired (OTHER 0: why ONE has no bye)",
    )
    parser.add_argument("--strict", action="store_true", help="refuse a file that needs repair")


def run(args: argparse.Namespace) -> int:
    """Pair (or answer ``--why``) and print; see :mod:`pairing.cli` for exit codes."""
    record = read_trf(args.file.read_bytes(), strict=args.strict).record
    if args.why is not None:
        explain_absence = system(args.system).why
        if explain_absence is None:
            print(f"system {args.system} gives no reasons", file=sys.stderr)
            return 3
        one, other = args.why
        print(json.dumps(asdict(explain_absence(record, one, other or None)), indent=2))
        return 0
    proposal = pair_round(record, args.system, explain=args.explain)
    if args.json or args.explain:
        print(json.dumps(_data(proposal), indent=2))
    else:
        print("\n".join([str(len(proposal.boards)), *_lines(proposal)]))
        for code, params in proposal.notices:
            print(f"{code}: {sentence(code, params)}", file=sys.stderr)
    return 0


def _lines(proposal: RoundPairing) -> list[str]:
    return [f"{board.white} {board.black or 0}" for board in proposal.boards]


def _data(proposal: RoundPairing) -> dict[str, Any]:
    data: dict[str, Any] = {
        "round": proposal.round,
        "boards": [[board.white, board.black or 0] for board in proposal.boards],
        "notices": [{"code": code, **params} for code, params in proposal.notices],
    }
    if proposal.explanation is not None:
        data["explanation"] = asdict(proposal.explanation)
    return data

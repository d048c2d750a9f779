"""Write random tournaments, the same for the same seed everywhere.

Each file is a finished Tournament Report File whose pairings are the engine's
own, so that ``check`` finds no difference in it.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from ..draws import share
from ..errors import RecordError
from ..generator import GeneratorOptions, generate_tournament, seeded
from ..generator.options import ACCELERATIONS, Range
from ..progress import steps
from ..scoring import STANDARD, THREE_ONE_ZERO, PointSystem, parse_points
from ..trf import write_trf16, write_trf26

_WRITERS = {"trf26": write_trf26, "trf16": write_trf16}

# option -> (rate in GeneratorOptions, what it counts)
_RATES = {
    "--draws": "drawn games between equal players",
    "--forfeits": "pairings that one side does not come to",
    "--double-forfeits": "pairings that neither side comes to",
    "--half-point-byes": "half-point byes per player and round",
    "--zero-point-byes": "zero-point byes per player and round",
    "--full-point-byes": "full-point byes per player and round",
    "--late-entries": "players who arrive after round 1",
    "--withdrawals": "players who leave before the end",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of ``generate``."""
    defaults = GeneratorOptions()
    parser.add_argument("--players", default="40-120", metavar="N[-M]", help="size of the field")
    parser.add_argument("--rounds", default="9", metavar="N[-M]", help="announced rounds")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="default 1")
    parser.add_argument("--count", type=int, default=1, metavar="N", help="files to write")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="made if missing")
    parser.add_argument("--format", choices=sorted(_WRITERS), default="trf26")
    for flag, meaning in _RATES.items():
        rate = getattr(defaults, _field(flag)) / 1_000_000
        parser.add_argument(
            flag, default=str(rate), metavar="SHARE", help=f"{meaning}, 0 to 1 (default {rate:g})"
        )
    parser.add_argument(
        "--prohibited-pairs", default="0", metavar="N[-M]", help="pairs that must not meet"
    )
    parser.add_argument("--acceleration", choices=ACCELERATIONS, default="none")
    parser.add_argument(
        "--points", default="standard", metavar="KIND", help="standard, 3-1-0, or WIN/DRAW/LOSS"
    )
    parser.add_argument(
        "--pab", metavar="POINTS", help="value of the pairing-allocated bye (default: a win)"
    )
    parser.add_argument("--rating-average", type=int, default=defaults.rating_average)
    parser.add_argument("--rating-spread", type=int, default=defaults.rating_spread)


def run(args: argparse.Namespace) -> int:
    """Write ``--count`` files; returns the exit code."""
    options = _options(args)
    if args.count < 1 or args.seed < 0:
        raise RecordError("generate.bad_number", count=args.count, seed=args.seed)
    args.out.mkdir(parents=True, exist_ok=True)
    rounds = 0
    for index in steps(range(1, args.count + 1), "generating", args.count):
        name = f"Random tournament {args.seed}-{index:04d}"
        record = generate_tournament(options, seeded(args.seed, index), name=name)
        path = args.out / f"random-{args.seed}-{index:04d}.trf"
        path.write_bytes(_WRITERS[args.format](record))
        rounds += record.completed
    print(f"wrote {args.count} tournaments, {rounds} rounds to {args.out}", file=sys.stderr)
    return 0


def _options(args: argparse.Namespace) -> GeneratorOptions:
    rates = {_field(flag): share(getattr(args, _field(flag))) for flag in _RATES}
    return GeneratorOptions(
        players=_range("players", args.players),
        rounds=_range("rounds", args.rounds),
        prohibited_pairs=_range("prohibited_pairs", args.prohibited_pairs),
        acceleration=args.acceleration,
        points=_points(args.points, args.pab),
        rating_average=args.rating_average,
        rating_spread=args.rating_spread,
        **rates,
    )


def _field(flag: str) -> str:
    return flag.removeprefix("--").replace("-", "_")


def _range(option: str, text: str) -> Range:
    """``"40-120"`` or ``"9"``."""
    low, dash, high = text.partition("-")
    try:
        return int(low), int(high if dash else low)
    except ValueError:
        raise RecordError("generate.bad_range", option=option, value=text) from None


def _points(kind: str, pab: str | None) -> PointSystem:
    named = {"standard": STANDARD, "3-1-0": THREE_ONE_ZERO}
    try:
        system = named.get(kind)
        if system is None:
            win, draw, loss = (parse_points(part) for part in kind.split("/"))
            system = PointSystem(win=win, draw=draw, loss=loss)
        if pab is not None:
            system = replace(system, pairing_allocated_bye=parse_points(pab))
    except ValueError:
        raise RecordError("generate.bad_points", points=kind, pab=pab) from None
    return system

"""Standings of a Tournament Report File with any tie-breaks, and their working.

    python -m tiebreaks FILE [--order PTS,BH/C1,BH,SB] [--json | --csv] [--explain NUMBER]
    python -m tiebreaks FILE --crosstable rank|number
    python -m tiebreaks check FILE.jsonl.gz ... [--sample N]
    python -m tiebreaks codes

Exit codes: 0 done, 1 differences found, 3 bad input, 5 file cannot be read.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from pairing.errors import PairingError
from pairing.progress import steps
from pairing.trf import Finding, Severity, read_trf

from .check import Outcome, compare, vectors
from .codes import EDITIONS
from .crosstable import Order, crosstable, crosstable_text
from .errors import TiebreakError
from .explain import explain
from .export import standings_csv, standings_data, standings_text, working_data, working_text
from .options import Options
from .orders import announced_order
from .ranking import Standings, standings
from .registry import catalogue
from .unplayed import edition_of

EXIT_OK = 0
EXIT_DIFFERENCES = 1
EXIT_BAD_INPUT = 3
EXIT_UNREADABLE = 5


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the process's exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    command = {"check": _check, "codes": _codes}.get(words[0] if words else "", _standings)
    if command is not _standings:
        words = words[1:]
    try:
        return command(words)
    except SystemExit as stop:
        return EXIT_OK if stop.code in (0, None) else EXIT_BAD_INPUT
    except PairingError as error:
        print(f"bad input: {error}", file=sys.stderr)
        return EXIT_BAD_INPUT
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_UNREADABLE
    except OSError as error:
        print(f"cannot read or write: {error}", file=sys.stderr)
        return EXIT_UNREADABLE


# -------------------------------------------------------------------- standings


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tiebreaks",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("file", type=Path, metavar="FILE", help="Tournament Report File, - for standard input")
    add("--order", metavar="CODES", help="comma list (default: the announced one)")
    add("--edition", choices=EDITIONS, help="rules (default: those in force at the event's start)")
    add("--round", type=int, metavar="N", help="after round N (default: the last recorded one)")
    add("--explain", type=int, metavar="NUMBER", help="the working of one participant")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help="one JSON document")
    output.add_argument("--csv", action="store_true", help="comma-separated values")
    output.add_argument(
        "--crosstable",
        choices=[order.value for order in Order],
        help="everybody against everybody, by rank or by number",
    )
    pairing = parser.add_mutually_exclusive_group()
    pairing.add_argument("--round-robin", action="store_true", help="pairings were predetermined")
    pairing.add_argument("--swiss", action="store_true", help="they were not")
    add("--individuals", action="store_true", help="rank the players of a team event")
    add("--unrated", type=int, metavar="RATING", help="rating of players without one")
    add("--withdrawn", metavar="NUMBERS", help="who left a round robin (50 %% rule)")
    add("--seed", type=int, metavar="N", help="draw lots for the ties that are left")
    return parser


def _standings(words: Sequence[str]) -> int:
    parser = _parser()
    args = parser.parse_args(words)
    if (args.csv or args.crosstable) and args.explain is not None:
        output = "--csv" if args.csv else "--crosstable"
        parser.error(f"argument --explain: not allowed with argument {output}")
    data = sys.stdin.buffer.read() if str(args.file) == "-" else args.file.read_bytes()
    document = read_trf(data)
    _print_findings(document.findings)
    record = document.record
    order = args.order.split(",") if args.order is not None else announced_order(record)
    edition = args.edition or edition_of(record.info.start)
    options = _options(args)
    if args.explain is not None:
        (working,) = explain(
            record,
            order,
            [args.explain],
            after_round=args.round,
            edition=edition,
            options=options,
        )
        text = json.dumps(working_data(working), indent=1, ensure_ascii=False)
        print(text if args.json else working_text(working))
        return EXIT_OK
    table = standings(record, order, after_round=args.round, edition=edition, options=options)
    if args.json:
        print(json.dumps(standings_data(table), indent=1, ensure_ascii=False))
    elif args.csv:
        sys.stdout.write(standings_csv(table))
    elif args.crosstable:
        _print_table(
            table, crosstable_text(crosstable(record, table, order=Order(args.crosstable)))
        )
    else:
        _print_table(table, standings_text(table))
    return EXIT_OK


def _options(args: argparse.Namespace) -> Options:
    withdrawn = None
    if args.withdrawn is not None:
        try:
            withdrawn = frozenset(int(number) for number in args.withdrawn.split(","))
        except ValueError:
            raise TiebreakError("standings.bad_numbers", withdrawn=args.withdrawn) from None
    return Options(
        round_robin=True if args.round_robin else False if args.swiss else None,
        individuals=args.individuals,
        unrated=args.unrated,
        withdrawn=withdrawn,
        lots_seed=args.seed,
    )


def _print_findings(findings: Sequence[Finding]) -> None:
    for finding in findings:
        if finding.severity is not Severity.INFO:
            print(f"{finding.severity.value}: {finding}", file=sys.stderr)


def _print_table(table: Standings, text: str) -> None:
    print(f"after round {table.after_round} of {table.rounds}, rules {table.edition}")
    print(text)
    for notice in table.notices:
        details = ", ".join(f"{name} {value}" for name, value in notice.params.items())
        print(f"{notice.code}: {details}")


# ------------------------------------------------------------------------ check


def _check(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tiebreaks check", description="Compare with vector files."
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument(
        "--sample", type=int, metavar="N", help="only N tournaments, evenly spaced, always the same"
    )
    args = parser.parse_args(words)
    if args.sample is not None and args.sample < 1:
        raise TiebreakError("check.bad_number", option="sample", value=args.sample)
    chosen = [vector for path in args.files for vector in vectors(path)]
    if not chosen:
        raise TiebreakError("check.nothing_to_check", files=[str(path) for path in args.files])
    if args.sample is not None and args.sample < len(chosen):
        chosen = [chosen[len(chosen) * step // args.sample] for step in range(args.sample)]
    outcome = Outcome()
    for vector in steps(chosen, "checking", len(chosen)):
        found = compare(vector)
        for difference in found.differences:
            print(
                f"{difference.tournament} {difference.code} participant {difference.number}: "
                f"expected {difference.expected}, computed {difference.computed}"
            )
        outcome.add(found)
    for reason, number in sorted(outcome.left_out.items()):
        print(f"left out {number} values, known fault of the checker: {reason}")
    print(
        f"checked {outcome.tournaments} tournaments, {outcome.values} values: "
        f"{len(outcome.differences)} differences"
    )
    return EXIT_DIFFERENCES if outcome.differences else EXIT_OK


def _codes(words: Sequence[str]) -> int:
    argparse.ArgumentParser(
        prog="python -m tiebreaks codes", description="List the tie-breaks by code."
    ).parse_args(words)
    for item in catalogue():
        modifiers = " ".join(f"/{letter}" for letter in sorted(item.modifiers))
        scores = " :MP :GP" if item.scored else ""
        print(f"{item.code:6} {item.article:7} {item.subject:11} {item.title}{scores} {modifiers}")
    return EXIT_OK

"""Pair the rounds of finished tournaments again and report every difference.

FILE may be a Tournament Report File, a directory (every .trf below it), or a
vector file (.jsonl or .jsonl.gz) with one tournament or position a line.  The
last line is "checked T tournaments, R rounds: D differences".  A round that the
file itself says was made by hand is reported but is no difference.  Exit code 0
only if nothing differs; 1 differences, 3 bad input, 5 unreadable.
"""

from __future__ import annotations

import argparse
import gzip
import json
import multiprocessing
import os
import sys
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..amendments import amendment_line
from ..checker import (
    Board,
    Case,
    CaseReport,
    Difference,
    case_from_record,
    check_case,
    vector_case,
)
from ..errors import PairingError, RecordError
from ..progress import steps
from ..systems import system
from ..trf import read_trf

EXIT_DIFFERENCES = 1
EXIT_BAD_INPUT = 3
EXIT_UNREADABLE = 5

_KINDS = {
    "pairs": "other pairs",
    "colours": "other colours",
    "board_order": "another board order",
    "no_legal_pairing": "no legal pairing exists",
    "legal_pairing": "a legal pairing exists, none was expected",
    "refused": "the record is refused",
}


@dataclass(frozen=True, slots=True)
class _Job:
    """One tournament as it came from disk; a worker parses it."""

    name: str
    data: bytes
    is_vector: bool
    system: str | None


@dataclass(frozen=True, slots=True)
class _Failure:
    """An input that could not be checked at all."""

    name: str
    code: str
    params: dict[str, Any]
    exit_code: int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of ``check``."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument(
        "--system", metavar="CODE", help="pairing system (default: what the file says, else dutch)"
    )
    parser.add_argument(
        "--processes", type=int, default=os.cpu_count() or 1, metavar="N", help="default: all cores"
    )
    parser.add_argument(
        "--sample", type=int, metavar="N", help="only N tournaments, evenly spaced, always the same"
    )
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N tournaments")
    parser.add_argument("--json", action="store_true", help="one JSON document on standard output")


def run(args: argparse.Namespace) -> int:
    """Check all files; returns the exit code."""
    for option in ("processes", "sample", "limit"):
        value = getattr(args, option)
        if value is not None and value < 1:
            raise RecordError("check.bad_number", option=option, value=value)
    failures: list[_Failure] = []
    paths = _expand(args.files, failures)
    sizes = _sizes(paths, failures)
    wanted = _selection(sum(sizes.values()), args.sample, args.limit)
    jobs = _jobs(sizes, wanted, args.system)
    reports: list[CaseReport] = []
    for outcome in steps(_outcomes(jobs, args.processes), "checking", len(wanted)):
        if isinstance(outcome, CaseReport):
            reports.append(outcome)
            if not args.json:
                for difference in outcome.differences:
                    print(_described(difference), flush=True)
        else:
            failures.append(outcome)
    for failure in failures:
        print(f"{failure.name}: {failure.code} {failure.params}", file=sys.stderr)
    _summarise(reports, failures, as_json=args.json)
    return _exit_code(reports, failures)


def _exit_code(reports: Sequence[CaseReport], failures: Sequence[_Failure]) -> int:
    if failures:
        return max(failure.exit_code for failure in failures)
    return EXIT_DIFFERENCES if _unexplained(reports) else 0


def _unexplained(reports: Sequence[CaseReport]) -> list[Difference]:
    """Differences of rounds that nobody says were made by hand."""
    return [each for report in reports for each in report.differences if not each.by_hand]


# ------------------------------------------------------------------------ input


def _expand(files: Sequence[Path], failures: list[_Failure]) -> list[Path]:
    """Files to read; a directory stands for every .trf below it, in order of name."""
    paths: list[Path] = []
    for path in files:
        if not path.is_dir():
            paths.append(path)
            continue
        inside = sorted(p for p in path.rglob("*") if p.suffix.lower() == ".trf" and p.is_file())
        if not inside:
            failures.append(_Failure(str(path), "check.empty_directory", {}, EXIT_BAD_INPUT))
        paths.extend(inside)
    return paths


def _is_vector_file(path: Path) -> bool:
    return path.name.lower().endswith((".jsonl", ".jsonl.gz"))


@contextmanager
def _opened(path: Path) -> Iterator[Iterable[bytes]]:
    opener = gzip.open if path.suffix.lower() == ".gz" else open
    with opener(path, "rb") as stream:
        yield stream


def _lines(path: Path) -> Iterator[bytes]:
    with _opened(path) as stream:
        yield from (line for line in stream if line.strip())


def _sizes(paths: Sequence[Path], failures: list[_Failure]) -> dict[Path, int]:
    """Number of tournaments in each readable file, each file once."""
    sizes: dict[Path, int] = {}
    for path in paths:
        try:
            if _is_vector_file(path):
                sizes[path] = sum(1 for _ in _lines(path))
                if not sizes[path]:
                    failures.append(_Failure(str(path), "check.empty_file", {}, EXIT_BAD_INPUT))
            else:
                with path.open("rb"):
                    sizes[path] = 1
        except (OSError, EOFError, zlib.error) as error:
            params = {"reason": str(error)}
            failures.append(_Failure(str(path), "check.unreadable", params, EXIT_UNREADABLE))
    return sizes


def _selection(total: int, sample: int | None, limit: int | None) -> set[int]:
    """Places of the tournaments to check among all of them."""
    places = range(total)
    if sample is not None and sample < total:
        chosen = [total * step // sample for step in range(sample)]
    else:
        chosen = list(places)
    return set(chosen[:limit])


def _jobs(sizes: dict[Path, int], wanted: set[int], system: str | None) -> Iterator[_Job]:
    place = 0
    for path, size in sizes.items():
        if not wanted.isdisjoint(range(place, place + size)):
            if _is_vector_file(path):
                for number, line in enumerate(_lines(path)):
                    if place + number in wanted:
                        yield _Job(f"{path.name} line {number + 1}", line, True, system)
            else:
                yield _Job(str(path), path.read_bytes(), False, system)
        place += size


# ------------------------------------------------------------------------- work


def _outcomes(jobs: Iterator[_Job], processes: int) -> Iterator[CaseReport | _Failure]:
    """Reports in the order of the jobs."""
    if processes == 1:
        yield from map(_work, jobs)
        return
    with multiprocessing.Pool(processes) as pool:
        yield from pool.imap(_work, jobs)


def _work(job: _Job) -> CaseReport | _Failure:
    try:
        case = _case(job)
        return check_case(case, system(case.system).first_difference)
    except PairingError as error:
        return _Failure(job.name, error.code, error.params, EXIT_BAD_INPUT)


def _case(job: _Job) -> Case:
    if not job.is_vector:
        return case_from_record(job.name, read_trf(job.data).record, job.system)
    line = _vector_line(job)
    name = f"{job.name} ({line.get('id', '?')})"
    return vector_case(line, read_trf(line["trf"].encode()).record, name, job.system)


def _vector_line(job: _Job) -> dict[str, Any]:
    try:
        line = json.loads(job.data)
    except ValueError as error:
        raise RecordError("check.bad_vector", reason=str(error)) from None
    if not isinstance(line, dict) or not isinstance(line.get("trf"), str):
        raise RecordError("check.bad_vector", reason="no trf text")
    if "pairings" not in line and "pairs" not in line:
        raise RecordError("check.bad_vector", reason="neither pairings nor pairs")
    return line


# ----------------------------------------------------------------------- output


def _described(difference: Difference) -> str:
    head = f"{difference.name}, round {difference.round}: {_KINDS[difference.kind]}"
    if difference.decided_by:
        head += f", decided by {difference.decided_by}"
    if difference.detail:
        head += f": {difference.detail}"
    if difference.by_hand:
        head += " (made by hand, as the file says)"
    expected = _boards(difference.expected, difference.found, difference.kind)
    found = _boards(difference.found, difference.expected, difference.kind)
    return f"{head}\n    expected {expected}\n    found    {found}"


def _boards(boards: tuple[Board, ...] | None, others: tuple[Board, ...] | None, kind: str) -> str:
    """The boards that the other side does not have (in place, for the board order)."""
    if boards is None:
        return "none"
    if kind == "board_order" and others is not None:
        pairs = zip(boards, others, strict=True)
        return " ".join(
            f"{place}:{_board(board)}"
            for place, (board, other) in enumerate(pairs, start=1)
            if board != other
        )
    common = set(boards) & set(others or ())
    return " ".join(_board(board) for board in boards if board not in common)


def _board(board: Board) -> str:
    white, black = board
    return f"{white}-bye" if black is None else f"{white}-{black}"


def _summarise(
    reports: Sequence[CaseReport], failures: Sequence[_Failure], *, as_json: bool
) -> None:
    rounds = sum(report.rounds for report in reports)
    impossible = sum(report.impossible for report in reports)
    differences = [difference for report in reports for difference in report.differences]
    if as_json:
        document = {
            "tournaments": len(reports),
            "rounds": rounds,
            "no_legal_pairing_confirmed": impossible,
            "differences": [asdict(difference) for difference in differences],
            "amendments": [
                {"name": report.name, "line": amendment_line(each)}
                for report in reports
                for each in report.amendments
            ],
            "errors": [
                {"name": failure.name, "code": failure.code, "params": failure.params}
                for failure in failures
            ],
        }
        print(json.dumps(document, indent=2))
        return
    unexplained = _unexplained(reports)
    if impossible:
        print(f"no legal pairing, as expected: {impossible}")
    if len(differences) > len(unexplained):
        print(f"made by hand, as the files say: {len(differences) - len(unexplained)}")
    amended = sum(len(report.amendments) for report in reports)
    if amended:
        print(f"results amended after a pairing, as the files say: {amended}")
    if failures:
        print(f"not checked: {len(failures)}")
    print(f"checked {len(reports)} tournaments, {rounds} rounds: {len(unexplained)} differences")

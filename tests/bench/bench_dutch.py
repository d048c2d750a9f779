"""How long the Dutch system takes for one round, and how many brackets counting certifies.

    python -m tests.bench.bench_dutch [--largest N] [--exact]

Prints three tables: rounds of simulated opens by field size and round,
adversarial fields (worst round), and the rounds of the vector files if they
are there.  ``--exact`` also times the exact solver where that is feasible.
Nothing is asserted.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from pairing.record import TournamentRecord
from pairing.swiss.dutch.engine import open_round, pair_round, settle
from pairing.swiss.dutch.exact import pair_exactly
from tests.bench.fields import ADVERSARIAL, Field, positions
from tests.paths import ORACLE
from tests.support.dutch_vectors import lines, record_of

SIZES = (60, 200, 1_000, 10_000, 100_000)
ROUNDS = (1, 2, 3, 5, 9)
CLUB_SIZES = ((20, 5), (60, 12), (120, 25), (240, 60))
"""Field sizes looked for in the vectors, each with what may be missing or over."""


@dataclass
class Tally:
    """Times in seconds and brackets, of some rounds."""

    times: list[float] = field(default_factory=list)
    certified: int = 0
    brackets: int = 0

    def add(self, record: TournamentRecord) -> None:
        self.times.append(timed(record))
        settled = list(settle(open_round(record)))
        self.certified += sum(one.certified for one in settled)
        self.brackets += len(settled)

    @property
    def share(self) -> str:
        return f"{self.certified}/{self.brackets}"

    def line(self) -> str:
        median, worst = statistics.median(self.times), max(self.times)
        return f"{1e3 * median:9.2f} {1e3 * worst:9.2f} {1 / median:9.0f}   {self.share}"


def timed(record: TournamentRecord, **how: object) -> float:
    """Best of up to three runs, from the record to the boards."""
    best = float("inf")
    for _ in range(3):
        gc.collect()
        begun = time.perf_counter()
        pair_round(record, **how)  # type: ignore[arg-type]
        best = min(best, time.perf_counter() - begun)
        if best > 1:
            break
    return best


def opens(largest: int) -> None:
    print("One round of a nine-round open, ms (certified brackets/all):")
    print(f"{'players':>8} " + "".join(f"{f'round {number}':>20}" for number in ROUNDS))
    for size in SIZES:
        if size > largest:
            continue
        columns = []
        for record, _ in positions(Field(size, 9), seed=1):
            if record.completed + 1 in ROUNDS:
                tally = Tally()
                tally.add(record)
                columns.append(f"{1e3 * tally.times[0]:9.2f} {tally.share:>10}")
        print(f"{size:>8} " + "".join(columns), flush=True)


def adversarial(largest: int) -> None:
    print("\nAdversarial fields, all rounds: median ms, worst ms, rounds/s, certified brackets")
    for size in SIZES[1:4]:
        if size > largest:
            continue
        for name, make in ADVERSARIAL.items():
            if size > 1_000 and make(size).rounds > 9:
                continue
            tally = Tally()
            for record, _ in positions(make(size), seed=1):
                tally.add(record)
            print(f"{size:>8} {name:<28}{tally.line()}", flush=True)


def vectors() -> None:
    files = [ORACLE / "dutch-2026.jsonl.gz", ORACLE / "dutch-2026-open.jsonl.gz"]
    if not all(path.exists() for path in files):
        print("\nVector files are not there: no times over them.")
        return
    print("\nVectors: median ms, worst ms, rounds/s, certified brackets")
    for size, about in CLUB_SIZES:
        tally = Tally()
        for line in taken(
            (
                line
                for path in files
                for line in lines(path)
                if abs(line["players"] - size) <= about
            ),
            30,
        ):
            record = record_of(line)
            for completed in range(len(line["pairings"])):
                tally.add(record.truncated(completed))
        if tally.times:
            label = f"{size - about}-{size + about} players, {len(tally.times)} rounds"
            print(f"{label:<37}{tally.line()}", flush=True)


def taken(items: Iterable[dict], most: int) -> Iterable[dict]:  # type: ignore[type-arg]
    for at, item in enumerate(items):
        if at == most:
            return
        yield item


def exact() -> None:
    print("\nExact solver alone, ms by round:")
    for size in (20, 60, 120, 240):
        times = [
            f"{1e3 * timed(record, solver=pair_exactly):9.1f}"
            for record, _ in positions(Field(size, 9), seed=1)
        ]
        print(f"{size:>8} " + "".join(times), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "--largest",
        type=int,
        default=SIZES[-1],
        help="largest field (default 100000; 10000 takes minutes less)",
    )
    parser.add_argument("--exact", action="store_true", help="time the exact solver too")
    args = parser.parse_args()
    opens(args.largest)
    adversarial(args.largest)
    vectors()
    if args.exact:
        exact()


if __name__ == "__main__":
    main()

"""How long standings take, from a record to the sorted table.

    python -m tests.bench.bench_tiebreaks [--repeat N]

Each time is the best of N runs; nothing is asserted.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

from pairing.record import Cell, Participant, TournamentRecord
from pairing.scoring import Colour, Outcome
from tiebreaks import explain, standings

USUAL = ("PTS", "BH/C1", "BH", "SB", "DE", "WIN", "ARO")
ENCOUNTER_FIRST = ("PTS", "DE", "BH/C1", "BH", "SB", "WIN", "ARO")
RATINGS = ("PTS", "TPR", "PTP", "APRO", "APPO")
AVERAGES = ("PTS", "AOB", "FB/C1", "PS", "KS")
FIELDS = ((1_000, 9), (10_000, 11))
RESULTS = (
    (Outcome.WIN, Outcome.LOSS),
    (Outcome.LOSS, Outcome.WIN),
    (Outcome.DRAW, Outcome.DRAW),
)


def open_swiss(players: int, rounds: int, seed: int = 1) -> TournamentRecord:
    """Everybody meets somebody of about the same score; 3 % absent, 2 % forfeits a round."""
    rng = random.Random(seed)
    cells: list[list[Cell]] = [[] for _ in range(players)]
    scores = [0] * players
    points = {Outcome.WIN: 2, Outcome.FORFEIT_WIN: 2, Outcome.DRAW: 1}
    for _ in range(rounds):
        order = sorted(range(players), key=lambda player: (-scores[player], rng.random()))
        present = []
        for player in order:
            if rng.random() < 0.03:
                bye = rng.choice((Outcome.ZERO_POINT_BYE, Outcome.HALF_POINT_BYE))
                cells[player].append(Cell(bye))
            else:
                present.append(player)
        if len(present) % 2:
            cells[present.pop()].append(Cell(Outcome.PAIRING_ALLOCATED_BYE))
        for white, black in zip(present[::2], present[1::2], strict=True):
            results = rng.choice(RESULTS)
            if rng.random() < 0.02:
                results = (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)
            cells[white].append(Cell(results[0], black + 1, Colour.WHITE))
            cells[black].append(Cell(results[1], white + 1, Colour.BLACK))
            for player, result in zip((white, black), results, strict=True):
                scores[player] += points.get(result, 0)
    people = tuple(
        Participant(index + 1, f"Player {index + 1}", tuple(row), 2800 - index % 1800)
        for index, row in enumerate(cells)
    )
    return TournamentRecord(people, rounds, rounds)


def best(repeat: int, action: Callable[[], object]) -> float:
    """Seconds of the fastest of ``repeat`` runs."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    """Print one line for each field and list."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=3)
    repeat = parser.parse_args().repeat
    for players, rounds in FIELDS:
        record = open_swiss(players, rounds)
        for order in (USUAL, ENCOUNTER_FIRST, RATINGS, AVERAGES):
            seconds = best(repeat, lambda order=order, record=record: standings(record, order))
            print(f"standings {players} x {rounds} by {','.join(order)}: {seconds:.3f} s")
        seconds = best(repeat, lambda record=record: explain(record, USUAL, [7]))
        print(f"working of one of {players} by {','.join(USUAL)}: {seconds:.3f} s")


if __name__ == "__main__":
    main()

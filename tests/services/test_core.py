"""Ids and outcomes: nothing here touches the database."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

from pairing.scoring import Outcome
from tournaments.core import ids
from tournaments.core.ids import uuid7
from tournaments.play.outcomes import FROM_SIDES, SIDES, BoardOutcome


def test_rfc_9562_version_variant_and_time(monkeypatch):
    # A clock that was ahead once keeps ids ahead, and tests do set it ahead.
    monkeypatch.setattr(ids, "_last", 0)
    before = time.time_ns() // 1_000_000
    made = uuid7()
    after = time.time_ns() // 1_000_000
    assert (made.version, made.variant) == (7, "specified in RFC 4122")
    # Ids of one millisecond count up, so the time may run a little ahead.
    assert before <= made.int >> 80 <= after + 1


def test_ids_are_unique_and_in_order_also_across_threads():
    one_thread = [uuid7() for _ in range(5000)]
    assert one_thread == sorted(set(one_thread))
    with ThreadPoolExecutor(8) as pool:
        batches = list(pool.map(lambda _: [uuid7() for _ in range(1000)], range(8)))
    assert all(batch == sorted(batch) for batch in batches)
    assert len({made for batch in batches for made in batch}) == 8000
    assert min(made for batch in batches for made in batch) > one_thread[-1]


def test_d8_every_outcome_says_what_each_side_got():
    assert set(SIDES) == {"", *BoardOutcome.values}
    assert {FROM_SIDES[sides]: sides for sides in FROM_SIDES} == SIDES
    assert SIDES["0-0"] == (Outcome.LOSS, Outcome.LOSS)
    assert SIDES["1/2-0"] == (Outcome.DRAW, Outcome.LOSS)
    assert SIDES["0-1F"] == (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN)
    assert SIDES["0-0F"] == (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS)
    assert SIDES["POSTPONED"] == (Outcome.ADJOURNED, Outcome.ADJOURNED)
    impossible = [(Outcome.WIN, Outcome.WIN), (Outcome.WIN, Outcome.DRAW)]
    assert not any(sides in FROM_SIDES for sides in impossible)

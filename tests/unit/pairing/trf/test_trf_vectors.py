"""Files made by other programs: read without objection, written and read again equal."""

from __future__ import annotations

import pytest

from pairing.trf import Severity, losses, read_trf, write_trf16, write_trf26
from tests.support.trf_files import sample, sample_names, vector_files


def test_every_vector_is_read_without_objection_and_survives_both_formats():
    objections, changed = [], []
    count = 0
    for name, data in vector_files():
        document = read_trf(data, strict=True)
        count += 1
        objections += [
            f"{name}: {finding}"
            for finding in document.findings
            if finding.severity is not Severity.INFO
        ]
        record = document.record
        new = write_trf26(record)
        if read_trf(new, strict=True).record != record or losses(record, "trf26"):
            changed.append(f"{name} trf26")
        old = write_trf16(record)
        again = read_trf(old, strict=True).record
        if again.participants != record.participants or again.completed != record.completed:
            changed.append(f"{name} trf16")
        if write_trf26(read_trf(new).record) != new or write_trf16(again) != old:
            changed.append(f"{name} not stable")
    assert (objections, changed) == ([], [])
    assert count in (28, 100 + 4 + 1 + 49 + 20 + 72)


@pytest.mark.parametrize("name", sample_names())
def test_samples_are_read_strictly_and_survive_trf26(name):
    document = read_trf(sample(name), strict=True)
    again = read_trf(write_trf26(document.record), strict=True)
    assert again.record == document.record
    assert again.dialect == "trf26"


@pytest.mark.parametrize(
    ("name", "players", "rounds", "completed"),
    [
        ("d01_own_half_bye.trf", 8, 4, 4),
        ("d02_withdrawal.trf", 9, 5, 5),
        ("d03_last_round_unplayed.trf", 9, 4, 4),
        ("d04_forfeits.trf", 8, 5, 5),
        ("d05a_double_rr_split.trf", 4, 6, 6),
        ("d05b_double_rr_win_draw.trf", 4, 6, 6),
        ("d06_bye_eligibility.trf", 7, 6, 4),
        ("d07_forfeit_not_a_game.trf", 6, 5, 3),
        ("open-trf26.trf", 8, 7, 3),
        ("team-vector.trf", 12, 4, 4),
    ],
)
def test_samples_have_the_rounds_they_should(name, players, rounds, completed):
    record = read_trf(sample(name)).record
    assert (len(record.participants), record.rounds, record.completed) == (
        players,
        rounds,
        completed,
    )

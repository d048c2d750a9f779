"""The generator: same seed, same tournaments; every kind of round occurs; ``check`` agrees."""

import hashlib
import random
from collections import Counter
from dataclasses import replace

import pytest

from pairing.checker import case_from_record, check_case
from pairing.cli import main
from pairing.draws import Draws, share
from pairing.errors import NoLegalPairing, RecordError
from pairing.generator import GeneratorOptions, generate_tournament, seeded
from pairing.proposal import BoardPairing, RoundPairing
from pairing.record import check_record
from pairing.scoring import THREE_ONE_ZERO, Outcome, PointSystem
from pairing.trf import read_trf
from tests.support.effort import EFFORT

ROUGH = GeneratorOptions(
    players=(12, 40),
    rounds=(5, 9),
    forfeits=60_000,
    double_forfeits=20_000,
    half_point_byes=50_000,
    zero_point_byes=50_000,
    full_point_byes=10_000,
    late_entries=150_000,
    withdrawals=150_000,
    prohibited_pairs=(1, 6),
)

PINNED_BELOW_10 = [1, 5, 8, 8, 1, 3, 9, 9, 8, 6, 9, 8]
PINNED_BETWEEN = [3, 2, 3, 3, 0, 3, 3, 1]
PINNED_ORDER = list("dbahcefg")
PINNED_BELL = [-2, 61, 5, -100, 382]
PINNED_TOURNAMENT = "486f2fd1873c3a3d"


def digest(record):
    lines = [f"{record.rounds} {record.initial_colour.value}"]
    for person in record.participants:
        cells = [
            f"{cell.outcome.value}{cell.opponent or ''}{cell.colour.value if cell.colour else ''}"
            for cell in person.cells
        ]
        lines.append(f"{person.number} {person.name} {person.rating} {' '.join(cells)}")
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def outcomes(record):
    return Counter(cell.outcome for person in record.participants for cell in person.cells)


# --------------------------------------------------------------------------- draws


def test_draws_are_fixed_by_the_seed_alone():
    """Pinned: another Python version or machine must give the same numbers."""
    draws = Draws(random.Random(2026))
    assert [draws.below(10) for _ in range(12)] == PINNED_BELOW_10
    assert [draws.between(-3, 3) for _ in range(8)] == PINNED_BETWEEN
    assert draws.some_of("abcdefgh", 8) == PINNED_ORDER
    assert [draws.bell(250) for _ in range(5)] == PINNED_BELL


def test_draws_are_uniform_and_in_range():
    draws = Draws(random.Random(1))
    counts = Counter(draws.below(6) for _ in range(6000))
    assert sorted(counts) == [0, 1, 2, 3, 4, 5]
    assert all(850 < count < 1150 for count in counts.values())
    assert {draws.below(1) for _ in range(5)} == {0}
    assert sum(draws.happens(250_000) for _ in range(4000)) in range(900, 1100)
    assert not any(draws.happens(0) for _ in range(100))
    assert all(draws.happens(1_000_000) for _ in range(100))


def test_bell_has_the_given_spread():
    draws = Draws(random.Random(1))
    values = [draws.bell(200) for _ in range(4000)]
    mean = sum(values) / len(values)
    spread = (sum((value - mean) ** 2 for value in values) / len(values)) ** 0.5
    assert abs(mean) < 12
    assert 185 < spread < 215


@pytest.mark.parametrize(
    ("text", "millionths"), [("0", 0), ("1", 1_000_000), ("0.25", 250_000), (" 0,005 ", 5_000)]
)
def test_share(text, millionths):
    assert share(text) == millionths


@pytest.mark.parametrize("text", ["", "x", "-0.1", "1.01", "nan", "inf"])
def test_share_outside_zero_to_one_is_refused(text):
    with pytest.raises(RecordError) as caught:
        share(text)
    assert (caught.value.code, caught.value.params) == ("generate.bad_share", {"value": text})


# ---------------------------------------------------------------------- tournaments


def test_tournament_is_fixed_by_the_seed():
    """Pinned: another Python version or machine must make the same tournament."""
    assert digest(generate_tournament(ROUGH, seeded(7, 1))) == PINNED_TOURNAMENT


def test_tournaments_of_a_seed_are_independent():
    first = [digest(generate_tournament(ROUGH, seeded(7, index))) for index in (1, 2, 3)]
    assert len(set(first)) == 3
    assert digest(generate_tournament(ROUGH, seeded(7, 3))) == first[2]
    assert digest(generate_tournament(ROUGH, seeded(8, 1))) != first[0]


def test_every_kind_of_round_occurs_and_the_records_hold_together():
    seen = Counter()
    for index in range(1, 21):
        record = generate_tournament(ROUGH, seeded(1, index))
        check_record(record)
        assert 12 <= len(record.participants) <= 40
        assert 5 <= record.rounds <= 9
        assert 1 <= len(record.prohibited) <= 6
        ratings = [person.rating for person in record.participants]
        assert ratings == sorted(ratings, reverse=True)  # C.04.2 2.2
        seen += outcomes(record)
    assert set(seen) == {
        Outcome.WIN,
        Outcome.DRAW,
        Outcome.LOSS,
        Outcome.FORFEIT_WIN,
        Outcome.FORFEIT_LOSS,
        Outcome.PAIRING_ALLOCATED_BYE,
        Outcome.FULL_POINT_BYE,
        Outcome.HALF_POINT_BYE,
        Outcome.ZERO_POINT_BYE,
    }
    assert seen[Outcome.WIN] == seen[Outcome.LOSS]
    # Double forfeits: more losses than wins without play.
    assert seen[Outcome.FORFEIT_LOSS] > seen[Outcome.FORFEIT_WIN]


def test_rates_of_zero_mean_never():
    quiet = GeneratorOptions(
        players=(20, 20),
        rounds=(7, 7),
        draws=0,
        forfeits=0,
        double_forfeits=0,
        half_point_byes=0,
        zero_point_byes=0,
        late_entries=0,
        withdrawals=0,
    )
    record = generate_tournament(quiet, seeded(1, 1))
    assert record.completed == 7
    assert set(outcomes(record)) == {Outcome.WIN, Outcome.LOSS}


def test_late_entries_and_withdrawals_are_absent_before_and_after():
    record = generate_tournament(
        replace(ROUGH, players=(40, 40), half_point_byes=0, zero_point_byes=0, full_point_byes=0),
        seeded(2, 1),
    )
    kinds = Counter()
    for person in record.participants:
        absent = [cell.outcome is Outcome.ZERO_POINT_BYE for cell in person.cells]
        if any(absent):
            first, last = absent.index(False), len(absent) - absent[::-1].index(False)
            assert not any(absent[first:last])  # one stretch of presence
            kinds["late"] += first > 0
            kinds["withdrawn"] += last < len(absent)
    assert kinds["late"] >= 2
    assert kinds["withdrawn"] >= 2


def test_c04_7_1_3_group_a_is_counted_without_late_entries():
    options = replace(
        ROUGH,
        players=(30, 30),
        rounds=(9, 9),
        acceleration="baku",
        half_point_byes=0,
        zero_point_byes=0,
        full_point_byes=0,
    )
    record = generate_tournament(options, seeded(3, 1))
    starting = [
        person.number
        for person in record.participants
        if person.cells[0].outcome is not Outcome.ZERO_POINT_BYE
    ]
    assert len(starting) < 30
    assert record.baku
    assert record.baku_last_number == starting[2 * -(-len(starting) // 4) - 1]


def test_a_tournament_without_a_legal_pairing_ends_there():
    options = replace(ROUGH, players=(4, 4), rounds=(9, 9), withdrawals=0, late_entries=0)
    record = generate_tournament(options, seeded(1, 1))
    assert 1 <= record.completed < 9
    assert record.rounds == 9


def test_pairer_is_asked_once_a_round_with_the_byes_of_that_round():
    asked = []

    def pair(record):
        asked.append((record.completed, {bye.round for bye in record.planned_byes}))
        if record.completed == 2:
            raise NoLegalPairing("pairing.no_legal_pairing")
        away = {bye.number for bye in record.planned_byes}
        present = [p.number for p in record.participants if p.number not in away]
        pairs = [BoardPairing(a, b) for a, b in zip(present[::2], present[1::2], strict=False)]
        return RoundPairing(record.completed + 1, tuple(pairs))

    record = generate_tournament(ROUGH, seeded(5, 1), pair=pair)
    assert record.completed == 2
    assert [completed for completed, _ in asked] == [0, 1, 2]
    assert all(rounds == {completed + 1} for completed, rounds in asked)


def test_rating_difference_decides_who_wins():
    wide = GeneratorOptions(
        players=(40, 40), rounds=(5, 5), rating_spread=600, draws=0, forfeits=0, double_forfeits=0
    )
    record = generate_tournament(wide, seeded(1, 1))
    better = worse = 0
    for person in record.participants:
        for cell in person.cells:
            if cell.outcome is Outcome.WIN and abs(person.rating - rating(record, cell)) > 200:
                better += person.rating > rating(record, cell)
                worse += person.rating < rating(record, cell)
    assert better > 4 * worse


def rating(record, cell):
    return record.participant(cell.opponent).rating


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"players": (1, 5)}, "generate.bad_range"),
        ({"players": (9, 5)}, "generate.bad_range"),
        ({"rounds": (0, 3)}, "generate.bad_range"),
        ({"rating_average": 999}, "generate.bad_range"),
        ({"rating_spread": -1}, "generate.bad_range"),
        ({"acceleration": "magic"}, "generate.bad_acceleration"),
        ({"acceleration": "baku", "points": THREE_ONE_ZERO}, "generate.baku_points"),
    ],
)
def test_impossible_options_are_refused(changes, code):
    with pytest.raises(RecordError) as caught:
        replace(ROUGH, **changes)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("label", "options"),
    [
        ("plain", GeneratorOptions(players=(20, 50))),
        ("rough", ROUGH),
        ("baku", replace(ROUGH, acceleration="mixed")),
        ("3-1-0", replace(ROUGH, points=THREE_ONE_ZERO)),
        ("cheap bye", replace(ROUGH, points=PointSystem(pairing_allocated_bye=5))),
        ("tiny", replace(ROUGH, players=(2, 9))),
    ],
)
def test_what_is_generated_passes_the_checker(label, options):
    for index in range(1, 4 * EFFORT + 1):
        record = generate_tournament(options, seeded(11, index))
        report = check_case(case_from_record(label, record))
        assert (report.rounds, report.differences) == (record.completed, ())


# --------------------------------------------------------------------- command line


def generate(capsys, out, *arguments):
    """(exit code, bytes of each file by name, standard error)"""
    code = main(["generate", "--out", str(out), *arguments])
    err = capsys.readouterr().err
    return code, {path.name: path.read_bytes() for path in sorted(out.glob("*"))}, err


@pytest.mark.parametrize("form", ["trf26", "trf16"])
def test_files_read_back_and_pass_check(capsys, tmp_path, form):
    arguments = ["--players", "10-30", "--rounds", "7", "--seed", "7", "--count", "6"]
    arguments += ["--acceleration", "mixed", "--late-entries", "0.2", "--withdrawals", "0.2"]
    arguments += ["--forfeits", "0.05", "--double-forfeits", "0.02", "--half-point-byes", "0.05"]
    arguments += ["--prohibited-pairs", "0-3", "--format", form]
    code, files, err = generate(capsys, tmp_path / "out", *arguments)
    assert code == 0
    assert sorted(files) == [f"random-7-{index:04d}.trf" for index in range(1, 7)]
    assert err.startswith("wrote 6 tournaments, ")
    rounds = sum(read_trf(data).record.completed for data in files.values())
    assert main(["check", "--processes", "1", str(tmp_path / "out")]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == (
        f"checked 6 tournaments, {rounds} rounds: 0 differences"
    )


def test_same_seed_same_files_other_seed_other_files(capsys, tmp_path):
    arguments = ["--players", "12", "--rounds", "5", "--count", "2"]
    _, first, _ = generate(capsys, tmp_path / "a", "--seed", "3", *arguments)
    _, again, _ = generate(capsys, tmp_path / "b", "--seed", "3", *arguments)
    _, other, _ = generate(capsys, tmp_path / "c", "--seed", "4", *arguments)
    assert first == again
    assert set(first.values()).isdisjoint(other.values())


def test_point_systems_of_the_command_line(capsys, tmp_path):
    arguments = ["--players", "9", "--rounds", "3", "--points", "3/1/0", "--pab", "1.5"]
    code, files, _ = generate(capsys, tmp_path, *arguments)
    assert code == 0
    [data] = files.values()
    points = read_trf(data).record.points
    assert (points.win, points.draw, points.loss, points.pab) == (30, 10, 0, 15)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--players", "many"], "generate.bad_range"),
        (["--players", "50-40"], "generate.bad_range"),
        (["--draws", "2"], "generate.bad_share"),
        (["--rating-spread", "-5"], "generate.bad_range"),
        (["--points", "1/2"], "generate.bad_points"),
        (["--pab", "x"], "generate.bad_points"),
        (["--count", "0"], "generate.bad_number"),
        (["--seed", "-1"], "generate.bad_number"),
        (["--acceleration", "baku", "--points", "3-1-0"], "generate.baku_points"),
    ],
)
def test_bad_arguments_write_nothing(capsys, tmp_path, arguments, code):
    out = tmp_path / "out"
    exit_code, _, err = generate(capsys, out, *arguments)
    assert exit_code == 3
    assert code in err
    assert not out.exists()


def test_a_folder_that_cannot_be_made_is_reported(capsys, tmp_path):
    (tmp_path / "file").write_text("")
    code, _, err = generate(capsys, tmp_path / "file" / "out", "--players", "8")
    assert code == 5
    assert "cannot read or write" in err

"""The pairing checker: what it calls a difference, and what it never trips over."""

import gzip
import json
import random
from dataclasses import replace

import pytest

from pairing.checker import (
    Case,
    ExpectedRound,
    case_from_record,
    check_case,
    system_for,
    vector_case,
)
from pairing.cli import main
from pairing.errors import RecordError
from pairing.generator import GeneratorOptions, generate_tournament
from pairing.record import Cell
from pairing.scoring import Colour, Outcome
from tests.paths import GOLDEN
from tests.support.dutch_enumerator import deciding_rule
from tests.support.dutch_vectors import lines, record_of

TOURNAMENTS = GOLDEN / "dutch-tournaments.jsonl.gz"
POSITIONS = GOLDEN / "dutch-positions.jsonl.gz"


@pytest.fixture(scope="module")
def record():
    """Eleven players, five rounds, paired by the engine."""
    options = GeneratorOptions(
        players=(11, 11), rounds=(5, 5), late_entries=0, withdrawals=0, zero_point_byes=0
    )
    return generate_tournament(options, random.Random(4))


@pytest.fixture(scope="module")
def stuck_line():
    return next(line for line in lines(TOURNAMENTS) if line["stuck"])


def with_cells(record, round_number, changes):
    """The record with other cells in one round: ``{number: cell}``."""
    return replace(
        record,
        participants=tuple(
            replace(
                person,
                cells=(
                    *person.cells[: round_number - 1],
                    changes.get(person.number, person.cells[round_number - 1]),
                    *person.cells[round_number:],
                ),
            )
            for person in record.participants
        ),
    )


def first_two_boards(record, round_number):
    boards = [board for board in record.boards(round_number) if board[1] is not None]
    return boards[0], boards[1]


def game(opponent, colour, outcome=Outcome.DRAW):
    return Cell(outcome, opponent, colour)


def differences(record):
    return check_case(case_from_record("event", record)).differences


def test_engine_agrees_with_itself(record):
    report = check_case(case_from_record("event", record))
    assert (report.name, report.rounds, report.impossible) == ("event", 5, 0)
    assert report.differences == ()


def test_exchanged_colours_are_a_difference(record):
    (white, black), _ = first_two_boards(record, 1)
    changed = with_cells(
        record, 1, {white: game(black, Colour.BLACK), black: game(white, Colour.WHITE)}
    )
    first = differences(changed)[0]
    assert (first.name, first.round, first.kind) == ("event", 1, "colours")
    assert (black, white) in first.expected
    assert (white, black) in first.found


def test_pairs_made_by_hand_are_a_difference(record):
    (a, b), (c, d) = first_two_boards(record, 1)
    changed = with_cells(
        record,
        1,
        {
            a: game(d, Colour.WHITE),
            d: game(a, Colour.BLACK),
            c: game(b, Colour.WHITE),
            b: game(c, Colour.BLACK),
        },
    )
    first = differences(changed)[0]
    assert (first.round, first.kind) == (1, "pairs")
    assert (a, d) in first.expected
    assert (a, b) in first.found


def test_an_illegal_round_made_by_hand_is_a_difference_and_no_crash(record):
    """Round 2 repeats round 1, bye included."""
    changed = with_cells(record, 2, {p.number: p.cells[0] for p in record.participants})
    by_round = {difference.round: difference.kind for difference in differences(changed)}
    assert by_round[2] == "pairs"


def test_c04_1_2_a_round_with_no_legal_pairing_is_a_difference(record):
    """Two players meet three times: after the first there is nothing to pair."""
    pair = replace(
        record,
        rounds=3,
        completed=3,
        planned_byes=(),
        participants=tuple(
            replace(
                record.participant(number),
                cells=(game(3 - number, (Colour.WHITE, Colour.BLACK)[number - 1]),) * 3,
            )
            for number in (1, 2)
        ),
        initial_colour=Colour.WHITE,
    )
    assert [(d.round, d.kind, d.found) for d in differences(pair)] == [
        (2, "no_legal_pairing", None),
        (3, "no_legal_pairing", None),
    ]


def test_a_pair_without_colours_is_compared_without_them(record):
    (white, black), _ = first_two_boards(record, 5)
    changed = with_cells(
        record,
        5,
        {
            white: Cell(Outcome.FORFEIT_WIN, black, None),
            black: Cell(Outcome.FORFEIT_LOSS, white, None),
        },
    )
    case = case_from_record("event", changed)
    assert case.rounds[4].colourless == {(min(white, black), max(white, black))}
    assert check_case(case).differences == ()


def test_what_the_engine_refuses_is_a_difference(record):
    (white, black), _ = first_two_boards(record, 1)
    pending = with_cells(
        record,
        1,
        {
            white: game(black, Colour.WHITE, Outcome.UNKNOWN),
            black: game(white, Colour.BLACK, Outcome.UNKNOWN),
        },
    )
    second = differences(pending)[0]
    assert (second.round, second.kind, second.found) == (2, "refused", None)
    assert "round.results_missing" in second.detail


def test_first_difference_is_asked_for_pairs_only(record):
    asked = []

    def why(before, expected, found):
        asked.append((before.completed, len(expected), len(found)))
        return "C12"

    (a, b), (c, d) = first_two_boards(record, 1)
    swapped = with_cells(
        record,
        1,
        {
            a: game(d, Colour.WHITE),
            d: game(a, Colour.BLACK),
            c: game(b, Colour.WHITE),
            b: game(c, Colour.BLACK),
        },
    )
    case = case_from_record("event", swapped)
    report = check_case(replace(case, rounds=case.rounds[:1]), why)
    assert report.differences[0].decided_by == "C12"
    assert asked == [(0, 6, 6)]
    coloured = with_cells(record, 1, {a: game(b, Colour.BLACK), b: game(a, Colour.WHITE)})
    case = case_from_record("event", coloured)
    report = check_case(replace(case, rounds=case.rounds[:1]), why)
    assert report.differences[0].decided_by is None
    assert len(asked) == 1


# ------------------------------------------------------------------------ vectors


def test_board_order_is_compared_where_it_is_known(record):
    line = next(line for line in lines(TOURNAMENTS) if len(line["pairings"][0]) >= 3)
    read = record_of(line)
    assert check_case(vector_case(line, read, "same")).differences == ()
    first, second, *rest = line["pairings"][0]
    line["pairings"][0] = [second, first, *rest]
    report = check_case(vector_case(line, read, "other"))
    assert [(d.round, d.kind) for d in report.differences] == [(1, "board_order")]


def test_stuck_is_confirmed(stuck_line):
    report = check_case(vector_case(stuck_line, record_of(stuck_line), "stuck"))
    assert (report.rounds, report.impossible) == (len(stuck_line["pairings"]), 1)
    assert report.differences == ()


def test_a_legal_pairing_where_none_should_be_is_a_difference():
    line = next(line for line in lines(TOURNAMENTS) if line["rounds"] > len(line["pairings"]) + 1)
    read = record_of(line)
    shorter = read.truncated(1)
    expected = ExpectedRound(2, None)
    report = check_case(Case("event", shorter, "dutch", (expected,)))
    assert [(d.round, d.kind, d.expected) for d in report.differences] == [
        (2, "legal_pairing", None)
    ]
    assert report.impossible == 0


def test_a_vector_with_another_number_of_rounds_is_refused(stuck_line):
    line = {**stuck_line, "pairings": stuck_line["pairings"][:-1]}
    with pytest.raises(RecordError) as caught:
        vector_case(line, record_of(stuck_line), "short")
    assert caught.value.code == "check.bad_vector"


@pytest.mark.parametrize("pairs", [[[1]], [["a", 2]], [1, 2], None])
def test_a_vector_with_broken_pairs_is_refused(pairs):
    line = next(lines(POSITIONS))
    with pytest.raises(RecordError) as caught:
        vector_case({**line, "pairs": pairs}, record_of(line), "broken")
    assert caught.value.code == "check.bad_vector"


# ------------------------------------------------------------------------- systems


@pytest.mark.parametrize(
    "code", ["", "FIDE_DUTCH", "FIDE_DUTCH_2026", "FIDE_DUTCH_2025", "fide_dutch_2026_baku"]
)
def test_type_codes_of_the_dutch_system(record, code):
    assert system_for(replace(record, system=code)) == "dutch"


def test_an_unsupported_system_or_edition_is_refused(record):
    with pytest.raises(RecordError) as caught:
        system_for(replace(record, system="CUSTOM_KNOCKOUT"))
    assert caught.value.code == "check.unsupported_system"
    with pytest.raises(RecordError) as caught:
        system_for(replace(record, edition="2017"))
    assert (caught.value.code, caught.value.params["edition"]) == (
        "check.unsupported_edition",
        "2017",
    )


# -------------------------------------------------------------------- command line


def check(capsys, *arguments):
    """(exit code, lines of standard output, standard error)"""
    code = main(["check", "--processes", "1", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out.splitlines(), err


def write_vectors(path, vectors):
    with gzip.open(path, "wt", encoding="utf-8") as stream:
        stream.writelines(json.dumps(line) + "\n" for line in vectors)


def test_vector_files_come_out_without_differences(capsys):
    code, out, err = check(capsys, TOURNAMENTS, POSITIONS)
    tournaments = list(lines(TOURNAMENTS))
    rounds = sum(len(line["pairings"]) for line in tournaments) + 96
    stuck = sum(line["stuck"] for line in tournaments)
    assert out == [
        f"no legal pairing, as expected: {stuck}",
        f"checked {len(tournaments) + 96} tournaments, {rounds} rounds: 0 differences",
    ]
    assert (code, err) == (0, "")


def test_processes_change_nothing(capsys):
    assert main(["check", "--processes", "2", "--limit", "12", str(TOURNAMENTS)]) == 0
    two = capsys.readouterr().out
    assert main(["check", "--processes", "1", "--limit", "12", str(TOURNAMENTS)]) == 0
    assert two == capsys.readouterr().out
    assert "checked 12 tournaments" in two


def test_each_difference_is_printed_and_the_exit_code_is_1(capsys, tmp_path):
    line = next(lines(POSITIONS))
    (white, black), *others = line["pairs"]
    path = tmp_path / "changed.jsonl.gz"
    write_vectors(path, [line, {**line, "pairs": [[black, white], *others]}])
    code, out, _ = check(capsys, path)
    completed = record_of(line).completed
    assert code == 1
    assert out == [
        f"changed.jsonl.gz line 2 ({line['id']}), round {completed + 1}: other colours",
        f"    expected {black}-{white}",
        f"    found    {white}-{black}",
        "checked 2 tournaments, 2 rounds: 1 differences",
    ]


def test_json_output(capsys, tmp_path):
    line = next(lines(POSITIONS))
    (white, black), *others = line["pairs"]
    path = tmp_path / "changed.jsonl.gz"
    write_vectors(path, [{**line, "pairs": [[black, white], *others]}])
    code, out, _ = check(capsys, "--json", path)
    document = json.loads("\n".join(out))
    assert code == 1
    assert (document["tournaments"], document["rounds"]) == (1, 1)
    assert document["errors"] == []
    [difference] = document["differences"]
    assert difference["kind"] == "colours"
    assert difference["expected"][0] == [black, white]
    assert difference["found"][0] == [white, black]


def test_a_directory_stands_for_its_trf_files(capsys, tmp_path):
    some = [line for line in lines(TOURNAMENTS) if line["pairings"]][:3]
    (tmp_path / "sub").mkdir()
    for number, line in enumerate(some):
        folder = tmp_path / "sub" if number == 2 else tmp_path
        (folder / f"{number}.TRF").write_text(line["trf"])
    (tmp_path / "notes.txt").write_text("not a tournament")
    code, out, _ = check(capsys, tmp_path)
    rounds = sum(len(line["pairings"]) for line in some)
    assert (code, out) == (0, [f"checked 3 tournaments, {rounds} rounds: 0 differences"])


def test_sample_is_evenly_spaced_and_limit_takes_the_first(capsys):
    _, sample, _ = check(capsys, "--sample", 10, "--limit", 4, POSITIONS)
    assert sample == ["checked 4 tournaments, 4 rounds: 0 differences"]
    _, whole, _ = check(capsys, "--sample", 1000, POSITIONS)
    assert whole == ["checked 96 tournaments, 96 rounds: 0 differences"]


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("noise.trf", b"this is no tournament", 3),
        ("noise.jsonl", b"{not json\n", 3),
        ("other.jsonl", b'{"id": "x", "trf": "012 x"}\n', 3),
        ("list.jsonl", b"[1, 2]\n", 3),
        ("empty.jsonl", b"\n", 3),
        ("broken.jsonl.gz", b"not gzip", 5),
    ],
)
def test_bad_and_unreadable_input(capsys, tmp_path, name, content, expected):
    path = tmp_path / name
    path.write_bytes(content)
    code, out, err = check(capsys, path, POSITIONS)
    assert code == expected
    assert name in err
    # The other file is checked all the same.
    assert out == ["not checked: 1", "checked 96 tournaments, 96 rounds: 0 differences"]


def test_a_truncated_gzip_file_is_unreadable(capsys, tmp_path):
    path = tmp_path / "half.jsonl.gz"
    path.write_bytes(TOURNAMENTS.read_bytes()[:20_000])
    assert check(capsys, path)[0] == 5


def test_missing_file_and_empty_directory(capsys, tmp_path):
    code, _, err = check(capsys, tmp_path / "missing.trf")
    assert code == 5
    assert "missing.trf" in err
    code, _, err = check(capsys, tmp_path)
    assert code == 3
    assert "check.empty_directory" in err


@pytest.mark.parametrize("option", ["--processes", "--sample", "--limit"])
def test_numbers_below_one_are_refused(capsys, option):
    assert main(["check", option, "0", str(POSITIONS)]) == 3
    assert "check.bad_number" in capsys.readouterr().err


def test_the_rule_that_decides_is_printed(capsys, tmp_path):
    line = next(line for line in lines(POSITIONS) if len(line["pairs"]) >= 4)
    read = record_of(line)
    (a, b), (c, d), *others = line["pairs"]
    path = tmp_path / "by_hand.jsonl"
    path.write_text(json.dumps({**line, "pairs": [[a, d], [c, b], *others]}))
    code, out, _ = check(capsys, path)
    rule = deciding_rule(read, [(a, d), (c, b)] + [(w, x or None) for w, x in others])
    assert code == 1
    assert out[0] == (
        f"by_hand.jsonl line 1 ({line['id']}), round {read.completed + 1}: "
        f"other pairs, decided by {rule}"
    )

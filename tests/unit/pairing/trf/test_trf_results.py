"""Game blocks and which results exist (case D8), recorded rounds and coming ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing.errors import RecordError
from pairing.record import Cell, Participant, PlannedBye, TournamentRecord
from pairing.scoring import Colour, Outcome
from pairing.trf import TrfError, read_trf, write_trf16, write_trf26
from tests.support.trf_files import player_line, trf, two_players

W, B = Colour.WHITE, Colour.BLACK


def record_of(*cells: tuple[Cell, ...], rounds: int = 1) -> TournamentRecord:
    people = tuple(
        Participant(number, f"Player {number}", own) for number, own in enumerate(cells, start=1)
    )
    return TournamentRecord(people, rounds=rounds, completed=len(cells[0]), initial_colour=W)


def blocks(data: bytes) -> list[str]:
    """Columns 92-99 of the player lines."""
    return [line[91:99] for line in data.decode().splitlines() if line.startswith("001")]


@pytest.mark.parametrize("write", [write_trf16, write_trf26])
@pytest.mark.parametrize(
    ("outcome", "block", "points"),
    [
        (Outcome.PAIRING_ALLOCATED_BYE, "0000 - U", " 1.0"),
        (Outcome.HALF_POINT_BYE, "0000 - H", " 0.5"),
        (Outcome.ZERO_POINT_BYE, "0000 - Z", " 0.0"),
        (Outcome.FULL_POINT_BYE, "0000 - F", " 1.0"),
    ],
)
def test_d8_byes(write, outcome, block, points):
    record = record_of((Cell(outcome),))
    data = write(record)
    assert blocks(data) == [block]
    assert data.decode().splitlines()[-1][80:84] == points
    assert read_trf(data).record.participants[0].cells == (Cell(outcome),)


@pytest.mark.parametrize("write", [write_trf16, write_trf26])
@pytest.mark.parametrize(
    ("white", "black", "letters", "points"),
    [
        (Outcome.WIN, Outcome.LOSS, "10", ("1.0", "0.0")),
        (Outcome.DRAW, Outcome.DRAW, "==", ("0.5", "0.5")),
        (Outcome.LOSS, Outcome.WIN, "01", ("0.0", "1.0")),
        (Outcome.LOSS, Outcome.LOSS, "00", ("0.0", "0.0")),
        (Outcome.DRAW, Outcome.LOSS, "=0", ("0.5", "0.0")),
        (Outcome.LOSS, Outcome.DRAW, "0=", ("0.0", "0.5")),
        (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS, "+-", ("1.0", "0.0")),
        (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN, "-+", ("0.0", "1.0")),
        (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS, "--", ("0.0", "0.0")),
        (Outcome.UNRATED_WIN, Outcome.UNRATED_LOSS, "WL", ("1.0", "0.0")),
        (Outcome.UNRATED_DRAW, Outcome.UNRATED_DRAW, "DD", ("0.5", "0.5")),
        (Outcome.UNRATED_LOSS, Outcome.UNRATED_WIN, "LW", ("0.0", "1.0")),
        (Outcome.ADJOURNED, Outcome.ADJOURNED, "**", ("0.5", "0.5")),
        (Outcome.UNKNOWN, Outcome.UNKNOWN, "  ", ("0.0", "0.0")),
    ],
)
def test_d8_games(write, white, black, letters, points):
    cells = (Cell(white, 2, W),), (Cell(black, 1, B),)
    data = write(record_of(*cells))
    assert blocks(data.replace(b"\r\n", b"      \r\n")) == [
        f"   2 w {letters[0]}",
        f"   1 b {letters[1]}",
    ]
    lines = data.decode().splitlines()
    assert [line[80:84].strip() for line in lines[-2:]] == list(points)
    assert [person.cells for person in read_trf(data).record.participants] == list(cells)


def test_d8_forfeit_shows_the_scheduled_pairing():
    """Won by 12 as White over 7: ``   7 w +`` and ``  12 b -``."""
    people = (
        Participant(7, "Seven", (Cell(Outcome.FORFEIT_LOSS, 12, B),)),
        Participant(12, "Twelve", (Cell(Outcome.FORFEIT_WIN, 7, W),)),
    )
    record = TournamentRecord(people, rounds=1, completed=1)
    assert blocks(write_trf16(record)) == ["  12 b -", "   7 w +"]


@pytest.mark.parametrize("letter", ["U", "H", "F", "Z"])
def test_d8_bye_letter_with_opponent_is_refused_with_line_and_round(letter):
    data = trf(
        "142 3",
        player_line(1, "  62 w 1", f"  62 b {letter}"),
        player_line(62, "   1 b 0", "   1 w 0"),
    )
    with pytest.raises(TrfError) as caught:
        read_trf(data)
    assert caught.value.code == "trf.cell.bye_with_opponent"
    assert caught.value.params == {
        "number": 1,
        "round": 2,
        "line": 2,
        "column": 102,
        "read": f"62 {letter}",
    }
    assert str(caught.value) == (
        "trf.cell.bye_with_opponent: line 2, column 102: "
        f"player 1, round 2: '62 {letter}' is a bye with opponent"
    )


@pytest.mark.parametrize("outcome", [outcome for outcome in Outcome if outcome.is_bye])
@pytest.mark.parametrize("write", [write_trf16, write_trf26])
def test_d8_a_bye_with_opponent_is_never_written(write, outcome):
    with pytest.raises(RecordError) as caught:
        write(record_of((Cell(outcome, 2, W),), (Cell(Outcome.LOSS, 1, B),)))
    assert caught.value.code == "record.bye_with_opponent"


@pytest.mark.parametrize("pair", ["11", "1=", "=1", "++", "+=", "+0", "1-", "0-", "W1", "DL", "D="])
def test_d8_results_that_exclude_each_other_are_refused(pair):
    with pytest.raises(TrfError) as caught:
        read_trf(two_players((f"   2 w {pair[0]}", f"   1 b {pair[1]}")))
    assert caught.value.code == "trf.pairing.contradiction"
    assert caught.value.params["read"] == f"{pair[0]}/{pair[1]}"
    assert (caught.value.params["round"], caught.value.params["other"]) == (1, 4)


@pytest.mark.parametrize(
    ("pair", "expected"), [("1 ", "10"), ("= ", "=="), ("W ", "WL"), ("D ", "DD"), ("+ ", "+-")]
)
def test_a_result_that_only_one_side_has_is_completed(pair, expected):
    record = read_trf(two_players((f"   2 w {pair[0]}", "   1 b"))).record
    assert "".join(person.cells[0].outcome.value for person in record.participants) == expected


@pytest.mark.parametrize("letter", ["0", "-"])
def test_a_one_sided_loss_tells_nothing_about_the_other_side(letter):
    with pytest.raises(TrfError) as caught:
        read_trf(two_players((f"   2 w {letter}", "   1 b")))
    assert caught.value.code == "trf.pairing.contradiction"


@pytest.mark.parametrize(
    ("letter", "outcome"),
    [
        ("w", Outcome.UNRATED_WIN),
        ("d", Outcome.UNRATED_DRAW),
        ("x", Outcome.ADJOURNED),
        ("*", Outcome.ADJOURNED),
        ("?", Outcome.UNKNOWN),
        ("5", Outcome.DRAW),
        ("½", Outcome.DRAW),
    ],
)
def test_letters_are_case_insensitive_and_old_spellings_known(letter, outcome):
    other = {"w": "l"}.get(letter, letter)
    record = read_trf(two_players((f"   2 W {letter}", f"   1 B {other}"))).record
    assert record.participants[0].cells[0] == Cell(outcome, 2, W)


def test_old_byes_of_individual_events():
    data = trf(
        "142 2",
        "152 W",
        player_line(1, "   2 w 1"),
        player_line(2, "   1 b 0"),
        player_line(3, "0000 - ="),
        player_line(4, "0000 - +"),
        player_line(5, "   0 - -"),
        player_line(6),
    )
    document = read_trf(data)
    assert [person.cells[0].outcome.value for person in document.record.participants[2:]] == [
        "H",
        "F",
        "Z",
        "Z",
    ]
    placed = [finding for finding in document.findings if finding.line]
    assert [(finding.code, finding.line, finding.assumed) for finding in placed] == [
        ("trf.cell.old_bye", 5, "H"),
        ("trf.cell.old_bye", 6, "F"),
        ("trf.cell.old_bye", 7, "Z"),
    ]
    assert document.dialect == "trf26"  # because of 152
    assert read_trf(data.replace(b"142 2\n152 W\n", b"")).dialect == "trf06"


def test_boards_without_opponent_in_team_events_are_forfeits():
    data = trf(
        "013 Alpha".ljust(36) + "   1    2",
        "013 Beta".ljust(36) + "   3",
        "XXR 1",
        player_line(1, "   3 w 1"),
        player_line(2, "0000 b +"),
        player_line(3, "   1 b 0"),
    )
    record = read_trf(data).record
    assert record.participants[1].cells == (Cell(Outcome.FORFEIT_WIN, None, B),)
    assert blocks(write_trf16(record))[1] == "0000 b +"


def test_blank_cells_between_others_are_absences():
    data = trf(
        "142 3",
        player_line(1, "        ", "        ", "   2 w 1"),
        player_line(2, "        ", "   3 b =", "   1 b 0"),
        player_line(3, "        ", "   2 w ="),
    )
    record = read_trf(data).record
    assert [[cell.outcome.value for cell in person.cells] for person in record.participants] == [
        ["Z", "Z", "1"],
        ["Z", "=", "0"],
        ["Z", "=", "Z"],
    ]


def test_recorded_rounds_end_with_the_last_pairing_and_byes_beyond_are_planned():
    data = trf(
        "142 5",
        player_line(1, "   2 w 1", "0000 - H"),
        player_line(2, "   1 b 0", "0000 - Z", "0000 - Z"),
        player_line(3, "0000 - U"),
    )
    record = read_trf(data).record
    assert record.completed == 1
    assert record.planned_byes == (
        PlannedBye(2, 1, Outcome.HALF_POINT_BYE),
        PlannedBye(2, 2, Outcome.ZERO_POINT_BYE),
        PlannedBye(3, 2, Outcome.ZERO_POINT_BYE),
    )


def test_a_column_in_which_everybody_has_a_bye_is_a_recorded_round():
    data = trf("142 5", player_line(1, "0000 - H"), player_line(2, "0000 - Z", "0000 - Z"))
    record = read_trf(data).record
    assert record.completed == 1
    assert record.planned_byes == (PlannedBye(2, 2, Outcome.ZERO_POINT_BYE),)


def test_a_running_round_has_unknown_outcomes():
    data = trf(
        "142 5",
        player_line(1, "   3 w 1", "   2 b  "),
        player_line(2, "   4 b =", "   1 w  "),
        player_line(3, "   1 b 0", "   4 w 1"),
        player_line(4, "   2 w =", "   3 b 0"),
    )
    document = read_trf(data)
    assert document.record.completed == 2
    assert document.record.participants[0].cells[1] == Cell(Outcome.UNKNOWN, 2, B)
    assert [str(finding) for finding in document.findings if finding.line] == [
        "line 2, column 102: round 2: 1 results are missing"
    ]


def test_xxz_and_240_name_the_absent_of_coming_rounds():
    data = trf(
        "XXR 5",
        "XXZ 1 2",
        "240 H   2    2",
        "240 Z   4    3",
        player_line(1, "   2 w 1", "0000 - H"),
        player_line(2, "   1 b 0"),
        player_line(3, "0000 - U"),
    )
    document = read_trf(data)
    # The cell and 240 say more than "absent"; XXZ does not contradict them.
    assert document.record.planned_byes == (
        PlannedBye(2, 1, Outcome.HALF_POINT_BYE),
        PlannedBye(2, 2, Outcome.ZERO_POINT_BYE),
        PlannedBye(4, 3, Outcome.ZERO_POINT_BYE),
    )
    assert [(finding.code, finding.line) for finding in document.findings if finding.line] == [
        ("trf.240.conflict", 3)
    ]


def test_240_fills_a_blank_cell_of_a_past_round():
    data = trf(
        "142 2",
        "240 H   1    3",
        player_line(1, "   2 w 1"),
        player_line(2, "   1 b 0"),
        player_line(3),
    )
    assert read_trf(data).record.participants[2].cells == (Cell(Outcome.HALF_POINT_BYE),)


def test_truncated_file_is_not_half_imported():
    lines = [
        player_line(1, "   3 w 1", "   2 b 0", points="1.0"),
        player_line(2, "   4 b =", "   1 w 1", points="1.5"),
        player_line(3, "   1 b 0", "   4 w 1", points="1.0"),
        player_line(4, "   2 w =", "   3 b 0", points="0.5"),
    ]
    data = trf("142 5", "152 W", *lines)
    assert read_trf(data).findings == ()
    last_line = data.index(lines[3].encode())
    # From the first cell of the first player to the opponent in the very last cell.
    for cut in range(data.index(lines[0].encode()) + 95, last_line + len(lines[3]) - 4):
        with pytest.raises(TrfError) as caught:
            read_trf(data[:cut])
        assert caught.value.findings


def test_a_result_cut_off_at_the_end_of_the_file_is_completed_and_named():
    data = two_players(("   2 w =", "   1 b ="))
    document = read_trf(data[: data.rindex(b" =")])
    assert document.record == read_trf(data).record
    assert [finding.code for finding in document.findings if finding.line] == [
        "trf.pairing.one_sided_result"
    ]


def test_planned_byes_of_the_coming_round_count_in_the_points_column():
    """JaVaFo wants them included, bbpPairings takes either, and the letters add up."""
    record = replace(
        record_of((Cell(Outcome.WIN, 2, W),), (Cell(Outcome.LOSS, 1, B),), rounds=3),
        planned_byes=(
            PlannedBye(2, 2, Outcome.HALF_POINT_BYE),
            PlannedBye(3, 2, Outcome.HALF_POINT_BYE),
        ),
    )
    lines = write_trf16(record).decode().splitlines()[-2:]
    assert [line[80:84] for line in lines] == [" 1.0", " 0.5"]
    # A bye two rounds ahead would make the coming round look played.
    assert [line[101:109] for line in lines] == ["        ", "0000 - H"]
    assert {len(line) for line in lines} == {109}
    assert [finding.code for finding in read_trf(write_trf16(record)).findings] == []

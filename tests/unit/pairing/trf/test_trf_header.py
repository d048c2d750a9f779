"""Header, point systems, initial colour, tournament type and dialect."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from pairing.record import TournamentInfo
from pairing.scoring import STANDARD, Colour, PointSystem
from pairing.trf import read_trf, write_trf16, write_trf26
from tests.support.trf_files import player_line, sample, trf, two_players

ONE = player_line(1)


def record(*lines: str):
    return read_trf(trf(*lines, ONE)).record


def points(*lines: str) -> PointSystem:
    return record(*lines).points


def test_header_of_the_trf26_sample():
    info = read_trf(sample("open-trf26.trf"), strict=True).record.info
    assert info == TournamentInfo(
        name="Torneo de Otoño, Grupo A",
        city="Gijón",
        federation="ESP",
        start=date(2026, 10, 2),
        end=date(2026, 10, 11),
        kind="Individual: Swiss-System",
        chief_arbiter="Álvarez Muñiz, Inés",
        deputy_arbiters=("Öberg, Nils", "O'Dowd, Máire"),
        time_control="90 minutes + 30 seconds per move",
        time_control_code="5400+30",
        round_dates=(
            date(2026, 10, 2),
            date(2026, 10, 3),
            date(2026, 10, 4),
            None,
            date(2026, 10, 10),
        ),
        pairing_controller="Chess Tournament Server",
        starting_rank_method="ESP FIDON",
        tie_breaks=("DE", "BH/C1", "BH", "SB"),
        comments=("Board 1 plays on the electronic board.",),
    )


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ((), STANDARD),
        (("162  W 3.0    D 1.0    L 0.0",), PointSystem(win=30, draw=10)),
        (("162 W  3.0  D  1.0",), PointSystem(win=30, draw=10)),
        (("162  P 0.5",), PointSystem(pairing_allocated_bye=5)),
        (("162  W 1.0    D 0.5    L 0.0    P 1.0",), STANDARD),
        (("162  A 0.5    X 0.0",), PointSystem(zero_point_bye=5, adjourned=0)),
        (("162  Z 0.5",), PointSystem(zero_point_bye=5)),
        (("XXS W=3 D=1",), PointSystem(win=30, draw=10, pairing_allocated_bye=10)),
        (("XXS W=3,0 D=1 PAB=3",), PointSystem(win=30, draw=10)),
        (
            ("XXS WW=2 BW=3 BD=1 FL=0.5",),
            PointSystem(
                win=20,
                win_black=30,
                draw_black=10,
                forfeit_loss=5,
                pairing_allocated_bye=10,
                forfeit_win=10,
                full_point_bye=10,
            ),
        ),
        (("XXS W=3", "XXS FW=1 FPB=2 HPB=1"), PointSystem(
            win=30,
            forfeit_win=10,
            full_point_bye=20,
            half_point_bye=10,
            pairing_allocated_bye=10,
        )),
        (("BBW  3.0", "BBD  1.0"), PointSystem(win=30, draw=10)),
        (("BBZ  0.5", "BBF  0.0", "BBU  0.5"), PointSystem(
            zero_point_bye=5, forfeit_loss=0, pairing_allocated_bye=5
        )),
        (("299 F         0.5",), PointSystem(full_point_bye=5)),
        (("162  W 3.0    D 1.0", "299 +         2.0"), PointSystem(
            win=30, draw=10, forfeit_win=20
        )),
    ],
)  # fmt: skip
def test_point_systems(lines, expected):
    assert points(*lines) == expected


@pytest.mark.parametrize(
    "system",
    [
        PointSystem(win=30, draw=10),
        PointSystem(pairing_allocated_bye=5),
        PointSystem(forfeit_win=5, forfeit_loss=-5 + 10, full_point_bye=0, half_point_bye=0),
        PointSystem(win=20, draw=10, loss=5, zero_point_bye=1, pairing_allocated_bye=15),
    ],
)
@pytest.mark.parametrize("write", [write_trf16, write_trf26])
def test_both_formats_carry_point_systems(write, system):
    written = write(replace(record("142 3", "152 W"), points=system))
    assert read_trf(written).record.points == system


def test_xxs_and_bbx_are_written_for_both_engines():
    lines = (
        write_trf16(replace(record("142 3"), points=PointSystem(win=30, draw=10)))
        .decode()
        .splitlines()
    )
    assert [line for line in lines if line[:2] in ("XX", "BB")] == [
        "XXR 3",
        "XXS WW=3.0 BW=3.0 WD=1.0 BD=1.0 HPB=1.0 FPB=3.0 PAB=3.0 FW=3.0",
        "BBW  3.0",
        "BBD  1.0",
        "BBL  0.0",
        "BBZ  0.0",
        "BBF  0.0",
        "BBU  3.0",
    ]


def test_162_stands_in_the_columns_of_the_table():
    line = next(
        line
        for line in write_trf26(
            replace(record("142 3"), points=PointSystem(win=30, draw=10, pairing_allocated_bye=15))
        )
        .decode()
        .splitlines()
        if line.startswith("162")
    )
    assert line == "162  W 3.0    D 1.0    L 0.0    P 1.5"
    assert (line[5], line[14], line[23], line[32]) == ("W", "D", "L", "P")


@pytest.mark.parametrize(
    ("code", "system", "baku", "edition"),
    [
        ("FIDE_DUTCH_2026", "FIDE_DUTCH_2026", False, "2026"),
        ("FIDE_DUTCH_2025", "FIDE_DUTCH_2026", False, "2026"),
        ("FIDE_DUTCH_2025_BAKU", "FIDE_DUTCH_2026", True, "2026"),
        ("fide_dutch_2017", "FIDE_DUTCH_2017", False, "2017"),
        ("FIDE_DUTCH", "FIDE_DUTCH", False, "2026"),
        ("FIDE_BURSTEIN_BAKU", "FIDE_BURSTEIN", True, "2026"),
        ("CUSTOM_SWISS", "CUSTOM_SWISS", False, "2026"),
    ],
)
def test_tournament_types(code, system, baku, edition):
    found = record(f"192 {code}")
    assert (found.system, found.baku, found.edition) == (system, baku, edition)


@pytest.mark.parametrize(("start", "edition"), [("2026/01/31", "2017"), ("2026/02/01", "2026")])
def test_undated_dutch_means_the_rules_in_force_at_the_start(start, edition):
    assert record(f"042 {start}", "192 FIDE_DUTCH").edition == edition


@pytest.mark.parametrize(
    ("lines", "colour"),
    [
        (("152 W",), Colour.WHITE),
        (("152 b",), Colour.BLACK),
        (("XXC white1",), Colour.WHITE),
        (("XXC black1",), Colour.BLACK),
        (("XXC rank black1",), Colour.BLACK),
        ((), None),
    ],
)
def test_announced_initial_colour(lines, colour):
    assert record(*lines).initial_colour is colour


def test_c04_3_5_2_5_initial_colour_is_inferred_from_the_first_player_with_a_colour():
    assert read_trf(two_players(("   2 b 1", "   1 w 0"), header=())).record.initial_colour is (
        Colour.BLACK
    )
    # Player 1 has not arrived, so 2 is the first of the participants; 3 the second.
    data = trf(
        player_line(1, "0000 - Z"),
        player_line(2, "0000 - U"),
        player_line(3, "   4 w 1"),
        player_line(4, "   3 b 0"),
    )
    assert read_trf(data).record.initial_colour is Colour.BLACK


def test_a_forfeit_tells_no_initial_colour():
    data = two_players(("   2 w +", "   1 b -"), ("   2 b 1", "   1 w 0"), header=())
    assert read_trf(data).record.initial_colour is Colour.BLACK


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("202 BH/C1, BH ,sb",), ("BH/C1", "BH", "sb")),
        (("212 PTS,DE,BH",), ("DE", "BH")),
        (("202 DE,BH", "212 pts,de,bh"), ("DE", "BH")),
        (("212 DE,PTS,BH",), ("DE", "PTS", "BH")),
    ],
)
def test_tie_breaks_are_kept_verbatim(lines, expected):
    found = record(*lines)
    assert found.info.tie_breaks == expected
    assert read_trf(write_trf26(found)).record.info.tie_breaks == expected


@pytest.mark.parametrize(
    ("lines", "rounds"),
    [
        (("142 9",), 9),
        (("XXR 9",), 9),
        (("XXR 9", "142 9"), 9),
        (("132".ljust(91) + "26/10/02  26/10/03  26/10/04",), 3),
        (("240 H   4    1",), 4),
    ],
)
def test_number_of_rounds(lines, rounds):
    assert record(*lines).rounds == rounds


@pytest.mark.parametrize(
    "line",
    [
        "132".ljust(91) + "26/10/02            26/10/04",
        "132".ljust(91) + "2026/10/02          2026/10/04",
        "132".ljust(91) + "02.10.26            04.10.26",
    ],
)
def test_round_dates_stand_over_their_rounds(line):
    assert record("042 2026/10/02", line).info.round_dates == (
        date(2026, 10, 2),
        None,
        date(2026, 10, 4),
    )


@pytest.mark.parametrize(
    ("lines", "dialect"),
    [
        (
            (player_line(1, "0000 - ="), player_line(2, "   3 w 1"), player_line(3, "   2 b 0")),
            "trf06",
        ),
        (
            (player_line(1, "0000 - H"), player_line(2, "   3 w 1"), player_line(3, "   2 b 0")),
            "trf16",
        ),
        (("XXR 5", ONE), "trf16bx"),
        (("XXR 5", "142 5", ONE), "trf16bx"),
        (("BBW  3.0", ONE), "trf16bx"),
        (("142 5", ONE), "trf26"),
        (("XXR 5", "152 W", ONE), "trf26"),
    ],
)
def test_dialects(lines, dialect):
    assert read_trf(trf(*lines)).dialect == dialect


def test_a_missing_blank_in_column_four_of_a_header_is_tolerated():
    assert record("012Open", "142   7").info.name == "Open"
    assert record("012Open", "142   7").rounds == 7

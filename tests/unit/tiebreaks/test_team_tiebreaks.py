"""C.07 art. 11-13: matches from boards, team criteria, both scores."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing.record import (
    AbnormalPoints,
    Cell,
    ForfeitedMatch,
    LineUp,
    Participant,
    PlannedBye,
    Team,
    TeamByes,
    TeamEvent,
    TournamentRecord,
)
from pairing.scoring import Outcome, PointSystem
from tests.support.tiebreak_tables import column, golden_record, in_order
from tiebreaks import Options, TiebreakError, parse_code, standings
from tiebreaks.direct_encounter import ExtendedDirectEncounter
from tiebreaks.ranking import Ranking
from tiebreaks.team_field import team_field

MATCH_FIRST = golden_record("team14-26")
GAME_FIRST = golden_record("team14gp-26")


@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("BH:MP", "61 57 58 56 55 46 44 41 50 44 41 41 52 36"),
        ("BH:MP/C1", "54 52 53 52 53 39 38 39 48 42 39 39 48 32"),
        ("BC", "37.5 42 43.5 44 46 33 27.5 39.5 33 30 30 24 25.5 39.5"),
        ("KS:MP", "8 4 6 4 6 2 1 0 1 1 0 0 1 0"),
        ("WON:MP", "4 5 5 5 5 3 1 2 2 2 1 0 2 0"),
        ("EMMSB", "82 74 76 72 70 32 33 30 26 19 16 6 30 19"),
    ],
)
def test_c07_11_to_13_columns_of_fourteen_teams(code, values):
    computed = in_order(column(MATCH_FIRST, code, first="MPTS"))
    assert [float(text or "nan") for text in computed] == [float(v) for v in values.split()]


@pytest.mark.parametrize(
    ("code", "new", "old"),
    [
        ("MPTS", "10.0", "10.0"),
        ("GPTS", "17.5", "17.5"),
        ("BH:MP", "61.0", "64.0"),
        ("BH:MP/C1", "54.0", "57.0"),
        ("BH:GP", "109.0", "114.0"),
        ("EMMSB", "82.00", "88.00"),
        ("ESB:MM", "82.00", "88.00"),
        ("EMGSB", "146.50", "158.50"),
        ("EGMSB", "148.00", "158.00"),
        ("EGGSB", "263.00", "283.00"),
        ("EMMSB/C1", "68.00", "74.00"),
        ("SB", "82.00", "88.00"),
        ("SSSC", "37.83", "38.83"),
        ("SSSC/F", "36.50", "37.50"),
        ("SSSC/K4", "32.75", "33.50"),
        ("MPvGP", "17.5", "17.5"),
        ("WIN:MP", "5", "5"),
    ],
)
def test_c07_13_antelopes_with_a_forfeit_win_in_both_editions(code, new, old):
    assert column(MATCH_FIRST, code, first="MPTS")[1] == new
    assert column(MATCH_FIRST, code, first="MPTS", edition="2024")[1] == old


def test_c07_13_4_game_points_first_divide_by_fourteen():
    assert column(GAME_FIRST, "SSSC", first="GPTS")[1] == "17.79"
    assert column(GAME_FIRST, "MPvGP", first="GPTS")[1] == "10.0"


def test_c07_13_4_factor_of_nothing_is_undefined():
    table = standings(MATCH_FIRST, ["MPTS", "SSSC"], after_round=1)
    assert {row.values[1].text for row in table.rows} == {None}
    assert [notice.code for notice in table.notices] == ["tiebreak.divisor_zero"]


def test_c07_13_4_matches_without_secondary_points_have_no_factor():
    nothing = replace(MATCH_FIRST, points=PointSystem(win=0, draw=0))
    table = standings(nothing, ["MPTS", "SSSC", "SSSC/K4"])
    assert {row.values[1].text for row in table.rows} == {None}
    assert [notice.code for notice in table.notices] == ["tiebreak.divisor_zero"]


def test_c07_13_3_extended_direct_encounter_stays_on_the_score_that_split():
    values = column(MATCH_FIRST, "EDE", first="MPTS")
    assert [values[n] for n in (1, 2, 3, 4, 5)] == ["3", "2", "4", "1", "5"]
    assert [values[n] for n in (7, 9, 13)] == ["0", "0", "0"]
    assert (values[6], values[8]) == ("1", "2")
    assert (values[11], values[14]) == ("0", "0")


@pytest.mark.parametrize("code", ["EDET", "EDEB", "EDEC", "EDEBT", "EDEBB"])
def test_c07_13_3_2_boards_of_the_match_decide_between_two(code):
    values = column(MATCH_FIRST, code, first="MPTS")
    assert (values[11], values[14]) == ("1", "2")


@pytest.mark.parametrize("code", ["EDEC", "EDEBT", "EDEBB"])
def test_checker_puts_the_larger_board_count_first(code):
    options = Options(checker_defects=True)
    values = column(MATCH_FIRST, code, first="MPTS", options=options)
    assert (values[11], values[14]) == ("2", "1")


def _event(*, byes: TeamByes | None = None, **facts) -> TeamEvent:
    teams = tuple(
        Team(number, f"Team {number}", (2 * number - 1, 2 * number)) for number in range(1, 5)
    )
    return TeamEvent(teams=teams, board_colours="WB", byes=byes, **facts)


def _team_record(cells: dict[int, str], event: TeamEvent) -> TournamentRecord:
    """Players 1-8, two for each team; cells as ``opponent result`` joined, blank is absent."""

    def cell(text: str) -> Cell:
        if not text:
            return Cell(Outcome.ZERO_POINT_BYE)
        opponent = int(text[:-1]) or None
        return Cell(Outcome(text[-1]), opponent)

    return TournamentRecord(
        tuple(
            Participant(number, f"P{number}", (cell(cells.get(number, "")),))
            for number in range(1, 9)
        ),
        rounds=1,
        completed=1,
        team_event=event,
    )


def _scores(record: TournamentRecord) -> list[tuple[int, int]]:
    field = team_field(record, 1, False, "MP")
    return list(zip(field.sheets["MP"].total, field.sheets["GP"].total, strict=True))


def test_c07_11_match_points_by_comparing_game_points():
    record = _team_record(
        {1: "31", 3: "10", 2: "4=", 4: "2=", 5: "7=", 7: "5=", 6: "8=", 8: "6="}, _event()
    )
    assert _scores(record) == [(20, 15), (0, 5), (10, 10), (10, 10)]


def test_c07_11_every_board_forfeited_by_both_is_lost_by_both():
    record = _team_record({1: "3-", 3: "1-", 2: "4-", 4: "2-"}, _event())
    assert _scores(record)[:2] == [(0, 0), (0, 0)]
    field = team_field(record, 1, False, "MP")
    assert field.outcome[0] == [Outcome.FORFEIT_LOSS]
    assert field.voluntary[:2] == [[True], [True]]


def test_c07_11_match_forfeited_without_board_lines():
    event = _event(forfeited_matches=(ForfeitedMatch("+-", 1, 1, 2),))
    record = _team_record({}, event)
    assert _scores(record)[:2] == [(20, 20), (0, 0)]
    assert column(record, "WIN:MP", first="MPTS")[1] == "1"
    assert column(record, "WON:MP", first="MPTS")[1] == "0"
    assert column(record, "BC", first="MPTS")[1] == "3.0"


def test_c07_11_byes_of_teams():
    event = _event(
        byes=TeamByes(10, 15, (1,)),
        requested_byes=(
            PlannedBye(1, 2, Outcome.HALF_POINT_BYE),
            PlannedBye(1, 3, Outcome.FULL_POINT_BYE),
        ),
    )
    record = _team_record({}, event)
    assert _scores(record) == [(10, 15), (10, 10), (20, 20), (0, 0)]
    assert in_order(column(record, "BC", first="MPTS")) == ["3.0", "1.5", "3.0", "0.0"]
    assert in_order(column(record, "VUR", first="MPTS")) == ["0", "1", "0", "1"]


def test_c04_6_1_4_bye_by_the_pairing_is_a_drawn_match_unless_announced():
    record = _team_record({}, _event(byes=TeamByes(None, None, (1,))))
    assert _scores(record)[0] == (10, 10)
    announced = replace(record, points=replace(record.points, pairing_allocated_bye=10))
    assert _scores(announced)[0] == (10, 20)


def test_trf26_300_line_up_puts_players_on_other_boards():
    cells = {1: "4=", 4: "1=", 2: "31", 3: "20"}
    straight = _team_record(cells, _event())
    crossed = _team_record(
        cells, _event(line_ups=(LineUp(1, 1, 2, (2, 1)), LineUp(1, 2, 1, (3, 4))))
    )
    assert column(straight, "BC", first="MPTS")[1] == "2.5"
    assert column(crossed, "BC", first="MPTS")[1] == "2.0"
    assert column(crossed, "BC", first="MPTS")[2] == "1.0"


def test_trf26_299_deviating_points_of_matches_and_penalties_of_teams():
    record = replace(
        _team_record({1: "31", 3: "10", 2: "4=", 4: "2="}, _event()),
        abnormal_points=(
            AbnormalPoints(Outcome.WIN, 20, numbers=(1,), match_points=15),
            AbnormalPoints(None, -10, numbers=(2,), match_points=-5),
        ),
    )
    assert _scores(record)[:2] == [(15, 20), (-5, -5)]


def test_c07_12_top_boards_then_bottom_boards():
    # Both teams drew their matches: 1 won board 1, 2 won board 2.
    record = _team_record(
        {1: "51", 5: "10", 2: "60", 6: "21", 3: "70", 7: "31", 4: "81", 8: "40"}, _event()
    )
    for code in ("TBR", "BBE"):
        assert in_order(column(record, code, first="MPTS")) == ["1", "3", "3", "1"]


def test_c07_12_equal_boards_stay_level():
    record = _team_record(
        {1: "5=", 5: "1=", 2: "6=", 6: "2=", 3: "7=", 7: "3=", 4: "8=", 8: "4="}, _event()
    )
    for code in ("TBR", "BBE", "EDE", "DE"):
        assert in_order(column(record, code, first="MPTS")) == ["0"] * 4


def test_c07_11_individual_standings_of_a_team_event():
    table = standings(MATCH_FIRST, ["PTS"], options=Options(individuals=True))
    assert table.subject == "individuals"
    assert len(table.rows) == len(MATCH_FIRST.participants)
    assert standings(MATCH_FIRST, ["MPTS"]).subject == "teams"


def test_team_standings_need_teams():
    with pytest.raises(TiebreakError) as caught:
        team_field(_team_record({}, None), 1, False, "MP")
    assert caught.value.code == "standings.no_teams"


def test_c07_7_7_standard_points_of_teams_on_boards():
    values = column(MATCH_FIRST, "STD:GP", first="MPTS")
    assert values == column(MATCH_FIRST, "GPTS", first="MPTS") | {
        12: values[12],
        14: values[14],
    }


def test_c07_13_3_3_letter_restarts_from_the_primary_score():
    from tiebreaks.readings import Readings

    ranking = Ranking(MATCH_FIRST, ["MPTS"])
    criterion = parse_code("EDE")
    tables = ranking.tables(criterion, Readings(restart_extended_encounter=True))
    group = [ranking.field.position(n) for n in (1, 2, 3, 4, 5)]
    values = ExtendedDirectEncounter(tables, criterion).values(group)
    assert [values[position] for position in group] == [2, 3, 4, 1, 5]

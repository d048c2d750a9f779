"""The calculator and the prize helper, without an account."""

from __future__ import annotations

import csv
import io
import json

import pytest

from tests.api.test_cases import D6
from tournaments.core.models import ChangeLogEntry
from tournaments.standings import calculator

TABLE = """\
 1 Anna  2w1  3b½  4w1  2.5
 2 Ben   1b0  4w1  3b½  1.5
 3 Carl  4w½  1w½  2w½  1.5
 4 Dora  3b½  2b0  1b0  0.5
"""


@pytest.fixture(autouse=True)
def _many_questions(settings):
    settings.API_THROTTLE_RATES = settings.API_THROTTLE_RATES | {"computing": "100000/minute"}


def asked(speaker, **body) -> dict:
    answer = speaker.post("tools/tiebreaks", body)
    assert answer.status_code == 200, answer.content
    return answer.json()


def refused(speaker, **body) -> tuple[int, str]:
    answer = speaker.post("tools/tiebreaks", body)
    return answer.status_code, answer.json()["code"]


def ranking(body) -> list[tuple]:
    return [(row["rank"], row["number"], row["decided_by"]) for row in body["rows"]]


def test_a_pasted_table_is_ranked_with_all_values(api):
    body = asked(api.anonymous, text=TABLE, order=["PTS", "BH/C1", "BH", "SB"])
    assert (body["edition"], body["round"], body["final"]) == ("2026", 3, True)
    assert body["order"] == ["PTS", "BH/C1", "BH", "SB"]
    values = {row["number"]: [each["value"] for each in row["tie_breaks"]] for row in body["rows"]}
    assert values == {
        1: ["2.5", "3.0", "3.5", "2.75"],
        2: ["1.5", "4.0", "4.5", "1.25"],
        3: ["1.5", "4.0", "4.5", "2.25"],
        4: ["0.5", "4.0", "5.5", "0.75"],
    }
    assert ranking(body) == [(1, 1, ""), (2, 3, "PTS"), (3, 2, "SB"), (4, 4, "PTS")]
    assert [row["name"] for row in body["rows"]] == ["Anna", "Carl", "Ben", "Dora"]
    assert (body["findings"], body["notices"], body["working"]) == ([], [], [])


def test_values_are_exact_numbers_too(api):
    body = asked(api.anonymous, text=TABLE, order=["PTS", "SB", "WIN", "ARO"])
    assert body["rows"][0]["tie_breaks"] == [
        {"code": "PTS", "value": "2.5", "scaled": 25, "decimals": 1},
        {"code": "SB", "value": "2.75", "scaled": 275, "decimals": 2},
        {"code": "WIN", "value": "2", "scaled": 2, "decimals": 0},
        {"code": "ARO", "value": None, "scaled": None, "decimals": 0},
    ]


def test_another_order_ranks_otherwise(api):
    body = asked(api.anonymous, text=TABLE, order=["PTS", "DE", "WIN"])
    assert ranking(body) == [(1, 1, ""), (2, 2, "PTS"), (3, 3, "WIN"), (4, 4, "PTS")]


def test_ties_that_are_left_share_the_place_unless_lots_are_drawn(api):
    body = asked(api.anonymous, text=TABLE, order=["PTS"])
    assert ranking(body) == [(1, 1, ""), (2, 2, "PTS"), (2, 3, ""), (4, 4, "PTS")]
    assert [row["shared"] for row in body["rows"]] == [False, True, True, False]
    drawn = asked(api.anonymous, text=TABLE, order=["PTS"], lots_seed=4)
    again = asked(api.anonymous, text=TABLE, order=["PTS"], lots_seed=4)
    assert drawn == again
    assert [row["rank"] for row in drawn["rows"]] == [1, 2, 3, 4]
    assert drawn["rows"][2]["decided_by"] == "LOTS"
    assert drawn["notices"][0]["code"] == "standings.lots_drawn"


def test_the_order_may_be_left_to_the_table(api):
    assert asked(api.anonymous, text=TABLE)["order"] == ["PTS", "BH/C1", "BH", "SB"]
    body = asked(api.anonymous, text=TABLE, round_robin=True, order=["PTS", "SB"])
    assert body["order"] == ["PTS", "SB"]


def test_all_further_tie_breaks_beside_those_that_decide(api):
    body = asked(api.anonymous, text=TABLE, order=["PTS", "SB"], others=True)
    others = {each["code"]: each["value"] for each in body["rows"][0]["others"]}
    assert (others["BH"], others["WIN"], others["PS"], others["KS"]) == ("3.5", "2", "5.0", "1.5")
    assert {"PTS", "SB", "MPTS", "EMMSB", "ARO"}.isdisjoint(others)
    assert ranking(body) == ranking(asked(api.anonymous, text=TABLE, order=["PTS", "SB"]))


@pytest.mark.parametrize(
    ("edition", "buchholz"),
    [("2026", "4.5"), ("2024", "5.0"), ("self", "5.0"), ("virtual", "4.5")],
)
def test_editions_count_unplayed_rounds_in_their_own_way(api, edition, buchholz):
    """1 has 2.0 and a half-point bye in round 2; 2 (1.0) is absent in the last round; 3 has 1.5.

    2026: 1.5 (2, adjusted) + 1.5 (dummy, at most three draws) + 1.5 (3); before that the dummy
    had no limit: 2.0.  Virtual: 1.5 + (1.0 + 0.5 + 0.5) + 1.0, every unplayed round a draw.
    """
    text = "1 A 2w1 H 3w½\n2 B 1b0 3w1 -\n3 C + 2b0 1b½\n"
    body = asked(api.anonymous, text=text, order=["PTS", "BH"], edition=edition)
    value = next(row for row in body["rows"] if row["number"] == 1)["tie_breaks"][1]
    assert body["edition"] == edition
    scaled = int(buchholz.replace(".", ""))
    assert value == {"code": "BH", "value": buchholz, "scaled": scaled, "decimals": 1}


def test_points_of_the_event(api):
    body = asked(
        api.anonymous, text=TABLE, order=["PTS"], points={"win": 30, "draw": 10, "loss": 0}
    )
    assert [row["tie_breaks"][0]["value"] for row in body["rows"]] == ["7.0", "4.0", "3.0", "1.0"]
    assert [each["code"] for each in body["findings"]] == ["crosstable.points_differ"] * 4


def test_the_working_of_those_asked_for(api):
    body = asked(api.anonymous, text=TABLE, order=["PTS", "SB"], explain=[3, 3])
    (working,) = body["working"]
    assert (working["pairing_number"], working["name"], working["edition"]) == (3, "Carl", "2026")
    lines = working["tie_breaks"][1]["contributions"]
    assert [(each["round"], each["opponent"], each["counted"]) for each in lines] == [
        (1, 4, "0.25"),
        (2, 1, "1.25"),
        (3, 2, "0.75"),
    ]
    assert lines[0]["text"] == "the opponent's score"


def test_what_contradicts_itself_is_pointed_out_in_the_readers_language(api):
    text = TABLE.replace("3b½", "3b1", 1).replace("2w½", "9w1")
    body = asked(api.anonymous, text=text, order=["PTS"])
    found = [
        (each["severity"], each["code"], each["line"], each["number"], each["round"])
        for each in body["findings"]
    ]
    assert found == [
        ("warning", "crosstable.points_differ", 1, 1, 0),
        ("error", "crosstable.result_differs", 1, 1, 2),
        ("error", "crosstable.opponent_differs", 2, 2, 3),
        ("warning", "crosstable.points_differ", 3, 3, 0),
        ("error", "crosstable.unknown_opponent", 3, 3, 3),
    ]
    messages = [each["message"] for each in body["findings"]]
    assert messages[0] == "2.5 points are written, but the cells give 3.0."
    assert messages[1] == "The two results do not fit: “3b1”, but “1w½” for number 3."
    assert messages[4] == "There is no number 9; counted as a bye."
    answer = api.anonymous.post("tools/tiebreaks", {"text": text}, accept_language="es")
    assert answer.json()["findings"][4]["message"] == "No existe el número 9; cuenta como un bye."


def test_report_files_are_read_with_what_they_announce(api):
    body = asked(api.anonymous, text=D6.decode())
    assert body["round"] == 4
    assert body["rows"][0]["number"] == 3
    assert [each["severity"] for each in body["findings"]] == []


def test_csv_to_keep(api):
    answer = api.anonymous.post(
        "tools/tiebreaks?format=csv", {"text": TABLE, "order": ["PTS", "SB"]}
    )
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/csv; charset=utf-8; header=present"
    assert answer["Content-Disposition"] == 'attachment; filename="standings.csv"'
    assert list(csv.reader(io.StringIO(answer.content.decode()))) == [
        ["rank", "number", "name", "PTS", "SB"],
        ["1", "1", "Anna", "2.5", "2.75"],
        ["2", "3", "Carl", "1.5", "2.25"],
        ["3", "2", "Ben", "1.5", "1.25"],
        ["4", "4", "Dora", "0.5", "0.75"],
    ]


REFUSALS = [
    ("no text", {}, "request.invalid"),
    ("no player", {"text": "nothing here"}, "crosstable.empty"),
    ("unknown tie-break", {"text": TABLE, "order": ["PTS", "XX"]}, "tiebreak.unknown"),
    ("twice", {"text": TABLE, "order": ["PTS", "SB", "sb"]}, "tiebreak.repeated"),
    ("for teams", {"text": TABLE, "order": ["MPTS"]}, "tiebreak.teams_only"),
    ("unknown edition", {"text": TABLE, "edition": "1999"}, "request.invalid"),
    ("too many", {"text": TABLE, "order": ["PTS"] * 21}, "request.invalid"),
    ("nobody", {"text": TABLE, "explain": [7]}, "calculator.nobody_to_explain"),
    ("too long", {"text": "x" * 300_001}, "request.invalid"),
    ("unknown field", {"text": TABLE, "colour": "red"}, "request.invalid"),
    ("broken report file", {"text": "001    1 X\n001    1 Y\n"}, "trf.player.duplicate"),
]


@pytest.mark.parametrize(("body", "code"), [each[1:] for each in REFUSALS])
def test_what_cannot_be_computed_is_refused_with_the_reason(api, body, code):
    status, found = refused(api.anonymous, **body)
    assert status == 422
    assert found == code


def test_a_field_is_bounded(api, monkeypatch):
    monkeypatch.setattr(calculator, "MAX_PLAYERS", 3)
    answer = api.anonymous.post("tools/tiebreaks", {"text": TABLE})
    body = answer.json()
    assert (answer.status_code, body["code"]) == (422, "calculator.field_too_large")
    assert body["params"] == {"players": 4, "limit": 3}
    monkeypatch.undo()
    monkeypatch.setattr(calculator, "MAX_PLAYERS_WITH_OTHERS", 3)
    assert refused(api.anonymous, text=TABLE, others=True) == (422, "calculator.field_too_large")
    assert asked(api.anonymous, text=TABLE)["rows"]


def test_a_body_beyond_the_limit_is_not_read(api):
    answer = api.anonymous.post(
        "tools/tiebreaks", raw=b" " * 1_000_001, content_type="application/json"
    )
    assert (answer.status_code, answer.json()["code"]) == (413, "request.too_large")


def test_an_unknown_format_is_refused(api):
    answer = api.anonymous.post("tools/tiebreaks?format=xlsx", {"text": TABLE})
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, "query.not_a_choice")


def test_nobody_needs_an_account_and_nothing_is_stored(api, django_assert_num_queries):
    with django_assert_num_queries(0):
        answer = api.anonymous.post("tools/tiebreaks", {"text": TABLE})
    assert answer.status_code == 200
    assert answer.cookies == {}
    assert ChangeLogEntry.objects.count() == 0


def test_computing_is_limited_by_address(api, settings):
    settings.API_THROTTLE_RATES = settings.API_THROTTLE_RATES | {"computing": "2/minute"}
    answers = [api.anonymous.post("tools/tiebreaks", {"text": TABLE}) for _ in range(2)]
    answers.append(api.anonymous.post("tools/prizes", PRIZES))
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert '"computing";q=2;w=60' in answers[0]["RateLimit-Policy"]


# ------------------------------------------------------------------------- prizes

PRIZES = {
    "places": [
        {"rank": 1, "number": 3},
        {"rank": 1, "number": 5},
        {"rank": 3, "number": 1},
    ],
    "prizes": [20000, 10000],
}


def shared(api, **changes) -> tuple[list[tuple[int, int]], int]:
    answer = api.anonymous.post("tools/prizes", PRIZES | changes)
    assert answer.status_code == 200, answer.content
    body = answer.json()
    return [(each["number"], each["amount"]) for each in body["shares"]], body["left"]


def test_three_hundred_shared_by_two_is_one_hundred_and_fifty_each(api):
    assert shared(api) == ([(3, 15000), (5, 15000), (1, 0)], 0)


def test_rounding_rules(api):
    fund = {"prizes": [10000, 5, 5]}
    assert shared(api, **fund) == ([(3, 5002), (5, 5002), (1, 5)], 1)
    assert shared(api, **fund, rounding="nearest") == ([(3, 5003), (5, 5003), (1, 5)], -1)
    assert shared(api, **fund, rounding="spread") == ([(3, 5003), (5, 5002), (1, 5)], 0)
    assert shared(api, **fund, unit=100) == ([(3, 5000), (5, 5000), (1, 0)], 10)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"prizes": [-1]}, "request.invalid"),
        ({"unit": 0}, "request.invalid"),
        ({"rounding": "up"}, "request.invalid"),
        ({"places": [{"rank": 2, "number": 1}]}, "prizes.bad_places"),
        ({"places": [{"rank": 1, "number": n} for n in range(1, 1002)]}, "request.invalid"),
    ],
)
def test_what_is_no_prize_fund_is_refused(api, changes, code):
    answer = api.anonymous.post("tools/prizes", PRIZES | changes)
    assert (answer.status_code, answer.json()["code"]) == (422, code)


def test_the_ranking_of_the_calculator_is_what_the_prize_helper_takes(api):
    rows = asked(api.anonymous, text=TABLE, order=["PTS"])["rows"]
    places = [{"rank": row["rank"], "number": row["number"]} for row in rows]
    assert shared(api, places=places, prizes=[300, 200, 100]) == (
        [(1, 300), (2, 150), (3, 150), (4, 0)],
        0,
    )
    assert json.dumps(places)

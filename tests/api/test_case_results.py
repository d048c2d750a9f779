"""Which results exist, how files write them, and names in every encoding (cases D8 and D9)."""

from __future__ import annotations

import pytest

from tests.api.driving import all_of, import_file, pair_and_publish
from tournaments.core.models import ChangeLogEntry
from tournaments.events.models import Tournament
from tournaments.play.models import Board
from tournaments.play.outcomes import BoardOutcome

LETTERS = {
    "1-0": "1 0",
    "1/2-1/2": "= =",
    "0-1": "0 1",
    "0-0": "0 0",
    "1/2-0": "= 0",
    "0-1/2": "0 =",
    "1-0F": "+ -",
    "0-1F": "- +",
    "0-0F": "- -",
    "1-0U": "W L",
    "1/2-1/2U": "D D",
    "0-1U": "L W",
}
"""Result -> White's and Black's letter in a report file (TRF16 and TRF26)."""


@pytest.fixture
def boards(api, make_tournament):
    """A tournament of 24 and the boards of its first round, published."""
    tournament = make_tournament(24, rounds=3).pk
    first = pair_and_publish(api.arbiter, tournament, 1)["id"]
    return tournament, all_of(api.arbiter, f"rounds/{first}/boards")


def test_d8_every_result_is_accepted_and_written_with_its_letters(api, boards):
    tournament, rows = boards
    assert set(BoardOutcome.values) - set(LETTERS) == {"POSTPONED"}
    for board, outcome in zip(rows, LETTERS, strict=True):
        answer = api.arbiter.change(f"boards/{board['id']}", {"result": outcome})
        assert (answer.status_code, answer.json()["result"]) == (200, outcome)
    text = api.arbiter.get(f"tournaments/{tournament}/export?format=trf16").content.decode()
    players = {int(line[4:8]): line for line in text.splitlines() if line.startswith("001")}
    written = {
        outcome: " ".join(
            players[board[side]["pairing_number"]][91:99].split()[2] for side in ("white", "black")
        )
        for board, outcome in zip(rows, LETTERS, strict=True)
    }
    assert written == LETTERS
    for board in rows:
        white, black = (board[side]["pairing_number"] for side in ("white", "black"))
        assert players[white][91:97].split() == [str(black), "w"]
        assert players[black][91:97].split() == [str(white), "b"]


@pytest.mark.parametrize(
    "result",
    ["1-1", "1-½", "½-1", "1-1/2", "½F-½F", "1F-½", "1-0F1", "+--", "", "BYE", None, 1, ["1-0"]],
)
def test_d8_what_does_not_exist_is_refused_and_nothing_is_stored(api, boards, result):
    _, rows = boards
    path = f"boards/{rows[0]['id']}"
    logged = ChangeLogEntry.objects.count()
    answer = api.arbiter.change(path, {"result": result})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"] == "#/result"
    assert Board.objects.get(pk=rows[0]["id"]).outcome == ""
    assert ChangeLogEntry.objects.count() == logged


def test_d8_a_double_forfeit_may_be_paired_again_and_was_no_game(api, make_tournament):
    tournament = make_tournament(2, rounds=2).pk
    first = pair_and_publish(api.arbiter, tournament, 1)["id"]
    board = all_of(api.arbiter, f"rounds/{first}/boards")[0]
    assert api.arbiter.change(f"boards/{board['id']}", {"result": "0-0F"}).status_code == 200
    second = pair_and_publish(api.arbiter, tournament, 2)["id"]
    assert len(all_of(api.anonymous, f"rounds/{second}/boards")) == 1


def test_d8_a_bye_with_an_opponent_is_refused_with_its_place(api, event):
    content = (
        b"012 Wrong\nXXR 3\n"
        b"001    1      P1                                2380"
        b"                             1.0    1     2 w 1\n"
        b"001    2      P2                                2360"
        b"                             0.0    2     1 b Z\n"
    )
    answer = api.organiser.post(f"events/{event.pk}/import", raw=content, content_type="text/plain")
    assert answer.status_code == 422
    told = answer.content.decode()
    assert ('"line":4' in told.replace(" ", ""), "round" in told) == (True, True)
    assert Tournament.objects.count() == 0


NAMES = {
    "Zażółć-Gęślą, Łucja": ("POL", 2105),
    "Nguyễn, Thị Ánh": ("VIE", 1880),
    "O'Brien d'Été, Müller": ("IRL", 1650),
}


def report_of(*names: str) -> str:
    """A report file of these people, columns counted in characters."""
    lines = ["012 Names", "XXR 3"]
    for number, name in enumerate(names, start=1):
        federation, rating = NAMES[name]
        start = f"001 {number:4}      {name:33} {rating:4} {federation}"
        lines.append(f"{start:80}{'0.0':>4} {number:4}")
    return "\r\n".join(lines) + "\r\n"


@pytest.mark.parametrize(
    ("encoding", "names", "query"),
    [
        ("utf-8-sig", tuple(NAMES), {}),
        ("utf-8", tuple(NAMES), {}),
        ("cp1252", tuple(NAMES)[2:], {}),
        ("iso8859-2", tuple(NAMES)[:1], {"encoding": "iso8859-2"}),
    ],
)
def test_d9_names_come_in_whole_from_every_encoding_and_go_out_again(
    api, club, event, encoding, names, query
):
    content = report_of(*names).encode(encoding)
    made = import_file(api.organiser, event, content, **query)
    tournament = made["tournament"]["id"]
    rows = all_of(api.organiser, f"tournaments/{tournament}/entries")
    assert {row["name"]: (row["federation"], row["rating"]) for row in rows} == {
        name: NAMES[name] for name in names
    }
    if "Zażółć-Gęślą, Łucja" in names:
        for asked in ("Zazolc", "ZAŻÓŁĆ", "Zaz\u0307o\u0301łc\u0301"):
            found = all_of(api.organiser, f"clubs/{club.pk}/players?q={asked}")
            assert [row["name"] for row in found] == ["Zażółć-Gęślą, Łucja"]
    exported = api.organiser.get(f"tournaments/{tournament}/export?format=trf26").content
    again = import_file(api.organiser, event, exported)["tournament"]["id"]
    back = all_of(api.organiser, f"tournaments/{again}/entries")
    assert [(row["name"], row["federation"], row["rating"]) for row in back] == [
        (row["name"], row["federation"], row["rating"]) for row in rows
    ]

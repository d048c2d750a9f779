"""The working of a line of the standings, over the API."""

from __future__ import annotations

import ast
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from pairing.trf import read_trf
from tests.api.driving import enter_all, pair, pair_and_publish
from tests.factories import entry_ids
from tests.paths import ROOT
from tiebreaks import explain
from tiebreaks.readings import QUESTIONS
from tournaments.core.principal import SYSTEM
from tournaments.core.tiebreak_names import tiebreak_name
from tournaments.core.tiebreak_sentences import READINGS, REASONS
from tournaments.events.models import Tournament
from tournaments.events.services import add_entry, request_bye, withdraw_entry
from tournaments.players.services import create_player


@pytest.fixture(autouse=True)
def _many_questions(settings):
    settings.API_THROTTLE_RATES = settings.API_THROTTLE_RATES | {"computing": "100000/minute"}


@pytest.fixture
def played(api, make_tournament) -> Tournament:
    """Seven players, four rounds with byes, forfeits and somebody who left."""
    tournament = make_tournament(
        7, rounds=5, tie_breaks=["PTS", "BH/C1", "BH", "SB", "DE", "WIN", "ARO", "KS", "PS"]
    )
    ids = entry_ids(tournament)
    enter_all(api.arbiter, pair_and_publish(api.arbiter, tournament.pk, 1)["id"], {1: "1-0F"})
    request_bye(actor=SYSTEM, entry_id=ids[2], round_number=2, kind="H")
    enter_all(api.arbiter, pair_and_publish(api.arbiter, tournament.pk, 2)["id"], {1: "1/2-1/2"})
    withdraw_entry(actor=SYSTEM, entry_id=ids[7])
    enter_all(api.arbiter, pair_and_publish(api.arbiter, tournament.pk, 3)["id"], {2: "0-1"})
    enter_all(api.arbiter, pair_and_publish(api.arbiter, tournament.pk, 4)["id"], {1: "0-0F"})
    return tournament


def asked(speaker, tournament, entry, query="", **headers) -> dict:
    path = f"tournaments/{tournament.pk}/standings/{entry}/working{query}"
    answer = speaker.get(path, **headers)
    assert answer.status_code == 200, answer.content
    return answer.json()


def plain(working) -> dict:
    """The engine's working with the members that the API adds taken for granted."""
    return {
        each.code: (
            each.article,
            each.value,
            [
                (
                    line.round,
                    line.opponent,
                    line.adjusted,
                    line.counted,
                    line.reason,
                    line.article,
                    line.voluntary,
                    line.cut,
                    line.cut_reason,
                    line.cut_article,
                )
                for line in each.contributions
            ],
            [(other.reading, other.article, other.value) for other in each.other_readings],
        )
        for each in working.tie_breaks
    }


LINE = ("round", "opponent", "adjusted", "counted", "reason", "article", "voluntary")
CUT = ("cut", "cut_reason", "cut_article")


def plain_answer(body) -> dict:
    return {
        each["code"]: (
            each["article"],
            each["value"],
            [tuple(line[name] for name in LINE + CUT) for line in each["contributions"]],
            [(o["reading"], o["article"], o["value"]) for o in each["other_readings"]],
        )
        for each in body["tie_breaks"]
    }


def test_it_is_the_working_of_the_engine_for_everybody_after_every_round(api, played):
    content = api.arbiter.get(f"tournaments/{played.pk}/export?format=trf26").content
    record = read_trf(content).record
    for after_round in range(1, 5):
        expected = explain(record.truncated(after_round), played.tie_breaks)
        for each in expected:
            entry = entry_ids(played)[each.number]
            body = asked(api.anonymous, played, entry, f"?round={after_round}")
            assert plain_answer(body) == plain(each)
            assert (body["entry"], body["pairing_number"], body["name"], body["round"]) == (
                str(entry),
                each.number,
                each.name,
                after_round,
            )


def test_values_are_those_of_the_standings(api, played):
    table = api.anonymous.get(f"tournaments/{played.pk}/standings").json()
    for row in table["data"]:
        body = asked(api.anonymous, played, row["entry"])
        assert body["round"] == table["round"] == 4
        assert [(e["code"], e["value"]) for e in body["tie_breaks"]] == [
            (e["code"], e["value"]) for e in row["tie_breaks"]
        ]


def test_reasons_are_said_in_the_readers_language(api, played):
    entry = entry_ids(played)[2]
    texts = {}
    for language in ("en", "es"):
        body = asked(api.anonymous, played, entry, accept_language=language)
        (buchholz,) = (each for each in body["tie_breaks"] if each["code"] == "BH/C1")
        texts[language] = (
            buchholz["name"],
            {line["reason"]: line["text"] for line in buchholz["contributions"]},
            {line["cut_text"] for line in buchholz["contributions"]},
        )
    assert texts["es"][0] == "Buchholz Corte 1"
    assert texts["en"] == (
        "Buchholz Cut 1",
        {
            "dummy": "not played: a dummy opponent with the player's own score",
            "opponent": "the opponent's score",
        },
        {"", "left out first, because the round was not played by choice"},
    )
    assert texts["es"][1]["opponent"] == "los puntos del rival"
    assert texts["es"][2] == {
        "",
        "excluida primero, porque la ronda no se jugó por voluntad propia",
    }


def test_only_published_rounds_and_entries_of_this_tournament(api, club, played, make_tournament):
    entry = entry_ids(played)[1]
    other = make_tournament(2, name="Other")
    hidden = make_tournament(2, name="Hidden", draft=True)
    late = create_player(actor=SYSTEM, club_id=club.pk, name="Late, Entry")
    unnumbered = add_entry(actor=SYSTEM, tournament_id=other.pk, player_id=late.pk, from_round=2)
    for tournament, row in (
        (other, entry),
        (hidden, entry_ids(hidden)[1]),
        (other, unnumbered.pk),
        (other, played.pk),
    ):
        path = f"tournaments/{tournament.pk}/standings/{row}/working"
        assert api.anonymous.get(path).status_code == 404
    pair(api.arbiter, played.pk, 5)
    path = f"tournaments/{played.pk}/standings/{entry}/working?round=5"
    for speaker in (api.anonymous, api.arbiter):
        answer = speaker.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "round.not_found")
    assert asked(api.anonymous, played, entry)["round"] == 4


@pytest.mark.parametrize("players", [10, 100])
def test_it_takes_the_same_queries_at_any_size(api, make_tournament, players):
    tournament = make_tournament(players, rounds=3)
    enter_all(api.arbiter, pair_and_publish(api.arbiter, tournament.pk, 1)["id"])
    entry = entry_ids(tournament)[3]
    with CaptureQueriesContext(connection) as queries:
        asked(api.anonymous, tournament, entry)
    assert len(queries) == 6


def test_it_is_limited_more_closely_than_other_requests(api, played, settings):
    settings.API_THROTTLE_RATES = settings.API_THROTTLE_RATES | {"computing": "1/minute"}
    path = f"tournaments/{played.pk}/standings/{entry_ids(played)[1]}/working"
    assert [api.anonymous.get(path).status_code for _ in range(2)] == [200, 429]


@pytest.mark.parametrize(
    ("code", "english", "spanish"),
    [
        ("BH", "Buchholz", "Buchholz"),
        ("BH/M1", "Median Buchholz", "Buchholz mediano"),
        ("BH/M2/P", "Median Buchholz 2, forfeits counted as games", None),
        ("FB/M1", "Fore Buchholz Median 1", "Buchholz previo Mediano 1"),
        (
            "ARO/C1/U1400",
            "Average rating of opponents Cut 1, 1400 for the unrated",
            "Promedio de Elo de los rivales Corte 1, 1400 para quien no tiene Elo",
        ),
        ("KS/L40", "Koya system, limit 40 %", "Sistema Koya, límite del 40 %"),
        ("KS/L+1", "Koya system, limit raised by 0.5", "Sistema Koya, límite subido en 0.5"),
        ("KS/L-3", "Koya system, limit lowered by 1.5", "Sistema Koya, límite rebajado en 1.5"),
        (
            "BH:GP/C2",
            "Buchholz Cut 2 on game points",
            "Buchholz Corte 2 con puntos de partida",
        ),
        ("WIN:MP", "Rounds won on match points", None),
        ("AOB/F", "Average of opponents' Buchholz, with Fore Buchholz", None),
        ("SSSC/K4", "Score strength combination, with divisor 4", None),
        ("TPN/R", "Tournament pairing number, reversed", None),
        ("SB/V0/N", "Sonneborn-Berger, by the rules of 2022, without article 16.5", None),
        ("SB/S", "Sonneborn-Berger, as in a Swiss", "Sonneborn-Berger, como en un suizo"),
        ("OTHER_PRIZE", "OTHER_PRIZE", "OTHER_PRIZE"),
        ("BH/Q", "BH/Q", "BH/Q"),
    ],
)
def test_names_say_what_the_modifiers_do(code, english, spanish):
    with translation.override("en"):
        assert tiebreak_name(code) == english
    with translation.override("es"):
        found = tiebreak_name(code)
        assert found == spanish if spanish else found != english


def test_every_reason_and_reading_has_a_sentence():
    """And none is left over."""
    codes = set()
    for path in (ROOT / "tiebreaks").glob("*.py"):
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Reason":
                codes.add(ast.literal_eval(call.args[0]))
    assert len(codes) > 40
    assert all(re.fullmatch(r"[a-z_]+", code) for code in codes)
    assert set(REASONS) == codes
    assert set(READINGS) == {question.flag for question in QUESTIONS}

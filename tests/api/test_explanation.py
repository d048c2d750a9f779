"""The working of a round, why a pair was not made, and who blocks whom, over the API."""

from __future__ import annotations

import gzip
import json
from dataclasses import asdict
from itertools import combinations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from pairing.swiss.dutch import pair_round, why
from pairing.trf import read_trf
from tests.api.driving import (
    all_of,
    enter_all,
    import_file,
    pair,
    pair_and_publish,
    round_of,
)
from tests.factories import entry_ids
from tests.paths import GOLDEN
from tournaments.core.principal import SYSTEM
from tournaments.events.models import Tournament
from tournaments.events.services import add_entry, prohibit_pairing
from tournaments.jobs.models import PairingRun
from tournaments.play.models import Board
from tournaments.play.services import pair_by_hand, record_result
from tournaments.players.services import create_player


@pytest.fixture(autouse=True)
def _many_questions(settings):
    settings.API_THROTTLE_RATES = settings.API_THROTTLE_RATES | {"computing": "100000/minute"}


FIRST = {1: "1-0", 2: "1/2-1/2", 3: "0-1", 4: "1/2-1/2"}


@pytest.fixture
def nine(api, make_tournament):
    """Nine players, one round played, the second published; ids of tournament and round 2."""
    tournament = make_tournament(9, rounds=5).pk
    enter_all(api.arbiter, pair_and_publish(api.arbiter, tournament, 1)["id"], FIRST)
    return tournament, pair_and_publish(api.arbiter, tournament, 2)["id"]


def explained(speaker, round_id, query="", **headers) -> dict:
    answer = speaker.get(f"rounds/{round_id}/explanation{query}", **headers)
    assert answer.status_code == 200, answer.content
    return answer.json()


def asked(speaker, round_id, white, black, **headers) -> dict:
    return explained(speaker, round_id, f"?white={white}&black={black}", **headers)


def as_json(data) -> object:
    return json.loads(json.dumps(data))


def record_of(api, tournament, rounds):
    """The record before round ``rounds + 1``, by way of a report file."""
    path = f"tournaments/{tournament}/export?format=trf26"
    return read_trf(api.arbiter.get(path).content).record.truncated(rounds)


def test_the_working_of_a_round_is_that_of_the_engine(api, nine):
    tournament, second = nine
    body = explained(api.anonymous, second)
    engine = pair_round(record_of(api, tournament, 1), explain=True).explanation
    assert body["working"] == as_json(asdict(engine))
    assert (body["round"], body["number"], body["system"]) == (second, 2, "dutch")
    assert (body["origin"], body["agrees"], body["difference"], body["note"]) == (
        "program",
        True,
        None,
        "",
    )
    assert (body["notices"], body["renumbered"]) == ([], [])
    assert [bracket["score"] for bracket in body["working"]["brackets"]] == [10, 5, 0]
    legend = {each["code"]: each["text"] for each in body["criteria"]}
    assert list(legend)[:3] == ["C1", "C2", "C3"]
    assert legend["C12"] == "players who do not get the colour they prefer"
    spanish = explained(api.anonymous, second, accept_language="es")
    assert {each["code"]: each["text"] for each in spanish["criteria"]}["C12"] == (
        "jugadores que no reciben el color que prefieren"
    )


def test_the_working_is_read_from_the_run_and_not_computed_again(api, nine):
    _, second = nine
    run = PairingRun.objects.get(round=second)
    marked = {**run.result["explanation"], "edition": "kept"}
    PairingRun.objects.filter(pk=run.pk).update(result={**run.result, "explanation": marked})
    assert explained(api.anonymous, second)["working"] == as_json(marked)


def test_every_pair_is_answered_as_the_engine_answers(api, nine):
    tournament, second = nine
    record = record_of(api, tournament, 1)
    questions = [*combinations(range(1, 10), 2), *((one, None) for one in range(1, 10))]
    reasons = set()
    for one, other in questions:
        body = asked(api.anonymous, second, one, "bye" if other is None else other)
        right = as_json(asdict(why(record, one, other)))
        del right["players"]
        assert {name: body[name] for name in right} == right
        assert body["white"]["pairing_number"] == one
        assert (body["black"] or {}).get("pairing_number") == other
        assert (body["origin"], body["agrees"]) == ("program", True)
        reasons.add(body["reason"])
    assert reasons == {"paired", "C1", "C2", "C4", "C5", "C7", "C12", "C14", "4.2", "4.3"}


ENGLISH = {
    (1, "9"): "1 Player, 0001 and 9 Player, 0009 are paired in this round.",
    (5, "0"): "5 Player, 0005 has the bye in this round.",
    (1, "5"): "1 Player, 0001 and 5 Player, 0005 have met already, in round 1 (C1).",
    (9, "bye"): (
        "9 Player, 0009 cannot get the bye: round 1 brought one, or a win without a game (C2)."
    ),
    (3, "5"): "With that, the players who are left could not all be paired (C4).",
    (1, "0"): (
        "The bye goes to the lowest score that lets all others be paired: 0.0 points; "
        "1 Player, 0001 has 1.0 (C5)."
    ),
    (5, "7"): (
        "For this 7 Player, 0007 would have to float down from the bracket of 0.5 points, which "
        "is then worse in C7 (scores of the players who float down): 1.0 instead of 0.5."
    ),
    (6, "8"): (
        "With this pair the bracket of 0.5 points is worse in C12 "
        "(players who do not get the colour they prefer): 2 instead of 0."
    ),
    (3, "0"): (
        "With the bye for 3 Player, 0003 the bracket of 0.0 points is worse in C12 "
        "(players who do not get the colour they prefer): 1 instead of 0."
    ),
    (4, "6"): (
        "With this pair the bracket of 0.5 points is as good in every criterion, but it comes "
        "later in the order of article 4.2 (the order in which opponents are tried)."
    ),
}
SPANISH = {
    (1, "5"): "1 Player, 0001 y 5 Player, 0005 ya se han enfrentado, en la ronda 1 (C1).",
    (6, "8"): (
        "Con esta pareja, el grupo de 0.5 puntos empeora en C12 "
        "(jugadores que no reciben el color que prefieren): 2 en lugar de 0."
    ),
    (5, "7"): (
        "Para ello, 7 Player, 0007 tendría que flotar hacia abajo desde el grupo de 0.5 puntos, "
        "que entonces empeora en C7 (puntos de los jugadores que flotan hacia abajo): "
        "1.0 en lugar de 0.5."
    ),
}


@pytest.mark.parametrize(("language", "texts"), [("en", ENGLISH), ("es", SPANISH)])
def test_the_answer_names_the_criterion_with_its_numbers(api, nine, language, texts):
    _, second = nine
    said = {
        pair: asked(api.anonymous, second, *pair, accept_language=language)["message"]
        for pair in texts
    }
    assert said == texts


def test_two_players_who_must_both_get_white_do_not_meet(api, event):
    body = (GOLDEN / "dutch-positions.jsonl.gz").read_bytes()
    lines = [json.loads(line) for line in gzip.decompress(body).splitlines()]
    barred = ((line, pair) for line in lines for pair in _barred_by_colour(line))
    line, (one, other, colour) = next(barred)
    record = read_trf(line["trf"].encode()).record
    made = import_file(api.organiser, event, line["trf"].encode())["tournament"]["id"]
    coming = pair_and_publish(api.arbiter, made, record.completed + 1)["id"]
    answer = asked(api.anonymous, coming, one, other)
    assert (answer["reason"], answer["colour"]) == ("C3", colour)
    name = {"w": "White", "b": "Black"}[colour]
    assert answer["message"].endswith(f" must both get {name} (C3).")


def _barred_by_colour(line):
    """Pairs whom C3 keeps apart, each with the colour that both got too rarely."""
    record = read_trf(line["trf"].encode()).record
    present = {number for pair in line["pairs"] for number in pair if number}
    for one, other in combinations(sorted(present), 2):
        if why(record, one, other).reason == "C3":
            played = [
                cell.colour.value
                for cell in record.participant(one).cells
                if cell.outcome.is_game and cell.colour
            ]
            excess = played.count("w") - played.count("b") or (1 if played[-1] == "w" else -1)
            yield one, other, "b" if excess > 0 else "w"


def test_an_unpublished_round_is_explained_to_those_who_may_pair_it_only(api, make_tournament):
    tournament = make_tournament(4).pk
    draft = pair(api.arbiter, tournament, 1)["round"]
    for path in (f"rounds/{draft}/explanation", f"rounds/{draft}/explanation?white=1&black=2"):
        for speaker in (api.anonymous, api.stranger, api.viewer):
            assert speaker.get(path).status_code == 404
        assert api.arbiter.get(path).status_code == 200
    planned = round_of(api.arbiter, tournament, 2)["id"]
    assert api.anonymous.get(f"rounds/{planned}/explanation").status_code == 404
    answer = api.arbiter.get(f"rounds/{planned}/explanation")
    assert (answer.status_code, answer.json()["code"]) == (409, "round.not_paired")


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("?white=1", 400, "query.missing"),
        ("?black=1", 400, "query.missing"),
        ("?white=0&black=1", 400, "query.out_of_range"),
        ("?white=x&black=1", 400, "query.out_of_range"),
        ("?white=1&black=-1", 400, "query.out_of_range"),
        ("?white=1&black=nobody", 400, "query.out_of_range"),
        ("?white=1&black=1", 409, "why.same_player"),
        ("?white=1&black=10", 409, "why.not_present"),
        ("?white=77&black=0", 409, "why.not_present"),
    ],
)
def test_questions_that_cannot_be_answered(api, nine, query, status, code):
    answer = api.anonymous.get(f"rounds/{nine[1]}/explanation{query}")
    body = answer.json()
    assert answer.status_code == status
    assert (body["errors"][0]["code"] if status == 400 else body["code"]) == code


def test_there_is_no_bye_to_ask_for_in_an_even_field(api, make_tournament):
    tournament = make_tournament(4).pk
    first = pair_and_publish(api.arbiter, tournament, 1)["id"]
    answer = api.anonymous.get(f"rounds/{first}/explanation?white=1&black=0")
    assert (answer.status_code, answer.json()["code"]) == (409, "why.no_bye")


# ------------------------------------------------------------------ rounds made elsewhere


def golden_tournament() -> dict:
    body = gzip.decompress((GOLDEN / "dutch-tournaments.jsonl.gz").read_bytes())
    lines = [json.loads(line) for line in body.splitlines()]
    return next(line for line in lines if len(line["pairings"]) >= 4)


def test_imported_rounds_are_explained_from_the_record_before_them(api, event):
    line = golden_tournament()
    content = line["trf"].encode()
    tournament = import_file(api.organiser, event, content)["tournament"]["id"]
    record = read_trf(content).record
    for number in range(1, record.completed + 1):
        before = record.truncated(number - 1)
        engine = as_json(asdict(pair_round(before, explain=True).explanation))
        round_id = round_of(api.anonymous, tournament, number)["id"]
        body = explained(api.anonymous, round_id)
        assert (body["origin"], body["agrees"], body["difference"]) == ("imported", True, None)
        assert body["working"] == engine
        white, black = line["pairings"][number - 1][0]
        assert asked(api.anonymous, round_id, white, black)["reason"] == "paired"


def test_a_round_paired_by_hand_is_compared_with_the_rules(api, make_tournament):
    made = make_tournament(8)
    ids = entry_ids(made)
    boards = [(ids[1], ids[2]), (ids[4], ids[3]), (ids[5], ids[6]), (ids[8], ids[7])]
    first = made.rounds.get(number=1)
    pair_by_hand(actor=SYSTEM, round_id=first.pk, boards=boards)
    body = explained(api.arbiter, first.pk)
    assert (body["origin"], body["agrees"], body["difference"]) == ("hand", False, "4.3")
    assert body["note"] == (
        "This round was paired by hand, and the system would have paired it otherwise; "
        "what is said here is about the system's pairing."
    )
    assert body["working"]["brackets"][0]["pairs"] == [[1, 5], [2, 6], [3, 7], [4, 8]]
    answer = asked(api.arbiter, first.pk, 1, 2)
    assert (answer["reason"], answer["agrees"], answer["note"]) == ("4.3", False, body["note"])


def test_only_the_colours_differ(api, make_tournament):
    made = make_tournament(4)
    ids = entry_ids(made)
    first = made.rounds.get(number=1)
    boards = [(ids[3], ids[1]), (ids[2], ids[4])]
    pair_by_hand(actor=SYSTEM, round_id=first.pk, boards=boards)
    body = explained(api.arbiter, first.pk)
    assert (body["agrees"], body["difference"]) == (False, "colours")


def test_a_round_paired_by_hand_as_the_system_would(api, make_tournament):
    made = make_tournament(4)
    ids = entry_ids(made)
    first = made.rounds.get(number=1)
    boards = [(ids[1], ids[3]), (ids[4], ids[2])]
    pair_by_hand(actor=SYSTEM, round_id=first.pk, boards=boards)
    body = explained(api.arbiter, first.pk)
    assert (body["agrees"], body["difference"]) == (True, None)
    assert body["note"] == "This round was paired by hand, as the system would have paired it."


def test_the_working_of_a_taken_back_pairing_is_not_that_of_the_next_one(api, make_tournament):
    made = make_tournament(4)
    ids = entry_ids(made)
    job = pair(api.arbiter, made.pk, 1)
    assert api.arbiter.post(f"rounds/{job['round']}/unpair").status_code == 200
    boards = [(ids[1], ids[2]), (ids[3], ids[4])]
    pair_by_hand(actor=SYSTEM, round_id=job["round"], boards=boards)
    assert explained(api.arbiter, job["round"])["origin"] == "hand"


def test_a_result_corrected_afterwards_is_said_to_matter(api, nine):
    tournament, second = nine
    before = explained(api.anonymous, second)["working"]
    board = all_of(api.arbiter, f"rounds/{round_of(api.arbiter, tournament, 1)['id']}/boards")[0]
    record_result(actor=SYSTEM, board_id=board["id"], outcome="0-1", reason="misread")
    body = explained(api.anonymous, second)
    assert (body["working"], body["agrees"], body["note"]) == (before, True, "")
    answer = asked(api.anonymous, second, 1, 2)
    assert (answer["origin"], answer["agrees"]) == ("program", False)
    assert answer["note"].startswith("Results or entries have changed since this round was paired")


def test_numbers_that_late_entries_shift_are_named(api, club, nine):
    tournament, second = nine
    working = explained(api.anonymous, second)["working"]
    ids = entry_ids(Tournament.objects.get(pk=tournament))
    late = create_player(actor=SYSTEM, club_id=club.pk, name="Late, Entry")
    add_entry(actor=SYSTEM, tournament_id=tournament, player_id=late.pk, rating=2425)
    body = explained(api.anonymous, second)
    assert body["working"] == working
    assert body["renumbered"] == [
        {"number": number, "entry": str(ids[number]), "now": number + 1} for number in (8, 9)
    ]
    answer = asked(api.anonymous, second, 1, 10)
    assert (answer["reason"], answer["agrees"]) == ("paired", True)


def test_a_system_that_is_not_known_here_explains_nothing(api, make_tournament):
    made = make_tournament(2, rounds=1, system="custom")
    ids = entry_ids(made)
    first = made.rounds.get(number=1)
    pair_by_hand(actor=SYSTEM, round_id=first.pk, boards=[(ids[1], ids[2])])
    for query in ("", "?white=1&black=2"):
        answer = api.arbiter.get(f"rounds/{first.pk}/explanation{query}")
        assert (answer.status_code, answer.json()["code"]) == (409, "explanation.no_working")


# ------------------------------------------------------------------ what had to give way


@pytest.fixture
def two_who_shall_not_meet(api, make_tournament):
    """Three players, two rounds: in round 2 the wish of 1 and 2 cannot be kept."""
    made = make_tournament(2, rounds=2)
    ids = list(made.entries.values_list("pk", flat=True))
    prohibit_pairing(
        actor=SYSTEM, tournament_id=made.pk, entry_ids=ids, soft=True, label="Same family"
    )
    return made.pk


def test_wishes_that_gave_way_are_shown_with_the_job_and_the_working(api, two_who_shall_not_meet):
    job = pair(api.arbiter, two_who_shall_not_meet, 1)
    notice = {
        "code": "prohibition.gave_way",
        "message": "Same family: Could not be kept apart: 1–2.",
        "params": {"label": "Same family", "pairs": [[1, 2]]},
    }
    assert job["notices"] == [notice]
    assert api.arbiter.post(f"rounds/{job['round']}/publish").status_code == 200
    assert explained(api.arbiter, job["round"])["notices"] == [notice]
    public = explained(api.anonymous, job["round"])
    assert public["notices"] == [
        {
            "code": "prohibition.gave_way",
            "message": "Could not be kept apart: 1–2.",
            "params": {"pairs": [[1, 2]]},
        }
    ]
    assert "family" not in json.dumps(public)
    spanish = explained(api.arbiter, job["round"], accept_language="es")
    assert (
        spanish["notices"][0]["message"] == "Same family: No se pudieron mantener separados: 1–2."
    )


def test_a_job_without_a_legal_pairing_says_who_blocks_whom(api, make_tournament):
    tournament = make_tournament(4, rounds=5).pk
    for number in (1, 2, 3):
        enter_all(api.arbiter, pair_and_publish(api.arbiter, tournament, number)["id"])
    job = pair(api.arbiter, tournament, 4)
    problem = job["problem"]
    assert (job["status"], problem["code"]) == ("failed", "pairing.no_legal_pairing")
    assert problem["params"]["groups"] == [[1], [2], [3], [4]]
    assert problem["params"]["bridges"] == []
    assert len(problem["params"]["refused"]) == 6
    assert problem["detail"] == (
        "No legal pairing exists for round 4; it can be paired by hand. "
        "No two players of different groups may meet: 1 Player, 0001 | 2 Player, 0002 | "
        "3 Player, 0003 | 4 Player, 0004. Nobody else can be paired with them. "
        "C1 (the two have met already): 1–2, 1–3, 1–4, 2–3, 2–4, 3–4."
    )
    spanish = api.arbiter.get(f"jobs/{job['id']}", accept_language="es").json()["problem"]
    assert "C1 (los dos ya se han enfrentado): 1–2, 1–3, 1–4, 2–3, 2–4, 3–4." in spanish["detail"]


def test_the_only_possible_opponents_of_those_who_block_are_named(api, make_tournament):
    """2, 3 and 4 may meet nobody but 1: three groups and one bridge."""
    made = make_tournament(4, rounds=2)
    ids = entry_ids(made)
    prohibit_pairing(
        actor=SYSTEM, tournament_id=made.pk, entry_ids=[ids[2], ids[3], ids[4]], label="Club"
    )
    problem = pair(api.arbiter, made.pk, 1)["problem"]
    assert (problem["params"]["groups"], problem["params"]["bridges"]) == ([[2], [3], [4]], [1])
    assert problem["detail"].endswith(
        "Only 1 Player, 0001 can be paired with them, too few for 3 groups. "
        "prohibited: 2–3, 2–4, 3–4."
    )


# ------------------------------------------------------------------ cost


@pytest.mark.parametrize("players", [10, 100])
def test_explaining_takes_the_same_queries_at_any_size(api, make_tournament, players):
    tournament = make_tournament(players, rounds=3).pk
    first = pair_and_publish(api.arbiter, tournament, 1)["id"]
    counts = {}
    for query in ("", "?white=1&black=2"):
        with CaptureQueriesContext(connection) as queries:
            explained(api.anonymous, first, query)
        counts[query] = len(queries)
    assert counts == {"": 5, "?white=1&black=2": 10}


def test_questions_are_limited_more_closely_than_other_requests(api, nine, settings):
    settings.API_THROTTLE_RATES = settings.API_THROTTLE_RATES | {"computing": "2/minute"}
    path = f"rounds/{nine[1]}/explanation?white=1&black=2"
    statuses = [api.stranger.get(path).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
    assert api.anonymous.get(path).status_code == 200
    assert api.stranger.get(f"rounds/{nine[1]}").status_code == 200


def test_a_record_that_cannot_be_paired_is_a_conflict(api, nine):
    """A result of round 1 that is taken back leaves nothing to answer from."""
    tournament, second = nine
    first = round_of(api.arbiter, tournament, 1)["id"]
    board = all_of(api.arbiter, f"rounds/{first}/boards")[0]
    Board.objects.filter(pk=board["id"]).update(outcome="", confirmed=False)
    answer = api.anonymous.get(f"rounds/{second}/explanation?white=1&black=2")
    assert (answer.status_code, answer.json()["code"]) == (409, "round.results_missing")
    assert explained(api.anonymous, second)["origin"] == "program"


def test_reasons_hold_in_later_rounds_too(api, event):
    """Round for round of an imported tournament, answers against the engine on the file."""
    line = golden_tournament()
    content = line["trf"].encode()
    tournament = import_file(api.organiser, event, content)["tournament"]["id"]
    record = read_trf(content).record
    last = record.completed
    before = record.truncated(last - 1)
    round_id = round_of(api.anonymous, tournament, last)["id"]
    numbers = [n for pair in line["pairings"][-1] for n in pair if n]
    for one, other in list(combinations(sorted(numbers), 2))[:40]:
        body = asked(api.anonymous, round_id, one, other)
        right = as_json(asdict(why(before, one, other)))
        assert {name: body[name] for name in right if name != "players"} == {
            name: value for name, value in right.items() if name != "players"
        }

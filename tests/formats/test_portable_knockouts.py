"""A knockout taken to another server at any moment: the same document, and it goes on."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.factories import add_players, make_club, make_event, make_tournament, member
from tests.factories import play as play_round
from tests.formats.test_portable import JUNK, changed, document, paths
from tests.support.club_knockouts import (
    BLACK,
    DRAW,
    bracket,
    entry_of,
    make_knockout,
    match,
    play,
    sides,
    win,
)
from tournaments.core.errors import Invalid
from tournaments.core.principal import ANONYMOUS, SYSTEM
from tournaments.events.models import Tournament
from tournaments.formats.portable_import import import_document, read_document
from tournaments.knockouts import services
from tournaments.knockouts.models import Bracket, Game, Match, Qualified

pytestmark = pytest.mark.django_db

LADDER = [
    {"games": 1},
    {
        "games": 1,
        "time_control": "240+2",
        "colours": "bid",
        "bid_limit": 240,
        "draw_odds": "black",
    },
]


@pytest.fixture
def elsewhere(db):
    """An event of another club, which knows nobody."""
    return make_event(make_club("Elsewhere"), name="Elsewhere")


def announced() -> Tournament:
    return make_knockout(3, drawn=False, ladder=LADDER, final_ladder=LADDER[1:], places_to=4)


def drafted() -> Tournament:
    cup = make_knockout(6, drawn=False, policy="top2", keep_apart=["club", "federation"])
    services.draw_bracket(actor=SYSTEM, tournament_id=cup.pk, seed=2**31 - 2)
    return cup


def changed_by_hand() -> Tournament:
    cup = make_knockout(7)
    reserve, late = add_players(cup, [1500, 1400])
    of_cup: dict[str, Any] = {"actor": SYSTEM, "tournament_id": cup.pk}
    services.swap_slots(first=2, second=3, **of_cup)
    services.call_reserve(out=entry_of(cup, 7), reserve=reserve.pk, **of_cup)
    slot = bracket(cup).drawn.draw.current.index(0)
    services.admit_latecomer(slot=slot, entry_id=late.pk, **of_cup)
    return cup


def half_played() -> Tournament:
    """Armageddon after bids in M1, a ruling in M2, one sealed bid in M3; number 2 leaves."""
    cup = make_knockout(8, ladder=LADDER)
    play(cup, "M1", DRAW)
    for number, seconds in ((1, 200), (8, 180)):
        bid(cup, "M1", number, seconds)
    play(cup, "M1", DRAW)
    ruled = match(cup, "M2")
    services.rule_match(actor=SYSTEM, match_id=ruled.pk, kind="walkover", winner=entry_of(cup, 5))
    play(cup, "M3", DRAW)
    bid(cup, "M3", next(side for side in sides(cup, "M3") if side), 100)
    leaver = next(side for side in sides(cup, "M4") if side)
    services.withdraw_entrant(actor=SYSTEM, tournament_id=cup.pk, entry_id=entry_of(cup, leaver))
    return cup


def bid(cup: Tournament, code: str, number: int, seconds: int) -> None:
    services.record_bid(
        actor=SYSTEM,
        match_id=match(cup, code).pk,
        entry_id=entry_of(cup, number),
        seconds=seconds,
    )


def consoled() -> Tournament:
    cup = make_knockout(8, consolation="round_1", policy="random")
    for code in ("M1", "M2", "M3", "M4"):
        win(cup, code, min(n for n in sides(cup, code) if n))
    losers = [bracket(cup).state.matches[code].loser for code in ("M1", "M2")]
    services.draw_consolation(
        actor=SYSTEM,
        tournament_id=cup.pk,
        policy="random",
        seed=3,
        declined=[entry_of(cup, losers[1] or 0)],
    )
    (ready, *_) = [each for each in open_matches(cup) if each.startswith("C")]
    win(cup, ready, min(n for n in sides(cup, ready) if n))
    return cup


def twice() -> Tournament:
    cup = make_knockout(5, double_elimination=True)
    play_out(cup, most=4)
    return cup


def finished() -> Tournament:
    cup = make_knockout(6, places_to=4, reseeding=True, places_by_seed=True)
    play_out(cup)
    assert bracket(cup).state.finished
    return cup


def qualified() -> Tournament:
    swiss = make_tournament(6, rounds=3, event=make_event())
    for number in (1, 2, 3):
        play_round(swiss, number)
    cup = make_knockout(0, drawn=False, event=swiss.event)
    taking = services.Taking(preliminary=swiss.pk, places=4)
    services.take_qualifiers(actor=SYSTEM, tournament_id=cup.pk, taking=taking)
    services.draw_bracket(actor=SYSTEM, tournament_id=cup.pk, seed=1)
    services.publish_bracket(actor=SYSTEM, tournament_id=cup.pk)
    return cup


def open_matches(cup: Tournament) -> list[str]:
    """Those whose next game can be entered."""
    state = bracket(cup).state
    return [
        code
        for code, each in state.matches.items()
        if not each.decided and each.next_game is not None and each.next_game.white
    ]


def play_out(cup: Tournament, most: int = 100) -> None:
    """The smaller number wins, match after match."""
    for _ in range(most):
        playable = open_matches(cup)
        if not playable:
            return
        win(cup, playable[0], min(n for n in sides(cup, playable[0]) if n))


CUPS: tuple[Callable[[], Tournament], ...] = (
    announced,
    drafted,
    changed_by_hand,
    half_played,
    consoled,
    twice,
    finished,
    qualified,
)
IN_PLAY = (changed_by_hand, half_played, consoled, twice, qualified)


def taken(elsewhere, content: bytes) -> Tournament:
    made = import_document(actor=SYSTEM, event_id=elsewhere.pk, content=content)
    assert made.findings == ()
    return made.tournament


def statuses(cup: Tournament) -> list[str]:
    return list(cup.rounds.order_by("number").values_list("status", flat=True))


@pytest.mark.parametrize("make", CUPS)
def test_what_is_imported_elsewhere_exports_the_same_document(make, elsewhere):
    cup = make()
    sent = document(cup)
    made = taken(elsewhere, sent)
    assert document(made) == sent
    assert statuses(made) == statuses(cup)
    codes = [
        set(Match.objects.filter(bracket__tournament=each).values_list("code", flat=True))
        for each in (cup, made)
    ]
    assert codes[0] == codes[1]


@pytest.mark.parametrize("make", IN_PLAY)
def test_it_goes_on_there_as_here(make, elsewhere):
    cup = make()
    made = taken(elsewhere, document(cup))
    assert bracket(made).state == bracket(cup).state
    before = open_matches(made)
    for each in (cup, made):
        play_out(each)
    assert before != []
    assert bracket(made).state == bracket(cup).state
    assert statuses(made) == statuses(cup)


def test_a_winner_there_is_in_the_next_match(elsewhere):
    made = taken(elsewhere, document(half_played()))
    assert sides(made, "M5") == (8, 5)
    win(made, "M5", 5)
    assert sides(made, "M7") == (5, None)


def test_a_draft_is_published_there(elsewhere):
    made = taken(elsewhere, document(drafted()))
    assert Match.objects.filter(bracket__tournament=made).count() == 0
    services.publish_bracket(actor=SYSTEM, tournament_id=made.pk)
    assert statuses(made) == ["published", "planned", "planned"]


def test_all_that_is_announced_is_in_it():
    data = json.loads(document(announced()))
    stays = {"id", "version", "created_at", "updated_at", "tournament", "status"}
    columns = {field.name for field in Bracket._meta.concrete_fields}
    assert set(data["knockout"]["settings"]) == columns - stays - {"announced_version"}
    assert "bracket" not in data
    assert data["knockout"]["settings"]["places_to"] == 4
    assert [stage["bid_limit"] for stage in data["knockout"]["settings"]["ladder"]] == [0, 240]


def test_what_was_entered_is_in_it_but_for_the_sealed_bid_and_who_entered_it(elsewhere):
    cup = half_played()
    arbiter = member(cup.event.club, "owner")
    row = match(cup, "M1")
    Game.objects.filter(match=row).update(entered_by=arbiter.user)
    data = json.loads(document(cup))
    matches = {each["match"]: each for each in data["bracket"]["matches"]}
    assert sorted(matches) == ["M1", "M2", "M3"]
    assert matches["M1"]["bids"] == [
        {"stage": 2, "entrant": 1, "opponent": 8, "seconds": 200},
        {"stage": 2, "entrant": 8, "opponent": 1, "seconds": 180},
    ]
    assert matches["M1"]["games"][1] == {
        "stage": 2,
        "number": 1,
        "white": 1,
        "black": 8,
        "outcome": DRAW,
    }
    assert matches["M2"]["ruling"] == {"kind": "walkover", "players": [4, 5], "winner": 5}
    assert (len(matches["M3"]["games"]), matches["M3"]["bids"]) == (1, [])
    assert [each["kind"] for each in data["bracket"]["departures"]] == ["withdrawn"]
    made = taken(elsewhere, document(cup))
    games = Game.objects.filter(match__bracket__tournament=made)
    assert set(games.values_list("entered_by", flat=True)) == {None}


def test_qualifiers_keep_their_places(elsewhere):
    cup = qualified()
    made = taken(elsewhere, document(cup))
    found = [
        list(
            Qualified.objects.filter(bracket__tournament=each)
            .order_by("place")
            .values_list("entry__name", "place", "points", "tie_breaks")
        )
        for each in (cup, made)
    ]
    assert len(found[0]) == 4
    assert found[0] == found[1]


def test_a_stranger_sees_no_unpublished_draw(elsewhere):
    cup = drafted()
    data = json.loads(document(cup, ANONYMOUS))
    assert "bracket" not in data
    assert data["knockout"]["settings"]["policy"] == "top2"
    made = taken(elsewhere, json.dumps(data).encode())
    assert Bracket.objects.get(tournament=made).status == "announced"
    services.publish_bracket(actor=SYSTEM, tournament_id=cup.pk)
    public = json.loads(document(cup, ANONYMOUS))
    assert public["bracket"] == json.loads(document(cup))["bracket"]


def test_without_the_parts_the_usual_settings_hold(elsewhere):
    data = json.loads(document(announced()))
    del data["knockout"]
    made = taken(elsewhere, json.dumps(data).encode())
    row = Bracket.objects.get(tournament=made)
    assert (row.status, row.places_to, row.policy) == ("announced", 2, "random")


# --- documents that are none -------------------------------------------------------------------


def refusal(data: Any) -> tuple[str, str]:
    with pytest.raises(Invalid) as caught:
        read_document(json.dumps(data).encode())
    return caught.value.code, caught.value.params.get("place", "")


M1_GAME = ("bracket", "matches", 0, "games", 0)


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        ((*M1_GAME, "outcome"), "POSTPONED", "bracket.matches.0.games.0.outcome"),
        ((*M1_GAME, "white"), 99, "bracket.matches.0.games.0.white"),
        # Number 3 is in another match, and so no game of M1.
        ((*M1_GAME, "white"), 3, "bracket.matches.0"),
        # A game of a stage that was not reached.
        ((*M1_GAME, "stage"), 7, "bracket.matches.0"),
        # With a winner of the first game, there was no Armageddon.
        ((*M1_GAME, "outcome"), BLACK, "bracket.matches.0"),
        (("bracket", "matches", 0, "match"), "M70", "bracket.matches.0.match"),
        (("bracket", "matches", 0, "match"), "M2", "bracket.matches.1.match"),
        (("bracket", "matches", 0, "bids", 0, "seconds"), 241, "bracket.matches.0.bids"),
        (("bracket", "matches", 1, "ruling", "winner"), 3, "bracket.matches.1.ruling.winner"),
        (
            ("bracket", "matches", 1, "ruling", "kind"),
            "double_forfeit",
            "bracket.matches.1.ruling.winner",
        ),
        (("bracket", "departures", 0, "entrant"), 9, "bracket.departures.0.entrant"),
        (("bracket", "drawings", 0, "slots", 0), None, "bracket.drawings.0.slots"),
        (("bracket", "drawings", 0, "slots", 0), 2, "bracket.drawings.0.slots"),
        (("bracket", "drawings", 0, "order"), [1], "bracket.drawings.0.order"),
        (("bracket", "drawings", 0, "at"), "yesterday", "bracket.drawings.0.at"),
        (("bracket", "drawings", 0, "at"), "2026-05-01T10:00:00", "bracket.drawings.0.at"),
        (
            ("bracket", "drawings", 0, "changes"),
            [{"first": 0, "second": 8, "entrant": None}],
            "bracket.drawings.0.changes.0",
        ),
        (("bracket", "drawings"), [], "bracket.drawings"),
        (("bracket", "entrants", 0, "entry"), 9, "bracket.entrants.0.entry"),
        (("bracket", "entrants", 0, "number"), 2, "bracket.entrants"),
        (("bracket", "entrants", 0, "club"), "A\u202eB", "bracket.entrants.0.club"),
        (("bracket", "status"), "drawn", "bracket.status"),
        (("bracket", "status"), "announced", "bracket.status"),
        (("bracket",), None, "rounds.0.status"),
        (("rounds", 0, "status"), "completed", "rounds.0.status"),
        (("tournament", "round_count"), 4, "tournament.round_count"),
        (("tournament", "system"), "dutch", "knockout"),
        (("knockout", "settings", "reseeding"), 1, "knockout.settings.reseeding"),
        (("knockout", "settings", "luck"), True, "knockout.settings"),
    ],
)
def test_faults_are_told_with_their_places(path, value, place):
    data = json.loads(document(half_played()))
    assert refusal(changed(data, path, value)) == ("import.bracket_invalid", place)


def test_settings_that_do_not_go_together_say_why():
    data = json.loads(document(announced()))
    ladder = ("knockout", "settings", "ladder")
    assert refusal(changed(data, ladder, [{"games": 1}])) == ("ladder.can_end_level", "")
    assert refusal(changed(data, ("knockout", "settings", "places_to"), 3))[0] == (
        "knockout.places_to"
    )


def test_a_match_that_nobody_is_in_yet_has_no_games():
    data = json.loads(document(half_played()))
    game = {"stage": 1, "number": 1, "white": 1, "black": 3, "outcome": DRAW}
    data["bracket"]["matches"].append({"match": "M7", "games": [game], "bids": []})
    assert refusal(data) == ("import.bracket_invalid", "bracket.matches.3")


def test_a_consolation_bracket_is_of_those_who_lost():
    data = json.loads(document(consoled()))
    data["bracket"]["drawings"][1]["declined"] = []
    assert refusal(data) == ("import.bracket_invalid", "bracket.drawings.1")


def test_a_round_of_a_knockout_has_no_boards(world):
    data = json.loads(document(world.tournament))
    data["rounds"] = data["rounds"][:1]
    data["tournament"]["system"] = "knockout"
    assert refusal(data) == ("import.bracket_invalid", "rounds.0.status")
    data = json.loads(document(half_played()))
    seat = {"entry": 1}
    data["rounds"][0]["boards"] = [{"number": 1, "white": seat, "black": {"entry": 2}}]
    assert refusal(data) == ("import.bracket_invalid", "rounds.0.boards")


@pytest.mark.parametrize("make", [changed_by_hand, half_played, consoled, qualified])
def test_no_damage_is_more_than_a_refusal(make, elsewhere):
    """Whatever stands anywhere: all of it is stored, or nothing and the reason is told."""
    data = json.loads(document(make()))
    outcomes = {"stored": 0, "refused": 0}
    for path in paths(data):
        if path[0] not in ("knockout", "bracket", "rounds"):
            continue
        for junk in (*JUNK, [None]):
            content = json.dumps(changed(data, path, junk)).encode()
            with transaction.atomic():
                try:
                    import_document(actor=SYSTEM, event_id=elsewhere.pk, content=content)
                    outcomes["stored"] += 1
                except Invalid:
                    outcomes["refused"] += 1
                    assert Tournament.objects.filter(event=elsewhere).count() == 0
                transaction.set_rollback(True)
    assert outcomes["refused"] > 100
    assert outcomes["stored"] > 0


def test_queries_do_not_grow_with_the_matches(elsewhere):
    counts = []
    for players in (4, 32):
        cup = make_knockout(players)
        for code in ("M1", "M2"):
            win(cup, code, min(n for n in sides(cup, code) if n))
        if players > 4:
            for code in [each for each in open_matches(cup) if each not in ("M17", "M18")]:
                win(cup, code, min(n for n in sides(cup, code) if n))
        with CaptureQueriesContext(connection) as out:
            sent = document(cup)
        with CaptureQueriesContext(connection) as back:
            taken(elsewhere, sent)
        counts.append((len(out), len(back)))
    assert counts[0] == counts[1]

"""Knockouts through the services: draw, play, corrections, absences."""

from __future__ import annotations

import json

import pytest

from tests.factories import add_players, changes_of, make_user, refreshed
from tests.support.club_knockouts import (
    BLACK,
    DRAW,
    WHITE,
    bracket,
    entry_of,
    make_knockout,
    match,
    play,
    sides,
    state,
    win,
)
from tournaments.core.errors import Conflict, DomainError, Forbidden, Invalid, NotFound
from tournaments.core.principal import ANONYMOUS, SYSTEM, Principal
from tournaments.events.services import (
    add_event_member,
    change_status,
    remove_entry,
    withdraw_entry,
)
from tournaments.formats.exports.files import FORMATS, Wanted, export
from tournaments.history.models import RestorePoint
from tournaments.history.services import keep_restore_point, restore
from tournaments.jobs.services import request_pairing
from tournaments.knockouts import services
from tournaments.knockouts.models import Bracket, Game, Match
from tournaments.knockouts.selectors import bracket_for, places_of
from tournaments.standings.selectors import standings_for

pytestmark = pytest.mark.django_db


def refused(code: str, kind: type[DomainError], action, **arguments) -> dict:
    """The parameters with which an action is refused."""
    with pytest.raises(kind) as caught:
        action(actor=SYSTEM, **arguments)
    assert caught.value.code == code
    return caught.value.params


def statuses(tournament) -> list[str]:
    return list(tournament.rounds.order_by("number").values_list("status", flat=True))


def test_a_knockout_has_a_bracket_from_the_start():
    tournament = make_knockout(4, drawn=False)
    row = Bracket.objects.get(tournament=tournament)
    assert (row.status, row.policy, len(row.ladder)) == ("announced", "random", 3)
    with pytest.raises(NotFound):
        bracket_for(principal=SYSTEM, tournament_id=tournament.pk)


def test_the_same_seed_draws_the_same_and_only_runners_see_it():
    tournament = make_knockout(12, drawn=False, policy="random")
    first = services.draw_bracket(actor=SYSTEM, tournament_id=tournament.pk, seed=7)
    other = services.draw_bracket(actor=SYSTEM, tournament_id=tournament.pk, seed=8)
    again = services.draw_bracket(actor=SYSTEM, tournament_id=tournament.pk, seed=7)
    assert first.drawn.draw.slots == again.drawn.draw.slots != other.drawn.draw.slots
    with pytest.raises(NotFound):
        bracket_for(principal=ANONYMOUS, tournament_id=tournament.pk)
    assert statuses(tournament) == ["planned"]
    services.publish_bracket(actor=SYSTEM, tournament_id=tournament.pk)
    seen = bracket_for(principal=ANONYMOUS, tournament_id=tournament.pk)
    assert seen.drawn.draw == again.drawn.draw
    assert statuses(tournament) == ["published", "planned", "planned", "planned"]
    assert changes_of(tournament)[-6:] == [
        "bracket.drawn",
        "bracket.drawn",
        "bracket.drawn",
        "tournament.started",
        "bracket.published",
        "round.published",
    ]


def test_d14_twelve_entries():
    tournament = make_knockout(12, places_to=4)
    assert Match.objects.filter(bracket__tournament=tournament).count() == 12
    assert refreshed(tournament).round_count == 4
    firsts = {frozenset(sides(tournament, f"M{n}")) for n in range(1, 5)}
    assert firsts == {frozenset(pair) for pair in ((8, 9), (5, 12), (6, 11), (7, 10))}


def test_a_drawn_game_closes_no_match_and_the_match_closes_when_it_is_decided():
    tournament = make_knockout(4)
    play(tournament, "M1", DRAW)
    assert state(tournament, "M1").status.value == "running"
    win(tournament, "M1", 1)
    assert state(tournament, "M1").status.value == "running"
    win(tournament, "M1", 1)
    decided = state(tournament, "M1")
    assert (decided.winner, decided.how.value) == (1, "games")
    assert sides(tournament, "M3") == (1, None)
    refused(
        "knockout.match_decided",
        Conflict,
        services.record_game,
        match_id=match(tournament, "M1").pk,
        outcome=WHITE,
        stage=3,
        game=1,
    )


def test_versions_of_what_looks_different_move():
    tournament = make_knockout(8)
    before = dict(Match.objects.values_list("code", "version"))
    win(tournament, "M1", 1)
    after = dict(Match.objects.values_list("code", "version"))
    assert {code for code in before if before[code] != after[code]} == {"M1", "M5"}
    assert Bracket.objects.get().version == bracket(tournament).bracket.version


def test_a_game_is_entered_once_and_changed_knowingly():
    tournament = make_knockout(4)
    row = match(tournament, "M1")
    refused("game.not_named", Invalid, services.record_game, match_id=row.pk, outcome=WHITE)
    named = {"match_id": row.pk, "stage": 1, "game": 1}
    services.record_game(actor=SYSTEM, outcome=DRAW, **named)
    services.record_game(actor=SYSTEM, outcome=DRAW, **named)
    assert (Game.objects.count(), match(tournament, "M1").version) == (1, 2)
    refused("game.entered_already", Conflict, services.record_game, outcome=WHITE, **named)
    refused(
        "match.stale", DomainError, services.record_game, outcome=WHITE, expected_version=1, **named
    )
    services.record_game(actor=SYSTEM, outcome=BLACK, expected_version=2, **named)
    assert list(Game.objects.values_list("outcome", flat=True)) == [BLACK]
    assert changes_of(tournament).count("game.recorded") == 1
    assert changes_of(tournament)[-1] == "game.corrected"


def test_a_correction_is_free_until_the_next_match_has_a_result():
    tournament = make_knockout(4)
    win(tournament, "M1", 1)
    win(tournament, "M1", 4, stage=1, game=1)
    assert sides(tournament, "M3") == (4, None)
    win(tournament, "M2", 2)
    win(tournament, "M3", 2)
    row = match(tournament, "M1")
    white = state(tournament, "M1").stages[0].games[0].white
    again = {
        "match_id": row.pk,
        "stage": 1,
        "game": 1,
        "outcome": WHITE if white == 1 else BLACK,
        "expected_version": row.version,
    }
    told = refused("knockout.dependents", Conflict, services.record_game, **again)
    assert told["dependents"] == ["M3"]
    assert told["matches"] == [str(match(tournament, "M3").pk)]
    assert state(tournament, "M3").winner == 2
    services.record_game(actor=SYSTEM, confirm=True, **again)
    assert sides(tournament, "M3") == (1, 2)
    assert state(tournament, "M3").status.value == "ready"
    assert Game.objects.filter(match__code="M3").count() == 0
    assert statuses(tournament) == ["completed", "published"]


def test_walkovers_double_forfeits_and_withdrawals():
    tournament = make_knockout(8)
    rule = {"actor": SYSTEM, "match_id": match(tournament, "M1").pk}
    services.rule_match(kind="double_forfeit", **rule)
    services.rule_match(
        actor=SYSTEM,
        match_id=match(tournament, "M2").pk,
        kind="walkover",
        winner=entry_of(tournament, 5),
    )
    assert state(tournament, "M5").winner == 5
    services.withdraw_entrant(
        actor=SYSTEM, tournament_id=tournament.pk, entry_id=entry_of(tournament, 2)
    )
    assert state(tournament, "M4").winner == 7
    assert tournament.entries.get(pairing_number=2).status == "withdrawn"
    services.readmit_entrant(
        actor=SYSTEM, tournament_id=tournament.pk, entry_id=entry_of(tournament, 2)
    )
    assert state(tournament, "M4").status.value == "ready"
    services.remove_ruling(**rule)
    assert state(tournament, "M5").status.value == "pending"
    told = refused("entry.in_bracket", Conflict, withdraw_entry, entry_id=entry_of(tournament, 3))
    assert told == {}
    refused("entry.in_use", Conflict, remove_entry, entry_id=entry_of(tournament, 3))


def test_a_disqualified_winner_makes_room_for_the_opponent():
    tournament = make_knockout(4)
    win(tournament, "M1", 1)
    services.disqualify_entrant(
        actor=SYSTEM,
        tournament_id=tournament.pk,
        entry_id=entry_of(tournament, 1),
        reinstate_opponent=True,
    )
    assert sides(tournament, "M3") == (4, None)


def test_reserves_latecomers_and_swaps_before_round_1():
    tournament = make_knockout(7)
    reserve, late = add_players(tournament, [1500, 1400])
    services.swap_slots(actor=SYSTEM, tournament_id=tournament.pk, first=2, second=3)
    swapped = bracket(tournament).drawn.draw
    assert swapped.current[2:4] == (swapped.slots[3], swapped.slots[2])
    services.call_reserve(
        actor=SYSTEM,
        tournament_id=tournament.pk,
        out=entry_of(tournament, 7),
        reserve=reserve.pk,
    )
    loaded = bracket(tournament)
    assert loaded.entrants[8].entry_id == reserve.pk and 7 not in loaded.drawn.draw.current
    assert loaded.drawn.draw.seeds()[8] == 7
    slot = loaded.drawn.draw.current.index(0)
    services.admit_latecomer(actor=SYSTEM, tournament_id=tournament.pk, slot=slot, entry_id=late.pk)
    assert Match.objects.filter(bracket__tournament=tournament).count() == 7
    win(tournament, "M2", next(iter(set(sides(tournament, "M2")))))
    for action, arguments in (
        (services.swap_slots, {"first": 0, "second": 1}),
        (services.cancel_draw, {}),
    ):
        refused("knockout.started", Conflict, action, tournament_id=tournament.pk, **arguments)


def test_somebody_replaced_by_a_reserve_can_leave_and_come_back():
    tournament = make_knockout(7)
    (reserve,) = add_players(tournament, [1500])
    out, where = entry_of(tournament, 7), {"tournament_id": tournament.pk}
    services.call_reserve(actor=SYSTEM, out=out, reserve=reserve.pk, **where)
    played = bracket(tournament).state
    services.withdraw_entrant(actor=SYSTEM, entry_id=out, **where)
    entry = tournament.entries.get(pk=out)
    assert (entry.status, entry.status_from_round) == ("withdrawn", 1)
    assert bracket(tournament).state == played
    told = refused("knockout.has_left", Conflict, services.withdraw_entrant, entry_id=out, **where)
    assert told["entrant"]["number"] == 7
    back = {"out": reserve.pk, "reserve": out, **where}
    told = refused("entry.withdrawn", Conflict, services.call_reserve, **back)
    assert told == {"from_round": 1}
    services.readmit_entrant(actor=SYSTEM, entry_id=out, **where)
    assert tournament.entries.get(pk=out).status == "active"
    refused("knockout.not_left", Conflict, services.readmit_entrant, entry_id=out, **where)
    current = services.call_reserve(actor=SYSTEM, **back).drawn.draw.current
    assert (7 in current, 8 in current) == (True, False)


def test_a_cancelled_draw_can_be_made_again():
    tournament = make_knockout(4)
    services.cancel_draw(actor=SYSTEM, tournament_id=tournament.pk)
    assert statuses(tournament) == ["planned", "planned"]
    assert Match.objects.count() == 0
    add_players(tournament, [2000])
    loaded = services.draw_bracket(actor=SYSTEM, tournament_id=tournament.pk, seed=1)
    assert len(loaded.drawn.draw.slots) == 8


def test_somebody_new_or_gone_means_drawing_again():
    tournament = make_knockout(4, drawn=False)
    services.draw_bracket(actor=SYSTEM, tournament_id=tournament.pk)
    (late,) = add_players(tournament, [2000])
    told = refused(
        "bracket.field_changed", Conflict, services.publish_bracket, tournament_id=tournament.pk
    )
    assert told == {"missing": [], "new": [late.name]}


def test_a_coin_and_a_match_that_can_end_level_are_refused_when_announced():
    tournament = make_knockout(4, drawn=False)
    update = {"tournament_id": tournament.pk}
    announce = services.update_knockout
    refused("ladder.coin_toss", Invalid, announce, preset={"decider": "coin_toss"}, **update)
    refused("ladder.can_end_level", Invalid, announce, ladder=[{"games": 2}], **update)
    refused("knockout.needs_seeds", Invalid, announce, policy="random", reseeding=True, **update)
    assert Bracket.objects.get().version == 1
    announce(actor=SYSTEM, preset={"decider": "world_cup_2025", "games": "two_games"}, **update)
    assert [stage["games"] for stage in Bracket.objects.get().ladder] == [2, 2, 2, 2, 2, 1]
    services.draw_bracket(actor=SYSTEM, **update)
    services.publish_bracket(actor=SYSTEM, **update)
    refused("bracket.settings_frozen", Conflict, announce, places_to=4, **update)


def test_bids_are_sealed_until_both_are_in():
    bidding = {"games": 1, "colours": "bid", "bid_limit": 240, "draw_odds": "black"}
    tournament = make_knockout(2, ladder=[{**bidding, "time_control": "240+2"}])
    row = match(tournament, "M1")
    bid = {"actor": SYSTEM, "match_id": row.pk}
    refused(
        "knockout.colours_unknown",
        Conflict,
        services.record_game,
        match_id=row.pk,
        stage=1,
        game=1,
        outcome=WHITE,
    )
    services.record_bid(entry_id=entry_of(tournament, 1), seconds=200, **bid)
    services.record_bid(entry_id=entry_of(tournament, 2), seconds=180, **bid)
    assert state(tournament, "M1").next_game.black == 2
    public = tournament.changes.visible_to(ANONYMOUS).values_list("type", flat=True)
    assert "bid.recorded" not in public and "bracket.drawn" not in public
    play(tournament, "M1", DRAW)
    assert state(tournament, "M1").how.value == "draw_odds"
    assert [(p.entrant.number, p.first) for p in places_of(bracket(tournament))] == [(2, 1), (1, 2)]


def test_a_helper_enters_the_games_of_his_tables_and_decides_nothing():
    tournament = make_knockout(8)
    helper = make_user()
    add_event_member(
        actor=SYSTEM,
        event_id=tournament.event_id,
        email=helper.email,
        role="helper",
        first_board=2,
        last_board=3,
    )
    acting = {"actor": Principal.for_user(helper), "stage": 1, "game": 1, "outcome": WHITE}
    for code in ("M2", "M3"):
        services.record_game(match_id=match(tournament, code).pk, **acting)
    for code in ("M1", "M4"):
        with pytest.raises(Forbidden):
            services.record_game(match_id=match(tournament, code).pk, **acting)
    with pytest.raises(Forbidden):
        services.rule_match(
            actor=acting["actor"], match_id=match(tournament, "M2").pk, kind="double_forfeit"
        )
    assert Game.objects.count() == 2


def test_rounds_of_a_knockout_are_neither_paired_nor_published():
    tournament = make_knockout(4, drawn=False)
    refused(
        "tournament.is_knockout", Conflict, request_pairing, round_id=tournament.rounds.get().pk
    )


def test_the_standings_are_the_places():
    tournament = make_knockout(4)
    win(tournament, "M1", 1)
    table = standings_for(principal=ANONYMOUS, tournament_id=tournament.pk)
    assert [(row.rank, row.entry.pairing_number) for row in table.rows] == [
        (None, 1),
        (None, 2),
        (None, 3),
        (None, 4),
    ]
    win(tournament, "M2", 3)
    win(tournament, "M3", 3)
    table = standings_for(principal=ANONYMOUS, tournament_id=tournament.pk, final=True)
    assert [(row.rank, row.shared, row.entry.pairing_number, row.points) for row in table.rows] == [
        (1, False, 3, 20),
        (2, False, 1, 10),
        (3, True, 2, 0),
        (3, True, 4, 0),
    ]
    assert table.final
    finished = change_status(actor=SYSTEM, tournament_id=tournament.pk, status="finished")
    assert finished.status == "finished"


def test_the_losers_of_round_1_play_their_own_bracket():
    tournament = make_knockout(8, consolation="round_1")
    draw = {"tournament_id": tournament.pk}
    refused("knockout.round_not_complete", Conflict, services.draw_consolation, **draw)
    for code in ("M1", "M2", "M3", "M4"):
        win(tournament, code, min(sides(tournament, code)))
    services.draw_consolation(actor=SYSTEM, seed=3, **draw)
    assert sorted(sides(tournament, "C1") + sides(tournament, "C2")) == [5, 6, 7, 8]
    win(tournament, "C1", min(sides(tournament, "C1")))
    told = refused("knockout.dependents", Conflict, services.cancel_consolation, **draw)
    assert told["dependents"] == ["C1"]
    services.cancel_consolation(actor=SYSTEM, confirm=True, **draw)
    assert Match.objects.filter(code__startswith="C").count() == 0
    assert bracket(tournament).drawn.consolation is None


def test_what_a_confirmed_correction_cleared_can_be_had_back():
    tournament = make_knockout(4)
    for code, number in (("M1", 1), ("M2", 2), ("M3", 1)):
        win(tournament, code, number)
    before = bracket(tournament)
    win(tournament, "M1", 4, stage=1, game=1, confirm=True)
    assert sides(tournament, "M3") == (4, 2)
    point = RestorePoint.objects.get(tournament=tournament)
    restore(actor=SYSTEM, point_id=point.pk, reason="wrong board")
    after = bracket(tournament)
    assert after.drawn.facts == before.drawn.facts and after.state.winner == 1
    for code in ("M1", "M3"):
        # Versions never come back: the one after the correction was another state.
        assert after.matches[code].version > before.matches[code].version + 1
    changes_of(tournament)


def test_a_cancelled_draw_can_be_had_back():
    tournament = make_knockout(8, places_to=4)
    before = bracket(tournament)
    services.cancel_draw(actor=SYSTEM, tournament_id=tournament.pk)
    point = RestorePoint.objects.get(tournament=tournament)
    restore(actor=SYSTEM, point_id=point.pk)
    after = bracket(tournament)
    assert after.drawn == before.drawn and after.is_published
    assert {c: m.pk for c, m in after.matches.items()} == {
        c: m.pk for c, m in before.matches.items()
    }


def test_the_version_of_settings_never_comes_back():
    tournament = make_knockout(4, drawn=False, policy="seeded")
    point = keep_restore_point(actor=SYSTEM, tournament_id=tournament.pk)
    services.update_knockout(actor=SYSTEM, tournament_id=tournament.pk, policy="random")
    versions = [Bracket.objects.get(tournament=tournament).announced_version]
    for _ in range(2):
        point = restore(actor=SYSTEM, point_id=point.pk)
        versions.append(Bracket.objects.get(tournament=tournament).announced_version)
    # One more than any before for the state put back, and one for what it shows besides.
    assert versions == [3, 5, 7]


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_takes_a_knockout_at_any_time(format):
    tournament = make_knockout(3, drawn=False, preset={"rated": "standard"})

    def exported() -> bytes:
        try:
            file = export(
                principal=ANONYMOUS,
                tournament_id=tournament.pk,
                format=format,
                wanted=Wanted(),
            )
        except Conflict as refusal:
            assert (format, refusal.code) == ("chessresults", "export.individuals_only")
            return b""
        return file.content if isinstance(file.content, bytes) else b"".join(file.content)

    exported()
    services.draw_bracket(actor=SYSTEM, tournament_id=tournament.pk, seed=1)
    exported()
    services.publish_bracket(actor=SYSTEM, tournament_id=tournament.pk)
    win(tournament, "M1", 2)
    win(tournament, "M2", 1)
    content = exported()
    if format == "pgn":
        assert content.count(b"[Event ") == 2
    if format.startswith("trf"):
        rows = [line for line in content.decode().splitlines() if line.startswith("001")]
        # Player 1 has no game in round 1; the winner is first, 3 lost in round 1.
        assert [line[85:89].strip() for line in rows] == ["1", "2", "3"]
        assert rows[0][91:99] == "0000 - Z"


def test_a_corrected_game_keeps_its_id():
    """Mirrors know a game by it (items of the bulk export and of the federations' feed)."""
    tournament = make_knockout(4)
    play(tournament, "M1", WHITE)
    before = Game.objects.get()
    play(tournament, "M1", BLACK, stage=1, game=1)
    after = Game.objects.get()
    assert (after.pk, after.outcome) == (before.pk, BLACK)
    file = export(
        principal=ANONYMOUS, tournament_id=tournament.pk, format="ndjson", wanted=Wanted()
    )
    items = [json.loads(line) for line in b"".join(file.content).splitlines()]
    (game,) = (each for each in items if each["type"] == "game")
    assert (game["id"], game["data"]["match"], game["data"]["result"]) == (
        str(before.pk),
        "M1",
        BLACK,
    )

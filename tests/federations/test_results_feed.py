"""A client that only follows the feed has what a full read gives, and never more."""

from __future__ import annotations

import json
import random
from datetime import date, timedelta

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import (
    board_of,
    make_club,
    make_event,
    make_player,
    pair,
    pair_and_publish,
    play,
    refreshed,
    round_of,
)
from tests.federations.conftest import Mirror, everything, rated_tournament, reader
from tests.support.club_knockouts import entry_of, make_knockout, sides
from tests.support.club_knockouts import play as play_game
from tournaments.core.clock import now
from tournaments.core.errors import DomainError, Forbidden
from tournaments.core.principal import ANONYMOUS, SYSTEM
from tournaments.core.scopes import Scope
from tournaments.events.models import Event, Tournament
from tournaments.events.services import (
    add_entry,
    update_event,
    update_tournament,
    withdraw_entry,
)
from tournaments.federations import feed
from tournaments.federations.feed import Cursor, CursorGone, forget_tombstones, read_feed
from tournaments.federations.models import ResultsStream, StreamItem
from tournaments.formats.exports.items import items_of
from tournaments.formats.exports.snapshot import snapshot
from tournaments.knockouts.services import draw_bracket, publish_bracket
from tournaments.play.services import publish_round, record_result, unpair_round
from tournaments.players.services import correct_player, update_player

pytestmark = pytest.mark.django_db


def expected(federation: str = "ESP") -> dict:
    """What everybody may see of the rated public tournaments of a federation."""
    found = {}
    rows = Tournament.objects.filter(
        event__federation=federation, event__visibility="public", rated=True
    ).exclude(status="draft")
    for tournament in rows:
        for item in items_of(snapshot(ANONYMOUS, tournament.pk)):
            data = json.loads(json.dumps(item.data, cls=DjangoJSONEncoder))
            found[item.id] = (item.type, data)
    return found


def kinds(mirror: Mirror) -> dict[str, int]:
    found: dict[str, int] = {}
    for kind, _ in mirror.state.values():
        found[kind] = found.get(kind, 0) + 1
    return found


def test_a_full_read_and_what_changes_afterwards():
    tournament = rated_tournament(5)
    play(tournament, 1)
    mirror = Mirror(reader()).follow()
    assert kinds(mirror) == {"tournament": 1, "entry": 5, "round": 1, "result": 2, "bye": 1}
    assert mirror.state == everything(reader()) == expected()
    mirror.told.clear()
    second = pair_and_publish(tournament, 2)
    record_result(actor=SYSTEM, board_id=board_of(second, 1).pk, outcome="0-1")
    mirror.follow()
    told = [kind for kind, _, _ in mirror.told]
    assert sorted(told) == ["bye", "result", "result", "round"]
    board = str(board_of(second, 1).pk)
    assert mirror.items[board][2]["result"] == "0-1"
    assert mirror.state == expected()
    mirror.told.clear()
    record_result(actor=SYSTEM, board_id=board_of(second, 1).pk, outcome="1-0")
    mirror.follow()
    assert mirror.told == [("result", board, False)]
    assert mirror.items[board][1] == 2
    mirror.told.clear()
    assert (mirror.follow().told, mirror.state) == ([], expected())


def test_games_of_a_knockout_are_told_once_its_draw_is_published():
    event = make_event(make_club(federation="ESP"), federation="ESP")
    tournament = make_knockout(4, event=event, drawn=False)
    mirror = Mirror(reader()).follow()
    draw_bracket(actor=SYSTEM, tournament_id=tournament.pk, seed=1)
    assert mirror.follow().state == expected()
    assert kinds(mirror) == {"tournament": 1, "entry": 4}
    publish_bracket(actor=SYSTEM, tournament_id=tournament.pk)
    play_game(tournament, "M1", "1-0")
    assert mirror.follow().state == expected()
    (game,) = (data for kind, data in mirror.state.values() if kind == "game")
    top, bottom = (str(entry_of(tournament, side)) for side in sides(tournament, "M1"))
    assert {game["white"], game["black"]} == {top, bottom}
    assert {name: game[name] for name in ("match", "stage", "game", "result", "kind")} == {
        "match": "M1",
        "stage": 1,
        "game": 1,
        "result": "1-0",
        "kind": "played",
    }


def test_several_changes_of_one_thing_are_told_once():
    tournament = rated_tournament(4)
    first = pair_and_publish(tournament, 1)
    mirror = Mirror(reader()).follow()
    mirror.told.clear()
    for outcome in ("1-0", "0-1", "1/2-1/2"):
        record_result(actor=SYSTEM, board_id=board_of(first, 1).pk, outcome=outcome)
    mirror.follow()
    assert mirror.told == [("result", str(board_of(first, 1).pk), False)]


def test_nothing_of_a_draft_is_told():
    tournament = rated_tournament(4)
    mirror = Mirror(reader()).follow()
    before, mirror.told = dict(mirror.state), []
    pair(tournament, 1)
    draft = round_of(tournament, 1)
    assert draft.status == "draft"
    assert (mirror.follow().told, mirror.state) == ([], before)
    text = json.dumps([item.data for item in StreamItem.objects.all()])
    ids = [str(draft.pk), *(str(board.pk) for board in draft.boards.all())]
    assert not any(pk in text for pk in ids)
    unpair_round(actor=SYSTEM, round_id=draft.pk)
    assert mirror.follow().told == []


def test_a_round_that_is_taken_back_is_taken_back():
    tournament = rated_tournament(4)
    first = pair_and_publish(tournament, 1)
    mirror = Mirror(reader()).follow()
    mirror.told.clear()
    unpair_round(actor=SYSTEM, round_id=first.pk)
    mirror.follow()
    assert [(kind, deleted) for kind, _, deleted in mirror.told] == [
        ("result", True),
        ("result", True),
        ("round", True),
    ]
    assert mirror.state == expected()
    pair(tournament, 1)
    publish_round(actor=SYSTEM, round_id=first.pk)
    assert mirror.follow().state == expected()
    assert kinds(mirror)["result"] == 2


@pytest.mark.parametrize(
    "hide",
    [
        lambda t: update_event(actor=SYSTEM, event_id=t.event_id, visibility="hidden"),
        lambda t: update_event(actor=SYSTEM, event_id=t.event_id, federation="FRA"),
        lambda t: update_tournament(actor=SYSTEM, tournament_id=t.pk, rated=False),
    ],
    ids=["hidden", "elsewhere", "unrated"],
)
def test_what_may_no_longer_be_seen_is_taken_back_and_told_again_later(hide):
    tournament, other = rated_tournament(4), rated_tournament(2)
    play(tournament, 1)
    mirror = Mirror(reader()).follow()
    state, mirror.told = dict(mirror.state), []
    hide(refreshed(tournament))
    mirror.follow()
    assert all(deleted for _, _, deleted in mirror.told)
    assert [kind for kind, _, _ in mirror.told][-1] == "tournament"
    assert kinds(mirror) == {"tournament": 1, "entry": 2}
    assert str(other.pk) in mirror.state
    assert mirror.state == everything(reader())
    Event.objects.filter(pk=tournament.event_id).update(visibility="public", federation="ESP")
    Tournament.objects.filter(pk=tournament.pk).update(rated=True)
    assert mirror.follow().state == state
    assert min(version for _, version, data in mirror.items.values() if data.get("system")) == 1


def test_what_only_the_club_sees_is_for_its_federation():
    tournament = rated_tournament(2)
    update_event(actor=SYSTEM, event_id=tournament.event_id, visibility="club")
    assert kinds(Mirror(reader()).follow()) == {"tournament": 1, "entry": 2}
    assert kinds(Mirror(reader("FRA")).follow()) == {}


def test_a_corrected_player_changes_his_entries():
    tournament, other = rated_tournament(3), rated_tournament(3)
    mirror = Mirror(reader()).follow()
    mirror.told.clear()
    entry = tournament.entries.get(pairing_number=2)
    update_player(actor=SYSTEM, player_id=entry.player_id, fide_id="2200001")
    correct_player(
        actor=SYSTEM,
        player_id=other.entries.get(pairing_number=1).player_id,
        national_ids=[{"federation": "ESP", "number": "77"}],
    )
    mirror.follow()
    assert len(mirror.told) == 2
    assert mirror.items[str(entry.pk)][2]["external_ids"] == {"fide": "2200001", "national": {}}
    assert mirror.state == expected()


def test_the_year_of_birth_is_told_and_the_day_is_not():
    tournament = rated_tournament(2)
    entry = tournament.entries.get(pairing_number=1)
    update_player(actor=SYSTEM, player_id=entry.player_id, birth_date=date(2012, 3, 4))
    mirror = Mirror(reader()).follow()
    assert mirror.items[str(entry.pk)][2]["birth_year"] == 2012
    assert "2012-03-04" not in json.dumps(mirror.items)


def test_a_page_begins_with_what_its_items_need():
    """Everybody is renamed after the round: the entries' last changes come after the boards'."""
    mirror = Mirror(reader(), limit=2)
    mirror.follow()
    tournament = rated_tournament(6)
    Mirror(reader()).follow()
    pair_and_publish(tournament, 1)
    Mirror(reader()).follow()
    for entry in tournament.entries.all():
        update_player(actor=SYSTEM, player_id=entry.player_id, fide_id=f"1{entry.pairing_number}")
    Mirror(reader()).follow()
    assert mirror.follow().state == expected()


def test_tombstones_are_forgotten_after_their_time_and_old_cursors_with_them(monkeypatch):
    tournament = rated_tournament(4)
    first = pair_and_publish(tournament, 1)
    mirror = Mirror(reader()).follow()
    old = mirror.cursor
    assert forget_tombstones("ESP") == 0
    unpair_round(actor=SYSTEM, round_id=first.pk)
    mirror.follow()
    assert forget_tombstones("ESP") == 0
    later = now() + timedelta(days=31)
    monkeypatch.setattr(feed, "now", lambda: later)
    assert forget_tombstones("ESP") == 3
    assert mirror.follow().state == expected()
    with pytest.raises(CursorGone) as gone:
        read_feed(principal=reader(), cursor=old, limit=5)
    assert gone.value.code == "feed.cursor_expired"
    assert Mirror(reader()).follow().state == expected()


def test_a_cursor_of_the_future_is_refused():
    rated_tournament(2)
    position = Mirror(reader()).follow().cursor.position
    with pytest.raises(CursorGone):
        read_feed(principal=reader(), cursor=Cursor(position + 1), limit=5)


@pytest.mark.parametrize(
    "principal", [ANONYMOUS, SYSTEM, reader(scopes=(Scope.RESULTS_WRITE,))], ids=str
)
def test_only_keys_of_federations_read_the_feed(principal):
    with pytest.raises(Forbidden) as refused:
        read_feed(principal=principal, cursor=None, limit=5)
    assert refused.value.code == "feed.federations_only"
    assert ResultsStream.objects.count() == 0


def test_one_reader_takes_over_a_few_and_says_that_there_is_more(monkeypatch):
    monkeypatch.setattr(feed.refresh, "__defaults__", (2,))
    for _ in range(5):
        rated_tournament(2)
    mirror = Mirror(reader(), limit=500)
    assert [mirror.read() for _ in range(3)] == [True, True, False]
    assert mirror.state == expected()


def test_a_poll_without_news_asks_the_same_queries_at_any_size():
    counts = []
    for _ in range(2):
        for _ in range(6):
            rated_tournament(2)
        mirror = Mirror(reader()).follow()
        with CaptureQueriesContext(connection) as queries:
            mirror.follow()
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 7


@pytest.mark.parametrize("seed", range(3))
def test_any_history_followed_at_any_time(seed):
    """Random changes of three tournaments, and three readers who look now and then."""
    rng = random.Random(seed)
    tournaments = [rated_tournament(rng.randrange(3, 7), rounds=4) for _ in range(3)]
    mirrors = [Mirror(reader(), limit=limit) for limit in (1, 5, 500)]
    for step in range(30):
        for mirror in mirrors:
            if rng.random() < 0.3:
                mirror.read()
        try:
            _something(rng, refreshed(rng.choice(tournaments)), step)
        except DomainError:
            continue
    for mirror in mirrors:
        assert mirror.follow().state == everything(reader()) == expected()
    for item in StreamItem.objects.filter(kind="round"):
        assert item.deleted or item.data["status"] in ("published", "completed")


def _something(rng: random.Random, tournament: Tournament, step: int) -> None:
    act = rng.randrange(9)
    number = rng.randrange(1, 4)
    if act <= 2:
        round = round_of(tournament, number)
        if round.status == "planned":
            pair(tournament, number)
        elif round.status == "draft":
            publish_round(actor=SYSTEM, round_id=round.pk)
        else:
            for board in round.boards.all():
                outcome = rng.choice(["1-0", "0-1", "1/2-1/2", "1-0F", "0-0"])
                record_result(actor=SYSTEM, board_id=board.pk, outcome=outcome)
    elif act == 3:
        unpair_round(actor=SYSTEM, round_id=round_of(tournament, number).pk)
    elif act == 4:
        visibility = rng.choice(["public", "hidden", "public"])
        update_event(actor=SYSTEM, event_id=tournament.event_id, visibility=visibility)
    elif act == 5:
        update_tournament(actor=SYSTEM, tournament_id=tournament.pk, rated=rng.random() < 0.7)
    elif act == 6:
        entry = rng.choice(list(tournament.entries.all()))
        update_player(actor=SYSTEM, player_id=entry.player_id, fide_id=str(1000 + step))
    elif act == 7:
        withdraw_entry(actor=SYSTEM, entry_id=rng.choice(list(tournament.entries.all())).pk)
    else:
        player = make_player(tournament.event.club, f"Late, {step}")
        add_entry(actor=SYSTEM, tournament_id=tournament.pk, player_id=player.pk)

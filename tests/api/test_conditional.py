"""Tags, 304, and no lost updates."""

import re

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.api.exchange_rows import FEDERATION_KEY
from tests.api.matrix import MATRIX, ROLES, routes, sent, shape
from tournaments.clubs.services import add_member
from tournaments.core.principal import ANONYMOUS, SYSTEM, Principal
from tournaments.events.models import Round, Tournament
from tournaments.federations.models import ApiKey


def test_304_until_something_changes(api, club):
    path = f"clubs/{club.pk}"
    first = api.anonymous.get(path)
    tag = first["ETag"]
    assert tag == f'"v1-{club.pk}"'
    for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        same = api.anonymous.get(path, if_none_match=known)
        assert (same.status_code, same.content, same["ETag"]) == (304, b"", tag)
        assert {"Accept", "Accept-Language", "Authorization"} <= set(same["Vary"].split(", "))
    assert api.anonymous.get(path, if_none_match='"other"').status_code == 200
    assert api.owner.change(path, {"city": "Toledo"}).status_code == 200
    fresh = api.anonymous.get(path, if_none_match=tag)
    assert (fresh.status_code, fresh["ETag"]) == (200, f'"v2-{club.pk}"')


def test_head_answers_the_same_headers(api, club):
    got = api.anonymous.get(f"clubs/{club.pk}")
    head = api.anonymous.request("HEAD", f"clubs/{club.pk}")
    assert (head.status_code, head.content) == (200, b"")
    assert {name: head[name] for name in ("ETag", "Content-Type", "Vary", "Cache-Control")} == {
        name: got[name] for name in ("ETag", "Content-Type", "Vary", "Cache-Control")
    }


def test_a_change_without_if_match_is_refused(api, club):
    for method, path in (("PATCH", f"clubs/{club.pk}"),):
        answer = api.owner.request(method, path, {"city": "Toledo"})
        assert (answer.status_code, answer.json()["code"]) == (428, "precondition.required")
    club.refresh_from_db()
    assert (club.city, club.version) == ("Madrid", 1)


@pytest.mark.parametrize("seen", ['"v7-{0}"', '"v1-other"', 'W/"v1-{0}"', "v1-{0}", '""'])
def test_a_stale_change_shows_what_is_stored(api, club, seen):
    path = f"clubs/{club.pk}"
    answer = api.owner.patch(path, {"city": "Toledo"}, if_match=seen.format(club.pk))
    body = answer.json()
    assert (answer.status_code, body["code"]) == (412, "precondition.stale")
    assert body["current"] == api.owner.get(path).json()
    assert answer["ETag"] == api.owner.get(path)["ETag"]
    club.refresh_from_db()
    assert (club.city, club.version) == ("Madrid", 1)


def test_the_race_between_reading_and_writing_is_seen_too(api, club, monkeypatch):
    """The version is compared again under the lock, after the header was accepted."""
    from tournaments.api.rest.v1 import clubs
    from tournaments.clubs.services import update_club
    from tournaments.core.principal import SYSTEM

    def late(**kwargs):
        update_club(actor=SYSTEM, club_id=club.pk, city="Sevilla")
        return update_club(**kwargs)

    monkeypatch.setattr(clubs, "update_club", late)
    answer = api.owner.change(f"clubs/{club.pk}", {"city": "Toledo"})
    body = answer.json()
    assert (answer.status_code, body["current"]["city"], body["current"]["version"]) == (
        412,
        "Sevilla",
        2,
    )


@pytest.mark.parametrize(
    "seen", ['"v1-{0}"', '"v7-{0}", "v1-{0}"', '"other","v1-{0}-0123456789abcdef"', "*", " * "]
)
def test_one_tag_of_several_or_any_that_exists_is_enough(api, club, seen):
    path = f"clubs/{club.pk}"
    answer = api.owner.patch(path, {"city": "Toledo"}, if_match=seen.format(club.pk))
    assert (answer.status_code, answer.json()["version"]) == (200, 2)


def test_whoever_says_any_is_not_stale_when_somebody_was_first(api, club, monkeypatch):
    """RFC 9110 13.1.1: ``*`` holds as long as there is a current representation."""
    from tournaments.api.rest.v1 import clubs
    from tournaments.clubs.services import update_club
    from tournaments.core.principal import SYSTEM

    def late(**kwargs):
        update_club(actor=SYSTEM, club_id=club.pk, city="Sevilla")
        return update_club(**kwargs)

    monkeypatch.setattr(clubs, "update_club", late)
    answer = api.owner.patch(f"clubs/{club.pk}", {"name": "Renamed"}, if_match="*")
    body = answer.json()
    assert (answer.status_code, body["city"], body["name"]) == (200, "Sevilla", "Renamed")
    assert body["version"] == 3
    missing = api.owner.patch(
        "clubs/01a00000-0000-7000-8000-000000000000", {"name": "X"}, if_match="*"
    )
    assert missing.status_code == 404


def test_an_action_heeds_if_match_when_it_is_given(api, make_tournament):
    tournament = make_tournament(4, draft=True)
    path = f"tournaments/{tournament.pk}/status"
    stale = api.owner.post(path, {"status": "registration"}, if_match='"v9-x"')
    assert (stale.status_code, stale.json()["current"]["status"]) == (412, "draft")
    done = api.owner.post(path, {"status": "registration"})
    assert (done.status_code, done.json()["status"]) == (200, "registration")


def test_the_tag_of_a_board_follows_the_players_it_shows(api, make_tournament):
    from tests.api.driving import all_of, pair_and_publish

    tournament = make_tournament(4)
    first = pair_and_publish(api.arbiter, tournament.pk, 1)
    board = all_of(api.anonymous, f"rounds/{first['id']}/boards")[0]
    path = f"boards/{board['id']}"
    before = api.anonymous.get(path)["ETag"]
    api.arbiter.change(f"entries/{board['white']['entry']}", {"name": "Renamed, Player"})
    after = api.anonymous.get(path, if_none_match=before)
    assert (after.status_code, after.json()["white"]["name"]) == (200, "Renamed, Player")
    # The board itself is the same, so what was read before may still be written upon.
    answer = api.arbiter.patch(path, {"result": "1-0"}, if_match=before)
    assert (answer.status_code, answer.json()["version"]) == (200, 2)


def readable():
    """``(path, role)`` of the matrix that can be read, one for each GET route."""
    found = {}
    for method, path, _, expected in MATRIX:
        statuses = dict(zip(ROLES, map(int, expected.split()), strict=True))
        roles = [role for role in ("owner", *ROLES) if statuses[role] == 200]
        route = shape(path)
        if FEDERATION_KEY.get((method, path)) == 200:
            roles = [*roles, "federation_key"]
        if method == "GET" and roles and route not in found:
            found[route] = (path, roles[0])
    return found


# Answers that have no tag, and why.
UNTAGGED = {
    "tournaments/*/changes": "its token says what the reader has, and it is never stored",
    "tournaments/*/events": "a stream, which resumes by its token",
    "webhooks/*/secrets": "secrets are never stored",
    "feeds/results/bulk": "sent as it is read; its last line has the token to go on from",
}
# Known again under conditions that have tests of their own.
TAGGED_ELSEWHERE = {
    "feeds/results": "where there is nothing new: test_federations",
    "jobs/*": "once it is done: the progress of a job that runs has no version",
}
# GET routes without a row of the matrix that answers 200 to anybody, and why.
UNREADABLE = {
    "tournaments/*/events": "answered by the ASGI process only",
    "tournaments/*/team-standings/*/working": "of rounds played by teams, which have their tests",
}


def test_every_route_that_can_be_read_has_a_tag_and_knows_it_again(api, world):
    names, faults = vars(world), {}
    reading = {path for method, path in routes() if method == "GET"}
    found = readable()
    assert reading - set(found) <= set(UNREADABLE)
    for route, (path, role) in found.items():
        speaker, address = getattr(api, role), path.format(**names)
        # The first reader of standings has them computed.
        first = [speaker.get(address) for _ in range(2)][-1]
        tag = first.get("ETag")
        if route in TAGGED_ELSEWHERE:
            continue
        if route in UNTAGGED:
            assert (tag, "no-store" in first["Cache-Control"]) == (None, True), route
            continue
        same = speaker.get(address, if_none_match=f'"other", {tag}')
        seen = (first.status_code, same.status_code, same.content, same.get("ETag"))
        if tag is None or seen != (200, 304, b"", tag):
            faults[route] = seen
    assert faults == {}


# Routes whose tags are made before any row is read: of a sequence, or of a version.
CHEAP = {
    "clubs/*/memberships",
    "clubs/*/players",
    "clubs/*/invitations",
    "events/*/memberships",
    "events/*/tournaments",
    "tournaments/*",
    "tournaments/*/bootstrap",
    "tournaments/*/crosstable",
    "tournaments/*/entries",
    "tournaments/*/grid",
    "tournaments/*/groups",
    "tournaments/*/matches",
    "tournaments/*/places",
    "tournaments/*/rounds",
    "tournaments/*/standings",
    "tournaments/*/team-standings",
    "tournaments/*/teams",
    "tournaments/*/warnings",
    "rounds/*/boards",
    "rounds/*/byes",
}
# Who calls, where, with which role, and which tags there are to make.
ASKED = {
    "accounts_devicetoken",
    "accounts_user",
    "clubs_club",
    "clubs_membership",
    "events_event",
    "events_eventmembership",
    "events_round",
    "events_tournament",
    "standings_storedstandings",
}
# Names of those who entered results, which change without the tournament, found by the boards.
AUTHORS = {"rounds/*/boards": {"play_board"}}


def test_what_is_known_is_known_without_reading_a_row(api, world):
    """A reader in the club and, where there is something for everybody, one without account."""
    read, counts = {}, {}
    names, found = vars(world), readable()
    for route in sorted(CHEAP):
        path, role = found[route]
        for name in {role, "owner"}:
            speaker, address = getattr(api, name), path.format(**names)
            # The first reader of standings has them computed.
            tag = [speaker.get(address)["ETag"] for _ in range(2)][-1]
            with CaptureQueriesContext(connection) as queries:
                assert speaker.get(address, if_none_match=tag).status_code == 304
            tables = {
                table
                for each in queries
                for table in re.findall(r'(?:FROM|JOIN) "(\w+)"', each["sql"])
            }
            # Names beside roles are those of accounts, found by way of the roles.
            read[route] = tables - ASKED - AUTHORS.get(route, set())
            counts[route] = len(queries)
    assert {route: tables for route, tables in read.items() if tables} == {}
    assert max(counts.values()) <= 6, counts


def test_a_stranger_is_told_nothing_of_drafts_by_a_tag(api, world):
    paths = [
        f"clubs/{world.club}/players",
        f"clubs/{world.club}/memberships",
        f"clubs/{world.club}/invitations",
        f"clubs/{world.club}/api-keys",
        f"clubs/{world.club}/webhooks",
        f"events/{world.event}/memberships",
        f"events/{world.event}/tournaments",
        f"events?club={world.club}",
    ]
    strangers = (api.anonymous, api.stranger)
    known = [(who, path, who.get(path)["ETag"]) for who in strangers for path in paths]
    own = {path: api.owner.get(path)["ETag"] for path in paths}
    made = [
        api.owner.post(f"clubs/{world.club}/players", {"name": "Hidden, One"}),
        api.owner.post(
            f"clubs/{world.club}/events",
            {"name": "X", "start": "2027-01-01", "end": "2027-01-02", "visibility": "hidden"},
        ),
        api.owner.post(
            f"events/{world.event}/tournaments", {"name": "X", "round_count": 5, "draft": True}
        ),
        api.owner.post(
            f"clubs/{world.club}/invitations", {"email": "x@example.org", "role": "viewer"}
        ),
    ]
    assert [each.status_code for each in made] == [201] * 4
    for who, path, tag in known:
        assert who.get(path, if_none_match=tag).status_code == 304, path
    for path in (paths[0], paths[2], paths[6], paths[7]):
        assert api.owner.get(path, if_none_match=own[path]).status_code == 200, path


def test_a_name_beside_a_role_is_part_of_what_is_known(api, club, event):
    for path in (f"clubs/{club.pk}/memberships",):
        tag = api.viewer.get(path)["ETag"]
        assert api.viewer.get(path, if_none_match=tag).status_code == 304
        assert api.arbiter.change("auth/me", {"name": "Renamed"}).status_code == 200
        fresh = api.viewer.get(path, if_none_match=tag)
        assert (fresh.status_code, "Renamed" in fresh.content.decode()) == (200, True)


def test_who_is_found_by_name_changes_when_a_player_is_renamed(api, make_tournament):
    entry = make_tournament(3).entries.select_related("player").first()
    path = f"tournaments/{entry.tournament_id}/entries?q=renamed"
    tag = api.anonymous.get(path)["ETag"]
    assert api.anonymous.get(path, if_none_match=tag).status_code == 304
    player = f"players/{entry.player_id}"
    assert api.organiser.change(player, {"name": "Renamed, Player"}).status_code == 200
    fresh = api.anonymous.get(path, if_none_match=tag)
    assert [each["id"] for each in fresh.json()["data"]] == [str(entry.pk)]


def test_another_role_sees_another_list_at_once(api, club):
    path = f"clubs/{club.pk}/players"
    api.owner.post(path, {"name": "Member, New"})
    tag = api.stranger.get(path)["ETag"]
    assert api.stranger.get(path).json()["data"] == []
    add_member(actor=SYSTEM, club_id=club.pk, email="stranger@example.org", role="viewer")
    seen = api.stranger.get(path, if_none_match=tag)
    assert [each["name"] for each in seen.json()["data"]] == ["Member, New"]


def test_what_everybody_sees_is_what_the_rules_say(api, world):
    """The short way to a tournament's or a round's outline and the rules agree, for all roles."""
    for name in (*ROLES, "event_arbiter", "neighbour", "federation_key"):
        if name == "anonymous":
            principal = ANONYMOUS
        elif name == "federation_key":
            principal = Principal.for_key(ApiKey.objects.get(federation="ESP"))
        else:
            principal = Principal.for_user(getattr(api, name).user)
        for model in (Tournament, Round):
            seen = set(model.objects.visible_to(principal).values_list("pk", flat=True))
            short = {
                pk
                for pk in model.objects.values_list("pk", flat=True)
                if model.objects.outline(principal, pk) is not None
            }
            assert short == seen, name


# Those of them that no other test changes in every way there is.
WATCHED = (
    "clubs/*/memberships",
    "clubs/*/players",
    "clubs/*/invitations",
    "events/*/memberships",
    "events/*/tournaments",
    "tournaments/*/groups",
    "tournaments/*/matches",
    "tournaments/*/places",
    "tournaments/*/teams",
)


def told(answer):
    """What an answer says: a cursor is signed anew each time, and follows from the rows."""
    return {name: each for name, each in answer.json().items() if name != "next_cursor"}


def test_no_tag_stays_while_what_it_stands_for_changes(api, world):
    """Every write of the matrix that succeeds, and the lists whose tags know nothing of rows."""
    names, found, faults = vars(world), readable(), set()
    addresses = [found[route][0].format(**names) for route in WATCHED]
    before = {path: api.owner.get(path) for path in addresses}
    for method, path, body, expected in MATRIX:
        statuses = dict(zip(ROLES, map(int, expected.split()), strict=True))
        if method == "GET" or statuses["owner"] >= 300:
            continue
        with transaction.atomic():
            api.owner.request(method, path.format(**names), **sent(body, names), if_match="*")
            for address, old in before.items():
                new = api.owner.get(address, if_none_match=old["ETag"])
                if new.status_code == 304 and told(api.owner.get(address)) != told(old):
                    faults.add((method, path, address))
            transaction.set_rollback(True)
    assert faults == set()

"""Tags, 304, and no lost updates."""

import pytest


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

"""The registry over HTTP: duplicates, merging, and ids that are never lost."""

from __future__ import annotations

from tests.api.driving import all_of


def test_duplicates_are_merged_and_the_old_id_says_who_goes_on(api, club):
    path = f"clubs/{club.pk}/players"
    made = [api.arbiter.post(path, {"name": name}).json() for name in ("Ruiz, Eva", "Eva Ruíz")]
    (pair,) = all_of(api.arbiter, f"{path}/duplicates")
    assert pair["reasons"] == ["name"]
    assert [each["id"] for each in pair["players"]] == [each["id"] for each in made]
    gone, stays = made[1]["id"], made[0]["id"]
    stale = api.organiser.post(f"players/{gone}/merge", {"into": stays}, if_match='"v9-x"')
    assert stale.status_code == 412
    body = {"into": stays, "reason": "the same person"}
    answers = [
        api.organiser.post(f"players/{gone}/merge", body, idempotency_key="m") for _ in range(2)
    ]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json()["id"] == answers[1].json()["id"] == stays
    shown = api.arbiter.get(f"players/{gone}").json()
    assert (shown["id"], shown["merged_into"]) == (gone, stays)
    assert [row["id"] for row in all_of(api.arbiter, path)] == [stays]
    assert all_of(api.arbiter, f"{path}/duplicates") == []
    refused = api.arbiter.change(f"players/{gone}", {"title": "FM"})
    assert (refused.status_code, refused.json()["code"]) == (409, "player.merged")
    assert refused.json()["params"]["into"] == stays
    back = api.organiser.post(f"players/{gone}/unmerge", {"reason": "sisters"})
    assert (back.status_code, back.json()["merged_into"]) == (200, None)
    log = all_of(api.arbiter, f"clubs/{club.pk}/log?type=player&order=newest")
    assert [row["type"] for row in log[:2]] == ["player.unmerged", "player.merged"]
    assert [row["data"]["reason"] for row in log[:2]] == ["sisters", "the same person"]


def test_both_in_one_tournament_are_refused_in_words(api, make_tournament):
    tournament = make_tournament(2, name="Open B")
    one, two = tournament.entries.order_by("pairing_number")
    refused = api.owner.post(f"players/{two.player_id}/merge", {"into": str(one.player_id)})
    assert (refused.status_code, refused.json()["code"]) == (409, "player.both_entered")
    assert "Open B" in refused.json()["detail"]

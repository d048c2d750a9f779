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


def test_entries_from_a_table_over_http(api, make_tournament):
    tournament = make_tournament(1)
    path = f"tournaments/{tournament.pk}/entries"
    table = "Name;Elo\nRuiz, Eva;2105\n;2000\n".encode("utf-8-sig")
    sent = {"raw": table, "content_type": "text/csv"}
    preview = api.arbiter.post(f"{path}/preview?mode=possible", **sent).json()
    assert (preview["format"], preview["columns"]) == ("csv", {"name": "Name", "rating": "Elo"})
    assert preview["counts"] == {"enter": 1, "refused": 1, "new_players": 1}
    assert [row["outcome"] for row in preview["rows"]] == ["enter", "refused"]
    assert preview["rows"][1]["code"] == "entry_table.name_missing"
    assert {each["code"] for each in preview["remarks"]} == {
        "entry_table.encoding",
        "entry_table.delimiter",
        "entry_table.column",
    }
    assert "UTF-8" in preview["remarks"][0]["message"]
    assert len(all_of(api.arbiter, path)) == 1
    apply = f"{path}/import?mode=possible&preview={preview['token']}"
    answers = [api.arbiter.post(apply, idempotency_key="t", **sent) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[1]["Idempotent-Replayed"] == "true"
    done = answers[0].json()
    assert (done["created"], done["left_out"]) == (
        1,
        [{"line": 3, "code": "entry_table.name_missing"}],
    )
    assert [row["name"] for row in all_of(api.anonymous, path)] == ["Player, 0001", "Ruiz, Eva"]
    late = api.arbiter.post(apply, **sent)
    assert (late.status_code, late.json()["code"]) == (409, "entry_table.changed_meanwhile")
    other = api.arbiter.post(f"{path}/import?preview={preview['token']}", **sent)
    assert (other.status_code, other.json()["code"]) == (422, "entry_table.other_file")
    nothing = api.arbiter.post(f"{path}/preview", raw=b"", content_type="text/csv")
    assert (nothing.status_code, nothing.json()["code"]) == (422, "entry_table.empty")


def test_many_players_of_the_registry_are_entered_together_or_not_at_all(
    api, club, make_tournament
):
    tournament = make_tournament(1)
    made = [
        api.arbiter.post(f"clubs/{club.pk}/players", {"name": f"New, {n}"}).json()["id"]
        for n in range(3)
    ]
    path = f"tournaments/{tournament.pk}/entries/from-players"
    entered = str(tournament.entries.get().player_id)
    for players, status, code in (
        ([*made, entered], 409, "entry.exist"),
        ([made[0], made[0]], 422, "entry.repeated"),
        ([made[0], str(tournament.pk)], 422, "player.unknown"),
        ([], 422, "request.invalid"),
    ):
        refused = api.arbiter.post(path, {"players": players})
        assert (refused.status_code, refused.json()["code"]) == (status, code)
        assert tournament.entries.count() == 1
    done = api.arbiter.post(path, {"players": made})
    assert done.status_code == 200
    assert [row["pairing_number"] for row in done.json()["entries"]] == [2, 3, 4]
    assert tournament.restore_points.count() == 1


def test_who_played_before_is_entered_with_a_new_starting_rank(api, club, make_tournament):
    earlier = make_tournament(4, name="Earlier")
    one, two, three, four = earlier.entries.order_by("pairing_number")
    api.arbiter.change(f"entries/{two.pk}", {"club_name": "Peón"})
    api.arbiter.change(
        f"players/{four.player_id}", {"ratings": [{"value": 2600, "as_of": "2026-05-01"}]}
    )
    api.arbiter.post(f"entries/{three.pk}/withdraw", {})
    new = make_tournament(0, name="New")
    path = f"tournaments/{new.pk}/entries/from-tournament"
    chosen = {"tournament": str(earlier.pk), "entries": [str(one.pk), str(four.pk)]}
    done = api.arbiter.post(path, chosen).json()
    assert [(row["pairing_number"], row["rating"]) for row in done["entries"]] == [
        (2, one.rating),
        (1, 2600),
    ]
    again = api.arbiter.post(path, chosen)
    assert (again.status_code, again.json()["code"]) == (409, "entry.exist")
    rest = api.arbiter.post(path, {"tournament": str(earlier.pk)}).json()
    assert [(row["name"], row["club_name"]) for row in rest["entries"]] == [(two.name, "Peón")]
    unknown = api.arbiter.post(path, {**chosen, "entries": [str(new.pk)]})
    assert (unknown.status_code, unknown.json()["code"]) == (422, "entry.unknown")

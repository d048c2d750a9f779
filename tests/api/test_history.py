"""The change log over HTTP, and putting a state back."""

from __future__ import annotations

from tests.api.driving import all_of, enter, pair_and_publish


def test_the_log_says_who_did_what_and_what_was_there_before(api, make_tournament):
    tournament = make_tournament(4)
    first = pair_and_publish(api.arbiter, tournament.pk, 1)
    board = all_of(api.arbiter, f"rounds/{first['id']}/boards")[0]
    enter(api.arbiter, board["id"], "1-0")
    enter(api.organiser, board["id"], "0-1")
    path = f"tournaments/{tournament.pk}/log"
    rows = all_of(api.arbiter, f"{path}?type=result")
    assert [row["type"] for row in rows] == ["result.recorded", "result.corrected"]
    latest = rows[1]
    assert latest["actor"] == {
        "kind": "user",
        "id": str(api.organiser.user.pk),
        "name": "Organiser",
        "key": "",
    }
    assert (latest["subject_type"], latest["subject"], latest["round"]) == (
        "board",
        board["id"],
        1,
    )
    assert latest["data"]["outcome"] == {"old": "1-0", "new": "0-1"}
    assert [row["seq"] for row in all_of(api.arbiter, path)] == list(range(1, latest["seq"] + 1))


def test_the_log_is_found_by_its_filters_and_read_in_pages(api, make_tournament):
    tournament = make_tournament(4)
    first = pair_and_publish(api.arbiter, tournament.pk, 1)
    board = all_of(api.arbiter, f"rounds/{first['id']}/boards")[0]
    enter(api.organiser, board["id"], "1-0")
    path = f"tournaments/{tournament.pk}/log"

    def types(query):
        return [row["type"] for row in all_of(api.owner, f"{path}?{query}")]

    assert types(f"actor={api.organiser.user.pk}") == ["result.recorded"]
    assert types(f"subject={board['id']}") == ["result.recorded"]
    assert types("round=1&type=round") == ["round.paired", "round.published"]
    assert types("type=result.recorded&until=2020-01-01T00:00:00Z") == []
    assert types("type=result.recorded&since=2020-01-01T00:00:00Z") == ["result.recorded"]
    newest = api.owner.get(f"{path}?order=newest&limit=2").json()
    oldest = all_of(api.owner, path)
    assert newest["data"] == oldest[:-3:-1]
    following = api.owner.get(f"{path}?order=newest&limit=2&cursor={newest['next_cursor']}")
    assert following.json()["data"] == oldest[-3:-5:-1]
    last = oldest[-1]["seq"]
    assert [row["seq"] for row in all_of(api.owner, f"{path}?after_seq={last - 1}")] == [last]
    for query in ("actor=me", "order=sideways", "round=-1", "since=yesterday", "kind=x"):
        assert api.owner.get(f"{path}?{query}").status_code == 400, query


def test_the_club_has_a_log_of_what_belongs_to_no_tournament(api, club, make_tournament):
    make_tournament(1)
    api.owner.change(f"clubs/{club.pk}", {"city": "Toledo"})
    rows = all_of(api.arbiter, f"clubs/{club.pk}/log?order=newest")
    assert (rows[0]["type"], rows[0]["data"]) == (
        "club.updated",
        {"city": {"old": "Madrid", "new": "Toledo"}},
    )
    assert "entry.added" not in {row["type"] for row in rows}


def test_an_unpairing_is_undone_over_http(api, make_tournament):
    tournament = make_tournament(4)
    first = pair_and_publish(api.arbiter, tournament.pk, 1)
    boards = all_of(api.anonymous, f"rounds/{first['id']}/boards")
    assert api.arbiter.post(f"rounds/{first['id']}/unpair").status_code == 200
    assert api.anonymous.get(f"rounds/{first['id']}/boards").status_code == 404
    (point,) = all_of(api.arbiter, f"tournaments/{tournament.pk}/restore-points")
    assert (point["occasion"], point["label"], point["used_at"]) == ("unpair", "1", None)
    shown = api.arbiter.get(f"restore-points/{point['id']}").json()
    assert shown["tables"]["play.board"] == {"removed": 0, "returned": 2, "changed": 0}
    body = {"reason": "It was right", "sequence": shown["current_sequence"]}
    path = f"restore-points/{point['id']}/restore"
    answers = [api.arbiter.post(path, body, idempotency_key="again") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].content == answers[1].content
    assert answers[1]["Idempotent-Replayed"] == "true"
    back = all_of(api.anonymous, f"rounds/{first['id']}/boards")
    assert [board["id"] for board in back] == [board["id"] for board in boards]
    log = all_of(api.arbiter, f"tournaments/{tournament.pk}/log?type=tournament.restored")
    assert [row["data"]["reason"] for row in log] == ["It was right"]
    late = api.arbiter.post(path, body)
    assert (late.status_code, late.json()["code"]) == (409, "restore.changed_meanwhile")


def test_a_state_kept_by_hand_has_its_label(api, make_tournament):
    tournament = make_tournament(2)
    made = api.arbiter.post(
        f"tournaments/{tournament.pk}/restore-points", {"label": "Before lunch"}
    )
    assert made.status_code == 201
    assert made["Location"].endswith(f"/restore-points/{made.json()['id']}")
    assert (made.json()["label"], made.json()["occasion"]) == ("Before lunch", "by_hand")
    unknown = api.arbiter.post(f"tournaments/{tournament.pk}/restore-points", {"name": "x"})
    assert unknown.status_code == 422

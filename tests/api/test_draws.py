"""What a draw tells those who read it, besides the numbers."""

from __future__ import annotations

import pytest

from tests.api.test_round_robins import create, fill
from tournaments.events.models import Entry

VARMA = {"numbering": "varma"}


@pytest.mark.parametrize(
    ("players", "federations", "method", "notices", "sentence"),
    [
        (
            8,
            "",
            "lot",
            [("varma.no_table", {"players": 8, "smallest": 9, "largest": 24})],
            "there are Varma tables for 9 to 24 players, not for 8: the draw was free",
        ),
        (
            9,
            "ESP" * 5,
            "lot",
            [("varma.federation_too_large", {"federation": "ESP", "players": 5, "largest": 3})],
            "ESP has 5 players, more than the 3 numbers of the largest group: the draw was free",
        ),
        (
            9,
            "ESP" * 3 + "FRA" * 3 + "ITA" * 3,
            "varma",
            [("varma.group_too_small", {"federation": "ITA", "players": 3})],
            "no group had 3 numbers left for ITA: they drew from several",
        ),
    ],
)
def test_a_restricted_draw_says_what_it_could_not_do(
    api, event, players, federations, method, notices, sentence
):
    tournament = create(api, event, "round-robin", schedule=VARMA)
    fill(tournament, event, players, federations)
    answer = api.arbiter.post(f"tournaments/{tournament}/draw", {"seed": 1})
    assert answer.status_code == 200, answer.content
    body = answer.json()
    assert body["method"] == method
    assert [(each["code"], each["params"]) for each in body["notices"]] == notices
    assert [each["message"] for each in body["notices"]] == [sentence]
    assert api.anonymous.get(f"tournaments/{tournament}/draw").json() == body


def test_a_draw_of_groups_names_the_club_that_has_too_many(api, event):
    settings = {"group_count": 2, "one_per_club": True}
    tournament = create(api, event, "groups", schedule=settings)
    ids = fill(tournament, event, 6)
    Entry.objects.filter(pk__in=[ids[0], ids[2], ids[4]]).update(club_name="Torre")
    answer = api.arbiter.post(f"tournaments/{tournament}/draw", {"seed": 1})
    assert answer.status_code == 200, answer.content
    (notice,) = answer.json()["notices"]
    assert (notice["code"], notice["message"]) == (
        "groups.club_twice",
        f"group {notice['params']['group']} has more than one member of Torre",
    )

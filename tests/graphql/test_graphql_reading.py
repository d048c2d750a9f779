"""What can be read, in pages."""

from __future__ import annotations

import pytest

from tests.api.driving import enter_all, pair_and_publish
from tests.graphql.conftest import nodes
from tournaments.clubs.models import Club
from tournaments.events.models import Entry


def test_one_document_for_the_screen_of_a_round(api, ask, club, event, make_tournament):
    tournament = make_tournament(5)
    made = pair_and_publish(api.arbiter, tournament.pk, 1)
    enter_all(api.arbiter, made["id"], {1: "1/2-1/2"})
    data = ask("anonymous").data(
        """query ($id: ID!) {
          tournament(id: $id) {
            name status roundCount tieBreaks
            event { name timeZone club { name } }
            rounds(number: 1) { edges { node {
              number status
              boards { totalCount edges { node {
                number result confirmed
                white { pairingNumber name rating } black { pairingNumber name }
                round { number tournament { name } }
              } } }
              byes { edges { node { bye entry { pairingNumber } board { number } colour } } }
            } } }
          }
        }""",
        id=str(tournament.pk),
    )["tournament"]
    assert (data["name"], data["status"], data["roundCount"]) == ("Open 5", "running", 5)
    assert data["event"] == {
        "name": "Autumn Open",
        "timeZone": "Europe/Madrid",
        "club": {"name": "Example Chess Club"},
    }
    (round,) = nodes(data["rounds"])
    assert (round["number"], round["status"], round["boards"]["totalCount"]) == (1, "completed", 2)
    boards = nodes(round["boards"])
    assert [
        (b["number"], b["white"]["pairingNumber"], b["black"]["pairingNumber"], b["result"])
        for b in boards
    ] == [(1, 1, 3, "1/2-1/2"), (2, 4, 2, "1-0")]
    assert boards[0]["white"] == {"pairingNumber": 1, "name": "Player, 0001", "rating": 2490}
    assert boards[0]["round"] == {"number": 1, "tournament": {"name": "Open 5"}}
    assert nodes(round["byes"]) == [
        {"bye": "U", "entry": {"pairingNumber": 5}, "board": None, "colour": None}
    ]


def test_my_games(api, ask, make_tournament):
    tournament = make_tournament(4)
    for number in (1, 2):
        made = pair_and_publish(api.arbiter, tournament.pk, number)
        enter_all(api.arbiter, made["id"])
    entry = tournament.entries.get(pairing_number=1)
    seats = ask("anonymous").data(
        """query ($id: ID!) { entry(id: $id) { seats { edges { node {
          colour round { number } board { number result } opponent { pairingNumber }
          entry { pairingNumber }
        } } } } }""",
        id=str(entry.pk),
    )["entry"]["seats"]
    assert nodes(seats) == [
        {
            "colour": colour,
            "round": {"number": number},
            "board": {"number": 1, "result": "1-0"},
            "opponent": {"pairingNumber": opponent},
            "entry": {"pairingNumber": 1},
        }
        for number, colour, opponent in ((1, "w", 3), (2, "b", 4))
    ]


def test_standings_have_the_working_of_each_value(api, ask, make_tournament):
    tournament = make_tournament(4, tie_breaks=["PTS", "BH", "SB"])
    for number in (1, 2):
        made = pair_and_publish(api.arbiter, tournament.pk, number)
        enter_all(api.arbiter, made["id"])
    table = ask("anonymous").data(
        """query ($id: ID!) { standings(tournament: $id) {
          round order complete final openBoards notices { code }
          rows(first: 2) { totalCount edges { node {
            rank points pointsText decidedBy entry { pairingNumber }
            tieBreaks { code value scaled decimals }
            working { code value article contributions { round opponent counted cut } }
          } } }
        } }""",
        id=str(tournament.pk),
    )["standings"]
    assert (table["round"], table["order"]) == (2, ["PTS", "BH", "SB"])
    assert (table["complete"], table["final"], table["openBoards"]) == (True, False, 0)
    assert table["rows"]["totalCount"] == 4
    rest = api.anonymous.get(f"tournaments/{tournament.pk}/standings?limit=2").json()["data"]
    for mine, theirs in zip(nodes(table["rows"]), rest, strict=True):
        assert mine["rank"] == theirs["rank"]
        assert mine["pointsText"] == theirs["points_text"]
        assert mine["tieBreaks"] == theirs["tie_breaks"]
        working = {each["code"]: each for each in mine["working"]}
        buchholz = working["BH"]
        assert buchholz["value"] == mine["tieBreaks"][1]["value"]
        counted = sum(float(each["counted"]) for each in buchholz["contributions"])
        assert counted == float(buchholz["value"])
        assert [each["round"] for each in buchholz["contributions"]] == [1, 2]


def test_the_crosstable_equals_that_of_rest(api, ask, make_tournament):
    tournament = make_tournament(4)
    made = pair_and_publish(api.arbiter, tournament.pk, 1)
    enter_all(api.arbiter, made["id"])
    rows = ask("anonymous").data(
        """query ($id: ID!) { crosstable(tournament: $id, afterRound: 1) { rows { edges { node {
          rank entry { id } rounds { round opponent colour outcome points }
        } } } } }""",
        id=str(tournament.pk),
    )["crosstable"]["rows"]
    rest = api.anonymous.get(f"tournaments/{tournament.pk}/crosstable?round=1").json()["data"]
    assert nodes(rows) == [
        {"rank": row["rank"], "entry": {"id": row["entry"]}, "rounds": row["rounds"]}
        for row in rest
    ]


def test_pages_hold_every_row_once_and_in_order(ask):
    Club.objects.bulk_create(Club(name=f"C{n % 7}", slug=f"c{n}") for n in range(25))
    sizes, seen, after = [], [], None
    while True:
        page = ask("anonymous").data(
            """query ($after: String) { clubs(first: 10, after: $after) {
              totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
              edges { cursor node { slug } }
            } }""",
            after=after,
        )["clubs"]
        info = page["pageInfo"]
        assert page["totalCount"] == 25
        assert info["hasPreviousPage"] == (after is not None)
        assert info["endCursor"] == page["edges"][-1]["cursor"]
        assert info["startCursor"] == page["edges"][0]["cursor"]
        sizes.append(len(page["edges"]))
        seen += [node["slug"] for node in nodes(page)]
        after = info["endCursor"]
        if not info["hasNextPage"]:
            break
    assert sizes == [10, 10, 5]
    assert seen == list(Club.objects.order_by("name", "id").values_list("slug", flat=True))


BELOW = """query ($after: String) { tournaments(first: 5) { edges { node {
  name entries(first: 2, after: $after) {
    totalCount pageInfo { hasNextPage endCursor } edges { node { pairingNumber } }
  }
} } } }"""


def test_pages_below_rows_are_cut_for_each_of_them(ask, make_tournament):
    for players in (1, 2, 3):
        make_tournament(players)
    found = {
        node["name"]: node["entries"] for node in nodes(ask("anonymous").data(BELOW)["tournaments"])
    }
    assert {
        name: ([n["pairingNumber"] for n in nodes(page)], page["pageInfo"]["hasNextPage"])
        for name, page in found.items()
    } == {"Open 1": ([1], False), "Open 2": ([1, 2], False), "Open 3": ([1, 2], True)}
    assert [page["totalCount"] for page in found.values()] == [1, 2, 3]


def test_a_cursor_below_a_row_leads_on_below_that_row_only(ask, make_tournament):
    first, second = make_tournament(3), make_tournament(4)
    one = """query ($id: ID!, $after: String, $first: Int) { tournament(id: $id) {
      entries(first: $first, after: $after) {
        pageInfo { endCursor } edges { node { pairingNumber } }
      } } }"""
    page = ask("anonymous").data(one, id=str(first.pk), first=2)["tournament"]["entries"]
    cursor = page["pageInfo"]["endCursor"]
    rest = ask("anonymous").data(one, id=str(first.pk), first=2, after=cursor)
    assert nodes(rest["tournament"]["entries"]) == [{"pairingNumber": 3}]
    assert ask("anonymous").codes(one, id=str(second.pk), first=2, after=cursor) == [
        "query.cursor_unusable"
    ]


@pytest.mark.parametrize("after", ["forged", "", "x:y:z"])
def test_a_forged_cursor_is_refused(ask, club, after):
    query = "query ($after: String) { clubs(after: $after) { edges { node { name } } } }"
    assert ask("anonymous").codes(query, after=after) == ["query.cursor_unusable"]


def test_a_cursor_belongs_to_its_list_and_filters(ask):
    Club.objects.bulk_create(Club(name=f"C{n}", slug=f"c{n}", federation="ESP") for n in range(3))
    query = """query ($after: String, $f: String) { clubs(first: 1, after: $after, federation: $f) {
      pageInfo { endCursor } } }"""
    cursor = ask("anonymous").data(query)["clubs"]["pageInfo"]["endCursor"]
    assert ask("anonymous").codes(query, after=cursor, f="ESP") == ["query.cursor_unusable"]
    events = "query ($after: String) { events(after: $after) { totalCount } }"
    assert ask("anonymous").codes(events, after=cursor) == ["query.cursor_unusable"]


@pytest.mark.parametrize("first", [0, -1, 201])
def test_a_page_has_1_to_200_rows(ask, first):
    query = "query ($n: Int) { clubs(first: $n) { totalCount } }"
    assert ask("anonymous").codes(query, n=first) == ["query.out_of_range"]
    assert ask("anonymous").data(query, n=None) == {"clubs": {"totalCount": 0}}


def test_filters(ask, event, make_tournament):
    make_tournament(2)
    asker = ask("anonymous")
    query = "query ($s: Date) { events(startFrom: $s) { totalCount } }"
    assert asker.data(query, s="2026-10-24")["events"]["totalCount"] == 1
    assert asker.data(query, s="2026-10-25")["events"]["totalCount"] == 0
    assert asker.data('{ events(federation: "FRA") { totalCount } }')["events"]["totalCount"] == 0
    status = "query ($s: String) { tournaments(status: $s) { totalCount } }"
    assert asker.data(status, s="registration")["tournaments"]["totalCount"] == 1
    assert asker.data(status, s="finished")["tournaments"]["totalCount"] == 0


SEARCH = """query ($text: String!, $first: Int, $after: String) {
  search(text: $text, first: $first, after: $after) {
    totalCount pageInfo { hasNextPage endCursor }
    edges { node {
      __typename ... on Event { name } ... on Tournament { name } ... on Entry { name }
    } }
  } }"""


def test_search_finds_events_tournaments_and_entries_whatever_the_accents(
    api, ask, make_tournament
):
    tournament = make_tournament(0, name="Autumn A")
    player = api.arbiter.post(
        f"clubs/{tournament.event.club_id}/players", {"name": "Zażółć-Autumn, Łucja"}
    ).json()
    api.arbiter.post(f"tournaments/{tournament.pk}/entries", {"player": player["id"]})
    for text in ("autumn", "AUTUMN"):
        found = ask("anonymous").data(SEARCH, text=text)["search"]
        assert [(node["__typename"], node["name"]) for node in nodes(found)] == [
            ("Event", "Autumn Open"),
            ("Tournament", "Autumn A"),
            ("Entry", "Zażółć-Autumn, Łucja"),
        ]
        assert found["totalCount"] == 3
    folded = ask("anonymous").data(SEARCH, text="zazolc lucja")["search"]
    assert [node["__typename"] for node in nodes(folded)] == ["Entry"]
    assert nodes(ask("anonymous").data(SEARCH, text="autumn winter")["search"]) == []
    assert ask("anonymous").codes(SEARCH, text=" á ") == ["search.too_short"]
    assert nodes(ask("anonymous").data(SEARCH, text="ab " * 66)["search"]) == []
    assert ask("anonymous").codes(SEARCH, text="a" * 201) == ["search.too_long"]


def test_search_is_paged_across_kinds(ask, make_tournament):
    make_tournament(0, name="Autumn A")
    make_tournament(0, name="Autumn B")
    seen, after = [], None
    while True:
        page = ask("anonymous").data(SEARCH, text="autumn", first=1, after=after)["search"]
        seen += [node["name"] for node in nodes(page)]
        after = page["pageInfo"]["endCursor"]
        if not page["pageInfo"]["hasNextPage"]:
            break
    assert seen == ["Autumn Open", "Autumn A", "Autumn B"]


def test_what_is_not_there_is_null(ask):
    for kind in ("club", "event", "tournament", "entry", "round", "board", "job"):
        for key in ("0197f000-0000-7000-8000-000000000000", "not an id"):
            query = f"query ($id: ID!) {{ {kind}(id: $id) {{ id }} }}"
            assert ask("superuser").data(query, id=key) == {kind: None}
    for table in ("standings", "crosstable"):
        query = f"query ($id: ID!) {{ {table}(tournament: $id) {{ round }} }}"
        assert ask("superuser").data(query, id="no id") == {table: None}


def test_unnumbered_entries_come_last(ask, make_tournament):
    tournament = make_tournament(2)
    Entry.objects.filter(tournament=tournament, pairing_number=1).update(pairing_number=None)
    query = """query ($id: ID!) { tournament(id: $id) {
      entries(first: 1) { pageInfo { endCursor } edges { node { pairingNumber } } } } }"""
    page = ask("anonymous").data(query, id=str(tournament.pk))["tournament"]["entries"]
    assert nodes(page) == [{"pairingNumber": 2}]

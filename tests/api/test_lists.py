"""Paging, filters, and a query budget for every list."""

import re
from datetime import date

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from pairing.knockout.draw import Entrant as EngineEntrant
from pairing.knockout.draw import Policy, draw_bracket
from pairing.knockout.settings import Settings
from pairing.knockout.state import Knockout
from tests.api.conftest import make_user
from tests.api.driving import all_of
from tests.api.matrix import routes
from tournaments.api.rest.v1 import urls
from tournaments.clubs.models import Club, Membership, Role
from tournaments.core.clock import now
from tournaments.core.ids import uuid7
from tournaments.core.models import ChangeLogEntry
from tournaments.core.principal import SYSTEM
from tournaments.desk.models import Claim, Correction
from tournaments.events.models import (
    Entry,
    Event,
    EventMembership,
    Invitation,
    RequestedBye,
    Round,
    Tournament,
)
from tournaments.events.services import create_tournament
from tournaments.federations.models import ApiKey, Quarantined, RatingReport, ReportFile
from tournaments.feeds.models import WebhookDelivery, WebhookEndpoint
from tournaments.formats.models import ListedPlayer, RatingList
from tournaments.history.models import RestorePoint
from tournaments.knockouts.loading import Loaded, load
from tournaments.knockouts.models import Bracket, Entrant, Ruling
from tournaments.knockouts.storing import keep_matches, store_draw
from tournaments.play.models import Board, Seat
from tournaments.players.models import NationalId, Player, Rating
from tournaments.schedules.models import Team, TeamMember
from tournaments.schedules.services.draw import draw_numbers
from tournaments.standings.decisions import draw_lots
from tournaments.standings.selectors import standings_for

SIZES = (10, 100)
WHO = ("anonymous", "arbiter", "superuser")


def test_pages_hold_every_row_once_and_in_order(api):
    Club.objects.bulk_create(
        Club(name=f"Club {number % 7}", slug=f"club-{number}") for number in range(25)
    )
    seen, path = [], "clubs?limit=10"
    while path:
        answer = api.anonymous.get(path)
        body = answer.json()
        seen.append([row["slug"] for row in body["data"]])
        path = f"clubs?limit=10&cursor={body['next_cursor']}" if body["has_more"] else None
        link = answer.get("Link")
        assert (link is not None) == body["has_more"]
    assert [len(each) for each in seen] == [10, 10, 5]
    wanted = Club.objects.order_by("name", "id").values_list("slug", flat=True)
    assert [slug for page in seen for slug in page] == list(wanted)


def test_a_row_that_comes_meanwhile_repeats_and_hides_nothing(api):
    Club.objects.bulk_create(Club(name=f"C{n:02}", slug=f"c{n:02}") for n in range(10, 20))
    first = api.anonymous.get("clubs?limit=5").json()
    Club.objects.create(name="C00", slug="c00")
    Club.objects.filter(slug="c12").delete()
    rest = api.anonymous.get(f"clubs?limit=50&cursor={first['next_cursor']}").json()
    assert [row["slug"] for row in first["data"] + rest["data"]] == [f"c{n}" for n in range(10, 20)]


def test_the_link_header_leads_to_the_next_page(api):
    Club.objects.bulk_create(Club(name=f"C{n}", slug=f"c{n}") for n in range(3))
    link = api.anonymous.get("clubs?limit=2")["Link"]
    assert link.endswith('; rel="next"')
    following = api.anonymous.get(link[1 : link.index(">")].removeprefix("http://testserver"))
    assert [row["slug"] for row in following.json()["data"]] == ["c2"]


def test_a_cursor_belongs_to_its_list_and_filters(api):
    Club.objects.bulk_create(Club(name=f"C{n}", slug=f"c{n}", federation="ESP") for n in range(3))
    cursor = api.anonymous.get("clubs?limit=1").json()["next_cursor"]
    for path in (
        f"clubs?limit=1&federation=ESP&cursor={cursor}",
        f"events?cursor={cursor}",
        "clubs?cursor=forged",
        f"clubs?cursor={cursor[:-1]}",
        "clubs?cursor=",
    ):
        answer = api.anonymous.get(path)
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (
            400,
            "query.cursor_unusable",
        )


def test_filters(api, club):
    other = Club.objects.create(name="Other", slug="other", federation="FRA")
    rows = [
        Event(club=each, name=name, slug=name, start=date(2026, month, 1), end=date(2026, month, 2))
        for each, name, month in ((club, "a", 1), (club, "b", 5), (other, "c", 9))
    ]
    Event.objects.bulk_create(rows)

    def names(path):
        return [row["name"] for row in all_of(api.anonymous, path)]

    assert names("events") == ["c", "b", "a"]
    assert names(f"events?club={club.pk}") == ["b", "a"]
    assert names("events?start_from=2026-05-01") == ["c", "b"]
    assert names("events?start_to=2026-05-01&start_from=2026-02-01") == ["b"]
    assert names("clubs?federation=FRA") == ["Other"]
    assert [row["name"] for row in all_of(api.arbiter, "clubs?mine=true")] == [club.name]
    assert [row["name"] for row in all_of(api.arbiter, "clubs?mine=false")] == ["Other"]


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("clubs?mine=maybe", "query.invalid_choice"),
        ("events?club=17", "query.invalid"),
        ("tournaments/{t}/entries?pairing_number=1e99999", "query.invalid"),
        ("tournaments/{t}/entries?pairing_number=99999999999", "query.max_value"),
        ("tournaments/{t}/entries?status=gone", "query.invalid_choice"),
        ("tournaments/{t}/standings?round=x", "query.out_of_range"),
        ("tournaments/{t}/standings?round=100", "query.out_of_range"),
        ("tournaments/{t}/export?format=doc", "query.not_a_choice"),
    ],
)
def test_what_a_parameter_cannot_be(api, make_tournament, path, code):
    answer = api.anonymous.get(path.format(t=make_tournament(2).pk))
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, code)


def test_players_are_found_whatever_accents_and_case(api, club):
    path = f"clubs/{club.pk}/players"
    api.arbiter.post(path, {"name": "Zażółć-Gęślą, Łucja"})
    api.arbiter.post(path, {"name": "Other, One"})
    for asked in ("zazolc", "ŁUCJA", "gesla lucja"):
        found = all_of(api.viewer, f"{path}?q={asked}")
        assert [row["name"] for row in found] == ["Zażółć-Gęślą, Łucja"]


def test_events_and_entries_are_found_by_words_of_their_names(api, club, make_tournament):
    path = f"clubs/{club.pk}/events"
    for name in ("Memoriał Łucji 2026", "Moon Festival"):
        day = {"start": "2026-05-01", "end": "2026-05-02", "visibility": "public"}
        assert api.organiser.post(path, {"name": name, **day}).status_code == 201
    for asked in ("lucji", "2026 memorial", "Memoriał"):
        assert [row["name"] for row in all_of(api.anonymous, f"events?q={asked}")] == [
            "Memoriał Łucji 2026"
        ]
    assert all_of(api.anonymous, "events?q=moon memorial") == []
    entries = f"tournaments/{make_tournament(3).pk}/entries"
    names = [row["name"] for row in all_of(api.anonymous, entries)]
    assert [row["name"] for row in all_of(api.anonymous, f"{entries}?q={names[1].upper()}")] == [
        names[1]
    ]


@pytest.mark.parametrize("path", ["events", "clubs/{club}/players", "tournaments/{t}/entries"])
def test_a_search_has_a_length(api, club, make_tournament, path):
    address = path.format(club=club.pk, t=make_tournament(2).pk)
    assert api.organiser.get(f"{address}?q={'ab ' * 66}").status_code == 200
    answer = api.organiser.get(f"{address}?q={'a' * 201}")
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, "query.max_length")


def make_webhooks(club, size: int) -> WebhookEndpoint:
    """As many endpoints, one of them with as many deliveries."""
    endpoints = [
        WebhookEndpoint(club=club, url=f"https://a.example/{n}", event_types=["club.created"])
        for n in range(size)
    ]
    WebhookEndpoint.objects.bulk_create(endpoints)
    WebhookDelivery.objects.bulk_create(
        WebhookDelivery(endpoint=endpoints[0], message_id=f"msg_{n}", type="event.created", body="")
        for n in range(size)
    )
    return endpoints[0]


class World:
    """One tournament with ``size`` of everything."""

    def __init__(self, club, event, user, size: int):
        self.club, self.event, self.federation = club, event, "FRA"
        numbers = range(1, size + 1)
        Club.objects.bulk_create(Club(name=f"C{n}", slug=f"c{n}") for n in numbers)
        people = [
            Player(club=club, name=f"P{n}", search_key=f"p{n:04}", fide_id=str(9000 + n))
            for n in numbers
        ]
        Player.objects.bulk_create(people)
        # The same people in another registry, which the superuser sees.
        other = Club.objects.get(slug="c1")
        Player.objects.bulk_create(
            Player(club=other, name=each.name, search_key=each.search_key, fide_id=each.fide_id)
            for each in people
        )
        NationalId.objects.bulk_create(
            NationalId(player=each, federation="ESP", number="1") for each in people
        )
        Rating.objects.bulk_create(
            Rating(player=each, value=2000, as_of=date(2026, 1, 1)) for each in people
        )
        Membership.objects.bulk_create(
            Membership(club=club, user=make_user(f"member{n}"), role=Role.VIEWER) for n in numbers
        )
        EventMembership.objects.bulk_create(
            EventMembership(event=event, user=each.user, role=Role.VIEWER)
            for each in Membership.objects.filter(user__name__startswith="Member")
        )
        Invitation.objects.bulk_create(
            Invitation(club=club, email=f"i{n}@example.org", role=Role.VIEWER, expires_at=now())
            for n in numbers
        )
        ApiKey.objects.bulk_create(
            ApiKey(id=f"{kind}{n}", prefix=f"{kind}{n}", name=f"K{n}", **of)
            for n in numbers
            for kind, of in (("c", {"club": club}), ("f", {"federation": self.federation}))
        )
        day = date(2026, 5, 1)
        RatingList.objects.bulk_create(
            RatingList(name="FIDE" if n == 1 else f"L{n}", as_of=day, status="current")
            for n in numbers
        )
        self.rating_list = RatingList.objects.get(name="FIDE")
        ListedPlayer.objects.bulk_create(
            ListedPlayer(list=self.rating_list, number=str(n), name=f"L{n}", search_key=f"l{n}")
            for n in numbers
        )
        Event.objects.bulk_create(
            Event(club=club, name=f"E{n}", slug=f"e{n}", start=day, end=day) for n in numbers
        )
        self.webhook = make_webhooks(club, size)
        Tournament.objects.bulk_create(
            Tournament(event=event, name=f"T{n}", slug=f"t{n}", round_count=99) for n in numbers
        )
        self.tournament = Tournament.objects.get(slug="t1")
        RatingReport.objects.bulk_create(
            RatingReport(tournament=self.tournament, number=n, status="rejected") for n in numbers
        )
        ReportFile.objects.bulk_create(
            ReportFile(report=each, format="trf16", name="x", content=b"x", sha256="a")
            for each in RatingReport.objects.all()
        )
        Quarantined.objects.bulk_create(
            Quarantined(federation="ESP", kind="player", ref=str(n), item={}, code="x")
            for n in numbers
        )
        entries = [
            Entry(tournament=self.tournament, player=each, name=each.name, pairing_number=n)
            for n, each in enumerate(people, start=1)
        ]
        Entry.objects.bulk_create(entries)
        self.entry = entries[0]
        RequestedBye.objects.bulk_create(
            RequestedBye(entry=self.entry, round_number=n, kind="H") for n in range(2, size)
        )
        self._play(entries, user)
        self._keep(user, size)
        self._knock_out(people)
        Round.objects.bulk_create(
            Round(tournament=self.tournament, number=n, status="published")
            for n in range(2, min(size, 99) + 1)
        )
        self.groups = self._divided(people)
        self.teams = self._of_teams(people)
        # As the results left them; the first reader of other rounds would compute them.
        standings_for(principal=SYSTEM, tournament_id=self.tournament.pk, after_round=1)

    def _divided(self, people) -> Tournament:
        """Groups of five."""
        made = create_tournament(
            actor=SYSTEM,
            event_id=self.event.pk,
            name="G",
            system="groups",
            schedule={"group_count": len(people) // 5},
        )
        Entry.objects.bulk_create(
            Entry(tournament=made, player=each, name=each.name, pairing_number=n)
            for n, each in enumerate(people, start=1)
        )
        draw_numbers(actor=SYSTEM, tournament_id=made.pk, seed=1)
        # Nobody has played: only lots can say who goes through.
        draw_lots(actor=SYSTEM, tournament_id=made.pk, seed=1)
        return made

    def _of_teams(self, people) -> Tournament:
        """A team for each player."""
        made = create_tournament(
            actor=SYSTEM, event_id=self.event.pk, name="M", system="team-round-robin"
        )
        entries = [
            Entry(tournament=made, player=each, name=each.name, pairing_number=n)
            for n, each in enumerate(people, start=1)
        ]
        Entry.objects.bulk_create(entries)
        teams = [Team(tournament=made, number=n, name=f"M{n}") for n in range(1, len(people) + 1)]
        Team.objects.bulk_create(teams)
        TeamMember.objects.bulk_create(
            TeamMember(team=team, entry=entry, board=1)
            for team, entry in zip(teams, entries, strict=True)
        )
        return made

    def _play(self, entries, user):
        """Round 1: two thirds at boards, the others on byes."""
        third = len(entries) // 3
        self.round = Round.objects.create(
            tournament=self.tournament, number=1, status="completed", id=uuid7()
        )
        boards = [
            Board(round=self.round, number=n, outcome="1-0", confirmed=True, entered_by=user)
            for n in range(1, third + 1)
        ]
        seats = []
        for n, board in enumerate(boards):
            seats.append(Seat(round=self.round, entry=entries[n], board=board, side="w"))
            seats.append(Seat(round=self.round, entry=entries[third + n], board=board, side="b"))
        seats += [Seat(round=self.round, entry=each, bye="H") for each in entries[2 * third :]]
        Board.objects.bulk_create(boards)
        Seat.objects.bulk_create(seats)

    def _knock_out(self, people):
        """A bracket whose first round was decided by double forfeits."""
        self.knockout = Tournament.objects.get(slug="t2")
        Tournament.objects.filter(pk=self.knockout.pk).update(system="knockout")
        bracket = Bracket.objects.create(tournament=self.knockout, status="published")
        entries = [
            Entry(tournament=self.knockout, player=each, name=each.name, pairing_number=n)
            for n, each in enumerate(people, start=1)
        ]
        Entry.objects.bulk_create(entries)
        entrants = [
            Entrant(bracket=bracket, entry=each, number=each.pairing_number) for each in entries
        ]
        Entrant.objects.bulk_create(entrants)
        draw = draw_bracket([EngineEntrant(each.number) for each in entrants], Policy.SEEDED)
        rows = Loaded(bracket, {each.number: each for each in entrants}, {}, {})
        store_draw(rows, draw)
        keep_matches(rows, Knockout(Settings(), draw))
        Ruling.objects.bulk_create(
            Ruling(
                match=rows.matches[code],
                kind="double_forfeit",
                one=rows.entrants[one],
                other=rows.entrants[other],
            )
            for code, each in load(bracket).state.matches.items()
            for one, other in (each.sides,)
            if each.match.round == 1
        )

    def _keep(self, user, size):
        """A log of the tournament and of the club, and restore points."""
        RestorePoint.objects.bulk_create(
            RestorePoint(
                tournament=self.tournament,
                occasion="by_hand",
                sequence=n,
                rows=1,
                content=b"",
                made_by=user,
            )
            for n in range(1, size + 1)
        )
        self.board = board = Board.objects.filter(round=self.round).order_by("number")[0]
        Correction.objects.bulk_create(
            Correction(
                board=board, moment="rating_only", old="1-0", new="0-1", paired_through=1, by=user
            )
            for n in range(size)
        )
        Claim.objects.bulk_create(
            Claim(board=board, side=side, outcome="1-0", by=user) for side in ("w", "b")
        )
        logged = ChangeLogEntry.objects.filter(club=self.club, tournament=None).count()
        ChangeLogEntry.objects.bulk_create(
            ChangeLogEntry(
                club=self.club,
                tournament=tournament,
                round=self.round if tournament else None,
                seq=n,
                type="result.recorded",
                subject_type="board",
                subject_id=uuid7(),
                subject_version=1,
                actor_kind="user",
                actor=user,
            )
            for tournament, first in ((self.tournament, 1), (None, logged + 1))
            for n in range(first, size + 1)
        )


# path -> how many rows it has in a world of the given size
LISTS = {
    "clubs": lambda size: size + 1,
    "clubs/{w.club.pk}/memberships": lambda size: size + 5,
    "clubs/{w.club.pk}/players": lambda size: size,
    "events": lambda size: size + 1,
    "events/{w.event.pk}/tournaments": lambda size: size + 2,
    "auth/devices": None,
    "events/{w.event.pk}/memberships": lambda size: size,
    "clubs/{w.club.pk}/invitations": lambda size: size,
    "tournaments/{w.tournament.pk}/entries": lambda size: size,
    "tournaments/{w.tournament.pk}/rounds": lambda size: min(size, 99),
    "tournaments/{w.tournament.pk}/standings?round=1": lambda size: size,
    "tournaments/{w.tournament.pk}/crosstable?round=1": lambda size: size,
    "tournaments/{w.groups.pk}/groups": lambda size: size // 5,
    "tournaments/{w.groups.pk}/qualifiers?each=5": lambda size: size,
    "tournaments/{w.teams.pk}/teams": lambda size: size,
    "tournaments/{w.teams.pk}/team-standings": lambda size: size,
    "tournaments/{w.tournament.pk}/warnings": lambda size: 0 if size == 100 else 1,
    "rounds/{w.round.pk}/boards": lambda size: size // 3,
    "rounds/{w.round.pk}/byes": lambda size: size - 2 * (size // 3),
    "entries/{w.entry.pk}/byes": lambda size: size - 2,
    "boards/{w.board.pk}/claims": lambda size: 2,
    "tournaments/{w.tournament.pk}/corrections": lambda size: size,
    "clubs/{w.club.pk}/log": lambda size: size,
    "clubs/{w.club.pk}/players/duplicates": lambda size: size,
    "clubs/{w.club.pk}/api-keys": lambda size: size,
    "tournaments/{w.tournament.pk}/log": lambda size: size,
    "tournaments/{w.tournament.pk}/restore-points": lambda size: size,
    "federations/{w.federation}/api-keys": lambda size: size,
    "feeds/quarantine": lambda size: size,
    "feeds/reports": lambda size: size,
    "tournaments/{w.tournament.pk}/reports": lambda size: size,
    "rating-lists": lambda size: size,
    "rating-lists/{w.rating_list.name}/players": lambda size: size,
    "tournaments/{w.tournament.pk}/rating-check": lambda size: size,
    "tournaments/{w.knockout.pk}/matches": lambda size: size - 1,
    "tournaments/{w.knockout.pk}/places": lambda size: 2 * (size - (64 if size > 64 else 8)),
    "clubs/{w.club.pk}/webhooks": lambda size: size,
    "webhooks/{w.webhook.pk}/deliveries": lambda size: size,
    "problems": None,
    "tie-breaks": None,
    "event-types": None,
}


# For those who are signed in.
CLOSED = {
    "feeds/quarantine",
    "feeds/reports",
    "clubs/{w.club.pk}/log",
    "clubs/{w.club.pk}/players/duplicates",
    "tournaments/{w.tournament.pk}/log",
    "rating-lists/{w.rating_list.name}/players",
    "tournaments/{w.tournament.pk}/rating-check",
}
# Lists that do not exist for everybody.
ONLY = {"webhooks/{w.webhook.pk}/deliveries": ("owner", "superuser")}


# Groups are made of the draw, the entries and the settings, besides what the tag needs.
MORE_QUERIES = {"tournaments/{w.groups.pk}/groups": 13}


def test_every_list_has_a_budget():
    paged = {str(each.pattern) for each in urls.urlpatterns if each.callback.view_class.paged}

    def bare(path):
        return re.sub(r"<[^>]+>|\{[^}]+\}", "*", path).split("?")[0]

    assert {bare(path) for path in LISTS} == {bare(path) for path in paged}
    assert all(("GET", bare(path)) in set(routes()) for path in LISTS)


@pytest.mark.parametrize("path", [path for path in LISTS if LISTS[path]])
def test_a_list_asks_the_same_queries_at_any_size(api, club, event, path):
    counts = {}
    for size in SIZES:
        with transaction.atomic():
            world = World(club, event, api.owner.user, size)
            address = path.format(w=world)
            address += ("&" if "?" in address else "?") + "limit=200"
            for role in ONLY.get(path, WHO):
                speaker = getattr(api, role)
                with CaptureQueriesContext(
                    connection,
                ) as queries:
                    answer = speaker.get(address)
                counts[role, size] = len(queries)
                closed = role == "anonymous" and path in CLOSED
                assert answer.status_code == (401 if closed else 200), answer.content
                if role == "superuser":
                    assert len(answer.json()["data"]) == LISTS[path](size)
            transaction.set_rollback(True)
    for role in ONLY.get(path, WHO):
        assert counts[role, 10] == counts[role, 100], counts
        assert counts[role, 100] <= MORE_QUERIES.get(path, 12)

"""Entries against a rating list: differences are listed first, and only chosen ones applied."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import make_club, make_event, make_player, make_tournament, member, stranger
from tests.support.rating_lists import Listed, many, txt, write
from tournaments.core.errors import Forbidden, NotFound
from tournaments.core.principal import SYSTEM
from tournaments.events.models import Entry
from tournaments.events.services import add_entry, change_status
from tournaments.formats.models import ListedPlayer
from tournaments.formats.rating_lists.checking import Choice, apply_differences, check_entries
from tournaments.formats.rating_lists.csv_mapping import Mapping
from tournaments.formats.rating_lists.importing import ListFile, import_rating_list
from tournaments.players.models import Player, Rating

pytestmark = pytest.mark.django_db
OCTOBER = date(2026, 10, 1)

LIST = (
    Listed(
        "101", "Perez Garcia, Ana", "ESP", "F", "WIM", standard="2250", rapid="2200", birth="1985"
    ),
    Listed("102", "Other, Name", fed="FRA", standard="1900", birth="1990"),
    Listed("103", "Young, Talent", standard="0", birth="2012"),
    Listed("104", "Lopez, Maria", sex="F", standard="1700", birth="1999"),
    Listed("105", "Lopez, Maria", sex="F", standard="1750", birth="2001"),
    Listed("106", "Twin, A", birth="1980"),
    Listed("107", "Twin, A", birth="1980"),
)  # fmt: skip


@pytest.fixture
def fide(tmp_path):
    path = write(tmp_path / "fide.txt", txt([*LIST, *many(50)]))
    return import_rating_list(actor=SYSTEM, file=ListFile(path, "FIDE", OCTOBER))


@pytest.fixture
def tournament():
    return make_tournament(0, event=make_event(make_club(federation="ESP")))


def enter(tournament, name, rating=None, **fields) -> Entry:
    player = make_player(tournament.event.club, name, federation="ESP", **fields)
    return add_entry(actor=SYSTEM, tournament_id=tournament.pk, player_id=player.pk, rating=rating)


def found(tournament, actor=SYSTEM) -> list[tuple[str, str, str, str]]:
    check = check_entries(principal=actor, tournament_id=tournament.pk)
    return [(d.entry.name, d.field, d.current, d.listed) for d in check.differences]


def test_an_entry_that_the_list_says_likewise_is_not_mentioned(fide, tournament):
    enter(tournament, "Pérez García, Ana", 2250, fide_id="101", title="WIM", birth_year=1985)
    enter(tournament, "Nobody, Known", 1500)
    assert found(tournament) == []


def test_everything_that_differs_is_listed(fide, tournament):
    ana = enter(tournament, "Ana P. Garcia", 2100, fide_id="101", title="WFM")
    other = enter(tournament, "Name, Other", None, fide_id="102", birth_year=1991)
    young = enter(tournament, "Young, Talent", 1200, fide_id="103", birth_date=date(2012, 5, 1))
    gone = enter(tournament, "Gone, Away", 1800, fide_id="999")
    assert {row.name for row in (ana, other, young, gone)} == {
        name for name, *_ in found(tournament)
    }
    assert sorted(found(tournament)) == sorted(
        [
            ("Ana P. Garcia", "rating", "2100", "2250"),
            ("Ana P. Garcia", "title", "WFM", "WIM"),
            ("Ana P. Garcia", "birth_year", "", "1985"),
            ("Ana P. Garcia", "name", "Ana P. Garcia", "Perez Garcia, Ana"),
            ("Name, Other", "rating", "", "1900"),
            ("Name, Other", "federation", "ESP", "FRA"),
            ("Name, Other", "birth", "1991", "1990"),
            ("Young, Talent", "rating", "1200", ""),
            ("Gone, Away", "not_listed", "999", ""),
        ]
    )


def test_a_rapid_tournament_takes_the_rapid_rating_else_the_standard_one(fide):
    rapid = make_tournament(0, event=make_event(make_club()), rating_kind="rapid")
    enter(rapid, "Perez Garcia, Ana", None, fide_id="101", title="WIM", birth_year=1985)
    enter(rapid, "Other, Name", None, fide_id="102", birth_year=1990)
    assert [row for row in found(rapid) if row[1] == "rating"] == [
        ("Perez Garcia, Ana", "rating", "", "2200"),
        ("Other, Name", "rating", "", "1900"),
    ]


def test_an_id_is_suggested_only_where_nobody_else_can_be_meant(fide, tournament):
    enter(tournament, "López, María", birth_year=1999)
    enter(tournament, "Twin, A", birth_year=1980)
    enter(tournament, "Young, Talent")
    enter(tournament, "Other, Name", birth_year=1990)
    assert found(tournament) == [("López, María", "fide_id", "", "104")]


def test_looking_changes_nothing(fide, tournament):
    enter(tournament, "Ana", 2100, fide_id="101")
    before = (tournament.changes.count(), Entry.objects.get().version, Player.objects.get().version)
    found(tournament)
    assert (tournament.changes.count(), Entry.objects.get().version) == before[:2]
    assert Player.objects.get().version == before[2]


def test_chosen_differences_are_taken_over_and_the_others_are_not(fide, tournament):
    entry = enter(tournament, "Perez, Ana", 2100, fide_id="101", title="WFM")
    outcomes = apply_differences(
        actor=SYSTEM,
        tournament_id=tournament.pk,
        choices=[Choice(entry.pk, "rating", "2250"), Choice(entry.pk, "birth_year", "1985")],
    )
    assert [outcome.status for outcome in outcomes] == ["applied", "applied"]
    entry.refresh_from_db()
    player = entry.player
    player.refresh_from_db()
    assert (entry.rating, entry.title, entry.name) == (2250, "WFM", "Perez, Ana")
    assert (player.birth_year, player.title, player.name) == (1985, "WFM", "Perez, Ana")
    rating = Rating.objects.get()
    assert (rating.value, rating.list_name, rating.kind, rating.as_of) == (
        2250,
        "FIDE",
        "standard",
        OCTOBER,
    )
    assert [field for _, field, *_ in found(tournament)] == ["title", "name"]


def test_title_federation_and_id_reach_the_registry_too(fide, tournament):
    other = enter(tournament, "Other, Name", 1900, fide_id="102", birth_year=1990)
    maria = enter(tournament, "Lopez, Maria", 1700, birth_year=1999)
    ana = enter(tournament, "Perez Garcia, Ana", 2250, fide_id="101", birth_year=1985)
    outcomes = apply_differences(
        actor=SYSTEM,
        tournament_id=tournament.pk,
        choices=[
            Choice(other.pk, "federation", "FRA"),
            Choice(maria.pk, "fide_id", "104"),
            Choice(ana.pk, "title", "WIM"),
        ],
    )
    assert {outcome.status for outcome in outcomes} == {"applied"}
    for row in (other, maria, ana):
        row.refresh_from_db()
    assert (other.federation, other.player.federation) == ("FRA", "FRA")
    assert (maria.player.fide_id, ana.title, ana.player.title) == ("104", "WIM", "WIM")
    assert found(tournament) == []


def test_a_difference_that_no_longer_stands_is_left_alone(fide, tournament):
    entry = enter(
        tournament, "Perez Garcia, Ana", 2100, fide_id="101", title="WIM", birth_year=1985
    )
    ListedPlayer.objects.filter(number="101").update(standard=2300)
    choices = [
        Choice(entry.pk, "rating", "2250"),
        Choice(entry.pk, "title", "WIM"),
        Choice(entry.pk, "name", "Perez Garcia, Ana"),
    ]
    outcomes = apply_differences(actor=SYSTEM, tournament_id=tournament.pk, choices=choices)
    assert [outcome.status for outcome in outcomes] == ["stale"] * 3
    entry.refresh_from_db()
    assert (entry.rating, entry.version) == (2100, 1)


def test_applying_twice_changes_nothing_the_second_time(fide, tournament):
    entry = enter(
        tournament, "Perez Garcia, Ana", 2100, fide_id="101", title="WIM", birth_year=1985
    )
    choice = [Choice(entry.pk, "rating", "2250")]
    for wanted in ("applied", "stale"):
        (outcome,) = apply_differences(actor=SYSTEM, tournament_id=tournament.pk, choices=choice)
        assert outcome.status == wanted
    assert Rating.objects.count() == 1


def test_a_refused_choice_leaves_the_others_applied(fide, tournament):
    """Nobody else of the club may have the id already."""
    maria = enter(tournament, "Lopez, Maria", 1700, birth_year=1999)
    ana = enter(tournament, "Perez Garcia, Ana", 2100, fide_id="101", title="WIM", birth_year=1985)
    make_player(tournament.event.club, "Somebody, Else", fide_id="104")
    outcomes = apply_differences(
        actor=SYSTEM,
        tournament_id=tournament.pk,
        choices=[Choice(maria.pk, "fide_id", "104"), Choice(ana.pk, "rating", "2250")],
    )
    assert [(each.status, each.code) for each in outcomes] == [
        ("refused", "player.invalid"),
        ("applied", ""),
    ]
    ana.refresh_from_db()
    assert (ana.rating, maria.player.fide_id) == (2250, "")


def test_a_finished_tournament_keeps_its_ratings(fide, tournament):
    entry = enter(
        tournament, "Perez Garcia, Ana", 2100, fide_id="101", title="WIM", birth_year=1985
    )
    tournament.__class__.objects.filter(pk=tournament.pk).update(status="finished")
    choice = [Choice(entry.pk, "rating", "2250")]
    (outcome,) = apply_differences(actor=SYSTEM, tournament_id=tournament.pk, choices=choice)
    assert (outcome.status, outcome.code) == ("refused", "tournament.closed")
    assert Rating.objects.count() == 0


def test_a_national_list_finds_people_by_national_and_by_fide_id(tmp_path):
    path = tmp_path / "nor.csv"
    path.write_text("Nr,Navn,Elo,Fide\n7,Hansen A,1555,\n8,Olsen B,1666,108\n")
    mapping = Mapping("NOR", {"number": "Nr", "name": "Navn", "standard": "Elo", "fide_id": "Fide"})
    import_rating_list(actor=SYSTEM, file=ListFile(path, "NOR", OCTOBER, mapping))
    tournament = make_tournament(0, event=make_event(make_club()), rating_list="NOR")
    for name, fields in (
        ("Hansen, A", {"national_ids": [{"federation": "NOR", "number": "7"}]}),
        ("Olsen, B", {"fide_id": "108"}),
    ):
        player = make_player(tournament.event.club, name, federation="NOR", **fields)
        add_entry(actor=SYSTEM, tournament_id=tournament.pk, player_id=player.pk)
    assert sorted(found(tournament)) == [
        ("Hansen, A", "rating", "", "1555"),
        ("Olsen, B", "rating", "", "1666"),
    ]


def test_who_may_check(fide, tournament):
    club = tournament.event.club
    assert found(tournament, member(club, "arbiter")) == []
    with pytest.raises(Forbidden):
        found(tournament, stranger())
    with pytest.raises(NotFound) as refusal:
        found(make_tournament(0, event=make_event(make_club()), rating_list="NED"))
    assert refusal.value.code == "rating_list.not_found"
    change_status(actor=SYSTEM, tournament_id=tournament.pk, status="draft")
    with pytest.raises(NotFound):
        found(tournament, stranger())


@pytest.mark.parametrize("size", [10, 100])
def test_a_check_asks_the_same_queries_at_any_size(fide, tournament, size):
    for number in range(size):
        enter(tournament, f"Player, Number {number}", 1400, fide_id=str(3_000_000 + number))
    with CaptureQueriesContext(connection) as queries:
        assert len(found(tournament)) >= size
    assert len(queries) == 6

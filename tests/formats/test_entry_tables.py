"""Entries from tables: every guess is told, and what was previewed is what happens."""

from __future__ import annotations

from datetime import date

import pytest

from tests.factories import (
    changes_of,
    entry_ids,
    make_club,
    make_event,
    make_player,
    make_tournament,
    member,
    numbers_and_names,
    play,
    stranger,
)
from tests.support.entry_tables import applied, codes, previewed
from tournaments.core.errors import Conflict, Forbidden, Invalid
from tournaments.core.principal import SYSTEM
from tournaments.events.models import Entry
from tournaments.events.services import add_entry, update_entry
from tournaments.formats.entry_tables.services import Options, apply_table, preview_table
from tournaments.formats.models import ListedPlayer, RatingList
from tournaments.history.services import restore
from tournaments.players.models import Player

pytestmark = pytest.mark.django_db


# Matching and ratings.


def test_people_are_found_by_ids_then_by_name_and_birth_and_never_by_name_alone():
    tournament = make_tournament(0, event=make_event(make_club(federation="ESP")))
    club = tournament.event.club
    by_fide = make_player(club, "Alfa, Ana", fide_id="2200001")
    by_number = make_player(club, "Beta, Bea", national_ids=[{"federation": "ESP", "number": "77"}])
    by_birth = make_player(club, "Gamma, Güs", birth_date=date(1990, 5, 6))
    make_player(club, "Delta, Dan", birth_year=1980)
    namesake = make_player(club, "Eps, Eva")
    content = (
        "Name;FIDE ID;FEDA;Born\n"
        "ALFA Ana;2200001;;\n"
        "Beta, B.;;77;\n"
        "Gus Gamma;;;1990\n"
        "Delta, Dan;;;1981\n"
        "Eps, Eva;;;\n"
    )
    preview = previewed(tournament, content)
    assert [(row.matched_by, row.player) for row in preview.rows] == [
        ("fide_id", by_fide.pk),
        ("national_id", by_number.pk),
        ("name_birth", by_birth.pk),
        ("", None),
        ("", None),
    ]
    assert codes(preview, 3) == ["name_differs"]
    assert codes(preview, 5) == []
    assert codes(preview, 6) == ["maybe_known"]
    assert preview.counts == {"enter": 5, "new_players": 2}
    named = previewed(tournament, content, match="names")
    assert (named.rows[4].matched_by, named.rows[4].player) == ("name", namesake.pk)


def test_a_rating_is_the_tables_the_registrys_or_the_lists():
    tournament = make_tournament(0)
    club = tournament.event.club
    day = date(2026, 5, 1)
    make_player(club, "Alfa, Ana", fide_id="2200001", ratings=[{"value": 2000, "as_of": day}])
    version = RatingList.objects.create(name="FIDE", as_of=day, status="current")
    ListedPlayer.objects.create(
        list=version, number="2200002", fide_id="2200002", name="Beta", standard=1900
    )
    content = (
        "Name;FIDE ID;Elo\nAlfa, Ana;2200001;2100\nAlfa, Ana;2200001;\n"
        "Beta, Bea;2200002;\nGamma, G;;\n"
    )
    rows = previewed(tournament, content).rows
    assert [(row.rating, row.rating_from) for row in rows if row.outcome == "enter"] == [
        (2100, "table"),
        (1900, "list"),
        (None, "none"),
    ]
    assert (rows[1].outcome, rows[1].code) == ("refused", "entry_table.row_repeated")
    (known,) = previewed(tournament, "Name;FIDE ID\nAlfa;2200001\n").rows
    assert (known.rating, known.rating_from) == (2000, "registry")


def test_the_registry_learns_what_it_did_not_know():
    tournament = make_tournament(0)
    known = make_player(tournament.event.club, "Alfa, Ana", birth_year=1990, title="FM")
    content = "Name;FIDE ID;Born;Title;Fed\nAlfa, Ana;2200001;1990;IM;ESP\n"
    (row,) = previewed(tournament, content).rows
    assert (row.matched_by, row.fills) == ("name_birth", ("fide_id", "federation"))
    done = applied(tournament, content)
    known.refresh_from_db()
    assert (known.fide_id, known.federation, known.title) == ("2200001", "ESP", "FM")
    assert (done.created, done.completed) == (0, 1)
    assert done.entries[0].title == "IM"


@pytest.mark.parametrize("known", [False, True])
def test_a_fide_id_is_one_persons_whatever_else_the_lines_say(known):
    tournament = make_tournament(0)
    if known:
        make_player(tournament.event.club, "Ruiz, Eva", birth_year=1990)
        make_player(tournament.event.club, "Sanz, Leo", birth_year=1991)
    content = "Name;FIDE ID;Born\nRuiz, Eva;2200001;1990\nSanz, Leo;2200001;1991\n"
    rows = previewed(tournament, content).rows
    assert [(row.outcome, row.code) for row in rows] == [
        ("enter", ""),
        ("refused", "entry_table.row_repeated"),
    ]
    done = applied(tournament, content, mode="possible")
    assert [(entry.name, entry.player.fide_id) for entry in done.entries] == [
        ("Ruiz, Eva", "2200001")
    ]


# Applying.


def test_what_was_previewed_is_what_happens_in_c04_2_order():
    tournament = make_tournament(2)
    content = "Name;Elo;Title\nZeta, Z;2400;\nAlfa, A;2000;\nBeta, B;2000;FM\n"
    preview = previewed(tournament, content)
    assert Entry.objects.count() == 2
    done = applied(tournament, content, preview.token)
    assert [entry.name for entry in done.entries] == ["Zeta, Z", "Alfa, A", "Beta, B"]
    order = numbers_and_names(tournament.entries.order_by("pairing_number"))
    assert [number for number, _ in order] == [1, 2, 3, 4, 5]
    assert [order[0][1], order[3][1], order[4][1]] == ["Zeta, Z", "Beta, B", "Alfa, A"]
    assert changes_of(tournament)[-3:] == ["entry.added"] * 3
    (point,) = tournament.restore_points.all()
    assert point.occasion == "entries"
    restore(actor=SYSTEM, point_id=point.pk)
    assert tournament.entries.count() == 2
    # The registry keeps those it has met.
    assert Player.objects.filter(name="Zeta, Z").exists()


def test_a_second_preview_says_who_is_entered_already():
    tournament = make_tournament(0)
    content = "Name;Born\nZeta, Z;1990\nAlfa, A;1991\n"
    applied(tournament, content)
    again = previewed(tournament, content)
    assert again.counts == {"entered_already": 2, "new_players": 0}
    done = applied(tournament, content, again.token)
    assert (done.entries, tournament.entries.count()) == ([], 2)


def test_another_file_other_options_and_a_changed_field_are_refused():
    tournament = make_tournament(2)
    content = "Name;Elo\nZeta, Z;2400\n"
    token = previewed(tournament, content).token

    def refused(code, content=content, **options):
        with pytest.raises((Invalid, Conflict)) as refusal:
            applied(tournament, content, token, **options)
        assert refusal.value.code == f"entry_table.{code}"
        assert tournament.entries.filter(name="Zeta, Z").count() == 0
        assert tournament.restore_points.count() == 0

    refused("other_file", content="Name;Elo\nZeta, Z;2401\n")
    refused("other_file", match="names")
    refused("other_file", mode="possible")
    one = entry_ids(tournament)[1]
    update_entry(actor=SYSTEM, entry_id=one, rating=1999)
    refused("changed_meanwhile")
    token = previewed(tournament, content).token
    make_player(tournament.event.club, "Zeta, Z")
    refused("changed_meanwhile")
    token = previewed(tournament, content).token
    applied(tournament, content, token)
    assert tournament.entries.filter(name="Zeta, Z").count() == 1
    with pytest.raises(Conflict, match=r"entry_table.changed_meanwhile"):
        applied(tournament, content, token)


def test_all_rows_or_those_that_can_be_as_announced():
    tournament = make_tournament(0)
    content = "Name;Elo\nZeta, Z;2400\n;2300\nZeta, Z;2400\n"
    with pytest.raises(Invalid) as refusal:
        applied(tournament, content)
    assert refusal.value.code == "entry_table.rows_refused"
    assert refusal.value.params["rows"] == [
        {"line": 3, "code": "entry_table.name_missing"},
        {"line": 4, "code": "entry_table.row_repeated"},
    ]
    assert (tournament.entries.count(), Player.objects.count()) == (0, 0)
    done = applied(tournament, content, mode="possible")
    assert [entry.name for entry in done.entries] == ["Zeta, Z"]
    assert [row.line for row in done.left_out] == [3, 4]


def test_who_comes_by_a_table_during_the_event_is_a_late_entry():
    tournament = make_tournament(4)
    play(tournament, 1)
    applied(tournament, "Name;Elo\nZeta, Z;2295\n")
    late = tournament.entries.get(name="Zeta, Z")
    assert (late.pairing_number, late.entered_from_round) == (2, 2)


def test_who_may_preview_and_apply():
    tournament = make_tournament(0)
    for nobody in (stranger(), member(tournament.event.club, "viewer")):
        for action in (
            lambda who=nobody: preview_table(
                principal=who, tournament_id=tournament.pk, content=b"Name\nA B", options=Options()
            ),
            lambda who=nobody: apply_table(
                actor=who,
                tournament_id=tournament.pk,
                content=b"Name\nA B",
                options=Options(),
                token="x",
            ),
        ):
            with pytest.raises(Forbidden):
                action()


def test_a_preview_asks_the_same_queries_at_any_size(django_assert_max_num_queries):
    tournament = make_tournament(0)
    for size in (2, 60):
        rows = "".join(f"Player {n}, P;{2400 - n};{2200000 + n}\n" for n in range(size))
        with django_assert_max_num_queries(14):
            assert len(previewed(tournament, f"Name;Elo;FIDE ID\n{rows}").rows) == size


def test_numbers_are_those_that_entering_one_by_one_gives():
    rows = [(2310, ""), (2295, "FM"), (2295, "GM"), (None, ""), (2300, "IM"), (2280, "")]
    one, other = make_tournament(5, name="One"), make_tournament(5, name="Other")
    for number, (rating, title) in enumerate(rows):
        player = make_player(one.event.club, f"New, {number}")
        add_entry(
            actor=SYSTEM,
            tournament_id=one.pk,
            player_id=player.pk,
            rating=rating,
            title=title,
        )
    table = "".join(
        f"New, {number};{rating or ''};{title}\n" for number, (rating, title) in enumerate(rows)
    )
    applied(other, f"Name;Elo;Title\n{table}".replace("New, ", "New "), match="names")

    def strengths(tournament):
        rows = tournament.entries.order_by("pairing_number")
        return list(rows.values_list("pairing_number", "rating", "title"))

    assert strengths(other) == strengths(one)

"""Editions, unrated players, lots, an order by hand, and what a round robin cannot have."""

from __future__ import annotations

import json
from datetime import date

import pytest

from pairing.record import TournamentInfo
from pairing.trf import write_trf26
from tests.factories import (
    changes_of,
    entry_ids,
    make_event,
    make_player,
    make_tournament,
    member,
    pair_and_publish,
    play,
    refreshed,
    stranger,
)
from tests.support.records import record
from tournaments.core.errors import Conflict, Forbidden, Invalid, NotFound, Stale
from tournaments.core.principal import ANONYMOUS, SYSTEM
from tournaments.events.models import Tournament
from tournaments.events.services import add_entry, change_status, remove_entry, update_tournament
from tournaments.formats.exports.files import Wanted, export
from tournaments.play.trf.services import import_trf
from tournaments.standings.decisions import call_lots_off, draw_lots, order_ties
from tournaments.standings.selectors import standings_for, working_for

pytestmark = pytest.mark.django_db


def order_of(tournament) -> list[tuple]:
    table = standings_for(principal=ANONYMOUS, tournament_id=tournament.pk)
    return [(row.rank, row.entry.pairing_number, row.decided_by) for row in table.rows]


def notices_of(tournament) -> list[str]:
    table = standings_for(principal=ANONYMOUS, tournament_id=tournament.pk)
    return [notice.code for notice in table.notices]


@pytest.fixture
def tied() -> Tournament:
    """Four drawn games: everybody shares the first place."""
    tournament = make_tournament(8, rounds=2, tie_breaks=["PTS", "WIN"])
    play(tournament, 1, dict.fromkeys(range(1, 5), "1/2-1/2"))
    return tournament


def test_ties_share_the_place_until_somebody_decides(tied):
    assert [rank for rank, _, _ in order_of(tied)] == [1] * 8
    assert notices_of(tied) == []


def test_lots_are_drawn_once_from_a_stored_seed(tied):
    drawn = draw_lots(actor=SYSTEM, tournament_id=tied.pk)
    assert drawn.lots_seed is not None and 0 <= drawn.lots_seed < 2**31
    first = order_of(tied)
    assert [rank for rank, _, _ in first] == list(range(1, 9))
    assert {decided for _, _, decided in first[1:]} == {"LOTS"}
    assert notices_of(tied) == ["standings.lots_drawn"]
    with pytest.raises(Conflict) as refusal:
        draw_lots(actor=SYSTEM, tournament_id=tied.pk)
    assert (refusal.value.code, refusal.value.params) == (
        "standings.lots_drawn_already",
        {"seed": drawn.lots_seed},
    )
    assert order_of(tied) == first
    change = tied.changes.get(type="standings.lots_drawn")
    assert change.data == {"lots_seed": {"old": None, "new": drawn.lots_seed}}
    assert not change.internal


def test_a_seed_from_elsewhere_repeats_the_drawing(tied):
    draw_lots(actor=SYSTEM, tournament_id=tied.pk, seed=17)
    first = order_of(tied)
    call_lots_off(actor=SYSTEM, tournament_id=tied.pk)
    assert [rank for rank, _, _ in order_of(tied)] == [1] * 8
    call_lots_off(actor=SYSTEM, tournament_id=tied.pk)
    draw_lots(actor=SYSTEM, tournament_id=tied.pk, seed=17)
    assert order_of(tied) == first
    assert changes_of(tied)[-3:] == [
        "standings.lots_drawn",
        "standings.lots_called_off",
        "standings.lots_drawn",
    ]


@pytest.mark.parametrize("seed", [-1, 2**31])
def test_what_is_no_seed(tied, seed):
    with pytest.raises(Invalid) as refusal:
        draw_lots(actor=SYSTEM, tournament_id=tied.pk, seed=seed)
    assert refusal.value.code == "standings.seed_impossible"
    assert refreshed(tied).lots_seed is None


def test_an_order_by_hand_comes_before_lots_and_is_logged(tied):
    ids = entry_ids(tied)
    wanted = [3, 1, 2, 8, 7, 6, 5, 4]
    order_ties(actor=SYSTEM, tournament_id=tied.pk, entry_ids=[ids[n] for n in wanted])
    assert [number for _, number, _ in order_of(tied)] == wanted
    assert {decided for _, _, decided in order_of(tied)[1:]} == {"MANUAL"}
    assert notices_of(tied) == ["standings.manual_order"]
    change = tied.changes.get(type="standings.ties_ordered")
    assert change.data == {"manual_order": {"old": [], "new": [str(ids[n]) for n in wanted]}}
    draw_lots(actor=SYSTEM, tournament_id=tied.pk, seed=1)
    assert [number for _, number, _ in order_of(tied)] == wanted
    order_ties(actor=SYSTEM, tournament_id=tied.pk, entry_ids=[])
    assert {decided for _, _, decided in order_of(tied)[1:]} == {"LOTS"}


def test_the_same_order_again_is_no_change(tied):
    ids = entry_ids(tied)
    wanted = [ids[n] for n in range(8, 0, -1)]
    first = order_ties(actor=SYSTEM, tournament_id=tied.pk, entry_ids=wanted)
    again = order_ties(actor=SYSTEM, tournament_id=tied.pk, entry_ids=wanted)
    assert first.version == again.version
    assert changes_of(tied).count("standings.ties_ordered") == 1


def test_an_order_decides_only_groups_it_names_completely(tied):
    ids = entry_ids(tied)
    order_ties(actor=SYSTEM, tournament_id=tied.pk, entry_ids=[ids[2], ids[1]])
    assert [rank for rank, _, _ in order_of(tied)] == [1] * 8


def test_an_order_names_entries_so_that_new_numbers_do_not_matter(tied):
    ids = entry_ids(tied)
    wanted = [3, 1, 2, 8, 7, 6, 5, 4]
    order_ties(actor=SYSTEM, tournament_id=tied.pk, entry_ids=[ids[n] for n in wanted])
    late = make_player(tied.event.club)
    entry = add_entry(actor=SYSTEM, tournament_id=tied.pk, player_id=late.pk, rating=2900)
    assert [number for _, number, _ in order_of(tied)][:8] == [n + 1 for n in wanted]
    remove_entry(actor=SYSTEM, entry_id=entry.pk)
    assert [number for _, number, _ in order_of(tied)] == wanted


def test_an_order_goes_on_without_an_entry_that_is_deleted(tied):
    late = make_player(tied.event.club)
    entry = add_entry(actor=SYSTEM, tournament_id=tied.pk, player_id=late.pk)
    first, second = (entry_ids(tied)[number] for number in (1, 2))
    order_ties(actor=SYSTEM, tournament_id=tied.pk, entry_ids=[second, entry.pk, first])
    remove_entry(actor=SYSTEM, entry_id=entry.pk)
    assert refreshed(tied).manual_order == [str(second), str(first)]
    assert tied.changes.filter(type="standings.ties_ordered").latest("seq").data == {
        "manual_order": {
            "old": [str(second), str(entry.pk), str(first)],
            "new": [str(second), str(first)],
        }
    }
    file = export(principal=SYSTEM, tournament_id=tied.pk, format="json", wanted=Wanted())
    assert json.loads(file.content)["tournament"]["manual_order"] == [2, 1]


@pytest.mark.parametrize(
    ("named", "code"),
    [([1, 1], "standings.manual_order_repeated"), ([1, 99], "entry.unknown")],
)
def test_what_is_no_order(tied, named, code):
    ids = entry_ids(tied) | {99: tied.pk}
    with pytest.raises(Invalid) as refusal:
        order_ties(actor=SYSTEM, tournament_id=tied.pk, entry_ids=[ids[n] for n in named])
    assert refusal.value.code == code
    assert refreshed(tied).manual_order == []


def test_arbiters_decide_and_nobody_else(tied):
    club = tied.event.club
    assert draw_lots(actor=member(club, "arbiter"), tournament_id=tied.pk).lots_seed is not None
    for act in (draw_lots, call_lots_off):
        for principal in (stranger(), member(club, "viewer"), ANONYMOUS):
            with pytest.raises(Forbidden):
                act(actor=principal, tournament_id=tied.pk)
    tied.event.visibility = "hidden"
    tied.event.save()
    with pytest.raises(NotFound):
        call_lots_off(actor=stranger(), tournament_id=tied.pk)


def test_a_decision_compares_versions_and_needs_an_open_tournament(tied):
    with pytest.raises(Stale):
        draw_lots(actor=SYSTEM, tournament_id=tied.pk, expected_version=1)
    play(tied, 2, dict.fromkeys(range(1, 5), "1/2-1/2"))
    change_status(actor=SYSTEM, tournament_id=tied.pk, status="finished")
    with pytest.raises(Conflict) as refusal:
        draw_lots(actor=SYSTEM, tournament_id=tied.pk)
    assert refusal.value.code == "tournament.closed"
    assert refreshed(tied).lots_seed is None


# ------------------------------------------------------------------ editions


@pytest.mark.parametrize(
    ("day", "edition"),
    [
        (date(2026, 3, 1), "2026"),
        (date(2026, 2, 28), "2024"),
        (date(2023, 9, 1), "2024"),
        (date(2023, 8, 31), "virtual"),
    ],
)
def test_a_tournament_pins_the_edition_in_force_at_its_start(day, edition):
    event = make_event(start=day, end=day)
    assert make_tournament(event=event).tie_break_edition == edition
    later = make_tournament(event=event, name="B", start=date(2026, 5, 1), end=date(2026, 5, 2))
    assert later.tie_break_edition == "2026"
    chosen = make_tournament(event=event, name="C", tie_break_edition="self")
    assert chosen.tie_break_edition == "self"


def test_the_pinned_edition_is_the_one_that_counts():
    """A half-point bye of the leader: 1.5 since 2026 (three draws at most), 2.0 before."""
    values = {}
    for edition in ("2026", "2024"):
        tournament = make_tournament(
            4, rounds=2, tie_breaks=["PTS", "BH"], tie_break_edition=edition
        )
        play(tournament, 1, {1: "1-0F"})
        (working,) = working_for(
            principal=ANONYMOUS, tournament_id=tournament.pk, numbers=[1]
        ).values()
        assert working.edition == edition
        table = standings_for(principal=ANONYMOUS, tournament_id=tournament.pk)
        row = next(row for row in table.rows if row.entry.pairing_number == 1)
        values[edition] = row.values[1].text
    # A forfeit win of round 1: the dummy has the winner's own 1.0, since 2026 capped by the
    # opponent's adjusted score, which is 0.0.
    assert values == {"2026": "0.0", "2024": "1.0"}


def test_editions_and_ratings_for_the_unrated_are_frozen_once_round_one_is_paired():
    tournament = make_tournament(4, rounds=3)
    update_tournament(
        actor=SYSTEM, tournament_id=tournament.pk, tie_break_edition="2024", unrated_rating=1400
    )
    pair_and_publish(tournament, 1)
    for changes in ({"tie_break_edition": "2026"}, {"unrated_rating": None}):
        with pytest.raises(Conflict) as refusal:
            update_tournament(actor=SYSTEM, tournament_id=tournament.pk, **changes)
        assert refusal.value.params == {"fields": sorted(changes)}
    tournament = refreshed(tournament)
    assert (tournament.tie_break_edition, tournament.unrated_rating) == ("2024", 1400)


def test_codes_are_kept_in_their_usual_spelling():
    tournament = make_tournament(4, rounds=3, tie_breaks=["pts", "bh/p/c01", "GE"])
    assert tournament.tie_breaks == ["PTS", "BH/C1/P", "REP"]
    again = update_tournament(
        actor=SYSTEM, tournament_id=tournament.pk, tie_breaks=["Pts", "BH/C1/P", "rep"]
    )
    assert (again.version, again.tie_breaks) == (tournament.version, tournament.tie_breaks)
    play(tournament, 1, {})
    update_tournament(
        actor=SYSTEM, tournament_id=tournament.pk, tie_breaks=["PTS", "bh/c1/p", "GE"]
    )
    with pytest.raises(Conflict) as caught:
        update_tournament(actor=SYSTEM, tournament_id=tournament.pk, tie_breaks=["PTS", "BH/C1"])
    assert caught.value.params == {"fields": ["tie_breaks"]}


@pytest.mark.parametrize(
    ("codes", "code"),
    [
        (["PTS", "BH/C1/P", "BH/P/C1"], "tiebreak.repeated"),
        (["PTS", "bhx"], "tiebreak.unknown"),
        (["PTS", 3], "list_of_texts"),
        ("BH", "list_of_texts"),
    ],
)
def test_what_is_no_order_of_tie_breaks(codes, code):
    tournament = make_tournament(4, rounds=3)
    with pytest.raises(Invalid) as caught:
        update_tournament(actor=SYSTEM, tournament_id=tournament.pk, tie_breaks=codes)
    (error,) = caught.value.params["errors"]
    assert (error["field"], error["code"]) == ("tie_breaks", code)
    assert refreshed(tournament).tie_breaks == tournament.tie_breaks


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"tie_break_edition": "1999"}, "tie_break_edition"),
        ({"unrated_rating": 0}, "unrated_rating"),
        ({"unrated_rating": 4000}, "unrated_rating"),
    ],
)
def test_what_is_no_edition_and_no_rating(changes, field):
    tournament = make_tournament()
    with pytest.raises(Invalid) as refusal:
        update_tournament(actor=SYSTEM, tournament_id=tournament.pk, **changes)
    assert [fault["field"] for fault in refusal.value.params["errors"]] == [field]


def test_unrated_players_make_rating_tie_breaks_drop_out_unless_a_rating_is_set():
    values = {}
    for rating in (None, 1400):
        tournament = make_tournament(3, rounds=2, tie_breaks=["PTS", "ARO"], unrated_rating=rating)
        add_entry(
            actor=SYSTEM,
            tournament_id=tournament.pk,
            player_id=make_player(tournament.event.club).pk,
        )
        play(tournament, 1)
        values[rating] = {
            row.entry.pairing_number: row.values[1].text
            for row in standings_for(principal=ANONYMOUS, tournament_id=tournament.pk).rows
        }
        notices = [] if rating else ["tiebreak.unrated_participants"]
        assert notices_of(tournament) == notices
    assert set(values[None].values()) == {None}
    assert values[1400] == {1: "2280", 2: "1400", 3: "2300", 4: "2290"}


# ------------------------------------------------------------------ round robins


def test_the_buchholz_family_is_refused_for_a_round_robin():
    with pytest.raises(Invalid) as refusal:
        make_tournament(system="round-robin", tie_breaks=["PTS", "BH/C1", "SB"])
    (fault,) = refusal.value.params["errors"]
    assert (fault["field"], fault["code"], fault["params"]["tiebreak"]) == (
        "tie_breaks",
        "tiebreak.not_in_round_robin",
        "BH/C1",
    )
    assert Tournament.objects.count() == 0
    assert make_tournament(system="round-robin").tie_breaks == ["PTS", "SB", "DE", "KS"]
    assert make_tournament(system="dutch").tie_breaks[:3] == ["PTS", "BH/C1", "BH"]


def test_a_round_robin_that_is_not_paired_here_is_known_by_its_code_or_its_words():
    for says in ({"type_code": "FIDE_ROUNDROBIN"}, {"type_text": "Individual: Round-Robin"}):
        with pytest.raises(Invalid):
            make_tournament(system="custom", tie_breaks=["PTS", "BH"], **says)
    assert make_tournament(system="custom", tie_breaks=["PTS", "BH"]).tie_breaks == ["PTS", "BH"]


def test_an_imported_round_robin_leaves_the_buchholz_out_with_a_remark():
    file = record(
        "2w1 3b1 U\n1b0 U 3w=\nU 1w0 2b=",
        rounds=3,
        system="FIDE_ROUNDROBIN",
        info=TournamentInfo(tie_breaks=("BH", "SB")),
    )
    made = import_trf(actor=SYSTEM, event_id=make_event().pk, content=write_trf26(file))
    assert made.tournament.tie_breaks == ["PTS", "SB"]
    barred = [each for each in made.findings if each.code == "import.tie_break_barred"]
    assert [each.read for each in barred] == ["BH"]
    table = standings_for(principal=ANONYMOUS, tournament_id=made.tournament.pk)
    assert [(row.rank, row.entry.pairing_number, row.points) for row in table.rows] == [
        (1, 1, 30),
        (2, 2, 15),
        (2, 3, 15),
    ]


def test_d13_b_points_are_without_the_games_that_count_for_nobody():
    """4 left after one game of three: 1's win against 4 stays in the crosstable only."""
    file = record(
        "4w1 2b= 3w1\n3w= 1w= Z\n2b= Z 1b0\n1b0 Z Z",
        rounds=3,
        system="FIDE_ROUNDROBIN",
        info=TournamentInfo(tie_breaks=("SB",)),
    )
    made = import_trf(actor=SYSTEM, event_id=make_event().pk, content=write_trf26(file))
    table = standings_for(principal=ANONYMOUS, tournament_id=made.tournament.pk)
    found = [
        (row.rank, row.entry.pairing_number, row.points, [value.text for value in row.values])
        for row in table.rows
    ]
    assert found == [
        (1, 1, 15, ["1.5", "1.00"]),
        (2, 2, 10, ["1.0", "1.00"]),
        (3, 3, 5, ["0.5", "0.50"]),
        (None, 4, 0, [None, None]),
    ]
    assert [cell.points for cell in table.rows[0].cells] == [10, 5, 10]
    assert [notice.code for notice in table.notices] == ["standings.withdrawn_before_half"]


def test_an_imported_tournament_is_decided_by_the_rules_of_its_time():
    for start, edition in ((date(2019, 5, 1), "virtual"), (date(2026, 5, 1), "2026")):
        file = record("2w1\n1b0", rounds=2, info=TournamentInfo(start=start, end=start))
        made = import_trf(actor=SYSTEM, event_id=make_event().pk, content=write_trf26(file))
        assert made.tournament.tie_break_edition == edition

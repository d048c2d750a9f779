"""Requested byes under the event's own rules, the check-in, and lots in the starting order."""

from __future__ import annotations

import pytest

from tests.factories import (
    add_players,
    changes_of,
    entry_ids,
    make_event,
    make_player,
    make_tournament,
    member,
    pair,
    pairs_of,
    play,
    refreshed,
    round_of,
)
from tournaments.core.errors import Conflict
from tournaments.core.principal import SYSTEM
from tournaments.events.models import RequestedBye, Tournament
from tournaments.events.services import (
    add_entry,
    assign_pairing_numbers,
    check_in_entry,
    request_bye,
    undo_check_in,
    update_entry,
    update_tournament,
)
from tournaments.jobs.services import request_pairing
from tournaments.play.services import pair_by_hand

pytestmark = pytest.mark.django_db


def bye(entry, round_number: int, kind: str = "H", **options) -> RequestedBye:
    return request_bye(
        actor=SYSTEM, entry_id=entry, round_number=round_number, kind=kind, **options
    )


def refused(action) -> Conflict:
    """The refusal of an action that stores nothing."""
    before = list(RequestedBye.objects.values_list("entry", "round_number", "kind", "confirmed"))
    with pytest.raises(Conflict) as refusal:
        action()
    rows = RequestedBye.objects.values_list("entry", "round_number", "kind", "confirmed")
    assert list(rows) == before
    return refusal.value


def test_a_second_half_point_bye_needs_a_recorded_confirmation():
    tournament = make_tournament(6, rounds=7)
    one = entry_ids(tournament)[1]
    arbiter = member(tournament.event.club)
    bye(one, 1)
    play(tournament, 1)
    refusal = refused(lambda: bye(one, 3))
    assert (refusal.code, refusal.params) == (
        "bye.confirmation_needed",
        {"kind": "H", "rounds": [1]},
    )
    request_bye(actor=arbiter, entry_id=one, round_number=3, kind="H", confirmed=True)
    change = tournament.changes.filter(type="bye.requested").last()
    assert (change.actor, change.internal) == (arbiter.user, True)
    assert change.data == {"round": 3, "kind": {"old": None, "new": "H"}, "confirmed": True}
    # An absence without points needs no confirmation and counts for no limit.
    bye(one, 4, "Z")
    assert list(RequestedBye.objects.values_list("round_number", "kind", "confirmed")) == [
        (1, "H", False),
        (3, "H", True),
        (4, "Z", False),
    ]


def test_a_full_point_bye_needs_a_confirmation():
    one = entry_ids(make_tournament(4))[1]
    assert refused(lambda: bye(one, 2, "F")).params == {"kind": "F", "rounds": []}
    assert bye(one, 2, "F", confirmed=True).confirmed is True


def test_a_player_marked_not_eligible_gets_no_bye_with_points():
    tournament = make_tournament(4)
    one = entry_ids(tournament)[1]
    update_entry(actor=SYSTEM, entry_id=one, byes_allowed=False)
    for kind in ("H", "F"):
        refusal = refused(lambda kind=kind: bye(one, 2, kind, confirmed=True))
        assert refusal.code == "bye.not_allowed"
    assert bye(one, 2, "Z").kind == "Z"


def test_the_events_limit_and_its_last_rounds():
    tournament = make_tournament(4, rounds=9, half_point_byes=2, final_rounds_without_byes=2)
    one = entry_ids(tournament)[1]
    refusal = refused(lambda: bye(one, 8))
    assert (refusal.code, refusal.params) == ("bye.too_late", {"round": 8, "last": 7})
    bye(one, 7)
    bye(one, 6, confirmed=True)
    refusal = refused(lambda: bye(one, 5, confirmed=True))
    assert (refusal.code, refusal.params) == ("bye.limit_reached", {"limit": 2, "rounds": [6, 7]})
    # Asking again for the same round replaces and counts once.
    assert bye(one, 6, "F", confirmed=True).kind == "F"
    assert bye(one, 8, "Z").kind == "Z"


def checked_in(players: int, there: int, **fields) -> tuple[Tournament, dict[int, object]]:
    """A tournament with a check-in where the first ``there`` have arrived."""
    tournament = make_tournament(players, check_in=True, **fields)
    ids = entry_ids(tournament)
    for number in range(1, there + 1):
        check_in_entry(actor=SYSTEM, entry_id=ids[number])
    return tournament, ids


def test_c04_2_2_5_who_is_not_there_is_not_paired_and_has_no_number():
    tournament, ids = checked_in(6, 4)
    two = ids[2]
    undo_check_in(actor=SYSTEM, entry_id=two)
    run = pair(tournament, 1)
    assert run.status == "done"
    # 2, 5 and 6 are not there: the other three are 1, 2, 3 now, and one has the bye.
    assert pairs_of(round_of(tournament, 1)) == [(1, 2), (3, None)]
    numbers = dict(tournament.entries.values_list("pk", "pairing_number"))
    assert [numbers[ids[n]] for n in range(1, 7)] == [1, None, 2, 3, None, None]
    assert tournament.entries.get(pk=two).entered_from_round == 2
    away = tournament.changes.filter(type="entry.not_arrived").order_by("seq")
    assert [change.data for change in away] == [
        {"round": 1, "pairing_number": number} for number in (6, 5, 2)
    ]


def test_c04_2_2_4_who_arrives_later_gets_the_number_his_strength_earns():
    tournament, ids = checked_in(6, 4, rounds=5)
    undo_check_in(actor=SYSTEM, entry_id=ids[2])
    play(tournament, 1)
    late = check_in_entry(actor=SYSTEM, entry_id=ids[2])
    assert (late.pairing_number, late.entered_from_round) == (2, 2)
    again = check_in_entry(actor=SYSTEM, entry_id=ids[2])
    assert again.version == late.version
    (walk_in,) = add_players(tournament, [2295])
    assert walk_in.pairing_number is None
    play(tournament, 2)
    walk_in.refresh_from_db()
    assert (walk_in.pairing_number, walk_in.entered_from_round) == (None, 3)
    assert tournament.entries.get(pk=ids[2]).seats.get().round.number == 2
    assert check_in_entry(actor=SYSTEM, entry_id=walk_in.pk).pairing_number == 2
    with pytest.raises(Conflict) as refusal:
        undo_check_in(actor=SYSTEM, entry_id=ids[1])
    assert refusal.value.params == {"reason": "rounds"}


def test_a_pairing_that_fails_takes_nobodys_arrival_back():
    tournament, ids = checked_in(4, 2, rounds=5)
    play(tournament, 1)
    # The two who are there have met: round 2 cannot be paired.
    assert pair(tournament, 2).error_code == "pairing.no_legal_pairing"
    assert tournament.entries.get(pk=ids[3]).entered_from_round == 3
    assert check_in_entry(actor=SYSTEM, entry_id=ids[3]).entered_from_round == 2
    assert pair(tournament, 2).status == "done"


def test_a_refused_pairing_leaves_the_numbers_of_the_absent():
    tournament, ids = checked_in(4, 1)
    before = changes_of(tournament)
    for refuse in (
        lambda: request_pairing(actor=SYSTEM, round_id=round_of(tournament, 1).pk),
        lambda: pair_by_hand(actor=SYSTEM, round_id=round_of(tournament, 1).pk, boards=[]),
    ):
        with pytest.raises(Conflict) as refusal:
            refuse()
        assert refusal.value.params == {"round": 1, "present": 1}
    assert entry_ids(tournament) == ids
    assert changes_of(tournament) == before


def test_a_bye_in_round_one_keeps_the_number_of_who_arrives_later():
    tournament, ids = checked_in(5, 4, rounds=4)
    bye(ids[5], 1)
    play(tournament, 1)
    pair(tournament, 2)
    fifth = tournament.entries.get(pk=ids[5])
    assert (fifth.pairing_number, fifth.entered_from_round) == (5, 3)
    assert [(seat.round.number, seat.bye) for seat in fifth.seats.all()] == [(1, "H")]


def test_a_tournament_without_check_in_refuses_it():
    tournament = make_tournament(2)
    with pytest.raises(Conflict) as refusal:
        check_in_entry(actor=SYSTEM, entry_id=entry_ids(tournament)[1])
    assert refusal.value.code == "tournament.no_check_in"


def test_c04_2_2_2_lots_decide_where_they_were_announced():
    event = make_event()
    tournament = make_tournament(event=event, starting_order_key="lot")
    seed = tournament.starting_order_seed
    assert isinstance(seed, int)
    for name, rating, title in (
        ("Alfa", 2000, ""),
        ("Beta", 2000, ""),
        ("Gamma", 2000, ""),
        ("Delta", 2000, ""),
        ("Gran", 2000, "GM"),
        ("Alto", 2400, ""),
    ):
        player = make_player(event.club, name, title=title)
        add_entry(actor=SYSTEM, tournament_id=tournament.pk, player_id=player.pk, rating=rating)
    names = list(tournament.entries.order_by("pairing_number").values_list("name", flat=True))
    assert names[:2] == ["Alto", "Gran"]
    for _ in range(2):
        assert assign_pairing_numbers(actor=SYSTEM, tournament_id=tournament.pk) == []
    orders = set()
    for other in range(8):
        Tournament.objects.filter(pk=tournament.pk).update(starting_order_seed=other)
        assign_pairing_numbers(actor=SYSTEM, tournament_id=tournament.pk)
        rows = tournament.entries.order_by("pairing_number").values_list("name", flat=True)
        assert list(rows[:2]) == ["Alto", "Gran"]
        orders.add(tuple(rows))
    assert len(orders) > 1


def test_lots_are_drawn_once_and_frozen_with_the_announcement():
    tournament = make_tournament(4)
    assert tournament.starting_order_seed is None
    update_tournament(actor=SYSTEM, tournament_id=tournament.pk, starting_order_key="lot")
    drawn = refreshed(tournament).starting_order_seed
    assert drawn is not None
    change = tournament.changes.get(type="tournament.updated")
    assert change.data["starting_order_seed"] == {"old": None, "new": drawn}
    update_tournament(actor=SYSTEM, tournament_id=tournament.pk, city="Soria")
    assert refreshed(tournament).starting_order_seed == drawn
    pair(tournament, 1)
    with pytest.raises(Conflict) as refusal:
        update_tournament(actor=SYSTEM, tournament_id=tournament.pk, starting_order_key="name")
    assert refusal.value.params == {"fields": ["starting_order_key"]}

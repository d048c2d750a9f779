"""Entries and their numbers (C.04.2 art. 2 and 3)."""

from __future__ import annotations

import pytest

from tests.factories import (
    add_players,
    changes_of,
    entry_ids,
    make_club,
    make_event,
    make_player,
    make_tournament,
    member,
    pair,
    pair_and_publish,
    play,
    stranger,
)
from tournaments.core.errors import Conflict, Forbidden, Invalid, NotFound, Stale
from tournaments.core.principal import SYSTEM
from tournaments.events.models import Entry, RequestedBye, Tournament
from tournaments.events.services import (
    add_entry,
    allow_pairing,
    assign_pairing_numbers,
    cancel_bye,
    prohibit_pairing,
    remove_entry,
    renumber_entries,
    request_bye,
    return_entry,
    update_entry,
    update_tournament,
    withdraw_entry,
)

pytestmark = pytest.mark.django_db


def ratings(tournament: Tournament) -> list[int | None]:
    """Ratings by pairing number; the numbers are 1..n without gaps."""
    rows = list(
        tournament.entries.filter(pairing_number__isnull=False)
        .order_by("pairing_number")
        .values_list("pairing_number", "rating")
    )
    assert [number for number, _ in rows] == list(range(1, len(rows) + 1))
    return [rating for _, rating in rows]


def test_c04_2_2_2_numbers_follow_rating_title_and_name():
    event = make_event()
    tournament = make_tournament(event=event)
    wanted = [
        ("Zeta, A", 2400, ""),
        ("Beta, A", 2300, "GM"),
        ("Alfa, A", 2300, "IM"),
        ("Alfa, B", 2300, "WGM"),
        ("Alfa, C", 2300, "FM"),
        ("Alfa, D", 2300, "WIM"),
        ("Alfa, E", 2300, "CM"),
        ("Alfa, F", 2300, "WFM"),
        ("Alfa, G", 2300, "WCM"),
        ("Aardvark, A", 2300, ""),
        ("Łabędź, A", 2300, ""),
        ("Mono, A", 2300, ""),
        ("Uno, A", None, "CM"),
        ("Aaa, A", None, ""),
    ]
    shuffled = wanted[::2] + wanted[1::2][::-1]
    for name, rating, title in shuffled:
        player = make_player(event.club, name, title=title)
        add_entry(actor=SYSTEM, tournament_id=tournament.pk, player_id=player.pk, rating=rating)
    names = list(tournament.entries.order_by("pairing_number").values_list("name", flat=True))
    assert names == [name for name, _, _ in wanted]
    assert ratings(tournament) == [rating for _, rating, _ in wanted]


def test_c04_2_2_4_a_late_entry_moves_the_weaker_ones_down():
    tournament = make_tournament()
    add_players(tournament, [2300, 2200, 2100, 2000, 1850, 1800, 1750, 1700])
    play(tournament, 1)
    play(tournament, 2)
    boards = list(tournament.rounds.filter(status="completed").values_list("boards", "version"))
    (late,) = add_players(tournament, [1900])
    late.refresh_from_db()
    assert (late.pairing_number, late.entered_from_round) == (5, 3)
    assert ratings(tournament) == [2300, 2200, 2100, 2000, 1900, 1850, 1800, 1750, 1700]
    assert boards == list(
        tournament.rounds.filter(status="completed").values_list("boards", "version")
    )
    moved = tournament.entries.get(rating=1850)
    assert (moved.pairing_number, moved.version) == (6, 2)
    assert tournament.entries.get(rating=2000).version == 1


def test_c04_2_2_3_numbers_are_frozen_once_round_four_is_paired():
    tournament = make_tournament(8, rounds=5)
    weakest = tournament.entries.get(pairing_number=8)
    for number in (1, 2, 3):
        play(tournament, number)
    update_entry(actor=SYSTEM, entry_id=weakest.pk, rating=2500)
    assert weakest.pairing_number == 8
    changed = assign_pairing_numbers(actor=SYSTEM, tournament_id=tournament.pk)
    assert len(changed) == 8
    weakest.refresh_from_db()
    assert weakest.pairing_number == 1
    pair_and_publish(tournament, 4)
    update_entry(actor=SYSTEM, entry_id=weakest.pk, rating=1500)
    with pytest.raises(Conflict) as refusal:
        assign_pairing_numbers(actor=SYSTEM, tournament_id=tournament.pk)
    assert refusal.value.params == {"from_round": 4}
    with pytest.raises(Conflict):
        renumber_entries(
            actor=SYSTEM, tournament_id=tournament.pk, order=list(entry_ids(tournament).values())
        )
    (late,) = add_players(tournament, [2600])
    late.refresh_from_db()
    assert (late.pairing_number, late.entered_from_round) == (9, 5)
    assert ratings(tournament)[0] == 1500


def test_renumbering_takes_a_complete_order_and_logs_it():
    tournament = make_tournament(4)
    ids = entry_ids(tournament)
    order = [ids[3], ids[2], ids[4], ids[1]]
    changed = renumber_entries(actor=SYSTEM, tournament_id=tournament.pk, order=order)
    assert [entry.pk for entry in changed] == [ids[3], ids[4], ids[1]]
    assert entry_ids(tournament) == dict(enumerate(order, 1))
    change = tournament.changes.get(type="entries.renumbered")
    assert [(row["old"], row["new"]) for row in change.data["numbers"]] == [(3, 1), (4, 3), (1, 4)]
    with pytest.raises(Invalid) as refusal:
        renumber_entries(actor=SYSTEM, tournament_id=tournament.pk, order=order[:3])
    assert refusal.value.params == {"missing": [str(ids[1])], "unknown": []}
    assert entry_ids(tournament) == dict(enumerate(order, 1))


def test_the_rating_used_comes_from_the_list_and_rate_of_play():
    club = make_club()
    event = make_event(club)
    rapid = make_tournament(event=event, rating_kind="rapid")
    lists = [
        {"value": 2000, "as_of": "2026-03-01", "kind": "rapid"},
        {"value": 2050, "as_of": "2026-04-01", "kind": "rapid"},
        {"value": 2222, "as_of": "2026-04-01", "kind": "standard"},
        {"value": 1999, "as_of": "2026-04-01", "kind": "rapid", "list_name": "ESP"},
    ]
    with_rapid = make_player(club, ratings=lists)
    without = make_player(club, ratings=[{"value": 2111, "as_of": "2026-04-01"}])
    unrated = make_player(club)
    used = [
        add_entry(actor=SYSTEM, tournament_id=rapid.pk, player_id=player.pk).rating
        for player in (with_rapid, without, unrated)
    ]
    assert used == [2050, 2111, None]


def test_a_player_is_entered_once():
    tournament = make_tournament(1)
    player = tournament.entries.get().player
    with pytest.raises(Conflict) as refusal:
        add_entry(actor=SYSTEM, tournament_id=tournament.pk, player_id=player.pk)
    assert refusal.value.code == "entry.exists"
    assert tournament.entries.count() == 1


def test_who_manages_entries():
    tournament = make_tournament(2)
    club = tournament.event.club
    player = make_player(club)
    entry = tournament.entries.first()
    for principal in (stranger(), member(club, "viewer")):
        with pytest.raises(Forbidden):
            add_entry(actor=principal, tournament_id=tournament.pk, player_id=player.pk)
        with pytest.raises(Forbidden):
            withdraw_entry(actor=principal, entry_id=entry.pk)
    arbiter = member(club)
    add_entry(actor=arbiter, tournament_id=tournament.pk, player_id=player.pk)
    foreign = make_player(make_club("Other"))
    with pytest.raises(NotFound) as refusal:
        add_entry(actor=arbiter, tournament_id=tournament.pk, player_id=foreign.pk)
    assert refusal.value.code == "player.not_found"


def test_c04_2_3_2_the_withdrawn_are_not_paired_and_may_return():
    tournament = make_tournament(5, rounds=5)
    play(tournament, 1)
    entry = tournament.entries.get(pairing_number=3)
    withdrawn = withdraw_entry(actor=SYSTEM, entry_id=entry.pk, expected_version=1)
    assert (withdrawn.status, withdrawn.status_from_round, withdrawn.version) == ("withdrawn", 2, 2)
    play(tournament, 2)
    assert entry.seats.filter(round__number=2).count() == 0
    with pytest.raises(Conflict) as refusal:
        withdraw_entry(actor=SYSTEM, entry_id=entry.pk)
    assert refusal.value.params == {"from_round": 2}
    returned = return_entry(actor=SYSTEM, entry_id=entry.pk)
    assert (returned.status, returned.status_from_round) == ("active", 3)
    play(tournament, 3)
    assert entry.seats.filter(round__number=3).count() == 1
    with pytest.raises(Conflict) as refusal:
        return_entry(actor=SYSTEM, entry_id=entry.pk)
    assert refusal.value.code == "entry.not_withdrawn"


def test_a_withdrawal_that_has_not_taken_effect_is_cancelled():
    tournament = make_tournament(4)
    entry = tournament.entries.get(pairing_number=1)
    withdraw_entry(actor=SYSTEM, entry_id=entry.pk, from_round=3)
    with pytest.raises(Conflict) as refusal:
        return_entry(actor=SYSTEM, entry_id=entry.pk, from_round=4)
    assert refusal.value.code == "entry.withdrawal_not_in_effect"
    returned = return_entry(actor=SYSTEM, entry_id=entry.pk)
    assert (returned.status, returned.status_from_round) == ("active", 1)
    play(tournament, 1)
    assert entry.seats.count() == 1


def test_withdrawal_takes_effect_only_from_its_round():
    tournament = make_tournament(4, rounds=3)
    entry = tournament.entries.get(pairing_number=1)
    withdraw_entry(actor=SYSTEM, entry_id=entry.pk, from_round=2)
    play(tournament, 1)
    assert entry.seats.count() == 1
    pair(tournament, 2)
    assert entry.seats.count() == 1


def test_rounds_for_entries_and_withdrawals_must_be_to_come():
    tournament = make_tournament(4, rounds=2)
    play(tournament, 1)
    entry = tournament.entries.first()
    with pytest.raises(Conflict) as refusal:
        withdraw_entry(actor=SYSTEM, entry_id=entry.pk, from_round=1)
    assert refusal.value.params == {"round": 1, "next_round": 2}
    with pytest.raises(Invalid) as out:
        withdraw_entry(actor=SYSTEM, entry_id=entry.pk, from_round=3)
    assert out.value.params == {"round": 3, "rounds": 2}
    play(tournament, 2)
    with pytest.raises(Conflict) as refusal:
        withdraw_entry(actor=SYSTEM, entry_id=entry.pk)
    assert refusal.value.code == "tournament.no_rounds_left"
    entry.refresh_from_db()
    assert (entry.status, entry.version) == ("active", 1)


def test_removing_an_entry_closes_the_gap():
    tournament = make_tournament(4)
    ids = entry_ids(tournament)
    prohibit_pairing(actor=SYSTEM, tournament_id=tournament.pk, entry_ids=[ids[2], ids[3]])
    remove_entry(actor=SYSTEM, entry_id=ids[2], expected_version=1)
    assert ratings(tournament) == [2300, 2280, 2270]
    assert tournament.prohibited_pairings.count() == 0
    assert changes_of(tournament)[-1] == "entry.removed"
    play(tournament, 1)
    with pytest.raises(Conflict) as refusal:
        remove_entry(actor=SYSTEM, entry_id=ids[1])
    assert refusal.value.params == {"reason": "rounds"}


def test_an_entry_named_in_settings_is_not_removed():
    tournament = make_tournament(3)
    ids = entry_ids(tournament)
    update_tournament(
        actor=SYSTEM,
        tournament_id=tournament.pk,
        virtual_points=[
            {
                "points": 10,
                "first_round": 1,
                "last_round": 2,
                "first_entry": str(ids[1]),
                "last_entry": str(ids[2]),
            }
        ],
    )
    with pytest.raises(Conflict) as refusal:
        remove_entry(actor=SYSTEM, entry_id=ids[2])
    assert refusal.value.params == {"reason": "settings"}
    remove_entry(actor=SYSTEM, entry_id=ids[3])


def test_stale_entries_are_refused():
    tournament = make_tournament(2)
    entry = tournament.entries.first()
    update_entry(actor=SYSTEM, entry_id=entry.pk, rating=2222, expected_version=1)
    with pytest.raises(Stale) as refusal:
        update_entry(actor=SYSTEM, entry_id=entry.pk, rating=2333, expected_version=1)
    assert refusal.value.code == "entry.stale"
    assert refusal.value.params["version"] == 2
    assert Entry.objects.get(pk=entry.pk).rating == 2222


@pytest.mark.parametrize(
    ("field", "value"), [("rating", 0), ("rating", 4001), ("title", "XX"), ("name", "")]
)
def test_impossible_corrections_are_refused(field, value):
    tournament = make_tournament(1)
    entry = tournament.entries.get()
    with pytest.raises(Invalid) as refusal:
        update_entry(actor=SYSTEM, entry_id=entry.pk, **{field: value})
    assert refusal.value.code == "entry.invalid"
    assert [error["field"] for error in refusal.value.params["errors"]] == [field]
    kept = Entry.objects.get(pk=entry.pk)
    assert (kept.version, kept.rating, kept.title) == (1, 2300, "")


def test_byes_are_requested_replaced_and_cancelled():
    tournament = make_tournament(4)
    entry = tournament.entries.get(pairing_number=2)
    request_bye(actor=SYSTEM, entry_id=entry.pk, round_number=2, kind="H")
    request_bye(actor=SYSTEM, entry_id=entry.pk, round_number=2, kind="Z")
    assert list(RequestedBye.objects.values_list("round_number", "kind")) == [(2, "Z")]
    cancel_bye(actor=SYSTEM, entry_id=entry.pk, round_number=2)
    assert RequestedBye.objects.count() == 0
    with pytest.raises(NotFound) as missing:
        cancel_bye(actor=SYSTEM, entry_id=entry.pk, round_number=2)
    assert missing.value.code == "bye.not_found"
    types = changes_of(tournament)[-3:]
    assert types == ["bye.requested", "bye.requested", "bye.cancelled"]
    assert tournament.changes.filter(type="bye.requested", internal=False).count() == 0


def test_byes_of_paired_rounds_and_impossible_ones_are_refused():
    tournament = make_tournament(4, rounds=3)
    play(tournament, 1)
    entry = tournament.entries.get(pairing_number=2)
    with pytest.raises(Conflict) as refusal:
        request_bye(actor=SYSTEM, entry_id=entry.pk, round_number=1, kind="H")
    assert refusal.value.code == "entry.round_already_paired"
    with pytest.raises(Invalid):
        request_bye(actor=SYSTEM, entry_id=entry.pk, round_number=4, kind="H")
    with pytest.raises(Invalid) as unknown:
        request_bye(actor=SYSTEM, entry_id=entry.pk, round_number=2, kind="U")
    assert unknown.value.params == {"kind": "U", "known": ["H", "F", "Z"]}
    withdraw_entry(actor=SYSTEM, entry_id=entry.pk, from_round=3)
    with pytest.raises(Conflict):
        request_bye(actor=SYSTEM, entry_id=entry.pk, round_number=3, kind="H")
    request_bye(actor=SYSTEM, entry_id=entry.pk, round_number=2, kind="H")
    assert RequestedBye.objects.count() == 1


def test_prohibited_pairings_are_obeyed_and_frozen():
    tournament = make_tournament(4)
    ids = entry_ids(tournament)
    first = prohibit_pairing(
        actor=SYSTEM, tournament_id=tournament.pk, entry_ids=[ids[1], ids[3]], label="siblings"
    )
    run = pair(tournament, 1)
    assert [1, 3] not in run.result["boards"] and [3, 1] not in run.result["boards"]
    with pytest.raises(Conflict) as refusal:
        allow_pairing(actor=SYSTEM, prohibited_pairing_id=first.pk)
    assert refusal.value.params == {"fields": ["prohibited_pairings"]}
    with pytest.raises(Conflict):
        prohibit_pairing(actor=SYSTEM, tournament_id=tournament.pk, entry_ids=[ids[1], ids[2]])
    assert tournament.prohibited_pairings.count() == 1


def test_prohibitions_name_two_entries_of_the_tournament():
    tournament = make_tournament(2)
    other = make_tournament(1)
    ids = entry_ids(tournament)
    foreign = entry_ids(other)[1]
    with pytest.raises(Invalid) as refusal:
        prohibit_pairing(actor=SYSTEM, tournament_id=tournament.pk, entry_ids=[ids[1], ids[1]])
    assert refusal.value.params == {"entries": 1}
    with pytest.raises(Invalid) as unknown:
        prohibit_pairing(actor=SYSTEM, tournament_id=tournament.pk, entry_ids=[ids[1], foreign])
    assert unknown.value.params == {"entries": [str(foreign)]}
    assert tournament.prohibited_pairings.count() == 0

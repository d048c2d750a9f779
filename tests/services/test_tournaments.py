"""Tournaments: settings, rounds, life, and what different people see."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from tests.factories import (
    board_of,
    changes_of,
    enter,
    entry_ids,
    make_club,
    make_event,
    make_tournament,
    member,
    pair,
    pair_and_publish,
    play,
    refreshed,
    round_of,
    stranger,
)
from tournaments.core.errors import Conflict, Forbidden, Invalid, NotFound, Stale
from tournaments.core.models import ChangeLogEntry
from tournaments.core.principal import ANONYMOUS, SYSTEM, Principal
from tournaments.events.models import (
    Entry,
    Event,
    ProhibitedPairing,
    RequestedBye,
    Round,
    Tournament,
)
from tournaments.events.services import (
    change_status,
    create_tournament,
    prohibit_pairing,
    request_bye,
    schedule_round,
    update_event,
    update_tournament,
)
from tournaments.events.warnings import warnings_for
from tournaments.jobs.models import PairingRun
from tournaments.play.models import Board, Seat
from tournaments.play.services import unpair_round
from tournaments.players.models import Player

pytestmark = pytest.mark.django_db


def faults(refusal: pytest.ExceptionInfo[Invalid]) -> set[tuple[str, str]]:
    """(field, code) of each fault."""
    return {(error["field"], error["code"]) for error in refusal.value.params["errors"]}


def test_all_rounds_are_planned_from_the_start():
    tournament = make_tournament(rounds=7)
    rows = list(tournament.rounds.order_by("number").values_list("number", "status"))
    assert rows == [(number, "planned") for number in range(1, 8)]
    assert tournament.tie_breaks == ["PTS", "BH/C1", "BH", "SB", "DE", "WIN"]
    assert changes_of(tournament) == ["tournament.created"]
    shorter = update_tournament(actor=SYSTEM, tournament_id=tournament.pk, round_count=5)
    assert (shorter.rounds.count(), shorter.version) == (5, 2)
    longer = update_tournament(actor=SYSTEM, tournament_id=tournament.pk, round_count=6)
    assert list(longer.rounds.order_by("number").values_list("number", flat=True)) == [*range(1, 7)]


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({"round_count": 0}, ("round_count", "min_value")),
        ({"round_count": 100}, ("round_count", "max_value")),
        ({"system": "chaos"}, ("system", "system.unknown")),
        ({"edition": "1850"}, ("edition", "edition.unknown")),
        ({"tie_breaks": ["PTS", "BHX"]}, ("tie_breaks", "tiebreak.unknown")),
        ({"tie_breaks": ["PTS", "BH", "BH"]}, ("tie_breaks", "tiebreak.repeated")),
        ({"tie_breaks": "BH"}, ("tie_breaks", "list_of_texts")),
        ({"acceleration": "turbo"}, ("acceleration", "invalid_choice")),
        ({"points_win": 5, "points_draw": 10}, ("points_win", "points_not_ordered")),
        ({"points_win": 0, "points_draw": 0}, ("points_win", "points_not_ordered")),
        ({"virtual_points": [{"points": 10}]}, ("virtual_points", "table_malformed")),
        (
            {"abnormal_points": [{"outcome": "Q", "points": 5, "round": None, "entries": []}]},
            ("abnormal_points.0.outcome", "outcome_unknown"),
        ),
        (
            {"abnormal_points": [{"outcome": "+", "points": 5, "round": 0, "entries": []}]},
            ("abnormal_points.0.round", "rounds_impossible"),
        ),
        (
            {"abnormal_points": [{"outcome": "+", "points": 5, "round": 1, "entries": ["nobody"]}]},
            ("abnormal_points.0.entries", "entries_unknown"),
        ),
        (
            {
                "virtual_points": [
                    {
                        "points": 10,
                        "first_round": 3,
                        "last_round": 2,
                        "first_entry": "a",
                        "last_entry": "b",
                    }
                ]
            },
            ("virtual_points.0.first_round", "rounds_impossible"),
        ),
    ],
)
def test_impossible_settings_are_refused_by_field(values, fault):
    event = make_event()
    with pytest.raises(Invalid) as refusal:
        create_tournament(
            actor=SYSTEM, event_id=event.pk, **{"name": "X", "round_count": 5, **values}
        )
    assert fault in faults(refusal)
    assert (Tournament.objects.count(), Round.objects.count()) == (0, 0)


def test_who_makes_and_changes_tournaments():
    event = make_event()
    club = event.club
    for principal in (ANONYMOUS, stranger(), member(club, "arbiter")):
        with pytest.raises(Forbidden):
            create_tournament(actor=principal, event_id=event.pk, name="X", round_count=5)
    organiser = member(club, "organiser")
    tournament = create_tournament(
        actor=organiser, event_id=event.pk, name="Grupo Ñ", round_count=5
    )
    assert tournament.slug == "grupo-n"
    with pytest.raises(Forbidden):
        update_tournament(actor=member(club), tournament_id=tournament.pk, name="Y")
    with pytest.raises(Stale) as stale:
        update_tournament(
            actor=organiser, tournament_id=tournament.pk, name="Y", expected_version=2
        )
    assert stale.value.code == "tournament.stale"
    other = member(make_club("Other"), "owner")
    with pytest.raises(Forbidden):
        update_tournament(actor=other, tournament_id=tournament.pk, name="Y")
    assert refreshed(tournament).name == "Grupo Ñ"


@pytest.mark.parametrize(
    ("players", "rounds", "most"),
    [(6, 6, 5), (7, 8, 7), (2, 2, 1)],
)
def test_d12d_too_many_rounds_for_the_field_are_warned_about(players, rounds, most):
    tournament = make_tournament(players, rounds=rounds)
    (warning,) = warnings_for(tournament)
    assert warning.code == "tournament.too_many_rounds"
    assert warning.params == {"rounds": rounds, "players": players, "most": most}
    assert warnings_for(make_tournament(players, rounds=most)) == []


def test_the_life_of_a_tournament():
    tournament = make_tournament(2, rounds=1)

    def to(status: str) -> str:
        return change_status(actor=SYSTEM, tournament_id=tournament.pk, status=status).status

    assert to("draft") == "draft"
    assert to("registration") == "registration"
    for unreachable in ("running", "finished", "archived"):
        with pytest.raises(Conflict) as refusal:
            to(unreachable)
        assert refusal.value.params == {"status": unreachable, "current": "registration"}
    with pytest.raises(Invalid):
        to("open")
    round = pair_and_publish(tournament, 1)
    with pytest.raises(Conflict) as refusal:
        to("finished")
    assert refusal.value.code == "tournament.not_complete"
    enter(round, {1: "1-0"})
    assert [to("finished"), to("archived"), to("finished"), to("running"), to("running")] == [
        *("finished", "archived", "finished", "running", "running"),
    ]
    assert changes_of(tournament)[-4:] == [
        "tournament.finished",
        "tournament.archived",
        "tournament.unarchived",
        "tournament.reopened",
    ]


def test_a_finished_tournament_is_closed_to_every_change():
    tournament = make_tournament(2, rounds=1)
    enter(pair_and_publish(tournament, 1), {1: "1-0"})
    change_status(actor=SYSTEM, tournament_id=tournament.pk, status="finished")
    entry = tournament.entries.first()
    round = round_of(tournament, 1)
    refused = [
        lambda: update_tournament(actor=SYSTEM, tournament_id=tournament.pk, name="Y"),
        lambda: request_bye(actor=SYSTEM, entry_id=entry.pk, round_number=1, kind="H"),
        lambda: unpair_round(actor=SYSTEM, round_id=round.pk),
        lambda: schedule_round(actor=SYSTEM, round_id=round.pk, day=date(2026, 5, 1)),
    ]
    for action in refused:
        with pytest.raises(Conflict) as refusal:
            action()
        assert refusal.value.code == "tournament.closed"


def test_rounds_are_scheduled_in_the_events_zone_and_stay_when_it_moves():
    event = make_event(time_zone="Europe/Madrid")
    tournament = make_tournament(event=event)
    # Clocks go back in Madrid in the night before 25 October 2026.
    instants = [datetime(2026, 10, 24, 8, tzinfo=UTC), datetime(2026, 10, 25, 9, tzinfo=UTC)]
    for number, instant in enumerate(instants, start=1):
        round = schedule_round(
            actor=SYSTEM, round_id=round_of(tournament, number).pk, starts_at=instant
        )
        assert (round.starts_at, round.day) == (instant, date(2026, 10, 23 + number))
    update_event(actor=SYSTEM, event_id=event.pk, time_zone="America/New_York")
    assert [round_of(tournament, n).starts_at for n in (1, 2)] == instants
    with pytest.raises(Invalid) as naive:
        schedule_round(
            actor=SYSTEM, round_id=round_of(tournament, 1).pk, starts_at=datetime(2026, 10, 24, 8)
        )
    assert naive.value.code == "round.start_without_zone"
    with pytest.raises(Invalid) as other_day:
        schedule_round(
            actor=SYSTEM,
            round_id=round_of(tournament, 1).pk,
            starts_at=instants[0],
            day=date(2026, 10, 30),
        )
    assert other_day.value.params == {"day": "2026-10-30", "local_day": "2026-10-24"}
    assert round_of(tournament, 1).version == 2


def seen_by(principal: Principal) -> dict[str, int]:
    """How many rows of each kind a principal sees."""
    return {
        model.__name__: model.objects.visible_to(principal).count()
        for model in (
            Event,
            Tournament,
            Entry,
            Round,
            Board,
            Seat,
            RequestedBye,
            ProhibitedPairing,
            PairingRun,
            ChangeLogEntry,
            Player,
        )
    }


NOTHING = dict.fromkeys(
    (
        "Event",
        "Tournament",
        "Entry",
        "Round",
        "Board",
        "Seat",
        "RequestedBye",
        "ProhibitedPairing",
        "PairingRun",
        "ChangeLogEntry",
        "Player",
    ),
    0,
)


def test_an_unpublished_round_is_invisible_everywhere():
    tournament = make_tournament(5, rounds=3)
    ids = entry_ids(tournament)
    prohibit_pairing(actor=SYSTEM, tournament_id=tournament.pk, entry_ids=[ids[1], ids[2]])
    play(tournament, 1)
    request_bye(actor=SYSTEM, entry_id=ids[4], round_number=2, kind="H")
    club = tournament.event.club
    viewer, arbiter = member(club, "viewer"), member(club, "arbiter")
    player = stranger()
    Player.objects.filter(entries__pk=ids[4]).update(user=player.user)
    outsiders = (ANONYMOUS, stranger(), viewer, player)
    before = [seen_by(principal) for principal in outsiders]
    pair(tournament, 2)
    assert [seen_by(principal) for principal in outsiders] == before
    public = before[0]
    assert (public["Round"], public["Board"], public["Seat"]) == (1, 2, 5)
    assert (public["RequestedBye"], public["ProhibitedPairing"], public["PairingRun"]) == (0, 0, 0)
    assert (before[3]["RequestedBye"], before[3]["Player"]) == (1, 1)
    own = seen_by(arbiter)
    assert (own["Round"], own["Board"], own["Seat"], own["PairingRun"]) == (3, 4, 10, 2)
    hidden = {"pairing.requested", "round.paired", "bye.requested", "pairing.prohibited"}
    for principal in outsiders:
        types = set(ChangeLogEntry.objects.visible_to(principal).values_list("type", flat=True))
        assert not types & hidden
        assert {"round.published", "result.recorded", "entry.added"} <= types
    assert hidden <= set(ChangeLogEntry.objects.visible_to(arbiter).values_list("type", flat=True))


def test_a_round_taken_back_is_invisible_again_with_its_changes():
    tournament = make_tournament(4)
    round = pair_and_publish(tournament, 1)
    assert ChangeLogEntry.objects.visible_to(ANONYMOUS).filter(type="round.published").exists()
    unpair_round(actor=SYSTEM, round_id=round.pk)
    types = set(ChangeLogEntry.objects.visible_to(ANONYMOUS).values_list("type", flat=True))
    assert "round.published" not in types
    assert "round.unpaired" in types


@pytest.mark.parametrize(
    ("visibility", "who", "sees"),
    [
        ("public", "anonymous", True),
        ("public", "stranger", True),
        ("club", "anonymous", False),
        ("club", "stranger", False),
        ("club", "viewer", True),
        ("hidden", "anonymous", False),
        ("hidden", "viewer", False),
        ("hidden", "arbiter", True),
        ("hidden", "organiser", True),
        ("hidden", "owner", True),
    ],
)
def test_who_sees_an_event(visibility, who, sees):
    event = make_event(visibility=visibility)
    tournament = make_tournament(2, event=event)
    play(tournament, 1)
    roles = {"anonymous": lambda: ANONYMOUS, "stranger": stranger}
    principal = roles[who]() if who in roles else member(event.club, who)
    seen = seen_by(principal)
    assert (seen["Event"], seen["Tournament"], seen["Entry"], seen["Board"]) == (
        (1, 1, 2, 1) if sees else (0, 0, 0, 0)
    )


def test_a_draft_is_seen_by_those_who_run_it():
    event = make_event()
    create_tournament(actor=SYSTEM, event_id=event.pk, draft=True, name="X", round_count=5)
    for principal in (ANONYMOUS, stranger(), member(event.club, "viewer")):
        assert Tournament.objects.visible_to(principal).count() == 0
        assert Round.objects.visible_to(principal).count() == 0
    arbiter = member(event.club)
    assert Tournament.objects.visible_to(arbiter).count() == 1
    assert Round.objects.visible_to(arbiter).count() == 5


def test_another_clubs_owner_sees_what_the_public_sees():
    event = make_event(visibility="hidden")
    tournament = make_tournament(2, event=event)
    pair_and_publish(tournament, 1)
    other = member(make_club("Other"), "owner")
    seen = seen_by(other)
    changes = ChangeLogEntry.objects.visible_to(other)
    assert set(changes.values_list("club__name", flat=True)) == {"Other"}
    assert {**seen, "ChangeLogEntry": 0} == NOTHING
    with pytest.raises(NotFound):
        update_tournament(actor=other, tournament_id=tournament.pk, name="X")
    assert board_of(round_of(tournament, 1), 1).outcome == ""


@pytest.mark.parametrize(
    ("event", "section", "name"),
    [
        ("Moon Festival", "Open A", "Moon Festival, Open A"),
        ("Moon Festival", "Moon festival: Open A", "Moon festival: Open A"),
        ("Moon Open 2026", "Open", "Moon Open 2026"),
        ("Autumn Open", "A", "Autumn Open, A"),
        ("Opening Cup", "Open", "Opening Cup, Open"),
    ],
)
def test_the_full_name_says_neither_name_twice(event, section, name):
    assert Tournament(name=section, event=Event(name=event)).full_name == name

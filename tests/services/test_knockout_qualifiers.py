"""From a Swiss and from groups into the bracket."""

from __future__ import annotations

import pytest

from tests.factories import (
    enter,
    make_event,
    make_tournament,
    pair_and_publish,
    pairs_of,
    play,
    refreshed,
)
from tests.support.club_knockouts import bracket, make_knockout
from tournaments.core.errors import Conflict, DomainError, Invalid
from tournaments.core.principal import SYSTEM
from tournaments.events.models import Entry
from tournaments.knockouts import services
from tournaments.knockouts.models import Bracket, Qualified
from tournaments.knockouts.presentation import Presenter
from tournaments.knockouts.services import Taking
from tournaments.standings.selectors import standings_for

pytestmark = pytest.mark.django_db


def refused(code: str, kind: type[DomainError], tournament, **taking) -> dict:
    """The parameters with which taking over is refused."""
    with pytest.raises(kind) as caught:
        take(tournament, **taking)
    assert caught.value.code == code
    return caught.value.params


def take(tournament, **taking) -> list[str]:
    """Names of those taken over."""
    rows = services.take_qualifiers(
        actor=SYSTEM, tournament_id=tournament.pk, taking=Taking(**taking)
    )
    return [row.entry.name for row in rows]


@pytest.fixture
def swiss():
    """Eight players, three rounds in which the better number wins: 1 first, 8 last."""
    tournament = make_tournament(8, rounds=3, event=make_event())
    for number in (1, 2, 3):
        play(tournament, number)
    return tournament


def in_order(swiss) -> list[Entry]:

    return [
        row.entry
        for row in standings_for(principal=SYSTEM, tournament_id=swiss.pk, final=True).rows
    ]


def test_the_first_four_are_entered_in_the_order_of_their_places(swiss):
    cup = make_knockout(0, drawn=False, event=swiss.event)
    first = in_order(swiss)
    assert take(cup, preliminary=swiss.pk, places=4) == [entry.name for entry in first[:4]]
    numbers = list(cup.entries.order_by("pairing_number").values_list("name", flat=True))
    assert numbers == [entry.name for entry in first[:4]]
    services.draw_bracket(actor=SYSTEM, tournament_id=cup.pk, seed=1)
    # Semi-finals 1-4 and 2-3.
    assert bracket(cup).drawn.draw.slots == (1, 4, 3, 2)


def test_a_declined_place_moves_the_next_one_up_and_seeds_anew(swiss):
    cup = make_knockout(0, drawn=False, event=swiss.event)
    first = in_order(swiss)
    take(cup, preliminary=swiss.pk, places=4)
    services.draw_bracket(actor=SYSTEM, tournament_id=cup.pk, seed=1)
    moved = take(cup, preliminary=swiss.pk, places=4, declined=[first[1].pk])
    assert moved == [first[at].name for at in (0, 2, 3, 4)]
    assert Bracket.objects.get(tournament=cup).status == "announced"
    assert cup.entries.count() == 4
    services.draw_bracket(actor=SYSTEM, tournament_id=cup.pk, seed=1)
    services.publish_bracket(actor=SYSTEM, tournament_id=cup.pk)
    refused("bracket.published", Conflict, cup, preliminary=swiss.pk, places=4)


def test_equal_points_at_the_cut_are_played_off_where_that_is_announced(swiss):
    cup = make_knockout(0, drawn=False, event=swiss.event)
    first = in_order(swiss)
    asked = {"preliminary": swiss.pk, "places": 2, "by_play_off": True}
    told = refused("qualification.play_off_needed", Conflict, cup, **asked)
    level = first[1:3]
    assert [each["name"] for each in told["players"]] == [entry.name for entry in level]
    assert told["places"] == 1 and cup.entries.count() == 0
    order = [level[1].pk, level[0].pk]
    assert take(cup, play_off=order, **asked) == [first[0].name, level[1].name]
    refused("qualification.play_off_order", Invalid, cup, play_off=order[:1], **asked)


def test_what_cannot_be_taken_over(swiss):
    cup = make_knockout(2, drawn=False, event=swiss.event)
    stranger = cup.entries.first().pk
    refused("entry.unknown", Invalid, cup, preliminary=swiss.pk, places=2, declined=[stranger])
    refused("qualification.too_few", Conflict, cup, preliminary=swiss.pk, places=9)
    refused("knockout.field_size", Conflict, cup, preliminary=swiss.pk, places=1)
    refused("qualification.own_source", Invalid, cup, preliminary=cup.pk, places=2)
    running = make_tournament(4, rounds=3, event=swiss.event, name="Open B")
    refused("standings.not_final", Conflict, cup, preliminary=running.pk, places=2)
    # Whoever is entered besides stays, behind the qualifiers.
    take(cup, preliminary=swiss.pk, places=2)
    assert refreshed(cup).entries.count() == 4
    assert cup.entries.get(pk=stranger).pairing_number == 3


def test_the_first_two_of_two_groups_are_crossed():
    event = make_event()
    groups = make_tournament(
        8,
        rounds=1,
        event=event,
        system="groups",
        schedule={"group_count": 2, "numbering": "list"},
    )
    for number in (1, 2, 3):
        paired = pair_and_publish(groups, number)
        boards = {}
        for board, (white, black) in enumerate(pairs_of(paired), start=1):
            boards[board] = "1-0" if white < (black or 0) else "0-1"
        enter(paired, boards)
    cup = make_knockout(0, drawn=False, event=event)
    take(cup, preliminary=groups.pk, places=2)
    assert Bracket.objects.get(tournament=cup).policy == "crossed"
    services.draw_bracket(actor=SYSTEM, tournament_id=cup.pk, seed=1)
    rows = {row.entry_id: f"{row.group}{row.place}" for row in Qualified.objects.all()}
    drawn = bracket(cup)
    slots = [rows[drawn.entrants[number].entry_id] for number in drawn.drawn.draw.slots]
    assert slots == ["A1", "B2", "B1", "A2"]
    assert Presenter(drawn).bracket()["draw"]["reproducible"] is None


def test_crossing_needs_groups():
    cup = make_knockout(4, drawn=False, policy="crossed")
    with pytest.raises(Conflict) as caught:
        services.draw_bracket(actor=SYSTEM, tournament_id=cup.pk)
    assert caught.value.code == "bracket.not_qualified"
    assert len(caught.value.params["entries"]) == 4

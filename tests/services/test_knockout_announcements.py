"""Before a knockout is drawn: policies, check-in, warnings, impossible settings."""

from __future__ import annotations

import pytest

from tests.factories import add_players, make_event, refreshed
from tests.support.club_knockouts import make_knockout
from tournaments.core.errors import Invalid
from tournaments.core.principal import SYSTEM
from tournaments.events.services import check_in_entry, update_tournament
from tournaments.events.warnings import warnings_for
from tournaments.knockouts import services
from tournaments.knockouts.presentation import Presenter

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("policy", ["seeded", "random", "top2", "top4", "top8", "pots"])
def test_every_policy_draws_what_can_be_drawn_again(policy):
    tournament = make_knockout(12, drawn=False, policy=policy, keep_apart=["club"])
    clubs = ["Torre", "Torre", "Torre", "Torre", *(f"Club {n}" for n in range(8))]
    for entry, club in zip(tournament.entries.order_by("-pairing_number"), clubs, strict=True):
        entry.club_name = club
        entry.save(update_fields=["club_name"])
    services.draw_bracket(actor=SYSTEM, tournament_id=tournament.pk, seed=5)
    # What is drawn is what was true then.
    tournament.entries.update(club_name="Torre")
    loaded = services.publish_bracket(actor=SYSTEM, tournament_id=tournament.pk)
    shown = Presenter(loaded).bracket()
    assert shown["draw"]["reproducible"] is True
    assert (shown["draw"]["policy"], shown["draw"]["clashes"]) == (policy, 0)
    byes = [side for side in loaded.drawn.draw.current if not side]
    assert len(byes) == 4
    seeds = [side["seed"] for match in shown["matches"] for side in match["sides"] if side["entry"]]
    placed = {"random": 0, "top2": 2, "top4": 4, "top8": 8, "pots": 8}.get(policy, 12)
    assert sorted(filter(None, seeds)) == list(range(1, placed + 1))


def test_only_those_who_checked_in_are_drawn():
    tournament = make_knockout(0, drawn=False, event=make_event())
    update_tournament(actor=SYSTEM, tournament_id=tournament.pk, check_in=True)
    here = add_players(refreshed(tournament), [2000, 1900, 1800, 1700])
    for entry in (here[0], here[2], here[3]):
        check_in_entry(actor=SYSTEM, entry_id=entry.pk)
    loaded = services.draw_bracket(actor=SYSTEM, tournament_id=tournament.pk, seed=1)
    drawn = [each.entry_id for each in loaded.entrants.values()]
    assert drawn == [here[0].pk, here[2].pk, here[3].pk]


def test_byes_that_must_meet_are_warned_of_before_and_after_the_draw():
    tournament = make_knockout(5, drawn=False)
    (warning,) = warnings_for(tournament)
    assert (warning.code, warning.params["meetings"]) == ("draw.bye_meetings", 1)
    loaded = services.draw_bracket(actor=SYSTEM, tournament_id=tournament.pk, seed=1)
    (notice,) = Presenter(loaded).bracket()["notices"]
    assert (notice["code"], notice["params"]) == (warning.code, warning.params)
    assert warnings_for(make_knockout(6, drawn=False)) == []


@pytest.mark.parametrize("places", [0, 3, 1024, 65536])
def test_places_are_played_for_by_halves_of_a_possible_field(places):
    tournament = make_knockout(4, drawn=False)
    with pytest.raises(Invalid) as caught:
        services.update_knockout(actor=SYSTEM, tournament_id=tournament.pk, places_to=places)
    assert (caught.value.code, caught.value.params) == (
        "knockout.places_to",
        {"places_to": places},
    )

"""What the database refuses about knockouts, whoever writes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction

from tests.factories import add_players
from tests.support.club_knockouts import bracket, make_knockout, match
from tournaments.knockouts.models import (
    Bid,
    Bracket,
    Departure,
    Drawing,
    Entrant,
    Game,
    Match,
    Ruling,
    Slot,
    SlotChange,
)

pytestmark = pytest.mark.django_db


def refused(constraint: str, write: Callable[[], object]) -> None:
    """The database refuses it, by the constraint of this name where it says so."""
    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        write()
    # SQLite names the columns of what must be unique instead.
    text = str(caught.value)
    assert constraint in text or text.startswith("UNIQUE constraint failed: knockouts_")


def test_the_database_refuses_what_must_not_be():
    tournament = make_knockout(4)
    (spare,) = add_players(tournament, [1500])
    loaded = bracket(tournament)
    one, two, other = (loaded.entrants[number] for number in (1, 2, 4))
    row = match(tournament, "M1")
    drawing = Drawing.objects.get()
    game = {"match": row, "stage": 1, "number": 1, "white": one, "black": other}
    Game.objects.create(outcome="1-0", **game)
    Bid.objects.create(match=row, stage=1, entrant=one, opponent=other, seconds=9)
    Departure.objects.create(entrant=two, kind="withdrawn")
    own = {"bracket": loaded.bracket}
    for constraint, write in (
        ("game_once", lambda: Game.objects.create(outcome="0-1", **game)),
        (
            "game_two_players",
            lambda: Game.objects.create(outcome="1-0", **{**game, "number": 2, "black": one}),
        ),
        (
            "game_outcome_possible",
            lambda: Game.objects.create(outcome="POSTPONED", **{**game, "number": 2}),
        ),
        (
            "game_numbers_from_one",
            lambda: Game.objects.create(outcome="1-0", **{**game, "number": 0}),
        ),
        (
            "bid_once",
            lambda: Bid.objects.create(match=row, stage=1, entrant=one, opponent=other, seconds=8),
        ),
        (
            "bid_two_players",
            lambda: Bid.objects.create(match=row, stage=2, entrant=one, opponent=one, seconds=8),
        ),
        (
            "ruling_winner_plays",
            lambda: Ruling.objects.create(
                match=row, kind="walkover", one=one, other=other, winner=two
            ),
        ),
        (
            "ruling_kind_known",
            lambda: Ruling.objects.create(match=row, kind="coin", one=one, other=other),
        ),
        ("departure", lambda: Departure.objects.create(entrant=two, kind="withdrawn")),
        ("match_code_once", lambda: Match.objects.create(code="M1", **own)),
        ("slot_once", lambda: Slot.objects.create(drawing=drawing, index=0)),
        (
            "slot_entrant_once",
            lambda: Slot.objects.create(drawing=drawing, index=9, entrant=one, place=9),
        ),
        (
            "slot_place_of_entrant",
            lambda: Slot.objects.create(drawing=drawing, index=9, place=9),
        ),
        (
            "slot_change_swap_or_entrant",
            lambda: SlotChange.objects.create(drawing=drawing, position=1, first=0),
        ),
        ("entrant_entry_once", lambda: Entrant.objects.create(entry=one.entry, number=9, **own)),
        ("entrant_number_once", lambda: Entrant.objects.create(entry=spare, number=1, **own)),
        (
            "drawing_once_per_part",
            lambda: Drawing.objects.create(policy="seeded", seed=0, **own),
        ),
        ("bracket_status_known", lambda: Bracket.objects.update(status="lost")),
        ("bracket_policy_known", lambda: Bracket.objects.update(policy="lots")),
        ("bracket_places_from_two", lambda: Bracket.objects.update(places_to=1)),
    ):
        refused(constraint, write)
    assert Game.objects.get().outcome == "1-0"

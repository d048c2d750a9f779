"""The change feed of a knockout: draws that are drafts, rounds that come and go with matches."""

from __future__ import annotations

import pytest

from tests.factories import member, round_of
from tests.support.club_knockouts import make_knockout, match, win
from tests.support.feed_follower import Follower
from tournaments.core.principal import SYSTEM
from tournaments.knockouts import services

pytestmark = pytest.mark.django_db


def followers(tournament) -> tuple[Follower, Follower]:
    """Somebody without an account and an arbiter's app, both up to date."""
    found = Follower.of(tournament), Follower.of(tournament, member(tournament.event.club))
    for each in found:
        each.catch_up()
    return found


def told(follower: Follower) -> list[tuple[str, str, str]]:
    return [(each["op"], each["type"], each["id"]) for each in follower.poll()]


def test_a_draw_that_is_a_draft_is_told_to_nobody_else():
    tournament = make_knockout(4, drawn=False)
    public, runner = followers(tournament)
    for _ in range(2):
        services.draw_bracket(actor=SYSTEM, tournament_id=tournament.pk)
        assert public.poll() == []
        services.cancel_draw(actor=SYSTEM, tournament_id=tournament.pk)
        assert public.poll() == []
    assert runner.kept() == runner.full_read()


def test_a_published_draw_that_is_cancelled_takes_its_round_away():
    tournament = make_knockout(4)
    first = round_of(tournament, 1)
    public, runner = followers(tournament)
    services.cancel_draw(actor=SYSTEM, tournament_id=tournament.pk)
    assert told(public) == [("delete", "round", str(first.pk))]
    assert told(runner) == [("upsert", "round", str(first.pk))]
    assert public.kept() == public.full_read()
    assert public.kept()["round"] == []


def test_a_game_that_is_removed_takes_the_next_round_away():
    tournament = make_knockout(4)
    win(tournament, "M1", 1)
    win(tournament, "M2", 2)
    first, second = round_of(tournament, 1), round_of(tournament, 2)
    assert (first.status, second.status) == ("completed", "published")
    public, runner = followers(tournament)
    services.remove_game(actor=SYSTEM, match_id=match(tournament, "M2").pk, stage=1, game=1)
    assert told(public) == [
        ("delete", "round", str(second.pk)),
        ("upsert", "round", str(first.pk)),
    ]
    assert {(op, id) for op, _, id in told(runner)} == {
        ("upsert", str(first.pk)),
        ("upsert", str(second.pk)),
    }
    gone = tournament.changes.get(type="round.unpaired")
    assert (gone.internal, gone.round) == (False, None)
    assert gone.data == {"round": 2, "published": True, "boards": []}
    for follower in (public, runner):
        assert follower.kept() == follower.full_read()


def test_entries_of_the_log_that_say_nothing_of_boards_can_be_followed():
    tournament = make_knockout(4)
    public, _ = followers(tournament)
    services.cancel_draw(actor=SYSTEM, tournament_id=tournament.pk)
    tournament.changes.filter(type="round.unpaired").update(data={"round": 1}, internal=True)
    assert public.poll() == []

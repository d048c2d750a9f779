"""Several devices at one bracket, with real transactions in real threads."""

from __future__ import annotations

import pytest

from tests.concurrency.test_races import at_once
from tests.factories import changes_of
from tests.support.club_knockouts import BLACK, WHITE, bracket, make_knockout, match, state
from tournaments.core.principal import SYSTEM
from tournaments.knockouts.models import Bracket, Game, Match
from tournaments.knockouts.services import (
    cancel_draw,
    draw_bracket,
    publish_bracket,
    record_game,
)

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_phones_enter_one_game_as_one():
    tournament = make_knockout(4)
    row = match(tournament, "M1")

    def phone(outcome):
        return lambda: (
            record_game(actor=SYSTEM, match_id=row.pk, outcome=outcome, expected_version=1)[
                1
            ].version
        )

    answers = at_once([phone(WHITE), phone(BLACK)])
    assert sorted(map(str, answers)) == ["2", "match.stale"]
    game = Game.objects.get()
    assert (game.stage, game.number) == (1, 1)
    assert game.outcome == (WHITE if answers[0] == 2 else BLACK)
    assert changes_of(tournament).count("game.recorded") == 1


def test_the_same_game_named_by_two_is_one_game():
    tournament = make_knockout(4)
    row = match(tournament, "M1")
    answers = at_once(
        [
            lambda: (
                record_game(actor=SYSTEM, match_id=row.pk, outcome=WHITE, stage=1, game=1)[
                    1
                ].version
            )
        ]
        * 2
    )
    assert answers == [2, 2]
    assert Game.objects.count() == 1
    assert changes_of(tournament).count("game.recorded") == 1


def test_all_games_of_a_round_at_once_are_all_stored():
    tournament = make_knockout(16)
    rows = {row.code: row.pk for row in Match.objects.all()}
    codes = [f"M{number}" for number in range(1, 9)]
    answers = at_once(
        [
            lambda code=code: (
                record_game(actor=SYSTEM, match_id=rows[code], outcome=WHITE, stage=1, game=1)[
                    1
                ].version
            )
            for code in codes
        ],
        threads=4,
    )
    assert answers == [2] * 8
    loaded = bracket(tournament)
    assert all(loaded.state.matches[code].decided for code in codes)
    assert {loaded.matches[f"M{number}"].version for number in range(9, 13)} == {3}
    assert list(tournament.rounds.order_by("number").values_list("status", flat=True)) == [
        "completed",
        "published",
        "planned",
        "planned",
    ]
    changes_of(tournament)


def test_cancelling_the_draw_while_a_game_arrives_leaves_one_of_the_two():
    tournament = make_knockout(4)
    row = match(tournament, "M1")
    answers = at_once(
        [
            lambda: (
                record_game(actor=SYSTEM, match_id=row.pk, outcome=WHITE, stage=1, game=1)[
                    1
                ].version
            ),
            lambda: cancel_draw(actor=SYSTEM, tournament_id=tournament.pk).bracket.status,
        ]
    )
    status = Bracket.objects.get().status
    assert (answers, status, Game.objects.count()) in (
        ([2, "knockout.started"], "published", 1),
        (["match.not_found", "announced"], "announced", 0),
    )


def test_two_publish_one_draw():
    tournament = make_knockout(4, drawn=False)
    draw_bracket(actor=SYSTEM, tournament_id=tournament.pk, seed=1)
    answers = at_once(
        [lambda: publish_bracket(actor=SYSTEM, tournament_id=tournament.pk).bracket.status] * 2
    )
    assert sorted(answers) == ["bracket.published", "published"]
    assert Match.objects.count() == 3
    assert state(tournament, "M1").status.value == "ready"
    assert changes_of(tournament).count("bracket.published") == 1

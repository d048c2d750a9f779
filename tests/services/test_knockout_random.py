"""Random evenings through the services agree with the pure engine, fact by fact."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from pairing.errors import RecordError
from pairing.knockout import actions, departures
from pairing.knockout.draw import NOBODY
from pairing.knockout.facts import Facts, RulingKind
from pairing.knockout.state import Knockout, Status, resolve
from tests.factories import changes_of
from tests.support.club_knockouts import bracket, entry_of, make_knockout, match
from tournaments.core.errors import DomainError
from tournaments.core.principal import SYSTEM
from tournaments.knockouts import services
from tournaments.play.outcomes import SIDES

pytestmark = pytest.mark.django_db

OUTCOMES = ("1-0", "0-1", "1/2-1/2", "1-0F", "0-0", "0-0F")


class Twins:
    """The same knockout twice: stored, and as a value that only the engine touches."""

    def __init__(self, tournament, rng):
        self.tournament, self.rng = tournament, rng
        self.pure: Knockout = bracket(tournament).drawn
        self.refused = 0

    def both(self, stored, pure):
        """Do the same to both; either both refuse, with one code, or neither."""
        try:
            change = pure(self.pure)
            code = ""
        except RecordError as error:
            code = error.code
        try:
            stored()
            found = ""
        except DomainError as error:
            found = error.code
        assert found == code
        if code:
            self.refused += 1
        else:
            self.pure = change.knockout
        self.compare()

    def compare(self):
        """The same facts and the same state, whatever the order they are kept in."""
        loaded = bracket(self.tournament)
        assert _as_sets(loaded.drawn.facts) == _as_sets(self.pure.facts)
        assert dict(loaded.state.matches) == dict(resolve(self.pure).matches)
        assert not loaded.state.stale.matches()

    def step(self):
        """One random thing that an arbiter could do."""
        state = resolve(self.pure)
        ready = [c for c, m in state.matches.items() if m.status in (Status.READY, Status.RUNNING)]
        played = [game for game in self.pure.facts.games if game.match in state.matches]
        choice = self.rng.random()
        if choice < 0.6 and ready:
            self.enter(self.rng.choice(ready))
        elif choice < 0.75 and played:
            self.correct(self.rng.choice(played))
        elif choice < 0.85:
            self.rule(self.rng.choice(list(state.matches)), state)
        elif choice < 0.9:
            self.leave()
        elif played:
            self.take_back(self.rng.choice(played))

    def enter(self, code):
        """The next game."""
        due = resolve(self.pure).matches[code].next_game
        outcome = self.rng.choice(OUTCOMES)
        row = match(self.tournament, code)
        self.both(
            lambda: services.record_game(
                actor=SYSTEM, match_id=row.pk, outcome=outcome, expected_version=row.version
            ),
            lambda knockout: actions.enter_game(
                knockout, code, *SIDES[outcome], stage=due.stage, number=due.number
            ),
        )

    def correct(self, game):
        """Another result of a game, confirmed or not."""
        outcome, confirm = self.rng.choice(OUTCOMES), self.rng.random() < 0.5
        if SIDES[outcome] == (game.white_outcome, game.black_outcome):
            return
        row = match(self.tournament, game.match)
        place = {"stage": game.stage, "confirm": confirm}
        self.both(
            lambda: services.record_game(
                actor=SYSTEM,
                match_id=row.pk,
                outcome=outcome,
                game=game.number,
                expected_version=row.version,
                **place,
            ),
            lambda knockout: actions.enter_game(
                knockout, game.match, *SIDES[outcome], number=game.number, **place
            ),
        )

    def take_back(self, game):
        """A game that was entered by mistake."""
        confirm = self.rng.random() < 0.5
        row = match(self.tournament, game.match)
        self.both(
            lambda: services.remove_game(
                actor=SYSTEM, match_id=row.pk, stage=game.stage, game=game.number, confirm=confirm
            ),
            lambda knockout: actions.remove_game(
                knockout, game.match, stage=game.stage, number=game.number, confirm=confirm
            ),
        )

    def rule(self, code, state):
        """A walkover, a double forfeit or a decision, confirmed."""
        people = [each for each in state.matches[code].sides if each]
        kinds = (RulingKind.WALKOVER, RulingKind.DOUBLE_FORFEIT, RulingKind.DECISION)
        kind = self.rng.choice(kinds)
        winner = NOBODY
        if kind is not RulingKind.DOUBLE_FORFEIT and people:
            winner = self.rng.choice(people)
        self.both(
            lambda: services.rule_match(
                actor=SYSTEM,
                match_id=match(self.tournament, code).pk,
                kind=kind.value,
                winner=entry_of(self.tournament, winner) if winner else None,
                confirm=True,
            ),
            lambda knockout: actions.rule(knockout, code, kind, winner, confirm=True),
        )

    def leave(self):
        """Somebody goes home, or comes back."""
        number = self.rng.choice([each for each in self.pure.draw.current if each])
        gone = number in self.pure.facts.departed
        service = services.readmit_entrant if gone else services.withdraw_entrant
        action = departures.readmit if gone else departures.withdraw
        self.both(
            lambda: service(
                actor=SYSTEM,
                tournament_id=self.tournament.pk,
                entry_id=entry_of(self.tournament, number),
                confirm=True,
            ),
            lambda knockout: action(knockout, number, confirm=True),
        )


def _as_sets(facts: Facts):
    return {name: set(getattr(facts, name)) for name in Facts.__slots__}


@pytest.mark.parametrize(
    ("seed", "players", "settings"),
    [
        (1, 11, {"places_to": 4}),
        (2, 7, {"double_elimination": True}),
        (3, 9, {"reseeding": True}),
    ],
)
def test_random_evenings_agree_with_the_engine(seed, players, settings):
    tournament = make_knockout(players, **settings)
    twins = Twins(tournament, random.Random(seed))
    for _ in range(45):
        twins.step()
    assert twins.refused > 0
    changes_of(tournament)


def test_a_state_read_back_is_the_state_that_was_written():
    """Nothing lives beside the rows: a server that starts again knows the same."""
    tournament = make_knockout(6, places_to=4)
    row = match(tournament, "M1")
    written, _ = services.record_game(
        actor=SYSTEM, match_id=row.pk, outcome="1/2-1/2", stage=1, game=1
    )
    again = bracket(tournament)
    assert replace(again.drawn, facts=Facts()) == replace(written.drawn, facts=Facts())
    assert again.state.matches == written.state.matches

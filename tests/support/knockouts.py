"""Knockouts for tests: fields, results by short texts, whole events played out."""

from contextlib import contextmanager
from dataclasses import replace

import pytest

from pairing.errors import RecordError
from pairing.knockout.actions import enter_game
from pairing.knockout.draw import NOBODY, Entrant, Policy, draw_bracket
from pairing.knockout.facts import Facts, Game
from pairing.knockout.ladder import DrawOdds, Stage
from pairing.knockout.settings import Settings
from pairing.knockout.setup import knockout_of
from pairing.knockout.state import Status, resolve
from pairing.messages import sentence
from pairing.scoring import Outcome

W, D, L = Outcome.WIN, Outcome.DRAW, Outcome.LOSS
RESULTS = {
    "1-0": (W, L),
    "=": (D, D),
    "0-1": (L, W),
    "0-0": (L, L),
    "+-": (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
    "-+": (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
    "--": (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS),
}

# One game, and if it is drawn another one in which a draw suffices for Black.
SHORT = (Stage(1, "900+10", rated="rapid"), Stage(1, "W300-B240", draw_odds=DrawOdds.BLACK))


def entrants(count):
    """Numbers 1 to ``count`` in seed order."""
    return [Entrant(number) for number in range(1, count + 1)]


def a_knockout(count, policy=Policy.SEEDED, seed=0, **options):
    """A knockout of ``count`` with nothing played; matches by :data:`SHORT` unless said."""
    settings = Settings(**({"ladder": SHORT} | options))
    return knockout_of(settings, draw_bracket(entrants(count), policy, seed))


def enter(knockout, match, result, **details):
    """Enter the next game of a match (or the one named) as a :data:`RESULTS` text."""
    return enter_game(knockout, match, *RESULTS[result], **details).knockout


def win(knockout, match, winner, **details):
    """Let somebody win the next game of a match."""
    white = resolve(knockout).matches[match].next_game.white
    return enter(knockout, match, "1-0" if white == winner else "0-1", **details)


def wins(knockout, *results):
    """``(match, winner)`` one after the other."""
    for match, winner in results:
        knockout = win(knockout, match, winner)
    return knockout


def favourite(state):
    """The better of the two numbers."""
    return min(state.people)


def play_out(knockout, choose=favourite, *, until=None):
    """Play every open match, all that are open at once; ``choose(state)`` names the winner.

    Results go straight into the facts: a large field has too many for one by one.
    ``until`` stops after that session.
    """
    while True:
        state = resolve(knockout)
        games = []
        for match in state.matches.values():
            following = match.next_game
            if following is None or match.status not in (Status.READY, Status.RUNNING):
                continue
            if until is not None and match.match.session > until:
                continue
            white_wins = choose(match) == following.white
            games.append(
                Game(
                    match.match.id,
                    following.stage,
                    following.number,
                    following.white,
                    following.black,
                    *RESULTS["1-0" if white_wins else "0-1"],
                )
            )
        if not games:
            return knockout
        knockout = replace(knockout, facts=knockout.facts.joined(Facts(games=tuple(games))))


def people_of(state, match):
    """Both sides of a match."""
    return set(state.matches[match].people)


def first_round(knockout):
    """Pairs of slots of round 1 as sorted tuples, top to bottom; byes have a 0."""
    slots = knockout.draw.current
    return [tuple(sorted(slots[index : index + 2])) for index in range(0, len(slots), 2)]


def byes(knockout):
    """Who has a bye, top to bottom."""
    return [pair[1] for pair in first_round(knockout) if pair[0] == NOBODY]


@contextmanager
def refused(code, **params):
    """The action is refused with this code and at least these parameters.

    The sentence of the code must also fit the parameters.
    """
    with pytest.raises(RecordError) as caught:
        yield caught
    assert caught.value.code == code
    assert {name: caught.value.params.get(name) for name in params} == params
    assert "{" not in sentence(code, caught.value.params)

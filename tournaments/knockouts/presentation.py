"""A bracket as plain data for both APIs: the engine's state in terms of entries.

Points are tenths, instants are datetimes, ids are texts.  Who entered a game
is shown to those who may enter one.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from pairing.knockout.arithmetic import arithmetic
from pairing.knockout.draw import NOBODY, Draw, Policy, Swap, audit
from pairing.knockout.draw import Entrant as EngineEntrant
from pairing.knockout.facts import Facts
from pairing.knockout.ladder import ladder_as_json
from pairing.knockout.messages import round_title
from pairing.knockout.play import StageResult
from pairing.knockout.state import MatchState
from pairing.knockout.structure import Position, Round, Section, Source
from pairing.knockout.views import mark_of, match_count, notices, source_view
from tournaments.core.texts import text_for

from .loading import Loaded
from .models import Bracket, BracketStatus, Part
from .selectors import PlaceLine, places_of

SETTINGS = (
    "ladder",
    "final_ladder",
    "double_elimination",
    "grand_final",
    "places_to",
    "reseeding",
    "consolation",
    "places_by_seed",
    "policy",
    "keep_apart",
)


def word(code: str, params: Any) -> str:
    """A word or sentence of the bracket in the reader's language."""
    return text_for(code, params, 200)


def settings_shown(bracket: Bracket) -> dict[str, Any]:
    """What is announced."""
    return {name: getattr(bracket, name) for name in SETTINGS}


class Presenter:
    """One bracket for one reader."""

    def __init__(self, loaded: Loaded, *, shows_authors: bool = False) -> None:
        self.loaded = loaded
        self.shows_authors = shows_authors
        self._seeds: dict[Section, dict[int, int]] = {}

    # ------------------------------------------------------------------ the whole

    def bracket(self) -> dict[str, Any]:
        """All of it; nothing but the settings while it is not drawn."""
        bracket, knockout = self.loaded.bracket, self.loaded.knockout
        data: dict[str, Any] = {
            "id": str(bracket.pk),
            "version": bracket.version,
            "updated_at": bracket.updated_at,
            "tournament": str(bracket.tournament_id),
            "status": bracket.status,
            "settings": settings_shown(bracket),
            "players": 0,
            "size": 0,
            "byes": 0,
            "match_count": 0,
            "draw": None,
            "notices": [],
            "rounds": [],
            "matches": [],
            "finished": False,
            "winner": None,
            "places": [],
            "consolation": None,
        }
        return data if knockout is None else data | self._drawn()

    def _drawn(self) -> dict[str, Any]:
        knockout, state = self.loaded.drawn, self.loaded.state
        numbers = arithmetic(sum(each != NOBODY for each in knockout.draw.current))
        return {
            "players": numbers.players,
            "size": numbers.size,
            "byes": numbers.byes,
            "match_count": match_count(state),
            "draw": self.draw(knockout.draw),
            "notices": [
                {"code": code, "message": word(code, params), "params": params}
                for code, params in notices(knockout, state)
            ],
            "rounds": [self.round(each) for each in state.structure.rounds],
            "matches": [self.match(code) for code in state.matches],
            "finished": state.finished,
            "winner": self.entry(state.winner),
            "places": [self.place(each) for each in places_of(self.loaded)],
            "consolation": self._consolation(),
        }

    def _consolation(self) -> dict[str, Any] | None:
        consolation = self.loaded.drawn.consolation
        if consolation is None:
            return None
        places = places_of(self.loaded, Part.CONSOLATION)
        return {
            "draw": self.draw(consolation.draw),
            "declined": [self.entry(number) for number in sorted(consolation.declined)],
            "places": [self.place(each) for each in places],
        }

    def draw(self, draw: Draw) -> dict[str, Any]:
        """The log of a draw; ``reproducible``: drawing again from it gives the same slots."""
        return {
            "policy": draw.policy.value,
            "seed": draw.seed,
            "keep_apart": list(draw.keep_apart),
            "attempts": draw.attempts,
            "clashes": draw.clashes,
            "order": [self.entry(number) for number in draw.order],
            "slots": [self.entry(number) for number in draw.slots],
            "current": [self.entry(number) for number in draw.current],
            "changes": [
                {"first": each.first, "second": each.second, "entry": None}
                if isinstance(each, Swap)
                else {"first": each.slot, "second": None, "entry": self.entry(each.entrant)}
                for each in draw.changes
            ],
            "reproducible": self._reproducible(draw),
        }

    def _reproducible(self, draw: Draw) -> bool | None:
        if draw.policy is Policy.CROSSED:
            return None
        people = [
            EngineEntrant(number, each.club, each.federation)
            for number, each in self.loaded.entrants.items()
        ]
        return audit(draw, people)

    def round(self, each: Round) -> dict[str, Any]:
        """A round of a section, from top to bottom."""
        return {
            "section": each.section.value,
            "round": each.round,
            "name": each.name,
            "title": round_title(each.name, each.round, word),
            "session": each.session,
            "positions": [self._position(position) for position in each.positions],
        }

    def _position(self, position: Position) -> dict[str, Any]:
        alone = position.source
        return {
            "match": position.match or None,
            "free_pass": None if alone is None else self.source(alone),
        }

    def place(self, line: PlaceLine) -> dict[str, Any]:
        """A settled place."""
        return {
            "entry": self.entry(line.entrant.number),
            "first": line.first,
            "last": line.last,
            "shared": line.shared,
        }

    # ------------------------------------------------------------------ matches

    def match(self, code: str) -> dict[str, Any]:
        """A match as it stands."""
        state = self.loaded.state.matches[code]
        row = self.loaded.matches.get(code)
        match = state.match
        following = state.next_game
        return {
            "id": str(row.pk) if row else None,
            "version": row.version if row else None,
            "updated_at": row.updated_at if row else None,
            "tournament": str(self.loaded.bracket.tournament_id),
            "code": code,
            "section": match.section.value,
            "round": match.round,
            "round_name": self._names[match.section, match.round],
            "index": match.index,
            "session": match.session,
            "status": state.status.value,
            "sides": [self._side(state, side) for side in (0, 1)],
            "score": [sum(stage.points[side] for stage in state.stages) for side in (0, 1)],
            "winner": self.entry(state.winner),
            "how": state.how.value if state.how else None,
            "stages": [self._stage(code, each) for each in state.stages],
            "next_game": following
            and {
                "stage": following.stage,
                "game": following.number,
                "white": self.entry(following.white),
                "black": self.entry(following.black),
            },
        }

    @cached_property
    def _names(self) -> dict[tuple[Section, int], str]:
        return {
            (each.section, each.round): each.name for each in self.loaded.state.structure.rounds
        }

    @cached_property
    def _facts(self) -> dict[str, Facts]:
        return self.loaded.drawn.facts.by_match()

    def _side(self, state: MatchState, side: int) -> dict[str, Any]:
        number = state.sides[side]
        return {
            "source": self.source(state.match.sources[side]),
            "entry": self.entry(number),
            "empty": number == NOBODY,
            "seed": self._seed(state.match.section, number) if number else None,
            "mark": mark_of(state, number) if number else "",
        }

    def _seed(self, section: Section, number: int) -> int | None:
        consolation = self.loaded.drawn.consolation
        draw = self.loaded.drawn.draw
        if section is Section.CONSOLATION and consolation is not None:
            draw = consolation.draw
        if section not in self._seeds:
            self._seeds[section] = draw.seeds()
        seed = self._seeds[section][number]
        return seed if seed <= draw.placed else None

    def source(self, source: Source) -> dict[str, Any]:
        """Where a side comes from, also in words: “winner of M6”."""
        data = {"match": None, "slot": None, "round": None, "rank": None}
        plain = source_view(source)
        plain.pop("entrant", None)
        kind = plain["kind"]
        text = "" if kind == "entrant" else word(f"bracket.source.{kind}", plain)
        return data | plain | {"text": text}

    def _stage(self, code: str, result: StageResult) -> dict[str, Any]:
        bids = [each for each in self._facts.get(code, Facts()).bids if each.stage == result.number]
        opened = len(bids) == 2
        return {
            "number": result.number,
            **ladder_as_json((result.stage,))[0],
            "points": list(result.points),
            "over": result.over,
            "played": [self._game(code, game.stage, game.number) for game in result.games],
            # How much was bid is shown when both are in.
            "bids": [
                {"entry": self.entry(each.entrant), "seconds": each.seconds if opened else None}
                for each in bids
            ],
        }

    def _game(self, code: str, stage: int, number: int) -> dict[str, Any]:
        game = self.loaded.games[code, stage, number]
        author = game.entered_by if self.shows_authors else None
        return {
            "game": number,
            "white": self._by_row[game.white_id],
            "black": self._by_row[game.black_id],
            "result": game.outcome,
            "entered_by": {"id": str(author.pk), "name": author.name} if author else None,
            "entered_at": game.entered_at,
        }

    @cached_property
    def _by_row(self) -> dict[Any, dict[str, Any] | None]:
        return {each.pk: self.entry(number) for number, each in self.loaded.entrants.items()}

    def entry(self, number: int | None) -> dict[str, Any] | None:
        """An entrant: its entry, pairing number and name."""
        if not number:
            return None
        entry = self.loaded.entrants[number].entry
        return {
            "entry": str(entry.pk),
            "pairing_number": entry.pairing_number,
            "name": entry.name,
        }


def status_for(bracket: Bracket, *, runs_it: bool) -> str:
    """The status of a bracket: that there is a draft is for those who run it."""
    hidden = bracket.status == BracketStatus.DRAWN and not runs_it
    return BracketStatus.ANNOUNCED.value if hidden else bracket.status

"""From rows to the engine's knockout, in a fixed number of queries for any number of brackets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db.models import prefetch_related_objects

from pairing.knockout import draw as engine
from pairing.knockout import facts
from pairing.knockout.double import GrandFinal
from pairing.knockout.ladder import ladder_from_json
from pairing.knockout.settings import ConsolationField, Settings
from pairing.knockout.state import Consolation, Knockout, State, resolve
from tournaments.play.outcomes import SIDES

from .models import (
    Bid,
    Bracket,
    BracketStatus,
    Drawing,
    Entrant,
    Game,
    Match,
    Part,
    Ruling,
    Slot,
    SlotChange,
)

GameKey = tuple[str, int, int]
"""Match, stage, number."""


@dataclass
class Loaded:
    """A bracket with all its facts; ``knockout`` is ``None`` until it is drawn.

    ``entrants`` (with entry and departure) by number, ``matches`` (with ruling)
    by code, ``games`` by :data:`GameKey`.
    """

    bracket: Bracket
    entrants: dict[int, Entrant]
    matches: dict[str, Match]
    games: dict[GameKey, Game]
    knockout: Knockout | None = None

    @property
    def drawn(self) -> Knockout:
        """The knockout of a bracket that is known to be drawn."""
        if self.knockout is None:
            raise TypeError("this bracket is not drawn")
        return self.knockout

    @cached_property
    def state(self) -> State:
        """What follows from the facts."""
        return resolve(self.drawn)

    @cached_property
    def numbers(self) -> dict[UUID, int]:
        """Entry -> number of the draw."""
        return {each.entry_id: number for number, each in self.entrants.items()}

    @property
    def is_published(self) -> bool:
        """Everybody may see it."""
        return self.bracket.status == BracketStatus.PUBLISHED

    def table_of(self, code: str) -> int:
        """The number of a match among those of its session, from 1; 0 for none of the bracket."""
        matches = self.state.structure.matches
        session = next((each.session for each in matches if each.id == code), 0)
        codes = [each.id for each in matches if each.session == session]
        return codes.index(code) + 1 if code in codes else 0

    def describe(self, number: int) -> dict[str, Any]:
        """How refusals and the log name an entrant."""
        entry = self.entrants[number].entry
        return {"entry": str(entry.pk), "number": entry.pairing_number, "name": entry.name}


def settings_of(bracket: Bracket) -> Settings:
    """What is announced, as the engine reads it."""
    final = bracket.final_ladder
    return Settings(
        ladder=ladder_from_json(bracket.ladder),
        final_ladder=None if final is None else ladder_from_json(final),
        double_elimination=bracket.double_elimination,
        grand_final=GrandFinal(bracket.grand_final),
        places_to=bracket.places_to,
        reseeding=bracket.reseeding,
        consolation=ConsolationField(bracket.consolation),
        places_by_seed=bracket.places_by_seed,
    )


def load(bracket: Bracket) -> Loaded:
    """One bracket."""
    return load_all([bracket])[bracket.pk]


def load_all(brackets: Iterable[Bracket]) -> dict[UUID, Loaded]:
    """Several brackets, in seven queries, one more if there is a consolation bracket."""
    chosen = {bracket.pk: bracket for bracket in brackets}
    rows = _Rows(list(chosen))
    return {pk: rows.loaded(bracket) for pk, bracket in chosen.items()}


class _Rows:
    """The rows of several brackets, grouped by bracket."""

    def __init__(self, brackets: Sequence[UUID]) -> None:
        entrants = Entrant.objects.filter(bracket__in=brackets)
        entrants = entrants.select_related("entry", "departure")
        self.entrants = _grouped(entrants.order_by("number"), "bracket_id")
        self.number = {each.pk: each.number for found in self.entrants.values() for each in found}
        matches = Match.objects.filter(bracket__in=brackets).select_related("ruling")
        self.matches = _grouped(matches, "bracket_id")
        self.code = {each.pk: each.code for found in self.matches.values() for each in found}
        drawings = list(Drawing.objects.filter(bracket__in=brackets))
        prefetch_related_objects([each for each in drawings if each.part != Part.MAIN], "declined")
        self.drawings = _grouped(drawings, "bracket_id")
        slots = Slot.objects.filter(drawing__bracket__in=brackets).order_by("index")
        self.slots = _grouped(slots, "drawing_id")
        changes = SlotChange.objects.filter(drawing__bracket__in=brackets).order_by("position")
        self.changes = _grouped(changes, "drawing_id")
        of_match = {"match__bracket__in": brackets}
        games = Game.objects.filter(**of_match).select_related("entered_by")
        self.games = _grouped(games.order_by("match_id", "stage", "number"), "match_id")
        self.bids = _grouped(Bid.objects.filter(**of_match).order_by("id"), "match_id")

    def loaded(self, bracket: Bracket) -> Loaded:
        """One of them."""
        entrants = {each.number: each for each in self.entrants.get(bracket.pk, ())}
        matches = {each.code: each for each in self.matches.get(bracket.pk, ())}
        games = {
            (code, game.stage, game.number): game
            for code, match in matches.items()
            for game in self.games.get(match.pk, ())
        }
        parts = {each.part: each for each in self.drawings.get(bracket.pk, ())}
        loaded = Loaded(bracket, entrants, matches, games)
        if Part.MAIN in parts:
            loaded.knockout = Knockout(
                settings_of(bracket),
                self._draw(parts[Part.MAIN]),
                self._facts(entrants, matches),
                self._consolation(parts.get(Part.CONSOLATION)),
            )
        return loaded

    def _draw(self, drawing: Drawing) -> engine.Draw:
        slots = self.slots.get(drawing.pk, [])
        placed = sorted((each for each in slots if each.entrant_id), key=lambda each: each.place)
        return engine.Draw(
            policy=engine.Policy(drawing.policy),
            seed=drawing.seed,
            order=tuple(self.number[each.entrant_id] for each in placed),
            slots=tuple(
                self.number[each.entrant_id] if each.entrant_id else engine.NOBODY for each in slots
            ),
            keep_apart=tuple(drawing.keep_apart),
            attempts=drawing.attempts,
            clashes=drawing.clashes,
            changes=tuple(self._change(each) for each in self.changes.get(drawing.pk, ())),
        )

    def _change(self, row: SlotChange) -> engine.Swap | engine.Substitution:
        if row.entrant_id is not None:
            return engine.Substitution(row.first, self.number[row.entrant_id])
        return engine.Swap(row.first, row.second or 0)

    def _consolation(self, drawing: Drawing | None) -> Consolation | None:
        if drawing is None:
            return None
        declined = frozenset(each.number for each in drawing.declined.all())
        return Consolation(self._draw(drawing), declined)

    def _facts(self, entrants: dict[int, Entrant], matches: dict[str, Match]) -> facts.Facts:
        own = list(matches.values())
        return facts.Facts(
            games=tuple(self._game(row) for match in own for row in self.games.get(match.pk, ())),
            bids=tuple(self._bid(row) for match in own for row in self.bids.get(match.pk, ())),
            rulings=tuple(self._ruling(match.ruling) for match in own if hasattr(match, "ruling")),
            departures=tuple(
                facts.Departure(number, facts.DepartureKind(entrant.departure.kind))
                for number, entrant in entrants.items()
                if hasattr(entrant, "departure")
            ),
        )

    def _game(self, row: Game) -> facts.Game:
        white, black = SIDES[row.outcome]
        return facts.Game(
            match=self.code[row.match_id],
            stage=row.stage,
            number=row.number,
            white=self.number[row.white_id],
            black=self.number[row.black_id],
            white_outcome=white,
            black_outcome=black,
        )

    def _bid(self, row: Bid) -> facts.Bid:
        return facts.Bid(
            match=self.code[row.match_id],
            stage=row.stage,
            entrant=self.number[row.entrant_id],
            opponent=self.number[row.opponent_id],
            seconds=row.seconds,
        )

    def _ruling(self, row: Ruling) -> facts.Ruling:
        return facts.Ruling(
            match=self.code[row.match_id],
            kind=facts.RulingKind(row.kind),
            players=frozenset((self.number[row.one_id], self.number[row.other_id])),
            winner=self.number[row.winner_id] if row.winner_id else engine.NOBODY,
        )


def _grouped(rows: Iterable[Any], attribute: str) -> dict[UUID, list[Any]]:
    found: defaultdict[UUID, list[Any]] = defaultdict(list)
    for row in rows:
        found[getattr(row, attribute)].append(row)
    return dict(found)

"""From the engine's changed knockout back to rows: only what differs is written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import F

from pairing.knockout import draw as engine
from pairing.knockout.facts import Bid as BidFact
from pairing.knockout.facts import Departure as DepartureFact
from pairing.knockout.facts import Facts
from pairing.knockout.facts import Game as GameFact
from pairing.knockout.facts import Ruling as RulingFact
from pairing.knockout.state import Consolation, Knockout, structure_of
from tournaments.core.clock import now
from tournaments.core.principal import Principal
from tournaments.core.writing import save_changes
from tournaments.play.outcomes import FROM_SIDES

from .loading import Loaded, load
from .models import (
    Bid,
    Departure,
    Drawing,
    Entrant,
    Game,
    Match,
    Part,
    Ruling,
    Slot,
    SlotChange,
)
from .sessions import plan_sessions, settle_sessions

BATCH = 500


def store(actor: Principal, loaded: Loaded, after: Knockout) -> Loaded:
    """Write what ``after`` differs in; the bracket as it is then.

    The caller holds the tournament's lock.  Every match that looks different,
    or for which something else was entered, gets its next version, and so does
    the bracket.
    """
    before = loaded.drawn
    store_slot_changes(loaded, before.draw, after.draw)
    if after.consolation != before.consolation:
        _store_consolation(loaded, after.consolation)
    _Facts(actor, loaded).store(before.facts, after.facts)
    if loaded.is_published:
        keep_matches(loaded, after)
    save_changes(loaded.bracket, ())
    fresh = load(loaded.bracket)
    if loaded.is_published:
        _raise_versions(loaded, fresh)
        plan_sessions(loaded.bracket.tournament, fresh.state)
        settle_sessions(actor, loaded.bracket.tournament, fresh.state)
    return fresh


def store_draw(loaded: Loaded, draw: engine.Draw, part: Part = Part.MAIN) -> Drawing:
    """Write a draw and its slots in place of an earlier one of this part."""
    Drawing.objects.filter(bracket=loaded.bracket, part=part).delete()
    drawing = Drawing.objects.create(
        bracket=loaded.bracket,
        part=part,
        policy=draw.policy.value,
        seed=draw.seed,
        keep_apart=list(draw.keep_apart),
        attempts=draw.attempts,
        clashes=draw.clashes,
    )
    place = {number: place for place, number in enumerate(draw.order, start=1)}
    Slot.objects.bulk_create(
        [
            Slot(
                drawing=drawing,
                index=index,
                entrant=loaded.entrants[number] if number != engine.NOBODY else None,
                place=place.get(number),
            )
            for index, number in enumerate(draw.slots)
        ],
        batch_size=BATCH,
    )
    return drawing


def keep_matches(loaded: Loaded, after: Knockout) -> None:
    """Have one row for each match there is now; those of a dropped bracket go."""
    codes = [match.id for match in structure_of(after).matches]
    gone = loaded.matches.keys() - set(codes)
    if gone:
        Match.objects.filter(bracket=loaded.bracket, code__in=gone).delete()
        for code in gone:
            del loaded.matches[code]
    new = [Match(bracket=loaded.bracket, code=code) for code in codes if code not in loaded.matches]
    Match.objects.bulk_create(new, batch_size=BATCH)
    loaded.matches |= {match.code: match for match in new}


def store_slot_changes(loaded: Loaded, before: engine.Draw, after: engine.Draw) -> None:
    """Changes by hand are only ever added."""
    if after.changes == before.changes:
        return
    drawing = Drawing.objects.get(bracket=loaded.bracket, part=Part.MAIN)
    known = len(before.changes)
    rows = []
    for position, change in enumerate(after.changes[known:], start=known + 1):
        if isinstance(change, engine.Swap):
            what: dict[str, Any] = {"first": change.first, "second": change.second}
        else:
            what = {"first": change.slot, "entrant": loaded.entrants[change.entrant]}
        rows.append(SlotChange(drawing=drawing, position=position, **what))
    SlotChange.objects.bulk_create(rows)


def _store_consolation(loaded: Loaded, consolation: Consolation | None) -> None:
    if consolation is None:
        Drawing.objects.filter(bracket=loaded.bracket, part=Part.CONSOLATION).delete()
        return
    drawing = store_draw(loaded, consolation.draw, Part.CONSOLATION)
    drawing.declined.set([loaded.entrants[number] for number in sorted(consolation.declined)])


def _raise_versions(before: Loaded, after: Loaded) -> None:
    """Versions of the matches that look different or had something entered."""
    known = before.drawn.facts.by_match()
    entered = after.drawn.facts.by_match()
    touched: list[UUID] = [
        match.pk
        for code, match in after.matches.items()
        if (before.state.matches.get(code), known.get(code))
        != (after.state.matches.get(code), entered.get(code))
    ]
    at = now()
    Match.objects.filter(pk__in=touched).update(version=F("version") + 1, updated_at=at)
    changed = set(touched)
    for match in after.matches.values():
        if match.pk in changed:
            match.version += 1
            match.updated_at = at


def store_facts(actor: Principal, loaded: Loaded, facts: Facts) -> None:
    """Write the facts of a bracket that has none yet, all of a kind at once."""
    _Facts(actor, loaded).create(facts)


class _Facts:
    """Games, bids, rulings and departures of one bracket."""

    def __init__(self, actor: Principal, loaded: Loaded) -> None:
        self.loaded = loaded
        self.entered = {"entered_by": actor.user, "entered_at": now()}

    def store(self, before: Facts, after: Facts) -> None:
        """Delete what is gone, write what is new; what is the same stays as it is."""
        corrected = {_key(fact) for fact in _only(after.games, before.games)}
        for fact in _only(before.games, after.games):
            # A corrected game stays the same row: others know it by its id.
            if _key(fact) not in corrected:
                Game.objects.filter(**self._place(fact)).delete()
        for fact in _only(before.bids, after.bids):
            Bid.objects.filter(**self._bidder(fact)).delete()
        for fact in _only(before.rulings, after.rulings):
            Ruling.objects.filter(match=self.loaded.matches[fact.match]).delete()
        for fact in _only(before.departures, after.departures):
            Departure.objects.filter(entrant=self._entrant(fact.entrant)).delete()
        for fact in _only(after.games, before.games):
            values = {**self._game(fact), **self.entered}
            Game.objects.update_or_create(**self._place(fact), defaults=values)
        for fact in _only(after.bids, before.bids):
            Bid.objects.create(**self._bidder(fact), **self._bid(fact), **self.entered)
        for fact in _only(after.rulings, before.rulings):
            Ruling.objects.create(**self._ruling(fact), **self.entered)
        for fact in _only(after.departures, before.departures):
            Departure.objects.create(**self._departure(fact), **self.entered)

    def create(self, facts: Facts) -> None:
        """Write facts of which none is stored."""
        games = [Game(**self._place(g), **self._game(g), **self.entered) for g in facts.games]
        bids = [Bid(**self._bidder(b), **self._bid(b), **self.entered) for b in facts.bids]
        rulings = [Ruling(**self._ruling(each), **self.entered) for each in facts.rulings]
        left = [Departure(**self._departure(d), **self.entered) for d in facts.departures]
        Game.objects.bulk_create(games, batch_size=BATCH)
        Bid.objects.bulk_create(bids, batch_size=BATCH)
        Ruling.objects.bulk_create(rulings, batch_size=BATCH)
        Departure.objects.bulk_create(left, batch_size=BATCH)

    def _entrant(self, number: int) -> Entrant:
        return self.loaded.entrants[number]

    def _place(self, fact: GameFact) -> dict[str, Any]:
        match = self.loaded.matches[fact.match]
        return {"match": match, "stage": fact.stage, "number": fact.number}

    def _game(self, fact: GameFact) -> dict[str, Any]:
        return {
            "white": self._entrant(fact.white),
            "black": self._entrant(fact.black),
            "outcome": FROM_SIDES[fact.white_outcome, fact.black_outcome],
        }

    def _bidder(self, fact: BidFact) -> dict[str, Any]:
        return {
            "match": self.loaded.matches[fact.match],
            "stage": fact.stage,
            "entrant": self._entrant(fact.entrant),
        }

    def _bid(self, fact: BidFact) -> dict[str, Any]:
        return {"opponent": self._entrant(fact.opponent), "seconds": fact.seconds}

    def _ruling(self, fact: RulingFact) -> dict[str, Any]:
        one, other = sorted(fact.players)
        return {
            "match": self.loaded.matches[fact.match],
            "kind": fact.kind.value,
            "one": self._entrant(one),
            "other": self._entrant(other),
            "winner": self._entrant(fact.winner) if fact.winner != engine.NOBODY else None,
        }

    def _departure(self, fact: DepartureFact) -> dict[str, Any]:
        return {"entrant": self._entrant(fact.entrant), "kind": fact.kind.value}


def _key(fact: GameFact) -> tuple[str, int, int]:
    return fact.match, fact.stage, fact.number


def _only(these: Iterable[Any], others: Iterable[Any]) -> list[Any]:
    """Facts of ``these`` that are not among the others."""
    known = set(others)
    return [fact for fact in these if fact not in known]

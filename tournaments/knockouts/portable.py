"""What a tournament's JSON document holds of its knockout, and how that becomes rows again.

``knockout`` is what is announced to everybody: the settings and who qualified.
``bracket`` is the draw and all that was entered for it, for those who may see
the draw; entrants are named by their numbers of the draw.  Everything else
follows from these (:mod:`pairing.knockout.state`), so nothing else is in it.

Who entered something is a person of this server and stays here, and so does a
sealed bid while the other one is missing: nobody is shown it before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from pairing.knockout import draw as engine
from pairing.knockout.facts import Bid, Facts, Game, Ruling
from pairing.knockout.settings import settings_as_json
from pairing.knockout.state import structure_of
from tournaments.core.principal import SYSTEM
from tournaments.events.models import KNOCKOUT_SYSTEM, Entry, Round, Tournament
from tournaments.play.outcomes import FROM_SIDES

from .loading import Loaded, load, settings_of
from .models import Bracket, BracketStatus, Drawing, Entrant, Part, Qualified
from .portable_reading import KnockoutReading
from .storing import BATCH, keep_matches, store_draw, store_facts, store_slot_changes

Numbers = Mapping[UUID, int]


def knockout_parts(
    tournament: Tournament, numbers: Numbers, *, sees_drafts: bool
) -> dict[str, Any]:
    """``knockout`` and ``bracket`` of the document; neither for other systems.

    ``sees_drafts``: the reader may see a draw that is not published.
    """
    if tournament.system != KNOCKOUT_SYSTEM:
        return {}
    bracket = Bracket.objects.filter(tournament=tournament).first() or Bracket()
    parts: dict[str, Any] = {"knockout": _announced(bracket, numbers)}
    shown = bracket.status == BracketStatus.PUBLISHED or sees_drafts
    if bracket.status != BracketStatus.ANNOUNCED and shown:
        parts["bracket"] = _bracket(load(bracket), numbers)
    return parts


def store_knockout(
    tournament: Tournament, reading: KnockoutReading | None, entries: Sequence[Entry]
) -> None:
    """Write what was read; entries and rounds are stored already."""
    if reading is None:
        return
    bracket = reading.bracket
    bracket.tournament = tournament
    bracket.save()
    for row, number in reading.qualified:
        row.bracket, row.entry = bracket, entries[number - 1]
    Qualified.objects.bulk_create([row for row, _ in reading.qualified], batch_size=BATCH)
    if reading.knockout is None:
        return
    for entrant, number in reading.entrants:
        entrant.bracket, entrant.entry = bracket, entries[number - 1]
    rows = [entrant for entrant, _ in reading.entrants]
    Entrant.objects.bulk_create(rows, batch_size=BATCH)
    loaded = Loaded(bracket, {each.number: each for each in rows}, {}, {}, reading.knockout)
    _store_drawings(loaded, reading)
    if loaded.is_published:
        keep_matches(loaded, loaded.drawn)
    # Nobody of this server has entered any of it.
    store_facts(SYSTEM, loaded, loaded.drawn.facts)
    _settle_rounds(tournament, reading)


def _store_drawings(loaded: Loaded, reading: KnockoutReading) -> None:
    knockout = loaded.drawn
    drawings = [store_draw(loaded, knockout.draw)]
    store_slot_changes(loaded, replace(knockout.draw, changes=()), knockout.draw)
    if knockout.consolation is not None:
        drawing = store_draw(loaded, knockout.consolation.draw, Part.CONSOLATION)
        declined = sorted(knockout.consolation.declined)
        drawing.declined.set([loaded.entrants[number] for number in declined])
        drawings.append(drawing)
    for drawing, at in zip(drawings, reading.drawn_at, strict=True):
        drawing.at = at
    Drawing.objects.bulk_update(drawings, ["at"])


def _settle_rounds(tournament: Tournament, reading: KnockoutReading) -> None:
    """A document of one round holds the whole bracket, from which the others follow."""
    rounds = [each for each in tournament.rounds.all() if each.number in reading.rounds]
    for round in rounds:
        round.status = reading.rounds[round.number].value
    Round.objects.bulk_update(rounds, ["status"])


# --- writing the document ----------------------------------------------------------------------


def _announced(bracket: Bracket, numbers: Numbers) -> dict[str, Any]:
    rows = Qualified.objects.filter(bracket=bracket)
    qualified = [
        {
            "entry": numbers[row.entry_id],
            "group": row.group,
            "place": row.place,
            "group_size": row.group_size,
            "points": row.points,
            "tie_breaks": row.tie_breaks,
        }
        for row in rows
    ]
    return {
        "settings": {
            # Through the engine: databases keep the members of a stage in different orders.
            **settings_as_json(settings_of(bracket)),
            "policy": bracket.policy,
            "keep_apart": bracket.keep_apart,
        },
        "qualified": sorted(qualified, key=lambda each: each["entry"]),
    }


def _bracket(loaded: Loaded, numbers: Numbers) -> dict[str, Any]:
    facts = loaded.drawn.facts
    departures = sorted(facts.departures, key=lambda each: each.entrant)
    return {
        "status": loaded.bracket.status,
        "entrants": [
            {
                "number": number,
                "entry": numbers[entrant.entry_id],
                "club": entrant.club,
                "federation": entrant.federation,
            }
            for number, entrant in sorted(loaded.entrants.items())
        ],
        "drawings": _drawings(loaded),
        "matches": _matches(loaded),
        "departures": [{"entrant": each.entrant, "kind": each.kind.value} for each in departures],
    }


def _drawings(loaded: Loaded) -> list[dict[str, Any]]:
    knockout = loaded.drawn
    at = dict(Drawing.objects.filter(bracket=loaded.bracket).values_list("part", "at"))
    parts = [_drawing(Part.MAIN, knockout.draw)]
    if knockout.consolation is not None:
        declined = sorted(knockout.consolation.declined)
        parts.append(_drawing(Part.CONSOLATION, knockout.consolation.draw, declined))
    return [{**part, "at": at[part["part"]]} for part in parts]


def _drawing(part: Part, draw: engine.Draw, declined: Sequence[int] = ()) -> dict[str, Any]:
    return {
        "part": part.value,
        "policy": draw.policy.value,
        "seed": draw.seed,
        "keep_apart": list(draw.keep_apart),
        "attempts": draw.attempts,
        "clashes": draw.clashes,
        "order": list(draw.order),
        "slots": [number or None for number in draw.slots],
        "changes": [_change(each) for each in draw.changes],
        "declined": list(declined),
    }


def _change(change: engine.Swap | engine.Substitution) -> dict[str, Any]:
    if isinstance(change, engine.Swap):
        return {"first": change.first, "second": change.second, "entrant": None}
    return {"first": change.slot, "second": None, "entrant": change.entrant}


def _matches(loaded: Loaded) -> list[dict[str, Any]]:
    """Matches for which something was entered, in the order of play."""
    entered = loaded.drawn.facts.by_match()
    found = [
        _match(match.id, entered[match.id])
        for match in structure_of(loaded.drawn).matches
        if match.id in entered
    ]
    return [each for each in found if each["games"] or each["bids"] or each["ruling"]]


def _match(code: str, facts: Facts) -> dict[str, Any]:
    bids = Counter(bid.stage for bid in facts.bids)
    opened = [bid for bid in facts.bids if bids[bid.stage] == 2]
    return {
        "match": code,
        "games": [_game(each) for each in facts.games],
        "bids": [_bid(each) for each in sorted(opened, key=lambda bid: (bid.stage, bid.entrant))],
        "ruling": _ruling(facts.rulings[-1]) if facts.rulings else None,
    }


def _game(game: Game) -> dict[str, Any]:
    return {
        "stage": game.stage,
        "number": game.number,
        "white": game.white,
        "black": game.black,
        "outcome": FROM_SIDES[game.white_outcome, game.black_outcome],
    }


def _bid(bid: Bid) -> dict[str, Any]:
    return {
        "stage": bid.stage,
        "entrant": bid.entrant,
        "opponent": bid.opponent,
        "seconds": bid.seconds,
    }


def _ruling(ruling: Ruling) -> dict[str, Any]:
    return {
        "kind": ruling.kind.value,
        "players": sorted(ruling.players),
        "winner": ruling.winner or None,
    }

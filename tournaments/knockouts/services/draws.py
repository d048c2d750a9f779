"""The draw: preview, publication, and changes by hand before round 1."""

from __future__ import annotations

import secrets
from typing import Any
from uuid import UUID

from django.db import transaction

from pairing.knockout import draw as engine
from pairing.knockout import setup
from pairing.knockout.qualification import cross_groups
from pairing.knockout.settings import check_settings
from pairing.knockout.state import Knockout
from pairing.qualifiers import Qualifier
from tournaments.core.errors import Conflict, Invalid
from tournaments.core.principal import Principal
from tournaments.core.writing import append_change, require_version, save_changes
from tournaments.events.models import Entry, EntryStatus, Tournament
from tournaments.events.numbering import give_number
from tournaments.history.models import Occasion
from tournaments.history.points import take_restore_point
from tournaments.play.readiness import present_entries

from ..access import locked_bracket, require_drawn, require_unpublished
from ..loading import Loaded, load, settings_of
from ..models import HIGHEST_SEED, BracketStatus, Drawing, Entrant, Match, Qualified
from ..refusals import refusing
from ..sessions import plan_sessions, settle_sessions, start
from ..storing import BATCH, keep_matches, store, store_draw

DRAW = "knockouts.draw"


@transaction.atomic
def draw_bracket(
    *,
    actor: Principal,
    tournament_id: UUID,
    seed: int | None = None,
    expected_version: int | None = None,
) -> Loaded:
    """Draw the bracket among those present, in the order of pairing numbers (arbiters).

    The draw is a draft that only those who run the tournament see; drawing
    again replaces it, and the same seed gives the same.  Every draw is logged.

    Raises ``Conflict("bracket.published" | "knockout.field_size" |
    "bracket.not_qualified" | "tournament.closed")``, ``Stale("bracket.stale")``,
    ``Invalid("draw.*" | "qualification.*")``.
    """
    loaded = locked_bracket(actor, tournament_id, DRAW)
    require_version(loaded.bracket, expected_version)
    require_unpublished(loaded)
    field = present_field(loaded.bracket.tournament)
    if seed is None:
        seed = secrets.randbelow(HIGHEST_SEED)
    drop_draw(loaded)
    _enter(loaded, field)
    policy = engine.Policy(loaded.bracket.policy)
    with refusing(loaded.describe):
        check_settings(settings_of(loaded.bracket), policy)
        if policy is engine.Policy.CROSSED:
            draw = cross_groups(_qualifiers(loaded), seed)
        else:
            entrants = [
                engine.Entrant(number, each.club, each.federation)
                for number, each in loaded.entrants.items()
            ]
            keep_apart = loaded.bracket.keep_apart
            draw = engine.draw_bracket(entrants, policy, seed, keep_apart=keep_apart)
    store_draw(loaded, draw)
    loaded.bracket.status = BracketStatus.DRAWN
    save_changes(loaded.bracket, ["status"])
    _log("bracket.drawn", actor, loaded, internal=True, **log_of(loaded, draw))
    return load(loaded.bracket)


@transaction.atomic
def publish_bracket(
    *, actor: Principal, tournament_id: UUID, expected_version: int | None = None
) -> Loaded:
    """Show the draw to everybody, which freezes the settings and starts the tournament.

    Raises ``Conflict("bracket.not_drawn" | "bracket.published")`` and
    ``Conflict("bracket.field_changed")`` if others than those drawn are
    present by now: then it has to be drawn again.
    """
    loaded = locked_bracket(actor, tournament_id, DRAW)
    require_version(loaded.bracket, expected_version)
    require_unpublished(loaded)
    require_drawn(loaded)
    tournament = loaded.bracket.tournament
    _require_same_field(loaded, present_field(tournament))
    with refusing(loaded.describe):
        check_settings(loaded.drawn.settings, loaded.drawn.draw.policy)
    loaded.bracket.status = BracketStatus.PUBLISHED
    save_changes(loaded.bracket, ["status"])
    keep_matches(loaded, loaded.drawn)
    start(actor, tournament)
    plan_sessions(tournament, loaded.state)
    _log("bracket.published", actor, loaded, **log_of(loaded, loaded.drawn.draw))
    settle_sessions(actor, tournament, loaded.state)
    return load(loaded.bracket)


@transaction.atomic
def cancel_draw(
    *, actor: Principal, tournament_id: UUID, expected_version: int | None = None
) -> Loaded:
    """Take the draw back, published or not, as long as nothing is entered for a match.

    Raises ``Conflict("bracket.not_drawn" | "knockout.started")``.
    """
    loaded = locked_bracket(actor, tournament_id, DRAW)
    require_version(loaded.bracket, expected_version)
    require_drawn(loaded)
    facts = loaded.drawn.facts
    if facts.started:
        raise Conflict("knockout.started", matches=sorted(facts.matches()))
    take_restore_point(actor, loaded.bracket.tournament, Occasion.UNPAIR, "bracket.cancelled")
    was_published = loaded.is_published
    data = log_of(loaded, loaded.drawn.draw)
    if was_published:
        settle_sessions(actor, loaded.bracket.tournament, None)
    drop_draw(loaded)
    save_changes(loaded.bracket, ["status"])
    _log("bracket.cancelled", actor, loaded, internal=not was_published, **data)
    return load(loaded.bracket)


@transaction.atomic
def swap_slots(
    *,
    actor: Principal,
    tournament_id: UUID,
    first: int,
    second: int,
    expected_version: int | None = None,
) -> Loaded:
    """Exchange two slots by hand, counted from 0, before round 1 starts.

    Raises ``Invalid("draw.slot_unknown" | "draw.swap_without_effect" | "draw.two_byes")``,
    ``Conflict("bracket.not_drawn" | "knockout.started")``.
    """
    loaded = locked_bracket(actor, tournament_id, DRAW)
    require_version(loaded.bracket, expected_version)
    require_drawn(loaded)
    with refusing(loaded.describe):
        after = setup.swap(loaded.drawn, first, second)
    changed = store(actor, loaded, after)
    now = changed.drawn.draw.current
    who = [changed.describe(now[slot]) if now[slot] else None for slot in (first, second)]
    hidden = not loaded.is_published
    _log("bracket.swapped", actor, changed, internal=hidden, slots=[first, second], entries=who)
    return changed


@transaction.atomic
def call_reserve(
    *,
    actor: Principal,
    tournament_id: UUID,
    out: UUID,
    reserve: UUID,
    expected_version: int | None = None,
) -> Loaded:
    """Give the slot and seed of an entry to another entry before round 1 starts; no new draw.

    Raises ``Invalid("entry.unknown")``, ``Conflict("knockout.started" |
    "draw.entrants_invalid" | "entry.withdrawn" | "bracket.not_published")``.
    """
    loaded = locked_bracket(actor, tournament_id, DRAW)
    require_version(loaded.bracket, expected_version)
    _require_published_draw(loaded)
    leaving = entrant_of(loaded, out)
    coming = _newcomer(loaded, reserve)
    with refusing(loaded.describe):
        after = setup.call_reserve(loaded.drawn, leaving, coming)
    return _seat(actor, loaded, after, "bracket.reserve_called", out=leaving, reserve=coming)


@transaction.atomic
def admit_latecomer(
    *,
    actor: Principal,
    tournament_id: UUID,
    slot: int,
    entry_id: UUID,
    expected_version: int | None = None,
) -> Loaded:
    """Give a bye slot to a latecomer before round 1 starts.

    Raises ``Invalid("entry.unknown" | "draw.slot_unknown")``,
    ``Conflict("knockout.no_bye_there" | "knockout.started" | "draw.entrants_invalid")``.
    """
    loaded = locked_bracket(actor, tournament_id, DRAW)
    require_version(loaded.bracket, expected_version)
    _require_published_draw(loaded)
    coming = _newcomer(loaded, entry_id)
    with refusing(loaded.describe):
        after = setup.admit_late(loaded.drawn, slot, coming)
    return _seat(actor, loaded, after, "bracket.latecomer_admitted", slot=slot, entrant=coming)


# --------------------------------------------------------------------------- helpers


def present_field(tournament: Tournament) -> list[Entry]:
    """Who is drawn: numbered entries that are present, by pairing number."""
    present = [
        entry
        for entry in present_entries(tournament, 1)
        if entry.pairing_number is not None
        and not (tournament.check_in and entry.checked_in_at is None)
    ]
    return sorted(present, key=lambda entry: entry.pairing_number or 0)


def drop_draw(loaded: Loaded) -> None:
    """Delete all that belongs to a draw; the caller saves the bracket."""
    bracket = loaded.bracket
    Match.objects.filter(bracket=bracket).delete()
    Drawing.objects.filter(bracket=bracket).delete()
    Entrant.objects.filter(bracket=bracket).delete()
    bracket.status = BracketStatus.ANNOUNCED


def entrant_of(loaded: Loaded, entry_id: UUID) -> int:
    """The number of an entry of the bracket; raises ``Invalid("entry.not_in_bracket")``."""
    number = loaded.numbers.get(entry_id)
    if number is None:
        raise Invalid("entry.not_in_bracket", entry=str(entry_id))
    return number


def log_of(loaded: Loaded, draw: engine.Draw) -> dict[str, Any]:
    """What is needed to repeat and audit a draw, in terms of entries."""
    entry = {number: str(each.entry_id) for number, each in loaded.entrants.items()}
    return {
        "policy": draw.policy.value,
        "seed": draw.seed,
        "keep_apart": list(draw.keep_apart),
        "attempts": draw.attempts,
        "clashes": draw.clashes,
        "order": [entry[number] for number in draw.order],
        "slots": [entry.get(number) for number in draw.current],
    }


def _enter(loaded: Loaded, field: list[Entry]) -> None:
    """The present ones as entrants; their numbers are their places in the list."""
    rows = [
        Entrant(
            bracket=loaded.bracket,
            entry=entry,
            number=number,
            club=entry.club_name,
            federation=entry.federation,
        )
        for number, entry in enumerate(field, start=1)
    ]
    Entrant.objects.bulk_create(rows, batch_size=BATCH)
    loaded.entrants = {each.number: each for each in rows}
    loaded.matches = {}


def _qualifiers(loaded: Loaded) -> list[Qualifier]:
    """How those drawn have qualified; raises ``Conflict("bracket.not_qualified")``."""
    rows = {each.entry_id: each for each in Qualified.objects.filter(bracket=loaded.bracket)}
    lacking = [
        loaded.describe(number)
        for number, each in loaded.entrants.items()
        if each.entry_id not in rows or not rows[each.entry_id].group
    ]
    if lacking:
        raise Conflict("bracket.not_qualified", entries=lacking)
    return [
        Qualifier(
            entrant=number,
            place=row.place,
            group=row.group,
            group_size=row.group_size,
            points=row.points,
            tie_breaks=tuple(row.tie_breaks),
        )
        for number, each in loaded.entrants.items()
        for row in (rows[each.entry_id],)
    ]


def _require_same_field(loaded: Loaded, field: list[Entry]) -> None:
    """Those drawn must be those present, in the same order where that is the seeding."""
    drawn = [each.entry_id for each in loaded.entrants.values()]
    present = [entry.pk for entry in field]
    if drawn == present:
        return
    names = {each.entry_id: each.entry.name for each in loaded.entrants.values()}
    names |= {entry.pk: entry.name for entry in field}
    raise Conflict(
        "bracket.field_changed",
        missing=[names[pk] for pk in drawn if pk not in set(present)],
        new=[names[pk] for pk in present if pk not in set(drawn)],
    )


def _require_published_draw(loaded: Loaded) -> None:
    require_drawn(loaded)
    if not loaded.is_published:
        raise Conflict("bracket.draw_again")


def _newcomer(loaded: Loaded, entry_id: UUID) -> int:
    """The number of an entry that is to come into the bracket, perhaps again."""
    tournament = loaded.bracket.tournament
    entry = Entry.objects.filter(tournament=tournament, pk=entry_id).first()
    if entry is None:
        raise Invalid("entry.unknown", entries=[str(entry_id)])
    if entry.status == EntryStatus.WITHDRAWN:
        raise Conflict("entry.withdrawn", from_round=entry.status_from_round)
    if entry_id in loaded.numbers:
        return loaded.numbers[entry_id]
    if entry.pairing_number is None:
        give_number(tournament, entry)
        save_changes(entry, ["pairing_number"])
    number = max(loaded.entrants) + 1
    loaded.entrants[number] = Entrant.objects.create(
        bracket=loaded.bracket,
        entry=entry,
        number=number,
        club=entry.club_name,
        federation=entry.federation,
    )
    loaded.__dict__.pop("numbers", None)
    return number


def _seat(
    actor: Principal, loaded: Loaded, after: Knockout, type: str, *, slot: int = -1, **who: int
) -> Loaded:
    changed = store(actor, loaded, after)
    data: dict[str, Any] = {name: changed.describe(number) for name, number in who.items()}
    if slot >= 0:
        data["slot"] = slot
    _log(type, actor, changed, **data)
    return changed


def _log(
    type: str, actor: Principal, loaded: Loaded, *, internal: bool = False, **data: Any
) -> None:
    append_change(
        type,
        actor=actor,
        subject=loaded.bracket,
        tournament=loaded.bracket.tournament,
        internal=internal,
        data=data,
    )

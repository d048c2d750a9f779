"""Withdrawals and disqualifications once the draw is published."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from pairing.knockout import departures
from tournaments.core.errors import Conflict
from tournaments.core.principal import Principal
from tournaments.core.writing import append_change, apply, require_version, save_changes
from tournaments.events.access import last_paired_round
from tournaments.events.models import EntryStatus

from ..access import locked_bracket, require_published
from ..loading import Loaded
from .changes import Asking, make
from .draws import entrant_of

RULE = "knockouts.rule"


@transaction.atomic
def withdraw_entrant(
    *,
    actor: Principal,
    tournament_id: UUID,
    entry_id: UUID,
    confirm: bool = False,
    expected_version: int | None = None,
) -> Loaded:
    """Out of the event from now on: the next opponent has a walkover, nobody is called back.

    Somebody whom a reserve has replaced leaves the list of entries only.
    Raises ``Invalid("entry.not_in_bracket")``, ``Conflict("knockout.has_left" |
    "knockout.dependents" | "bracket.not_published")``.
    """
    loaded, number = _locked(actor, tournament_id, entry_id, expected_version)
    if number not in loaded.drawn.draw.current:
        if _has_left(loaded, number):
            raise Conflict("knockout.has_left", entrant=loaded.describe(number))
        _mark(actor, loaded, number, EntryStatus.WITHDRAWN)
        return loaded
    with Asking(loaded):
        change = departures.withdraw(loaded.drawn, number, confirm=confirm)
    _mark(actor, loaded, number, EntryStatus.WITHDRAWN)
    who = loaded.describe(number)
    return make(actor, loaded, change, "bracket.entrant_withdrawn", entrant=who)


@transaction.atomic
def disqualify_entrant(
    *,
    actor: Principal,
    tournament_id: UUID,
    entry_id: UUID,
    reinstate_opponent: bool = False,
    confirm: bool = False,
    expected_version: int | None = None,
) -> Loaded:
    """Out of the event by decision of the arbiter.

    With ``reinstate_opponent`` the opponent of the last match won goes on
    instead, as long as the next match has not begun; otherwise the next
    opponent has a walkover.  Raises besides ``Conflict("knockout.entrant_unknown" |
    "knockout.nothing_won" | "knockout.next_match_begun")``.
    """
    loaded, number = _locked(actor, tournament_id, entry_id, expected_version)
    with Asking(loaded):
        change = departures.disqualify(
            loaded.drawn, number, reinstate_opponent=reinstate_opponent, confirm=confirm
        )
    _mark(actor, loaded, number, EntryStatus.WITHDRAWN)
    return make(
        actor,
        loaded,
        change,
        "bracket.entrant_disqualified",
        entrant=loaded.describe(number),
        reinstated=reinstate_opponent,
    )


@transaction.atomic
def readmit_entrant(
    *,
    actor: Principal,
    tournament_id: UUID,
    entry_id: UUID,
    confirm: bool = False,
    expected_version: int | None = None,
) -> Loaded:
    """Take a withdrawal or disqualification back.

    Raises ``Conflict("knockout.not_left" | "knockout.dependents")``.
    """
    loaded, number = _locked(actor, tournament_id, entry_id, expected_version)
    if number not in loaded.drawn.draw.current and _has_left(loaded, number):
        _mark(actor, loaded, number, EntryStatus.ACTIVE)
        return loaded
    with Asking(loaded):
        change = departures.readmit(loaded.drawn, number, confirm=confirm)
    _mark(actor, loaded, number, EntryStatus.ACTIVE)
    who = loaded.describe(number)
    return make(actor, loaded, change, "bracket.entrant_readmitted", entrant=who)


def _locked(
    actor: Principal, tournament_id: UUID, entry_id: UUID, expected_version: int | None
) -> tuple[Loaded, int]:
    loaded = locked_bracket(actor, tournament_id, RULE)
    require_version(loaded.bracket, expected_version)
    require_published(loaded)
    return loaded, entrant_of(loaded, entry_id)


def _has_left(loaded: Loaded, number: int) -> bool:
    return loaded.entrants[number].entry.status == EntryStatus.WITHDRAWN


def _mark(actor: Principal, loaded: Loaded, number: int, status: EntryStatus) -> None:
    """Say the same in the list of entries."""
    tournament = loaded.bracket.tournament
    entry = loaded.entrants[number].entry
    active = status == EntryStatus.ACTIVE
    from_round = 1 if active else max(1, last_paired_round(tournament))
    changed = apply(entry, {"status": status.value, "status_from_round": from_round})
    if not changed:
        return
    save_changes(entry, changed)
    append_change(
        "entry.returned" if active else "entry.withdrawn",
        actor=actor,
        subject=entry,
        tournament=tournament,
        data={"from_round": from_round},
    )

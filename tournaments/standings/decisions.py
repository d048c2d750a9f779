"""Last resorts for ties that the announced list leaves: an order by hand, then lots (C.07 4.2).

Both are announced to nobody beforehand, so both are in the log, and neither
can be tried again unnoticed: drawn lots stay until they are called off.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from tournaments.core.errors import Conflict, Invalid
from tournaments.core.principal import Principal
from tournaments.core.writing import append_change, apply, require_version, save_changes
from tournaments.events.access import locked_tournament, require_open
from tournaments.events.models import Tournament

DECIDE = "standings.decide_ties"
HIGHEST_SEED = 2**31 - 1


@transaction.atomic
def draw_lots(
    *,
    actor: Principal,
    tournament_id: UUID,
    seed: int | None = None,
    expected_version: int | None = None,
) -> Tournament:
    """Draw lots for all ties that are left (arbiters); ``seed`` repeats a drawing made elsewhere.

    Raises ``NotFound``, ``Forbidden``, ``Stale("tournament.stale")``,
    ``Conflict("standings.lots_drawn_already" | "tournament.closed")`` and
    ``Invalid("standings.seed_impossible")``.
    """
    tournament = _opened(actor, tournament_id, expected_version)
    if tournament.lots_seed is not None:
        raise Conflict("standings.lots_drawn_already", seed=tournament.lots_seed)
    if seed is not None and not 0 <= seed <= HIGHEST_SEED:
        raise Invalid("standings.seed_impossible", seed=seed, highest=HIGHEST_SEED)
    drawn = secrets.randbelow(HIGHEST_SEED + 1) if seed is None else seed
    return _decide(actor, tournament, "standings.lots_drawn", lots_seed=drawn)


@transaction.atomic
def call_lots_off(
    *, actor: Principal, tournament_id: UUID, expected_version: int | None = None
) -> Tournament:
    """Let tied entries share their places again (arbiters); nothing to call off changes nothing.

    Raises what :func:`draw_lots` raises.
    """
    tournament = _opened(actor, tournament_id, expected_version)
    if tournament.lots_seed is None:
        return tournament
    return _decide(actor, tournament, "standings.lots_called_off", lots_seed=None)


@transaction.atomic
def order_ties(
    *,
    actor: Principal,
    tournament_id: UUID,
    entry_ids: Sequence[UUID],
    expected_version: int | None = None,
) -> Tournament:
    """Order tied entries by hand, after a play-off or lots drawn on paper (arbiters).

    The order decides every tied group that it names completely, before lots
    do; an empty one takes the decision back.  Raises what :func:`draw_lots`
    raises, and ``Invalid("entry.unknown" | "standings.manual_order_repeated")``.
    """
    tournament = _opened(actor, tournament_id, expected_version)
    named = [str(pk) for pk in entry_ids]
    if len(set(named)) < len(named):
        raise Invalid("standings.manual_order_repeated")
    rows = tournament.entries.filter(pk__in=entry_ids, pairing_number__isnull=False)
    known = {str(pk) for pk in rows.values_list("pk", flat=True)}
    unknown = [pk for pk in named if pk not in known]
    if unknown:
        raise Invalid("entry.unknown", entries=unknown)
    if named == tournament.manual_order:
        return tournament
    return _decide(actor, tournament, "standings.ties_ordered", manual_order=named)


def _opened(actor: Principal, tournament_id: UUID, expected_version: int | None) -> Tournament:
    tournament = locked_tournament(actor, tournament_id, DECIDE)
    require_version(tournament, expected_version)
    require_open(tournament)
    return tournament


def _decide(actor: Principal, tournament: Tournament, type: str, **changes: object) -> Tournament:
    changed = apply(tournament, changes)
    save_changes(tournament, changed)
    append_change(type, actor=actor, subject=tournament, tournament=tournament, data=changed)
    return tournament

"""The consolation bracket: drawn when it is known who may play it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from pairing.knockout import setup
from pairing.knockout.draw import Policy
from tournaments.core.errors import Invalid
from tournaments.core.principal import Principal
from tournaments.core.writing import require_version

from ..access import locked_bracket, require_published
from ..loading import Loaded
from ..models import HIGHEST_SEED, POLICIES
from .changes import Asking, make
from .draws import DRAW, entrant_of, log_of


@transaction.atomic
def draw_consolation(
    *,
    actor: Principal,
    tournament_id: UUID,
    policy: str = Policy.SEEDED.value,
    seed: int | None = None,
    declined: Sequence[UUID] = (),
    expected_version: int | None = None,
) -> Loaded:
    """Draw the consolation bracket among the early losers who want to play (arbiters).

    Raises ``Conflict("knockout.no_consolation" | "knockout.consolation_drawn" |
    "knockout.round_not_complete" | "knockout.entrant_unknown" |
    "knockout.field_size" | "bracket.not_published")``,
    ``Invalid("knockout.needs_seeds" | "draw.*" | "entry.not_in_bracket")``.
    """
    loaded = locked_bracket(actor, tournament_id, DRAW)
    require_version(loaded.bracket, expected_version)
    require_published(loaded)
    if policy not in POLICIES:
        raise Invalid("knockout.settings_malformed", member="policy")
    out = frozenset(entrant_of(loaded, entry) for entry in declined)
    if seed is None:
        seed = secrets.randbelow(HIGHEST_SEED)
    with Asking(loaded):
        change = setup.start_consolation(loaded.drawn, Policy(policy), seed, declined=out)
    drawn = change.knockout.consolation
    data = log_of(loaded, drawn.draw) if drawn else {}
    return make(actor, loaded, change, "consolation.drawn", **data)


@transaction.atomic
def cancel_consolation(
    *,
    actor: Principal,
    tournament_id: UUID,
    confirm: bool = False,
    expected_version: int | None = None,
) -> Loaded:
    """Drop the consolation bracket; what was entered in it only if confirmed.

    Raises ``Conflict("knockout.no_consolation" | "knockout.dependents")``.
    """
    loaded = locked_bracket(actor, tournament_id, DRAW)
    require_version(loaded.bracket, expected_version)
    require_published(loaded)
    with Asking(loaded):
        change = setup.cancel_consolation(loaded.drawn, confirm=confirm)
    return make(actor, loaded, change, "consolation.cancelled")

"""What the arbiter decides: walkovers, double forfeits and the rest."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from pairing.knockout import actions
from pairing.knockout.draw import NOBODY
from pairing.knockout.facts import RulingKind
from tournaments.core.errors import Invalid
from tournaments.core.principal import Principal
from tournaments.core.writing import require_version

from ..access import locked_match
from ..loading import Loaded
from ..models import RULINGS, Match
from .changes import Asking, make
from .draws import entrant_of

RULE = "knockouts.rule"


@transaction.atomic
def rule_match(
    *,
    actor: Principal,
    match_id: UUID,
    kind: str,
    winner: UUID | None = None,
    confirm: bool = False,
    expected_version: int | None = None,
) -> tuple[Loaded, Match]:
    """Decide a match (arbiters); ``winner`` is an entry, ``None`` in a double forfeit.

    After a double forfeit nobody goes on, and the next opponent has a walkover.
    Raises ``Invalid("knockout.ruling_unknown_kind" | "knockout.not_in_match" |
    "knockout.double_forfeit_winner" | "entry.not_in_bracket")``,
    ``Conflict("knockout.match_decided" | "knockout.match_pending" |
    "knockout.winner_left" | "knockout.dependents")``, ``Stale("match.stale")``.
    """
    if kind not in RULINGS:
        raise Invalid("knockout.ruling_unknown_kind", kind=kind, known=list(RULINGS))
    loaded, match = locked_match(actor, match_id, RULE)
    require_version(match, expected_version)
    number = NOBODY if winner is None else entrant_of(loaded, winner)
    with Asking(loaded):
        change = actions.rule(loaded.drawn, match.code, RulingKind(kind), number, confirm=confirm)
    changed = make(actor, loaded, change, "match.ruled", match=match, kind=kind)
    return changed, changed.matches[match.code]


@transaction.atomic
def remove_ruling(
    *,
    actor: Principal,
    match_id: UUID,
    confirm: bool = False,
    expected_version: int | None = None,
) -> tuple[Loaded, Match]:
    """Take the arbiter's decision on a match back.

    Raises ``Conflict("knockout.ruling_unknown" | "knockout.dependents")``.
    """
    loaded, match = locked_match(actor, match_id, RULE)
    require_version(match, expected_version)
    with Asking(loaded):
        change = actions.remove_ruling(loaded.drawn, match.code, confirm=confirm)
    changed = make(actor, loaded, change, "match.ruling_removed", match=match)
    return changed, changed.matches[match.code]

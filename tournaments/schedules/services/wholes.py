"""The whole schedule at once: shown to everybody, or taken back."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from tournaments.core.errors import Conflict
from tournaments.core.principal import Principal
from tournaments.core.writing import require_version
from tournaments.events.access import locked_tournament, require_open
from tournaments.events.models import Round, RoundStatus, Tournament
from tournaments.history.models import Occasion
from tournaments.history.points import take_restore_point
from tournaments.play.services.rounds import PAIR, show_drafts, take_back

from ..options import is_predetermined


@transaction.atomic
def publish_schedule(
    *, actor: Principal, tournament_id: UUID, expected_version: int | None = None
) -> list[Round]:
    """Publish every round that is a draft (arbiters); returns them.

    Raises ``NotFound``, ``Forbidden``, ``Stale("tournament.stale")``,
    ``Conflict("tournament.closed" | "schedule.not_for_system" | "schedule.no_drafts")``.
    """
    tournament = _locked(actor, tournament_id, expected_version)
    drafts = list(tournament.rounds.filter(status=RoundStatus.DRAFT).order_by("number"))
    if not drafts:
        raise Conflict("schedule.no_drafts")
    show_drafts(actor, tournament, drafts)
    return drafts


@transaction.atomic
def unpair_schedule(
    *, actor: Principal, tournament_id: UUID, expected_version: int | None = None
) -> list[Round]:
    """Take every paired round back (arbiters), the last first; returns them in order.

    Raises ``NotFound``, ``Forbidden``, ``Stale("tournament.stale")``,
    ``Conflict("tournament.closed" | "schedule.not_for_system" | "schedule.nothing_paired" |
    "round.has_results")``; then nothing is taken back.
    """
    tournament = _locked(actor, tournament_id, expected_version)
    paired = list(tournament.rounds.exclude(status=RoundStatus.PLANNED).order_by("-number"))
    if not paired:
        raise Conflict("schedule.nothing_paired")
    take_restore_point(
        actor, tournament, Occasion.UNPAIR, f"{paired[-1].number}-{paired[0].number}"
    )
    for round in paired:
        round.tournament = tournament
        take_back(actor, tournament, round)
    return paired[::-1]


def _locked(actor: Principal, tournament_id: UUID, expected_version: int | None) -> Tournament:
    tournament = locked_tournament(actor, tournament_id, PAIR)
    require_version(tournament, expected_version)
    require_open(tournament)
    if not is_predetermined(tournament):
        raise Conflict("schedule.not_for_system", system=tournament.system)
    return tournament

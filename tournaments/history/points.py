"""Taking restore points: the only thing that other services need of this application."""

from __future__ import annotations

from tournaments.core.principal import Principal
from tournaments.events.models import Tournament

from .models import Occasion, RestorePoint
from .snapshot import pack, state_of

KEPT = 30
"""Points taken by themselves that a tournament keeps; those taken by hand stay."""


def take_restore_point(
    actor: Principal, tournament: Tournament, occasion: Occasion, label: str = ""
) -> RestorePoint:
    """Keep the state as it is now.

    The caller holds the tournament's lock and is about to do something risky
    in the same transaction: if that is refused, there is no point either.  The
    oldest points that were taken by themselves make room.
    """
    state = state_of(tournament)
    point = RestorePoint.objects.create(
        tournament=tournament,
        occasion=occasion,
        label=label,
        sequence=tournament.sequence,
        rows=state.size,
        content=pack(state),
        made_by=actor.user,
        made_by_key=actor.key.prefix if actor.key else "",
    )
    by_themselves = RestorePoint.objects.filter(tournament=tournament).exclude(
        occasion=Occasion.BY_HAND
    )
    surplus = by_themselves.order_by("-created_at", "-id").values_list("pk", flat=True)[KEPT:]
    RestorePoint.objects.filter(pk__in=list(surplus)).delete()
    return point

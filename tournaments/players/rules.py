"""Permissions of the registry."""

from __future__ import annotations

from tournaments.clubs.rules import is_arbiter, is_organiser
from tournaments.core.permissions import grant, predicate
from tournaments.core.principal import Principal
from tournaments.core.scopes import Scope

from .models import Player


def _is_federation_of_the_club(principal: Principal, player: Player) -> bool:
    key = principal.key
    return (
        key is not None
        and principal.holds(Scope.PLAYERS_WRITE)
        and bool(key.federation)
        and key.federation == player.club.federation
    )


grant("players.change", is_arbiter)
grant("players.merge", is_organiser)
grant("players.correct", is_arbiter | predicate(_is_federation_of_the_club))

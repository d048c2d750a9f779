"""Permissions around lists and exports."""

from __future__ import annotations

from tournaments.clubs.rules import is_arbiter
from tournaments.core.permissions import grant, predicate

grant("rating_lists.import", predicate(lambda actor, row: actor.is_unrestricted, "is_superuser"))
grant("rating_lists.check", is_arbiter)

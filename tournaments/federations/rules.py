"""Permissions around keys."""

from __future__ import annotations

from tournaments.clubs.rules import is_owner
from tournaments.core.permissions import grant, predicate

is_superuser = predicate(lambda principal, row: principal.is_unrestricted, "is_superuser")

grant("keys.manage", is_owner)
grant("keys.manage_federations", is_superuser)

"""Permissions of the registry."""

from __future__ import annotations

from tournaments.clubs.rules import is_arbiter
from tournaments.core.permissions import grant

grant("players.change", is_arbiter)

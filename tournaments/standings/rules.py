"""Permissions around standings."""

from __future__ import annotations

from tournaments.clubs.rules import is_arbiter
from tournaments.core.permissions import grant

grant("standings.decide_ties", is_arbiter)

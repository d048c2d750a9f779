"""Permissions at the desk."""

from __future__ import annotations

from tournaments.clubs.rules import is_arbiter
from tournaments.core.permissions import grant

grant("desk.correct_paired", is_arbiter)
"""Changing a result with which a round was paired already."""

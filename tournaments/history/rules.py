"""Permissions around the log and restore points."""

from __future__ import annotations

from tournaments.clubs.rules import is_arbiter
from tournaments.core.permissions import grant

grant("history.read_log", is_arbiter)
grant("history.keep_points", is_arbiter)
grant("history.restore", is_arbiter)

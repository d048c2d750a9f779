"""Permissions around events, tournaments, entries and rounds."""

from __future__ import annotations

from tournaments.clubs.rules import is_arbiter, is_organiser
from tournaments.core.permissions import grant

grant("events.create", is_organiser)
grant("events.change", is_organiser)
grant("events.manage_members", is_organiser)
grant("events.change_tournament", is_organiser)
grant("events.manage_entries", is_arbiter)
grant("events.schedule_round", is_arbiter)
grant("events.pair_round", is_arbiter)
grant("events.see_unpublished", is_arbiter)

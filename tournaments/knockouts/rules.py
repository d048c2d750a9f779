"""Permissions around brackets and their matches; the row is the tournament."""

from __future__ import annotations

from tournaments.clubs.rules import is_arbiter, is_organiser
from tournaments.core.permissions import grant
from tournaments.play.rules import is_machine_entering_results

grant("knockouts.announce", is_organiser)
grant("knockouts.draw", is_arbiter)
grant("knockouts.rule", is_arbiter)
grant("knockouts.enter_game", is_arbiter | is_machine_entering_results)

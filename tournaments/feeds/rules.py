"""Permissions around webhooks."""

from __future__ import annotations

from tournaments.clubs.rules import is_organiser
from tournaments.core.permissions import grant

grant("feeds.manage_webhooks", is_organiser)

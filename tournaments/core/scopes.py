"""What an API key may do; a person's rights follow from roles instead."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Scope(models.TextChoices):
    """Scopes of API keys.  Each holds for the key's own club or federation only."""

    RESULTS_READ = "results:read", _("read results, also of what only the club sees")
    RESULTS_WRITE = "results:write", _("enter results")
    PLAYERS_WRITE = "players:write", _("correct ids, titles and ratings of players")
    REPORTS_READ = "reports:read", _("read rating reports")
    REPORTS_DECIDE = "reports:decide", _("accept or reject rating reports")


CLUB_SCOPES = (Scope.RESULTS_READ, Scope.RESULTS_WRITE)
"""What a key of a club may have; a federation's key may have any scope."""

"""Who sees which keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models
from rest_framework_api_key.models import BaseAPIKeyManager

from tournaments.clubs.querysets import clubs_of
from tournaments.core.principal import Principal

if TYPE_CHECKING:
    # Named in the bases below, which ruff does not read as types.
    from .models import ApiKey  # noqa: F401


class ApiKeyQuerySet(models.QuerySet["ApiKey"]):
    """API keys."""

    def visible_to(self, principal: Principal) -> ApiKeyQuerySet:
        """Keys of a club for its owners; those of federations for superusers only."""
        if principal.is_unrestricted:
            return self
        return self.filter(club_id__in=clubs_of(principal).filter(role="owner"))


class ApiKeyManager(BaseAPIKeyManager.from_queryset(ApiKeyQuerySet)):  # type: ignore[misc]
    """Makes keys, and finds them as above."""

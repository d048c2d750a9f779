"""ApiKey; the stream of the results feed; rating reports; what federations send in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from rest_framework_api_key.models import AbstractAPIKey

from tournaments.core.ids import uuid7
from tournaments.core.validators import validate_federation

from .querysets import ApiKeyManager

if TYPE_CHECKING:
    from uuid import UUID

    KeyBase = models.Model
else:
    KeyBase = AbstractAPIKey


class ApiKey(KeyBase):
    """A key of one club or one federation; only its hash is stored.

    The primary key holds the hash, so ``public_id`` is what is shown.
    """

    public_id = models.UUIDField(unique=True, default=uuid7, editable=False)
    club = models.ForeignKey(
        "clubs.Club", null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    federation = models.CharField(
        _("federation"), max_length=3, blank=True, validators=[validate_federation]
    )
    scopes = models.JSONField(_("scopes"), default=list)
    created_by = models.ForeignKey(
        "accounts.User",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)

    objects = ApiKeyManager()

    if TYPE_CHECKING:
        id: str
        prefix: str
        name: str
        revoked: bool
        expiry_date: Any
        has_expired: bool
        club_id: UUID | None
        created_by_id: UUID | None

        def is_valid(self, key: str) -> bool: ...

    class Meta:
        verbose_name = _("API key")
        verbose_name_plural = _("API keys")
        ordering = ("-created",)
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(club__isnull=False, federation="")
                | (Q(club__isnull=True) & ~Q(federation="")),
                name="api_key_of_club_or_federation",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.prefix} {self.name}"

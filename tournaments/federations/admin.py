"""Keys in the admin site."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.core.admin import ReadOnlyAdmin, acting

from .keys import revoke_key
from .models import ApiKey


@admin.register(ApiKey)
class ApiKeyAdmin(ReadOnlyAdmin):
    """Keys; they are made through the API or the command ``create_federation_key``."""

    list_display = ("prefix", "name", "club", "federation", "expiry_date", "revoked")
    list_select_related = ("club",)
    list_filter = ("revoked", "federation")
    search_fields = ("prefix", "name")
    exclude = ("id", "hashed_key")
    actions = ("revoke",)

    @admin.action(description=_("Revoke"))
    def revoke(self, request: HttpRequest, rows: QuerySet[Any]) -> None:
        for key in rows:
            revoke_key(actor=acting(request), key_id=key.public_id)

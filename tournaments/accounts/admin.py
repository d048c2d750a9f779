"""Accounts in the admin site."""

from __future__ import annotations

from django.apps import apps
from django.contrib import admin

from tournaments.core.admin import ReadOnlyAdmin, ServiceAdmin

from .models import DeviceToken, User
from .services import administer_user

# Forms of libraries write past the services: no permission asked, nothing in the change log.
for model in apps.get_models():
    if not model.__module__.startswith("tournaments.") and admin.site.is_registered(model):
        admin.site.unregister(model)


@admin.register(User)
class UserAdmin(ServiceAdmin):
    """Who may sign in; passwords are set by their owners."""

    list_display = ("email", "name", "is_active", "is_staff", "is_superuser")
    list_filter = ("is_active", "is_staff")
    search_fields = ("email", "name")
    writable = ("name", "language", "time_zone", "is_active", "is_staff")
    update = staticmethod(administer_user)
    argument = "user_id"
    hidden = ("password",)


@admin.register(DeviceToken)
class DeviceTokenAdmin(ReadOnlyAdmin):
    """Signed-in devices; their owners sign them out."""

    list_display = ("user", "name", "created", "last_used_at", "expiry")
    list_select_related = ("user",)
    search_fields = ("user__email", "name")
    exclude = ("digest", "token_key")

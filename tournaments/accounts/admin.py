"""Accounts in the admin site."""

from __future__ import annotations

from django.apps import apps
from django.contrib import admin

from tournaments.core.admin import ServiceAdmin

from .models import User
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

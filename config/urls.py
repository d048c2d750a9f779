"""Every route of the server."""

from __future__ import annotations

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from tournaments.api import health

# The admin site asks for the second factor like every other door for people.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("livez", health.livez, name="livez"),
    path("readyz", health.readyz, name="readyz"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("api/account/", include("allauth.headless.urls")),
    path("api/", include("tournaments.api.urls")),
    path("", include("tournaments.web.urls")),
]

handler400 = "tournaments.web.problems.bad_request"
handler403 = "tournaments.web.problems.permission_denied"
handler404 = "tournaments.web.problems.not_found"
handler500 = "tournaments.web.problems.server_error"

"""What the server is measured against: a Django view that reads one row, and nothing around it.

No middleware, no REST framework, no authentication; the same database, the same kind of
connection, and one query, as little as an answer can take that has looked whether
something changed.  Only :mod:`tests.bench.bench_sync` serves it.
"""

from __future__ import annotations

import os
from uuid import UUID

import environ
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import path

settings.configure(
    ROOT_URLCONF=__name__,
    SECRET_KEY="of the bench only",
    ALLOWED_HOSTS=["testserver"],
    MIDDLEWARE=[],
    DATABASES={
        "default": {
            **environ.Env.db_url_config(os.environ["DATABASE_URL"]),
            "CONN_MAX_AGE": 20,
            "CONN_HEALTH_CHECKS": True,
        }
    },
)

QUERY = "SELECT sequence FROM events_tournament WHERE id = %s"


def bare(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """304 if the tournament is as the caller knows it."""
    with connection.cursor() as cursor:
        cursor.execute(QUERY, [tournament_id])
        (sequence,) = cursor.fetchone()
    tag = f'"{sequence}"'
    if request.headers.get("If-None-Match") == tag:
        return HttpResponse(status=304, headers={"ETag": tag})
    return HttpResponse(b"{}", content_type="application/json", headers={"ETag": tag})


urlpatterns = [path("livez", lambda request: HttpResponse()), path("<uuid:tournament_id>", bare)]
application = get_wsgi_application()

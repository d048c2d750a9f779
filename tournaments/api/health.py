"""``/livez``: the process answers.  ``/readyz``: it can do its work."""

from __future__ import annotations

from collections.abc import Callable

import structlog
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

log = structlog.get_logger("tournaments.health")

BROKER_TIMEOUT_SECONDS = 2


def _database() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


def _migrations() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _broker() -> bool:
    if not settings.CELERY_BROKER_URL:
        return True
    from celery import current_app

    with current_app.connection_for_write(connect_timeout=BROKER_TIMEOUT_SECONDS) as link:
        link.ensure_connection(max_retries=1, timeout=BROKER_TIMEOUT_SECONDS)
    return True


CHECKS: dict[str, Callable[[], bool]] = {
    "database": _database,
    "migrations": _migrations,
    "broker": _broker,
}


def _holds(name: str, check: Callable[[], bool]) -> bool:
    try:
        return check()
    except Exception as error:
        # Whatever a driver raises means the same here: not ready.  The answer
        # is public, so the reason goes to the log only.
        log.warning("not_ready", check=name, error=str(error))
        return False


@never_cache
@require_safe
def livez(request: HttpRequest) -> HttpResponse:
    """Answers as long as the process does; touches nothing else."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """200 when the database answers, is migrated, and the broker (if any) is there; else 503."""
    checks = {name: _holds(name, check) for name, check in CHECKS.items()}
    ready = all(checks.values())
    body = {
        "status": "ok" if ready else "unavailable",
        "checks": {name: "ok" if holds else "failed" for name, holds in checks.items()},
    }
    return JsonResponse(body, status=200 if ready else 503)

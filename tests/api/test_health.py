"""``/livez`` and ``/readyz``."""

import pytest
from django.db.migrations.recorder import MigrationRecorder


def test_livez_touches_nothing(client):
    answer = client.get("/livez")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    assert "no-store" in answer["Cache-Control"]


def test_ready(client, db):
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["checks"]) == (
        200,
        {"database": "ok", "migrations": "ok", "broker": "ok"},
    )


def test_not_ready_while_a_migration_is_missing(client, db):
    MigrationRecorder.Migration.objects.filter(app="api").delete()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["checks"]["migrations"]) == (503, "failed")


def test_not_ready_without_the_broker(client, db, settings, monkeypatch):
    from config import app

    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(app.conf, "broker_url", "redis://127.0.0.1:1/0")
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["checks"]["broker"]) == (503, "failed")
    # Why is for the log: the answer is public.
    assert "127.0.0.1" not in answer.content.decode()


@pytest.mark.parametrize("path", ["/livez", "/readyz"])
def test_only_reading(client, path):
    assert client.post(path).status_code == 405

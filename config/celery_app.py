"""The Celery application; its settings are the ``CELERY_*`` ones of :mod:`config.settings`."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("tournaments")
app.config_from_object("django.conf:settings", namespace="CELERY")
if app.conf.task_always_eager:
    # Celery opens a connection object even for what it runs itself; without an address it warns.
    app.conf.update(broker_url="memory://localhost")
app.autodiscover_tasks()

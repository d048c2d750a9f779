"""The one place that asks for the time."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone


def now() -> datetime:
    """The current instant, aware, in UTC."""
    return timezone.now()

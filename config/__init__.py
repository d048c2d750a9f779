"""Wiring: settings, routes, the Celery application and the WSGI and ASGI entry points."""

from .celery_app import app

__all__ = ("app",)

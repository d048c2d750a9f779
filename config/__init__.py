"""Wiring of the server: settings, URLs, Celery, ASGI and WSGI."""

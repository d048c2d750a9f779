"""ASGI entry point, for the process that holds long connections."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Each request has a thread of its own here, so a connection that is kept is never used again.
os.environ.setdefault("CONN_MAX_AGE", "0")

django = get_asgi_application()

# Importable only now that Django is set up.
from tournaments.api.live.asgi import LiveApplication  # noqa: E402

application = LiveApplication(django)

"""Django application of the API."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """Holds the idempotency store; everything else here is stateless."""

    name = "tournaments.api"
    label = "api"

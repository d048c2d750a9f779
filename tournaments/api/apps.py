"""Django application of the API."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """Holds the idempotency store; everything else here is stateless."""

    name = "tournaments.api"
    label = "api"

    def ready(self) -> None:
        """Give the admin site and the commands the sentences of the API."""
        from tournaments.core.wording import speak_with

        from .texts import text_for

        speak_with(text_for)

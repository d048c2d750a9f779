from django.apps import AppConfig


class FeedsConfig(AppConfig):
    name = "tournaments.feeds"
    label = "feeds"

    def ready(self) -> None:
        """Hear of every change that is written."""
        from tournaments.core.writing import listen, listen_to_clubs

        from .watching import announce
        from .webhooks.outbox import write_deliveries

        listen(announce)
        listen(write_deliveries)
        listen_to_clubs(write_deliveries)

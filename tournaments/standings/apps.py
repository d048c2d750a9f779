from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class StandingsConfig(AppConfig):
    name = "tournaments.standings"
    label = "standings"

    def ready(self) -> None:
        from tournaments.core.writing import listen

        from .services import note_change

        listen(note_change)
        post_migrate.connect(_forget, sender=self)


def _forget(**event: Any) -> None:
    from .services import forget_all

    forget_all()

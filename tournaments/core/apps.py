from django.apps import AppConfig


class CoreConfig(AppConfig):
    name = "tournaments.core"
    label = "core"

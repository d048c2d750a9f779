from django.apps import AppConfig


class HistoryConfig(AppConfig):
    name = "tournaments.history"
    label = "history"

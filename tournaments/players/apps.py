from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "tournaments.players"
    label = "players"

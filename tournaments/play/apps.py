from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "tournaments.play"
    label = "play"

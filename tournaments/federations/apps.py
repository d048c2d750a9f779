from django.apps import AppConfig


class FederationsConfig(AppConfig):
    name = "tournaments.federations"
    label = "federations"

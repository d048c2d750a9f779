from django.apps import AppConfig


class StandingsConfig(AppConfig):
    name = "tournaments.standings"
    label = "standings"

from django.apps import AppConfig


class SchedulesConfig(AppConfig):
    name = "tournaments.schedules"
    label = "schedules"

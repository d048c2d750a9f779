from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "tournaments.jobs"
    label = "jobs"

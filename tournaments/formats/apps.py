from django.apps import AppConfig


class FormatsConfig(AppConfig):
    name = "tournaments.formats"
    label = "formats"

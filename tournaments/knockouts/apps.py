from django.apps import AppConfig


class KnockoutsConfig(AppConfig):
    name = "tournaments.knockouts"
    label = "knockouts"

    def ready(self) -> None:
        from tournaments.core.writing import listen

        from .sessions import provide_bracket, renew_versions

        listen(provide_bracket)
        listen(renew_versions)

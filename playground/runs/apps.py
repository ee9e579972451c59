from django.apps import AppConfig


class RunsConfig(AppConfig):
    name = "playground.runs"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from playground.runs import secret_keys
        from playground.runs.changes import news
        from playground.server.sockets import shared_layer
        from playground.server.telemetry import readiness

        readiness.in_database.append(secret_keys.part)
        shared_layer.missed.append(news.runs_here)

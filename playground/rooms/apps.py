"""The app of rooms."""

from django.apps import AppConfig


class RoomsConfig(AppConfig):
    name = "playground.rooms"

    def ready(self) -> None:
        from playground.rooms.services import rooms
        from playground.runs import housekeeping

        housekeeping.also.append(rooms.delete_old)

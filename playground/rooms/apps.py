"""The app of rooms."""

from django.apps import AppConfig


class RoomsConfig(AppConfig):
    name = "playground.rooms"

    def ready(self) -> None:
        from playground.rooms import making_good
        from playground.rooms.services import rooms
        from playground.runs import housekeeping
        from playground.web import shared_layer

        housekeeping.also.append(rooms.delete_old)
        shared_layer.missed.append(making_good.rooms_here)

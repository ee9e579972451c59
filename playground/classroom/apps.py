"""The Django app of class rooms."""

from django.apps import AppConfig


class RoomsConfig(AppConfig):
    name = "playground.classroom"
    label = "rooms"  # of its tables and migrations

    def ready(self) -> None:
        from playground.classroom.process import recovery
        from playground.classroom.services import rooms
        from playground.runs.retention import housekeeping
        from playground.server.sockets import shared_layer

        housekeeping.also.append(rooms.delete_old)
        shared_layer.missed.append(recovery.rooms_here)

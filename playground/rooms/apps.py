"""The app of rooms."""

from django.apps import AppConfig


class RoomsConfig(AppConfig):
    name = "playground.rooms"

"""The Django app of lessons."""

from django.apps import AppConfig


class LessonsConfig(AppConfig):
    name = "playground.lessons"

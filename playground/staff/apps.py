from django.apps import AppConfig


class Staff(AppConfig):
    name = "playground.staff"
    label = "staff"

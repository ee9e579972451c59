from django.apps import AppConfig


class GalleryConfig(AppConfig):
    name = "playground.gallery"
    label = "scenarios"
    default_auto_field = "django.db.models.BigAutoField"

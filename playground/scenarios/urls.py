"""Addresses of the gallery, the import page and the inspector."""

from django.urls import URLPattern, URLResolver

app_name = "scenarios"
urlpatterns: list[URLPattern | URLResolver] = []

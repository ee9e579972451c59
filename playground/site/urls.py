"""Addresses of the site as a whole."""

from django.urls import path, re_path

from playground.site import metrics_listener, places, views

WORDS = r"(?P<language>[a-z-]+)\.(?P<digest>[0-9a-f]+)\.json"

app_name = "site"
urlpatterns = [
    path("exact", views.exact, name="exact"),
    path("releases/", views.releases_page, name="releases"),
    path("releases/<str:minor>", views.release_page, name="release"),
    path("exact.json", views.exact_figures, name="exact_figures"),
    path("places.json", places.places, name="places"),
    path("causes.json", places.causes, name="causes"),
    path("landscape.json", places.landscape, name="landscape"),
    path("metrics", metrics_listener.exposed, name="metrics"),
    path("theme", views.theme, name="theme"),
    re_path(rf"^i18n/{WORDS}$", views.catalogue, name="catalogue"),
    re_path(rf"^i18n/board/{WORDS}$", views.catalogue, {"board": True}, name="board_catalogue"),
]

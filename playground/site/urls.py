"""Addresses of the site as a whole."""

from django.urls import path, re_path

from playground.site import exposing, translate, views

app_name = "site"
urlpatterns = [
    path("exact", views.exact, name="exact"),
    path("exact.json", views.exact_figures, name="exact_figures"),
    path("translate/<str:code>", translate.translate, name="translate"),
    path("metrics", exposing.exposed, name="metrics"),
    path("theme", views.theme, name="theme"),
    re_path(r"^i18n/(?P<language>[a-z-]+)\.(?P<digest>[0-9a-f]+)\.json$", views.catalogue, name="catalogue"),
]

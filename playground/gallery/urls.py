"""Addresses of the gallery, the import page and the inspector."""

from django.urls import URLPattern, URLResolver, path, re_path

from playground.gallery import views
from playground.grace import views as grace_pages
from playground.imports import views as import_views
from playground.inspector import advice_pages
from playground.inspector import views as inspector

app_name = "scenarios"
_POD = "r/<slug:run_id>/pods/<str:namespace>/<str:name>"
_NODE = "r/<slug:run_id>/nodes/<str:name>"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.gallery, name="gallery"),
    path("topics/<slug:topic>", views.topic_page, name="topic"),
    path("exact", views.exact, name="exact"),
    path("exact.json", views.exact_figures, name="exact_figures"),
    path("grace", grace_pages.grace, name="grace"),
    path("theme", views.theme, name="theme"),
    path("import", import_views.import_page, name="import"),
    path("lint", import_views.lint, name="lint"),
    path("s/<slug:slug>", views.scenario_page, name="scenario"),
    path("s/<slug:slug>.yaml", views.scenario_source, name="source"),
    re_path(r"^i18n/(?P<language>[a-z-]+)\.(?P<digest>[0-9a-f]+)\.json$", views.catalogue, name="catalogue"),
    path("r/<slug:run_id>/film.json", views.film, name="film"),
    path("r/<slug:run_id>/report", import_views.run_report, name="report"),
    path(f"{_POD}/why", inspector.pod_why, name="pod_why"),
    path(f"{_POD}/advice", advice_pages.advice, name="pod_advice"),
    path(f"{_POD}/try", advice_pages.try_advice, name="try_advice"),
    path(f"{_POD}/<str:tab>", inspector.pod_tab, name="pod_tab"),
    path(f"{_NODE}/<str:tab>", inspector.node_tab, name="node_tab"),
]

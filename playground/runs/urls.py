"""Addresses of runs, and of the server's health."""

from django.urls import path

from playground.runs.http import acts, views

app_name = "runs"
urlpatterns = [
    path("r/<str:run_id>", views.board, name="board"),
    path("r/<str:run_id>/fork", views.fork, name="fork"),
    path("r/<str:run_id>/acts", acts.acts, name="acts"),
    path("r/<str:run_id>/acts/without", acts.without, name="without"),
    path("r/<slug:run_id>/share", views.share, name="share"),
    path("r/<slug:run_id>/film.json", views.film, name="film"),
    path("r/<slug:run_id>/edit-link", views.edit_link, name="edit_link"),
    path("r/<slug:run_id>/remove", views.remove, name="remove"),
    path("r/<str:run_id>/rename", views.rename, name="rename"),
    path("e/<str:token>", views.edit, name="edit"),
    path("runs", views.yours, name="yours"),
    path("runs/new", views.new, name="new"),
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
]

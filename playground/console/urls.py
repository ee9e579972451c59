"""Addresses of the console."""

from django.urls import path

from playground.console import views

app_name = "console"
urlpatterns = [
    path("r/<str:run_id>/console", views.console, name="console"),
    path("r/<str:run_id>/console/play", views.play_line, name="play"),
    path("r/<str:run_id>/console/complete", views.complete_line, name="complete"),
]

"""Addresses of the answers about pending pods."""

from django.urls import path

from playground.why import door, views

app_name = "why"
urlpatterns = [
    path("why", door.door, name="door"),
    path("why/jobs/<slug:name>", door.job_page, name="job"),
    path("r/<str:run_id>/why", views.card_page, name="card"),
    path("r/<slug:run_id>/why.<slug:kind>", views.file, name="file"),
]

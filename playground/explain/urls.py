"""Addresses of the explanations."""

from django.urls import path

from playground.explain import views

app_name = "explain"
urlpatterns = [
    path("explain", views.explain, name="explain"),
    path("explain/<path:name>", views.card, name="card"),
]

"""Addresses of the page about kubectl and of the kubeconfig."""

from django.urls import path

from playground.kubeapi import views

app_name = "kubeapi"
urlpatterns = [
    path("r/<str:run_id>/kubectl", views.kubectl, name="kubectl"),
    path("r/<str:run_id>/kubectl/time", views.time, name="time"),
    path("r/<str:run_id>/kubeconfig", views.kubeconfig, name="kubeconfig"),
]

"""Addresses of the gallery."""

from django.urls import path

from playground.gallery import views

app_name = "gallery"
urlpatterns = [
    path("", views.gallery, name="gallery"),
    path("toy", views.toy_run, name="toy"),
    path("topics/<slug:topic>", views.topic_page, name="topic"),
    path("s/<slug:slug>", views.scenario_page, name="scenario"),
    path("s/<slug:slug>.yaml", views.scenario_source, name="source"),
]

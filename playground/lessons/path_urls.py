"""Addresses of the way through the course. They come before those of single lessons, whose names are free."""

from django.urls import path

from playground.lessons import path_views

app_name = "path"
urlpatterns = [
    path("learn", path_views.learn, name="learn"),
    path("learn/kept", path_views.kept, name="kept"),
    path("learn/mistakes", path_views.mistakes, name="mistakes"),
    path("learn/known/<slug:part>", path_views.known, name="known"),
    path("learn/known/<slug:name>/<int:number>", path_views.known_answer, name="answer"),
]

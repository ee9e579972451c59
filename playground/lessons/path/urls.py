"""Addresses of the course. They precede those of single lessons, whose names are arbitrary."""

from django.urls import path

from playground.lessons.path import views

app_name = "path"
urlpatterns = [
    path("learn", views.learn, name="learn"),
    path("learn/kept", views.kept, name="kept"),
    path("learn/mistakes", views.mistakes, name="mistakes"),
    path("learn/known/<slug:part>", views.skip_questions, name="known"),
    path("learn/known/<slug:name>/<int:number>", views.skip_answer, name="answer"),
]

"""Addresses of exercises."""

from django.urls import path

from playground.exercises import views

app_name = "exercises"
urlpatterns = [
    path("try", views.any_exercise, name="any"),
    path("try/today", views.today, name="today"),
    path("try/<slug:slug>", views.page, name="page"),
    path("try/<slug:slug>/start.json", views.start, name="start"),
    path("try/<slug:slug>/answer", views.answer, name="answer"),
]

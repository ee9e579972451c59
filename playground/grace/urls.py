"""The address of the grace calculator."""

from django.urls import path

from playground.grace import views

app_name = "grace"
urlpatterns = [path("grace", views.grace, name="grace")]

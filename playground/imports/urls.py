"""Addresses of the import page and of the reports of imports."""

from django.urls import path

from playground.imports import begin, views

app_name = "imports"
urlpatterns = [
    path("new", begin.begin, name="begin"),
    path("import", views.import_page, name="page"),
    path("import/progress", views.progress, name="progress"),
    path("import/stop", views.stop, name="stop"),
    path("import/jobs/<slug:name>", views.job_page, name="job"),
    path("lint", views.lint, name="lint"),
    path("r/<slug:run_id>/report", views.run_report, name="report"),
]

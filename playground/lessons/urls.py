"""Addresses of lessons."""

from django.urls import path

from playground.lessons import builder_views, views

app_name = "lessons"
urlpatterns = [
    path("learn/open", views.open_file, name="open"),
    path("learn/build", builder_views.begin, name="begin"),
    path("learn/build/<str:run_id>", builder_views.build, name="build"),
    path("learn/<slug:name>", views.first, name="first"),
    path("learn/<slug:name>.yaml", views.source, name="source"),
    path("learn/<slug:name>/<int:number>", views.step, name="step"),
    path("learn/<slug:name>/<int:number>/answer", views.answer, name="answer"),
    path("learn/<slug:name>/sandbox", views.sandbox, name="sandbox"),
    path("learn/<slug:name>/do/<str:run_id>", views.task, name="task"),
    path("learn/<slug:name>/checks/<str:run_id>", views.checks, name="checks"),
    path("learn/<slug:name>/hint/<int:number>", views.hint, name="hint"),
]

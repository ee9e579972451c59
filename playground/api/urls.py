"""Addresses of the API, made of its table of operations. A run's name is `run_id`, as in all addresses."""

from django.urls import path, re_path

from playground.api.operations import OPERATIONS
from playground.api.views import VIEWS, nothing

app_name = "api"
urlpatterns = [
    *(
        path(
            f"api/v1{each.path}".replace("{run}", "<slug:run_id>").replace("{slug}", "<slug:slug>"),
            VIEWS[each.name],
            name=each.name,
        )
        for each in OPERATIONS
    ),
    re_path(r"^api/(?P<rest>.*)$", nothing, name="nothing"),
]

"""Addresses of the API, made from its table of operations. A run's name is `run_id`, as in all addresses."""

from django.urls import path, re_path

from playground.api.operations import OPERATIONS
from playground.api.views import VIEWS, nothing

app_name = "api"
urlpatterns = [
    *(
        path(
            f"api/v1{operation.path}".replace("{run}", "<slug:run_id>").replace("{slug}", "<slug:slug>"),
            VIEWS[operation.name],
            name=operation.name,
        )
        for operation in OPERATIONS
    ),
    re_path(r"^api/(?P<rest>.*)$", nothing, name="nothing"),
]

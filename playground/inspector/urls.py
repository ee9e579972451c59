"""Addresses of what is known of one pod or node, of one decision with other weights, and of consequences."""

from django.urls import path

from playground.inspector import advice_pages, consequences, views, what_if

_POD = "r/<slug:run_id>/pods/<str:namespace>/<str:name>"
_NODE = "r/<slug:run_id>/nodes/<str:name>"

app_name = "inspector"
urlpatterns = [
    path("r/<str:run_id>/what-if", what_if.what_if, name="what_if"),
    path("r/<str:run_id>/consequences", consequences.consequences, name="consequences"),
    path(f"{_POD}/why", views.pod_why, name="pod_why"),
    path(f"{_POD}/advice", advice_pages.advice, name="pod_advice"),
    path(f"{_POD}/try", advice_pages.try_advice, name="try_advice"),
    path(f"{_POD}/<str:tab>", views.pod_tab, name="pod_tab"),
    path(f"{_NODE}/<str:tab>", views.node_tab, name="node_tab"),
]

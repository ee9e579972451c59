"""Addresses of the inspector: pods, nodes, Services, decisions with other weights, consequences and
faults."""

from django.urls import path

from playground.inspector import (
    advice_pages,
    consequences,
    diff,
    faults,
    find,
    history,
    nodes,
    search,
    until,
    verbs,
    views,
    what_if,
)

_POD = "r/<slug:run_id>/pods/<str:namespace>/<str:name>"
_SERVICE = "r/<slug:run_id>/services/<str:namespace>/<str:name>"
_NODE = "r/<slug:run_id>/nodes/<str:name>"

app_name = "inspector"
urlpatterns = [
    path("r/<str:run_id>/what-if", what_if.what_if, name="what_if"),
    path("r/<str:run_id>/consequences", consequences.consequences, name="consequences"),
    path("r/<str:run_id>/nodes", nodes.nodes, name="nodes"),
    path("r/<str:run_id>/search", search.search, name="search"),
    path("r/<str:run_id>/verdicts", search.verdicts, name="verdicts"),
    path("r/<str:run_id>/find", find.find, name="find"),
    path("r/<str:run_id>/diff", diff.diff, name="diff"),
    path("r/<str:run_id>/moment", find.moment, name="moment"),
    path("r/<str:run_id>/history", history.page, name="history"),
    path("r/<str:run_id>/until", until.until, name="until"),
    path("r/<str:run_id>/watch", until.watch, name="watch"),
    path("r/<str:run_id>/figure", until.figure, name="figure"),
    path("r/<str:run_id>/faults", faults.faults, name="faults"),
    path("r/<str:run_id>/verbs", verbs.verbs, name="verbs"),
    path("r/<str:run_id>/things", verbs.matching_objects, name="things"),
    path(f"{_POD}/why", views.pod_why, name="pod_why"),
    path(f"{_POD}/advice", advice_pages.advice, name="pod_advice"),
    path(f"{_POD}/try", advice_pages.try_advice, name="try_advice"),
    path(f"{_POD}/<str:tab>", views.pod_tab, name="pod_tab"),
    path(f"{_SERVICE}/<str:tab>", views.service_tab, name="service_tab"),
    path(f"{_NODE}/<str:tab>", views.node_tab, name="node_tab"),
]

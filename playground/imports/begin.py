"""A new cluster from a small form: zones, nodes of one size, and a first Deployment."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

import scheduler_core as core
from playground.runs import new_runs, revisions
from playground.runs.http.requests import own_run_at, owner_for
from playground.server.fairness.throttle import costly
from playground.texts import releases
from playground.texts.manifests import words

ZONE, HOSTNAME = "topology.kubernetes.io/zone", "kubernetes.io/hostname"
ZONES_MAX, NODES_MAX, REPLICAS_MAX = 12, 40, 500


GATES_LINE = forms.TextInput(
    attrs={"placeholder": "Gate=true,Gate2=false", "spellcheck": "false", "autocomplete": "off"}
)


class Wish(forms.Form):
    """The form of a new cluster. Amounts are checked by the API server's own rules."""

    title = forms.CharField(label=_("Name"), max_length=200, required=False)
    zones = forms.IntegerField(label=_("Zones"), min_value=1, max_value=ZONES_MAX, initial=3)
    nodes = forms.IntegerField(label=_("Nodes in each zone"), min_value=1, max_value=NODES_MAX, initial=2)
    cpu = forms.CharField(label=_("CPU of a node"), max_length=20, initial="4")
    memory = forms.CharField(label=_("Memory of a node"), max_length=20, initial="8Gi")
    name = forms.CharField(label=_("First Deployment"), max_length=60, initial="web")
    replicas = forms.IntegerField(label=_("Replicas"), min_value=0, max_value=REPLICAS_MAX, initial=6)
    request = forms.CharField(label=_("CPU request of a pod"), max_length=20, initial="500m")
    spread = forms.BooleanField(label=_("Spread its pods over the zones"), required=False, initial=True)
    release = forms.ChoiceField(
        label=_("Release of Kubernetes"), choices=releases.offered, initial=core.NEW_RUNS, required=False
    )
    gates = forms.CharField(
        label=_("Feature gates"), max_length=releases.GATES_CHARACTERS, required=False, widget=GATES_LINE
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@costly
def begin(request: HttpRequest) -> HttpResponse:
    """`/new`: GET shows the form; POST makes a run for the visitor, or shows the form with its problems
    (422)."""
    if request.method != "POST":
        return render(request, "imports/begin.html", {"form": Wish()})
    form = Wish(request.POST)
    problems: list[str] = []
    if form.is_valid():
        chosen = releases.chosen(form.cleaned_data)
        if isinstance(chosen, tuple):
            problems = releases.sentences(chosen)
        else:
            parsed = core.parse_scenario(
                [core.SourceDocument(place, item) for place, item in enumerate(documents(form.cleaned_data))],
                version=core.NEW_RUNS,
                chosen=chosen,
            )
            problems = [
                f"{problem.path}: {words.say(problem.code, problem.args)}" for problem in parsed.problems
            ]
            if parsed.scenario is not None and not problems:
                return _made(request, parsed.scenario, form.cleaned_data["title"])
    return render(request, "imports/begin.html", {"form": form, "problems": problems}, status=422)


def _made(request: HttpRequest, scenario: core.Scenario, title: str) -> HttpResponse:
    owner = owner_for(request)
    run = new_runs.create_run(revisions.store_scenario(scenario), owner=owner, title=title)
    return own_run_at(reverse("runs:board", args=[run.pk]), owner)


def documents(wish: dict[str, Any]) -> list[dict[str, Any]]:
    """The manifests of the form: its nodes by zone, then the Deployment."""
    zones = [f"zone-{chr(ord('a') + n)}" for n in range(wish["zones"])]
    nodes = [
        _node(f"{zone.removeprefix('zone-')}{n}", zone, wish)
        for zone in zones
        for n in range(1, wish["nodes"] + 1)
    ]
    return [*nodes, _deployment(wish)]


def _node(name: str, zone: str, wish: dict[str, Any]) -> dict[str, Any]:
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "labels": {HOSTNAME: name, ZONE: zone}},
        "status": {"capacity": {"cpu": wish["cpu"], "memory": wish["memory"], "pods": "110"}},
    }


def _deployment(wish: dict[str, Any]) -> dict[str, Any]:
    labels = {"app": wish["name"]}
    requests = {"cpu": wish["request"], "memory": "128Mi"}
    pod: dict[str, Any] = {
        "containers": [{"name": "app", "image": "example/app:1", "resources": {"requests": requests}}]
    }
    if wish["spread"]:
        pod["topologySpreadConstraints"] = [
            {
                "maxSkew": 1,
                "topologyKey": ZONE,
                "whenUnsatisfiable": "DoNotSchedule",
                "labelSelector": {"matchLabels": labels},
            }
        ]
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": wish["name"], "namespace": "default"},
        "spec": {
            "replicas": wish["replicas"],
            "selector": {"matchLabels": labels},
            "template": {"metadata": {"labels": labels}, "spec": pod},
        },
    }

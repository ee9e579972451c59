"""What would make a pod fit: a page and fragment, and the form that tries the advice in a fork."""

from __future__ import annotations

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from playground.inspector import advice_view
from playground.runs.changes import fork_inputs
from playground.runs.http.requests import own_run_at, owner_for, requested_step, run_or_404, value_or_404
from playground.runs.services import Standing
from playground.server.fairness.throttle import costly


def context_of(
    standing: Standing, namespace: str, name: str, at: int, most: int | None = None
) -> dict[str, Any]:
    """The values of `inspector/advice.html`; 404 when there is no such pod. `most` limits the nodes with
    obstacles; None: all."""
    key = f"{namespace}/{name}"
    pod = value_or_404(standing, "why", at, pod=key)["pod"]
    if pod is None:
        raise Http404("pod")
    waits = not pod["node"]
    return {
        "course": advice_view.course(value_or_404(standing, "obstacles", at, pod=key), most),
        "advices": advice_view.advices(value_or_404(standing, "advice", at, pod=key), name) if waits else (),
        "waits": waits,
        "nominated": pod["nominated"],
        "try_url": reverse("inspector:try_advice", args=[standing.run, namespace, name]),
    }


@require_safe
@never_cache
def advice(request: HttpRequest, run_id: str, namespace: str, name: str) -> HttpResponse:
    """`/r/<id>/pods/<ns>/<name>/advice?at=`"""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    key = f"{namespace}/{name}"
    fragment = bool(getattr(request, "htmx", False))
    context = {
        "run": standing,
        "at": at,
        "key": key,
        "name": name,
        "board_url": board_url(standing.run, key, at),
        "why_url": f"{reverse('inspector:pod_why', args=[standing.run, namespace, name])}?at={at}",
        "page_url": request.get_full_path(),
        **context_of(standing, namespace, name, at, advice_view.NODES_ON_BOARD if fragment else None),
    }
    template = "inspector/advice.html" if fragment else "inspector/advice_page.html"
    response = render(request, template, context)
    response.headers["Vary"] = "HX-Request"
    return response


def board_url(run_id: str, key: str, at: int, *, fits: str = "") -> str:
    """The board with the pod selected. When `fits` names a node, the board says that the pod now fits
    there."""
    query = {"at": str(at), "pod": key, "tab": "why"} | ({"fits": fits} if fits else {})
    return f"{reverse('runs:board', args=[run_id])}?{urlencode(query)}"


@require_POST
@costly
def try_advice(request: HttpRequest, run_id: str, namespace: str, name: str) -> HttpResponse:
    """Forks the run at the step, applies the advice's inputs, plays until the pod is bound as predicted, and
    redirects to that step of the fork."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    key = f"{namespace}/{name}"
    advice_id = request.POST.get("advice", "")
    offered = value_or_404(standing, "advice", at, pod=key)
    entry = next((entry for entry in offered if entry["id"] == advice_id and entry["inputs"]), None)
    if entry is None:
        raise Http404("advice")
    owner = owner_for(request)
    # they succeeded when the advice was computed, and the fork has the same past
    fork = fork_inputs.fork_and_give(
        run_id, at=at, owner=owner, inputs=[json.dumps(value) for value in entry["inputs"]]
    )
    if not isinstance(fork, Standing):
        raise Http404("run")
    shown, node = fork_inputs.play_until_bound(fork, entry["pod"])
    return own_run_at(board_url(shown.run, entry["pod"], shown.head, fits=node), owner)

"""A report on what happens to the cluster of a run when nodes are drained, upgraded or lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import scheduler_core as core
from playground import limits
from playground.runs import questions
from playground.runs.http.requests import requested_step, run_or_404
from playground.texts import messages

WORDS = {
    "drain": gettext_noop("Drain nodes (kubectl drain)"),
    "upgrade": gettext_noop("Upgrade nodes one after another: drain, then uncordon"),
    "lose": gettext_noop("Lose nodes: their machines are switched off"),
}


@require_safe
@never_cache
def upkeep(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/upkeep?at=&plan=drain&node=n2`: where each pod goes, which pods cannot move, which disruption
    budget blocks them, and how long it takes. `node` may be repeated; `zone` means all nodes of a zone.
    Without either the page shows the form."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    rows: list[dict[str, Any]] = questions.value(standing, "node_table", at)
    plan = request.GET.get("plan", "drain")
    zone = request.GET.get("zone", "")
    named = set(request.GET.getlist("node"))
    nodes = [row["name"] for row in rows if row["name"] in named or (zone and row["zone"] == zone)]
    missing = named - set(nodes)
    wrong = _wrong(plan, nodes, missing, selected=bool(named or zone))
    answer = None
    if nodes and not wrong:
        args = {"plan": plan, "nodes": nodes, "most": limits.UPKEEP_STEPS}
        answer = questions.value(standing, "upkeep", at, **args)
    context = {
        "run": standing,
        "title": gettext(standing.title) if standing.title else "",
        "at": at,
        "plan": plan,
        "plans": [(name, words, name == plan) for name, words in WORDS.items()],
        "nodes": [(row["name"], row["zone"], row["name"] in nodes) for row in rows],
        "zones": sorted({row["zone"] for row in rows if row["zone"]}),
        "zone": zone,
        "chosen": nodes,
        "wrong": wrong,
        "board_url": f"{reverse('runs:board', args=[standing.run])}?at={at}",
        "report": report(answer) if answer is not None else None,
    }
    return render(request, "whatif/upkeep.html", context, status=400 if wrong else 200)


def _wrong(plan: str, nodes: Sequence[str], missing: set[str], *, selected: bool) -> str:
    """The problem of the request as a sentence; "" when it has none."""
    if plan not in core.PLANS:
        return gettext("Unknown plan. Known plans: %(known)s.") % {"known": messages.listed(core.PLANS)}
    if missing:
        return gettext("There is no node %(name)s at this step.") % {"name": sorted(missing)[0][:100]}
    if selected and not nodes:
        return gettext("No node is in this zone.")
    if len(nodes) > limits.UPKEEP_NODES:
        sentence = gettext("At most %(most)s nodes can be asked about at once, got %(n)s.")
        return sentence % {"most": limits.UPKEEP_NODES, "n": len(nodes)}
    return ""


def report(answer: Mapping[str, Any]) -> dict[str, Any]:
    """The core's answer in groups: pods that found a new node, that are pending, that stay, that are gone."""
    begin = float(answer["from"])
    rows = [_row(row, begin) for row in answer["rows"]]
    blocked = {row["pod"]: row for row in answer["held"]}
    for row in rows:
        row["held"] = blocked.get(row["pod"])
    return {
        "moved": [row for row in rows if row["next"] and row["next"]["node"]],
        "waiting": [row for row in rows if row["next"] and not row["next"]["node"]],
        "staying": [row for row in rows if not row["next"] and row["ended"] is None],
        "gone": [row for row in rows if not row["next"] and row["ended"] is not None],
        "held": answer["held"],
        "errors": answer["errors"],
        "commands": answer["commands"],
        "drained": [{**row, "after": _after(row["at"], begin)} for row in answer["drained"]],
        "took": _after(answer["end"], begin),
        "whole": answer["whole"],
        "stuck": answer["stuck"],
        "pods": len(rows),
    }


def _row(row: Mapping[str, Any], begin: float) -> dict[str, Any]:
    """A pod's row with its times relative to the begin."""
    after = row["next"] and {
        **row["next"],
        "bound": _after(row["next"]["bound"], begin),
        "ready": _after(row["next"]["ready"], begin),
    }
    return {**row, "ended": _after(row["ended"], begin), "next": after}


def _after(second: float | None, begin: float) -> str | None:
    """A second of the run as the time since the begin."""
    return None if second is None else core.clock_text(float(second) - begin)

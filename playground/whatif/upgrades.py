"""The upgrade report of a run: what another release of Kubernetes changes for its objects."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

import scheduler_core as core
from playground import limits
from playground.runs import new_runs, questions, revisions
from playground.runs.http.requests import own_run_at, owner_for, requested_step, run_or_404, step_number
from playground.runs.services import Standing
from playground.server.fairness.throttle import costly
from playground.texts.manifests import words
from playground.whatif import upgrade_report
from playground.whatif.chips import Carried, carried_by
from playground.whatif.views import refused_chips


@require_safe
@never_cache
def upgrade(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/upgrade?at=&from=1.34&to=1.36`: what changes for the objects of the run. Each visit schedules
    some more pods, and the page loads itself again until all are scheduled; `upto` are the units of work that
    are shown, `stop` ends it. Without `to` it is the newest release that was held against its original.
    """
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    own = revisions.scenario_words(standing.revision)["version"].removeprefix("v") or core.DEFAULT_VERSION
    since, to = request.GET.get("from") or own, request.GET.get("to") or _target(own)
    upto = max(limits.UPGRADE_AT_ONCE, step_number(request.GET.get("upto", "")) or 0)
    held = carried_by(request, standing)
    if held.wrong:
        return refused_chips(request, standing, held)
    answer, wrong = _answer(standing, at, since, to, upto, held)
    units, upto = (answer["units"], answer["upto"]) if answer else (0, 0)
    stopped = "stop" in request.GET and upto < units
    going_on = upto < units and not stopped
    query = {"at": str(at), "from": since, "to": to, **held.fields}
    url = reverse("whatif:upgrade", args=[standing.run])
    beside = reverse("whatif:beside", args=[standing.run])
    context: dict[str, Any] = {
        "run": standing,
        "title": gettext(standing.title) if standing.title else "",
        "at": at,
        "since": since,
        "to": to,
        "releases": list(core.OFFERED),
        "wrong": wrong,
        "answer": answer,
        "going_on": going_on,
        "stopped": stopped,
        "on_url": f"{url}?{urlencode({**query, 'upto': str(min(units, upto + limits.UPGRADE_AT_ONCE))})}",
        "stop_url": f"{url}?{urlencode({**query, 'upto': str(upto), 'stop': '1'})}",
        "held": held,
        "board_url": f"{reverse('runs:board', args=[standing.run])}?at={at}",
        "beside_url": f"{beside}?{urlencode({'with': f'version:{to}'})}",
        **(_report(answer) if answer else {}),
    }
    return render(request, "whatif/upgrade.html", context, status=400 if wrong else 200)


@require_POST
@costly
def play(request: HttpRequest, run_id: str) -> HttpResponse:
    """Makes a run of the visitor's in which the nodes are upgraded one by one, and goes to its board."""
    standing = run_or_404(run_id)
    at, to = requested_step(request, standing), request.POST.get("to", "")
    answer = questions.value(standing, "rolled", at, to=to, most=limits.UPKEEP_STEPS)
    if isinstance(answer, core.Problem):
        context = {"run": standing, "problems": [{"message": words.say(answer.code, answer.args)}]}
        return render(request, "whatif/refused.html", context, status=422)
    owner = owner_for(request)
    title = f"{gettext(standing.title) if standing.title else gettext('Your cluster')} → {to}"
    run = new_runs.keep_changed(
        standing, answer["canonical"], owner=owner, title=title, seed=answer["seed"], head=0, state=""
    )
    return own_run_at(f"{reverse('runs:board', args=[run.pk])}?at=0", owner)


@require_safe
@never_cache
def reasons(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/beside/reasons?to=1.36`: which changes make the run go otherwise under another release, each
    with the pods that it concerns. For htmx it is the list alone."""
    standing = run_or_404(run_id)
    to = request.GET.get("to", "")
    answer = questions.value(standing, "course_reasons", 0, to=to, most=limits.CHANGED_FRAMES)
    wrong = (
        f"{answer.path}: {words.say(answer.code, answer.args)}" if isinstance(answer, core.Problem) else ""
    )
    rows = [] if wrong else answer["rows"]
    context = {
        "run": standing,
        "title": gettext(standing.title) if standing.title else "",
        "to": to,
        "wrong": wrong,
        "rows": [
            {**row, "reasons": [upgrade_report.reason_of(name) for name in row["fields"]]} for row in rows
        ],
    }
    template = "whatif/reasons_list.html" if request.headers.get("HX-Request") else "whatif/reasons.html"
    return render(request, template, context, status=400 if wrong else 200)


def _target(own: str) -> str:
    """The release to which a person most likely upgrades: the newest that was held against its original, or
    the newest of all for a run that is there already."""
    held = core.NEW_RUNS
    return held if core.is_older(own, held) else core.OFFERED[0]


def _answer(
    standing: Standing, at: int, since: str, to: str, upto: int, held: Carried
) -> tuple[dict[str, Any] | None, str]:
    """The answer over the first `upto` units of work, or what is wrong with the question."""
    parts: list[dict[str, Any]] = []
    for begin in range(0, upto, limits.UPGRADE_AT_ONCE):
        args = {"from": since, "to": to, "begin": begin, "most": limits.UPGRADE_AT_ONCE}
        part = questions.value(standing, "upgrade", at, **args, **held.argument)
        if isinstance(part, core.Problem):
            return None, f"{part.path}: {words.say(part.code, part.args)}"
        parts.append(part)
        if part["upto"] < begin + limits.UPGRADE_AT_ONCE:  # it is the last part, or took too long
            break
    return core.joined(parts), ""


def _report(answer: dict[str, Any]) -> dict[str, Any]:
    """The parts of the report in words."""
    return {
        "headline": upgrade_report.headline(answer),
        "doubt": upgrade_report.doubt(answer),
        "sections": upgrade_report.sections(answer),
        "texts": upgrade_report.text_changes(answer),
        "rejected": upgrade_report.rejected(answer),
        "concerns": upgrade_report.concerns(answer),
        "fields": upgrade_report.fields(answer),
        "versions": answer.get("versions", ()),
        "gates": upgrade_report.gates(answer),
        "settings": answer.get("settings", ()),
        "plays_nodes": answer["nodes"] <= limits.UPKEEP_NODES,
        "most_nodes": limits.UPKEEP_NODES,
        "old_kubelets": [
            upgrade_report.too_old(kubelet, answer["to"])
            for kubelet in answer["kubelets"]
            if kubelet["tooOld"]
        ],
    }

"""What persons did in a run: a row of chips, each of which can be taken out again."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

import scheduler_core as core
from playground import limits
from playground.runs import access, new_runs, questions
from playground.runs.http.requests import owner_for, run_or_404, step_number
from playground.runs.services import Gone, Lost, Standing
from playground.server.fairness.throttle import costly
from playground.server.http.see_other import see_other
from playground.texts.messages import message_of, say


@require_safe
@never_cache
def acts(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/acts?of=<run>&took=<number>`: what persons did in a run. `of` and `took` say that the run was
    made from another one by taking an act out: the later acts that the new run refuses are shown, marked."""
    standing = run_or_404(run_id)
    rows = [_chip(row) for row in questions.value(standing, "own_acts", standing.head)]
    context = {
        "run": standing,
        "title": gettext(standing.title) if standing.title else "",
        "chips": rows[-limits.ACTS_SHOWN :],
        "older": rows[: -limits.ACTS_SHOWN],
        "lost": _lost(request, standing),
        "board_url": f"{reverse('runs:board', args=[standing.run])}?at={standing.head}",
    }
    template = "runs/acts_row.html" if request.headers.get("HX-Request") else "runs/acts.html"
    return render(request, template, context)


def _chip(row: dict[str, Any]) -> dict[str, Any]:
    return {**row, "at": core.clock_text(float(row["t"])), "words": say(row["message"])}


def _lost(request: HttpRequest, standing: Standing) -> list[dict[str, Any]]:
    """The acts of the run from which this one was made that are refused here; none for any other run."""
    number = step_number(request.GET.get("took", ""))
    source = request.GET.get("of", "")
    if number is None or not source or source != standing.forked_from:
        return []
    answer = _without(run_or_404(source), number)
    return [] if answer is None or isinstance(answer, core.Problem) else list(answer["lost"])


def _without(standing: Standing, number: int) -> Any:
    return questions.value(standing, "without", standing.head, number=number, most=limits.ACTS_STEPS)


@require_POST
@costly
def without(request: HttpRequest, run_id: str) -> HttpResponse:
    """Makes a run of the visitor's that is this one without the act `number`, and goes to its board. The run
    itself stays as it is. A script gets JSON: `{run, url, lost}`. 422 says what is wrong with the request."""
    standing = run_or_404(run_id)
    by_script = "application/json" in request.headers.get("Accept", "")
    number = step_number(request.POST.get("number", ""))
    answer = None if number is None else _without(standing, number)
    if answer is None or isinstance(answer, core.Problem):
        wrong = gettext("There is no such act.") if answer is None else str(message_of(answer))
        if by_script:
            return JsonResponse({"message": wrong}, status=422)
        context = {"run": standing, "wrong": wrong}
        return render(request, "runs/acts.html", context, status=422)
    owner = owner_for(request)
    run = new_runs.played_again(
        standing.run,
        at=answer["from"],
        owner=owner,
        inputs=[(row["seq"], row["text"]) for row in answer["inputs"]],
        head=answer["head"],
        state=answer["hash"],
    )
    if isinstance(run, Gone | Lost):
        raise Http404("run")
    url = f"{reverse('runs:board', args=[run.run])}?at={run.head}"
    response: HttpResponse
    if by_script:
        lost = [f"{row['line']}: {row['why']}" if row["line"] else row["why"] for row in answer["lost"]]
        response = JsonResponse({"run": run.run, "url": url, "lost": lost}, status=201)
    else:
        own = reverse("runs:acts", args=[run.run])
        response = see_other(f"{own}?of={standing.run}&took={number}" if answer["lost"] else url)
    access.remember_owner(response, owner)
    return response

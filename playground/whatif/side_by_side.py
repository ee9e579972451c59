"""Up to three runs side by side on one clock, and a run made from a variant."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from playground import limits
from playground.runs import own_runs, questions, revisions, services
from playground.runs.http.requests import own_run_at, owner_for, run_or_404
from playground.runs.services import Standing
from playground.server.fairness.throttle import costly
from playground.texts import releases
from playground.whatif.chips import carried_by
from playground.whatif.sides import CHIPS, MOST, Side, offered, side_of, sides_of, text_of, title_of
from playground.whatif.views import document_of, kept, placed, refused_chips, store, too_long, with_words
from scheduler_core import VERSION, Problem, settings_text

MOST_YOURS = 12


@require_safe
@never_cache
def page(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/beside?with=<run or what:value>&with=…&t=<second>`: the run and one or two others beside it.
    A form may send a release apart, as `release=1.36&gates=Gate=true`; problems with it are shown (422)."""
    standing = run_or_404(run_id)
    words = revisions.scenario_words(standing.revision)
    released = _released(request, words["version"])
    held = carried_by(request, standing)
    if held.wrong:
        return refused_chips(request, standing, held)
    if held.chips:
        kept_sides = [("with", name) for name in (f"{CHIPS}:{held.link}", *request.GET.getlist("with"))]
        return HttpResponseRedirect(f"{request.path}?{urlencode(kept_sides)}")
    sides = sides_of([*request.GET.getlist("with"), *([released] if isinstance(released, str) else [])])
    names = [other.address for other in sides]
    if released and isinstance(released, str):
        return HttpResponseRedirect(f"{request.path}?{urlencode([('with', name) for name in names])}")
    here = reverse("whatif:beside", args=[standing.run])
    data = reverse("whatif:beside_data", args=[standing.run])

    def without(side: Side) -> str:
        return f"{here}?{urlencode([('with', name) for name in names if name != side.address])}"

    columns = [_column(standing, "A", Side(standing.run, standing), f"{data}?whole=1", "")]
    for letter, side in zip("BC", sides, strict=False):
        url = f"{data}?{urlencode({'with': side.address})}"
        columns.append(_column(standing, letter, side, url, without(side)))
    context = {
        "run": standing,
        "title": title_of(standing),
        "columns": columns,
        "names": names,
        "full": len(sides) == MOST,
        "offered": [offer for offer in offered(standing) if offer.address not in names],
        "yours": _yours(request, standing, names),
        "releases": releases.offered((*words["versions"], revisions.OLD)),
        "wrong": releases.sentences(released) if isinstance(released, tuple) else [],
        "chosen": request.GET.get("release", ""),
        "gates": request.GET.get("gates", "")[: releases.GATES_CHARACTERS],
    }
    return render(request, "whatif/beside.html", context, status=422 if context["wrong"] else 200)


def _released(request: HttpRequest, version: str) -> str | tuple[Problem, ...]:
    """The side that `release` and `gates` of a form name, in the release `version` where they name none; ""
    for an empty form.
    """
    form = {"release": request.GET.get("release") or version, "gates": request.GET.get("gates", "")}
    if not request.GET.get("release") and not form["gates"].strip():
        return ""
    chosen = releases.chosen(form)
    if isinstance(chosen, tuple):
        return chosen
    gates = settings_text(chosen.gates or {})
    return f"{VERSION}:{chosen.version},{gates}" if gates else f"{VERSION}:{chosen.version}"


def _column(standing: Standing, letter: str, side: Side, url: str, without: str) -> dict[str, Any]:
    """The column of one run in the comparison."""
    run = side.run
    board = reverse("runs:board", args=[run.run]) if run is not None else ""
    here = reverse("whatif:beside", args=[standing.run])
    return {
        "letter": letter,
        "side": side,
        "label": side.label,
        "url": url,
        "board": board,
        "head": run.head if run is not None else "",
        "without": without,
        "reasons": f"{here}/reasons?{urlencode({'to': side.value})}" if side.what == "version" else "",
    }


def _yours(request: HttpRequest, standing: Standing, names: list[str]) -> list[tuple[str, str]]:
    """Runs to offer beside this one: its origin first, then the visitor's own runs, newest first."""
    source = services.standing(standing.forked_from) if standing.forked_from else None
    titles = {source.run: title_of(source)} if source is not None else {}
    for run in own_runs.runs_of(request.COOKIES):
        titles.setdefault(run.run, run.title or title_of(standing))
    return [(run, title) for run, title in titles.items() if run not in (standing.run, *names)][:MOST_YOURS]


@require_safe
@never_cache
def data(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/beside.json?with=…`: the course of a run beside this one, in the form of `/change/play`; with
    `whole=1` also the run itself. Without `with`, the run alone."""
    standing = run_or_404(run_id)
    name = request.GET.get("with", "")
    side = side_of(name) if name else Side(standing.run, standing)
    whole = request.GET.get("whole") == "1"
    if side.what == CHIPS or (not document_of(standing) and (side.run is None or not name)):
        return _without_document(standing, side, whole)
    text = text_of(standing, side) if name else document_of(standing)
    if not text or len(text) > limits.CHANGED_CHARACTERS:
        return JsonResponse({"problems": [too_long()]})
    answer = questions.text(standing, "changed", 0, text=text, whole=whole)
    return HttpResponse(with_words(answer or ""), content_type="application/json")


def _without_document(standing: Standing, side: Side, whole: bool) -> HttpResponse:
    """The course of a side whose document is too long, or that is not made of one."""
    if revisions.characters_of(standing.revision) > limits.BESIDE_CHARACTERS:
        return JsonResponse({"problems": [too_long()]})
    args = {"what": side.what, "value": side.value, "whole": whole}
    answer = questions.ask(standing, "beside", standing.head if side.what == CHIPS else 0, **args)
    if isinstance(answer, Problem):
        return JsonResponse({"problems": [placed(answer)]}, status=422)
    if answer is None:
        raise Http404("variant")
    return HttpResponse(with_words(answer), content_type="application/json")


@require_POST
@costly
def variant(request: HttpRequest, run_id: str) -> HttpResponse:
    """Makes a run of a variant, such as `with` = `seed:17`, for the visitor and redirects to it."""
    standing = run_or_404(run_id)
    side = side_of(request.POST.get("with", ""))
    if side.run is not None:
        return HttpResponseRedirect(reverse("runs:board", args=[side.run.run]))
    if side.what == CHIPS:
        return HttpResponseRedirect(
            f"{reverse('whatif:scalpel', args=[standing.run])}?{urlencode({'chips': side.value})}"
        )
    answer = kept(standing, text_of(standing, side), 0.0)
    if "problems" in answer:
        context = {"run": standing, "problems": answer["problems"]}
        return render(request, "whatif/refused.html", context, status=422)
    owner = owner_for(request)
    run = store(standing, answer, owner, f"{title_of(standing)} · {side.label}")
    return own_run_at(f"{reverse('runs:board', args=[run])}?at={answer['steps']}", owner)

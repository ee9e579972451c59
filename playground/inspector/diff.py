"""Two moments of a run, or of two runs, side by side: removed, new and changed objects."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import scheduler_core as core
from playground import limits
from playground.inspector.history import FOLLOWING, field_of
from playground.runs import questions
from playground.runs.http.requests import existing_step, run_or_404
from playground.runs.services import Standing
from playground.texts.manifests import yaml_text

MOST_FIELDS = 30
SIGNS = {"+": "add", "-": "remove", "@": "place"}


@require_safe
@never_cache
def diff(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/diff?a=&b=&with=`: step `a` of the run beside its step `b`, or beside step `b` of the run
    `with`. The default of `a` is the start, of `b` the newest step. The board gets JSON."""
    standing = run_or_404(run_id)
    other = run_or_404(request.GET["with"]) if request.GET.get("with") else standing
    a = existing_step(standing, request.GET.get("a") or "0")
    b = existing_step(other, request.GET.get("b") or str(other.head))
    difference = _difference(standing, other, a, b)
    if "application/json" in request.headers.get("Accept", ""):
        return _as_json(difference)
    context: dict[str, Any] = {
        "run": standing,
        "a": _side(standing, a),
        "b": _side(other, b),
        "other": other if other is not standing else None,
        "too_large": difference is None,
        "auto_theme": request.COOKIES.get("podium_theme") not in ("light", "dark"),
        "board_url": f"{reverse('runs:board', args=[standing.run])}?at={b if other is standing else a}",
    }
    if difference is not None:
        context |= {name: [_object(row) for row in difference[name]] for name in ("gone", "new", "changed")}
        context |= {"more": difference["more"], "same": difference["same"]}
    return render(request, "inspector/diff.html", context)


def _as_json(difference: Mapping[str, Any] | None) -> HttpResponse:
    """The differences for the board: objects as `{kind, key, node, fields, more}`; `node` is a pod's, else
    ""."""
    if difference is None:
        sentence = gettext("These runs have too many objects to be compared here.")
        return JsonResponse({"message": sentence}, status=413)
    sorts = {name: [_short_object(row) for row in difference[name]] for name in ("gone", "new", "changed")}
    return JsonResponse({**sorts, "more": difference["more"], "same": difference["same"]})


def _short_object(row: Mapping[str, Any]) -> dict[str, Any]:
    members = {name: value for name, value in _object(row, lines=False).items() if name != "lines"}
    spec = (row["now"] or row["was"]).get("spec") if row["kind"] == "Pod" else None
    return {**members, "node": (spec or {}).get("nodeName", "")}


def _difference(standing: Standing, other: Standing, a: int, b: int) -> Mapping[str, Any] | None:
    """The differences; None when the two runs have too many objects to compare."""
    if other is standing:
        difference: Mapping[str, Any] = questions.value(standing, "diff", b, begin=a)
        return difference
    texts = [questions.text(run, "objects", step) or "{}" for run, step in ((standing, a), (other, b))]
    if max(map(len, texts)) > limits.DIFF_CHARACTERS:
        return None
    was, now = map(json.loads, texts)
    return core.moment_diff(was, now, two_runs=True)


def _side(run: Standing, step: int) -> dict[str, Any]:
    acts = questions.value(run, "acts", step, newest=1)
    query = urlencode({"at": str(step)})
    return {
        "step": step,
        "run": run.run,
        "title": gettext(run.title) if run.title else "",
        "clock": core.clock_text(float(acts[-1][1]) if acts else 0.0),
        "url": f"{reverse('runs:board', args=[run.run])}?{query}",
        "picture": f"{reverse('takeaway:picture', args=[run.run, 'svg'])}?{query}",
    }


def _object(row: Mapping[str, Any], *, lines: bool = True) -> dict[str, Any]:
    fields = [field_of(field) for field in row["fields"] if not field["path"].endswith(FOLLOWING)]
    return {
        "kind": row["kind"],
        "key": row["key"],
        "fields": fields[:MOST_FIELDS],
        "more": len(fields[MOST_FIELDS:]),
        "lines": list(_lines(row["was"], row["now"])) if lines else [],
    }


def _lines(was: Any, now: Any) -> Iterable[tuple[str, str]]:
    """The YAML of an object as lines, each with its mark: `add`, `remove`, `place` or ""."""
    before, after = (
        yaml_text.dump(value, sort_keys=True).splitlines() if value else [] for value in (was, now)
    )
    for line in list(difflib.unified_diff(before, after, lineterm="", n=2))[2:]:
        yield SIGNS.get(line[:1], ""), line

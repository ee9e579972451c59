"""A sweep of one parameter of a run: a curve and small multiples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import scheduler_core as core
from playground import limits
from playground.runs import questions
from playground.runs.http.requests import run_or_404, step_number
from playground.whatif.chips import carried_by
from playground.whatif.views import refused_chips

WORDS = {
    "grace": gettext_noop("terminationGracePeriodSeconds of all pods"),
    "maxSkew": gettext_noop("maxSkew of all spread constraints"),
    "replicas": gettext_noop("replicas of all workloads"),
    "nodes": gettext_noop("number of nodes"),
}
USUAL = {"grace": (0, 60, 5), "maxSkew": (1, 5, 1), "replicas": (1, 10, 1), "nodes": (3, 12, 1)}
"""The default range and step of each parameter."""
LEAST = {"maxSkew": 1, "nodes": 1}
LARGEST = {"grace": 3600, "maxSkew": 100, "replicas": 200, "nodes": 200}
WIDTH, HEIGHT, STRIP, ROW = 640, 180, 150, 6
PAD = 36


@dataclass(frozen=True, slots=True)
class Sweep:
    """A parameter and its range of values."""

    what: str
    start: int
    end: int
    step: int

    @property
    def values(self) -> Sequence[int]:
        return range(self.start, self.end + 1, self.step)

    @property
    def query(self) -> dict[str, str]:
        return {"what": self.what, "from": str(self.start), "to": str(self.end), "step": str(self.step)}


def sweep_of(request: HttpRequest) -> Sweep:
    """The sweep that the request names; missing and invalid values become the defaults."""
    what = request.GET.get("what", "")
    what = what if what in core.PARAMETERS else "grace"
    usual = USUAL[what]
    numbers = [step_number(request.GET.get(name, "")) for name in ("from", "to", "step")]
    start, end, step = (default if n is None else n for n, default in zip(numbers, usual, strict=True))
    return Sweep(what, start, end, step)


def wrong_with(sweep: Sweep) -> str:
    """The problem of a sweep as a sentence; "" when it has none."""
    least, largest = LEAST.get(sweep.what, 0), LARGEST[sweep.what]
    if sweep.step < 1 or sweep.start > sweep.end:
        return gettext("The sweep has no value: it begins after its end, or its step is 0.")
    if sweep.start < least or sweep.end > largest:
        sentence = gettext("The values of this parameter must be from %(least)s to %(largest)s.")
        return sentence % {"least": least, "largest": largest}
    if len(sweep.values) > limits.SWEEP_MAX:
        sentence = gettext(
            "This sweep would play the run %(n)s times. At most %(most)s are allowed: use a larger step."
        )
        return sentence % {"n": len(sweep.values), "most": limits.SWEEP_MAX}
    return ""


@require_safe
@never_cache
def sweep(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/sweep?what=grace&from=0&to=60&step=5`: the course of the run for each value. Each visit plays
    some more values, and the page reloads itself until all are played. `upto` is the number shown; `stop`
    ends the reloading."""
    standing = run_or_404(run_id)
    sweep = sweep_of(request)
    held = carried_by(request, standing)
    if held.wrong:
        return refused_chips(request, standing, held)
    wrong = wrong_with(sweep)
    values = [] if wrong else list(sweep.values)
    upto = min(len(values), max(1, step_number(request.GET.get("upto", "")) or limits.SWEEP_AT_ONCE))
    points: list[dict[str, Any]] = []
    applies = True
    for first in range(0, upto, limits.SWEEP_AT_ONCE):
        some = values[first : min(first + limits.SWEEP_AT_ONCE, upto)]
        args = {"what": sweep.what, "values": some, "most": limits.CHANGED_FRAMES}
        answer = questions.value(
            standing, "sweep", held.step_of_question(standing.head), **args, **held.argument
        )
        if answer is None:
            applies = False
            break
        points += answer
    stopped = "stop" in request.GET
    more = min(len(values), upto + limits.SWEEP_AT_ONCE)
    going_on = applies and upto < len(values) and not stopped
    url = reverse("whatif:sweep", args=[standing.run])
    context = {
        "run": standing,
        "title": gettext(standing.title) if standing.title else "",
        "asked": sweep,
        "words": WORDS[sweep.what],
        "parameters": [(name, words, name == sweep.what) for name, words in WORDS.items()],
        "wrong": wrong,
        "applies": applies,
        "n": len(values),
        "upto": upto,
        "going_on": going_on,
        "stopped": stopped and upto < len(values),
        "stop_url": f"{url}?{urlencode({**sweep.query, **held.fields, 'upto': str(upto), 'stop': '1'})}",
        "on_url": f"{url}?{urlencode({**sweep.query, **held.fields, 'upto': str(upto)})}",
        "more_url": f"{url}?{urlencode({**sweep.query, **held.fields, 'upto': str(more)})}",
        "held": held,
        "curve": curve(points, values),
        "strips": [strip(point, points) for point in points],
    }
    return render(request, "whatif/sweep.html", context, status=400 if wrong else 200)


def curve(sweep: Sequence[Mapping[str, Any]], values: Sequence[int]) -> dict[str, Any] | None:
    """Two lines over the values: the time (s) of the last binding, and the number of pending pods."""
    if not sweep:
        return None
    first, last = values[0], values[-1]
    most_s = max((point["last"] or 0 for point in sweep), default=0) or 1
    most_n = max((point["pending"] for point in sweep), default=0) or 1

    def x(value: int) -> float:
        return round(PAD + (value - first) / max(1, last - first) * (WIDTH - 2 * PAD), 1)

    def y(part: float) -> float:
        return round(HEIGHT - 24 - part * (HEIGHT - 44), 1)

    points = [(x(point["value"]), point) for point in sweep]
    bound = [(at, y(point["last"] / most_s), point) for at, point in points if point["last"] is not None]
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "base": y(0),
        "seconds": " ".join(f"{at},{up}" for at, up, _ in bound),
        "pending": " ".join(f"{at},{y(point['pending'] / most_n)}" for at, point in points),
        "dots": [
            {"x": at, "y": up, "value": point["value"], "clock": _clock(point["last"])}
            for at, up, point in bound
        ],
        "ticks": [{"x": at, "value": point["value"]} for at, point in points[:: max(1, len(points) // 12)]],
        "most_s": core.clock_text(most_s),
        "most_n": max(point["pending"] for point in sweep),
    }


def strip(point: Mapping[str, Any], points: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """One value as a small picture: a row for each pod with its states over time."""
    end = max(1.0, *(float(other["end"]) for other in points))
    bars = []
    for row, pod in enumerate(point["rows"]):
        for stretch in pod["stretches"]:
            begin = float(stretch["from"]) / end * STRIP
            until = (end if stretch["to"] is None else float(stretch["to"])) / end * STRIP
            bars.append(
                {
                    "kind": stretch["kind"],
                    "x": round(begin, 1),
                    "y": row * ROW,
                    "width": round(until - begin, 1),
                }
            )
    return {
        **{name: point[name] for name in ("value", "pods", "bound", "pending", "killed", "quiet")},
        "last": _clock(point["last"]),
        "bars": bars,
        "width": STRIP,
        "height": max(1, len(point["rows"])) * ROW,
    }


def _clock(second: float | None) -> str:
    return "" if second is None else core.clock_text(second)

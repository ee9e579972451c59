"""The history of one object for its tab and its page: who changed which fields when, and why."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import scheduler_core as core
from playground.runs.http.requests import requested_step, run_or_404, step_number, value_or_404
from playground.runs.services import Standing
from playground.texts.messages import actor, say

AT_ONCE = 4
"""The most fields of a step shown unfolded."""
MOST_FIELDS = 40
"""The most fields of a step listed at all; the rest are counted."""
FOLLOWING = (".lastTransitionTime", ".lastHeartbeatTime", ".lastProbeTime")
"""Path endings of timestamps that only follow another field of the same condition."""
MOST_LETTERS = 90
"""The most characters shown of a value."""


@require_safe
@never_cache
def page(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/history?kind=Deployment&key=default/web&at=`: the history of any object."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    kind, key = request.GET.get("kind", "")[:100], request.GET.get("key", "")[:600]
    query = urlencode({"kind": kind, "key": key, "at": str(at)})
    url = f"{reverse('inspector:history', args=[standing.run])}?{query}"
    context = {
        "run": standing,
        "at": at,
        "kind": kind,
        "key": key,
        "board_url": f"{reverse('runs:board', args=[standing.run])}?at={at}",
        **content(request, standing, kind, key, at, url),
    }
    return render(request, "inspector/history_page.html", context)


def content(
    request: HttpRequest, standing: Standing, kind: str, key: str, at: int, here: str
) -> dict[str, Any]:
    """The values of a history's template; `here` is the address of the page, for the link to older rows."""
    before = step_number(request.GET.get("before", ""))
    answer: dict[str, Any] = value_or_404(standing, "history", at, kind=kind, key=key, before=before)
    field = {"Pod": "pod", "Node": "node", "Service": "service"}.get(kind)
    chosen = {field: key, "tab": "history"} if field else {}

    def moment(seq: int) -> str:
        return f"{reverse('runs:board', args=[standing.run])}?{urlencode({'at': str(seq), **chosen})}"

    rows = [_row(row, moment) for row in answer["rows"]]
    older = rows[-1]["seq"] if answer["older"] and rows else None
    return {
        "rows": rows,
        "newest": rows[0] if rows and before is None else None,
        "since": answer["since"],
        "older_url": f"{here}&before={older}" if older is not None else "",
    }


def _row(row: Mapping[str, Any], moment: Callable[[int], str]) -> dict[str, Any]:
    fields = [field_of(field) for field in row["fields"] if not field["path"].endswith(FOLLOWING)]
    return {
        "seq": row["seq"],
        "url": moment(row["seq"]),
        "clock": core.clock_text(row["t"]),
        "actor": row["actor"],
        "who": actor(row["who"]),
        "said": say(row["message"]) if row["message"] else "",
        "verb": row["verb"],
        "fields": fields[:AT_ONCE],
        "others": fields[AT_ONCE:MOST_FIELDS],
        "more": len(fields[MOST_FIELDS:]),
        "events": row["events"],
    }


def field_of(field: Mapping[str, Any]) -> dict[str, str]:
    """A changed field with its values on one line each."""
    return {"path": field["path"], "op": field["op"], "was": short(field["was"]), "now": short(field["now"])}


def short(value: Any) -> str:
    """A value on one line in readable form, cut when it is long."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}…"

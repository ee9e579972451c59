"""The nodes of a step as a sortable and searchable table: the board in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from playground.runs import questions
from playground.runs.http.requests import requested_step, run_or_404
from playground.texts import messages
from playground.texts.messages import message_of
from scheduler_core import Problem

ROWS = 500
"""Nodes on one page."""
COLUMNS: Mapping[str, tuple[str, Callable[[Mapping[str, Any]], Any]]] = {
    "name": (gettext_noop("Node"), lambda row: row["name"]),
    "zone": (gettext_noop("Zone"), lambda row: row["zone"]),
    "state": (gettext_noop("State"), lambda row: (row["states"], row["taints"])),
    "cpu": (gettext_noop("Requested cpu"), lambda row: row["shares"]["cpu"] or 0),
    "memory": (gettext_noop("Requested memory"), lambda row: row["shares"]["memory"] or 0),
    "pods": (gettext_noop("Pods"), lambda row: row["shares"]["pods"] or 0),
    "reason": (gettext_noop("Newest decision"), lambda row: row["reason"]),
}
"""Column's name in the address → its heading, and its sort key."""


@require_safe
@never_cache
def nodes(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/nodes?at=&q=&sort=&page=`: `sort` is the name of a column, descending with `-` before it; an
    unknown name sorts by creation."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    rows: list[dict[str, Any]] = questions.value(standing, "node_table", at)
    search, sort = request.GET.get("q", "").strip(), request.GET.get("sort", "")
    every, wrong = len(rows), ""
    if search:
        answer = questions.value(standing, "search", at, query=search)
        if isinstance(answer, Problem):
            wrong = messages.say(message_of(answer))
        else:
            matching = set(answer["nodes"])
            rows = [row for row in rows if row["name"] in matching]
    column = sort.removeprefix("-")
    if column in COLUMNS:
        rows.sort(key=COLUMNS[column][1], reverse=sort.startswith("-"))
    number = request.GET.get("page", "")
    page = int(number) if number.isascii() and number.isdecimal() and len(number) < 4 else 1
    pages = max(1, -(-len(rows) // ROWS))
    page = min(max(1, page), pages)

    def address(**changes: str) -> str:
        query = {"at": str(at), "q": search, "sort": sort, **changes}
        return "?" + urlencode({name: value for name, value in query.items() if value})

    context = {
        "run": standing,
        "at": at,
        "asked": search,
        "sort": sort,
        "wrong": wrong,
        "every": every,
        "matches": len(rows),
        "heads": _heads(sort, address),
        "rows": [_linked(row, standing.run, at) for row in rows[(page - 1) * ROWS : page * ROWS]],
        "page": page,
        "pages": pages,
        "before": address(page=str(page - 1)) if page > 1 else "",
        "after": address(page=str(page + 1)) if page < pages else "",
        "board_url": f"{reverse('runs:board', args=[standing.run])}?at={at}",
    }
    return render(request, "inspector/nodes.html", context, status=400 if wrong else 200)


def _heads(sort: str, address: Callable[..., str]) -> Sequence[Mapping[str, str]]:
    """The column headings; a click on the current sort column reverses the order."""
    return [
        {
            "name": name,
            "words": words,
            "url": address(sort=f"-{name}" if sort == name else name),
            "order": "ascending" if sort == name else "descending" if sort == f"-{name}" else "",
        }
        for name, (words, _) in COLUMNS.items()
    ]


def _linked(row: Mapping[str, Any], run: str, at: int) -> Mapping[str, Any]:
    amounts = [(row["shares"][name], row[name]) for name in ("cpu", "memory", "pods")]
    url = f"{reverse('runs:board', args=[run])}?{urlencode({'at': at, 'node': row['name']})}"
    return {**row, "amounts": amounts, "url": url}

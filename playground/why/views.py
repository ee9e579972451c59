"""`/r/<id>/why?pod=&at=`: the answer about a waiting pod of a run, as a page, a picture, Markdown or JSON."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from playground import limits
from playground.pictures import palette
from playground.pictures.palette import Theme
from playground.pictures.raster import BusyError
from playground.pictures.raster import TooLargeError as PictureTooLargeError
from playground.runs.http.requests import requested_step, run_or_404
from playground.runs.services import Standing
from playground.server.refusals import BusyError as PoolBusyError
from playground.server.refusals import TooLargeError
from playground.why import markdown, picture, services
from playground.why.card import Card

MOST_LISTED = 40
"""The most pods that the page names for a choice."""
TYPES = {
    "md": "text/markdown; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
    "png": "image/png",
}


@require_safe
@never_cache
def card_page(request: HttpRequest, run_id: str) -> HttpResponse:
    """The card of `pod`, or of the first waiting pod; without one the pods to choose from. Changes are tried
    with `change=1`, which the page's script asks for once the card is shown."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    pod = request.GET.get("pod", "")[: limits.API_FIELD_CHARACTERS]
    waiting = services.waiting(standing, at, pod)
    shown_pod = pod or next(iter(waiting.keys), "")
    with_changes = "change" in request.GET
    card = services.card_of(standing, at, shown_pod, with_changes=with_changes) if shown_pod else None
    if pod and card is None:
        raise Http404("pod")
    context: dict[str, Any] = {
        "run": standing,
        "at": at,
        "waiting": waiting,
        "listed": [_row(standing, at, waiting, key) for key in waiting.keys[:MOST_LISTED]],
        "hidden": max(0, waiting.count - MOST_LISTED),
        "placed": [_row(standing, at, waiting, key) for key in waiting.placed[:MOST_LISTED]],
        "some": [(key, address(standing, at, key)) for key in waiting.some],
        "refused": services.refused(standing),
        "board_url": reverse("runs:board", args=[standing.run]),
    }
    if card is not None:
        context |= _of_card(request, standing, at, card, waiting)
    else:
        context["stuck"], context["doubt"] = services.of_the_text(standing)
    return render(request, "why/card.html", context)


def _row(standing: Standing, at: int, waiting: services.Waiting, key: str) -> dict[str, Any]:
    entry = waiting.results[key]
    return {"key": key, "url": address(standing, at, key), "result": entry["result"], "node": entry["node"]}


def _of_card(
    request: HttpRequest, standing: Standing, at: int, card: Card, waiting: services.Waiting
) -> dict[str, Any]:
    query = {"pod": card.key, "at": at}
    decided = {"at": card.decided_at} if card.decided_at is not None else {"at": at}
    board = urlencode({**decided, "pod": card.key, "tab": "why"}, safe="/")
    link = request.build_absolute_uri(address(standing, at, card.key))
    return {
        "card": card,
        "subject": {"kind": "Pod", "key": card.key},
        "before_url": address(standing, at, waiting.before) if waiting.before else "",
        "after_url": address(standing, at, waiting.after) if waiting.after else "",
        "board_url": f"{reverse('runs:board', args=[standing.run])}?{board}",
        "link": link,
        "change_url": f"{address(standing, at, card.key)}&change=1",
        "files": {
            kind: f"{reverse('why:file', args=[standing.run, kind])}?{urlencode(query, safe='/')}"
            for kind in TYPES
        },
        "try_url": reverse("inspector:try_advice", args=[standing.run, card.namespace, card.name]),
    }


def address(standing: Standing, at: int, pod: str) -> str:
    """The card of a pod at a step."""
    query = urlencode({"pod": pod, "at": at}, safe="/")
    return f"{reverse('why:card', args=[standing.run])}?{query}"


@require_safe
def file(request: HttpRequest, run_id: str, kind: str) -> HttpResponse:
    """`/r/<id>/why.md?pod=&at=`, or `.json`, `.svg`, `.png` with `theme`. A step never changes, so browsers
    may keep it."""
    if kind not in TYPES:
        raise Http404("kind")
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    pod = request.GET.get("pod", "")[: limits.API_FIELD_CHARACTERS]
    key = pod or next(iter(services.waiting(standing, at, "").keys), "")
    card = services.card_of(standing, at, key, with_changes=True) if key else None
    if card is None:
        raise Http404("pod")
    link = request.build_absolute_uri(address(standing, at, card.key))
    response = HttpResponse(_content(card, kind, theme_of(request), link), content_type=TYPES[kind])
    response.headers["Cache-Control"] = "private, max-age=3600"
    response.headers["Vary"] = "Accept-Language, Cookie"
    if kind in ("svg", "png"):
        response.headers["Content-Security-Policy"] = (
            "default-src 'none'; style-src 'unsafe-inline'; font-src data:; sandbox"
        )
    if "download" in request.GET:
        name = slugify(card.name)[:60] or "pod"
        response.headers["Content-Disposition"] = f'attachment; filename="why-{name}-{at}.{kind}"'
    return response


def _content(card: Card, kind: str, theme: Theme, link: str) -> str | bytes:
    if kind == "md":
        return markdown.markdown(card, link)
    if kind == "json":
        return json.dumps({**as_json(card), "link": link}, ensure_ascii=False)
    if kind == "svg":
        return picture.svg(card, theme)
    try:
        return picture.png(card, theme)
    except BusyError as error:
        raise PoolBusyError("picture") from error
    except PictureTooLargeError as error:
        raise TooLargeError("picture", limits.PROCESS_MEMORY_BYTES) from error


def as_json(card: Card) -> dict[str, Any]:
    """The card as JSON, in the language of the visitor."""
    return asdict(card)


def theme_of(request: HttpRequest) -> Theme:
    """The theme in the address, else light."""
    name = request.GET.get("theme", "")
    return next((theme for theme in palette.THEMES if theme == name), "light")

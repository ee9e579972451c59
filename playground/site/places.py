"""Data of parts of a board that come later, apart from the run: the command palette's own texts, the pages to
go to, and the texts of drawn causes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from playground.gallery import services as gallery
from playground.lessons import services as lessons
from playground.texts import catalogues

WORDS = ("ui.hand.", "ui.phone.")
"""Prefixes of the ids that only the palette and its menus, or the bar of a phone, use."""
OF_CAUSES = ("ui.cause.", "criterion.", "ui.seat.", "seats.")
"""Prefixes of the ids that only the drawing of a decision's causes or of a group uses."""

OF_LANDSCAPES = ("ui.land.",)
"""Prefixes of the ids that only the board of a large cluster uses."""


@require_safe
def places(request: HttpRequest) -> HttpResponse:
    """`/places.json`: `{words, places: [{group, words, url}]}` in the language of the visitor."""
    return _answer({"words": _words(WORDS), "places": list(_places())})


@require_safe
def causes(request: HttpRequest) -> HttpResponse:
    """`/causes.json`: `{words}` of causes and groups on a board, in the language of the visitor."""
    return _answer({"words": _words(OF_CAUSES)})


@require_safe
def landscape(request: HttpRequest) -> HttpResponse:
    """`/landscape.json`: `{words}` of the board of a large cluster, in the language of the visitor."""
    return _answer({"words": _words(OF_LANDSCAPES)})


def _words(prefix: str | tuple[str, ...]) -> dict[str, object]:
    catalogue = json.loads(catalogues.browser_catalogue(get_language() or "en").body)
    return {identifier: text for identifier, text in catalogue.items() if identifier.startswith(prefix)}


def _answer(content: Mapping[str, object]) -> HttpResponse:
    response = JsonResponse(content)
    response.headers["Cache-Control"] = "private, max-age=300"
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response


def _places() -> Iterator[dict[str, str]]:
    pages = {
        "gallery:gallery": gettext("Gallery"),
        "path:learn": gettext("Course"),
        "why:door": gettext("Why is my pod pending?"),
        "imports:page": gettext("Your cluster"),
        "runs:yours": gettext("Your runs"),
        "imports:begin": gettext("New cluster"),
        "site:releases": gettext("Releases of Kubernetes"),
        "site:exact": gettext("How exact is it?"),
    }
    for name, words in pages.items():
        yield {"group": "page", "words": words, "url": reverse(name)}
    for scenario in gallery.gallery():
        url = reverse("gallery:scenario", args=[scenario.slug])
        yield {"group": "scenario", "words": gettext(scenario.title), "url": url}
    for lesson in lessons.course():
        url = reverse("lessons:first", args=[lesson.name])
        yield {"group": "lesson", "words": f"{lesson.number}. {lesson.title}", "url": url}

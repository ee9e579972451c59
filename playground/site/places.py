"""Data of the command palette apart from the run: its own texts, and the pages to go to."""

from __future__ import annotations

import json
from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from playground.gallery import services as gallery
from playground.lessons import services as lessons
from playground.texts import catalogues

WORDS = "ui.hand."
"""Prefix of the ids that only the palette and its menus use."""


@require_safe
def places(request: HttpRequest) -> HttpResponse:
    """`/places.json`: `{words, places: [{group, words, url}]}` in the language of the visitor."""
    catalogue = json.loads(catalogues.browser_catalogue(get_language() or "en").body)
    words = {identifier: text for identifier, text in catalogue.items() if identifier.startswith(WORDS)}
    response = JsonResponse({"words": words, "places": list(_places())})
    response.headers["Cache-Control"] = "private, max-age=300"
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response


def _places() -> Iterator[dict[str, str]]:
    pages = {
        "gallery:gallery": gettext("Gallery"),
        "path:learn": gettext("Course"),
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

"""The translator's page: every text beside its translation, with the page that shows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from playground.catalogues import LANGUAGES
from playground.catalogues.entries import Entry
from playground.catalogues.report import KINDS
from playground.gallery import services as gallery
from playground.site.texts import texts

ON_A_PAGE = 50


@dataclass(frozen=True, slots=True)
class Group:
    """Texts of one file that stand on one page. `picture` is the drawing of its scenario; {} for a page
    without a board, whose address is `page`."""

    name: str
    slug: str
    picture: Mapping[str, Any]
    page: str
    entries: list[Entry]


@require_safe
def translate(request: HttpRequest, code: str) -> HttpResponse:
    """`/translate/<code>?q=&state=&page=`: the texts in a language, searched by their words and places."""
    if code not in LANGUAGES:
        raise Http404("language")
    asked, state = request.GET.get("q", "").strip()[:200], request.GET.get("state", "")
    every = texts(code)
    found = [each for each in every if _fits(each, asked.casefold(), state)]
    page = Paginator(found, ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "code": code,
        "asked": asked,
        "state": state,
        "states": [kind for kind in KINDS if kind != "unknown"],
        "wrong": sum(bool(each.state) for each in every),
        "all": len(every),
        "page": page,
        "groups": _grouped(page.object_list),
    }
    return render(request, "site/translate.html", context)


def _fits(entry: Entry, asked: str, state: str) -> bool:
    if state and entry.state != state:
        return False
    return not asked or any(asked in text.casefold() for text in (*entry.english, *entry.said, entry.where))


def _grouped(found: Iterable[Entry]) -> list[Group]:
    pictures = {each.slug: each.drawing for each in gallery.gallery()}
    made: list[Group] = []
    for each in found:
        page = each.page.partition("#")[0]
        if not made or (made[-1].name, made[-1].slug, made[-1].page) != (each.file, each.slug, page):
            made.append(Group(each.file, each.slug, pictures.get(each.slug, {}), page, []))
        made[-1].entries.append(each)
    return made

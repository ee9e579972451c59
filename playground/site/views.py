"""Pages of the site as a whole: the browser's texts, the theme, and the page about exactness."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

import scheduler_core as core
from playground.server.http.see_other import see_other
from playground.site import exactness, not_modelled, releases
from playground.texts import catalogues

YEAR_SECONDS = 365 * 24 * 3600


@require_safe
def catalogue(request: HttpRequest, language: str, digest: str, *, board: bool = False) -> HttpResponse:
    """`/i18n/<language>.<digest>.json`: the browser's texts; `/i18n/board/…`: only those of a board. The
    content of an address never changes."""
    if language != "en" and language not in catalogues.LANGUAGES:
        raise Http404("language")
    words = catalogues.browser_catalogue(language, board=board)
    small = "br" in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(words.small if small else words.body, content_type="application/json")
    if small:
        response.headers["Content-Encoding"] = "br"
    patch_vary_headers(response, ["Accept-Encoding"])
    fresh = digest == words.digest
    response.headers["Cache-Control"] = f"public, max-age={YEAR_SECONDS}, immutable" if fresh else "no-cache"
    return response


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Sets the theme (by default the next one) and redirects to the requesting page."""
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure()):
        back = reverse("gallery:gallery")
    following = {"auto": "light", "light": "dark", "dark": "auto"}
    chosen = request.POST.get("theme") or following.get(request.COOKIES.get("podium_theme", "auto"))
    response = see_other(back)
    if chosen in following:
        response.set_cookie(
            "podium_theme", chosen, max_age=YEAR_SECONDS, samesite="Lax", secure=request.is_secure()
        )
    return response


@require_safe
def exact(request: HttpRequest) -> HttpResponse:
    """`/exact`: release by release what is compared with the original, and what is not modelled."""
    figures = exactness.figures()
    shown = {
        "by_release": list(figures.values()),
        "table": exactness.table(figures),
        "promises": exactness.promises(figures),
        "not_held": [minor for minor in core.OFFERED if minor not in figures],
        "left_out": not_modelled.rows(),
    }
    return render(request, "site/exact.html", shown)


@require_safe
def releases_page(request: HttpRequest) -> HttpResponse:
    """`/releases/`: the releases that can be chosen, and how much each changes."""
    pages = [releases.page_of(minor) for minor in core.OFFERED]
    return render(request, "site/releases.html", {"pages": pages})


@require_safe
def release_page(request: HttpRequest, minor: str) -> HttpResponse:
    """`/releases/1.36`: what a release changes for whoever schedules pods, row by row."""
    if minor not in core.OFFERED:
        raise Http404("release")
    place = core.OFFERED.index(minor)
    context = {
        "page": releases.page_of(minor),
        "newer": core.OFFERED[place - 1] if place else "",
        "older": core.OFFERED[place + 1] if place + 1 < len(core.OFFERED) else "",
    }
    return render(request, "site/release.html", context)


@require_safe
def exact_figures(request: HttpRequest) -> HttpResponse:
    """`/exact.json`: the result file of the repository."""
    return HttpResponse(exactness.FILE.read_bytes(), content_type="application/json")

"""`/r/<id>/take`: the exports of a moment, and the pictures themselves."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import segno
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.text import slugify
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from playground import limits
from playground.pictures import palette
from playground.pictures.palette import Theme
from playground.pictures.raster import BusyError
from playground.pictures.raster import TooLargeError as PictureTooLargeError
from playground.runs import state_marks
from playground.runs.http.requests import (
    own_run_at,
    owner_for,
    requested_core,
    requested_step,
    run_or_404,
    step_number,
)
from playground.runs.services import Standing
from playground.runs.versions import kept_moments
from playground.server.fairness.throttle import imports
from playground.server.refusals import BusyError as PoolBusyError
from playground.server.refusals import TooLargeError
from playground.takeaway import full_link, services
from playground.takeaway.full_link import Wrong
from playground.takeaway.pseudonyms import Rename, rename_of, same
from playground.takeaway.why import pod_of

PREVIEW_ZOOM = 1.0
KINDS = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif"}
FILM_STEPS = 40
"""A film begins so many steps before its last one unless the address has `from`."""


@require_safe
@never_cache
def take(request: HttpRequest, run_id: str) -> HttpResponse:
    """The page: a preview, and the address of each picture."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    pod, theme = request.GET.get("pod", "")[:600], theme_of(request)
    kept_moments.keep_if_quick(standing, at)
    start = first_step(request, at)
    title = gettext(standing.title) if standing.title else ""
    full = full_link.fragment(standing, at, pod, title)
    hide = "hide" in request.GET
    query = {"at": at, "theme": theme, **({"pod": pod} if pod else {}), **({"hide": 1} if hide else {})}
    stretch: dict[str, Any] = {**query, "from": start}
    why_pod = pod_of(standing, pod)
    still = {**query, **({"why": 1} if "why" in request.GET and why_pod else {})}
    embed = urlencode({**stretch, "core": state_marks.core()})
    context: dict[str, Any] = {
        "run": standing,
        "title": title or gettext("Your cluster"),
        "link": link_of(request, standing, at),
        "core": state_marks.core(),
        "full": request.build_absolute_uri(f"{reverse('takeaway:open')}#{full}") if full else "",
        "at": at,
        "start": start,
        "theme": theme,
        "hide": hide,
        "why": "why" in still,
        "why_pod": why_pod,
        "pod": pod,
        "board_url": f"{reverse('runs:board', args=[standing.run])}?{urlencode({'at': at})}",
        "svg_url": _address("takeaway:picture", standing, "svg", still),
        "png_url": _address("takeaway:picture", standing, "png", still),
        "film_svg_url": _address("takeaway:film", standing, "svg", stretch),
        "film_gif_url": _address("takeaway:film", standing, "gif", stretch),
        "account_url": f"{reverse('takeaway:account', args=[standing.run])}?{urlencode(stretch)}",
        "files": {
            kind: _address("takeaway:account_file", standing, kind, stretch)
            for kind in ("md", "cast", "yaml")
        },
        "embed_url": request.build_absolute_uri(f"{reverse('takeaway:embed', args=[standing.run])}?{embed}"),
    }
    return render(request, "takeaway/take.html", context)


def link_of(request: HttpRequest, standing: Standing, at: int) -> str:
    """The full address of a moment, with the version of the core that shows it like this."""
    query: dict[str, Any] = {"at": at, "core": state_marks.core()}
    return request.build_absolute_uri(f"{reverse('runs:board', args=[standing.run])}?{urlencode(query)}")


@require_safe
def qr(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/qr.svg?at=`: the address of the moment as a QR code."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    out = io.BytesIO()
    segno.make(link_of(request, standing, at), error="m", micro=False).save(
        out, kind="svg", scale=6, border=2, dark="#000", light="#fff", xmldecl=False
    )
    return HttpResponse(out.getvalue(), content_type="image/svg+xml")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@imports
def open_full(request: HttpRequest) -> HttpResponse:
    """`/open#run=…`: the page's script reads the fragment and posts it as `full`, which makes a run."""
    if request.method != "POST":
        return render(request, "takeaway/open.html", {"most": full_link.MOST_TEXT})
    full = full_link.read(request.POST.get("full", ""))
    owner = owner_for(request)
    result = full if isinstance(full, Wrong) else full_link.opened(full, owner)
    if isinstance(full, Wrong) or isinstance(result, Wrong):
        reasons = result.sentences if isinstance(result, Wrong) else ()
        return render(
            request, "takeaway/open.html", {"most": full_link.MOST_TEXT, "wrong": reasons}, status=422
        )
    query = urlencode({"at": str(min(full.at, result.head)), **({"pod": full.pod} if full.pod else {})})
    return own_run_at(f"{reverse('runs:board', args=[result.run])}?{query}", owner)


@require_safe
def picture(request: HttpRequest, run_id: str, kind: str) -> HttpResponse:
    """`/r/<id>/picture.svg?at=&theme=&pod=&why=&core=`, or `.png`. `why` draws the Why of the pod beside the
    board; with `size` "preview" the PNG is smaller, with "mini" the SVG has no embedded fonts."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    moment = kept_moments.shown(standing, at, requested_core(request))
    picture_of = services.PictureOf(
        at,
        request.GET.get("pod", "")[:600],
        theme_of(request),
        rename_for(request, standing),
        "why" in request.GET,
        moment.snapshot if moment is not None else None,
    )
    size = request.GET.get("size")
    if kind == "svg":
        return _sent(
            request,
            standing,
            at,
            kind,
            lambda: services.svg(standing, picture_of, embedded=size != "mini"),
        )
    zoom = PREVIEW_ZOOM if size == "preview" else services.PNG_ZOOM
    return _sent(request, standing, at, kind, lambda: services.png(standing, picture_of, zoom=zoom))


@require_safe
def film(request: HttpRequest, run_id: str, kind: str) -> HttpResponse:
    """`/r/<id>/film.svg?from=&at=&theme=&pod=`, or `.gif`: the steps `from` … `at` as an endless film."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    start, pod, theme = first_step(request, at), request.GET.get("pod", "")[:600], theme_of(request)
    make, rename = services.film_svg if kind == "svg" else services.film_gif, rename_for(request, standing)
    return _sent(request, standing, at, kind, lambda: make(standing, start, at, pod, theme, rename))


def _sent(
    request: HttpRequest, standing: Standing, at: int, kind: str, make: Callable[[], str | bytes]
) -> HttpResponse:
    """A picture, or 503 while too many are being rendered. A step never changes, so browsers may cache it."""
    if kind not in KINDS:
        raise Http404("kind")
    try:
        content = make()
    except BusyError as error:
        raise PoolBusyError("picture") from error
    except PictureTooLargeError as error:
        raise TooLargeError("picture", limits.PROCESS_MEMORY_BYTES) from error
    response = HttpResponse(content, content_type=KINDS[kind])
    response.headers["Cache-Control"] = "private, max-age=3600"
    response.headers["Vary"] = "Accept-Language, Cookie"
    response.headers["Content-Security-Policy"] = (
        "default-src 'none'; style-src 'unsafe-inline'; font-src data:; sandbox"
    )
    if "download" in request.GET:
        name = slugify(standing.slug or standing.title)[:60] or "podium"
        response.headers["Content-Disposition"] = f'attachment; filename="{name}-{at}.{kind}"'
    return response


def theme_of(request: HttpRequest) -> Theme:
    """The theme in the address, else the visitor's, else light."""
    name = request.GET.get("theme", "") or request.COOKIES.get("podium_theme", "")
    return next((theme for theme in palette.THEMES if theme == name), "light")


def rename_for(request: HttpRequest, standing: Standing) -> Rename:
    """With `hide`, the codes for the run's names; otherwise names stay."""
    return rename_of(standing) if "hide" in request.GET else same


def first_step(request: HttpRequest, at: int) -> int:
    """The first step of a film: `from`, but not after `at`."""
    start = step_number(request.GET.get("from", ""))
    return max(0, at - FILM_STEPS) if start is None else min(start, at)


def _address(page: str, standing: Standing, kind: str, query: dict[str, Any]) -> str:
    return f"{reverse(page, args=[standing.run, kind])}?{urlencode(query)}"

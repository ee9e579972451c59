"""A moment or a film on other sites: `/r/<id>/embed` is the content of a frame, `/oembed` describes the
frame."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from playground.pictures.sheet import HEIGHT, WIDTH
from playground.runs import state_marks
from playground.runs.http.requests import requested_core, requested_step, run_or_404, step_number
from playground.runs.versions import kept_moments
from playground.takeaway.views import theme_of

MOST_URL = 2_000
POLICY = "default-src 'none'; img-src 'self'; style-src 'self'; frame-ancestors *"


@require_safe
@xframe_options_exempt
def embed(request: HttpRequest, run_id: str) -> HttpResponse:
    """A picture, or with `from` a film, with nothing around it but a link to the board. The moment is stored;
    after an upgrade that plays it differently, the stored picture is shown."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    core = requested_core(request)
    moment = kept_moments.shown(standing, at, core)
    if moment is None:
        kept_moments.keep_if_quick(standing, at)
    start = step_number(request.GET.get("from", "")) if moment is None else None
    query: dict[str, Any] = {"at": at, "theme": theme_of(request), **({"core": core} if core else {})}
    if start is None or start >= at:
        url = f"{reverse('takeaway:picture', args=[run_id, 'svg'])}?{urlencode(query)}"
    else:
        url = f"{reverse('takeaway:film', args=[run_id, 'svg'])}?{urlencode({**query, 'from': start})}"
    whence: dict[str, Any] = {"at": at, "core": core or state_marks.core()}
    board = f"{reverse('runs:board', args=[run_id])}?{urlencode(whence)}"
    title = gettext(standing.title) if standing.title else gettext("Your cluster")
    context = {"url": url, "board_url": board, "title": title, "at": at, "embed_theme": query["theme"]}
    response = render(request, "takeaway/embed.html", context)
    response.headers["Content-Security-Policy"] = POLICY
    return response


@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """oEmbed 1.0 for the address of a run's moment: a frame of type `rich`. Only JSON is supported."""
    if request.GET.get("format", "json") != "json":
        return JsonResponse({"message": "format: only json is offered"}, status=400)
    try:
        address = urlsplit(request.GET.get("url", "")[:MOST_URL])
        match = resolve(address.path)
    except (Resolver404, ValueError) as error:
        raise Http404("url") from error
    if address.netloc != request.get_host() or "run_id" not in match.kwargs:
        raise Http404("url")
    standing = run_or_404(match.kwargs["run_id"])
    query = parse_qs(address.query)
    at = step_number(query.get("at", [""])[0])
    at = standing.head if at is None or at > standing.head else at
    width = min(WIDTH, step_number(request.GET.get("maxwidth", "")) or WIDTH)
    height = min(HEIGHT, step_number(request.GET.get("maxheight", "")) or HEIGHT)
    shown: dict[str, Any] = {"at": at, "core": query.get("core", [state_marks.core()])[0][:16]}
    source = request.build_absolute_uri(
        f"{reverse('takeaway:embed', args=[standing.run])}?{urlencode(shown)}"
    )
    picture = request.build_absolute_uri(
        f"{reverse('takeaway:picture', args=[standing.run, 'png'])}?{urlencode({**shown, 'size': 'preview'})}"
    )
    frame = f'<iframe src="{source}" width="{width}" height="{height}" loading="lazy"></iframe>'
    members = {
        "version": "1.0",
        "type": "rich",
        "provider_name": "podium",
        "title": gettext(standing.title) if standing.title else gettext("Your cluster"),
        "html": frame,
        "width": width,
        "height": height,
        "thumbnail_url": picture,
        "thumbnail_width": WIDTH,
        "thumbnail_height": HEIGHT,
    }
    return JsonResponse(members)

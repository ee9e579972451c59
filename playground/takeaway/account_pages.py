"""`/r/<id>/account`: the report on a stretch of a run, as a page to print and as files."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.text import slugify
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from playground.runs.http.requests import requested_step, run_or_404
from playground.runs.services import Standing
from playground.takeaway import account
from playground.takeaway.views import first_step, rename_for

KINDS = {
    "md": "text/markdown; charset=utf-8",
    "cast": "application/x-asciicast; charset=utf-8",
    "yaml": "application/yaml; charset=utf-8",
}


@require_safe
@never_cache
def page(request: HttpRequest, run_id: str) -> HttpResponse:
    """The stretch `from` … `at` on one page, with the Why of `pod`."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    story = _account(request, standing, at)
    context = {
        "story": story,
        "left_out": account.left_out(story) if story.left_out else "",
        "link": _board(request, standing, at),
        "hide": "hide" in request.GET,
        "picture": _picture(standing, at, request),
        "take_url": f"{reverse('takeaway:take', args=[standing.run])}?at={at}&from={story.start}",
    }
    return render(request, "takeaway/account.html", context)


@require_safe
@never_cache
def file(request: HttpRequest, run_id: str, kind: str) -> HttpResponse:
    """`account.md` for a post-mortem, `account.cast` for asciinema, `account.yaml` for `kubectl apply`."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    if kind not in KINDS:
        raise Http404("kind")
    if kind == "yaml":
        text = account.manifests(standing, at, rename_for(request, standing))
    elif kind == "cast":
        text = account.cast(_account(request, standing, at))
    else:
        picture = request.build_absolute_uri(_picture(standing, at, request))
        text = account.markdown(_account(request, standing, at), _board(request, standing, at), picture)
    response = HttpResponse(text, content_type=KINDS[kind])
    name = slugify(standing.slug or "podium")[:60]
    response.headers["Content-Disposition"] = f'attachment; filename="{name}-{at}.{kind}"'
    return response


def _account(request: HttpRequest, standing: Standing, at: int) -> account.Account:
    title = gettext(standing.title) if standing.title else gettext("Your cluster")
    pod = request.GET.get("pod", "")[:600]
    return account.account(standing, first_step(request, at), at, pod, rename_for(request, standing), title)


def _board(request: HttpRequest, standing: Standing, at: int) -> str:
    return request.build_absolute_uri(f"{reverse('runs:board', args=[standing.run])}?at={at}")


def _picture(standing: Standing, at: int, request: HttpRequest) -> str:
    query: dict[str, str | int] = {
        "at": at,
        "theme": "light",
        **({"hide": 1} if "hide" in request.GET else {}),
    }
    return f"{reverse('takeaway:picture', args=[standing.run, 'svg'])}?{urlencode(query)}"

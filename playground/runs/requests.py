"""What a request names: a run, a step of it, and the visitor who would own what is made."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from playground.runs import access, services
from playground.runs.protocol import WHOLE_MAX
from playground.runs.services import Standing


def run_or_404(run_id: str) -> Standing:
    known = services.standing(run_id)
    if known is None:
        raise Http404("run")
    return known


def step_number(text: str) -> int | None:
    """A step as it stands in an address, or None when the text is no number that a step could have."""
    if not (text.isascii() and text.isdigit()) or len(text) > 10 or int(text) > WHOLE_MAX:
        return None
    return int(text)


def asked_step(request: HttpRequest, known: Standing, *, default: int | None = None) -> int | HttpResponse:
    """The step that `at` names; without `at` the default, or the newest step. A step that does not exist
    gives a page that says so.
    """
    asked = (request.POST if request.method == "POST" else request.GET).get("at")
    if asked is None:
        return known.head if default is None else default
    at = step_number(asked)
    return no_such_step(request, known, asked) if at is None or at > known.head else at


def asked_core(request: HttpRequest) -> str:
    """The version of the core that a shared link names, "" without one."""
    asked = request.GET.get("core", "")
    return asked if asked.isascii() and asked.isalnum() and len(asked) <= 16 else ""


def no_such_step(request: HttpRequest, known: Standing, asked: str) -> HttpResponse:
    newest = f"{reverse('runs:board', args=[known.run])}?at={known.head}"
    context = {"asked": asked[:20], "head": known.head, "newest": newest}
    return render(request, "errors/no_such_step.html", context, status=404)


def owner_for(request: HttpRequest) -> str:
    """The visitor's owner name, or a new one for a visitor who has none yet."""
    return access.owner_of(request.COOKIES) or access.new_owner()

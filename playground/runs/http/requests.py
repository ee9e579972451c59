"""What a request names: a run, one of its steps, and the visitor who would own a new run."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from playground.runs import access, questions, services
from playground.runs.protocol import WHOLE_MAX
from playground.runs.services import Standing
from playground.server.http.see_other import see_other


def run_or_404(run_id: str) -> Standing:
    standing = services.standing(run_id)
    if standing is None:
        raise Http404("run")
    return standing


def value_or_404(standing: Standing, question: str, seq: int, /, **args: Any) -> Any:
    """The answer to a question about a step (`questions.value`); 404 when the named object does not exist."""
    answer = questions.value(standing, question, seq, **args)
    if answer is None:
        raise Http404(question)
    return answer


def step_number(text: str) -> int | None:
    """The step in an address; None when the text cannot be a step's number."""
    if not (text.isascii() and text.isdecimal()) or len(text) > 10 or int(text) > WHOLE_MAX:
        return None
    return int(text)


class NoSuchStepError(Exception):
    """A request named a step that the run does not have; NoSuchStepMiddleware answers 404."""

    def __init__(self, standing: Standing, text: str) -> None:
        super().__init__(f"the run {standing.run} has no step {text[:20]!r}")
        self.standing, self.text = standing, text


def requested_step(request: HttpRequest, standing: Standing, *, default: int | None = None) -> int:
    """The step that `at` names; without `at` the default, or else the newest step. Raises NoSuchStepError for
    a step that the run does not have."""
    text = (request.POST if request.method == "POST" else request.GET).get("at")
    if text is None:
        return standing.head if default is None else default
    return existing_step(standing, text)


def existing_step(standing: Standing, text: str) -> int:
    """The step that a text from an address names. Raises NoSuchStepError when the run has no such step."""
    at = step_number(text)
    if at is None or at > standing.head:
        raise NoSuchStepError(standing, text)
    return at


def requested_core(request: HttpRequest) -> str:
    """The version of the core that a shared link names; "" when it names none."""
    core = request.GET.get("core", "")
    return core if core.isascii() and core.isalnum() and len(core) <= 16 else ""


def owner_for(request: HttpRequest) -> str:
    """The visitor's owner name; a new one for a visitor without one."""
    return access.owner_of(request.COOKIES) or access.new_owner()


def own_run_at(url: str, owner: str) -> HttpResponse:
    """Sends the visitor to a page of a run that was just made for `owner`, and sets the owner's cookie."""
    response = see_other(url)
    access.remember_owner(response, owner)
    return response

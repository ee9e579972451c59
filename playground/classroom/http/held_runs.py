"""Holds back what comes next in a run while a room asks for a prediction of it.

Runs, the inspector, lessons and the gallery do not know rooms. So a middleware stands before their pages, and
`HeldRuns` replaces the socket of a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
    JsonResponse,
    parse_cookie,
)
from django.shortcuts import render
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin

from playground import limits
from playground.api.answers import refused
from playground.classroom.http.requests import wants_json
from playground.classroom.services import holds
from playground.classroom.services.holds import Hold
from playground.gallery import services as gallery
from playground.kubeapi.addresses import address_of
from playground.kubeapi.app import READS, Application, Exchange, Scope
from playground.kubeapi.refusals import refusal
from playground.lessons import services as lessons
from playground.runs.protocol import Request
from playground.runs.socket.consumer import RunConsumer
from playground.server.database_threads import database_sync_to_async
from playground.server.fairness.gate import headers_of
from playground.server.http.overload import DATABASE_ERRORS, busy, once_more, too_old
from playground.texts.manifests.texts import plain_texts
from playground.texts.messages import message_of, problem, say
from scheduler_core import Problem

#: Pages that show only the present state of the board and compute nothing from it.
STANDING = frozenset({"inspector:search", "inspector:nodes"})
TABS = frozenset({"inspector:pod_tab", "inspector:node_tab", "inspector:service_tab"})
STANDING_TABS = frozenset({"describe", "events", "yaml"})

NOT_YET = 202
"""HTTP status of a fragment whose panel is available later. Panels show it but do not cache it."""


def as_problem(hold: Hold) -> Problem:
    return problem("run.held", code=hold.code)


class HoldMiddleware(MiddlewareMixin):
    """Answers 409 to a request for a page that would reveal the answer to a room's open question."""

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponseBase],
        args: Any,
        kwargs: Mapping[str, Any],
    ) -> HttpResponse | None:
        try:
            return once_more(lambda: _answer(request, kwargs))
        except DATABASE_ERRORS as error:
            return too_old(request, error) or busy(request, limits.BUSY_RETRY_SECONDS)


def _answer(request: HttpRequest, kwargs: Mapping[str, Any]) -> HttpResponse | None:
    """The response in place of a page; None lets the request through."""
    name = request.resolver_match.view_name if request.resolver_match else ""
    hold = _hold(request, name, kwargs)
    if hold is None:
        return _to_the_room(request, kwargs) if name == "runs:board" else None
    return None if hold.stage and _stands(name, kwargs) else _held(request, hold)


def _stands(name: str, kwargs: Mapping[str, Any]) -> bool:
    """True for a page that shows only the present state of the board."""
    return name in STANDING or (name in TABS and kwargs["tab"] in STANDING_TABS)


def _hold(request: HttpRequest, name: str, kwargs: Mapping[str, Any]) -> Hold | None:
    """The room whose open question this address would answer for this visitor; None without such a room."""
    cookies = request.COOKIES
    if (run := kwargs.get("run_id")) is not None:
        return holds.of_run(run, cookies)
    if name.startswith("lessons:") and "name" in kwargs:
        return _of_lesson(kwargs["name"], cookies)
    if name in ("gallery:scenario", "gallery:source", "api:scenario"):
        card = gallery.named(kwargs["slug"])
        return None if card is None else holds.of_revision(card.revision_id, cookies)
    if name == "rooms:open" and request.method == "POST":
        fields = request.POST
        return (
            _of_lesson(fields["lesson"], cookies)
            if "lesson" in fields
            else holds.of_run(fields.get("run", ""), cookies)
        )
    return None


def _of_lesson(slug: str, cookies: Mapping[str, str]) -> Hold | None:
    """The room that holds back the pages of a lesson from this visitor; None without one."""
    if not holds.asks():
        return None
    stored = lessons.named(slug[:120])
    return None if stored is None else holds.of_lesson(stored.digest, cookies)


def _to_the_room(request: HttpRequest, kwargs: Mapping[str, Any]) -> HttpResponse | None:
    """Redirects the board of a run that belongs to a room into the room, which shows it step by step."""
    room = holds.shown_in(kwargs["run_id"], request.COOKIES)
    return None if room is None else HttpResponseRedirect(reverse("rooms:room", args=[room]))


def _held(request: HttpRequest, hold: Hold) -> HttpResponse:
    """The 409 in the form that the client of this address expects."""
    message = message_of(as_problem(hold))
    response: HttpResponse
    if request.resolver_match and request.resolver_match.namespace == "api":
        response = refused(409, as_problem(hold))
    elif wants_json(request):
        response = JsonResponse(
            {"message": message, "said": say(message), "path": "", "line": None}, status=409
        )
    elif request.headers.get("HX-Request") == "true":
        response = render(request, "rooms/held_fragment.html", {"sentence": say(message)}, status=NOT_YET)
    else:
        response = render(
            request, "rooms/held.html", {"room_id": hold.room, "sentence": say(message)}, status=409
        )
    response.headers["Cache-Control"] = "no-store"
    response.headers["Vary"] = "HX-Request, Accept, Cookie"
    return response


def held_api(app: Application) -> Application:
    """Wraps the Kubernetes API, which the middleware does not see, so that it is held back like the pages."""

    async def choose(scope: Scope, receive: Any, send: Any) -> None:
        address = address_of(scope["path"])
        if address is None or not plain_texts((scope["path"],)):  # the API itself refuses such a path
            await app(scope, receive, send)
            return
        exchange = Exchange(scope, receive, send, address)
        cookies = parse_cookie(headers_of(scope, b"cookie"))
        try:
            hold = await database_sync_to_async(holds.of_run)(address.run, cookies)
        except DATABASE_ERRORS as error:
            await exchange.write(await exchange.without_database(error))
            return
        if hold is None or (hold.stage and scope["method"] in READS):
            await app(scope, receive, send)
        else:
            await exchange.write(refusal(403, say(message_of(as_problem(hold)))))

    return choose


class HeldRuns(RunConsumer):
    """The socket of a run. A client may look at steps that the run has shown; later ones have to wait."""

    async def handle(self, request: Request) -> None:
        name = request.command.name
        if name != "ping" and await self.holds(request, self.shows(request)):
            return
        await super().handle(request)

    def shows(self, request: Request) -> bool:
        """Whether a command asks only for steps that were shown already."""
        name = request.command.name
        return name != "input" and not (
            name == "step" and self.can_act and request.args["from"] >= self.standing.head
        )

    async def holds(self, request: Request, shown: bool) -> bool:
        """True when a command has to wait for the reveal; the client has then got a refusal."""
        cookies = self.scope.get("cookies", {})
        hold = await database_sync_to_async(holds.of_run)(self.standing.run, cookies)
        if hold is None or (shown and (hold.stage or self.can_act)):
            return False
        await self.refuse(request, "run.held", as_problem(hold))
        return True

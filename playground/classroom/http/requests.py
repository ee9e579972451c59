"""Helpers for requests to a room: find the room, check the presenter's right, build the join address."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from playground.classroom.http import own_address
from playground.classroom.services import links, rooms
from playground.classroom.services.rooms import RoomState

View = Callable[..., HttpResponse]


def wants_json(request: HttpRequest) -> bool:
    return "application/json" in request.headers.get("Accept", "")


def room_or_404(room_id: str) -> RoomState:
    room = rooms.find(room_id)
    if room is None:
        raise Http404("room")
    return room


def for_presenters(view: View) -> View:
    """Lets only presenters of the room reach the view; others get 404."""

    @functools.wraps(view)
    def guarded(request: HttpRequest, room_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        room = room_or_404(room_id)
        link = links.of_cookies(room_id, request.COOKIES)
        if link is None:
            raise Http404("presenter")
        return view(request, room, link, *args, **kwargs)

    return guarded


def join_url(request: HttpRequest, room: RoomState) -> str:
    return own_address.base_url(request) + reverse("rooms:join", args=[room.code or room.id])

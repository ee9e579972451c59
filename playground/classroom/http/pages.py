"""Pages for members of a room: the room, the desk, presenter's links, and the page to take home."""

from __future__ import annotations

import io
from typing import Any

import segno
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from playground import limits
from playground.classroom import protocol, questions
from playground.classroom.http import events, own_address
from playground.classroom.http.requests import for_presenters, join_url, room_or_404
from playground.classroom.services import homes, links, rooms, sandboxes, seats
from playground.classroom.services.links import Link
from playground.classroom.services.rooms import RoomState
from playground.classroom.services.seats import SeatState
from playground.runs.http.requests import run_or_404
from playground.runs.http.views import board_context
from playground.server.http.see_other import see_other
from playground.texts.messages import message_of, problem

# --- in the room ----------------------------------------------------------------------------------


@require_safe
@never_cache
def room(request: HttpRequest, room_id: str) -> HttpResponse:
    """`/rooms/<id>`: the presenter's page, the follower's page, or the form to join. A presenter who also has
    a seat gets the follower's page with `?as=follower`."""
    state = room_or_404(room_id)
    link = links.of_cookies(room_id, request.COOKIES)
    seat = seats.of_cookies(room_id, request.COOKIES)
    seated = seat is not None and not seat.removed
    if state.ended is not None:
        return home(request, room_id) if link is not None or seated else _join(state)
    presents = link is not None and request.GET.get("as") != "follower"
    if not presents and not seated:
        return _join(state)
    template = "rooms/presenter.html" if presents else "rooms/follower.html"
    return render(request, template, _context(request, state, presents))


def _join(room: RoomState) -> HttpResponse:
    """Redirects to the form for joining the room."""
    return HttpResponseRedirect(reverse("rooms:join", args=[room.code or room.old_code or room.id]))


def _context(request: HttpRequest, room: RoomState, presents: bool) -> dict[str, Any]:
    """Template values of an open room, without the scenario's own question and answer."""
    board = board_context(request, run_or_404(room.stage), room.at)
    silent = dict.fromkeys(("summary", "question", "answer", "because"), "")
    stored = questions.lesson_of(room)
    return {
        **board,
        "words": {**board["words"], **silent},
        "slug": None,
        "title": gettext(room.title) if room.title else "",
        "origin": None,
        "script_left": 0,
        "other_versions": [],
        "edit_url": "",
        "socket_path": f"/ws/room/{room.id}/",
        "room": room,
        "presents": presents,
        "join_url": join_url(request, room),
        "in_lesson": stored is not None,
        "kept_days": limits.ROOM_KEPT_DAYS,
    }


@require_safe
@never_cache
@for_presenters
def desk(request: HttpRequest, room: RoomState, link: Link) -> HttpResponse:
    """`/rooms/<id>/desk`: plan, notes, clock and roster, for the presenter's second window."""
    if room.ended is not None:
        return HttpResponseRedirect(reverse("rooms:home", args=[room.id]))
    return render(request, "rooms/desk.html", _context(request, room, True))


@require_safe
@never_cache
@for_presenters
def big(request: HttpRequest, room: RoomState, link: Link) -> HttpResponse:
    """`/rooms/<id>/big`: a page that shows the join code in the largest type."""
    return render(request, "rooms/big.html", {"room": room, "join_url": join_url(request, room)})


@require_safe
def qr(request: HttpRequest, room_id: str) -> HttpResponse:
    """`/rooms/<id>/qr.svg`: the join address as a QR code."""
    state = room_or_404(room_id)
    out = io.BytesIO()
    code = segno.make(join_url(request, state), error="m", micro=False)
    code.save(out, kind="svg", scale=8, border=2, dark="#000", light="#fff", xmldecl=False)
    response = HttpResponse(out.getvalue(), content_type="image/svg+xml")
    response.headers["Cache-Control"] = "private, max-age=300"
    return response


# --- presenter's links ----------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def present(request: HttpRequest, room_id: str, token: str) -> HttpResponse:
    """`/rooms/<id>/present/<token>`: GET asks for confirmation, because a link may be opened by mistake; POST
    makes this browser a presenter."""
    state = room_or_404(room_id)
    link = links.of_token(room_id, token)
    if link is None:
        return render(request, "rooms/revoked.html", {"room": state}, status=404)
    room_url = reverse("rooms:room", args=[room_id])
    if request.method == "POST":
        response = see_other(room_url)
        links.follow(response, request.COOKIES, link)
        return response
    if links.of_cookies(room_id, request.COOKIES) is not None:
        return HttpResponseRedirect(room_url)
    seat = seats.of_cookies(room_id, request.COOKIES)
    return render(request, "rooms/present.html", {"room": state, "token": token, "seat": seat})


@require_POST
@never_cache
@for_presenters
def more_links(request: HttpRequest, room: RoomState, link: Link) -> HttpResponse:
    """Creates a presenter's link. Its address is shown only in this answer."""
    label = seats.tidy(request.POST.get("label", ""))[:40]
    number, token = links.new_link(room.id, label)
    if number is None:
        full = message_of(problem("room.full", limit=limits.ROOM_LINKS))
        return JsonResponse({"message": full}, status=409)
    events.publish(room.id, {"type": "room.links"})
    url = own_address.base_url(request) + reverse("rooms:present", args=[room.id, token])
    return JsonResponse({"link": number, "label": label, "url": url}, status=201)


@require_POST
@never_cache
@for_presenters
def revoke(request: HttpRequest, room: RoomState, link: Link, number: int) -> HttpResponse:
    """Revokes a presenter's link and disconnects at once everyone who came by it."""
    if not links.revoke(room.id, number):
        raise Http404("link")
    events.cut(room.id, protocol.CLOSE_REMOVED, link=number)
    events.publish(room.id, {"type": "room.links"})
    return HttpResponse(status=204)


@require_POST
@never_cache
@for_presenters
def end(request: HttpRequest, room: RoomState, link: Link) -> HttpResponse:
    if rooms.end(room.id) is not None:
        text = protocol.message_text("room", room={"ended": True})
        events.publish(room.id, {"type": "room.say", "text": text, "who": "all", "seat": None, "but": ""})
        events.cut(room.id, protocol.CLOSE_ENDED)
    return see_other(reverse("rooms:home", args=[room.id]))


@require_POST
@never_cache
@for_presenters
def delete(request: HttpRequest, room: RoomState, link: Link) -> HttpResponse:
    """Deletes the room with all seats, votes and sandboxes."""
    events.cut(room.id, protocol.CLOSE_NO_SUCH_ROOM)
    rooms.delete(room.id)
    return see_other("/")


# --- afterwards -----------------------------------------------------------------------------------


@require_safe
@never_cache
def home(request: HttpRequest, room_id: str, token: str = "") -> HttpResponse:
    """`/rooms/<id>/home`: the run, the predictions with the bars of the class, and the reader's own answers
    and sandbox."""
    state = room_or_404(room_id)
    link = links.of_cookies(room_id, request.COOKIES)
    seat = homes.seat_of_token(room_id, token) if token else seats.of_cookies(room_id, request.COOKIES)
    if seat is None and (token or link is None):
        raise Http404("seat")
    return render(request, "rooms/home.html", _home(request, state, seat, link))


def _home(request: HttpRequest, room: RoomState, seat: SeatState | None, link: Link | None) -> dict[str, Any]:
    """The values of the page to take home."""
    box = sandboxes.newest(seat) if seat else None
    stored = questions.lesson_of(room)
    address = ""
    if seat is not None:
        address = own_address.base_url(request) + reverse(
            "rooms:mine", args=[room.id, homes.token_of(room.id, seat.number)]
        )
    return {
        "room": room,
        "title": gettext(room.title) if room.title else "",
        "presents": link is not None,
        "seat": seat,
        "predictions": homes.predictions(room.id, seat),
        "run_url": f"{reverse('runs:board', args=[room.home or room.stage])}?at={room.at}",
        "lesson_url": reverse("lessons:first", args=[stored.slug]) if stored else "",
        "sandbox_url": reverse("runs:board", args=[box.run]) if box else "",
        "address": address,
        "deleted": room.deleted,
        "kept_days": limits.ROOM_KEPT_DAYS,
    }


@require_safe
@never_cache
@for_presenters
def export_json(request: HttpRequest, room: RoomState, link: Link) -> HttpResponse:
    response = JsonResponse(homes.record(room), json_dumps_params={"ensure_ascii": False, "indent": 1})
    response.headers["Content-Disposition"] = f'attachment; filename="room-{room.id}.json"'
    return response


@require_safe
@never_cache
@for_presenters
def export_csv(request: HttpRequest, room: RoomState, link: Link) -> HttpResponse:
    text = "\ufeff" + homes.table(room)  # spreadsheets read the byte order mark as UTF-8
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="room-{room.id}.csv"'
    return response

"""Pages of rooms: opening one, joining, presenting, taking home."""

from __future__ import annotations

import functools
import io
from collections.abc import Callable
from typing import Any

import segno
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from playground import limits
from playground.lessons import services as lessons
from playground.messages import say
from playground.rooms import asking, outside, protocol, reach
from playground.rooms.services import homes, links, rooms, sandboxes, seats
from playground.rooms.services.links import Link
from playground.rooms.services.rooms import Opened, RoomState
from playground.rooms.services.seats import Full, Locked, SeatState
from playground.runs import access
from playground.runs.protocol import message_of, problem
from playground.runs.requests import asked_step, owner_for, run_or_404, step_number
from playground.runs.views import board_context
from playground.web.buckets import Buckets
from playground.web.throttle import address_of, costly, throttled
from scheduler_core import Problem

join_buckets = Buckets(limits.JOINS_PER_MINUTE / 60, limits.JOINS_BURST)
wrong_codes = Buckets(limits.WRONG_CODES_PER_MINUTE / 60, limits.WRONG_CODES_BURST)
slow_lookups = Buckets(limits.SLOW_CODES_PER_SECOND, 2)

View = Callable[..., HttpResponse]


def wants_json(request: HttpRequest) -> bool:
    return "application/json" in request.headers.get("Accept", "")


def see_other(url: str) -> HttpResponse:
    response = HttpResponseRedirect(url)
    response.status_code = 303
    return response


def room_or_404(room_id: str) -> RoomState:
    found = rooms.find(room_id)
    if found is None:
        raise Http404("room")
    return found


def for_presenters(view: View) -> View:
    """Only for presenters of the room; others do not find the page."""

    @functools.wraps(view)
    def guarded(request: HttpRequest, room_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        room = room_or_404(room_id)
        link = links.of_cookies(room_id, request.COOKIES)
        if link is None:
            raise Http404("presenter")
        return view(request, room, link, *args, **kwargs)

    return guarded


def join_url(request: HttpRequest, room: RoomState) -> str:
    return reach.base_url(request) + reverse("rooms:join", args=[room.code or room.id])


# --- opening --------------------------------------------------------------------------------------


@require_POST
@costly
@never_cache
def open_room(request: HttpRequest) -> HttpResponse:
    """`POST /rooms`: a room that shows a run or goes through a lesson. The browser presents it."""
    title = request.POST.get("title", "").strip()[:200]
    opened = _on_lesson(request, title) if "lesson" in request.POST else _on_run(request, title)
    if not isinstance(opened, Opened):
        return opened
    room, token = opened.room, opened.token
    present = reverse("rooms:present", args=[room.id, token])
    url = reverse("rooms:room", args=[room.id])
    if wants_json(request):
        told = {"room": room.id, "code": room.code, "url": url, "join": join_url(request, room)}
        told |= {
            "present": request.build_absolute_uri(present),
            "desk": reverse("rooms:desk", args=[room.id]),
        }
        response: HttpResponse = JsonResponse(told, status=201)
    else:
        response = see_other(url)
    link = links.of_token(room.id, token)
    assert link is not None
    links.follow(response, request.COOKIES, link)
    return response


def _on_run(request: HttpRequest, title: str) -> Opened | HttpResponse:
    known = run_or_404(request.POST.get("run", "")[:20])
    at = asked_step(request, known)
    if isinstance(at, HttpResponse):
        return at
    opened = rooms.open_on_run(known, at, title)
    if not isinstance(opened, Opened):
        raise Http404("run")
    return opened


def _on_lesson(request: HttpRequest, title: str) -> Opened:
    kept = lessons.named(request.POST["lesson"][:120])
    number = step_number(request.POST.get("step", "1"))
    if kept is None or number is None or not 1 <= number <= len(kept.stages.steps):
        raise Http404("lesson")
    stage = kept.stages.steps[number - 1]
    language = get_language() or "en"
    titles = [each.title.said(language) for each in kept.lesson.steps]
    minutes = round(max(1.0, kept.lesson.minutes / max(1, len(titles))), 1)
    plan = [{"title": each[: limits.PLAN_TITLE], "minutes": minutes, "note": ""} for each in titles]
    title = title or kept.lesson.title.said(language)
    return rooms.open_on_lesson(kept.digest, number, stage.run, stage.at, title, plan)


# --- joining --------------------------------------------------------------------------------------


@require_safe
@never_cache
def ask_code(request: HttpRequest) -> HttpResponse:
    """`/join`: the form for a code; with `?code=` to the join page of that code."""
    code = request.GET.get("code", "").strip()[:20]
    if code:
        return HttpResponseRedirect(reverse("rooms:join", args=[code.upper()]))
    return render(request, "rooms/code.html", {})


def _lookup(request: HttpRequest, code: str) -> RoomState | HttpResponse:
    """The room of a code, or the page that says why there is none."""
    address = address_of(request)
    if wrong_codes.left(address) < 1 and (wait_ms := slow_lookups.take(address)):
        seconds = -(-wait_ms // 1000)
        response = render(request, "errors/429.html", {"seconds": seconds}, status=429)
        response.headers["Retry-After"] = str(seconds)
        return response
    room = rooms.by_code(code)
    if room is None:
        wrong_codes.take(address)
        return render(request, "rooms/no_room.html", {"code": code[:20]}, status=404)
    return room


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@throttled(join_buckets)
def join(request: HttpRequest, code: str) -> HttpResponse:
    """`/join/<code>`: the form for a name; posted, a seat."""
    room = _lookup(request, code)
    if isinstance(room, HttpResponse):
        return room
    if room.ended is not None:
        return render(request, "rooms/ended.html", {"room": room}, status=410)
    known = seats.of_cookies(room.id, request.COOKIES)
    here = reverse("rooms:room", args=[room.id])
    if request.method != "POST":
        if known is not None and not known.removed:
            return HttpResponseRedirect(here)
        return _join_page(request, room, known)
    name = seats.tidy(request.POST.get("name", ""))
    if len(name) > limits.SEAT_NAME or not protocol.printable(name):
        wrong = problem("room.bad_name", "name", most=limits.SEAT_NAME)
        return _join_page(request, room, known, wrong=wrong, status=422)
    owner = owner_for(request)
    seat = seats.take(room.id, owner, name)
    if isinstance(seat, Full):
        wrong = problem("room.no_more_seats", most=limits.ROOM_SEATS)
        return _join_page(request, room, known, wrong=wrong, status=409)
    if isinstance(seat, Locked):
        return _join_page(request, room, known, wrong=problem("room.locked"), status=409)
    if seat is None:
        return render(request, "rooms/ended.html", {"room": room}, status=410)
    if seat.removed:
        return _join_page(request, room, seat, wrong=problem("room.removed"), status=403)
    response: HttpResponse
    if wants_json(request):
        response = JsonResponse({"room": room.id, "seat": seat.number, "url": here}, status=201)
    else:
        response = see_other(here)
    access.remember_owner(response, owner)
    return response


def _join_page(
    request: HttpRequest,
    room: RoomState,
    seat: SeatState | None,
    *,
    wrong: Problem | None = None,
    status: int = 200,
) -> HttpResponse:
    if seat is not None and seat.removed and wrong is None:
        wrong, status = problem("room.removed"), 403
    elif room.locked and wrong is None:
        wrong = problem("room.locked")
    if wrong is not None and wants_json(request):
        return JsonResponse({"message": message_of(wrong), "path": wrong.path}, status=status)
    context = {
        "room": room,
        "people": seats.people(room.id),
        "wrong": say(message_of(wrong)) if wrong else "",
        "name": request.POST.get("name", "")[:200],
        "most": limits.SEAT_NAME,
        "may_join": wrong is None or wrong.code == "room.bad_name",
        "kept_days": limits.ROOM_KEPT_DAYS,
    }
    return render(request, "rooms/join.html", context, status=status)


# --- in the room ----------------------------------------------------------------------------------


@require_safe
@never_cache
def room(request: HttpRequest, room_id: str) -> HttpResponse:
    """`/rooms/<id>`: the presenter's page, the follower's, or the way in. `?as=follower` where both are."""
    found = room_or_404(room_id)
    link = links.of_cookies(room_id, request.COOKIES)
    seat = seats.of_cookies(room_id, request.COOKIES)
    seated = seat is not None and not seat.removed
    if found.ended is not None:
        return home(request, room_id) if link is not None or seated else _join(found)
    presents = link is not None and request.GET.get("as") != "follower"
    if not presents and not seated:
        return _join(found)
    template = "rooms/presenter.html" if presents else "rooms/follower.html"
    return render(request, template, _context(request, found, presents))


def _join(room: RoomState) -> HttpResponse:
    return HttpResponseRedirect(reverse("rooms:join", args=[room.code or room.old_code or room.id]))


def _context(request: HttpRequest, room: RoomState, presents: bool) -> dict[str, Any]:
    """What the pages of an open room need. The scenario's own question and answer are left out."""
    board = board_context(request, run_or_404(room.stage), room.at)
    silent = dict.fromkeys(("summary", "question", "answer", "because"), "")
    kept = asking.lesson_of(room)
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
        "in_lesson": kept is not None,
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
    """`/rooms/<id>/big`: the code as large as the page."""
    return render(request, "rooms/big.html", {"room": room, "join_url": join_url(request, room)})


@require_safe
def qr(request: HttpRequest, room_id: str) -> HttpResponse:
    """`/rooms/<id>/qr.svg`: the join address as a QR code."""
    found = room_or_404(room_id)
    out = io.BytesIO()
    code = segno.make(join_url(request, found), error="m", micro=False)
    code.save(out, kind="svg", scale=8, border=2, dark="#000", light="#fff", xmldecl=False)
    response = HttpResponse(out.getvalue(), content_type="image/svg+xml")
    response.headers["Cache-Control"] = "private, max-age=300"
    return response


# --- presenter's links ----------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def present(request: HttpRequest, room_id: str, token: str) -> HttpResponse:
    """`/rooms/<id>/present/<token>`: asks first, because a link may be opened by mistake; posted, this
    browser presents.
    """
    found = room_or_404(room_id)
    link = links.of_token(room_id, token)
    if link is None:
        return render(request, "rooms/revoked.html", {"room": found}, status=404)
    here = reverse("rooms:room", args=[room_id])
    if request.method == "POST":
        response = see_other(here)
        links.follow(response, request.COOKIES, link)
        return response
    if links.of_cookies(room_id, request.COOKIES) is not None:
        return HttpResponseRedirect(here)
    seat = seats.of_cookies(room_id, request.COOKIES)
    return render(request, "rooms/present.html", {"room": found, "token": token, "seat": seat})


@require_POST
@never_cache
@for_presenters
def more_links(request: HttpRequest, room: RoomState, link: Link) -> HttpResponse:
    """One more presenter's link. Its address is told this once."""
    label = seats.tidy(request.POST.get("label", ""))[:40]
    number, token = links.new_link(room.id, label)
    if number is None:
        full = message_of(problem("room.full", limit=limits.ROOM_LINKS))
        return JsonResponse({"message": full}, status=409)
    url = reach.base_url(request) + reverse("rooms:present", args=[room.id, token])
    return JsonResponse({"link": number, "label": label, "url": url}, status=201)


@require_POST
@never_cache
@for_presenters
def revoke(request: HttpRequest, room: RoomState, link: Link, number: int) -> HttpResponse:
    """Who came by that link presents no more, at once."""
    if not links.revoke(room.id, number):
        raise Http404("link")
    outside.cut(room.id, protocol.CLOSE_REMOVED, link=number)
    return HttpResponse(status=204)


@require_POST
@never_cache
@for_presenters
def end(request: HttpRequest, room: RoomState, link: Link) -> HttpResponse:
    if rooms.end(room.id) is not None:
        text = protocol.said("room", room={"ended": True})
        outside.publish(room.id, {"type": "room.say", "text": text, "who": "all", "seat": None, "but": ""})
        outside.cut(room.id, protocol.CLOSE_ENDED)
    return see_other(reverse("rooms:home", args=[room.id]))


@require_POST
@never_cache
@for_presenters
def delete(request: HttpRequest, room: RoomState, link: Link) -> HttpResponse:
    """Deletes the room with all that people did in it."""
    outside.cut(room.id, protocol.CLOSE_NO_SUCH_ROOM)
    rooms.delete(room.id)
    return see_other("/")


# --- afterwards -----------------------------------------------------------------------------------


@require_safe
@never_cache
def home(request: HttpRequest, room_id: str, token: str = "") -> HttpResponse:
    """`/rooms/<id>/home`: the run, the predictions with the class's bars, one's own answers and sandbox."""
    found = room_or_404(room_id)
    link = links.of_cookies(room_id, request.COOKIES)
    seat = homes.seat_of_token(room_id, token) if token else seats.of_cookies(room_id, request.COOKIES)
    if seat is None and (token or link is None):
        raise Http404("seat")
    return render(request, "rooms/home.html", _home(request, found, seat, link))


def _home(request: HttpRequest, room: RoomState, seat: SeatState | None, link: Link | None) -> dict[str, Any]:
    box = sandboxes.newest(seat) if seat else None
    kept = asking.lesson_of(room)
    address = ""
    if seat is not None:
        address = reach.base_url(request) + reverse(
            "rooms:mine", args=[room.id, homes.token_of(room.id, seat.number)]
        )
    return {
        "room": room,
        "title": gettext(room.title) if room.title else "",
        "presents": link is not None,
        "seat": seat,
        "predictions": homes.predictions(room.id, seat),
        "run_url": f"{reverse('runs:board', args=[room.home or room.stage])}?at={room.at}",
        "lesson_url": reverse("lessons:first", args=[kept.slug]) if kept else "",
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
    text = "\ufeff" + homes.table(room)  # spreadsheets take it for UTF-8 then
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="room-{room.id}.csv"'
    return response

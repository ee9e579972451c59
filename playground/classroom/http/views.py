"""Views that open a room and join one."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from playground import limits
from playground.classroom import protocol
from playground.classroom.http.requests import join_url, wants_json
from playground.classroom.services import links, rooms, seats
from playground.classroom.services.rooms import Opened, RoomState
from playground.classroom.services.seats import Full, Locked, SeatState
from playground.lessons import services as lessons
from playground.runs import access
from playground.runs.http.requests import owner_for, requested_step, run_or_404, step_number
from playground.server.fairness.throttle import address_of, buckets, costly, throttled
from playground.server.http.see_other import see_other
from playground.texts.messages import message_of, problem, say
from scheduler_core import Problem

join_buckets = buckets("joins", limits.JOINS_PER_MINUTE / 60, limits.JOINS_BURST)
wrong_codes = buckets("wrong-codes", limits.WRONG_CODES_PER_MINUTE / 60, limits.WRONG_CODES_BURST)
slow_lookups = buckets("slow-codes", limits.SLOW_CODES_PER_SECOND, 2)

# --- opening --------------------------------------------------------------------------------------


@require_POST
@costly
@never_cache
def open_room(request: HttpRequest) -> HttpResponse:
    """`POST /rooms`: opens a room on a run or on a lesson and makes this browser its presenter."""
    title = request.POST.get("title", "").strip()[:200]
    opened = _on_lesson(request, title) if "lesson" in request.POST else _on_run(request, title)
    room, token = opened.room, opened.token
    present = reverse("rooms:present", args=[room.id, token])
    url = reverse("rooms:room", args=[room.id])
    if wants_json(request):
        members = {"room": room.id, "code": room.code, "url": url, "join": join_url(request, room)}
        members |= {
            "present": request.build_absolute_uri(present),
            "desk": reverse("rooms:desk", args=[room.id]),
        }
        response: HttpResponse = JsonResponse(members, status=201)
    else:
        response = see_other(url)
    link = links.of_token(room.id, token)
    assert link is not None
    links.follow(response, request.COOKIES, link)
    return response


def _on_run(request: HttpRequest, title: str) -> Opened:
    standing = run_or_404(request.POST.get("run", "")[:20])
    at = requested_step(request, standing)
    opened = rooms.open_on_run(standing, at, title)
    if not isinstance(opened, Opened):
        raise Http404("run")
    return opened


def _on_lesson(request: HttpRequest, title: str) -> Opened:
    stored = lessons.named(request.POST["lesson"][:120])
    number = step_number(request.POST.get("step", "1"))
    if stored is None or number is None or not 1 <= number <= len(stored.stages.steps):
        raise Http404("lesson")
    stage = stored.stages.steps[number - 1]
    language = get_language() or "en"
    titles = [step.title.in_language(language) for step in stored.lesson.steps]
    minutes = round(max(1.0, stored.lesson.minutes / max(1, len(titles))), 1)
    plan = [{"title": text[: limits.PLAN_TITLE], "minutes": minutes, "note": ""} for text in titles]
    title = title or stored.lesson.title.in_language(language)
    return rooms.open_on_lesson(stored.digest, number, stage.run, stage.at, title, plan)


# --- joining --------------------------------------------------------------------------------------


@require_safe
@never_cache
def ask_code(request: HttpRequest) -> HttpResponse:
    """`/join`: the form for a code; with `?code=` a redirect to the join page of that code."""
    code = request.GET.get("code", "").strip()[:20]
    if "/" in code:  # such a code exists nowhere and would break the address
        return render(request, "rooms/no_room.html", {"code": code}, status=404)
    if code:
        return HttpResponseRedirect(reverse("rooms:join", args=[code.upper()]))
    return render(request, "rooms/code.html", {})


def _lookup(request: HttpRequest, code: str) -> RoomState | HttpResponse:
    """The room of a code, or a page that says why the code leads to no room."""
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
    """`/join/<code>`: GET shows the form for a name; POST takes a seat."""
    room = _lookup(request, code)
    if isinstance(room, HttpResponse):
        return room
    if room.ended is not None:
        return render(request, "rooms/ended.html", {"room": room}, status=410)
    former = seats.of_cookies(room.id, request.COOKIES)
    room_url = reverse("rooms:room", args=[room.id])
    if request.method != "POST":
        if former is not None and not former.removed:
            return HttpResponseRedirect(room_url)
        return _join_page(request, room, former)
    name = seats.tidy(request.POST.get("name", ""))
    if len(name) > limits.SEAT_NAME or not protocol.printable(name):
        wrong = problem("room.bad_name", "name", most=limits.SEAT_NAME)
        return _join_page(request, room, former, wrong=wrong, status=422)
    owner = owner_for(request)
    seat = seats.take(room.id, owner, name)
    if isinstance(seat, Full):
        wrong = problem("room.no_more_seats", most=limits.ROOM_SEATS)
        return _join_page(request, room, former, wrong=wrong, status=409)
    if isinstance(seat, Locked):
        return _join_page(request, room, former, wrong=problem("room.locked"), status=409)
    if seat is None:
        return render(request, "rooms/ended.html", {"room": room}, status=410)
    if seat.removed:
        return _join_page(request, room, seat, wrong=problem("room.removed"), status=403)
    response: HttpResponse
    if wants_json(request):
        response = JsonResponse({"room": room.id, "seat": seat.number, "url": room_url}, status=201)
    else:
        response = see_other(room_url)
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

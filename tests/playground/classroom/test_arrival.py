"""Coming into a room: codes, names, cookies, links, and everything that somebody may try."""

import csv
import io
import json
import re
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client as Browser

from playground import limits
from playground.classroom import protocol
from playground.classroom.http import views
from playground.classroom.services import rooms as services
from playground.classroom.services import seats
from playground.runs.models import Run
from tests.playground.classroom.conftest import Person, Room, opened


def test_a_code_has_four_letters_that_do_not_look_alike(run: Run) -> None:
    code = opened(run=run.pk).code

    assert re.fullmatch(f"[{services.LETTERS}]{{4}}", code)
    assert not set("ABEIOUSZ012568") & set(services.LETTERS)


def test_codes_grow_with_the_number_of_open_rooms() -> None:
    assert [4, 5, 5, 6] == [services.code_length(count) for count in (100, 101, 1000, 1001)]


def test_small_letters_lead_to_the_same_room(run: Run) -> None:
    room = opened(run=run.pk)

    assert 200 == Browser().get(f"/join/{room.code.lower()}").status_code


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "", "  Zoë  ", "名前"])
def test_a_name_is_text_and_may_be_empty(run: Run, name: str) -> None:
    room = opened(run=run.pk)
    browser = Browser()

    assert 303 == browser.post(f"/join/{room.code}", {"name": name}).status_code


@pytest.mark.parametrize("name", ["x" * 10_000, "a\u202eb\u0007"])
def test_a_bad_name_is_refused_in_words_and_nothing_is_lost(run: Run, name: str) -> None:
    room = opened(run=run.pk)
    answer = Browser().post(f"/join/{room.code}", {"name": name})

    assert (422, True) == (answer.status_code, b"A name may have at most 40 letters." in answer.content)


async def test_the_same_cookie_brings_back_the_same_seat_and_a_second_place_is_told(room: Room) -> None:
    dora = await room.follower("Dora")
    twin = Person(room.id, room.code, dora.browser)
    room.people.append(twin)
    message = (await twin.arrive())["you"]
    results: dict[str, Any] = {}
    while "places" not in results:
        results = (await dora.hear("you"))["you"]

    assert (1, "Dora", 2, 2) == (message["seat"], message["name"], message["places"], results["places"])


async def test_a_name_that_somebody_has_already_is_told(room: Room) -> None:
    await room.follower("Dora")
    phone = await room.seat("dora")
    message = (await phone.arrive())["you"]
    await phone.ask("name", name="Dora 2")

    assert (2, True) == (message["seat"], message["sameName"])
    assert not (await phone.hello())["you"]["sameName"]


def test_three_hundred_people_behind_one_address_get_in(run: Run) -> None:
    room = opened(run=run.pk)
    codes = {Browser().post(f"/join/{room.code}", {"name": f"p{n}"}).status_code for n in range(300)}

    assert ({303}, 300) == (codes, len({*seat_numbers(room)}))


def test_rehearsing_again_and_again_leaves_the_seats_free(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    room = opened(run=run.pk)
    monkeypatch.setattr(limits, "ROOM_SEATS", 3)
    for _ in range(4):
        taken = [seats.take(room.id, f"bot-{n}", f"bot {n}", bot=True) for n in range(3)]
        full = seats.take(room.id, "one more", "")
        seats.send_bots_away(room.id)

    assert ([True] * 3, seats.Full()) == ([isinstance(item, seats.SeatState) for item in taken], full)


def seat_numbers(room: Room) -> list[int]:
    payload = room.presenter.browser.get(f"/rooms/{room.id}/export.json").json()
    return [seat["seat"] for seat in payload["seats"]]


def test_who_tries_codes_by_the_thousand_is_slowed_down_and_told(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for item in (views.wrong_codes, views.slow_lookups):
        monkeypatch.setattr(item, "clock", lambda: 0.0)  # all within a moment, however long that takes here
    room = opened(run=run.pk)
    browser = Browser()
    answers = [browser.get(f"/join/{n:04}") for n in range(200)]
    last = answers[-1]
    codes = [answer.status_code for answer in answers]

    assert (404, 429, "1") == (codes[0], codes[-1], last.headers["Retry-After"])
    assert limits.WRONG_CODES_BURST + 2 == codes.count(404)
    assert b"Wait 1 second, then try again." in last.content
    assert 303 == Browser(REMOTE_ADDR="10.0.0.9").post(f"/join/{room.code}").status_code


def test_a_code_that_could_stand_in_no_address_is_the_code_of_no_room(db: None) -> None:
    assert 404 == Browser().get("/join", {"code": "kubelet/n1"}).status_code


def test_a_locked_room_takes_no_new_seats_but_lets_the_old_ones_in(run: Run) -> None:
    room = opened(run=run.pk)
    old = Browser()
    old.post(f"/join/{room.code}", {"name": "Dora"})
    services.change(room.id, locked=True)

    assert 409 == Browser().post(f"/join/{room.code}", {"name": "Omar"}).status_code
    assert 302 == old.get(f"/join/{room.code}").status_code


def test_an_ended_room_says_so_and_its_code_may_be_given_again(run: Run) -> None:
    room = opened(run=run.pk)
    learner = Browser()
    learner.post(f"/join/{room.code}", {"name": "Dora"})
    room.presenter.browser.post(f"/rooms/{room.id}/end")

    assert 410 == Browser().get(f"/join/{room.code}").status_code
    assert 410 == Browser().post(f"/join/{room.code}", {"name": "Omar"}).status_code
    assert 200 == learner.get(f"/rooms/{room.id}").status_code
    assert services.find(room.id) is not None
    assert None is services.find(room.id).code  # type: ignore[union-attr]


def test_who_has_no_seat_is_led_to_the_join_page(run: Run) -> None:
    room = opened(run=run.pk)
    answer = Browser().get(f"/rooms/{room.id}")

    assert (302, f"/join/{room.code}") == (answer.status_code, answer.headers["Location"])


@pytest.mark.parametrize("path", ["desk", "big", "export.csv", "export.json"])
def test_a_followers_browser_does_not_find_what_is_the_presenters(run: Run, path: str) -> None:
    room = opened(run=run.pk)
    learner = Browser()
    learner.post(f"/join/{room.code}", {"name": "Dora"})

    assert 404 == learner.get(f"/rooms/{room.id}/{path}").status_code
    assert 200 == room.presenter.browser.get(f"/rooms/{room.id}/{path}").status_code


def test_a_presenters_link_that_a_follower_opens_asks_first(run: Run) -> None:
    room = opened(run=run.pk)
    learner = Browser()
    learner.post(f"/join/{room.code}", {"name": "Dora"})
    path = room.message["present"].removeprefix("http://testserver")
    answer = learner.get(path)
    before = learner.get(f"/rooms/{room.id}/desk").status_code
    learner.post(path)

    assert (200, 404, 200) == (answer.status_code, before, learner.get(f"/rooms/{room.id}/desk").status_code)
    assert b"You have a seat in this room." in answer.content


async def test_a_link_that_is_revoked_ends_its_presenter_at_once(room: Room) -> None:
    def handed_over() -> tuple[Browser, int]:
        made = room.presenter.browser.post(f"/rooms/{room.id}/links", {"label": "Omar"}).json()
        browser = Browser()
        browser.post(made["url"].removeprefix("http://testserver"))
        return browser, made["link"]

    browser, number = await database_sync_to_async(handed_over)()
    other = Person(room.id, room.code, browser)
    room.people.append(other)
    message = await other.arrive()
    await database_sync_to_async(room.presenter.browser.post)(f"/rooms/{room.id}/links/{number}/revoke")
    code = await other.closed_with()
    await other.connect()

    assert message["presenter"]
    assert (protocol.CLOSE_REMOVED, protocol.CLOSE_NO_SEAT) == (code, await other.closed_with())


def test_the_join_address_is_a_qr_code_that_the_server_makes(run: Run) -> None:
    room = opened(run=run.pk)
    answer = Browser().get(f"/rooms/{room.id}/qr.svg")

    assert ("image/svg+xml", b"<svg") == (answer.headers["Content-Type"], answer.content[:4])


def test_deleting_takes_everything_with_it(run: Run) -> None:
    room = opened(run=run.pk)
    before = Run.objects.count()
    learner = Browser()
    learner.post(f"/join/{room.code}", {"name": "Dora"})
    room.presenter.browser.post(f"/rooms/{room.id}/delete")

    assert (None, 404) == (services.find(room.id), learner.get(f"/rooms/{room.id}/home").status_code)
    assert before - 1 == Run.objects.count()


@pytest.mark.parametrize(
    "fields",
    [{}, {"run": "nothing"}, {"lesson": "nothing"}, {"run": "RUN", "at": "99"}, {"run": "RUN", "at": "x"}],
)
def test_a_room_about_nothing_is_not_opened(run: Run, fields: dict[str, str]) -> None:
    given = {name: value.replace("RUN", run.pk) for name, value in fields.items()}

    assert 404 == Browser().post("/rooms", given).status_code


def test_a_spreadsheet_reads_names_as_text(run: Run) -> None:
    room = opened(run=run.pk)
    Browser().post(f"/join/{room.code}", {"name": "=1+1"})
    text = room.presenter.browser.get(f"/rooms/{room.id}/export.csv").content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text)))

    assert "'=1+1" == rows[1][1]


# --- sockets --------------------------------------------------------------------------------------


@pytest.mark.parametrize("do", sorted(set(protocol.COMMANDS) - {"hello"}))
async def test_every_message_before_hello_is_refused(room: Room, do: str) -> None:
    dora = await room.seat("Dora")
    await dora.connect()
    example: dict[str, Any] = {
        "from": 0, "size": "act", "to": 0, "seq": 0, "input": {}, "name": "x", "up": True, "poll": 1, "round": 1,
        "show": True, "step": 1, "kind": "free", "shown": True, "seconds": 1, "on": True, "text": "x", "hidden": True,
        "seat": 1, "items": [], "item": 0, "count": 0,
    }  # fmt: skip
    names = {field.name for field in protocol.COMMANDS[do].fields if field.required}
    answer = await dora.ask(do, **{name: example[name] for name in names})

    assert "protocol.hello_first" == answer["code"]


async def test_another_version_is_refused(room: Room) -> None:
    dora = await room.seat("Dora")
    await dora.connect()
    answer = await dora.ask("hello", protocol=99)

    assert ("protocol.version", 4000) == (answer["code"], await dora.closed_with())


async def test_a_socket_without_a_seat_is_closed(room: Room) -> None:
    stranger = Person(room.id, room.code, Browser())
    room.people.append(stranger)
    await stranger.connect()

    assert protocol.CLOSE_NO_SEAT == await stranger.closed_with()


async def test_a_room_that_is_none_closes(room: Room) -> None:
    stranger = Person("0" * 16, "", Browser())
    room.people.append(stranger)
    await stranger.connect()

    assert protocol.CLOSE_NO_SUCH_ROOM == await stranger.closed_with()


@pytest.mark.parametrize(
    ("message", "path"),
    [
        ({"do": "name", "name": "x" * 41}, "name"),
        ({"do": "name", "name": "a\nb"}, "name"),
        ({"do": "vote", "poll": 1, "round": 1, "choice": -1}, "choice"),
        ({"do": "vote", "poll": 1, "round": 1, "choices": [0, 0]}, "choices"),
        ({"do": "vote", "poll": 1, "round": 1, "number": 1e400}, "number"),
        ({"do": "mood", "mood": "angry"}, "mood"),
        ({"do": "hand", "up": 1}, "up"),
        ({"do": "hand", "up": True, "seat": 2}, "seat"),
        ({"do": "follow", "have": {"run": "x", "seq": 0}}, "have"),
    ],
)
async def test_a_message_that_is_wrong_names_the_field(room: Room, message: Any, path: str) -> None:
    dora = await room.follower("Dora")
    assert dora.socket is not None
    await dora.socket.send_to(json.dumps({"id": 9, **message}).replace("Infinity", "1e400"))
    answer = await dora.hear("error")

    assert ("protocol.bad_message", path) == (answer["code"], answer["path"])

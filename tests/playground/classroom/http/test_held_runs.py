"""While a prediction is open, no page and no socket tells what comes next to who does not present the room."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from django.test import Client as Browser
from django.urls import URLPattern, URLResolver, get_resolver

from playground.lessons.services import StoredLesson
from playground.runs.models import Run
from tests.playground.classroom.conftest import Person, Room
from tests.playground.conftest import Connect

PARTS = {"namespace": "default", "name": "p0", "slug": "none", "token": "none", "number": "1", "code": "NONE"}
STANDING = re.compile(
    r"/r/\w+/(search|nodes|(pods/default/p0|services/default/p0|nodes/p0)/(describe|events|yaml))"
)


def addresses(run: str, name: str) -> Iterator[str]:
    """Every address of the site that names a run, filled in for this one, with each tab and kind of lesson."""

    def routes(patterns: Any, before: str) -> Iterator[str]:
        for pattern in patterns:
            path = before + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from routes(pattern.url_patterns, path)
            elif isinstance(pattern, URLPattern):
                yield path

    for route in routes(get_resolver().url_patterns, "/"):
        if "run_id>" not in route:
            continue
        parts = {**PARTS, "run_id": run} | ({"name": name} if route.startswith("/learn") else {})
        for tab in ("why", "describe", "events", "yaml", "room") if "tab>" in route else ("",):
            yield re.sub(r"<\w+:(\w+)>", lambda result: {**parts, "tab": tab}.get(result[1], "none"), route)  # noqa: B023


def read(browser: Browser, paths: list[str]) -> dict[str, tuple[int, str]]:
    """What a browser gets from these addresses by GET, as page, fragment and JSON, and by POST."""
    ways: dict[str, tuple[int, str]] = {}
    for path in paths:
        for how, headers in (
            ("page", {}),
            ("fragment", {"hx-request": "true"}),
            ("json", {"accept": "application/json"}),
        ):
            answer = browser.get(path, headers=headers)
            ways[f"{how} {path}"] = (answer.status_code, answer.content.decode())
        answer = browser.post(path, {"kind": "delete", "at": "0", "do": "remove"})
        ways[f"post {path}"] = (answer.status_code, answer.content.decode())
    return ways


async def kubectl(application: Any, path: str) -> int:
    """The status of what the Kubernetes API answers."""
    caller = ApplicationCommunicator(
        application,
        {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": b"",
            "headers": [(b"host", b"localhost")],
        },
    )
    await caller.send_input({"type": "http.request", "body": b""})
    return int((await caller.receive_output(timeout=5))["status"])


async def step(client: Any, start: int) -> dict[str, Any]:
    return await client.ask("step", **{"from": start, "size": "quiet"})


async def stage_of(person: Person) -> str:
    return str((await person.hello())["position"]["run"])


@pytest.fixture
async def asking_room(room: Room) -> Room:
    """A room on a run, where the presenter will ask where p0 goes, with a follower as its second person."""
    await room.presenter.arrive()
    await room.follower("Dora")
    return room


async def ask(room: Room) -> None:
    answer = await room.presenter.ask("open-poll", kind="where", pod="default/p0")
    assert "ok" == answer["type"], answer


async def test_no_page_of_the_run_tells_what_comes_next_to_a_follower_or_a_stranger(
    asking_room: Room,
) -> None:
    dora = asking_room.people[1]
    run = await stage_of(dora)
    await ask(asking_room)
    paths = list(addresses(run, "none"))
    by_name = {
        who: await database_sync_to_async(read)(browser, paths)
        for who, browser in (("Dora", dora.browser), ("a stranger", Browser()))
    }

    messages = {
        (who, way)
        for who, ways in by_name.items()
        for way, (status, text) in ways.items()
        if not STANDING.search(way) and not (status in (202, 409) and "What happens next" in text)
    }
    assert len(paths) > 15
    assert set() == messages


async def test_what_the_board_shows_may_be_looked_at(asking_room: Room) -> None:
    dora = asking_room.people[1]
    run = await stage_of(dora)
    await ask(asking_room)
    get = database_sync_to_async(dora.browser.get)

    assert [200, 200, 200] == [
        (await get(f"/r/{run}/{rest}")).status_code
        for rest in ("pods/default/p0/describe", "nodes/n1/yaml", "search?q=p0")
    ]


async def test_presenters_look_at_everything(asking_room: Room) -> None:
    run = await stage_of(asking_room.people[1])
    await ask(asking_room)
    why = await database_sync_to_async(asking_room.presenter.browser.get)(f"/r/{run}/pods/default/p0/why")

    assert 200 == why.status_code


async def test_forks_made_before_the_question_wait_until_the_reveal(
    asking_room: Room, connect: Connect
) -> None:
    dora = asking_room.people[1]
    run = await stage_of(dora)
    forked = await database_sync_to_async(dora.browser.post)(
        f"/r/{run}/fork", headers={"accept": "application/json"}
    )
    cookies = {name: entry.value for name, entry in dora.browser.cookies.items()}
    mine = await connect(forked.json()["run"], cookies=cookies)
    sandbox = await connect((await dora.ask("alone"))["run"], cookies=cookies)
    for entry in (mine, sandbox):
        await entry.hello()
    await ask(asking_room)
    held = [await step(run, 0) for run in (mine, sandbox)]
    held.append(
        await mine.ask(
            "input", **{"from": 0, "input": {"kind": "delete", "object": {"kind": "Pod", "name": "p5"}}}
        )
    )
    again = await mine.ask("seek", to=0)
    await asking_room.presenter.ask("reveal", poll=1)
    free = [await step(run, 0) for run in (mine, sandbox)]

    assert (["run.held"] * 3, "snapshot") == ([answer["code"] for answer in held], again["type"])
    assert ["frames", "frames"] == [answer["type"] for answer in free]


async def test_a_question_about_a_moment_that_was_passed_cuts_the_stage_there(
    asking_room: Room, connect: Connect
) -> None:
    dora = asking_room.people[1]
    before = await stage_of(dora)
    played = await step(asking_room.presenter, 0)
    await dora.ask("seek", to=1)
    await asking_room.presenter.ask("seek", to=0)
    await ask(asking_room)
    after = await stage_of(asking_room.presenter)
    beyond = [await dora.ask("seek", to=played["to"]), await step(dora, 1), await dora.ask("decision", seq=3)]
    late = await asking_room.follower("Omar")
    acts = (await late.hello())["board"]["acts"]
    old = await connect(before, owner=False)
    from playground.asgi import application

    nodes = [await kubectl(application, f"/r/{run}/k8s/api/v1/nodes") for run in (before, after)]
    hello = await old.hello()
    await asking_room.presenter.ask("reveal", poll=1)
    again = await step(asking_room.presenter, 0)

    assert before != after
    assert ["run.held"] * 4 == [answer["code"] for answer in [*beyond, hello]]
    assert [403, 200] == nodes
    assert [] == acts
    assert (played["frames"], played["to"]) == (again["frames"], again["to"])


async def test_a_follower_does_not_present_the_same_run_to_see_what_comes_next(rooms: Any, run: Run) -> None:
    room, mine = await rooms(run=run.pk, at=0), await rooms(run=run.pk, at=0)
    await room.presenter.arrive()
    dora = mine.presenter
    await database_sync_to_async(dora.browser.post)(f"/join/{room.code}", {"name": "Dora"})
    await dora.arrive()
    await ask(room)
    messages = [await step(dora, 0), await dora.ask("peek", size="cycle")]
    another = await database_sync_to_async(dora.browser.post)("/rooms", {"run": run.pk})

    assert ["run.held", "run.held"] == [answer["code"] for answer in messages]
    assert 409 == another.status_code


async def test_the_board_of_a_rooms_own_run_leads_into_the_room(asking_room: Room) -> None:
    dora = asking_room.people[1]
    run = await stage_of(dora)
    get = database_sync_to_async(dora.browser.get)
    open_now = await get(f"/r/{run}")
    await asking_room.presenter.ask("end")
    ended = await get(f"/r/{run}")

    assert (302, f"/rooms/{asking_room.id}") == (open_now.status_code, open_now.headers["location"])
    assert 200 == ended.status_code


async def test_no_byte_of_pages_and_both_sockets_tells_a_seat_the_truth_of_a_lesson(
    rooms: Any, kept: StoredLesson, connect: Connect
) -> None:
    room: Room = await rooms(lesson=kept.slug, step=2)
    await room.presenter.arrive()
    dora = await room.follower("Dora")
    await room.presenter.ask("open-poll", kind="lesson")
    await dora.ask("step", **{"from": 0, "size": "quiet"})
    stage = await stage_of(dora)
    known_names = {stage, kept.stages.steps[1].shown, kept.stages.sandbox}
    learn = [f"/learn/{kept.slug}", f"/learn/{kept.slug}.yaml"]
    learn += [f"/learn/{kept.slug}/{number}{answer}" for number in (1, 2, 3) for answer in ("", "?choice=0")]
    paths = [*learn, *(path for run in sorted(known_names) for path in addresses(run, kept.slug))]
    pages = await database_sync_to_async(read)(
        dora.browser, [*paths, f"/rooms/{room.id}", f"/join/{room.code}"]
    )
    cookies = {name: cookie.value for name, cookie in dora.browser.cookies.items()}
    received = list(dora.received)
    for run in sorted(known_names):
        socket = await connect(run, cookies=cookies)
        received.append(str(await socket.hello()))
        received.append(str(await step(socket, 0)))
    everything = "".join([*received, *(text for _, text in pages.values())])
    secret = ("put back first", "It started later", "Seniority", '"rounds"', '"right"')

    assert "Which pod ends?" in everything
    assert [] == [word for word in secret if word in everything]
    assert kept.stages.steps[1].shown not in "".join(dora.received)
    assert {409} == {pages[f"page {path}"][0] for path in learn}


async def test_the_course_is_open_to_others_and_after_the_reveal(rooms: Any, kept: StoredLesson) -> None:
    room: Room = await rooms(lesson=kept.slug, step=2)
    await room.presenter.arrive()
    dora = await room.follower("Dora")
    await room.presenter.ask("open-poll", kind="lesson")
    get = database_sync_to_async(Browser().get)
    others = (await get(f"/learn/{kept.slug}/2?choice=0")).status_code
    await room.presenter.ask("reveal", poll=1)
    mine = (await database_sync_to_async(dora.browser.get)(f"/learn/{kept.slug}/2?choice=0")).status_code

    assert (200, 200) == (others, mine)

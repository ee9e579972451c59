"""Every address and every command of a socket, asked by a stranger, a reader, an editor and the owner."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.urls import URLPattern, URLResolver, get_resolver

from playground.classroom import protocol as room_protocol
from playground.runs import access, new_runs, protocol, services
from playground.runs.models import Run
from playground.server.fairness import buckets
from tests.harness.series import EVERY, sampled
from tests.playground.authorisation import COMMANDS, ROOM_COMMANDS, ROUTES, VISITORS, Order
from tests.playground.classroom.conftest import Person
from tests.playground.conftest import OWNER, PATIENCE, Connect
from tests.playground.visitors import GUESSED, World, grant_cookie, stored

pytestmark = pytest.mark.django_db(transaction=True)

AT_ONCE = 8
"""Addresses after which the runs are looked at again."""


def names(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield f"{before}{pattern.name}"
        else:
            yield from names(pattern, before + (f"{pattern.namespace}:" if pattern.namespace else ""))


def test_every_address_has_a_row() -> None:
    assert sorted(names(get_resolver())) == sorted(ROUTES)


def test_every_command_has_a_row() -> None:
    assert list(protocol.COMMANDS) == list(COMMANDS)
    assert list(room_protocol.COMMANDS) == list(ROOM_COMMANDS)


def test_a_command_that_needs_the_right_to_act_is_refused_to_readers() -> None:
    refused = {name for name, order in COMMANDS.items() if order.says[1] == "run.not_allowed"}

    presenting = {name for name, order in ROOM_COMMANDS.items() if order.says[2] == "room.not_presenter"}

    assert {name for name, item in protocol.COMMANDS.items() if item.needs == "act"} == refused
    assert {name for name, item in room_protocol.COMMANDS.items() if item.needs == "present"} == presenting


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setattr(
        buckets.TokenBucket, "take", lambda *_: 0
    )  # how often somebody asks is not the question
    return World()


# --- addresses ------------------------------------------------------------------------------------


def got(world: World, name: str, visitor: str) -> int:
    """The status of a GET. Only the owner's page may hold the edit link."""
    answer = world.browser(visitor).get(world.fill(ROUTES[name].path, visitor))
    holds = world.token in b"".join(answer).decode("utf-8", "replace")  # type: ignore[arg-type]
    assert not holds or visitor == "owner", f"{name} shows the edit link to the {visitor}"
    return answer.status_code


def posted(world: World, name: str, visitor: str) -> int:
    """The status of a POST. What it makes belongs to who asked for it."""
    row, before = ROUTES[name], set(Run.objects.values_list("pk", flat=True))
    browser = world.browser(visitor)
    sent = {key: world.fill(value, visitor) for key, value in row.sent.items()}
    status = browser.post(world.fill(row.path, visitor), sent).status_code
    owner = access.digest(access.owner_of({key: item.value for key, item in browser.cookies.items()}))
    owners = set(Run.objects.exclude(pk__in=before).values_list("owner_digest", flat=True))
    # The steps of a lesson are runs of nobody.
    allowed = {"": {""}, "own": {owner}, "hidden": owners - {"", owner}}[row.makes]
    assert allowed >= owners, f"{name} made a run of {owners}"
    return status


def visitors_at(place: int) -> dict[str, int]:
    """The visitors who ask for an address, with their columns: two of four in turn, all with PODIUM_EVERY=1."""
    return {
        visitor: column for column, visitor in enumerate(VISITORS) if EVERY == 1 or column % 2 == place % 2
    }


def test_every_address_answers_each_visitor_as_its_row_says_and_changes_nothing(world: World) -> None:
    expected, results = {}, {}
    for place, (name, row) in enumerate(ROUTES.items()):
        visitors = visitors_at(place)
        expected[name] = [
            [answers[column] for column in visitors.values()] for answers in (row.get, row.post)
        ]
        results[name] = [[ask(world, name, visitor) for visitor in visitors] for ask in (got, posted)]
        if place % AT_ONCE == 0 or place == len(ROUTES) - 1:
            now, newest = stored(), list(results)[-AT_ONCE:]
            assert world.kept == {run: digest for run, digest in now.items() if run in world.kept}, newest

    assert expected == results


def test_no_other_method_does_anything(world: World) -> None:
    before = stored()
    results = {}
    by_name = {name: ROUTES[name] for name in sampled(list(ROUTES))}
    for name, row in by_name.items():
        path, browser = world.fill(row.path, "owner"), world.browser("owner")
        results[name] = {
            browser.generic(method, path).status_code for method in ("PUT", "PATCH", "DELETE", "X")
        }

    # Django's own view sends everybody back; an address of the API that is none has no method.
    elsewhere = {"set_language": {302}, "api:nothing": {404}}
    assert {name: elsewhere.get(name, {405}) for name in by_name} == results
    assert before == stored()


def test_a_post_without_the_token_of_a_form_is_refused_everywhere(world: World) -> None:
    before = stored()
    posts = {name: row for name, row in ROUTES.items() if row.post[3] != 405}
    results = {}
    for name, row in posts.items():
        browser = world.browser("owner", with_token=False)
        sent = {key: world.fill(value, "owner") for key, value in row.sent.items()}
        results[name] = browser.post(world.fill(row.path, "owner"), sent).status_code

    # Forms are nothing to the API: it takes no cookies, and JSON alone.
    without_cookies = {name: row.post[3] for name, row in posts.items() if name.startswith("api:")}
    assert dict.fromkeys(posts, 403) | without_cookies == results
    assert before == stored()


# --- the socket -----------------------------------------------------------------------------------


def disguises(world: World) -> dict[str, dict[str, str]]:
    """Cookies of visitors who have no right on the run, whatever they say."""
    other = new_runs.create_run(
        services.Run.objects.get(pk=world.run).revision, owner="somebody-else", title="Another"
    )
    name, value = access.OWNER_COOKIE, access.sign_owner(OWNER)
    grant = grant_cookie({other.pk: other.edit_token_digest[:32]})
    return {
        "the owner of another run": {name: access.sign_owner("somebody-else")},
        "the owner's name without its signature": {name: OWNER},
        "the owner's name under another signature": {name: f"{OWNER}:{value.rsplit(':', 1)[1][::-1]}"},
        "the editor of another run": {access.EDIT_COOKIE: grant},
        "a grant with the digest of another run": {
            access.EDIT_COOKIE: grant_cookie({world.run: other.edit_token_digest[:32]})
        },
        "a grant of nothing": {access.EDIT_COOKIE: grant_cookie({world.run: ""})},
        "the owner's cookie as a grant": {access.EDIT_COOKIE: value},
    }


async def answer_to(connect: Connect, run: str, cookies: dict[str, str], do: str, order: Order) -> str:
    """What a new socket with these cookies hears of a command."""
    client = await connect(run, cookies=cookies)
    if run == GUESSED:
        return f"closed {await client.closed_with()}"
    head = (await client.hello())["run"]["head"]
    values = {"{head}": head, "{protocol}": protocol.PROTOCOL}
    args = {
        key: values.get(value, value) if isinstance(value, str) else value
        for key, value in order.args.items()
    }
    answer: dict[str, Any] = await client.ask(do, **args)
    return str(answer["code"] if answer["type"] == "error" else answer["type"])


async def test_every_command_answers_each_visitor_as_its_row_says(
    transactional_db: None, connect: Connect, world: World
) -> None:
    expected, result = {}, {}
    for do, order in COMMANDS.items():
        message, moved = [], []
        for visitor in VISITORS:
            before = (await Run.objects.aget(pk=world.run)).head
            run = GUESSED if visitor == "stranger" else world.run
            cookies = await sync_to_async(world.cookies)(visitor)
            message.append(await answer_to(connect, run, cookies, do, order))
            moved.append((await Run.objects.aget(pk=world.run)).head - before)
        expected[do], result[do] = (
            (order.says, (0, 0, order.moves, order.moves)),
            (tuple(message), tuple(moved)),
        )

    assert expected == result


async def test_cookies_that_give_no_right_on_a_run_are_those_of_a_reader(
    transactional_db: None, connect: Connect, world: World
) -> None:
    before = await sync_to_async(stored)()
    made = await sync_to_async(disguises)(world)
    by_name = {
        name: {
            do: await answer_to(connect, world.run, cookies, do, order)
            for do, order in COMMANDS.items()
            if order.moves
        }
        for name, cookies in made.items()
    }
    after = await sync_to_async(stored)()

    expected = {do: order.says[1] for do, order in COMMANDS.items() if order.moves}
    assert [(name, expected) for name in made] == list(by_name.items())
    assert before == {run: digest for run, digest in after.items() if run in before}


async def heard_in_room(world: World, visitor: str, do: str, order: Order) -> str:
    """Whether a new socket in the room may give a command, or why not."""
    browser = await sync_to_async(world.browser)(visitor)
    person = Person(GUESSED if visitor == "stranger" else world.room, "", browser)
    await person.connect()
    assert person.socket is not None
    try:
        if visitor in ("stranger", "reader"):
            return f"closed {await person.closed_with()}"
        await person.hello()
        values = {"{protocol}": room_protocol.PROTOCOL}
        args = {key: values.get(str(value), value) for key, value in order.args.items()}
        await person.tell(do, **args)
        number = person.number
        await person.tell("ping")
        while True:
            output = await person.socket.receive_output(timeout=PATIENCE)
            message = json.loads(output["text"]) if "text" in output else {"re": person.number}
            if message.get("re") == number and message.get("code") in {"room.not_presenter", "room.no_seat"}:
                return str(message["code"])
            if message.get("re") == person.number:  # the answer to the ping, or the socket was closed
                return "may"
    finally:
        await person.leave()


async def test_every_command_in_a_room_answers_each_visitor_as_its_row_says(
    transactional_db: None, world: World
) -> None:
    by_name = {
        do: tuple([await heard_in_room(world, visitor, do, order) for visitor in VISITORS])
        for do, order in ROOM_COMMANDS.items()
    }

    assert {do: order.says for do, order in ROOM_COMMANDS.items()} == by_name

"""Pages of one asker wait for each other, and for nobody else's."""

import asyncio
from typing import Any

import pytest

from playground import limits
from playground.runs import access
from playground.runs.access import asker_of
from playground.server.fairness.asker import asker
from playground.server.fairness.gate import OVERLOADED, Gate, Place, door


def scope_of(host: str = "10.0.0.1", owner: str = "") -> dict[str, Any]:
    cookie = f"{access.OWNER_COOKIE}={access.sign_owner(owner)}".encode()
    headers = [(b"cookie", cookie)] if owner else []
    return {"type": "http", "client": (host, 1), "headers": headers}


def test_an_asker_is_an_owner_or_else_an_address() -> None:
    names = [asker_of(scope_of(*item)) for item in (("1.1.1.1", "o"), ("2.2.2.2", "o"), ("1.1.1.1", ""))]

    assert names[0] == names[1] != names[2]
    assert "address 1.1.1.1" == names[2]


def test_a_forged_cookie_makes_no_asker_of_its_own() -> None:
    forged = {**scope_of("1.1.1.1"), "headers": [(b"cookie", b"podium_owner=me:forged")]}

    assert asker_of(scope_of("1.1.1.1")) == asker_of(forged)


async def test_pages_of_one_asker_wait_and_those_of_others_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PAGES_AT_ONCE", 2)
    began: list[str] = []
    go_on = asyncio.Event()

    async def page(scope: Any, receive: Any, send: Any) -> None:
        began.append(asker.get())
        await go_on.wait()

    application = door(page, asker_of)
    pages = [asyncio.create_task(application(scope_of("a"), None, None)) for _ in range(5)]
    pages.append(asyncio.create_task(application(scope_of("b"), None, None)))
    await asyncio.sleep(0.01)
    first = list(began)
    go_on.set()
    await asyncio.gather(*pages)

    assert ["address a", "address a", "address b"] == first
    assert 6 == len(began)


async def test_one_page_too_many_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PAGES_AT_ONCE", 1)
    monkeypatch.setattr(limits, "PAGES_WAITING", 1)
    marked: list[bool] = []
    go_on = asyncio.Event()

    async def page(scope: Any, receive: Any, send: Any) -> None:
        marked.append(OVERLOADED in scope)
        if not marked[-1]:
            await go_on.wait()

    application = door(page, asker_of)
    pages = [asyncio.create_task(application(scope_of(), None, None)) for _ in range(3)]
    await asyncio.sleep(0.01)
    go_on.set()
    await asyncio.gather(*pages)

    assert [False, True, False] == marked


async def test_a_page_that_only_waits_for_a_worker_lets_the_next_one_in() -> None:
    gate = Gate(1, 10)
    first = await gate.enter("a")
    assert first is not None
    second = asyncio.ensure_future(gate.enter("a"))
    await asyncio.sleep(0)
    waited = not second.done()
    first.leave()
    first.leave()  # once more at its end, which changes nothing

    assert waited
    assert isinstance(await second, Place)


async def test_a_page_that_went_away_while_it_waited_takes_no_place() -> None:
    gate = Gate(1, 10)
    first = await gate.enter("a")
    assert first is not None
    gone = asyncio.ensure_future(gate.enter("a"))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.sleep(0)
    first.leave()

    assert isinstance(await asyncio.wait_for(gate.enter("a"), 1), Place)

"""Clients that wait for an answer, and clients that do not read theirs."""

import asyncio
import json
from typing import Any

import pytest

from playground import limits
from playground.runs.models import Run
from playground.runs.socket import consumer
from playground.server.sockets.lines import Line
from playground.workers import pool as workers
from tests.playground.conftest import Connect

pytestmark = pytest.mark.django_db(transaction=True)


def held_calls(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Holds every call to the pool back until the event is set."""
    go_on = asyncio.Event()
    call = workers.pool().call

    async def slow(*args: Any) -> Any:
        await go_on.wait()
        return await call(*args)

    monkeypatch.setattr(workers.pool(), "call", slow)
    return go_on


async def test_a_client_hears_that_its_request_is_still_at_work(
    run: Run, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = await connect(run)
    await client.hello()
    go_on = held_calls(monkeypatch)
    monkeypatch.setattr(limits, "WORKING_SECONDS", 0.01)
    working = [await client.ask("step", **{"from": 0, "size": "act"}), await client.hear()]
    go_on.set()
    message = working[-1]
    while message["type"] == "working":
        message = await client.hear()

    assert [("working", 2)] * 2 == [(item["type"], item["re"]) for item in working]
    assert ("frames", 2) == (message["type"], message["re"])


async def said_first(
    run: Run, connect: Connect, monkeypatch: pytest.MonkeyPatch, *, after: float, question: str, answer: float
) -> dict[str, Any]:
    """What a client hears first of a step that waits, where the pool has that `answer` to a `question` about the
    run. `after` are the seconds before it is told so.
    """
    client = await connect(run)
    await client.hello()
    go_on = held_calls(monkeypatch)
    monkeypatch.setattr(limits, "OPENING_SECONDS", after)
    monkeypatch.setattr(workers.pool(), question, lambda run: answer)
    response = await client.ask("step", **{"from": 0, "size": "act"})
    go_on.set()
    return dict(response)


async def test_a_client_hears_how_many_requests_come_before_its_own(
    run: Run, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = await said_first(run, connect, monkeypatch, after=0.01, question="before", answer=3)

    assert ("working", 2, 3) == (result["type"], result["re"], result["before"])


async def test_a_client_hears_at_once_that_its_run_is_opened(
    run: Run, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = await said_first(run, connect, monkeypatch, after=60.0, question="opening", answer=0.0)

    assert ("working", 2, 0) == (result["type"], result["re"], result["share"])


async def test_a_large_message_is_announced(
    run: Run, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ANNOUNCED_CHARACTERS", 1000)
    client = await connect(run)

    coming, message = await client.hello(), await client.hear()
    pong = await client.ask("ping")

    assert ("coming", "hello", "pong") == (coming["type"], message["type"], pong["type"])
    assert 0 <= coming["characters"] - len(json.dumps(message, separators=(",", ":"))) < 1000


async def test_a_client_that_does_not_read_is_not_answered_until_it_does(run: Run, connect: Connect) -> None:
    line = Line()
    client = await connect(run, line=line)
    await client.hello()
    line.pauseProducing()
    await client.socket.send_to('{"id":8,"do":"seek","to":0}')
    before = await client.silent()
    line.resumeProducing()
    after = await client.hear()

    assert (True, ("snapshot", 8)) == (before, (after["type"], after["re"]))


async def test_a_client_that_does_not_read_is_told_once_of_what_others_did_meanwhile(
    run: Run, connect: Connect
) -> None:
    line = Line()
    slow, quick = await connect(run, owner=False, line=line), await connect(run)
    await slow.hello()
    await quick.hello()
    line.pauseProducing()
    for at in range(3):
        await quick.ask("step", **{"from": at, "size": "act"})
    before = await slow.silent()
    line.resumeProducing()
    message = await slow.hear()

    assert (True, (0, 3)) == (before, (message["from"], message["to"]))


async def test_what_a_client_asked_for_before_it_went_is_not_done_in_vain(
    run: Run, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = Line()
    client = await connect(run, line=line)
    await client.hello()
    requests: list[str] = []
    monkeypatch.setattr(consumer, "ask", lambda *args: requests.append("asked"))
    line.pauseProducing()
    await client.socket.send_to('{"id":8,"do":"decision","seq":0}')
    await client.silent()
    line.stopProducing()

    assert (True, []) == (await client.silent(), requests)

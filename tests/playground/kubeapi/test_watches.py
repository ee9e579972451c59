"""Watches over HTTP: they tell what happens until the client leaves, and let the run go on meanwhile."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import ApplicationCommunicator

from playground import limits
from playground.asgi import application
from playground.kubeapi import clocks, reads, watches
from playground.kubeapi.app import request_buckets
from playground.runs import new_runs, services, time_policy
from playground.runs.models import Run
from scheduler_core import ApiRequest
from tests.playground.conftest import Client, Connect
from tests.playground.kubeapi.requests import POD, PODS, UNAVAILABLE, NoDatabase, send, token

PATIENCE = 60


@pytest.fixture(autouse=True)
async def _untroubled() -> AsyncIterator[None]:
    request_buckets.clear()
    yield
    for clock in list(clocks._clocks.values()):
        if clock.task is not None:
            clock.until = 0.0
            await clock.task
    clocks._polls.clear()


class Watcher:
    """A client that watches."""

    def __init__(self, path: str, query: str) -> None:
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": query.encode(),
            "headers": [(b"host", b"localhost")],
        }
        self.app = ApplicationCommunicator(application, scope)
        self.rest = ""

    async def start(self) -> tuple[int, dict[str, str]]:
        await self.app.send_input({"type": "http.request", "body": b""})
        message = await self.app.receive_output(PATIENCE)
        return message["status"], {
            name.decode().lower(): value.decode() for name, value in message["headers"]
        }

    async def hear(self) -> dict[str, Any]:
        """The next event."""
        while "\n" not in self.rest:
            message = await self.app.receive_output(PATIENCE)
            assert message.get("more_body"), "the watch has ended"
            self.rest += message["body"].decode()
        line, _, self.rest = self.rest.partition("\n")
        return json.loads(line)

    async def ended(self) -> bool:
        while (await self.app.receive_output(PATIENCE)).get("more_body"):
            pass
        return True

    async def leave(self) -> None:
        await self.app.send_input({"type": "http.disconnect"})
        await self.app.wait(PATIENCE)


@asynccontextmanager
async def watch(path: str, query: str = "watch=1") -> AsyncIterator[Watcher]:
    watcher = Watcher(path, query)
    try:
        yield watcher
    finally:
        await watcher.leave()


async def writer(run: Run) -> str:
    return f"/r/{run.pk}/k8s/still/as/{await database_sync_to_async(token)(run)}"


async def version(run: Run) -> str:
    return (await send("GET", f"/r/{run.pk}/k8s{PODS}")).json["metadata"]["resourceVersion"]


async def test_a_watch_tells_what_somebody_else_writes(run: Run) -> None:
    base, since = await writer(run), await version(run)
    async with watch(f"/r/{run.pk}/k8s{PODS}", f"watch=1&resourceVersion={since}") as watcher:
        code, headers = await watcher.start()
        await send("POST", f"{base}{PODS}", body=json.dumps(POD).encode())
        message = await watcher.hear()

    assert (200, True) == (code, headers["warning"].endswith('"the run is paused; press play"'))
    assert ("ADDED", "new") == (message["type"], message["object"]["metadata"]["name"])


async def test_watches_that_ask_the_same_are_told_by_one_answer(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_state = await database_sync_to_async(services.standing)(run.pk)
    since, question, once = await version(run), [], reads.ask

    async def counted(*args: Any) -> Any:
        question.append(args)
        return await once(*args)

    monkeypatch.setattr(reads, "ask", counted)
    requests = [ApiRequest("GET", PODS, {"watch": "1", "timeoutSeconds": seconds}) for seconds in "55678"]
    result = await asyncio.gather(
        *(reads.changes(run_state, request, since=since, end=1) for request in requests)
    )

    assert (1, 1) == (len(question), len(set(map(id, result))))


async def test_the_place_of_a_watch_is_free_when_the_client_has_left(run: Run) -> None:
    async with watch(f"/r/{run.pk}/k8s{PODS}") as watcher:
        await watcher.start()
        open_now = watches.open_watches[f"run {run.pk}"]

    assert (1, 0) == (open_now, watches.open_watches[f"run {run.pk}"])


async def test_a_watch_ends_when_its_time_is_up(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watches, "seconds_of", lambda request: 0.0)
    async with watch(f"/r/{run.pk}/k8s{PODS}") as watcher:
        await watcher.start()

        assert await watcher.ended()


async def test_a_version_that_is_too_old_is_gone(run: Run) -> None:
    async with watch(f"/r/{run.pk}/k8s{PODS}", "watch=1&resourceVersion=1") as watcher:
        code, _ = await watcher.start()

    assert 410 == code


async def test_a_step_of_the_past_cannot_be_watched(run: Run) -> None:
    async with watch(f"/r/{run.pk}/k8s@0{PODS}") as watcher:
        code, _ = await watcher.start()

    assert 410 == code


async def test_a_run_has_so_many_watches(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "KUBE_WATCHES_PER_RUN", 1)
    async with watch(f"/r/{run.pk}/k8s{PODS}") as first, watch(f"/r/{run.pk}/k8s{PODS}") as second:
        codes = [(await item.start())[0] for item in (first, second)]

    assert [200, 429] == codes


async def test_a_watch_of_a_run_that_is_removed_ends_with_an_error(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watches, "LOOK_SECONDS", 0.05)
    since = await version(run)
    async with watch(f"/r/{run.pk}/k8s{PODS}", f"watch=1&resourceVersion={since}") as watcher:
        await watcher.start()
        await database_sync_to_async(new_runs.discard)(run.pk)
        message = await watcher.hear()

    assert ("ERROR", 410) == (message["type"], message["object"]["code"])


async def test_a_run_goes_on_while_somebody_who_may_act_on_it_watches(run: Run) -> None:
    mine = await database_sync_to_async(token)(run)
    since = await version(run)
    path = f"/r/{run.pk}/k8s/as/{mine}{PODS}"
    async with watch(path, f"watch=1&resourceVersion={since}") as watcher:
        _, headers = await watcher.start()
        message = await watcher.hear()

    assert "warning" not in headers
    assert "MODIFIED" == message["type"]


async def test_a_run_that_stands_still_says_so_to_those_who_wait(run: Run) -> None:
    await database_sync_to_async(time_policy.choose)(run.pk, still=True)
    path = f"/r/{run.pk}/k8s/as/{await database_sync_to_async(token)(run)}{PODS}"
    async with watch(path) as watcher:
        _, headers = await watcher.start()
        requests = [await send("GET", f"{path}/p1") for _ in range(3)]
    run_state = await database_sync_to_async(services.standing)(run.pk)

    assert '299 - "the run is paused; press play"' == headers["warning"]
    assert [None, None, headers["warning"]] == [item.headers.get("warning") for item in requests]
    assert (0, True) == (run_state and run_state.head, run_state and run_state.stands_still)


async def test_who_waits_is_told_of_a_clock_that_goes_faster_than_his(run: Run) -> None:
    await database_sync_to_async(time_policy.note_speed)(run.pk, 4)
    path = f"/r/{run.pk}/k8s/as/{await database_sync_to_async(token)(run)}{PODS}"
    async with watch(path) as watcher:
        _, headers = await watcher.start()

    assert '299 - "the clock of the run goes at 4x while this client waits"' == headers["warning"]


async def waits_told(board: Client) -> Any:
    """What the next message about somebody who waits says."""
    while (message := await board.hear())["type"] != "waits":
        pass
    return message["how"]


async def test_boards_are_told_that_somebody_waits_and_how_time_goes(run: Run, connect: Connect) -> None:
    board = await connect(run)
    await board.hello()
    path = f"/r/{run.pk}/k8s/as/{await database_sync_to_async(token)(run)}{PODS}"
    async with watch(path) as watcher:
        await watcher.start()
        begun = await waits_told(board)
        later = await connect(run)
        greeted = (await later.hello())["run"]["waits"]
        await board.socket.send_to(json.dumps({"id": 2, "do": "pace", "speed": 2}))
        while (faster := await waits_told(board)) == begun:
            pass
        await database_sync_to_async(time_policy.choose)(run.pk, still=True)
        while (still := await waits_told(board)) == faster:
            pass
    while (ended := await waits_told(board)) == still:
        pass

    assert [{"still": False, "speed": speed} for speed in (1, 1, 2)] == [begun, greeted, faster]
    assert ({"still": True, "speed": 2}, None) == (still, ended)


async def test_a_run_goes_on_while_somebody_asks_for_the_same_object_again(run: Run) -> None:
    mine = await database_sync_to_async(token)(run)
    path = f"/r/{run.pk}/k8s/as/{mine}{PODS}/p1"
    answer = await send("GET", path)
    while "nodeName" not in answer.json["spec"]:
        await asyncio.sleep(0.05)
        answer = await send("GET", path)

    assert answer.json["spec"]["nodeName"] in {"n1", "n2", "n3"}


async def test_a_watch_outlives_a_database_that_is_away_for_a_while(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watches, "LOOK_SECONDS", 0.1)
    base, since = await writer(run), await version(run)
    async with watch(f"/r/{run.pk}/k8s{PODS}", f"watch=1&resourceVersion={since}") as watcher:
        await watcher.start()
        no_database = NoDatabase(monkeypatch)
        no_database.fails("playground.runs.services:refresh")
        await asyncio.sleep(0.5)
        no_database.away = False
        await send("POST", f"{base}{PODS}", body=json.dumps(POD).encode())
        message = await watcher.hear()

    assert ("ADDED", "new") == (message["type"], message["object"]["metadata"]["name"])


async def test_a_watch_ends_with_a_status_when_the_database_stays_away(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watches, "LOOK_SECONDS", 0.1)
    monkeypatch.setattr(watches, "AWAY_SECONDS", 0.3)
    async with watch(f"/r/{run.pk}/k8s{PODS}", f"watch=1&resourceVersion={await version(run)}") as watcher:
        await watcher.start()
        await watcher.app.receive_output(PATIENCE)  # what has happened so far: nothing
        NoDatabase(monkeypatch).fails("playground.runs.services:refresh")
        end = await watcher.app.receive_output(PATIENCE)
    result = json.loads(end["body"])

    assert ("ERROR", False) == (result["type"], end.get("more_body", False))
    assert UNAVAILABLE.items() <= result["object"].items()


async def test_the_time_of_a_run_goes_on_when_the_database_is_back(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "BUSY_RETRY_SECONDS", 0.1)
    no_database = NoDatabase(monkeypatch)
    base = f"/r/{run.pk}/k8s/as/{await database_sync_to_async(token)(run)}"
    async with watch(f"{base}{PODS}", "watch=1") as watcher:
        await watcher.start()
        no_database.fails("playground.runs.services:advance_head")
        await asyncio.sleep(0.5)
        no_database.away = False
        while (await watcher.hear())["type"] != "MODIFIED":
            pass

    assert await database_sync_to_async(services.heads)([run.pk]) != {run.pk: 0}

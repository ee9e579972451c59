"""Commands that wait, of the console and of kubectl, on a real server. Django's test client makes pages on no event
loop that goes on, so it cannot see a command that waits for the thread it waits in.
"""

import asyncio
import json
import signal
import time
from typing import Any

import pytest

from tests.harness.series import EVERY, sampled
from tests.harness.server import Server
from tools.attack.report import Report
from tools.attack.target import Target
from tools.attack.visitor import Visitor
from tools.attack.waits import CASES, PODS, Waits, wait_once

AT_ONCE = 7
END_SECONDS = 12.0
"""The server says goodbye; what it waits for without end would take longer."""


@pytest.fixture
def target(server: Server) -> Target:
    made = Target(server.url, server)
    made.wrong()  # what other tests have made it log
    return made


def test_commands_that_wait_end_and_keep_nobody_else_waiting(target: Target) -> None:
    """Every third, by turns with one pod and with two; with PODIUM_EVERY=1 each with both."""
    report = Report(quiet=True)

    async def all_of_them() -> None:
        turns = asyncio.Semaphore(AT_ONCE)

        async def wait(number: int, name: str, pods: int) -> None:
            async with turns:
                await wait_once(target, report, number, pods, name)

        both = EVERY == 1
        cases = [
            (name, pods)
            for place, name in enumerate(sampled(list(CASES)))
            for pods in ((1, 2) if both else (1 + place % 2,))
        ]
        await asyncio.gather(*(wait(number, *case) for number, case in enumerate(cases)))

    asyncio.run(all_of_them())

    assert ({}, []) == (dict(report.faults), target.wrong())


def test_the_time_of_a_run_that_stands_still_does_not_go_on_for_a_command(target: Target) -> None:
    waits = Waits(Visitor(target.url), Report(quiet=True), 2)

    async def version() -> str:
        listed: dict[str, Any] = json.loads((await waits.api("GET", PODS)).body)
        return str(listed["metadata"]["resourceVersion"])

    async def waited() -> tuple[bool, str, str]:
        await waits.prepare()
        await waits.visitor.post(f"/r/{waits.run}/kubectl/time", {"policy": "stands"})
        line = f"wait --for=condition=Ready pod/{waits.names[0]}"
        before = await version()
        for _ in range(5):
            line = (await waits.play(line))["next"]
            await asyncio.sleep(0.3)
        after = await version()
        await waits.visitor.post(f"/r/{waits.run}/kubectl/time", {"policy": "goes"})
        return await waits.command(line), before, after

    ended, before, after = asyncio.run(waited())

    assert (True, before) == (ended, after)


def test_a_server_ends_while_commands_wait(target: Target, server: Server) -> None:
    async def seconds() -> float:
        waiting = [
            asyncio.ensure_future(wait_once(target, Report(quiet=True), number, 1 + number % 2, name))
            for number, name in enumerate(
                ("drain", "delete --all", "get --watch", "kubectl wait", "kubectl delete")
            )
        ]
        await asyncio.sleep(1.5)
        begin = time.monotonic()
        code = await asyncio.to_thread(server.stop, signal.SIGTERM)
        took = time.monotonic() - begin
        for item in waiting:
            item.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert 0 == code
        return took

    assert asyncio.run(seconds()) < END_SECONDS

"""The sockets of a server whose runs are stepped by a worker elsewhere."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async

from playground import limits
from playground.runs import new_runs
from playground.runs.models import Run
from playground.workers import pool as workers
from tests.playground.conftest import OWNER, Connect
from tests.playground.workers.remote.machines import Machines


async def played(connect: Connect, run: Run) -> list[Any]:
    """What a client hears of a step, an input and another step."""
    client = await connect(run)
    await client.hello()
    received: list[Any] = []
    for do, args in (
        ("step", {"size": "act"}),
        ("input", {"input": {"kind": "cordon", "node": "n1"}}),
        ("step", {"size": "cycle"}),
    ):
        received.append(await client.ask(do, **args, **{"from": len(received) and received[-1]["head"]}))
    return [{name: item[name] for name in ("type", "head", "hash", "frames")} for item in received]


async def test_a_client_hears_the_same_whether_a_worker_elsewhere_steps_its_run_or_the_server(
    run: Run, connect: Connect, machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("WORKING_SECONDS", "OPENING_SECONDS"):  # nobody is told meanwhile that it takes long
        monkeypatch.setattr(limits, name, 3_600.0)
    second = await sync_to_async(new_runs.create_run)(run.revision, owner=OWNER)
    here = await played(connect, run)
    server = machines.server()
    worker = await machines.joined(server)
    workers.close_pool()
    workers.use(server)

    elsewhere = await played(connect, second)

    assert here == elsewhere
    assert (None, True) == (server.own, worker.pool.slots[0].process_id() is not None)

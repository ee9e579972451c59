"""Workers as processes of their own: what a server sees when one comes, goes, hangs or cannot be reached."""

import asyncio
import json
import os
import signal
import time
from dataclasses import replace

import pytest

from playground.workers.answers import Ok, Replay
from playground.workers.slot import Ticket
from tests.playground import clusters
from tests.playground.workers.remote.machines import Machines, hash_at, hash_here, recipe_of, until

SMALL = recipe_of(clusters.small())
LARGE = recipe_of(clusters.large())


async def test_any_server_steps_any_run_in_the_same_worker(machines: Machines) -> None:
    one, other = machines.server(), machines.server()
    for _ in range(2):
        await machines.joined(one)
    await until(lambda: len(other.link.roster.alive) == 2)

    runs = [f"run{n}" for n in range(12)]
    hashes = [await hash_at(one, run, 9, SMALL) for run in runs]
    warm = [await other.call(run, 0, None, "hash", {"seq": 9}) for run in runs]

    assert [hash_here(9, SMALL)] * 12 == hashes
    assert hashes == [getattr(item, "text", item) for item in warm], "the other server needed no recipe"
    assert 2 == len({one.link.roster.best(run) for run in runs})
    assert one.own is None


async def test_a_worker_that_is_killed_or_hangs_in_mid_step_costs_one_replay_elsewhere(
    machines: Machines,
) -> None:
    server = machines.server()
    workers = {}
    for _ in range(3):
        known_names = set(server.link.roster.alive)
        program = machines.worker(server)
        (name,) = set(server.link.roster.alive) - known_names
        workers[name] = program
    expected = hash_here(400, LARGE)

    for run, how in (("killed", signal.SIGKILL), ("stopped", signal.SIGSTOP)):
        first = server.link.roster.best(run)
        assert first is not None
        stepping = asyncio.ensure_future(hash_at(server, run, 400, LARGE))
        await until(lambda: any(item.sent for item in list(server.link.pending.values())))
        os.kill(workers.pop(first.name).pid, how)

        assert expected == await stepping
    await until(lambda: list(workers) == list(server.link.roster.alive))


async def test_a_worker_that_is_told_to_end_answers_what_it_was_asked(machines: Machines) -> None:
    server = machines.server()
    worker = await machines.joined(server)
    waiting = [asyncio.ensure_future(hash_at(server, f"r{n}", 1, LARGE)) for n in range(4)]
    await until(lambda: worker.held)

    worker.leave.set()

    assert [hash_here(1, LARGE)] * 4 == await asyncio.gather(*waiting)
    await until(lambda: not server.link.roster.alive)


async def test_without_its_broker_a_server_steps_runs_itself_and_with_it_the_workers_do(
    machines: Machines,
) -> None:
    server = machines.server()
    await machines.joined(server)
    expected = await hash_at(server, "r", 3, SMALL)

    machines.broker.kill()
    assert expected == await hash_at(server, "r", 3, SMALL)
    assert server.own is not None
    await until(lambda: not server.link.roster.alive)
    machines.broker.start()
    await until(lambda: server.link.roster.alive)
    server.own.engine.runs.clear()  # type: ignore[union-attr]

    assert expected == await hash_at(server, "r", 3, SMALL)
    assert [] == list(server.own.engine.runs)  # type: ignore[union-attr]


async def test_a_broker_that_is_emptied_loses_no_call(machines: Machines) -> None:
    server = machines.server()
    await machines.joined(server)
    stepping = asyncio.ensure_future(hash_at(server, "r", 300, LARGE))
    await until(lambda: server.link.pending)

    machines.broker.flush()

    assert hash_here(300, LARGE) == await stepping


async def test_while_there_is_no_worker_a_server_steps_runs_itself(machines: Machines) -> None:
    server = machines.server()

    assert hash_here(3, SMALL) == await hash_at(server, "r", 3, SMALL)
    assert server.own is not None


async def test_a_worker_of_another_version_is_given_no_run_and_the_log_says_why(
    machines: Machines, caplog: pytest.LogCaptureFixture
) -> None:
    server = machines.server()
    other = await machines.joined(server, build="another")
    await until(lambda: server.link.roster.strangers)

    assert hash_here(3, SMALL) == await hash_at(server, "r", 3, SMALL)
    assert [] == [*server.link.roster.alive, *other.held]
    assert f"plays build another, this server build {server.link.roster.build}" in caplog.text


async def test_a_page_is_told_how_many_calls_come_before_its_own(machines: Machines) -> None:
    server = machines.server()
    worker = await machines.joined(server)
    until_told = Ticket(time.sleep, (3_600.0,), "a test", 3_600.0)
    worker.pool.slots[0].enqueue(until_told)
    asking = [asyncio.ensure_future(hash_at(server, f"r{n}", 1, SMALL)) for n in range(3)]

    await until(lambda: [1, 2, 3] == sorted(server.before(f"r{n}") or 0 for n in range(3)))

    assert [None, False] == [server.before("another"), any(item.done() for item in asking)]
    for entry in asking:
        entry.cancel()
    await until(lambda: not worker.held)
    assert 1 == worker.pool.slots[0].load(), "calls for which nobody waits leave the line"
    worker.pool.slots[0].end(until_told)


async def test_an_input_that_lost_its_race_is_not_seen_by_another_server(machines: Machines) -> None:
    """Both give their first input to the same worker; that of `one` is stored, that of `other` is not."""
    one, other = machines.server(), machines.server()
    await machines.joined(one)
    await until(lambda: other.link.roster.alive)
    given = [{"kind": "cordon", "node": f"n{n}"} for n in (1, 2)]
    stored = []
    for server, value in zip((one, other), given, strict=True):
        await hash_at(server, "r", 5, SMALL)
        answer = await server.call("r", 0, None, "input", {"at": 5, "value": json.dumps(value)})
        if isinstance(answer, Replay):
            answer = await server.call("r", 0, SMALL, "input", {"at": 5, "value": json.dumps(value)})
        assert isinstance(answer, Ok), answer
        stored.append(answer.stored)
    durable = replace(SMALL, inputs=((5, stored[0]),))

    other.forget("r")

    assert [hash_here(6, durable)] * 2 == [await hash_at(item, "r", 6, durable) for item in (one, other)]

"""Worker processes: sticky, replaceable, and gone without a trace when killed."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from playground import limits
from playground.server.fairness.asker import asker
from playground.server.refusals import BusyError, TooLargeError, TooLongError, WorkerEndedError
from playground.workers import process, run_tasks
from playground.workers.answers import Behind, Ok, Recipe, Replay
from playground.workers.engine import Engine, make_recording
from playground.workers.pool import ProcessPool
from playground.workers.slot import Ticket
from tests.playground import clusters


def recipe_of(scenario: Any) -> Recipe:
    return Recipe(json.dumps(scenario.canonical()), scenario.seed)


#: Seconds after which an engine answers with what it has; these tests are done long before.
BUDGET = 60.0

SMALL = recipe_of(clusters.small())


@pytest.fixture
def pool() -> Iterator[ProcessPool]:
    made = ProcessPool(1)
    yield made
    made.close()


def run_on(engine: Any, run: str, seq: int, run_state: Recipe = SMALL) -> str:
    """Plays a run to a step in this process; returns the hash."""
    answer = engine.call(run, len(run_state.inputs), run_state, "hash", {"seq": seq})
    assert isinstance(answer, Ok)
    return answer.text


async def hash_at(pool: ProcessPool, run: str, seq: int, run_state: Recipe = SMALL) -> str:
    answer: Any = Behind(0)
    while isinstance(answer, Behind):
        answer = await pool.call(run, len(run_state.inputs), run_state, "hash", {"seq": seq})
    assert isinstance(answer, Ok)
    return answer.text


async def inside(pool: ProcessPool, expression: str) -> Any:
    """The value of an expression in the worker process."""
    return await at_work(pool, eval, expression)


def submit(pool: ProcessPool, function: Any, *args: Any, seconds: float = 10.0) -> Ticket:
    """Lets the quick worker call a function."""
    ticket = Ticket(function, args, "a test", seconds)
    pool.slots[0].enqueue(ticket)
    return ticket


async def at_work(pool: ProcessPool, function: Any, *args: Any, **how: Any) -> Any:
    return await pool.slots[0].wait(submit(pool, function, *args, **how), 60.0)


async def test_a_run_that_is_opened_beforehand_is_there_for_a_call_without_its_recipe(
    pool: ProcessPool,
) -> None:
    pool.open("r", SMALL)
    answer = await pool.call("r", 0, None, "hash", {"seq": 0})

    assert isinstance(answer, Ok)
    assert answer.text == run_on(Engine(1, BUDGET), "r", 0)


async def test_a_worker_process_gives_the_same_hash_as_this_one(pool: ProcessPool) -> None:
    assert run_on(Engine(1, BUDGET), "r", 9) == await hash_at(pool, "r", 9)


async def test_a_worker_knows_the_core_and_no_django(pool: ProcessPool) -> None:
    await hash_at(pool, "r", 1)

    modules = await inside(pool, "sorted(__import__('sys').modules)")

    assert "scheduler_core.engine.recording" in modules
    assert [] == [name for name in modules if name.split(".")[0] in {"django", "channels", "twisted", "yaml"}]


@pytest.mark.parametrize(
    ("slots", "niceness"), [("slots", 0), ("slow_slots", 0), ("question_slots", limits.LONG_NICENESS)]
)
async def test_workers_that_step_runs_have_the_servers_priority_and_slow_questions_give_way(
    pool: ProcessPool, slots: str, niceness: int
) -> None:
    slot = getattr(pool, slots)[0]
    ticket = Ticket(process.process_id, (), "a test", 10.0)
    slot.enqueue(ticket)
    pid = await slot.wait(ticket, 60.0)

    assert os.getpriority(os.PRIO_PROCESS, 0) + niceness == os.getpriority(os.PRIO_PROCESS, pid)


async def test_a_run_always_goes_to_the_same_worker() -> None:
    pools = ProcessPool(7), ProcessPool(7)

    slots = [[pool.slots.index(pool.slot(f"run{n}")) for n in range(50)] for pool in pools]

    assert slots[0] == slots[1]
    assert len(set(slots[0])) > 3


async def test_a_worker_that_does_not_hold_a_run_asks_for_its_recipe(pool: ProcessPool) -> None:
    assert Replay() == await pool.call("r", 0, None, "hash", {"seq": 0})
    await hash_at(pool, "r", 3)
    assert isinstance(await pool.call("r", 0, None, "hash", {"seq": 3}), Ok)
    assert Replay() == await pool.call("r", 1, None, "hash", {"seq": 3})  # somebody added an input elsewhere


def test_only_the_runs_used_last_are_kept() -> None:
    engine = Engine(2, BUDGET)
    for run in ("a", "b", "a", "c"):
        run_on(engine, run, 2)

    assert ["a", "c"] == list(engine.runs)


async def test_a_worker_killed_in_mid_step_costs_nobody_anything(pool: ProcessPool) -> None:
    large = recipe_of(clusters.large())
    expected = run_on(Engine(1, BUDGET), "r", 500, large)
    await hash_at(pool, "r", 3, large)
    first = pool.slots[0].process_id()
    assert first is not None

    stepping = asyncio.ensure_future(hash_at(pool, "r", 500, large))
    await asyncio.sleep(0.02)
    assert not stepping.done()
    os.kill(first, signal.SIGKILL)

    assert expected == await stepping
    assert first != pool.slots[0].process_id()


async def test_without_its_fork_server_a_worker_is_started_again_and_forgetting_a_run_raises_nothing(
    pool: ProcessPool,
) -> None:
    from multiprocessing import forkserver

    expected = await hash_at(pool, "r", 3)
    server = forkserver._forkserver._forkserver_pid  # type: ignore[attr-defined]
    worker_id = pool.slots[0].process_id()
    assert worker_id is not None
    for item in (server, worker_id):
        os.kill(item, signal.SIGKILL)

    pool.forget("r")

    assert expected == await hash_at(pool, "r", 3)


async def test_a_call_beyond_its_cpu_time_is_given_up_and_its_worker_lives_on(
    pool: ProcessPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hash_at(pool, "r", 1)
    first = pool.slots[0].process_id()
    monkeypatch.setattr(limits, "QUICK_SECONDS", 0.05)
    monkeypatch.setattr(limits, "QUICK_CHARACTERS", 10_000_000)
    monkeypatch.setattr(limits, "STEP_WALL_SECONDS", 0.05)
    monkeypatch.setattr(limits, "OPENED_CHARACTERS_PER_SECOND", 1e9)

    with pytest.raises(TooLongError):
        await pool.call("h", 0, recipe_of(clusters.large(100, 1500)), "why", {"seq": 1, "pod": "p"})

    assert isinstance(await pool.call("r", 0, None, "hash", {"seq": 1}), Ok), "the other run is still open"
    assert first == pool.slots[0].process_id()


async def test_what_is_slow_goes_to_another_worker_and_is_answered_there(
    pool: ProcessPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    large = recipe_of(clusters.large(100, 1500))
    monkeypatch.setattr(limits, "QUICK_SECONDS", 0.05)
    monkeypatch.setattr(limits, "QUICK_CHARACTERS", 10_000_000)

    answer = await pool.call("h", 0, large, "hash", {"seq": 0})

    assert isinstance(answer, Ok)
    assert run_on(Engine(1, BUDGET), "h", 0, large) == answer.text
    assert pool.slot_of("h", "step") in pool.slow_slots
    assert pool.slot_of("r", "step") in pool.slots


async def test_a_large_run_opens_in_a_slow_worker_while_others_step(pool: ProcessPool) -> None:
    await hash_at(pool, "r", 1)
    opening = asyncio.ensure_future(
        pool.call("h", 0, recipe_of(clusters.large(100, 1500)), "hash", {"seq": 0})
    )
    await asyncio.sleep(0)

    stepped = await pool.call("r", 0, None, "hash", {"seq": 1})

    assert isinstance(stepped, Ok)
    assert not opening.done()
    assert isinstance(await opening, Ok)


def test_a_question_that_is_slow_leaves_its_run_where_it_is(pool: ProcessPool) -> None:
    pool.make_slow("r", "advice")

    assert [True, False] == [pool.slot_of("r", task) in pool.question_slots for task in ("advice", "step")]

    pool.make_slow("r", "step")

    assert pool.slot_of("r", "advice") is pool.slot_of("r", "step")
    assert pool.slot_of("r", "step") in pool.slow_slots


#: A task of a worker process that takes more address space than it may, and touches none of it.
TAKES_TOO_MUCH = (
    "__import__('playground.workers.tasks', fromlist=['TASKS']).TASKS.__setitem__('script', "
    "__import__('playground.workers.tasks', fromlist=['Task']).Task("
    "lambda recording, seq: __import__('playground.workers.answers', fromlist=['Ok'])"
    f".Ok(str(len(bytearray({limits.PROCESS_MEMORY_BYTES + 1}))))))"
)


async def test_a_call_beyond_its_memory_is_done_elsewhere_and_no_other_run_is_hurt(pool: ProcessPool) -> None:
    expected = await hash_at(pool, "r", 1)
    await inside(pool, TAKES_TOO_MUCH)
    first = pool.slots[0].process_id()

    answer = await pool.call("m", 0, SMALL, "script", {"seq": 0})

    assert isinstance(answer, Ok), "another worker has the memory"
    assert pool.slot_of("m", "step") in pool.slow_slots
    assert expected == await hash_at(pool, "r", 1)
    assert first != pool.slots[0].process_id(), "the process has given its memory back"


async def test_a_call_that_needs_too_much_memory_where_it_is_alone_is_refused(
    pool: ProcessPool, caplog: pytest.LogCaptureFixture
) -> None:
    slot = pool.make_slow("m", "step")
    for item in (slot, pool.slots[0]):
        ticket = Ticket(eval, (TAKES_TOO_MUCH,), "a test", 10.0)
        item.enqueue(ticket)
        await item.wait(ticket, 60.0)

    with pytest.raises(TooLargeError) as refused:
        await pool.call("m", 0, SMALL, "script", {"seq": 0})

    assert {"megabytes": limits.PROCESS_MEMORY_BYTES // 2**20} == refused.value.arguments
    assert isinstance(await pool.call("m", 0, SMALL, "hash", {"seq": 0}), Ok)
    assert ["run m: script needs more memory than 3072 MB"] == [record.message for record in caplog.records]


async def test_those_who_wait_for_a_worker_that_is_replaced_are_served_by_the_next_one(
    pool: ProcessPool, caplog: pytest.LogCaptureFixture
) -> None:
    monkey = submit(pool, time.sleep, 60.0, seconds=0.0)
    waiting = [asyncio.ensure_future(hash_at(pool, f"r{n}", 1)) for n in range(4)]
    while monkey.began is None:
        await asyncio.sleep(0.01)
    monkey.began -= 60.0  # it has been at work for a minute

    hashes = await asyncio.gather(*waiting)

    assert {run_on(Engine(1, BUDGET), "r", 1)} == set(hashes)
    assert isinstance(monkey.future.exception(), TooLongError)
    assert 1 == len([record for record in caplog.records if "is replaced" in record.message])


async def test_a_call_whose_worker_always_dies_ends_as_an_error_that_its_door_logs(
    pool: ProcessPool, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(WorkerEndedError):
        await at_work(pool, os._exit, 1)

    assert 0 == len([record for record in caplog.records if record.levelname == "ERROR"])


async def test_a_call_that_waits_too_long_ends_as_busy_and_the_one_at_work_goes_on(
    pool: ProcessPool,
) -> None:
    sleeping = submit(pool, time.sleep, 1.5)
    waiting = submit(pool, os.getpid)

    with pytest.raises(BusyError):
        await pool.slots[0].wait(waiting, 0.1)

    assert None is await pool.slots[0].wait(sleeping, 60.0)


async def test_one_asker_may_let_only_so_many_calls_wait(
    pool: ProcessPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CALLS_WAITING_PER_ASKER", 2)
    asker.set("one")
    submit(pool, time.sleep, 0.2)
    last = [submit(pool, os.getpid) for _ in range(2)][-1]

    with pytest.raises(BusyError):
        submit(pool, os.getpid)
    asker.set("another")

    assert isinstance(await at_work(pool, os.getpid), int)
    assert isinstance(await pool.slots[0].wait(last, 60.0), int)


async def test_a_closed_pool_leaves_no_process(pool: ProcessPool) -> None:
    await hash_at(pool, "r", 1)
    pid = pool.slots[0].process_id()
    assert pid is not None

    pool.close()

    until = time.monotonic() + 5
    while os.path.exists(f"/proc/{pid}") and "Z" not in process_state(pid) and time.monotonic() < until:
        await asyncio.sleep(0.02)
    assert not os.path.exists(f"/proc/{pid}") or "Z" in process_state(pid)


def process_state(pid: int) -> str:
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
            return file.read().rsplit(")", 1)[1]
    except OSError:
        return "Z"


def test_runs_used_longest_ago_make_room_for_the_characters_of_a_new_one() -> None:
    engine = Engine(10, BUDGET, characters=2.5 * SMALL.size)
    for run in ("a", "b", "a", "c"):
        run_on(engine, run, 2)

    assert ["a", "c"] == list(engine.runs)


def test_the_seed_of_the_run_counts_and_not_the_scenarios() -> None:
    hashes = {run_on(Engine(1, BUDGET), "r", 12, replace(SMALL, seed=seed)) for seed in (1, 2, 3, 4)}

    assert len(hashes) > 1


def test_long_steps_are_cut_into_slices() -> None:
    recording = make_recording(SMALL)

    answer = run_tasks.step(
        recording, start=0, size="quiet", until=None, limit=200, max_seq=None, deadline=0.0
    )

    assert isinstance(answer, Ok)
    assert (run_tasks.SLICE_FRAMES, False) == (answer.seq, answer.done)


def test_a_run_is_played_to_the_step_of_a_question_in_slices() -> None:
    engine = Engine(1, 0.0)
    first = engine.call("r", 0, SMALL, "hash", {"seq": 3})
    second = engine.call("r", 0, None, "hash", {"seq": 3})
    third = engine.call("r", 0, None, "hash", {"seq": 3})

    assert [Behind(1), Behind(2)] == [first, second]
    assert isinstance(third, Ok)
    assert run_on(Engine(1, BUDGET), "r", 3) == third.text


async def test_a_run_is_said_to_be_opened_as_soon_as_a_worker_is_asked_to_and_until_it_is(
    pool: ProcessPool,
) -> None:
    large = replace(SMALL, scenario=SMALL.scenario + " " * int(limits.OPENED_CHARACTERS_PER_SECOND))
    pool.open("run", large)
    at_once = pool.opening("run")
    answer = await pool.call("run", 0, large, "hash", {"seq": 0})

    assert isinstance(answer, Ok)
    assert (0, None) == (at_once, pool.opening("run"))


def test_a_server_with_workers_elsewhere_has_what_starts_its_own_ready() -> None:
    """On a busy machine the first worker of its own would come seconds after the last one elsewhere has gone."""
    ready = (
        "from multiprocessing import forkserver\n"
        "from playground.workers.remote.pool import RemotePool\n"
        "RemotePool(None, None).warm_up()\n"
        "print(forkserver._forkserver._forkserver_pid is not None)\n"
    )
    ran = subprocess.run([sys.executable, "-c", ready], capture_output=True, text=True, check=True)

    assert "True" == ran.stdout.strip()

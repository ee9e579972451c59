"""Worker processes: sticky, replaceable, and gone without a trace when killed."""

import asyncio
import json
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from playground import limits
from playground.workers import engine as worker
from playground.workers.engine import Behind, Engine, Ok, Recipe, Replay
from playground.workers.pool import BusyError, ProcessPool, TooLongError
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


def run_on(engine: Any, run: str, seq: int, known: Recipe = SMALL) -> str:
    """Plays a run to a step in this process; returns the hash."""
    answer = engine.call(run, len(known.inputs), known, "hash", {"seq": seq})
    assert isinstance(answer, Ok)
    return answer.text


async def hash_at(pool: ProcessPool, run: str, seq: int, known: Recipe = SMALL) -> str:
    answer: Any = Behind(0)
    while isinstance(answer, Behind):
        answer = await pool.call(run, len(known.inputs), known, "hash", {"seq": seq})
    assert isinstance(answer, Ok)
    return answer.text


async def inside(pool: ProcessPool, expression: str) -> Any:
    """The value of an expression in the worker process."""
    _, future = pool.seats[0].submit(eval, expression)
    return await asyncio.wrap_future(future)


async def test_a_run_that_is_opened_beforehand_is_there_for_a_call_without_its_recipe(
    pool: ProcessPool,
) -> None:
    pool.open("r", SMALL)
    answer = await pool.call("r", 0, None, "hash", {"seq": 0})

    assert isinstance(answer, Ok)
    assert answer.text == run_on(Engine(1, BUDGET), "r", 0)
    assert 0.0 == pool.seats[0].opens_until


async def test_a_worker_process_gives_the_same_hash_as_this_one(pool: ProcessPool) -> None:
    assert run_on(Engine(1, BUDGET), "r", 9) == await hash_at(pool, "r", 9)


async def test_a_worker_knows_the_core_and_no_django_and_gives_way_to_the_server(pool: ProcessPool) -> None:
    await hash_at(pool, "r", 1)

    modules = await inside(pool, "sorted(__import__('sys').modules)")

    assert "scheduler_core.simulation.engine.recording" in modules
    assert [] == [name for name in modules if name.split(".")[0] in {"django", "channels", "twisted", "yaml"}]
    assert os.nice(0) + 5 == await inside(pool, "__import__('os').nice(0)")


async def test_a_run_always_goes_to_the_same_worker() -> None:
    pools = ProcessPool(7), ProcessPool(7)

    seats = [[pool.seats.index(pool.seat(f"run{n}")) for n in range(50)] for pool in pools]

    assert seats[0] == seats[1]
    assert len(set(seats[0])) > 3


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
    first = pool.seats[0].process_id()
    assert first is not None

    stepping = asyncio.ensure_future(hash_at(pool, "r", 500, large))
    await asyncio.sleep(0.02)
    assert not stepping.done()
    os.kill(first, signal.SIGKILL)

    assert expected == await stepping
    assert first != pool.seats[0].process_id()


async def test_a_call_beyond_the_wall_limit_gives_up_and_the_next_one_works(
    pool: ProcessPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hash_at(pool, "r", 1)
    first = pool.seats[0].process_id()
    monkeypatch.setattr(limits, "STEP_WALL_SECONDS", 0.2)
    monkeypatch.setattr(limits, "OPENED_CHARACTERS_PER_SECOND", 1e9)

    with pytest.raises(TooLongError):
        await pool.call("h", 0, recipe_of(clusters.large(100, 1500)), "why", {"seq": 1, "pod": "p"})
    monkeypatch.undo()

    assert run_on(Engine(1, BUDGET), "r", 9) == await hash_at(pool, "r", 9)
    assert first != pool.seats[0].process_id()


async def test_a_large_run_has_more_time_to_open_and_who_waits_for_it_hears_that_the_worker_is_busy(
    pool: ProcessPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hash_at(pool, "r", 1)
    first = pool.seats[0].process_id()
    monkeypatch.setattr(limits, "STEP_WALL_SECONDS", 0.02)
    monkeypatch.setattr(limits, "OPENED_CHARACTERS_PER_SECOND", 10_000.0)

    opening = asyncio.ensure_future(
        pool.call("h", 0, recipe_of(clusters.large(100, 1500)), "hash", {"seq": 0})
    )
    await asyncio.sleep(0.05)
    with pytest.raises(BusyError):
        await pool.call("r", 0, None, "hash", {"seq": 1})

    assert isinstance(await opening, Ok)
    assert first == pool.seats[0].process_id()
    assert 0.0 == pool.seats[0].opens_until


async def test_a_closed_pool_leaves_no_process(pool: ProcessPool) -> None:
    await hash_at(pool, "r", 1)
    pid = pool.seats[0].process_id()
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


def test_the_seed_of_the_run_counts_and_not_the_scenarios() -> None:
    hashes = {run_on(Engine(1, BUDGET), "r", 12, replace(SMALL, seed=seed)) for seed in (1, 2, 3, 4)}

    assert len(hashes) > 1


def test_long_steps_are_cut_into_slices() -> None:
    recording = worker.make_recording(SMALL)

    answer = worker.step(recording, start=0, size="quiet", until=None, limit=200, max_seq=None, deadline=0.0)

    assert isinstance(answer, Ok)
    assert (worker.SLICE_FRAMES, False) == (answer.seq, answer.done)


def test_a_run_is_played_to_the_step_of_a_question_in_slices() -> None:
    engine = Engine(1, 0.0)
    first = engine.call("r", 0, SMALL, "hash", {"seq": 3})
    second = engine.call("r", 0, None, "hash", {"seq": 3})
    third = engine.call("r", 0, None, "hash", {"seq": 3})

    assert [Behind(1), Behind(2)] == [first, second]
    assert isinstance(third, Ok)
    assert run_on(Engine(1, BUDGET), "r", 3) == third.text

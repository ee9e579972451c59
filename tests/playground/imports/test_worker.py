"""An import that takes too long, or dies, costs only itself."""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from playground.imports import worker as import_worker
from playground.imports.jobs import Job

PROGRESS = Job.progress

TEXT = (
    "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: i}]}\n" * 600
)


@pytest.fixture(autouse=True)
def _process(settings) -> Iterator[None]:
    settings.PODIUM_WORKERS = 1
    yield
    import_worker.close()


def test_a_large_text_is_read_in_a_process_of_its_own() -> None:
    imported = import_worker.run(TEXT, seconds=60)

    assert imported.canonical is not None
    assert () == imported.report, "what comes back is small"
    assert {"Pod", "Node"} == {group.kind for group in imported.groups}


def test_a_text_that_takes_too_long_is_given_up_and_the_next_one_is_read() -> None:
    given_up = import_worker.run(TEXT * 20, seconds=0.05)
    next_one = import_worker.run(TEXT, seconds=60)

    assert ["text.took_too_long"] == [problem.code for problem in given_up.problems]
    assert given_up.failed
    assert next_one.canonical is not None


def test_a_killed_process_is_replaced() -> None:
    import_worker.run(TEXT, seconds=60)
    executor = import_worker._executor
    assert executor is not None
    for pid in list(executor._processes):
        os.kill(pid, signal.SIGKILL)

    again = import_worker.run(TEXT, seconds=60)

    assert again.canonical is not None


def test_a_job_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    monkeypatch.setattr(import_worker, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(Job, "progress", lambda job: told.append(PROGRESS(job)) or told[-1])

    import_worker.run(TEXT * 3, seconds=60, job=Job())

    checked = [each for each in told if each.stage == "checks"]
    assert checked, [each.stage for each in told]
    assert {600 * 3} >= {each.of for each in checked if each.of > 1}
    assert all(each.done <= each.of for each in checked)


def test_a_stopped_job_ends_and_those_that_wait_for_its_process_still_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(import_worker, "LOOK_SECONDS", 0.01)
    import_worker.run(TEXT, seconds=60)
    job = Job()
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(import_worker.run, TEXT * 20, job=job)
        while job.slate is None:
            time.sleep(0.001)
        second = threads.submit(import_worker.run, TEXT)
        job.stopped.set()

        assert ["text.stopped"] == [problem.code for problem in first.result(30).problems]
        assert second.result(60).canonical is not None

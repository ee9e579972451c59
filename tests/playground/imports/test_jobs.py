"""Imports are separate jobs: each has its turn, its progress and its end, and none ends another."""

import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from playground import limits
from playground.imports import jobs, services, worker
from playground.imports.jobs import Job
from playground.imports.slate import Progress
from playground.server.fairness.asker import asker
from playground.server.refusals import BusyError

NAME = "0123456789abcdef" * 2
POD = "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p%d}\nspec: {containers: [{name: c, image: i}]}\n"
SMALL = (POD % 1).encode()
LARGE = "".join(POD % n for n in range(8_000)).encode()


@pytest.fixture(autouse=True)
def _one_process(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    settings.PODIUM_WORKERS = 1
    monkeypatch.setattr(limits, "IMPORT_WORKERS", 1)
    monkeypatch.setattr(
        services, "store_run", lambda imported, owner, to_board: SimpleNamespace(pk=f"run of {owner}")
    )
    jobs._jobs.clear()
    yield
    for job in jobs._jobs.values():
        job.stop()
        job.done.wait(10)
    worker.close()


def begin(data: bytes, owner: str = "me", *, name: str = "", only_check: bool = False) -> Job:
    return jobs.begin(data, name=name, owner=owner, add_nodes=True, only_check=only_check)


def codes(job: Job) -> list[str]:
    assert job.outcome is not None
    return [problem.code for problem in job.outcome.imported.problems]


def at_work(job: Job) -> None:
    """Waits until the process has begun with a job."""
    while job.progress().stage == "waits":
        time.sleep(0.01)


def test_a_job_makes_a_run_and_keeps_nothing_large() -> None:
    job = begin(SMALL)
    assert job.wait(60)
    outcome = job.outcome

    assert outcome is not None
    assert ("run of me", "") == (outcome.run, outcome.imported.canonical)
    assert "done" == job.progress().stage


def test_a_check_makes_no_run() -> None:
    job = begin(SMALL, only_check=True)
    assert job.wait(60)

    assert job.outcome is not None
    assert "" == job.outcome.run


def test_a_job_is_found_by_its_name_and_one_without_gets_one() -> None:
    named, other = begin(SMALL, name=NAME), begin(SMALL, name="x")

    assert jobs.find(NAME) is named
    assert jobs.find("x") is None
    assert jobs.find(other.name) is other


def test_a_job_tells_its_place_and_then_how_far_it_is() -> None:
    first, second, third = begin(LARGE), begin(SMALL), begin(SMALL)
    at_once = first.progress()
    at_work(first)
    places = [item.progress().place for item in (first, second, third)]
    observed: list[Progress] = []
    while not first.wait(0):
        observed.append(first.progress())
        time.sleep(0.05)

    assert "reads" == at_once.stage, "it does not wait for others before which none comes"
    assert [0, 1, 2] == places
    checked = [item for item in observed if item.stage == "checks" and item.of > 1]
    assert {"reads"} <= {item.stage for item in observed}
    assert all(0 <= item.done <= item.of == 8_000 for item in checked)
    assert second.wait(60)
    assert third.wait(60)


def test_one_who_stops_a_job_ends_nobody_elses() -> None:
    first, second, third = begin(LARGE, "a"), begin(SMALL, "b"), begin(SMALL, "c")
    at_work(first)
    third.stop()
    first.stop()
    assert second.wait(60)

    assert second.outcome is not None
    assert "run of b" == second.outcome.run
    assert first.done.wait(10)
    assert third.done.wait(10)
    assert ["text.stopped"] == codes(first) == codes(third)


def test_a_job_that_stands_still_is_given_up_and_time_in_the_queue_does_not_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second = begin(LARGE), begin(SMALL)
    at_work(first)
    monkeypatch.setattr(limits, "IMPORT_WALL_SECONDS", -1.0)
    second.progress()
    while not first.wait(0):
        first.progress()
    monkeypatch.setattr(limits, "IMPORT_WALL_SECONDS", 60.0)

    assert ["text.took_too_long"] == codes(first)
    assert second.wait(60)
    assert [] == codes(second)


def test_a_job_beyond_its_cpu_time_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "IMPORT_SECONDS", 0.05)
    job = begin(LARGE)
    assert job.wait(60)

    assert ["text.too_much_work"] == codes(job)


def test_a_visitor_has_only_so_many_imports_at_once_and_others_have_theirs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "IMPORTS_AT_ONCE", 2)
    asker.set("one")
    mine = [begin(LARGE), begin(SMALL)]
    with pytest.raises(BusyError):
        begin(SMALL)
    asker.set("another")
    theirs = begin(SMALL)
    for item in mine:
        item.stop()

    assert theirs.wait(60)


def test_long_texts_that_wait_have_a_limit_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "IMPORTS_WAITING_BYTES", len(LARGE) + 10)
    first = begin(LARGE)

    with pytest.raises(BusyError):
        begin(LARGE)
    first.stop()


def test_an_outcome_is_forgotten_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    job = begin(SMALL)
    assert job.wait(60)
    monkeypatch.setattr(jobs, "KEPT_SECONDS", -1.0)
    begin(SMALL)

    assert jobs.find(job.name) is None


@pytest.mark.parametrize(
    ("limit", "most"),
    [
        ("IMPORT_OUTCOMES", 2),
        ("IMPORT_OUTCOMES_PER_ASKER", 2),
        ("IMPORT_OUTCOMES_CHARACTERS", 2 * len(SMALL)),
    ],
)
def test_of_too_many_outcomes_the_oldest_go_first(
    monkeypatch: pytest.MonkeyPatch, limit: str, most: int
) -> None:
    monkeypatch.setattr(limits, limit, most)
    ended = []
    for _ in range(3):
        ended.append(begin(SMALL))
        assert ended[-1].wait(60)
    begin(SMALL)

    assert [None, *ended[1:]] == [jobs.find(job.name) for job in ended]


def test_a_run_that_cannot_be_stored_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(imported: Any, owner: str, to_board: bool) -> Any:
        raise OSError("disk full")

    monkeypatch.setattr(services, "store_run", broken)
    job = begin(SMALL)
    assert job.wait(60)

    assert job.outcome is not None
    assert not job.outcome.stored


def test_an_import_that_would_fill_the_disk_is_refused(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    left = SimpleNamespace(free=limits.DISK_FREE_BYTES + 10)
    monkeypatch.setattr(jobs.shutil, "disk_usage", lambda where: left)
    small = jobs.begin(b"a: 1", name="", owner="o", add_nodes=True, only_check=True)
    with pytest.raises(BusyError):
        jobs.begin(b"a: 1 # longer", name="", owner="o", add_nodes=True, only_check=True)

    assert small.wait(60)
    assert "nearly full" in caplog.text

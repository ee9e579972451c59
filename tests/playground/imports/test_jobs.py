"""A job is found by its name while it runs, and says in numbers how far it is."""

import multiprocessing

from playground.imports import jobs
from playground.imports.jobs import Job, Progress, Slate

NAME = "0123456789abcdef" * 2


def test_a_job_is_known_by_its_name_while_it_runs() -> None:
    with jobs.known(NAME) as job:
        found = jobs.find(NAME)

    assert (job, None) == (found, jobs.find(NAME))


def test_a_text_that_is_no_name_makes_a_job_that_nobody_finds() -> None:
    with jobs.known("x"):
        assert jobs.find("x") is None


def test_a_job_waits_until_its_process_writes_of_it() -> None:
    slate = Slate(multiprocessing.get_context("spawn"))
    job = Job(slate=slate)
    waits = job.progress()
    slate.write(job.serial, 1, 0.25, 1)
    reads = job.progress()
    slate.write(job.serial, 2, 30, 40)
    checks = job.progress()
    slate.write(job.serial + 1, 2, 1, 40)

    assert [Progress("waits"), Progress("reads", 0.25), Progress("checks", 0.75, 30, 40)] == [
        waits,
        reads,
        checks,
    ]
    assert Progress("waits") == job.progress()

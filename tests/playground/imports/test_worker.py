"""An import that takes too long, or dies, costs only itself."""

import os
import signal
from collections.abc import Iterator

import pytest

from playground.imports import worker as import_worker

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

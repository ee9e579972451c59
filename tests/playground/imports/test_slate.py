"""A process writes in numbers how far an import is."""

import multiprocessing

from playground.imports.slate import Slate


def test_what_is_written_is_read() -> None:
    slate = Slate(multiprocessing.get_context("spawn"))
    slate.write(7, 2, 30, 40)

    assert (7, 2, 30, 40) == slate.read()

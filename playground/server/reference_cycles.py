"""How often a process collects reference cycles (`gc`). Runs and documents seldom form cycles, and collecting
took a quarter of the time."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

#: Arguments of `gc.set_threshold` in a process that plays runs or reads documents.
GC_THRESHOLDS = (50_000, 20, 50)
#: The same for a server: closed sockets and requests form cycles, so collection must be more frequent.
SERVER_THRESHOLDS = (10_000, 10, 10)


def collect_cycles_seldom() -> None:
    """For a process that plays runs or reads documents: existing objects are never collected again."""
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def collect_only_new_cycles() -> None:
    """For a server that begins to listen: existing objects are exempt from collection, because repeated full
    collections stopped all visitors for a tenth of a second each."""
    gc.freeze()
    gc.set_threshold(*SERVER_THRESHOLDS)


@contextmanager
def without_collection() -> Iterator[None]:
    """For work that makes many lasting values, which the collector would examine again and again. Afterwards
    they count as old, so that they are examined seldom."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.unfreeze()
        gc.enable()

"""How often a process looks for reference cycles (`gc`). Objects of runs and documents seldom form one, and
the search took a quarter of the time.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

#: Arguments of `gc.set_threshold` in a process that plays runs or reads texts.
GC_THRESHOLDS = (50_000, 20, 50)
#: The same of a server: sockets and requests that went form cycles, so they must not wait for long.
SERVER_THRESHOLDS = (10_000, 10, 10)


def collect_cycles_seldom() -> None:
    """For a process that plays runs or reads texts: what exists by now is never searched."""
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def collect_only_new_cycles() -> None:
    """For a server that begins to listen: what exists by now stays, and to search it again and again stopped
    everybody for a tenth of a second each time.
    """
    gc.freeze()
    gc.set_threshold(*SERVER_THRESHOLDS)


@contextmanager
def without_collection() -> Iterator[None]:
    """For work that makes many values and keeps them, which the search would look at again and again. After
    it they count as old, so that they are searched seldom.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.unfreeze()
        gc.enable()

"""Equal parts of manifests are read once.

The pods of a Deployment differ in their names and nodes, so that a cluster of 10 000 pods has some hundred
different lists of containers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from marshal import dumps, loads
from typing import ParamSpec, TypeVar

REMEMBERED = 1024
"""The number of results that a function keeps. Pods that are alike stand one after another."""
MAX_BYTES = 8 * 1024
"""The arguments of more bytes than this are read each time, which bounds what is kept."""
_VERSION = 2
"""The last format of `marshal` in which equal values are always written alike."""

P = ParamSpec("P")
T = TypeVar("T")


def read_once(read: Callable[P, T]) -> Callable[P, T]:
    """`read`, which returns the same value for equal arguments without working it out again.

    `read` is a pure function of JSON values, and its result is never changed. Arguments are equal when types,
    order of keys and numbers are: 1 is not 1.0.
    """

    @lru_cache(maxsize=REMEMBERED)
    def of_written(written: bytes) -> T:
        return read(*loads(written))  # type: ignore[call-arg]  # the arguments as they were

    @wraps(read)
    def once(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            written = dumps(args, _VERSION)  # type: ignore[arg-type]  # refuses what it cannot write
        except ValueError:  # a value that is not made of plain lists and maps
            return read(*args, **kwargs)
        return of_written(written) if len(written) <= MAX_BYTES else read(*args, **kwargs)

    return once


def work_out_once(work_out: Callable[P, T]) -> Callable[P, T]:
    """`work_out`, which returns the same value for the same arguments without working it out again.

    `work_out` is a pure function of immutable values, and its result is never changed. Arguments are told
    apart by identity, so that values serve which cannot be hashed.
    """
    known: dict[tuple[int, ...], tuple[object, T]] = {}

    @wraps(work_out)
    def once(*args: P.args, **kwargs: P.kwargs) -> T:
        place = tuple(map(id, args))
        found = known.get(place)
        if found is None:
            if len(known) >= REMEMBERED:
                known.clear()
            # The arguments are kept with the result, so that no other value gets their identity.
            found = known[place] = (args, work_out(*args, **kwargs))
        return found[1]

    return once

"""Equal parts of manifests are read once.

The pods of a Deployment differ in their names and nodes, so that a cluster of 10 000 pods has some hundred
different lists of containers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, wraps
from marshal import dumps, loads
from typing import ParamSpec, TypeVar, cast

REMEMBERED = 1024
"""The number of results that a function keeps. Pods that are alike stand one after another."""
MAX_BYTES = 8 * 1024
"""The arguments of more bytes than this are read each time, which bounds what is kept."""
_VERSION = 2
"""The last format of `marshal` in which equal values are always written alike."""

P = ParamSpec("P")
T = TypeVar("T")
Shared = TypeVar("Shared")


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
    results: dict[tuple[int, ...], tuple[object, T]] = {}

    @wraps(work_out)
    def once(*args: P.args, **kwargs: P.kwargs) -> T:
        place = tuple(map(id, args))
        result = results.get(place)
        if result is None:
            if len(results) >= REMEMBERED:
                results.clear()
            # The arguments are kept with the result, so that no other value gets their identity.
            result = results[place] = (args, work_out(*args, **kwargs))
        return result[1]

    return once


MAX_SHARED_BYTES = 2 * 1024
"""Parts with more bytes than this are seldom equal to others, so they are not looked up."""
_shared: dict[bytes, object] = {}
_LARGE: frozenset[type] = frozenset({dict, list})
_NO_ITEMS: list[object] = []
_NO_ENTRIES: dict[str, object] = {}


def shared(value: Shared) -> Shared:
    """The same JSON value, in which lists and maps stand once in memory that are equal to ones before.

    The conditions of a thousand pods that started in the same second, or the empty lists of their views, are
    then one value. It must never be changed, as all parts of manifests and views.
    """
    return cast(Shared, _once(value)) if value.__class__ in _LARGE else value


def _once(value: object) -> object:
    """The stored value that is equal to this one; values that are too large or no JSON are not stored."""
    if not value:
        return _NO_ENTRIES if isinstance(value, dict) else _NO_ITEMS
    try:
        written = dumps(value, _VERSION)  # type: ignore[arg-type]  # refuses what it cannot write
    except ValueError:  # a value that is not made of plain lists and maps
        return value
    if len(written) > MAX_SHARED_BYTES:
        return _with_shared_parts(value)
    stored = _shared.get(written)
    if stored is None:
        if len(_shared) >= REMEMBERED:
            _shared.clear()
        stored = _shared[written] = _with_shared_parts(value)
    return stored


def _with_shared_parts(value: object) -> object:
    if isinstance(value, dict):
        return with_shared_values(value)
    return [shared(part) for part in value] if isinstance(value, list) else value


def with_shared_values(view: Mapping[str, Shared]) -> dict[str, Shared]:
    """A copy of the view whose values are the instances that `shared` keeps in memory once."""
    return {name: shared(value) for name, value in view.items()}


def with_shared_spec(manifest: Mapping[str, Shared]) -> Mapping[str, Shared]:
    """The manifest of a pod with its spec as `shared` has it. One with a node is left as it is, and so are
    other objects: they are seldom alike, a pod that runs for its token.
    """
    spec = manifest.get("spec")
    if manifest.get("kind") != "Pod" or not isinstance(spec, dict) or "nodeName" in spec:
        return manifest
    return {**manifest, "spec": shared(spec)}

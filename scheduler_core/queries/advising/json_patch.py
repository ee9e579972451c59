"""The difference between two documents as a JSON Patch (RFC 6902)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scheduler_core.objects.manifest import Json

Operation = dict[str, Json]


def json_patch(old: Json, new: Json, path: str = "") -> Iterator[Operation]:
    """The operations that make `new` of `old`; a list that changes its length at another place than its end
    is replaced as a whole."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        yield from _of_maps(old, new, path)
    elif isinstance(old, Sequence) and isinstance(new, Sequence) and not isinstance(old, str):
        yield from _of_lists(old, new, path)
    elif old != new:
        yield {"op": "replace", "path": path, "value": new}


def _of_lists(old: Sequence[Json], new: Sequence[Json], path: str) -> Iterator[Operation]:
    if len(new) == len(old):
        for index, (before, after) in enumerate(zip(old, new, strict=True)):
            yield from json_patch(before, after, f"{path}/{index}")
    elif old and [*new[: len(old)]] == [*old]:
        yield from ({"op": "add", "path": f"{path}/-", "value": value} for value in new[len(old) :])
    else:
        yield {"op": "replace", "path": path, "value": [*new]}


def _of_maps(old: Mapping[str, Json], new: Mapping[str, Json], path: str) -> Iterator[Operation]:
    for name in old:
        if name not in new:
            yield {"op": "remove", "path": f"{path}/{_escaped(name)}"}
    for name, value in new.items():
        below = f"{path}/{_escaped(name)}"
        if name in old:
            yield from json_patch(old[name], value, below)
        else:
            yield {"op": "add", "path": below, "value": value}


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")

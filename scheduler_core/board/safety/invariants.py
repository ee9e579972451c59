"""The invariants that must hold in spite of every fault: at most one process for each name of a StatefulSet,
and at most one node that writes to a single-node volume. It also counts ghosts: processes without an object.

An invariant is `{"rule", "ok", "args"}`. Rules that hold are `one_of`, `one_writes` and `one_writes_each`,
rules that are broken `two_of` and `two_write`; `args` are the arguments of their sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scheduler_core.objects.manifest import Json, items, mapping, strings, text

SHARED_MODES = frozenset({"ReadWriteMany", "ReadOnlyMany"})
"""Access modes with which several nodes may mount a volume at once."""

View = Mapping[str, Json]


def invariants(identities: Iterable[View], writers: Mapping[str, Sequence[str]]) -> list[Json]:
    """The state of all invariants. `identities` are the views of StatefulSet names with processes; `writers`
    maps a single-node claim to the nodes from which processes may write to it."""
    return [*_of_names(identities), *_of_claims(writers)]


def _of_names(identities: Iterable[View]) -> list[Json]:
    ordered = sorted(identities, key=lambda view: text(view["key"]))
    broken: list[Json] = [
        _invariant("two_of", n=view["unfenced"], pod=_short(text(view["key"])), nodes=view["nodes"])
        for view in ordered
        if view["alarm"]
    ]
    return broken or ([_invariant("one_of")] if ordered else [])


def _of_claims(writers: Mapping[str, Sequence[str]]) -> list[Json]:
    broken: list[Json] = [
        _invariant("two_write", n=len(nodes), claim=_short(claim), nodes=[*nodes])
        for claim, nodes in writers.items()
        if len(nodes) > 1
    ]
    if broken or not writers:
        return broken
    if len(writers) == 1:
        return [_invariant("one_writes", claim=_short(next(iter(writers))))]
    return [_invariant("one_writes_each")]


def writers_of(nodes: Iterable[View], modes: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Single-node claim → nodes from which processes may write to it.

    `nodes` are views of nodes; `modes` maps volumes by name to their access modes.
    """
    writers: dict[str, list[str]] = {}
    for node in nodes:
        for volume in map(mapping, items(node["volumes"])):
            claim = text(volume["claim"])
            shared = SHARED_MODES & set(modes.get(text(volume["volume"]), ()))
            if claim and volume["writers"] and not shared:
                names = writers.setdefault(claim, [])
                if (name := text(node["name"])) not in names:
                    names.append(name)
    return writers


def _invariant(rule: str, **args: Json) -> Json:
    return {"rule": rule, "ok": rule in ("one_of", "one_writes", "one_writes_each"), "args": args}


def _short(key: str) -> str:
    return key.partition("/")[2]


def is_ghost(process: View) -> bool:
    """Whether a process runs although the API server has no object of its uid."""
    return process["ghost"] is True and process["state"] != "dead"


def modes_of(volume: View) -> Sequence[str]:
    return strings(volume["modes"])

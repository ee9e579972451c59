"""Names of StatefulSet pods on a machine: an object holds its name, and no second pod can have it.

A lock is `{"rule", "ok", "args"}`. `lock` names the pod whose object holds the name. Where a process has no
object, `lock_other` names the pod that holds the name now, `lock_unplaced` the one that holds it and has no
node yet, and `lock_free` says that the StatefulSet may make a second pod.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scheduler_core.board.safety.truths import Row
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod

UID_CHARACTERS = 4
"""How many characters of a uid are shown."""


def name_locks(rows: Sequence[Row], pods: Mapping[str, Pod]) -> list[Json]:
    """The locks of the rows of one node: pods that are being deleted come first, then processes without an
    object. `pods` are all pods by key."""
    ordered = sorted(rows, key=lambda row: _urgency(row, pods))
    return [lock for row in ordered for lock in _lock(row, pods)]


def _urgency(row: Row, pods: Mapping[str, Pod]) -> int:
    if row.pod is not None and pods[row.pod].terminating:
        return 0
    return 1 if row.pairing == "no_object" else 2


def _lock(row: Row, pods: Mapping[str, Pod]) -> Iterator[Json]:
    pod = None if row.pod is None else pods[row.pod]
    if pod is not None:
        if of_a_stateful_set(pod):
            yield _rule("lock", name=pod.name, uid=pod.uid[:UID_CHARACTERS])
    elif row.process is not None and of_a_stateful_set(row.process.pod):
        ghost = row.process.pod
        holder = pods.get(ghost.key)
        if holder is None:
            yield _rule("lock_free", name=ghost.name)
        else:
            uid = holder.uid[:UID_CHARACTERS]
            if holder.node_name:
                yield _rule("lock_other", name=ghost.name, uid=uid, node=holder.node_name)
            else:
                yield _rule("lock_unplaced", name=ghost.name, uid=uid)


def _rule(rule: str, **args: Json) -> Json:
    return {"rule": rule, "ok": rule == "lock", "args": args}


def of_a_stateful_set(pod: Pod) -> bool:
    """Whether a StatefulSet controls the pod, so that it is made again under the same name."""
    owner = pod.meta.controller
    return owner is not None and owner.kind == "StatefulSet"

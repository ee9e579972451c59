"""What the timeline shows of trouble: lanes for silent nodes, pods that cannot end, and what waits for time.

A lane is `{"kind", …}` with times in seconds:

- `lease` `{"node", "until", "every"}`: a silent node renewed its lease at `until` and every `every` seconds
  before
- `state` `{"node", "from", "noExecute"}`: the node is not Ready since `from`, and has had a NoExecute taint
  since `noExecute`, which may be null
- `stay` `{"pods", "node", "from", "deadline"}`: pods that are being deleted on a machine that is apart
- `toleration` `{"pods", "from", "to"}`: pods that may stay on a tainted node until `to`
- `detach` `{"volume", "from", "to"}`: a volume that is detached by force at `to`

Pods with the same times share a lane.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby

from scheduler_core.objects.lease import RENEW_MS
from scheduler_core.objects.manifest import Json, find, integer, items, text
from scheduler_core.objects.scalars.seconds import seconds

View = Mapping[str, Json]

MAX_LANES = 5
MAX_SILENT_NODES = 2
"""Silent nodes that get lanes of their own, the oldest first."""
MAX_LEASES_ALONE = 3
"""The same while no state of theirs is known yet, so that a lease is the only lane of each."""


def trouble_view(
    nodes: Iterable[View], held: Iterable[View], timers: Iterable[View]
) -> dict[str, Json] | None:
    """`{"lanes"}`, the most telling first; None when there are none. `nodes` are those with a machine in an
    unusual state, `held` the pods that are being deleted on a machine that is apart."""
    apart = sorted((node for node in nodes if _renewed(node) is not None), key=_order)
    alone = not any(_state(node) for node in apart)
    silent = apart[: MAX_LEASES_ALONE if alone else MAX_SILENT_NODES]
    waiting = sorted(timers, key=lambda timer: (_time(timer, "from"), _time(timer, "to"), text(timer["key"])))
    lanes: list[Json] = [
        *(_lease(node) for node in silent),
        *(state for node in silent if (state := _state(node)) is not None),
        *_stays(held),
        *_tolerations(timer for timer in waiting if timer["kind"] == "toleration"),
        *(
            {"kind": "detach", "volume": timer["volume"], "from": timer["from"], "to": timer["to"]}
            for timer in waiting
            if timer["kind"] == "detach"
        ),
    ]
    return {"lanes": lanes[:MAX_LANES]} if lanes else None


def _renewed(node: View) -> Json:
    return find(node, "link", "lease")


def _lease(node: View) -> Json:
    return {"kind": "lease", "node": node["name"], "until": _renewed(node), "every": seconds(RENEW_MS)}


def _state(node: View) -> Json:
    ready = next((row for row in items(node["conditions"]) if find(row, "type") == "Ready"), None)
    since = find(ready, "since")
    if since is None:
        return None
    taints = (taint for taint in items(node["taints"]) if find(taint, "effect") == "NoExecute")
    added = (at for taint in taints if (at := find(taint, "since")) is not None)
    return {"kind": "state", "node": node["name"], "from": since, "noExecute": next(added, None)}


def _stays(held: Iterable[View]) -> Iterator[Json]:
    def when(pod: View) -> tuple[str, float, float]:
        leaving = pod["leaving"]
        return text(pod["node"]), _number(find(leaving, "since")), _number(find(leaving, "deadline"))

    for (node, _, _), pods in _grouped(held, when):
        leaving = pods[0]["leaving"]
        yield {
            "kind": "stay",
            "pods": [pod["name"] for pod in pods],
            "node": node,
            "from": find(leaving, "since"),
            "deadline": find(leaving, "deadline"),
        }


def _tolerations(timers: Iterable[View]) -> Iterator[Json]:
    for _, group in _grouped(timers, lambda timer: ("", _time(timer, "from"), _time(timer, "to"))):
        names: list[Json] = [text(timer["pod"]).partition("/")[2] for timer in group]
        yield {"kind": "toleration", "pods": names, "from": group[0]["from"], "to": group[0]["to"]}


def _grouped(
    views: Iterable[View], when: Callable[[View], tuple[str, float, float]]
) -> Iterator[tuple[tuple[str, float, float], list[View]]]:
    """Views with the same times together, the earliest first; within a group they keep their order."""
    for key, group in groupby(sorted(views, key=when), key=when):
        yield key, list(group)


def _time(timer: View, name: str) -> float:
    return _number(timer[name])


def _number(value: Json) -> float:
    return value if isinstance(value, (int, float)) else 0


def _order(view: View) -> int:
    return integer(view["order"]) or 0

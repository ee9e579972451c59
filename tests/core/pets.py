"""For scenarios about pod safety: what people do to networks and machines, and how many processes live."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from tests.core.play import Play

Input = dict[str, Any]


def cut(at: float, first: str = "node/n3", second: str = "api-server") -> Input:
    return {"at": at, "kind": "cut", "between": [first, second]}


def heal(at: float) -> Input:
    return {"at": at, "kind": "heal"}


def fence(at: float, by: str, node: str = "n3") -> Input:
    return {"at": at, "kind": "fence", "node": node, "by": by}


def power_off(at: float, node: str = "n3") -> Input:
    return {"at": at, "kind": "power", "node": node, "on": False}


def delete_node(at: float, node: str = "n3") -> Input:
    return {"at": at, "kind": "delete", "object": {"kind": "Node", "name": node}}


def out_of_service(at: float, node: str = "n3") -> Input:
    return {
        "at": at,
        "kind": "taint",
        "node": node,
        "key": "node.kubernetes.io/out-of-service",
        "value": "nodeshutdown",
        "effect": "NoExecute",
    }


def crash(at: float, component: str) -> Input:
    return {"at": at, "kind": "crash", "component": component}


def start(at: float, component: str) -> Input:
    return {"at": at, "kind": "start", "component": component}


def homes(play: Play, seq: int, key: str) -> list[str]:
    """The nodes on which a process of a pod of this key lives, one entry for each."""
    running = play.processes(seq)
    return [node for node, keys in running.items() for item in keys if item == key]


def steps(play: Play) -> range:
    return range(play.recording.head_seq + 1)


def counts(play: Play, key: str) -> list[tuple[float, int]]:
    """How many processes of that key live: (second, number) at the start and at every change."""
    observed = [(float(play.recording.time(seq)), len(homes(play, seq, key))) for seq in steps(play)]
    return [observed[0]] + [after for before, after in pairwise(observed) if before[1] != after[1]]


def most(play: Play, key: str) -> int:
    """The largest number of processes of that key at any moment."""
    return max(number for _, number in counts(play, key))


def node_view(play: Play, seq: int, name: str) -> dict[str, Any]:
    views: Any = play.recording.snapshot(seq)["nodes"]
    return next(view for view in views if view["name"] == name)


def uid(play: Play, seq: int, name: str) -> str:
    return str(play.manifest(seq, name)["metadata"]["uid"])


def in_seconds(stamp: str) -> int:
    """Virtual second of a time of the scenario's first hour."""
    assert stamp.startswith("2030-01-01T00:"), stamp
    return int(stamp[14:16]) * 60 + int(stamp[17:19])


def deadline(play: Play, seq: int, name: str) -> int:
    """Virtual second of the pod's deletionTimestamp."""
    return in_seconds(play.manifest(seq, name)["metadata"]["deletionTimestamp"])

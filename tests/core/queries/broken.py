"""A cluster in which everything can break, and all that can."""

from __future__ import annotations

from typing import Any

from tests.core.play import Play, gallery

BETWEEN = ["node/n3", "api-server"]
BROKEN = {
    "whole": [],
    "cut": [{"at": 1, "kind": "cut", "between": BETWEEN}],
    "mute": [{"at": 1, "kind": "cut", "between": BETWEEN, "direction": "to"}],
    "late": [{"at": 1, "kind": "delay", "between": BETWEEN, "seconds": 2}],
    "off": [{"at": 1, "kind": "power", "node": "n3", "on": False}],
    "kubelet": [{"at": 1, "kind": "crash", "component": "kubelet/n3"}],
    "clock": [{"at": 1, "kind": "clock", "node": "n3", "seconds": 60}],
    "fenced": [{"at": 1, "kind": "fence", "node": "n3", "by": "network"}],
    "fenced storage": [{"at": 1, "kind": "fence", "node": "n3", "by": "storage"}],
    "storage": [{"at": 1, "kind": "cut", "between": ["storage", "node/n3"]}],
    "neighbours": [{"at": 1, "kind": "cut", "between": ["node/n1", "node/n3"]}],
    "destroyed": [{"at": 1, "kind": "destroy", "node": "n3"}],
    "unregistered": [{"at": 1, "kind": "delete", "object": {"kind": "Node", "name": "n3"}}],
    "out of service": [
        {
            "at": 1,
            "kind": "taint",
            "node": "n3",
            "key": "node.kubernetes.io/out-of-service",
            "effect": "NoExecute",
        }
    ],
    "parts": [
        {"at": 1, "kind": "cut", "between": ["api-server", "scheduler"]},
        {"at": 1, "kind": "crash", "component": "controller-manager"},
        {"at": 1, "kind": "second", "component": "statefulset-controller", "running": True},
        {"at": 1, "kind": "actor", "name": "descheduler", "running": True},
    ],
}


def broken(name: str) -> tuple[Play, int]:
    play = Play(gallery("partitioned-pet"), BROKEN[name])
    return play, play.until(1)


def everything(play: Play, seq: int) -> list[dict[str, Any]]:
    """All offers of the cluster and of its nodes."""
    of_cluster: Any = play.recording.ask("faults", seq)
    of_nodes: list[Any] = [play.recording.ask("faults", seq, node=node) or [] for node in ("n1", "n2", "n3")]
    of_parts = [*of_cluster["components"], *of_cluster["members"]]
    of_components = [offer for part in of_parts for offer in part["offers"]]
    return [
        *of_cluster["faults"],
        *of_components,
        *of_cluster["actors"],
        *(o for item in of_nodes for o in item),
    ]

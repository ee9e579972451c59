"""A StatefulSet of three pods on three nodes for the tests of faults, and what a run shows of it."""

from __future__ import annotations

from typing import Any

from tests.builders import api_object, node, pod
from tests.core.play import Documents, Play, header


def running(name: str, on: str) -> dict[str, Any]:
    made = pod(name, "500m", on=on, labels={"app": "db"}, terminationGracePeriodSeconds=30)
    owner = {
        "apiVersion": "apps/v1",
        "kind": "StatefulSet",
        "name": "db",
        "uid": "set-uid",
        "controller": True,
    }
    made["metadata"]["ownerReferences"] = [owner]
    made["metadata"]["labels"]["statefulset.kubernetes.io/pod-name"] = name
    return made


STATEFUL_SET = api_object(
    "StatefulSet",
    "db",
    metadata={"uid": "set-uid"},
    spec={
        "serviceName": "db",
        "replicas": 3,
        "selector": {"matchLabels": {"app": "db"}},
        "template": {
            "metadata": {"labels": {"app": "db"}},
            "spec": {
                "terminationGracePeriodSeconds": 30,
                "containers": [
                    {"name": "app", "image": "example/app:1", "resources": {"requests": {"cpu": "500m"}}}
                ],
            },
        },
    },
)


DB: Documents = [
    header(),
    node("n1"),
    node("n2"),
    node("n3"),
    STATEFUL_SET,
    running("db-0", "n1"),
    running("db-1", "n2"),
    running("db-2", "n3"),
]


def cut(at: float, *between: str, **more: Any) -> dict[str, Any]:
    return {"at": at, "kind": "cut", "between": list(between), **more}


def heal(at: float) -> dict[str, Any]:
    return {"at": at, "kind": "heal", "between": None}


def alive(play: Play, seq: int, name: str = "db-2") -> int:
    """Processes of that name on all machines."""
    return sum(keys.count(f"default/{name}") for keys in play.processes(seq).values())


def most_alive(play: Play, last: int, name: str = "db-2") -> int:
    return max(alive(play, seq, name) for seq in range(last + 1))


def views(play: Play, seq: int, kind: str) -> list[dict[str, Any]]:
    result: list[Any] = play.recording.snapshot(seq)[kind]  # type: ignore[assignment]
    return result


def node_view(play: Play, seq: int, name: str) -> dict[str, Any]:
    return next(view for view in views(play, seq, "nodes") if view["name"] == name)

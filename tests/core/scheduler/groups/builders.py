"""Small clusters of v1.36.2 with groups, played as recorded histories are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scheduler_core.objects.manifest import Json
from scheduler_core.parity.live.player import LivePlayer

GATES = ("GenericWorkload", "GangScheduling")
PREEMPTS_AS_ONE = (*GATES, "WorkloadAwarePreemption")
WAITS = (
    "pod group is unschedulable, waiting for minCount pods from a gang to be scheduled, one or more plugins "
    "asked to wait and no plugin rejected pod"
)

Manifest = dict[str, Json]


def node(name: str, cpu: str = "4", **labels: str) -> Manifest:
    return {
        "kind": "Node",
        "metadata": {"name": name, "labels": {"kubernetes.io/hostname": name, **labels}},
        "status": {"allocatable": {"cpu": cpu, "memory": "16Gi", "pods": "110"}},
    }


def gang(name: str = "g", minimum: int = 2, **spec: Json) -> Manifest:
    return {
        "kind": "PodGroup",
        "metadata": {"name": name},
        "spec": {"schedulingPolicy": {"gang": {"minCount": minimum}}, **spec},
    }


def pod(name: str, group: str = "", cpu: str = "3", **spec: Json) -> Manifest:
    grouped: Manifest = {"schedulingGroup": {"podGroupName": group}} if group else {}
    container: Json = {"name": "c", "image": "app:v1", "resources": {"requests": {"cpu": cpu}}}
    return {"kind": "Pod", "metadata": {"name": name}, "spec": {"containers": [container], **grouped, **spec}}


def priority(name: str, value: int, **more: Json) -> Manifest:
    return {"kind": "PriorityClass", "metadata": {"name": name}, "value": value, **more}


def create(*objects: Manifest) -> Manifest:
    return {"do": "create", "objects": list(objects)}


def player(
    setup: Sequence[Manifest],
    *steps: Manifest,
    gates: Sequence[str] = GATES,
    version: str = "v1.36.2",
    tags: Sequence[str] = ("spins",),
    held: bool = False,
) -> LivePlayer:
    """With `held` pods that are deleted stay until a step finishes them."""
    return LivePlayer(
        {
            "kubelet": {"exit": "held" if held else "auto"},
            "version": version,
            "gates": dict.fromkeys(gates, True),
            "tags": ["gang", *tags],
            "setup": list(setup),
            "steps": list(steps),
        }
    )


def played(
    setup: Sequence[Manifest],
    *steps: Manifest,
    gates: Sequence[str] = GATES,
    version: str = "v1.36.2",
    tags: Sequence[str] = ("spins",),
) -> list[Mapping[str, Any]]:
    """The outcome after the setup and after each step."""
    return list(player(setup, *steps, gates=gates, version=version, tags=tags).play())


def nodes(outcome: Mapping[str, Any]) -> dict[str, str | None]:
    """Where the pods of an outcome are."""
    return {name: shown.get("node") for name, shown in outcome.get("pods", {}).items()}


def message_of(outcome: Mapping[str, Any], name: str) -> str | None:
    """The message of the pod's condition PodScheduled; None without one."""
    condition = outcome["pods"][name].get("conditions", {}).get("PodScheduled", {})
    text = condition.get("message")
    return None if text is None else str(text)


def condition_of(outcome: Mapping[str, Any], group: str = "g") -> tuple[str, str] | None:
    """Status and message of the group's condition; None without one."""
    condition = outcome["objects"][f"PodGroup/{group}"].get("conditions", {}).get("PodGroupScheduled")
    return None if condition is None else (condition["status"], condition["message"])

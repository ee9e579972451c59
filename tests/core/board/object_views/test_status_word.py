"""The STATUS column, case by case as the printer's code has them."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.board.object_views.status_word import pod_status_word
from scheduler_core.objects import Pod
from tests.builders import node
from tests.builders import pod as with_pod
from tests.core.play import Play, apply, header

WAITING = {"state": {"waiting": {"reason": "ContainerCreating"}}}
RUNNING = {"state": {"running": {}}, "ready": True}


def ended(code: int, **fields: Any) -> dict[str, Any]:
    return {"state": {"terminated": {"exitCode": code, **fields}}}


def containers(*statuses: dict[str, Any]) -> dict[str, Any]:
    return {"containerStatuses": [{"name": f"c{place}", **item} for place, item in enumerate(statuses)]}


def inits(*statuses: dict[str, Any]) -> dict[str, Any]:
    return {"initContainerStatuses": [{"name": f"i{place}", **item} for place, item in enumerate(statuses)]}


@pytest.mark.parametrize(
    ("status", "deleted", "expected"),
    [
        ({}, False, "Pending"),
        ({"phase": "Pending", **containers(WAITING)}, False, "ContainerCreating"),
        ({"phase": "Running", **containers(RUNNING)}, False, "Running"),
        ({"phase": "Running", **containers(RUNNING)}, True, "Terminating"),
        ({"phase": "Failed", "reason": "Evicted"}, False, "Evicted"),
        ({"phase": "Failed", **containers(ended(137, reason="Error"))}, True, "Error"),
        ({"phase": "Running", "reason": "NodeLost"}, True, "Unknown"),
        ({"phase": "Running", **containers(ended(1), ended(2, signal=9))}, False, "ExitCode:1"),
        ({"phase": "Running", **containers(ended(0, reason="Completed"), RUNNING)}, False, "NotReady"),
        (
            {
                "phase": "Running",
                "conditions": [{"type": "Ready", "status": "True"}],
                **containers(ended(0, reason="Completed"), RUNNING),
            },
            False,
            "Running",
        ),
        (
            {"phase": "Pending", **inits(ended(0), WAITING), **containers(WAITING)},
            False,
            "Init:ContainerCreating",
        ),
        (
            {"phase": "Pending", **inits({"state": {"waiting": {"reason": "PodInitializing"}}})},
            False,
            "Init:0/2",
        ),
        ({"phase": "Pending", **inits(ended(3))}, False, "Init:ExitCode:3"),
        ({"phase": "Pending", **inits(ended(1, reason="Error"))}, False, "Init:Error"),
        (
            {
                "phase": "Pending",
                "conditions": [{"type": "PodScheduled", "status": "False", "reason": "SchedulingGated"}],
            },
            False,
            "SchedulingGated",
        ),
    ],
)
def test_the_word_is_the_printers(status: dict[str, Any], deleted: bool, expected: str) -> None:
    names = [item["name"] for item in status.get("initContainerStatuses", ())]
    names += ["i1"] if names == ["i0"] else []
    metadata: dict[str, Any] = {"name": "p"}
    if deleted:
        metadata["deletionTimestamp"] = "2030-01-01T00:00:30Z"
    spec = {"containers": [{"name": "c0"}], "initContainers": [{"name": name} for name in names]}
    made = Pod.parse({"kind": "Pod", "metadata": metadata, "spec": spec, "status": status})

    assert expected == pod_status_word(made)


def test_a_gated_pod_says_so_from_its_creation_until_it_is_scheduled() -> None:
    gated = with_pod("x", schedulingGates=[{"name": "example.com/g"}])
    play = Play([header(), node("n1"), gated], [apply(5, with_pod("x", schedulingGates=[]))])

    assert "SchedulingGated" == play.view(0, "x")["state"]  # type: ignore[index]
    assert "Scheduling is blocked due to non-empty scheduling gates" == play.text(0, "x")
    seq = play.until_quiet()
    assert "Running" == play.view(seq, "x")["state"]  # type: ignore[index]


def test_a_pod_created_on_its_node_counts_as_scheduled() -> None:
    play = Play([header(), node("n1")], [apply(1, with_pod("x", nodeName="n1"))])
    condition = play.condition(play.until_quiet(), "x", "PodScheduled")

    assert condition is not None
    assert "True" == condition["status"]

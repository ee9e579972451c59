"""The stated usage of containers and volumes."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.kubelet.application.behaviour import Behaviour
from scheduler_core.kubelet.application.usage import Curve
from scheduler_core.kubelet.eviction.node_usage import (
    ContainerUsage,
    RunningContainer,
    states_usage,
    volume_annotations,
)
from scheduler_core.objects.pod import Pod
from tests import builders


def pod(**message: Any) -> Pod:
    annotations = {f"podium/{name}": value for name, value in message.items()}
    volumes = [{"name": "data", "emptyDir": {}}, {"name": "logs.old", "emptyDir": {}}]
    return Pod.parse(builders.pod("p", metadata={"annotations": annotations}, volumes=volumes))


@pytest.mark.parametrize("field", ["memory", "disk", "inodes", "processes"])
def test_a_statement_about_any_resource_is_one(field: str) -> None:
    assert states_usage(Behaviour(**{field: "1"}))  # type: ignore[arg-type]
    assert not states_usage(Behaviour())


def test_a_resource_without_a_statement_is_not_used() -> None:
    running = RunningContainer(pod(), "app", Behaviour(), 0)
    usage = ContainerUsage(running, {"memory": Curve(((0, 100), (10_000, 300)))})

    assert [100, 200, 300] == [usage.at("memory", now_ms) for now_ms in (0, 5_000, 60_000)]
    assert 0 == usage.at("disk", 5_000)


def test_the_usage_of_a_volume_is_found_by_the_volume_s_name() -> None:
    message = {"data.disk": "1Gi", "logs.old.disk": "0:1Mi,60:2Mi"}

    assert {"data": "1Gi", "logs.old": "0:1Mi,60:2Mi"} == volume_annotations(pod(**message))


def test_annotations_about_something_else_are_no_volumes() -> None:
    assert {} == volume_annotations(pod(**{"gone.disk": "1Gi", "data.memory": "1Gi", "disk": "1Gi"}))

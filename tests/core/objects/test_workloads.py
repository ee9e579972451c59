"""Workloads: how many pods they want, and which pods are theirs."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.objects.workloads import ControllerRevision, Service, Workload
from tests import builders


def parsed(
    kind: str, replicas: int | None = None, status: dict[str, Any] | None = None, **spec: Any
) -> Workload:
    return Workload.parse({**builders.workload(kind, "web", replicas, **spec), "status": status or {}})


@pytest.mark.parametrize(
    ("workload", "replicas"),
    [
        (parsed("Deployment"), 1),
        (parsed("Deployment", 0), 0),
        (parsed("DaemonSet"), 0),
        (parsed("DaemonSet", status={"desiredNumberScheduled": 3}), 3),
        (parsed("Job"), 1),
        (parsed("Job", completions=5, parallelism=2), 5),
        (parsed("Job", parallelism=2), 2),
    ],
)
def test_how_many_pods_a_workload_wants(workload: Workload, replicas: int) -> None:
    assert replicas == workload.replicas


@pytest.mark.parametrize(
    ("kind", "field"), [("ReplicaSet", "readyReplicas"), ("DaemonSet", "numberReady"), ("Job", "ready")]
)
def test_ready_pods_are_counted_in_the_field_of_the_kind(kind: str, field: str) -> None:
    assert 2 == parsed(kind, status={field: 2}).ready
    assert 0 == parsed(kind).ready


def test_a_replication_controller_selects_by_a_map_or_by_the_labels_of_its_template() -> None:
    template = {"metadata": {"labels": {"tier": "front"}}}
    by_map = parsed("ReplicationController", selector={"app": "x"}, template=template).selector
    by_template = parsed("ReplicationController", selector=None, template=template).selector

    assert by_map is not None
    assert by_template is not None
    assert (True, False) == (by_map.matches({"app": "x"}), by_map.matches({"tier": "front"}))
    assert by_template.matches({"tier": "front"})


def test_a_service_without_a_selector_selects_nothing() -> None:
    assert Service.parse({"metadata": {"name": "s"}, "spec": {"selector": {}}}).selector is None


def test_a_revision_has_the_template_that_it_keeps() -> None:
    template = {"metadata": {"labels": {"app": "x"}}}
    manifest = {"metadata": {"name": "r"}, "revision": 3, "data": {"spec": {"template": template}}}
    revision = ControllerRevision.parse(manifest)

    assert (3, template) == (revision.revision, revision.template)

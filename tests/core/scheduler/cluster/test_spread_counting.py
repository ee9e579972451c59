"""Which pods of a cluster a topology spread constraint counts."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.objects import Pod
from scheduler_core.objects.selection.selectors import map_selector
from scheduler_core.scheduler.cluster.spread_counting import counted_pods, is_counted
from tests.builders import pod

KEY = ("default", map_selector({"app": "web"}))


def made(name: str, *, phase: str = "Running", deleted: bool = False, **more: Any) -> Pod:
    manifest = pod(name, labels={"app": "web"}, **more)
    manifest["status"] = {"phase": phase}
    if deleted:
        manifest["metadata"]["deletionTimestamp"] = "2030-01-01T00:00:30Z"
    return Pod.parse(manifest)


@pytest.mark.parametrize(
    ("namespace", "labels", "terminating", "counted"),
    [
        ("default", {"app": "web", "tier": "a"}, False, True),
        ("default", {"app": "web"}, True, False),
        ("default", {"app": "db"}, False, False),
        ("other", {"app": "web"}, False, False),
    ],
)
def test_a_pod_of_the_namespace_that_matches_and_is_not_deleted_is_counted(
    namespace: str, labels: dict[str, str], terminating: bool, counted: bool
) -> None:
    assert counted is is_counted(KEY, namespace, labels, terminating=terminating)


def test_only_pods_on_nodes_are_counted_and_finished_ones_are_on_none() -> None:
    pods = [
        made("runs", on="n1"),
        made("waits"),
        made("done", on="n1", phase="Succeeded"),
        made("failed", on="n1", phase="Failed"),
        made("leaves", on="n1", deleted=True),
    ]

    assert ["runs"] == [counted.name for counted in counted_pods(pods, KEY)]

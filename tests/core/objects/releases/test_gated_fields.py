"""Fields whose feature gate is off: named with their path, and dropped."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.objects.manifest import find
from scheduler_core.objects.releases.gated_fields import gated_fields, without_gated_fields
from scheduler_core.objects.releases.known_fields import with_known_fields
from scheduler_core.objects.releases.releases import NEWEST, release

SIGNAL: dict[str, Any] = {"name": "c", "lifecycle": {"stopSignal": "SIGUSR1"}}
BOTH: dict[str, Any] = {
    "name": "d",
    "lifecycle": {"stopSignal": "SIGUSR1", "preStop": {"sleep": {"seconds": 1}}},
}
POD: dict[str, Any] = {"spec": {"initContainers": [BOTH], "containers": [{"name": "b"}, SIGNAL]}}
SET: dict[str, Any] = {
    "spec": {
        "updateStrategy": {"rollingUpdate": {"partition": 1, "maxUnavailable": 2}},
        "template": {"spec": {"containers": [SIGNAL]}},
    }
}


def test_each_field_is_named_with_its_path_and_gate() -> None:
    assert (
        ("spec.initContainers[0].lifecycle.stopSignal", "ContainerStopSignals"),
        ("spec.containers[1].lifecycle.stopSignal", "ContainerStopSignals"),
    ) == gated_fields("Pod", POD)
    assert (
        ("spec.updateStrategy.rollingUpdate.maxUnavailable", "MaxUnavailableStatefulSet"),
        ("spec.template.spec.containers[0].lifecycle.stopSignal", "ContainerStopSignals"),
    ) == gated_fields("StatefulSet", SET)
    assert () == gated_fields("Pod", {"spec": {"containers": [{"name": "b"}]}})


def test_a_lifecycle_of_a_signal_alone_goes_and_others_stay() -> None:
    found = without_gated_fields("Pod", POD, NEWEST)

    assert {
        "initContainers": [{"name": "d", "lifecycle": {"preStop": {"sleep": {"seconds": 1}}}}],
        "containers": [{"name": "b"}, {"name": "c"}],
    } == found["spec"]


@pytest.mark.parametrize(("version", "kept"), [("1.34", None), ("1.33", None), ("1.35", 2)])
def test_max_unavailable_of_a_stateful_set_is_kept_where_its_gate_is_on(
    version: str, kept: int | None
) -> None:
    found = with_known_fields("StatefulSet", SET, release(version))

    assert kept == find(found, "spec", "updateStrategy", "rollingUpdate", "maxUnavailable")
    assert 1 == find(found, "spec", "updateStrategy", "rollingUpdate", "partition")
    assert [{"name": "c"}] == find(found, "spec", "template", "spec", "containers")


def test_an_object_without_such_fields_is_returned_as_it_is() -> None:
    plain: dict[str, Any] = {"spec": {"containers": [{"name": "b"}]}}

    assert without_gated_fields("Pod", plain, NEWEST) is plain

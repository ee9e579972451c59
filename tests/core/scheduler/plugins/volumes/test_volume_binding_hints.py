"""VolumeBinding, queueing hints: which changes wake a pod whose volumes stood in the way."""

import pytest

from scheduler_core.objects.storage import CSIDriver, CSINode
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.framework.events import Action, Resource
from tests.core.scheduler.builders import pod
from tests.core.scheduler.plugins.plugin_answers import wakes
from tests.core.scheduler.plugins.storage import (
    Stored,
    capacity,
    claim,
    own_claim,
    scratching,
    storage_class,
    using,
    volume,
)
from tests.core.scheduler.plugins.volumes.two_zones import PLUGIN


@pytest.mark.parametrize(
    ("waiting", "changed", "worth_it"),
    [
        pytest.param(using("p", "data", "more"), claim("more"), True, id="its own claim"),
        pytest.param(using("p", "data"), claim("other"), False, id="another claim"),
        pytest.param(
            using("p", "data"), claim("data", metadata={"namespace": "ns1"}), False, id="of another namespace"
        ),
        pytest.param(pod("p"), claim("data"), False, id="a pod without claims"),
        pytest.param(scratching("p", "a", "b"), own_claim("p", "b"), True, id="its ephemeral claim"),
        pytest.param(scratching("p", "a"), own_claim("p", "z"), False, id="no ephemeral volume of its"),
    ],
)
def test_a_claim_wakes_the_pod_that_uses_it(waiting: PodInfo, changed: Stored, worth_it: bool) -> None:
    assert wakes(PLUGIN, waiting, Resource.PERSISTENT_VOLUME_CLAIM, Action.ADD, None, changed) is worth_it


def test_every_volume_that_comes_or_changes_wakes() -> None:
    assert wakes(PLUGIN, using("p", "data"), Resource.PERSISTENT_VOLUME, Action.ADD, None, volume("pv"))


def test_a_new_class_wakes_and_a_changed_one_where_its_topology_did() -> None:
    terms = [{"matchLabelExpressions": [{"key": "topology.kubernetes.io/zone", "values": ["z2"]}]}]
    narrow, wide = storage_class(allowedTopologies=terms), storage_class()

    def woken(old: Stored | None, new: Stored) -> bool:
        action = Action.ADD if old is None else Action.UPDATE
        return wakes(PLUGIN, using("p", "data"), Resource.STORAGE_CLASS, action, old, new)

    assert woken(None, wide)
    assert woken(narrow, wide)
    assert not woken(wide, storage_class(reclaimPolicy="Retain"))


@pytest.mark.parametrize(
    ("old", "new", "worth_it"),
    [
        pytest.param(None, capacity("c"), True, id="new"),
        pytest.param(capacity("c"), capacity("c", "1Gi"), True, id="told for the first time"),
        pytest.param(capacity("c"), capacity("c", largest="1Gi"), True, id="the largest volume told"),
        pytest.param(capacity("c", "1Gi"), capacity("c", "2Gi"), True, id="more"),
        pytest.param(
            capacity("c", "9Gi", largest="1Gi"), capacity("c", "9Gi"), True, id="no longer a largest volume"
        ),
        pytest.param(
            capacity("c", "9Gi", largest="1Gi"), capacity("c", "9Gi", largest="2Gi"), True, id="larger"
        ),
        pytest.param(capacity("c", "1Gi"), capacity("c", "1Gi"), False, id="as much"),
        pytest.param(capacity("c", "9Gi", largest="5Gi"), capacity("c", "5Gi"), False, id="as large"),
        pytest.param(capacity("c", "2Gi"), capacity("c", "1Gi"), False, id="less"),
        pytest.param(
            capacity("c", "9Gi", largest="2Gi"), capacity("c", "9Gi", largest="1Gi"), False, id="smaller"
        ),
    ],
)
def test_more_room_at_the_driver_wakes(old: Stored | None, new: Stored, worth_it: bool) -> None:
    action = Action.ADD if old is None else Action.UPDATE

    assert wakes(PLUGIN, using("p", "data"), Resource.CSI_STORAGE_CAPACITY, action, old, new) is worth_it


@pytest.mark.parametrize(
    ("old", "new", "worth_it"),
    [(None, "", True), ("one", "one,two", True), ("one", "two", True), ("one", "one", False)],
)
def test_a_node_whose_drivers_took_over_another_plugin_wakes(
    old: str | None, new: str, worth_it: bool
) -> None:
    def migrated(plugins: str) -> CSINode:
        annotations = {"storage.alpha.kubernetes.io/migrated-plugins": plugins}
        return CSINode.parse({"metadata": {"name": "a", "annotations": annotations}})

    action, before_it = (Action.ADD, None) if old is None else (Action.UPDATE, migrated(old))
    assert wakes(PLUGIN, using("p", "data"), Resource.CSI_NODE, action, before_it, migrated(new)) is worth_it


@pytest.mark.parametrize(
    ("driver", "was", "becomes", "worth_it"),
    [
        pytest.param("csi.example", True, False, True, id="no longer asked for its capacity"),
        pytest.param("csi.example", True, True, False, id="asked as before"),
        pytest.param("csi.example", False, True, False, id="asked from now on"),
        pytest.param("csi.other", True, False, False, id="a driver it does not use"),
    ],
)
def test_a_driver_that_stops_counting_wakes_those_with_an_inline_volume_of_its(
    driver: str, was: bool, becomes: bool, worth_it: bool
) -> None:
    def counting(flag: bool) -> CSIDriver:
        return CSIDriver.parse({"metadata": {"name": "csi.example"}, "spec": {"storageCapacity": flag}})

    waiting = pod("p", volumes=[{"name": "v", "csi": {"driver": driver}}])
    event = Resource.CSI_DRIVER, Action.UPDATE, counting(was), counting(becomes)
    assert wakes(PLUGIN, waiting, *event) is worth_it

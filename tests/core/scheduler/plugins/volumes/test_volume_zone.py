"""VolumeZone: a volume with zone or region labels is used there alone."""

import pytest

from scheduler_core.objects.node import Node
from scheduler_core.objects.storage import StorageClass
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.configuration.extension_points import PluginSet
from scheduler_core.scheduler.configuration.profile import ProfileConfig
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.events import Action, Resource
from scheduler_core.scheduler.framework.status import Code
from scheduler_core.scheduler.plugins.volumes.volume_zone import VolumeZone, topologies
from tests.core.scheduler.builders import node, pod
from tests.core.scheduler.plugins.plugin_answers import decided, skips_filter, wakes
from tests.core.scheduler.plugins.storage import Stored, claim, storage_class, using, volume, with_storage

PLUGIN = "VolumeZone"
ZONE, REGION = "topology.kubernetes.io/zone", "topology.kubernetes.io/region"
BETA_ZONE = "failure-domain.beta.kubernetes.io/zone"
A, B, BARE = node("a", zone="z1"), node("b", zone="z2"), node("bare")


def conflicts(*stored: Stored) -> set[str]:
    decision = decided(with_storage(A, B, BARE, *stored), using("p", "data"))
    return {
        name
        for name, verdict in decision.nodes.items()
        if verdict.status.reasons == ("node(s) had no available volume zone",)
    }


def test_a_pod_without_volumes_is_not_asked() -> None:
    assert skips_filter(PLUGIN, pod("p"), A)


@pytest.mark.parametrize(
    ("labels", "out"),
    [
        pytest.param({}, set(), id="no label"),
        pytest.param({ZONE: "z1"}, {"b"}, id="one zone"),
        pytest.param({ZONE: "z1__z2"}, set(), id="two zones"),
        pytest.param({ZONE: "z9"}, {"a", "b"}, id="another zone"),
        pytest.param({BETA_ZONE: "z1"}, {"b"}, id="the old label"),
        pytest.param({ZONE: "z1", REGION: "r1"}, {"a", "b"}, id="a region that no node has"),
        pytest.param({"team": "red"}, set(), id="another label"),
    ],
)
def test_the_node_must_be_in_the_volume_s_zone(labels: dict[str, str], out: set[str]) -> None:
    assert conflicts(claim("data", "pv"), volume("pv", labels=labels)) == out


def test_a_node_without_any_zone_is_let_through() -> None:
    assert "bare" not in conflicts(claim("data", "pv"), volume("pv", labels={ZONE: "z9"}))


def test_a_list_with_an_empty_zone_is_no_zone() -> None:
    assert () == topologies(volume("pv", labels={ZONE: "z1__"}))


def test_a_claim_that_waits_for_its_first_consumer_has_no_zone_yet() -> None:
    assert set() == conflicts(claim("data"), storage_class())


BETA_REGION = "failure-domain.beta.kubernetes.io/region"


def let_in(labels: dict[str, str], on: Node) -> bool:
    decision = decided(with_storage(on, claim("data", "pv"), volume("pv", labels=labels)), using("p", "data"))
    return decision.feasible == (on.name,)


@pytest.mark.parametrize(
    ("labels", "of_node", "fits"),
    [
        pytest.param({BETA_ZONE: "z1"}, {BETA_ZONE: "z1"}, True, id="old and old"),
        pytest.param({BETA_ZONE: "z1"}, {BETA_ZONE: "z2"}, False, id="another old one"),
        pytest.param({BETA_ZONE: "z1"}, {ZONE: "z1"}, True, id="the old label is the new one's"),
        pytest.param({BETA_ZONE: "z1"}, {ZONE: "z2"}, False, id="the new one differs"),
        pytest.param({ZONE: "z1"}, {BETA_ZONE: "z1"}, False, id="the new label is not the old one's"),
        pytest.param({BETA_REGION: "r1"}, {REGION: "r1"}, True, id="regions alike"),
        pytest.param({REGION: "r1"}, {REGION: "r2"}, False, id="another region"),
        pytest.param({ZONE: "z1", REGION: "r1"}, {ZONE: "z1"}, False, id="a region that the node lacks"),
        pytest.param({BETA_ZONE: "z3__z1"}, {BETA_ZONE: "z1"}, True, id="a list of old zones"),
    ],
)
def test_old_and_new_labels_are_compared(labels: dict[str, str], of_node: dict[str, str], fits: bool) -> None:
    assert let_in(labels, node("n", labels=of_node)) is fits


def test_a_bound_claim_whose_volume_is_not_there_stops_the_attempt() -> None:
    status = decided(with_storage(A, claim("data", "gone")), using("p", "data")).prefilter

    assert (PLUGIN, ('persistentvolume "gone" not found',)) == (status.plugin, status.reasons)


@pytest.mark.parametrize(
    ("stored", "words"),
    [
        pytest.param(
            [claim("data", cls="")],
            "PersistentVolumeClaim had no pv name and storageClass name",
            id="no class",
        ),
        pytest.param(
            [claim("data")], 'storageclass.storage.k8s.io "fast" not found', id="a class that is not there"
        ),
        pytest.param(
            [claim("data"), StorageClass.parse({"metadata": {"name": "fast"}})],
            'VolumeBindingMode not set for StorageClass "fast"',
            id="a class without a mode",
        ),
        pytest.param(
            [claim("data"), storage_class(waits=False)], "PersistentVolume had no name", id="a class at once"
        ),
    ],
)
def test_why_an_unbound_claim_has_no_zone(stored: list[Stored], words: str) -> None:
    """VolumeBinding goes before it, so the plugin is asked alone."""
    snapshot = with_storage(A, *stored)
    result = VolumeZone().pre_filter(CycleState(snapshot), snapshot, using("p", "data"))

    assert (result.status.code, result.status.reasons) == (Code.UNRESOLVABLE, (words,))


# --- what wakes a pod -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("waiting", "worth_it"),
    [
        pytest.param(using("p", "data"), True, id="its own"),
        pytest.param(using("p", "other"), False, id="another"),
        pytest.param(using("p", "data", namespace="ns1"), False, id="of another namespace"),
        pytest.param(pod("p"), False, id="it has none"),
    ],
)
def test_a_claim_wakes_the_pod_that_uses_it(waiting: PodInfo, worth_it: bool) -> None:
    added = Resource.PERSISTENT_VOLUME_CLAIM, Action.ADD, None, claim("data")
    bound = Resource.PERSISTENT_VOLUME_CLAIM, Action.UPDATE, claim("data"), claim("data", "pv")

    assert wakes(PLUGIN, waiting, *added) is worth_it
    assert wakes(PLUGIN, waiting, *bound) is worth_it


def test_a_new_class_wakes_where_it_waits_for_the_first_consumer() -> None:
    def woken(new: Stored) -> bool:
        return wakes(PLUGIN, using("p", "data"), Resource.STORAGE_CLASS, Action.ADD, None, new)

    assert woken(storage_class())
    assert not woken(storage_class(waits=False))
    assert not woken(StorageClass.parse({"metadata": {"name": "fast"}}))


@pytest.mark.parametrize(
    ("old", "new", "worth_it"),
    [
        pytest.param(None, {BETA_ZONE: "z1"}, True, id="new"),
        pytest.param({BETA_ZONE: "z1"}, {BETA_ZONE: "z2"}, True, id="moved"),
        pytest.param({BETA_ZONE: "z1"}, {BETA_ZONE: "z1", ZONE: "z1"}, True, id="one more label"),
        pytest.param({ZONE: "z1"}, {ZONE: "z1", "team": "red"}, False, id="a label of no zone"),
    ],
)
def test_a_volume_that_moves_wakes(old: dict[str, str] | None, new: dict[str, str], worth_it: bool) -> None:
    before = None if old is None else volume("pv", labels=old)
    action = Action.ADD if old is None else Action.UPDATE
    event = Resource.PERSISTENT_VOLUME, action, before, volume("pv", labels=new)

    assert wakes(PLUGIN, using("p", "data"), *event) is worth_it


def test_without_its_pre_filter_it_looks_the_volumes_up_for_every_node() -> None:
    config = ProfileConfig(plugin_sets=(("preFilter", PluginSet(disabled=(PLUGIN,))),))
    there = claim("data", "pv"), volume("pv", labels={ZONE: "z1"})
    decision = decided(with_storage(A, B, BARE, *there), using("p", "data"), config)

    assert ("a", "bare") == decision.feasible
    assert ("node(s) had no available volume zone",) == decision.nodes["b"].status.reasons

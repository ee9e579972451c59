"""VolumeZone: a volume with zone or region labels is used there alone."""

import pytest

from scheduler_core.scheduler.plugins.volume_zone import topologies
from tests.core.scheduler.making import node, pod
from tests.core.scheduler.plugins.asking import decided, skips_filter
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
    assert topologies(volume("pv", labels={ZONE: "z1__"})) == ()


def test_a_claim_that_waits_for_its_first_consumer_has_no_zone_yet() -> None:
    assert conflicts(claim("data"), storage_class()) == set()

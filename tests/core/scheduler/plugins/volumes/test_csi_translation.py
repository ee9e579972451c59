"""The node affinity of migrated disks, as their CSI drivers ask for it."""

from typing import Any

import pytest

from scheduler_core.objects.storage import CSINode, PersistentVolume
from scheduler_core.scheduler.plugins.volumes.csi_translation import affinity_on

ZONE, BETA_ZONE = "topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone"
REGION, BETA_REGION = "topology.kubernetes.io/region", "failure-domain.beta.kubernetes.io/region"
EBS, GCE, CINDER = (
    "topology.ebs.csi.aws.com/zone",
    "topology.gke.io/zone",
    "topology.cinder.csi.openstack.org/zone",
)
EVERY_PLUGIN = "kubernetes.io/aws-ebs,kubernetes.io/gce-pd,kubernetes.io/azure-disk,kubernetes.io/cinder"


def disk(
    source: str, *terms: dict[str, str], labels: dict[str, str] | None = None, **more: Any
) -> PersistentVolume:
    """A volume with one term for each map of keys and values."""
    spec: dict[str, Any] = {source: more}
    if terms:
        expected = [
            {
                "matchExpressions": [
                    {"key": key, "operator": "In", "values": [value]} for key, value in term.items()
                ]
            }
            for term in terms
        ]
        spec["nodeAffinity"] = {"required": {"nodeSelectorTerms": expected}}
    return PersistentVolume.parse({"metadata": {"name": "pv", "labels": labels or {}}, "spec": spec})


def node_of(plugins: str = EVERY_PLUGIN) -> CSINode:
    annotations = {"storage.alpha.kubernetes.io/migrated-plugins": plugins}
    return CSINode.parse({"metadata": {"name": "n", "annotations": annotations}, "spec": {"drivers": []}})


def affinity_terms(
    volume: PersistentVolume, csi_node: CSINode | None
) -> list[dict[str, tuple[str, ...]]] | None:
    """The terms of the affinity: key → values."""
    selector = affinity_on(volume, csi_node).selector
    if selector is None:
        return None
    return [{entry.key: entry.values for entry in term.match_expressions} for term in selector.terms]


@pytest.mark.parametrize(
    ("source", "key"),
    [
        pytest.param("awsElasticBlockStore", EBS, id="EBS"),
        pytest.param("gcePersistentDisk", GCE, id="GCE"),
        pytest.param("cinder", CINDER, id="Cinder"),
        pytest.param("azureDisk", ZONE, id="Azure keeps the zone label"),
        pytest.param("nfs", ZONE, id="a volume that is never migrated"),
    ],
)
def test_each_driver_has_its_own_zone_label(source: str, key: str) -> None:
    assert affinity_terms(disk(source, {ZONE: "z1"}), node_of()) == [{key: ("z1",)}]


@pytest.mark.parametrize(
    "csi_node",
    [
        pytest.param(None, id="no CSINode"),
        pytest.param(node_of("kubernetes.io/gce-pd"), id="another plugin was migrated"),
        pytest.param(node_of(""), id="none was migrated"),
    ],
)
def test_where_the_plugin_was_not_migrated_the_affinity_stays(csi_node: CSINode | None) -> None:
    assert [{ZONE: ("z1",)}] == affinity_terms(disk("awsElasticBlockStore", {ZONE: "z1"}), csi_node)


def test_every_term_is_translated_and_other_keys_stay() -> None:
    volume = disk("awsElasticBlockStore", {ZONE: "z1", "disk": "ssd"}, {ZONE: "z2"})

    assert [{EBS: ("z1",), "disk": ("ssd",)}, {EBS: ("z2",)}] == affinity_terms(volume, node_of())


def test_without_a_zone_in_the_affinity_the_label_of_the_volume_counts() -> None:
    assert [{GCE: ("us-east1-a",)}] == affinity_terms(
        disk("gcePersistentDisk", labels={ZONE: "us-east1-a"}), node_of()
    )
    assert [{"disk": ("ssd",), CINDER: ("z1", "z2")}] == affinity_terms(
        disk("cinder", {"disk": "ssd"}, labels={ZONE: "z2__z1"}), node_of()
    )


def test_the_beta_labels_are_translated_as_well() -> None:
    volume = disk("awsElasticBlockStore", {BETA_ZONE: "z1", BETA_REGION: "r"})

    assert [{EBS: ("z1",), REGION: ("r",)}] == affinity_terms(volume, node_of())


def test_a_volume_without_zone_is_reachable_everywhere() -> None:
    assert affinity_terms(disk("awsElasticBlockStore"), node_of()) is None
    assert affinity_on(disk("awsElasticBlockStore"), node_of()).matches({})


@pytest.mark.parametrize(
    ("volume", "error"),
    [
        pytest.param(disk("awsElasticBlockStore", volumeID="aws://z1/vol-1"), "", id="an id with a zone"),
        pytest.param(
            disk("awsElasticBlockStore", volumeID="aws://z1/x"),
            "could not translate pv: failed to translate Kubernetes ID to EBS Volume ID Invalid format for AWS volume "
            "(aws://z1/x)",
            id="an id of another form",
        ),
        pytest.param(
            disk("gcePersistentDisk", labels={ZONE: "us-east1-a__us-east1-b"}), "", id="two zones of a region"
        ),
        pytest.param(
            disk("gcePersistentDisk", labels={ZONE: "us-east1-a__eu-west1-b"}),
            "could not translate pv: failed to get region from zones: multiple or no regions gotten from zones, got: "
            "map[eu-west1:{} us-east1:{}]",
            id="zones of two regions",
        ),
        pytest.param(
            disk("gcePersistentDisk", labels={ZONE: "a__b"}),
            "could not translate pv: failed to get region from zones: zone in unexpected format, expected: "
            "{locale}-{region}-{zone}, got: a",
            id="zones without a region",
        ),
    ],
)
def test_an_id_that_cannot_be_translated_is_an_error(volume: PersistentVolume, error: str) -> None:
    assert affinity_on(volume, node_of()).error == error

"""NodeVolumeLimits: how many volumes a CSI driver attaches to a node."""

from typing import Any

import pytest

from scheduler_core.objects.storage import CSIDriver, CSINode, VolumeAttachment
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.configuration.profile import build_profile
from scheduler_core.scheduler.cycle.decide import Attempt, decide
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.framework.events import Action, Resource
from scheduler_core.scheduler.queue.nominator import Nominator
from tests.core.scheduler.builders import in_version, node, pod
from tests.core.scheduler.plugins.plugin_answers import HOST, REQUIRED, decided, skips_filter, wakes
from tests.core.scheduler.plugins.storage import (
    Stored,
    attached,
    claim,
    limits,
    own_claim,
    scratching,
    storage_class,
    using,
    volume,
    with_storage,
)

PLUGIN = "NodeVolumeLimits"


def of_driver(name: str, driver: str = "csi.example", handle: str = "") -> Stored:
    return volume(name, csi={"driver": driver, "volumeHandle": handle or name})


def exceeded(decision: Decision) -> set[str]:
    return {
        name
        for name, verdict in decision.nodes.items()
        if verdict.status.plugin == PLUGIN and verdict.status.reasons == ("node(s) exceed max volume count",)
    }


def judged(limit: int, *others: object, name: str = "mine") -> set[str]:
    """The nodes that refuse a pod with one volume of csi.example; n1 has the limit, and `others` stand there."""
    things = [claim("mine", "pv-mine"), of_driver("pv-mine"), claim("old", "pv-old"), of_driver("pv-old")]
    snapshot = with_storage(node("n1"), node("n2"), limits("n1", csi_example=limit), *things, *others)  # type: ignore[arg-type]
    return exceeded(decided(snapshot, using("p", name)))


def test_a_pod_without_attachable_volumes_is_not_asked() -> None:
    assert skips_filter(PLUGIN, pod("p"), node("n1"))


@pytest.mark.parametrize(("limit", "out"), [(2, set()), (1, {"n1"})])
def test_attached_and_wanted_volumes_must_not_exceed_the_limit(limit: int, out: set[str]) -> None:
    assert judged(limit, using("there", "old", on="n1")) == out


def test_a_node_without_a_limit_takes_any_number() -> None:
    assert "n2" not in judged(0, using("there", "old", on="n2"))


def test_a_volume_that_is_attached_already_is_not_counted_again() -> None:
    assert set() == judged(1, using("there", "old", on="n1"), name="old")


def test_two_pods_with_one_volume_count_once() -> None:
    assert set() == judged(2, using("a", "old", on="n1"), using("b", "old", on="n1"))


def test_volumes_of_another_driver_do_not_count() -> None:
    foreign = [claim("foreign", "pv-f"), of_driver("pv-f", "csi.other")]

    assert set() == judged(1, *foreign, using("there", "foreign", on="n1"))


def test_a_claim_that_is_still_to_be_provisioned_counts_for_its_class() -> None:
    waiting = [claim("later"), storage_class()]

    assert {"n1"} == judged(1, *waiting, using("there", "later", on="n1"))


# --- what else is counted -------------------------------------------------------------------------


def refused_by(limit: int, *others: Stored | PodInfo, waiting: PodInfo | None = None) -> bool:
    """Whether n1, where csi.example attaches `limit` volumes, refuses a pod with one, or `waiting`."""
    mine = claim("mine", "pv-mine"), of_driver("pv-mine")
    snapshot = with_storage(node("n1"), limits("n1", csi_example=limit), *mine, *others)
    return exceeded(decided(snapshot, waiting or using("p", "mine"))) == {"n1"}


def test_a_pod_with_configuration_alone_is_not_asked() -> None:
    volumes = [{"name": "c", "configMap": {"name": "c"}}, {"name": "s", "secret": {"secretName": "s"}}]

    assert skips_filter(PLUGIN, pod("p", volumes=volumes), node("n1"))


def test_volumes_that_are_attached_without_a_pod_count() -> None:
    left = claim("left", "pv-left"), of_driver("pv-left"), attached("va", "n1", "pv-left")

    assert refused_by(1, *left)
    assert not refused_by(2, *left)


def test_an_attachment_of_a_pod_s_volume_is_that_volume() -> None:
    there = claim("old", "pv-old"), of_driver("pv-old"), using("there", "old", on="n1")

    assert not refused_by(2, *there, attached("va", "n1", "pv-old"))


@pytest.mark.parametrize(
    "elsewhere",
    [
        pytest.param(attached("va", "n2", "pv-old"), id="to another node"),
        pytest.param(attached("va", "n1", "gone"), id="of a volume that is gone"),
        pytest.param(attached("va", "n1", "pv-old", driver=""), id="by nobody"),
    ],
)
def test_an_attachment_elsewhere_does_not_count(elsewhere: Stored) -> None:
    assert not refused_by(1, claim("old", "pv-old"), of_driver("pv-old"), elsewhere)


def test_a_claim_that_two_pods_wait_for_counts_once() -> None:
    waiting = claim("later"), storage_class(), using("a", "later", on="n1"), using("b", "later", on="n1")

    assert not refused_by(2, *waiting)
    assert refused_by(1, *waiting)


def test_a_claim_whose_volume_is_not_there_counts_for_its_class() -> None:
    assert refused_by(1, claim("broken", "gone"), storage_class(), using("there", "broken", on="n1"))


def test_a_claim_without_volume_and_class_does_not_count() -> None:
    assert not refused_by(1, claim("lost", cls="nowhere"), using("there", "lost", on="n1"))


def test_each_driver_is_held_to_its_own_limit() -> None:
    foreign = [claim(f"f{i}", f"pv-f{i}") for i in range(2)]
    volumes = [of_driver(f"pv-f{i}", "csi.other") for i in range(2)]
    there = using("a", "f0", on="n1"), using("b", "f1", on="n1")

    assert not refused_by(1, *foreign, *volumes, *there)
    snapshot = with_storage(node("n1"), limits("n1", csi_other=1), *foreign, *volumes, there[0])
    assert {"n1"} == exceeded(decided(snapshot, using("p", "f1")))


def test_ephemeral_volumes_count_on_both_sides() -> None:
    made = own_claim("p", "x"), own_claim("there", "x"), own_claim("there", "y"), storage_class()
    there = scratching("there", "x", "y", on="n1")

    assert refused_by(2, *made, there)
    assert refused_by(2, *made, there, waiting=scratching("p", "x"))
    assert not refused_by(3, *made, there, waiting=scratching("p", "x"))


# --- volumes of plugins that moved to a driver ----------------------------------------------------

EBS, PORTWORX = "ebs.csi.aws.com", "pxd.portworx.com"


def of_ebs(name: str, disk: str, *, on: str = "") -> PodInfo:
    return pod(name, on=on, volumes=[{"name": "v", "awsElasticBlockStore": {"volumeID": disk}}])


def moved(limit: int, driver: str = EBS, plugins: str = "") -> CSINode:
    metadata: dict[str, Any] = {"name": "n1"}
    if plugins:
        metadata["annotations"] = {"storage.alpha.kubernetes.io/migrated-plugins": plugins}
    drivers = [{"name": driver, "nodeID": "n1", "allocatable": {"count": limit}}]
    return CSINode.parse({"metadata": metadata, "spec": {"drivers": drivers}})


def full(waiting: PodInfo, *there: Stored | PodInfo) -> bool:
    return exceeded(decided(with_storage(node("n1"), *there), waiting)) == {"n1"}


def test_a_disk_of_an_old_plugin_counts_for_the_driver_that_took_over() -> None:
    assert full(of_ebs("p", "vol-1"), moved(1), of_ebs("there", "vol-2", on="n1"))
    assert not full(of_ebs("p", "vol-1"), moved(2), of_ebs("there", "vol-2", on="n1"))


def test_without_a_csi_node_nothing_is_counted() -> None:
    assert not full(of_ebs("p", "vol-1"), of_ebs("there", "vol-2", on="n1"))


def test_the_same_disk_written_in_two_ways_is_one() -> None:
    disk = claim("data", "pv"), volume("pv", csi={"driver": EBS, "volumeHandle": "vol-1"})
    other = claim("more", "pv2"), volume("pv2", awsElasticBlockStore={"volumeID": "aws://z1/vol-2"})
    there = using("there", "data", "more", on="n1")

    # vol-1 is there already; VolumeRestrictions sees no clash, for the other pod uses claims.
    assert not full(of_ebs("p", "vol-1"), moved(2), *disk, *other, there)
    assert not full(of_ebs("p", "vol-2"), moved(2), *disk, *other, there)
    assert full(of_ebs("p", "vol-3"), moved(2), *disk, *other, there)


def test_a_class_of_an_old_plugin_provisions_with_the_driver() -> None:
    later = claim("later"), storage_class(provisioner="kubernetes.io/aws-ebs")

    assert full(of_ebs("p", "vol-1"), moved(1), *later, using("there", "later", on="n1"))


@pytest.mark.parametrize(
    ("field", "driver"),
    [
        ({"gcePersistentDisk": {"pdName": "d"}}, "pd.csi.storage.gke.io"),
        ({"azureDisk": {"diskName": "d", "diskURI": "/d"}}, "disk.csi.azure.com"),
        ({"cinder": {"volumeID": "d"}}, "cinder.csi.openstack.org"),
    ],
)
def test_disks_of_other_clouds_count_too(field: dict[str, Any], driver: str) -> None:
    assert full(pod("p", volumes=[{"name": "v", **field}]), moved(0, driver))


@pytest.mark.parametrize(
    "field",
    [
        {"vsphereVolume": {"volumePath": "d"}},
        {"azureFile": {"shareName": "d", "secretName": "s"}},
        {"hostPath": {"path": "/d"}},
    ],
)
def test_volumes_that_are_not_attached_by_a_counting_driver_do_not(field: dict[str, Any]) -> None:
    assert not full(pod("p", volumes=[{"name": "v", **field}]), moved(0, "csi.vsphere.vmware.com"))


def test_portworx_counts_where_the_node_says_that_it_moved() -> None:
    waiting = pod("p", volumes=[{"name": "v", "portworxVolume": {"volumeID": "d"}}])

    assert not full(waiting, moved(0, PORTWORX))
    assert full(waiting, moved(0, PORTWORX, "kubernetes.io/portworx-volume"))


# --- what wakes a pod -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gone", "worth_it"),
    [
        pytest.param(using("x", "any", on="n1"), True, id="it had a claim"),
        pytest.param(scratching("x", "v", on="n1"), True, id="it had an ephemeral volume"),
        pytest.param(of_ebs("x", "vol-1", on="n1"), True, id="it had a disk of an old plugin"),
        pytest.param(pod("x", on="n1"), False, id="it had no volume"),
        pytest.param(using("x", "any"), False, id="it was on no node"),
        pytest.param(
            using("x", "any", status={"nominatedNodeName": "n1"}), True, id="it was promised a node"
        ),
    ],
)
def test_the_end_of_a_pod_with_volumes_wakes(gone: PodInfo, worth_it: bool) -> None:
    assert wakes(PLUGIN, using("p", "mine"), Resource.POD, Action.DELETE, gone, None) is worth_it


@pytest.mark.parametrize(
    ("waiting", "worth_it"),
    [
        pytest.param(using("p", "mine"), True, id="its own"),
        pytest.param(using("p", "other"), False, id="another"),
        pytest.param(using("p", "mine", namespace="ns1"), False, id="of another namespace"),
        pytest.param(pod("p"), False, id="it has none"),
    ],
)
def test_a_new_claim_wakes_whoever_waits_for_it(waiting: PodInfo, worth_it: bool) -> None:
    event = Resource.PERSISTENT_VOLUME_CLAIM, Action.ADD, None, claim("mine")

    assert wakes(PLUGIN, waiting, *event) is worth_it


def test_a_new_claim_for_an_ephemeral_volume_wakes() -> None:
    event = Resource.PERSISTENT_VOLUME_CLAIM, Action.ADD, None, own_claim("p", "v")

    assert wakes(PLUGIN, scratching("p", "v"), *event)


@pytest.mark.parametrize(
    ("waiting", "driver", "worth_it"),
    [
        pytest.param(using("p", "mine"), "csi.other", True, id="a pod with a claim, whatever the driver"),
        pytest.param(of_ebs("p", "vol-1"), EBS, True, id="a disk of that driver"),
        pytest.param(of_ebs("p", "vol-1"), "csi.other", False, id="a disk of another driver"),
        pytest.param(scratching("p", "v"), "csi.example", False, id="an ephemeral volume alone"),
        pytest.param(pod("p"), "csi.example", False, id="no volume"),
    ],
)
def test_a_volume_that_is_detached_wakes(waiting: PodInfo, driver: str, worth_it: bool) -> None:
    gone: VolumeAttachment = attached("va", "n1", "pv", driver)

    assert wakes(PLUGIN, waiting, Resource.VOLUME_ATTACHMENT, Action.DELETE, gone, None) is worth_it


@pytest.mark.parametrize(
    ("old", "new", "worth_it"),
    [
        pytest.param({"csi_example": 1}, {"csi_example": 2}, True, id="raised"),
        pytest.param({}, {"csi_example": 1}, True, id="a driver that is new"),
        pytest.param({"csi_example": 2}, {"csi_example": 2}, False, id="as before"),
        pytest.param({"csi_example": 2}, {"csi_example": 1}, False, id="lowered"),
        pytest.param({"csi_example": 2}, {}, False, id="gone"),
        pytest.param(
            {"csi_example": 2, "csi_other": 1},
            {"csi_example": 1, "csi_other": 2},
            True,
            id="one of two raised",
        ),
    ],
)
def test_a_limit_that_is_raised_wakes(old: dict[str, int], new: dict[str, int], worth_it: bool) -> None:
    event = Resource.CSI_NODE, Action.UPDATE, limits("n1", **old), limits("n1", **new)

    assert wakes(PLUGIN, using("p", "mine"), *event) is worth_it


def test_a_new_csi_node_wakes() -> None:
    assert wakes(PLUGIN, using("p", "mine"), Resource.CSI_NODE, Action.ADD, None, limits("n1"))


# --- claims of ephemeral volumes that belong to another pod ----------------------------------------

FOREIGN = "PVC default/old-scratch was not created for pod default/old (pod is not owner)"


def beside_a_foreign_claim(*others: Stored, cpu: str = "4") -> Decision:
    """n1 has a limit and runs a pod whose ephemeral volume has another pod's claim."""
    things = [claim("mine", "pv-mine"), of_driver("pv-mine"), own_claim("old", "scratch", of="somebody-else")]
    snapshot = with_storage(
        node("n1", cpu),
        node("n2"),
        limits("n1", csi_example=5),
        scratching("old", "scratch", on="n1"),
        *things,
        *others,
    )
    return decided(snapshot, using("p", "mine"))


def test_a_counted_pod_with_another_pod_s_claim_ends_the_attempt_in_an_error() -> None:
    decision = beside_a_foreign_claim()

    assert "error" == decision.result
    assert decision.fit_error == f'running "NodeVolumeLimits" filter plugin: {FOREIGN}'
    assert "Error" == decision.nodes["n1"].status.code.value


def test_without_a_limit_nothing_is_counted_and_the_foreign_claim_does_no_harm() -> None:
    assert "bound" == beside_a_foreign_claim(limits("n1")).result


def test_a_pod_without_attachable_volumes_does_not_meet_the_foreign_claim() -> None:
    things = [own_claim("old", "scratch", of="somebody-else"), scratching("old", "scratch", on="n1")]
    snapshot = with_storage(node("n1"), limits("n1", csi_example=5), *things)

    assert "bound" == decided(snapshot, pod("p")).result


def test_an_error_is_met_before_a_constraint_that_comes_later_would_refuse_the_node() -> None:
    """The fast search refuses whole domains at once; the error of an earlier filter must not be lost."""
    selector = {"matchLabels": {"app": "web"}}
    alone = {"topologyKey": HOST, "labelSelector": selector}
    affinity = {"podAntiAffinity": {REQUIRED: [alone]}}
    things = [claim("mine", "pv-mine"), of_driver("pv-mine"), own_claim("old", "scratch", of="somebody-else")]
    web = pod("web", on="n1", labels={"app": "web"})
    snapshot = with_storage(
        node("n1", labels={HOST: "n1"}),
        limits("n1", csi_example=5),
        scratching("old", "scratch", on="n1"),
        web,
        *things,
    )
    waiting = using("p", "mine", affinity=affinity)
    fast = decide(snapshot, waiting, build_profile(), Nominator(), Attempt(trace=False))

    assert ("error", "error") == (decided(snapshot, waiting).result, fast.result)


# --- disks that csi-translation-lib cannot translate -----------------------------------------------

ODD = "aws://z1/disk"
NOT_TRANSLATED = (
    "converting volume(v) from inline to csi: failed to translate Kubernetes ID to EBS Volume ID "
    f"Invalid format for AWS volume ({ODD})"
)


@pytest.mark.parametrize(
    ("waiting", "there"),
    [(of_ebs("p", ODD), ()), (of_ebs("p", "vol-1"), (of_ebs("there", ODD, on="n1"),))],
)
def test_an_inline_disk_with_an_odd_id_ends_the_attempt_in_an_error(
    waiting: PodInfo, there: tuple[PodInfo, ...]
) -> None:
    decision = decided(with_storage(node("n1"), moved(5), *there), waiting)

    words = f'running "NodeVolumeLimits" filter plugin: {NOT_TRANSLATED}'
    assert (decision.result, decision.fit_error) == ("error", words)


def test_without_a_csi_node_no_inline_disk_is_translated() -> None:
    assert "bound" == decided(with_storage(node("n1")), of_ebs("p", ODD)).result


def test_a_volume_with_an_odd_id_is_not_counted() -> None:
    odd = claim("odd", "pv-odd"), volume("pv-odd", awsElasticBlockStore={"volumeID": ODD})

    assert not full(of_ebs("p", "vol-1"), moved(1), *odd, using("there", "odd", on="n1"))


def without_driver(version: str, *there: Stored, demands: bool = True) -> dict[str, tuple[str, str]]:
    driver = CSIDriver.parse(
        {"metadata": {"name": "csi.example"}, "spec": {"preventPodSchedulingIfMissing": demands}}
    )
    snapshot = with_storage(node("n1"), driver, storage_class(), claim("mine"), *there)
    decision = decided(snapshot, using("p", "mine"), in_version(version))
    return {
        name: (verdict.status.code.value, verdict.status.message)
        for name, verdict in decision.nodes.items()
        if verdict.status.plugin == "NodeVolumeLimits"
    }


def test_since_1_37_a_driver_can_demand_to_be_on_the_node() -> None:
    refusal = ("Unschedulable", "csi.example CSI driver is not installed on the node")

    assert {} == without_driver("1.36")
    assert {"n1": refusal} == without_driver("1.37")
    assert {"n1": refusal} == without_driver("1.37", limits("n1", other_example=3))
    assert {} == without_driver("1.37", limits("n1", csi_example=3))
    assert {} == without_driver("1.37", demands=False)

"""NodeVolumeLimits: how many volumes a CSI driver attaches to a node."""

import pytest

from scheduler_core.scheduler.decision import Decision
from tests.core.scheduler.making import node, pod
from tests.core.scheduler.plugins.asking import decided, skips_filter
from tests.core.scheduler.plugins.storage import claim, limits, storage_class, using, volume, with_storage

PLUGIN = "NodeVolumeLimits"


def of_driver(name: str, driver: str = "csi.example", handle: str = "") -> object:
    return volume(name, csi={"driver": driver, "volumeHandle": handle or name})


def exceeded(decision: Decision) -> set[str]:
    return {
        name
        for name, verdict in decision.nodes.items()
        if verdict.status.plugin == PLUGIN and verdict.status.reasons == ("node(s) exceed max volume count",)
    }


def judged(limit: int, *others: object, wanted: str = "mine") -> set[str]:
    """The nodes that refuse a pod with one volume of csi.example; n1 has the limit, and `others` stand there."""
    things = [claim("mine", "pv-mine"), of_driver("pv-mine"), claim("old", "pv-old"), of_driver("pv-old")]
    snapshot = with_storage(node("n1"), node("n2"), limits("n1", csi_example=limit), *things, *others)  # type: ignore[arg-type]
    return exceeded(decided(snapshot, using("p", wanted)))


def test_a_pod_without_attachable_volumes_is_not_asked() -> None:
    assert skips_filter(PLUGIN, pod("p"), node("n1"))


@pytest.mark.parametrize(("limit", "out"), [(2, set()), (1, {"n1"})])
def test_attached_and_wanted_volumes_must_not_exceed_the_limit(limit: int, out: set[str]) -> None:
    assert judged(limit, using("there", "old", on="n1")) == out


def test_a_node_without_a_limit_takes_any_number() -> None:
    assert "n2" not in judged(0, using("there", "old", on="n2"))


def test_a_volume_that_is_attached_already_is_not_counted_again() -> None:
    assert judged(1, using("there", "old", on="n1"), wanted="old") == set()


def test_two_pods_with_one_volume_count_once() -> None:
    assert judged(2, using("a", "old", on="n1"), using("b", "old", on="n1")) == set()


def test_volumes_of_another_driver_do_not_count() -> None:
    foreign = [claim("foreign", "pv-f"), of_driver("pv-f", "csi.other")]

    assert judged(1, *foreign, using("there", "foreign", on="n1")) == set()


def test_a_claim_that_is_still_to_be_provisioned_counts_for_its_class() -> None:
    waiting = [claim("later"), storage_class()]

    assert judged(1, *waiting, using("there", "later", on="n1")) == {"n1"}

"""A node counts volumes against its limits as the plugin NodeVolumeLimits does."""

from __future__ import annotations

from typing import Any

from tests.builders import api_object, node, pod
from tests.core.builders import claim, storage_class, volume
from tests.core.pets import crash, node_view
from tests.core.play import Play, apply, delete, play_of

DRIVER = "csi.example.com"
LIMITS = api_object(
    "CSINode", "n1", spec={"drivers": [{"name": DRIVER, "nodeID": "n1", "allocatable": {"count": 2}}]}
)


def disk(name: str) -> list[dict[str, Any]]:
    kept = {"namespace": "default", "name": name}
    given = {"storageClassName": "fast"}
    made = volume(f"pv-{name}", csi={"driver": DRIVER, "volumeHandle": name}, claimRef=kept, **given)  # type: ignore[arg-type]
    return [made, claim(name, volumeName=f"pv-{name}", **given)]  # type: ignore[arg-type]


def using(name: str, claim_name: str, on: str = "n1") -> dict[str, Any]:
    volumes = [{"name": "d", "persistentVolumeClaim": {"claimName": claim_name}}]
    return pod(name, on=on, volumes=volumes)


def used(play: Play, second: float) -> list[dict[str, Any]]:
    return list(node_view(play, play.until(second), "n1")["volumeLimits"])


def limit(number: int) -> list[dict[str, Any]]:
    return [{"driver": DRIVER, "used": number, "most": 2}]


def test_two_pods_with_one_volume_count_once_and_a_node_without_limits_counts_nothing() -> None:
    documents = [node("n1"), node("n2"), LIMITS, *disk("a"), using("p", "a"), using("q", "a")]
    play = play_of(*documents, inputs=[])

    assert limit(1) == used(play, 5)
    assert [] == node_view(play, play.until(5), "n2")["volumeLimits"]


def test_a_volume_counts_until_it_is_detached_and_no_longer_than_its_pod_when_it_never_was_attached() -> None:
    """The kubelet is gone, so the volume stays attached after its pod was deleted by force."""
    inputs = [crash(10, "kubelet/n1"), delete(20, "p", gracePeriodSeconds=0, force=True)]
    play = play_of(node("n1"), LIMITS, *disk("a"), using("p", "a"), inputs=inputs)

    assert [limit(1)] * 3 == [used(play, second) for second in (5, 25, 300)]
    assert limit(0) == used(play, 500)


def test_a_claim_without_a_volume_counts_for_the_driver_of_its_class() -> None:
    waiting = claim("w", storageClassName="fast")
    later = apply(10, storage_class("fast", DRIVER, volumeBindingMode="WaitForFirstConsumer"))
    play = play_of(node("n1"), LIMITS, waiting, using("p", "w"), inputs=[later])

    assert [limit(0), limit(1)] == [used(play, second) for second in (5, 15)]


def test_the_count_follows_pods_claims_and_limits() -> None:
    more = {**LIMITS, "spec": {"drivers": [{"name": DRIVER, "nodeID": "n1", "allocatable": {"count": 5}}]}}
    inputs = [apply(10, *disk("b"), using("q", "b")), apply(20, more)]
    play = play_of(node("n1"), LIMITS, *disk("a"), using("p", "a"), inputs=inputs)

    assert [limit(1), limit(2)] == [used(play, second) for second in (5, 15)]
    assert [{"driver": DRIVER, "used": 2, "most": 5}] == used(play, 25)

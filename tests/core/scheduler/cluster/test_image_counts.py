"""An attempt sees how many nodes had an image when the entry of a node was renewed."""

from __future__ import annotations

from typing import Any

from scheduler_core.scheduler.cluster.image_counts import HEARTBEAT_MS
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from tests.core.scheduler.builders import node, pod

START = 1_893_456_000_000
APP = "app:v1"


def with_app(name: str) -> Any:
    return node(name, images=[{"names": [APP], "sizeBytes": 100}])


def two_owners() -> Snapshot:
    """n1 and n2 have the image, n3 has not, and an attempt has looked at them."""
    snapshot = Snapshot()
    for manifest in (with_app("n1"), with_app("n2"), node("n3")):
        snapshot.put_node(manifest)
    snapshot.image_counts.look(snapshot, START)
    return snapshot


def count(snapshot: Snapshot, name: str = "n1") -> int:
    info = snapshot.get(name)
    assert info is not None
    return snapshot.image_counts.of(info, APP, len(snapshot.images[APP].nodes))


def test_the_number_stays_too_high_after_another_owner_went_until_the_entry_is_renewed() -> None:
    snapshot = two_owners()
    snapshot.remove_node("n2")
    snapshot.image_counts.look(snapshot, START + 1_000)

    assert 2 == count(snapshot)
    assert {"n1": {APP: 2}} == snapshot.image_counts.stale(snapshot)
    snapshot.add_pod(pod("p").on("n1"))
    snapshot.image_counts.look(snapshot, START + 2_000)
    assert 1 == count(snapshot)
    assert {} == snapshot.image_counts.stale(snapshot)


def test_a_heartbeat_renews_the_entry_after_five_minutes() -> None:
    snapshot = two_owners()
    snapshot.remove_node("n2")

    snapshot.image_counts.look(snapshot, START + HEARTBEAT_MS - 1)
    assert 2 == count(snapshot)
    snapshot.image_counts.look(snapshot, START + HEARTBEAT_MS)
    assert 1 == count(snapshot)


def test_a_new_owner_has_the_true_number_and_a_copy_keeps_what_was_counted() -> None:
    snapshot = two_owners()
    snapshot.put_node(with_app("n4"))
    twin = snapshot.copy()
    twin.image_counts.look(twin, START + 1_000)

    assert {"n1": 2, "n2": 2, "n4": 3} == {name: count(twin, name) for name in ("n1", "n2", "n4")}

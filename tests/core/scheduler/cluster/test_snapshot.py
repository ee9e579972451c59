"""What the scheduler knows of the cluster."""

from __future__ import annotations

from random import Random

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.selection.selectors import LabelSelector
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import ImageState, Snapshot, node_order, zone_key
from tests.core.scheduler.builders import cluster, node, pod


def names(snapshot: Snapshot) -> list[str]:
    return [info.name for info in snapshot.nodes]


def test_one_node_of_each_zone_comes_in_turn() -> None:
    assert ["a1", "b1", "c1", "a2", "c2", "a3"] == node_order(
        {"a": ["a1", "a2", "a3"], "b": ["b1"], "c": ["c1", "c2"]}
    )
    assert ["a1", "b1", "a2"] == names(
        cluster(node("a1", zone="a"), node("a2", zone="a"), node("b1", zone="b"))
    )


def test_a_node_that_changes_its_zone_goes_to_the_end_of_the_new_one() -> None:
    snapshot = cluster(node("a1", zone="a"), node("a2", zone="a"), node("b1", zone="b"))
    snapshot.put_node(node("a1", zone="b"))

    assert ["a2", "b1", "a1"] == names(snapshot)


def test_the_key_of_a_zone_names_region_and_zone_the_beta_labels_first() -> None:
    both = {"failure-domain.beta.kubernetes.io/zone": "old", "topology.kubernetes.io/region": "r"}

    assert "" == zone_key(node("n"))
    assert "r:\x00:old" == zone_key(node("n", zone="new", labels=both))


def test_pods_of_a_node_that_is_gone_count_again_when_it_comes_back() -> None:
    snapshot = cluster(node("n1"), pod("a", "1", on="n1"))
    snapshot.remove_node("n1")
    assert snapshot.get("n1") is None

    snapshot.put_node(node("n1"))
    info = snapshot.get("n1")
    assert info is not None
    assert (["a"], 1_000) == ([one.name for one in info.pods], info.requested_cpu)


def test_a_pod_on_a_node_that_does_not_exist_yet_counts_once_the_node_does() -> None:
    snapshot = cluster(pod("a", on="n1"), pod("b", on="n1"))
    snapshot.remove_pod(pod("a", on="n1"))
    snapshot.put_node(node("n1"))

    assert ["b"] == [one.name for one in snapshot.nodes[0].pods]


def test_a_pod_alone_changes_no_layout_and_a_label_no_order() -> None:
    snapshot = cluster(node("n1"))
    layout, version, mark = snapshot.layout_version, snapshot.node_version, snapshot.changes.end
    assert ["n1"] == names(snapshot)
    snapshot.add_pod(pod("a", on="n1"))
    assert (layout, version, [0]) == (
        snapshot.layout_version,
        snapshot.node_version,
        list(snapshot.changes.since(mark) or ()),
    )

    snapshot.put_node(node("n1", labels={"disk": "ssd"}))
    assert (layout, version + 1) == (snapshot.layout_version, snapshot.node_version)


def test_a_copy_changes_on_its_own() -> None:
    snapshot = cluster(node("n1"), pod("a", on="n1"))
    copy = snapshot.copy()
    copy.add_pod(pod("b", on="n1"))
    copy.put_node(node("n2"))

    assert (["n1"], ["n1", "n2"]) == (names(snapshot), names(copy))
    assert (1, 2) == (len(snapshot.nodes[0].pods), len(copy.nodes[0].pods))


def test_an_image_has_the_size_that_the_first_node_states_and_goes_with_the_last() -> None:
    def having(name: str, size: int) -> object:
        return node(name, images=[{"names": ["app:1"], "sizeBytes": size}])

    snapshot = cluster(having("n1", 10), having("n2", 20))  # type: ignore[arg-type]
    assert {"app:1": ImageState(10, frozenset({"n1", "n2"}))} == snapshot.images

    snapshot.remove_node("n1")
    assert {"app:1": ImageState(10, frozenset({"n2"}))} == snapshot.images
    snapshot.remove_node("n2")
    assert {} == snapshot.images


def test_what_was_worked_out_of_the_nodes_is_kept_until_one_changes() -> None:
    snapshot = cluster(node("n1", zone="a"))
    domains = snapshot.domains("topology.kubernetes.io/zone")
    snapshot.add_pod(pod("a", on="n1"))
    assert domains is snapshot.domains("topology.kubernetes.io/zone")

    snapshot.put_node(node("n1", zone="b"))
    assert {"n1": "b"} == snapshot.domains("topology.kubernetes.io/zone").domain_of


AWAY: Json = {
    "podAntiAffinity": {
        "requiredDuringSchedulingIgnoredDuringExecution": [
            {"topologyKey": "zone", "labelSelector": {"matchLabels": {"app": "a"}}}
        ]
    }
}


def test_an_updated_pod_counts_as_if_it_was_removed_and_added() -> None:
    random = Random(7)
    updated, moved = cluster(node("n1"), node("n2")), cluster(node("n1"), node("n2"))
    required = LabelSelector.parse({"matchLabels": {"app": "a"}})
    assert required is not None
    result, expected = [], []
    table: dict[str, PodInfo] = {}
    for _ in range(200):
        name, cpu = f"p{random.randrange(6)}", random.choice(("1", "2"))
        more: dict[str, Json] = {"affinity": AWAY} if random.random() < 0.3 else {}
        more["labels"] = {"app": random.choice(("a", "b"))}
        more["metadata"] = random.choice(({}, {"deletionTimestamp": "2026-01-01T00:00:00Z"}))
        after = pod(name, cpu, on=random.choice(("n1", "n2", "gone")), **more)
        before = table.get(name)
        table[name] = after
        if before is None:
            updated.add_pod(after)
            moved.add_pod(after)
        else:
            updated.update_pod(before, after)
            moved.remove_pod(before)
            moved.add_pod(after)
        for snapshot, noted in ((updated, result), (moved, expected)):
            tally = snapshot.index.spread("default", required, snapshot.nodes)
            rows = [
                ([one.uid for one in info.pods], info.requested_cpu, info.pods_with_affinity)
                for info in snapshot.nodes
            ]
            noted.append((rows, dict(tally.per_node), bool(snapshot.index.anti_affinity(snapshot.nodes))))

    assert expected == result

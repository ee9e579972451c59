"""A history is played in a world of its own, and compared outcome by outcome."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.objects.manifest import Json
from scheduler_core.parity.live.live_case import history_differences
from scheduler_core.parity.live.player import LivePlayer

NODE: dict[str, Json] = {
    "kind": "Node",
    "metadata": {"name": "n1", "labels": {"kubernetes.io/hostname": "n1"}},
    "status": {"allocatable": {"cpu": "4", "memory": "16Gi", "pods": "110"}},
}
TEMPLATE: dict[str, Json] = {
    "metadata": {"labels": {"app": "web"}},
    "spec": {"containers": [{"name": "c", "image": "app:v1"}]},
}
REPLICA_SET: dict[str, Json] = {
    "kind": "ReplicaSet",
    "metadata": {"name": "web"},
    "spec": {"replicas": 1, "selector": {"matchLabels": {"app": "web"}}, "template": TEMPLATE},
}


def history(*steps: dict[str, Json], outcomes: Sequence[Json] = ()) -> dict[str, Json]:
    return {
        "version": "v1.34.1",
        "setup": [NODE, REPLICA_SET],
        "steps": list(steps),
        "outcomes": list(outcomes),
    }


def pods(*steps: dict[str, Json]) -> list[Json]:
    """The pods of each outcome, without their nodes."""
    return [outcome.get("pods") for outcome in LivePlayer(history(*steps)).play()]


def test_a_pod_of_a_controller_is_called_by_its_number_and_runs_at_once() -> None:
    assert [{"web-~1": {"node": "n1", "phase": "Running"}}] == pods()


def test_a_deleted_pod_is_replaced_and_the_next_has_the_next_number() -> None:
    outcomes = list(LivePlayer(history({"do": "delete", "kind": "Pod", "name": "web-~1"})).play())

    assert {"web-~2": {"node": "n1", "phase": "Running"}} == outcomes[1]["pods"]
    assert ["web-~1"] == outcomes[1]["gone"]


def test_a_held_pod_stays_until_it_is_finished() -> None:
    held: dict[str, Json] = {"do": "kubelet", "exit": "held"}
    delete: dict[str, Json] = {"do": "delete", "kind": "Pod", "name": "web-~1"}
    finish: dict[str, Json] = {"do": "finish", "pod": "web-~1"}
    running: dict[str, Json] = {"node": "n1", "phase": "Running"}

    _, _, deleted, finished = pods(held, delete, finish)

    assert {"web-~1": {**running, "deleting": True}, "web-~2": running} == deleted
    assert {"web-~2": running} == finished


def test_a_difference_is_named_with_its_place() -> None:
    differences = list(history_differences(history(outcomes=({"pods": {}},))))

    assert "outcomes[0].pods.web-~1" in [difference.path for difference in differences]


def test_an_evicted_pod_is_replaced_before_the_next_eviction() -> None:
    other: dict[str, Json] = {**NODE, "metadata": {"name": "n2", "labels": {"kubernetes.io/hostname": "n2"}}}
    more: dict[str, Json] = {"do": "create", "objects": [other]}
    scale: dict[str, Json] = {"do": "scale", "kind": "ReplicaSet", "name": "web", "replicas": 2}
    evict: dict[str, Json] = {"do": "evict", "pods": ["web-~2", "web-~1"]}

    *_, evicted = pods(more, scale, evict)

    running: dict[str, Json] = {"phase": "Running"}
    assert {"web-~3": {"node": "n2", **running}, "web-~4": {"node": "n1", **running}} == evicted


def test_a_history_agrees_whichever_of_equal_pods_a_replica_set_deletes() -> None:
    down: dict[str, Json] = {"do": "scale", "kind": "ReplicaSet", "name": "web", "replicas": 1}
    setup = [NODE, {**REPLICA_SET, "spec": {**REPLICA_SET["spec"], "replicas": 2}}]  # type: ignore[dict-item]
    steps = history(down)["steps"]
    scaled: dict[str, Json] = {**history(), "setup": setup, "steps": steps}
    played = [list(LivePlayer(scaled, seed).play()) for seed in range(8)]

    assert {"web-~1", "web-~2"} == {name for _, outcome in played for name in outcome["gone"]}  # type: ignore[union-attr]
    assert [] == [
        difference
        for outcomes in played
        for difference in history_differences({**scaled, "outcomes": list(outcomes)})
    ]

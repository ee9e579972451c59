"""A deleted PodGroup stays while unfinished pods name it."""

from __future__ import annotations

from tests.core.scheduler.groups.builders import create, gang, node, played, pod

DELETE = {"do": "delete", "kind": "PodGroup", "name": "g"}


def test_a_group_without_pods_goes_at_once() -> None:
    _, outcome = played((gang("g", 2),), DELETE)

    assert "objects" not in outcome


def test_a_group_stays_until_its_last_pod_is_gone_or_finished() -> None:
    setup = (node("n1"), gang("g", 2), pod("a", "g", cpu="1"), pod("b", "g", cpu="1"))
    _, deleted, without_a, without_b = played(
        setup,
        DELETE,
        {"do": "delete", "kind": "Pod", "name": "a"},
        {"do": "end", "pod": "b", "phase": "Succeeded"},
    )

    assert deleted["objects"]["PodGroup/g"]["deleting"]
    assert without_a["objects"]["PodGroup/g"]["deleting"]
    assert "objects" not in without_b


def test_a_pod_that_waits_for_its_gang_keeps_the_group() -> None:
    _, outcome = played((gang("g", 2), pod("a", "g")), DELETE, create(pod("b", "g")))[:2]

    assert outcome["objects"]["PodGroup/g"]["deleting"]

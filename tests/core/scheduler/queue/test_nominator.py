"""Nominator: the scheduler's own memory of which waiting pod is nominated to which node."""

from __future__ import annotations

from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.queue.nominator import Nominator
from tests.core.scheduler.builders import pod


def nominated(name: str, node: str = "") -> PodInfo:
    return pod(name, status={"nominatedNodeName": node} if node else {})


def names(nominator: Nominator, node: str) -> list[str]:
    return [other.name for other in nominator.on(node)]


def test_without_a_node_the_pods_status_says_where_it_is_nominated_to() -> None:
    nominator = Nominator()
    nominator.add(nominated("p", "n1"))
    nominator.add(nominated("q"))

    assert (["p"], ("n1",)) == (names(nominator, "n1"), nominator.nodes)


def test_an_update_keeps_a_nomination_whose_patch_is_still_on_its_way() -> None:
    nominator, waiting = Nominator(), nominated("p")
    nominator.add(waiting, "n1")
    nominator.update(waiting, nominated("p"))

    assert ["p"] == names(nominator, "n1")


def test_an_update_follows_a_status_that_names_another_node() -> None:
    nominator, before = Nominator(), nominated("p", "n1")
    nominator.add(before)
    nominator.update(before, nominated("p", "n2"))

    assert ([], ["p"]) == (names(nominator, "n1"), names(nominator, "n2"))


def test_a_copy_forgets_on_its_own() -> None:
    nominator, waiting = Nominator(), nominated("p", "n1")
    nominator.add(waiting)
    copy = nominator.copy()
    copy.delete(waiting)

    assert (True, ["p"]) == (copy.empty, names(nominator, "n1"))

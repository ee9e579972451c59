"""InterPodAffinity, queueing hints: which changes of pods and nodes wake a pod that was refused."""

import pytest

from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.framework.events import Action, Resource
from tests.core.scheduler.builders import in_version, node, pod
from tests.core.scheduler.plugins.inter_pod_affinity.partners import (
    FAR,
    NEAR,
    PLUGIN,
    affine,
    exists,
    term,
    there,
)
from tests.core.scheduler.plugins.plugin_answers import (
    ZONE,
    wakes,
)


@pytest.mark.parametrize(
    ("side", "action", "app", "worth_it"),
    [
        (NEAR, Action.ADD, "db", True),
        (NEAR, Action.ADD, "web", False),
        (NEAR, Action.DELETE, "db", False),
        (FAR, Action.DELETE, "db", True),
        (FAR, Action.DELETE, "web", False),
        (FAR, Action.ADD, "db", False),
    ],
)
def test_a_partner_that_comes_or_a_foe_that_goes_wakes(
    side: str, action: Action, app: str, worth_it: bool
) -> None:
    other = there(app)
    old, new = (None, other) if action is Action.ADD else (other, None)

    assert wakes(PLUGIN, affine("p", side, term("db")), Resource.POD, action, old, new) is worth_it


def test_a_node_that_gets_the_key_wakes_pods_with_affinity() -> None:
    bare, zoned = node("n"), node("n", zone="z1")

    assert wakes(PLUGIN, affine("p", NEAR, term()), Resource.NODE, Action.UPDATE_NODE_LABEL, bare, zoned)
    assert not wakes(PLUGIN, affine("p", NEAR, term()), Resource.NODE, Action.UPDATE_NODE_LABEL, zoned, zoned)


def labelled(name: str = "other", *, on: str = "a", **labels: str) -> PodInfo:
    return pod(name, on=on, labels=labels)


BOTH = affine("p", NEAR, exists("app"), exists("tier"))


@pytest.mark.parametrize(
    ("waiting", "old", "new", "worth_it"),
    [
        pytest.param(affine("p", NEAR, term()), None, labelled(app="db", on=""), False, id="new, on no node"),
        pytest.param(affine("p", NEAR, term()), labelled(), labelled(app="db"), True, id="a partner now"),
        pytest.param(
            affine("p", NEAR, term()),
            labelled(app="db"),
            labelled(app="db", x="1"),
            False,
            id="a partner before",
        ),
        pytest.param(affine("p", NEAR, term()), labelled(app="db"), labelled(), False, id="no partner now"),
        pytest.param(
            affine("p", NEAR, term()), labelled(on=""), labelled(app="db", on=""), False, id="on no node"
        ),
        pytest.param(
            BOTH, labelled(app="1"), labelled(app="1", tier="1"), True, id="a partner by both terms"
        ),
        pytest.param(BOTH, labelled(app="1"), labelled(tier="1"), False, id="by one term and by the other"),
        pytest.param(affine("p", FAR, term()), labelled(app="db"), labelled(), True, id="no foe now"),
        pytest.param(affine("p", FAR, term()), labelled(), labelled(app="db"), False, id="a foe now"),
    ],
)
def test_which_changes_of_pods_wake(
    waiting: PodInfo, old: PodInfo | None, new: PodInfo, worth_it: bool
) -> None:
    action = Action.ADD if old is None else Action.UPDATE_POD_LABEL

    assert wakes(PLUGIN, waiting, Resource.POD, action, old, new) is worth_it


@pytest.mark.parametrize(
    ("side", "old", "new", "worth_it"),
    [
        (NEAR, None, {ZONE: "z1"}, True),
        (NEAR, None, {"rack": "r1"}, False),
        (NEAR, {"x": "1"}, {"x": "2"}, False),
        (NEAR, {ZONE: "z1"}, {ZONE: "z1", "x": "1"}, False),
        (NEAR, {ZONE: "z1"}, {ZONE: "z2"}, True),
        (NEAR, {}, {ZONE: "z1"}, True),
        (FAR, None, {ZONE: "z1"}, True),
        (FAR, None, {}, True),
        (FAR, {ZONE: "z1"}, {ZONE: "z1", "x": "1"}, False),
        (FAR, {ZONE: "z1"}, {ZONE: "z2"}, True),
        (FAR, {}, {ZONE: "z1"}, False),
        (FAR, {ZONE: "z1"}, {}, True),
    ],
)
def test_which_changes_of_nodes_wake(
    side: str, old: dict[str, str] | None, new: dict[str, str], worth_it: bool
) -> None:
    before = None if old is None else node("n", labels=old)
    action = Action.ADD if old is None else Action.UPDATE_NODE_LABEL

    event = Resource.NODE, action, before, node("n", labels=new)
    assert wakes(PLUGIN, affine("p", side, term()), *event) is worth_it


def woken(version: str, waiting: PodInfo, action: Action, old: PodInfo | None, new: PodInfo | None) -> bool:
    return wakes(PLUGIN, waiting, Resource.POD, action, old, new, in_version(version))


def in_both(waiting: PodInfo, action: Action, old: PodInfo | None, new: PodInfo | None) -> list[bool]:
    return [woken(version, waiting, action, old, new) for version in ("1.35", "1.36")]


def test_since_1_36_a_nominated_pod_that_goes_counts() -> None:
    nominated = pod("foe", labels={"app": "db"}, status={"nominatedNodeName": "a"})

    assert [False, True] == in_both(affine("p", FAR, term("db")), Action.DELETE, nominated, None)


def test_since_1_36_other_labels_of_the_waiting_pod_wake_it() -> None:
    before, after = pod("p", labels={"app": "a"}), pod("p", labels={"app": "b"})

    assert [False, True] == in_both(before, Action.UPDATE_POD_LABEL, before, after)


def test_since_1_36_a_pod_that_goes_with_its_anti_affinity_wakes() -> None:
    foe = affine("foe", FAR, term("web"), on="a")

    assert [False, True] == in_both(pod("p", labels={"app": "web"}), Action.DELETE, foe, None)
    assert [False, False] == in_both(pod("p", labels={"app": "db"}), Action.DELETE, foe, None)


def test_since_1_37_one_of_several_anti_affinity_terms_is_enough() -> None:
    waiting, foe = affine("p", FAR, term("db"), term("web")), pod("foe", on="a", labels={"app": "db"})

    assert [False, True] == [
        woken(version, waiting, Action.DELETE, foe, None) for version in ("1.36", "1.37")
    ]

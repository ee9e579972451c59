"""InterPodAffinity, scoring: wishes to be near others or far from them, of the pod and of those that are there."""

from typing import Any

import pytest

from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.configuration.profile import ProfileConfig
from scheduler_core.scheduler.plugins.inter_pod_affinity import InterPodAffinityArgs
from tests.core.scheduler.builders import cluster, node, pod
from tests.core.scheduler.plugins.inter_pod_affinity.partners import (
    FAR,
    NEAR,
    PLUGIN,
    ZONES,
    affine,
    expression,
    term,
    there,
)
from tests.core.scheduler.plugins.plugin_answers import (
    HOST,
    PREFERRED,
    decided,
    scores,
)


def wishing(name: str, side: str, weight: int, wish: dict[str, Any], **more: Any) -> PodInfo:
    return pod(name, affinity={side: {PREFERRED: [{"weight": weight, "podAffinityTerm": wish}]}}, **more)


def raw(waiting: PodInfo, *pods: PodInfo, config: ProfileConfig | None = None) -> dict[str, int]:
    return {name: pair[0] for name, pair in scores(PLUGIN, waiting, *ZONES, *pods, config=config).items()}


def test_each_matching_pod_of_the_domain_adds_the_weight() -> None:
    waiting = wishing("p", NEAR, 5, term("db"))

    assert {"a": 10, "b": 10, "x": 5} == raw(waiting, there("db", "a"), there("db", "b"), there("db", "x"))


def test_a_wish_to_be_far_takes_the_weight_off() -> None:
    assert {"a": -5, "b": -5, "x": 0} == raw(wishing("p", FAR, 5, term("db")), there())


def test_scores_are_stretched_from_the_lowest_to_the_highest() -> None:
    result = scores(PLUGIN, wishing("p", FAR, 5, term("db")), *ZONES, there())

    assert {"a": 0, "b": 0, "x": 100} == {name: pair[1] for name, pair in result.items()}


def test_wishes_of_pods_that_are_there_count_as_much_as_its_own() -> None:
    fan = wishing("fan", NEAR, 7, term("web"), on="a")
    foe = wishing("foe", FAR, 3, term("web", HOST), on="b")

    assert {"a": 7, "b": 4, "x": 0} == raw(pod("p", labels={"app": "web"}), fan, foe)


def test_their_required_affinity_counts_with_the_hard_weight() -> None:
    clingy = affine("clingy", NEAR, term("web"), on="a")
    web = pod("p", labels={"app": "web"})

    def weighing(weight: int) -> ProfileConfig:
        return ProfileConfig(args=(InterPodAffinityArgs(hard_pod_affinity_weight=weight),))

    assert {"a": 1, "b": 1, "x": 0} == raw(web, clingy)
    assert {"a": 50, "b": 50, "x": 0} == raw(web, clingy, config=weighing(50))
    assert {} == raw(web, clingy, config=weighing(0))


def test_their_wishes_may_be_ignored_for_pods_without_any() -> None:
    fan = wishing("fan", NEAR, 7, term("web"), on="a")
    config = ProfileConfig(args=(InterPodAffinityArgs(ignore_preferred_terms_of_existing_pods=True),))

    assert {} == raw(pod("p", labels={"app": "web"}), fan, config=config)


def test_without_preferences_it_does_not_score() -> None:
    assert {} == raw(pod("p"), there())


def test_wishes_to_be_near_and_far_add_up() -> None:
    wishes = {
        NEAR: {PREFERRED: [{"weight": 8, "podAffinityTerm": term("db")}]},
        FAR: {PREFERRED: [{"weight": 5, "podAffinityTerm": term("cache", HOST)}]},
    }
    waiting = pod("p", affinity=wishes)

    assert {
        "a": 3,
        "b": 8,
        "x": -5,
    } == raw(waiting, there("db", "a"), there("cache", "a"), there("cache", "x"))


def test_the_domain_with_more_partners_wins_for_all_its_nodes() -> None:
    partners = [pod(f"db{i}", on=on, labels={"app": "db"}) for i, on in enumerate("aabx")]
    result = scores(PLUGIN, wishing("p", NEAR, 5, term("db")), *ZONES, *partners)

    assert {"a": 100, "b": 100, "x": 0} == {name: pair[1] for name, pair in result.items()}


def test_the_node_with_more_foes_loses() -> None:
    foes = [pod(f"db{i}", on=on, labels={"app": "db"}) for i, on in enumerate("aab")]
    result = scores(PLUGIN, wishing("p", FAR, 5, term("db", HOST)), *ZONES, *foes)

    assert {"a": 0, "b": 50, "x": 100} == {name: pair[1] for name, pair in result.items()}


def test_operators_in_wishes() -> None:
    wishes = [
        {"weight": 8, "podAffinityTerm": {"topologyKey": HOST, **expression("NotIn", "db")}},
        {"weight": 2, "podAffinityTerm": {"topologyKey": HOST, **expression("Exists")}},
        {"weight": 9, "podAffinityTerm": {"topologyKey": HOST, **expression("DoesNotExist")}},
    ]
    waiting = pod("p", affinity={NEAR: {PREFERRED: wishes}})

    assert {"a": 2, "b": 10, "x": 0} == raw(waiting, there("db", "a"), there("cache", "b"))


def test_a_node_without_the_key_gets_nothing_for_partners_and_foes() -> None:
    bare = node("bare")
    near = scores(PLUGIN, wishing("p", NEAR, 5, term("db")), *ZONES, bare, there(), there(on="bare"))
    far = scores(PLUGIN, wishing("p", FAR, 5, term("db")), *ZONES, bare, there(), there(on="bare"))

    assert {"a": 100, "b": 100, "x": 0, "bare": 0} == {name: pair[1] for name, pair in near.items()}
    assert {"a": 0, "b": 0, "x": 100, "bare": 100} == {name: pair[1] for name, pair in far.items()}


def test_wishes_of_both_sides_with_all_combinations() -> None:
    """The pod wants to be near web pods and far from db pods; those that are there want the same of it."""
    fan = wishing("fan", NEAR, 4, term("web"), on="a", labels={"app": "web"})
    foe = wishing("foe", FAR, 4, term("web"), on="x", labels={"app": "db"})
    wishes = {
        NEAR: {PREFERRED: [{"weight": 8, "podAffinityTerm": term("web")}]},
        FAR: {PREFERRED: [{"weight": 5, "podAffinityTerm": term("db")}]},
    }

    assert {"a": 12, "b": 12, "x": -9} == raw(pod("p", labels={"app": "web"}, affinity=wishes), fan, foe)


@pytest.mark.parametrize(
    ("more", "meant"),
    [
        pytest.param({}, False, id="its own namespace only"),
        pytest.param({"namespaceSelector": {"matchLabels": {"team": "a"}}}, True, id="selected"),
        pytest.param({"namespaceSelector": {"matchLabels": {"team": "b"}}}, False, id="another selected"),
    ],
)
@pytest.mark.parametrize(("side", "weight"), [(NEAR, 7), (FAR, -7)])
@pytest.mark.parametrize("whose", ["waiting", "there"])
def test_wishes_look_into_namespaces(
    more: dict[str, Any], meant: bool, side: str, weight: int, whose: str
) -> None:
    wish = term(**more)
    if whose == "waiting":
        waiting, other = wishing("p", side, 7, wish), there(namespace="team-a")
    else:
        waiting = pod("p", labels={"app": "db"}, namespace="team-a")
        other = wishing("o", side, 7, wish, on="a")
    snapshot = cluster(*ZONES, other)
    snapshot.namespaces.update({"team-a": {"team": "a"}, "team-b": {"team": "b"}})

    decision = decided(snapshot, waiting)

    by_name = {name: of_node[PLUGIN].raw for name, of_node in decision.scores.items() if PLUGIN in of_node}
    assert by_name == ({"a": weight, "b": weight, "x": 0} if meant else {})


def test_existing_wishes_are_ignored_for_a_pod_that_has_none_and_counted_for_one_that_has() -> None:
    fan = wishing("fan", NEAR, 7, term("web"), on="a")
    config = ProfileConfig(args=(InterPodAffinityArgs(ignore_preferred_terms_of_existing_pods=True),))
    choosy = wishing("p", NEAR, 5, term("db"), labels={"app": "web"})

    assert {"a": 7, "b": 7, "x": 5} == raw(choosy, fan, there("db", "x"), config=config)

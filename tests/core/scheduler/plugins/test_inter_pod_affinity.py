"""InterPodAffinity: near some pods, far from others, and what pods that are there demand."""

from typing import Any

import pytest

from scheduler_core.scheduler.events import Action, Resource
from scheduler_core.scheduler.plugins.inter_pod_affinity import InterPodAffinityArgs
from scheduler_core.scheduler.pod_info import PodInfo
from scheduler_core.scheduler.profile import ProfileConfig
from tests.core.scheduler.making import cluster, node, pod
from tests.core.scheduler.plugins.asking import (
    HOST,
    PREFERRED,
    REQUIRED,
    ZONE,
    decided,
    refusals,
    refused,
    scores,
    skips_filter,
    wakes,
)

PLUGIN = "InterPodAffinity"
NEAR, FAR = "podAffinity", "podAntiAffinity"
AFFINITY = ("UnschedulableAndUnresolvable", "node(s) didn't match pod affinity rules")
ANTI = ("Unschedulable", "node(s) didn't match pod anti-affinity rules")
EXISTING = ("Unschedulable", "node(s) didn't satisfy existing pods anti-affinity rules")
ZONES = [node("a", zone="z1"), node("b", zone="z1"), node("x", zone="z2")]


def expression(operator: str, *values: str, key: str = "app") -> dict[str, Any]:
    asked = {"key": key, "operator": operator, **({"values": list(values)} if values else {})}
    return {"labelSelector": {"matchExpressions": [asked]}}


def term(app: str = "db", key: str = ZONE, **more: Any) -> dict[str, Any]:
    return {"topologyKey": key, "labelSelector": {"matchLabels": {"app": app}}, **more}


def affine(name: str, side: str, *terms: dict[str, Any], **more: Any) -> PodInfo:
    return pod(name, affinity={side: {REQUIRED: list(terms)}}, **more)


def there(app: str = "db", on: str = "a", **more: Any) -> PodInfo:
    return pod(f"{app}-{on}", on=on, labels={"app": app}, **more)


def test_without_rules_on_either_side_the_plugin_steps_aside() -> None:
    assert skips_filter(PLUGIN, pod("p"), *ZONES, there())


# --- affinity -------------------------------------------------------------------------------------


def test_the_whole_domain_of_a_matching_pod_is_near() -> None:
    assert refusals(PLUGIN, affine("p", NEAR, term()), *ZONES, there()) == {"x": AFFINITY}


def test_without_a_matching_pod_nowhere_is_near() -> None:
    assert refused(PLUGIN, affine("p", NEAR, term()), *ZONES, there("cache")) == {"a", "b", "x"}


@pytest.mark.parametrize(
    ("selector", "near"),
    [
        (expression("In", "db", "cache"), True),
        (expression("NotIn", "cache"), True),
        (expression("NotIn", "db"), False),
        (expression("Exists"), True),
        (expression("DoesNotExist", key="gone"), True),
        (expression("DoesNotExist"), False),
    ],
)
def test_operators_of_the_selector(selector: dict[str, Any], near: bool) -> None:
    waiting = affine("p", NEAR, {"topologyKey": HOST, **selector}, labels={"app": "db"})

    assert refused(PLUGIN, waiting, node("a"), there()) == (set() if near else {"a"})


def test_all_terms_must_mean_the_same_pod() -> None:
    both = affine("p", NEAR, term("db"), term("db", HOST))
    apart = affine("p", NEAR, term("db"), term("cache"))

    assert refused(PLUGIN, both, *ZONES, there()) == {"b", "x"}
    assert refused(PLUGIN, apart, *ZONES, there("db"), there("cache")) == {"a", "b", "x"}


def test_a_node_without_the_key_is_near_nobody() -> None:
    assert refused(PLUGIN, affine("p", NEAR, term()), node("bare"), there(on="bare")) == {"bare"}


def test_the_first_of_a_group_may_go_anywhere_that_has_the_key() -> None:
    group = affine("p", NEAR, term("db"), labels={"app": "db"})

    assert refused(PLUGIN, group, *ZONES, node("bare")) == {"bare"}


def test_the_second_of_a_group_must_join_the_first() -> None:
    group = affine("p", NEAR, term("db"), labels={"app": "db"})

    assert refused(PLUGIN, group, *ZONES, there()) == {"x"}


# --- namespaces -----------------------------------------------------------------------------------


def in_namespaces(waiting: PodInfo, *pods: PodInfo) -> set[str]:
    snapshot = cluster(*ZONES, *pods)
    snapshot.namespaces.update({"team-a": {"team": "a"}, "team-b": {"team": "b"}})
    return set(decided(snapshot, waiting).feasible)


@pytest.mark.parametrize(
    ("more", "finds"),
    [
        pytest.param({}, False, id="its own namespace only"),
        pytest.param({"namespaces": ["team-a"]}, True, id="named"),
        pytest.param({"namespaces": ["team-b"]}, False, id="another named"),
        pytest.param({"namespaceSelector": {"matchLabels": {"team": "a"}}}, True, id="selected"),
        pytest.param({"namespaceSelector": {"matchLabels": {"team": "b"}}}, False, id="another selected"),
        pytest.param({"namespaceSelector": {}}, True, id="all"),
        pytest.param(
            {"namespaces": ["team-b"], "namespaceSelector": {"matchLabels": {"team": "a"}}}, True, id="either"
        ),
    ],
)
def test_in_which_namespaces_a_term_looks(more: dict[str, Any], finds: bool) -> None:
    found = in_namespaces(affine("p", NEAR, term(**more)), there(namespace="team-a"))

    assert found == ({"a", "b"} if finds else set())


# --- anti-affinity --------------------------------------------------------------------------------


def test_the_domain_of_a_matching_pod_is_out() -> None:
    assert refusals(PLUGIN, affine("p", FAR, term()), *ZONES, there()) == {"a": ANTI, "b": ANTI}


def test_one_matching_term_is_enough_to_be_out() -> None:
    waiting = affine("p", FAR, term("gone"), term("db", HOST))

    assert refused(PLUGIN, waiting, *ZONES, there()) == {"a"}


def test_a_node_without_the_key_is_far_from_everybody() -> None:
    assert refused(PLUGIN, affine("p", FAR, term()), node("bare"), there(on="bare")) == set()


def test_near_and_far_must_both_hold() -> None:
    rules = {NEAR: {REQUIRED: [term("db")]}, FAR: {REQUIRED: [term("cache", HOST)]}}
    waiting = pod("p", affinity=rules)

    assert refusals(PLUGIN, waiting, *ZONES, there("db"), there("cache", "b")) == {"b": ANTI, "x": AFFINITY}


def test_a_pod_that_is_there_keeps_others_away_though_they_have_no_rule() -> None:
    hermit = affine("hermit", FAR, term("web"), on="a")

    assert refusals(PLUGIN, pod("p", labels={"app": "web"}), *ZONES, hermit) == {"a": EXISTING, "b": EXISTING}
    assert refused(PLUGIN, pod("p", labels={"app": "other"}), *ZONES, hermit) == set()


def test_its_own_rule_is_named_before_that_of_pods_that_are_there() -> None:
    hermit = affine("hermit", FAR, term("web"), on="a", labels={"app": "web"})
    waiting = affine("p", FAR, term("web"), labels={"app": "web"})

    assert refusals(PLUGIN, waiting, *ZONES, hermit)["a"] == ANTI


def test_the_affinity_of_pods_that_are_there_binds_nobody() -> None:
    clingy = affine("clingy", NEAR, term("web"), on="a")

    assert refused(PLUGIN, pod("p", labels={"app": "web"}), *ZONES, clingy) == set()


# --- scores ---------------------------------------------------------------------------------------


def wishing(name: str, side: str, weight: int, wish: dict[str, Any], **more: Any) -> PodInfo:
    return pod(name, affinity={side: {PREFERRED: [{"weight": weight, "podAffinityTerm": wish}]}}, **more)


def raw(waiting: PodInfo, *pods: PodInfo, config: ProfileConfig | None = None) -> dict[str, int]:
    return {name: pair[0] for name, pair in scores(PLUGIN, waiting, *ZONES, *pods, config=config).items()}


def test_each_matching_pod_of_the_domain_adds_the_weight() -> None:
    waiting = wishing("p", NEAR, 5, term("db"))

    assert raw(waiting, there("db", "a"), there("db", "b"), there("db", "x")) == {"a": 10, "b": 10, "x": 5}


def test_a_wish_to_be_far_takes_the_weight_off() -> None:
    assert raw(wishing("p", FAR, 5, term("db")), there()) == {"a": -5, "b": -5, "x": 0}


def test_scores_are_stretched_from_the_lowest_to_the_highest() -> None:
    found = scores(PLUGIN, wishing("p", FAR, 5, term("db")), *ZONES, there())

    assert {name: pair[1] for name, pair in found.items()} == {"a": 0, "b": 0, "x": 100}


def test_wishes_of_pods_that_are_there_count_as_much_as_its_own() -> None:
    fan = wishing("fan", NEAR, 7, term("web"), on="a")
    foe = wishing("foe", FAR, 3, term("web", HOST), on="b")

    assert raw(pod("p", labels={"app": "web"}), fan, foe) == {"a": 7, "b": 4, "x": 0}


def test_their_required_affinity_counts_with_the_hard_weight() -> None:
    clingy = affine("clingy", NEAR, term("web"), on="a")
    web = pod("p", labels={"app": "web"})

    def weighing(weight: int) -> ProfileConfig:
        return ProfileConfig(inter_pod_affinity=InterPodAffinityArgs(hard_pod_affinity_weight=weight))

    assert raw(web, clingy) == {"a": 1, "b": 1, "x": 0}
    assert raw(web, clingy, config=weighing(50)) == {"a": 50, "b": 50, "x": 0}
    assert raw(web, clingy, config=weighing(0)) == {}


def test_their_wishes_may_be_ignored_for_pods_without_any() -> None:
    fan = wishing("fan", NEAR, 7, term("web"), on="a")
    config = ProfileConfig(
        inter_pod_affinity=InterPodAffinityArgs(ignore_preferred_terms_of_existing_pods=True)
    )

    assert raw(pod("p", labels={"app": "web"}), fan, config=config) == {}


def test_where_nobody_wishes_anything_it_does_not_score() -> None:
    assert raw(pod("p"), there()) == {}


# --- what wakes a pod -----------------------------------------------------------------------------


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


def test_a_node_that_gets_the_key_wakes_who_looks_for_company() -> None:
    bare, zoned = node("n"), node("n", zone="z1")

    assert wakes(PLUGIN, affine("p", NEAR, term()), Resource.NODE, Action.UPDATE_NODE_LABEL, bare, zoned)
    assert not wakes(PLUGIN, affine("p", NEAR, term()), Resource.NODE, Action.UPDATE_NODE_LABEL, zoned, zoned)

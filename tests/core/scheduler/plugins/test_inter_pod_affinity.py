"""InterPodAffinity: near some pods, far from others, and what pods that are there demand."""

from typing import Any

import pytest

from scheduler_core.scheduler.cluster.pod_info import PodInfo
from tests.core.scheduler.builders import cluster, node, pod
from tests.core.scheduler.plugins.inter_pod_affinity.partners import (
    AFFINITY,
    ANTI,
    EXISTING,
    FAR,
    NEAR,
    PLUGIN,
    ZONES,
    affine,
    exists,
    expression,
    term,
    there,
)
from tests.core.scheduler.plugins.plugin_answers import (
    HOST,
    REQUIRED,
    ZONE,
    decided,
    refusals,
    refused,
    skips_filter,
)


def test_without_rules_on_either_side_the_plugin_steps_aside() -> None:
    assert skips_filter(PLUGIN, pod("p"), *ZONES, there())


# --- affinity -------------------------------------------------------------------------------------


def test_the_whole_domain_of_a_matching_pod_is_near() -> None:
    assert {"x": AFFINITY} == refusals(PLUGIN, affine("p", NEAR, term()), *ZONES, there())


def test_without_a_matching_pod_nowhere_is_near() -> None:
    assert {"a", "b", "x"} == refused(PLUGIN, affine("p", NEAR, term()), *ZONES, there("cache"))


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

    assert {"b", "x"} == refused(PLUGIN, both, *ZONES, there())
    assert {"a", "b", "x"} == refused(PLUGIN, apart, *ZONES, there("db"), there("cache"))


def test_a_node_without_the_key_is_near_no_pod() -> None:
    assert {"bare"} == refused(PLUGIN, affine("p", NEAR, term()), node("bare"), there(on="bare"))


def test_the_first_of_a_group_may_go_anywhere_that_has_the_key() -> None:
    group = affine("p", NEAR, term("db"), labels={"app": "db"})

    assert {"bare"} == refused(PLUGIN, group, *ZONES, node("bare"))


def test_the_second_of_a_group_must_join_the_first() -> None:
    group = affine("p", NEAR, term("db"), labels={"app": "db"})

    assert {"x"} == refused(PLUGIN, group, *ZONES, there())


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
    result = in_namespaces(affine("p", NEAR, term(**more)), there(namespace="team-a"))

    assert result == ({"a", "b"} if finds else set())


# --- anti-affinity --------------------------------------------------------------------------------


def test_the_domain_of_a_matching_pod_is_out() -> None:
    assert {"a": ANTI, "b": ANTI} == refusals(PLUGIN, affine("p", FAR, term()), *ZONES, there())


def test_one_matching_term_is_enough_to_be_out() -> None:
    waiting = affine("p", FAR, term("gone"), term("db", HOST))

    assert {"a"} == refused(PLUGIN, waiting, *ZONES, there())


def test_a_node_without_the_key_is_far_from_everybody() -> None:
    assert set() == refused(PLUGIN, affine("p", FAR, term()), node("bare"), there(on="bare"))


def test_near_and_far_must_both_hold() -> None:
    rules = {NEAR: {REQUIRED: [term("db")]}, FAR: {REQUIRED: [term("cache", HOST)]}}
    waiting = pod("p", affinity=rules)

    assert {"b": ANTI, "x": AFFINITY} == refusals(PLUGIN, waiting, *ZONES, there("db"), there("cache", "b"))


def test_a_pod_that_is_there_keeps_others_away_though_they_have_no_rule() -> None:
    hermit = affine("hermit", FAR, term("web"), on="a")

    assert {"a": EXISTING, "b": EXISTING} == refusals(PLUGIN, pod("p", labels={"app": "web"}), *ZONES, hermit)
    assert set() == refused(PLUGIN, pod("p", labels={"app": "other"}), *ZONES, hermit)


def test_its_own_rule_is_named_before_that_of_pods_that_are_there() -> None:
    hermit = affine("hermit", FAR, term("web"), on="a", labels={"app": "web"})
    waiting = affine("p", FAR, term("web"), labels={"app": "web"})

    assert ANTI == refusals(PLUGIN, waiting, *ZONES, hermit)["a"]


def test_the_affinity_of_existing_pods_binds_no_other_pod() -> None:
    clingy = affine("clingy", NEAR, term("web"), on="a")

    assert set() == refused(PLUGIN, pod("p", labels={"app": "web"}), *ZONES, clingy)


@pytest.mark.parametrize(
    ("selector", "near"),
    [
        pytest.param([("app", "In", "db"), ("tier", "Exists")], True, id="both expressions hold"),
        pytest.param([("app", "In", "db"), ("tier", "In", "back")], False, id="one does not"),
        pytest.param([("app", "In", "db"), ("tier", "DoesNotExist")], False, id="the other does not"),
    ],
)
def test_expressions_of_a_selector_are_anded(selector: list[tuple[str, ...]], near: bool) -> None:
    requests = [expression(op, *values, key=key) for key, op, *values in selector]
    merged = {
        "labelSelector": {"matchExpressions": [e["labelSelector"]["matchExpressions"][0] for e in requests]}
    }
    front = pod("db", on="a", labels={"app": "db", "tier": "front"})

    waiting = affine("p", NEAR, {"topologyKey": HOST, **merged})
    assert refused(PLUGIN, waiting, node("a"), front) == (set() if near else {"a"})


def test_operators_of_several_terms() -> None:
    front = pod("db", on="a", labels={"app": "db", "tier": "front"})
    terms = [
        {"topologyKey": HOST, **expression("Exists")},
        {"topologyKey": HOST, **expression("NotIn", "back", key="tier")},
        {"topologyKey": HOST, **expression("DoesNotExist", key="gone")},
    ]

    assert set() == refused(PLUGIN, affine("p", NEAR, *terms), node("a"), front)
    assert {"a"} == refused(PLUGIN, affine("p", NEAR, *terms, term("cache", HOST)), node("a"), front)


def test_a_pod_that_means_itself_but_not_with_all_its_terms_is_no_first_of_a_group() -> None:
    rules = term("db"), term("cache")

    assert {"a", "b", "x"} == refused(PLUGIN, affine("p", NEAR, *rules, labels={"app": "db"}), *ZONES)


def test_the_first_of_a_group_with_two_terms_is_free_as_long_as_no_pod_meets_both() -> None:
    rules = term("db"), {"topologyKey": ZONE, **expression("Exists", key="role")}
    group = affine("p", NEAR, *rules, labels={"app": "db", "role": "x"})

    # The pod that is there has the one label and lacks the other.
    assert set() == refused(PLUGIN, group, *ZONES, there())


def test_a_group_is_free_only_where_all_its_keys_are() -> None:
    group = affine("p", NEAR, term("db", "rack"), term("db"), labels={"app": "db"})
    racked = node("r", zone="z1", labels={"rack": "r1"})

    assert {"a", "b", "x"} == refused(PLUGIN, group, *ZONES, racked)


# --- two pods that look at each other -------------------------------------------------------------


@pytest.mark.parametrize(
    ("mine", "own", "theirs", "held", "result"),
    [
        pytest.param(
            ["app", "tier"], {"app": "1"}, ["tier"], {"app": "2"}, ANTI, id="its own rule means the other"
        ),
        pytest.param(
            ["tier"], {"app": "1"}, ["app", "tier"], {"app": "2"}, EXISTING, id="the other's rule means it"
        ),
        pytest.param(["tier"], {"app": "1"}, ["tier"], {"app": "2"}, None, id="neither"),
        pytest.param(
            ["abc", "def"], {"abc": "", "x": ""}, ["abc", "def"], {"def": "", "x": ""}, ANTI, id="both"
        ),
        pytest.param(["none"], {"abc": ""}, ["abc"], {"none2": ""}, EXISTING, id="one of two labels"),
    ],
)
def test_one_term_of_either_side_is_enough(
    mine: list[str],
    own: dict[str, str],
    theirs: list[str],
    held: dict[str, str],
    result: tuple[str, str] | None,
) -> None:
    waiting = affine("p", FAR, *map(exists, mine), labels=own)
    hermit = affine("hermit", FAR, *map(exists, theirs), on="a", labels=held)

    expected = {} if result is None else {"a": result, "b": result}
    assert expected == refusals(PLUGIN, waiting, *ZONES, hermit)


def test_near_and_far_may_hold_and_a_pod_that_is_there_refuse_all_the_same() -> None:
    rules = {NEAR: {REQUIRED: [term("db")]}, FAR: {REQUIRED: [term("cache")]}}
    hermit = affine("db", FAR, term("web"), on="a", labels={"app": "db"})

    result = refusals(PLUGIN, pod("p", affinity=rules, labels={"app": "web"}), *ZONES, hermit)
    assert {"a": EXISTING, "b": EXISTING, "x": AFFINITY} == result


@pytest.mark.parametrize(
    ("terms", "out"),
    [
        pytest.param([exists("app"), exists("app", "no-such-key")], {"a", "b"}, id="one key is no node's"),
        pytest.param([exists("app", "no-such-key"), exists("gone")], set(), id="the other means nobody"),
        pytest.param([exists("app", HOST), exists("tier")], {"a", "b"}, id="a host and a zone"),
        pytest.param([exists("app", HOST), exists("gone")], {"a"}, id="the host alone"),
    ],
)
@pytest.mark.parametrize("side", ["waiting", "there"])
def test_a_term_counts_where_selector_and_key_both_match(
    terms: list[dict[str, Any]], out: set[str], side: str
) -> None:
    labels = {"app": "1", "tier": "1"}
    if side == "waiting":
        result = refused(PLUGIN, affine("p", FAR, *terms), *ZONES, pod("o", on="a", labels=labels))
    else:
        result = refused(PLUGIN, pod("p", labels=labels), *ZONES, affine("o", FAR, *terms, on="a"))

    assert result == out


def test_two_hermits_in_two_zones_leave_no_room() -> None:
    hermits = affine("h1", FAR, term("web"), on="a"), affine("h2", FAR, exists("app", HOST), on="x")

    assert {"a", "b", "x"} == refused(PLUGIN, pod("p", labels={"app": "web"}), *ZONES, *hermits)


@pytest.mark.parametrize(
    ("more", "meant"),
    [
        pytest.param({}, False, id="its own namespace only"),
        pytest.param({"namespaces": ["team-a"]}, True, id="named"),
        pytest.param({"namespaceSelector": {"matchLabels": {"team": "a"}}}, True, id="selected"),
        pytest.param({"namespaceSelector": {}}, True, id="all"),
        pytest.param({"namespaceSelector": {"matchLabels": {"team": "b"}}}, False, id="another selected"),
    ],
)
@pytest.mark.parametrize("side", ["waiting", "there"])
def test_namespaces_of_anti_affinity(more: dict[str, Any], meant: bool, side: str) -> None:
    if side == "waiting":
        result = in_namespaces(affine("p", FAR, term(**more)), there(namespace="team-a"))
    else:
        hermit = affine("h", FAR, term(**more), on="a")
        result = in_namespaces(pod("p", labels={"app": "db"}, namespace="team-a"), hermit)

    assert result == ({"x"} if meant else {"a", "b", "x"})

"""InterPodAffinity: near some pods, far from others, and what pods that are there demand."""

from typing import Any

import pytest

from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.configuration.profile import ProfileConfig
from scheduler_core.scheduler.framework.events import Action, Resource
from scheduler_core.scheduler.plugins.inter_pod_affinity import InterPodAffinityArgs
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


@pytest.mark.parametrize(
    ("selector", "near"),
    [
        pytest.param([("app", "In", "db"), ("tier", "Exists")], True, id="both expressions hold"),
        pytest.param([("app", "In", "db"), ("tier", "In", "back")], False, id="one does not"),
        pytest.param([("app", "In", "db"), ("tier", "DoesNotExist")], False, id="the other does not"),
    ],
)
def test_expressions_of_a_selector_are_anded(selector: list[tuple[str, ...]], near: bool) -> None:
    asked = [expression(op, *values, key=key) for key, op, *values in selector]
    merged = {
        "labelSelector": {"matchExpressions": [e["labelSelector"]["matchExpressions"][0] for e in asked]}
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

    assert refused(PLUGIN, affine("p", NEAR, *terms), node("a"), front) == set()
    assert refused(PLUGIN, affine("p", NEAR, *terms, term("cache", HOST)), node("a"), front) == {"a"}


def test_a_pod_that_means_itself_but_not_with_all_its_terms_is_no_first_of_a_group() -> None:
    rules = term("db"), term("cache")

    assert refused(PLUGIN, affine("p", NEAR, *rules, labels={"app": "db"}), *ZONES) == {"a", "b", "x"}


def test_the_first_of_a_group_with_two_terms_is_free_as_long_as_nobody_pleases_both() -> None:
    rules = term("db"), {"topologyKey": ZONE, **expression("Exists", key="role")}
    group = affine("p", NEAR, *rules, labels={"app": "db", "role": "x"})

    # The pod that is there has the one label and lacks the other.
    assert refused(PLUGIN, group, *ZONES, there()) == set()


def test_a_group_is_free_only_where_all_its_keys_are() -> None:
    group = affine("p", NEAR, term("db", "rack"), term("db"), labels={"app": "db"})
    racked = node("r", zone="z1", labels={"rack": "r1"})

    assert refused(PLUGIN, group, *ZONES, racked) == {"a", "b", "x"}


# --- two pods that look at each other -------------------------------------------------------------


def exists(key: str, topology: str = ZONE) -> dict[str, Any]:
    return {"topologyKey": topology, **expression("Exists", key=key)}


@pytest.mark.parametrize(
    ("mine", "own", "theirs", "held", "found"),
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
    found: tuple[str, str] | None,
) -> None:
    waiting = affine("p", FAR, *map(exists, mine), labels=own)
    hermit = affine("hermit", FAR, *map(exists, theirs), on="a", labels=held)

    expected = {} if found is None else {"a": found, "b": found}
    assert refusals(PLUGIN, waiting, *ZONES, hermit) == expected


def test_near_and_far_may_hold_and_a_pod_that_is_there_refuse_all_the_same() -> None:
    rules = {NEAR: {REQUIRED: [term("db")]}, FAR: {REQUIRED: [term("cache")]}}
    hermit = affine("db", FAR, term("web"), on="a", labels={"app": "db"})

    found = refusals(PLUGIN, pod("p", affinity=rules, labels={"app": "web"}), *ZONES, hermit)
    assert found == {"a": EXISTING, "b": EXISTING, "x": AFFINITY}


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
        found = refused(PLUGIN, affine("p", FAR, *terms), *ZONES, pod("o", on="a", labels=labels))
    else:
        found = refused(PLUGIN, pod("p", labels=labels), *ZONES, affine("o", FAR, *terms, on="a"))

    assert found == out


def test_two_hermits_in_two_zones_leave_no_room() -> None:
    hermits = affine("h1", FAR, term("web"), on="a"), affine("h2", FAR, exists("app", HOST), on="x")

    assert refused(PLUGIN, pod("p", labels={"app": "web"}), *ZONES, *hermits) == {"a", "b", "x"}


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
        found = in_namespaces(affine("p", FAR, term(**more)), there(namespace="team-a"))
    else:
        hermit = affine("h", FAR, term(**more), on="a")
        found = in_namespaces(pod("p", labels={"app": "db"}, namespace="team-a"), hermit)

    assert found == ({"x"} if meant else {"a", "b", "x"})


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
        return ProfileConfig(args=(InterPodAffinityArgs(hard_pod_affinity_weight=weight),))

    assert raw(web, clingy) == {"a": 1, "b": 1, "x": 0}
    assert raw(web, clingy, config=weighing(50)) == {"a": 50, "b": 50, "x": 0}
    assert raw(web, clingy, config=weighing(0)) == {}


def test_their_wishes_may_be_ignored_for_pods_without_any() -> None:
    fan = wishing("fan", NEAR, 7, term("web"), on="a")
    config = ProfileConfig(args=(InterPodAffinityArgs(ignore_preferred_terms_of_existing_pods=True),))

    assert raw(pod("p", labels={"app": "web"}), fan, config=config) == {}


def test_where_nobody_wishes_anything_it_does_not_score() -> None:
    assert raw(pod("p"), there()) == {}


def test_wishes_to_be_near_and_far_add_up() -> None:
    wishes = {
        NEAR: {PREFERRED: [{"weight": 8, "podAffinityTerm": term("db")}]},
        FAR: {PREFERRED: [{"weight": 5, "podAffinityTerm": term("cache", HOST)}]},
    }
    waiting = pod("p", affinity=wishes)

    assert raw(waiting, there("db", "a"), there("cache", "a"), there("cache", "x")) == {
        "a": 3,
        "b": 8,
        "x": -5,
    }


def test_the_domain_with_more_partners_wins_for_all_its_nodes() -> None:
    partners = [pod(f"db{i}", on=on, labels={"app": "db"}) for i, on in enumerate("aabx")]
    found = scores(PLUGIN, wishing("p", NEAR, 5, term("db")), *ZONES, *partners)

    assert {name: pair[1] for name, pair in found.items()} == {"a": 100, "b": 100, "x": 0}


def test_the_node_with_more_foes_loses() -> None:
    foes = [pod(f"db{i}", on=on, labels={"app": "db"}) for i, on in enumerate("aab")]
    found = scores(PLUGIN, wishing("p", FAR, 5, term("db", HOST)), *ZONES, *foes)

    assert {name: pair[1] for name, pair in found.items()} == {"a": 0, "b": 50, "x": 100}


def test_operators_in_wishes() -> None:
    wishes = [
        {"weight": 8, "podAffinityTerm": {"topologyKey": HOST, **expression("NotIn", "db")}},
        {"weight": 2, "podAffinityTerm": {"topologyKey": HOST, **expression("Exists")}},
        {"weight": 9, "podAffinityTerm": {"topologyKey": HOST, **expression("DoesNotExist")}},
    ]
    waiting = pod("p", affinity={NEAR: {PREFERRED: wishes}})

    assert raw(waiting, there("db", "a"), there("cache", "b")) == {"a": 2, "b": 10, "x": 0}


def test_a_node_without_the_key_gets_nothing_for_partners_and_foes() -> None:
    bare = node("bare")
    near = scores(PLUGIN, wishing("p", NEAR, 5, term("db")), *ZONES, bare, there(), there(on="bare"))
    far = scores(PLUGIN, wishing("p", FAR, 5, term("db")), *ZONES, bare, there(), there(on="bare"))

    assert {name: pair[1] for name, pair in near.items()} == {"a": 100, "b": 100, "x": 0, "bare": 0}
    assert {name: pair[1] for name, pair in far.items()} == {"a": 0, "b": 0, "x": 100, "bare": 100}


def test_wishes_of_both_sides_with_all_combinations() -> None:
    """The pod wants to be near web pods and far from db pods; those that are there want the same of it."""
    fan = wishing("fan", NEAR, 4, term("web"), on="a", labels={"app": "web"})
    foe = wishing("foe", FAR, 4, term("web"), on="x", labels={"app": "db"})
    wishes = {
        NEAR: {PREFERRED: [{"weight": 8, "podAffinityTerm": term("web")}]},
        FAR: {PREFERRED: [{"weight": 5, "podAffinityTerm": term("db")}]},
    }

    assert raw(pod("p", labels={"app": "web"}, affinity=wishes), fan, foe) == {"a": 12, "b": 12, "x": -9}


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

    found = {name: of_node[PLUGIN].raw for name, of_node in decision.scores.items() if PLUGIN in of_node}
    assert found == ({"a": weight, "b": weight, "x": 0} if meant else {})


def test_existing_wishes_are_ignored_for_a_pod_that_has_none_and_counted_for_one_that_has() -> None:
    fan = wishing("fan", NEAR, 7, term("web"), on="a")
    config = ProfileConfig(args=(InterPodAffinityArgs(ignore_preferred_terms_of_existing_pods=True),))
    choosy = wishing("p", NEAR, 5, term("db"), labels={"app": "web"})

    assert raw(choosy, fan, there("db", "x"), config=config) == {"a": 7, "b": 7, "x": 5}


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

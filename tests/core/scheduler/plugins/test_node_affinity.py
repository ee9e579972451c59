"""NodeAffinity: nodeSelector, required terms (ORed, their expressions ANDed), matchFields, and preferences."""

from typing import Any

import pytest

from scheduler_core.objects.selection.affinity import NodeAffinity
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.configuration.profile import ProfileConfig, build_profile
from scheduler_core.scheduler.cycle.decide import Attempt, decide
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.cycle.memo import Memo
from scheduler_core.scheduler.framework.events import Action, Resource
from scheduler_core.scheduler.framework.status import Code
from scheduler_core.scheduler.plugins.node_affinity import NodeAffinityArgs
from scheduler_core.scheduler.queue.nominator import Nominator
from tests.core.scheduler.builders import cluster, node, pod
from tests.core.scheduler.plugins.plugin_answers import (
    PREFERRED,
    REQUIRED,
    decided,
    refusals,
    refused,
    scores,
    skips_filter,
    wakes,
)

PLUGIN = "NodeAffinity"


def expression(key: str, operator: str, *values: str) -> dict[str, Any]:
    return {"key": key, "operator": operator, **({"values": list(values)} if values else {})}


def term(*expressions: dict[str, Any], fields: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    return {"matchExpressions": list(expressions), **({"matchFields": fields} if fields else {})}


def requiring(*terms: dict[str, Any], **more: Any) -> PodInfo:
    return pod("p", affinity={"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": list(terms)}}}, **more)


def test_without_selector_and_affinity_the_plugin_steps_aside() -> None:
    assert skips_filter(PLUGIN, pod("p"), node("n1"))


@pytest.mark.parametrize(
    ("labels", "let_in"),
    [({"foo": "bar"}, True), ({"foo": "bar", "more": "x"}, True), ({"foo": "other"}, False), ({}, False)],
)
def test_every_label_of_the_node_selector_must_be_there(labels: dict[str, str], let_in: bool) -> None:
    result = refusals(PLUGIN, pod("p", nodeSelector={"foo": "bar"}), node("n1", labels=labels))

    words = "node(s) didn't match Pod's node affinity/selector"
    assert result == ({} if let_in else {"n1": ("UnschedulableAndUnresolvable", words)})


@pytest.mark.parametrize(
    ("question", "let_in"),
    [
        (expression("foo", "In", "bar", "value2"), True),
        (expression("foo", "In", "value1", "value2"), False),
        (expression("foo", "NotIn", "bar"), False),
        (expression("gone", "NotIn", "bar"), True),
        (expression("foo", "Exists"), True),
        (expression("gone", "Exists"), False),
        (expression("foo", "DoesNotExist"), False),
        (expression("gone", "DoesNotExist"), True),
        (expression("cores", "Gt", "4"), True),
        (expression("cores", "Gt", "8"), False),
        (expression("cores", "Lt", "9"), True),
        (expression("foo", "Gt", "1"), False),
    ],
)
def test_operators_of_a_required_expression(question: dict[str, Any], let_in: bool) -> None:
    there = node("n1", labels={"foo": "bar", "cores": "8"})

    assert refused(PLUGIN, requiring(term(question)), there) == (set() if let_in else {"n1"})


@pytest.mark.parametrize(
    ("terms", "let_in"),
    [
        pytest.param([term(expression("foo", "In", "bar"), expression("gpu", "Exists"))], False, id="ANDed"),
        pytest.param([term(expression("gpu", "Exists")), term(expression("foo", "Exists"))], True, id="ORed"),
        pytest.param([term()], False, id="an empty term matches nothing"),
        pytest.param([term(), term(expression("foo", "Exists"))], True, id="beside an empty term"),
    ],
)
def test_terms_are_alternatives_and_their_expressions_conditions(
    terms: list[dict[str, Any]], let_in: bool
) -> None:
    assert refused(PLUGIN, requiring(*terms), node("n1", labels={"foo": "bar"})) == (
        set() if let_in else {"n1"}
    )


def test_selector_and_affinity_must_both_hold() -> None:
    waiting = requiring(term(expression("foo", "Exists")), nodeSelector={"bar": "baz"})

    assert {
        "n1",
        "n2",
    } == refused(PLUGIN, waiting, node("n1", labels={"foo": "x"}), node("n2", labels={"bar": "baz"}))
    assert set() == refused(PLUGIN, waiting, node("n3", labels={"foo": "x", "bar": "baz"}))


def by_name(*terms: dict[str, Any]) -> Decision:
    return decided(cluster(node("n1", labels={"foo": "x"}), node("n2")), requiring(*terms))


def named(*names: str) -> list[dict[str, Any]]:
    return [expression("metadata.name", "In", name) for name in names]


def test_a_field_pins_the_pod_to_a_node_and_narrows_the_search() -> None:
    decision = by_name(term(fields=named("n2")))

    assert ("n2",) == decision.prefilter_nodes
    assert ("n2",) == decision.feasible


def test_two_terms_with_fields_narrow_to_both_nodes_and_one_without_to_none() -> None:
    assert ("n1", "n2") == by_name(term(fields=named("n1")), term(fields=named("n2"))).prefilter_nodes
    free = by_name(term(fields=named("n2")), term(expression("foo", "Exists")))
    assert free.prefilter_nodes is None
    assert {"n1", "n2"} == set(free.feasible)


def test_two_different_names_in_one_term_are_a_conflict_before_any_node() -> None:
    decision = by_name(term(fields=named("n1", "n2")))

    assert ("pod affinity terms conflict",) == decision.prefilter.reasons


def test_a_field_and_an_expression_in_one_term_must_both_hold() -> None:
    assert () == by_name(term(expression("gone", "Exists"), fields=named("n1"))).feasible
    assert ("n1",) == by_name(term(expression("foo", "Exists"), fields=named("n1"))).feasible


def preferring(*weighted: tuple[int, dict[str, Any]]) -> PodInfo:
    wishes = [{"weight": weight, "preference": wish} for weight, wish in weighted]
    return pod("p", affinity={"nodeAffinity": {PREFERRED: wishes}})


def test_preferences_add_their_weights_and_the_best_node_gets_100() -> None:
    nodes = node("n1", labels={"foo": "bar"}), node("n2", labels={"foo": "bar", "zone": "az1"}), node("n3")
    waiting = preferring((2, term(expression("foo", "In", "bar"))), (5, term(expression("zone", "Exists"))))

    assert {"n1": (2, 28), "n2": (7, 100), "n3": (0, 0)} == scores(PLUGIN, waiting, *nodes)


def test_a_preference_that_no_node_meets_gives_every_node_zero() -> None:
    assert {
        "n1": (0, 0),
        "n2": (0, 0),
    } == scores(PLUGIN, preferring((9, term(expression("gone", "Exists")))), node("n1"), node("n2"))


def test_without_preferences_it_does_not_score() -> None:
    assert {} == scores(PLUGIN, pod("p", nodeSelector={}), node("n1"))


def test_the_profile_can_demand_labels_of_every_pod_and_says_so_in_its_own_words() -> None:
    required = {"nodeSelectorTerms": [term(expression("pool", "In", "blue"))]}
    config = ProfileConfig(args=(NodeAffinityArgs(NodeAffinity.parse({REQUIRED: required})),))

    result = refusals(PLUGIN, pod("p"), node("n1"), node("n2", labels={"pool": "blue"}), config=config)

    assert {
        "n1": ("UnschedulableAndUnresolvable", "node(s) didn't match scheduler-enforced node affinity")
    } == result


@pytest.mark.parametrize(
    ("expressions", "let_in"),
    [
        pytest.param(
            [expression("GPU", "Exists"), expression("GPU", "NotIn", "AMD", "INTER")], True, id="both hold"
        ),
        pytest.param(
            [expression("GPU", "Exists"), expression("GPU", "In", "AMD", "INTER")], False, id="one does not"
        ),
        pytest.param([expression("GPU", "In", "not a label value!")], False, id="a value no label can have"),
    ],
)
def test_expressions_about_one_label(expressions: list[dict[str, Any]], let_in: bool) -> None:
    there = node("n1", labels={"GPU": "NVIDIA-GRID-K1"})

    assert refused(PLUGIN, requiring(term(*expressions)), there) == (set() if let_in else {"n1"})


def test_no_terms_at_all_match_nothing_and_no_requirement_everything() -> None:
    assert {"n1"} == refused(PLUGIN, requiring(), node("n1"))
    assert skips_filter(PLUGIN, pod("p", affinity={"nodeAffinity": {}}), node("n1"))


def test_terms_without_fields_and_with_others_are_alternatives() -> None:
    here, elsewhere = term(fields=named("n2")), term(expression("foo", "In", "y"))

    assert ("n2",) == by_name(here, elsewhere).feasible
    assert () == by_name(term(fields=named("n9")), elsewhere).feasible


def test_a_conflict_in_one_term_leaves_the_others() -> None:
    free = by_name(term(fields=named("n1", "n2")), term(expression("foo", "Exists")))

    assert free.prefilter.code is Code.SUCCESS
    assert ("n1",) == free.feasible


def test_a_name_that_must_not_be_does_not_narrow() -> None:
    decision = by_name(term(fields=[expression("metadata.name", "NotIn", "n1")]))

    assert decision.prefilter_nodes is None
    assert ("n2",) == decision.feasible


def enforced(*request: dict[str, Any], fields: list[dict[str, Any]] | None = None) -> ProfileConfig:
    required = {"nodeSelectorTerms": [term(*request, fields=fields)]}
    return ProfileConfig(args=(NodeAffinityArgs(NodeAffinity.parse({REQUIRED: required})),))


def test_the_profile_s_demand_and_the_pod_s_own_must_both_hold() -> None:
    there = node("n1", labels={"zone": "foo"}), node("n2", labels={"zone": "foo"})
    profile = enforced(fields=named("n2"))

    own = requiring(term(expression("zone", "In", "foo")))
    assert {"n1"} == set(refusals(PLUGIN, own, *there, config=profile))
    other = requiring(term(expression("zone", "In", "bar")))
    assert {
        "node(s) didn't match scheduler-enforced node affinity",
        "node(s) didn't match Pod's node affinity/selector",
    } == {reason for _, reason in refusals(PLUGIN, other, *there, config=profile).values()}


def test_all_expressions_of_a_preference_must_hold_for_its_weight() -> None:
    foo, key = expression("foo", "In", "bar"), expression("key", "In", "value")
    nodes = (
        node("n1", labels={"foo": "bar"}),
        node("n2", labels={"key": "value"}),
        node("n5", labels={"foo": "bar", "key": "value", "az": "az1"}),
    )
    waiting = preferring((2, term(foo)), (4, term(key)), (5, term(foo, key, expression("az", "In", "az1"))))

    assert {"n1": (2, 18), "n2": (4, 36), "n5": (11, 100)} == scores(PLUGIN, waiting, *nodes)


def test_the_profile_s_preferences_are_added_to_the_pod_s() -> None:
    wish = {"weight": 3, "preference": term(expression("key", "In", "value"))}
    config = ProfileConfig(args=(NodeAffinityArgs(NodeAffinity.parse({PREFERRED: [wish]})),))
    nodes = (
        node("n1", labels={"foo": "bar"}),
        node("n2", labels={"key": "value"}),
        node("n3", labels={"foo": "bar", "key": "value"}),
    )

    own = preferring((2, term(expression("foo", "In", "bar"))))
    assert {"n1": (2, 40), "n2": (3, 60), "n3": (5, 100)} == scores(PLUGIN, own, *nodes, config=config)
    assert {"n1": (0, 0), "n2": (3, 100)} == scores(PLUGIN, pod("p"), *nodes[:2], config=config)


# --- what wakes a pod -----------------------------------------------------------------------------

BAR, OTHER, BARE = {"foo": "bar"}, {"k": "v"}, dict[str, str]()


@pytest.mark.parametrize(
    ("old", "new", "worth_it"),
    [
        pytest.param(None, BAR, True, id="a new node that suits"),
        pytest.param(None, BARE, False, id="a new node that does not"),
        pytest.param(BARE, BAR, True, id="it suits now"),
        pytest.param(BARE, OTHER, False, id="another label"),
        pytest.param(BAR, {**BAR, **OTHER}, False, id="it suited before"),
        pytest.param(BAR, OTHER, False, id="it suits no longer"),
    ],
)
def test_a_node_that_begins_to_suit_wakes(
    old: dict[str, str] | None, new: dict[str, str], worth_it: bool
) -> None:
    waiting = requiring(term(expression("foo", "In", "bar")))
    before, action = (None, Action.ADD) if old is None else (node("n", labels=old), Action.UPDATE_NODE_LABEL)
    event = Resource.NODE, action, before, node("n", labels=new)

    assert wakes(PLUGIN, waiting, *event) is worth_it


@pytest.mark.parametrize(
    ("old", "new", "worth_it"),
    [
        pytest.param(None, BAR, True, id="a new node that suits the profile"),
        pytest.param(None, BARE, False, id="a new node that does not"),
        pytest.param(BARE, BAR, False, id="it suits the profile now, and the pod itself suited before"),
        pytest.param(BAR, BARE, False, id="it suits the profile no longer"),
    ],
)
def test_whether_the_old_node_suited_is_asked_without_the_added_affinity(
    old: dict[str, str] | None, new: dict[str, str], worth_it: bool
) -> None:
    before, action = (None, Action.ADD) if old is None else (node("n", labels=old), Action.UPDATE_NODE_LABEL)
    event = Resource.NODE, action, before, node("n", labels=new)

    assert wakes(PLUGIN, pod("p"), *event, enforced(expression("foo", "In", "bar"))) is worth_it


# --- preferences that cannot be read --------------------------------------------------------------

MANY = "[0].matchExpressions[0].values[0]: Invalid value: \"many\": for 'Gt', 'Lt' operators, the value must be an integer"


def test_a_preference_that_cannot_be_read_ends_the_attempt_in_an_error() -> None:
    decision = decided(
        cluster(node("n1"), node("n2")), preferring((5, term(expression("cores", "Gt", "many"))))
    )

    assert "error" == decision.result
    assert decision.fit_error == f'running PreScore plugin "NodeAffinity": {MANY}'
    assert ("n1", "n2") == decision.feasible
    assert {} == decision.scores


def test_with_one_feasible_node_nothing_is_scored_and_the_preference_does_no_harm() -> None:
    decision = decided(cluster(node("n1")), preferring((5, term(expression("cores", "Gt", "many")))))

    assert ("bound", "n1") == (decision.result, decision.node)


@pytest.mark.parametrize(
    ("weight", "question"),
    [
        pytest.param(0, expression("cores", "Gt", "many"), id="a term without weight is not read"),
        pytest.param(5, expression("cores", "Gt", "4"), id="an integer"),
    ],
)
def test_a_preference_that_is_not_read_or_can_be_read_is_no_error(
    weight: int, question: dict[str, Any]
) -> None:
    decision = decided(cluster(node("n1"), node("n2")), preferring((weight, term(question))))

    assert "bound" == decision.result


def test_the_first_decision_of_a_kind_and_a_later_one_fail_alike() -> None:
    snapshot = cluster(node("n1"), node("n2"))
    profile, waiting = build_profile(), preferring((5, term(expression("cores", "Gt", "many"))))
    memo = Memo(profile)
    fast = [
        decide(snapshot, waiting, profile, Nominator(), Attempt(trace=False, memo=memo)).fit_error
        for _ in range(2)
    ]

    assert fast == [f'running PreScore plugin "NodeAffinity": {MANY}'] * 2

"""TaintToleration: hard taints keep pods away, soft ones cost points."""

from typing import Any

import pytest

from scheduler_core.scheduler.framework.events import Action, Resource
from tests.core.scheduler.builders import in_version, node, pod
from tests.core.scheduler.plugins.plugin_answers import refusals, refused, scores, wakes

PLUGIN = "TaintToleration"


def taint(key: str = "dedicated", value: str = "user1", effect: str = "NoSchedule") -> dict[str, str]:
    return {"key": key, "value": value, "effect": effect}


def test_a_pod_without_tolerations_does_not_go_onto_a_tainted_node() -> None:
    assert {
        "n1": ("UnschedulableAndUnresolvable", "node(s) had untolerated taint {dedicated: user1}")
    } == refusals(PLUGIN, pod("p"), node("n1", taints=[taint()]))


@pytest.mark.parametrize(
    ("toleration", "let_in"),
    [
        pytest.param({"key": "dedicated", "value": "user1", "effect": "NoSchedule"}, True, id="equal"),
        pytest.param({"key": "dedicated", "operator": "Exists", "effect": "NoSchedule"}, True, id="exists"),
        pytest.param({"key": "dedicated", "operator": "Exists"}, True, id="any effect"),
        pytest.param({"operator": "Exists"}, True, id="every taint"),
        pytest.param({"key": "dedicated", "value": "user2", "effect": "NoSchedule"}, False, id="other value"),
        pytest.param({"key": "other", "value": "user1", "effect": "NoSchedule"}, False, id="other key"),
        pytest.param({"key": "dedicated", "value": "user1", "effect": "NoExecute"}, False, id="other effect"),
    ],
)
def test_a_toleration_matches_by_key_value_and_effect(toleration: dict[str, str], let_in: bool) -> None:
    waiting = pod("p", tolerations=[toleration])

    assert refused(PLUGIN, waiting, node("n1", taints=[taint()])) == (set() if let_in else {"n1"})


def test_all_hard_taints_must_be_tolerated_and_the_first_one_that_is_not_is_named() -> None:
    waiting = pod("p", tolerations=[{"key": "a", "operator": "Exists"}])
    tainted = node("n1", taints=[taint("a"), taint("b", "2", "NoExecute"), taint("c", "3")])

    assert "node(s) had untolerated taint {b: 2}" == refusals(PLUGIN, waiting, tainted)["n1"][1]


def test_a_soft_taint_refuses_no_pod() -> None:
    assert set() == refused(PLUGIN, pod("p"), node("n1", taints=[taint(effect="PreferNoSchedule")]))


def soft(*keys: str) -> list[dict[str, str]]:
    return [taint(key, "", "PreferNoSchedule") for key in keys]


@pytest.mark.parametrize(
    ("tolerations", "expected"),
    [
        pytest.param([], {"n1": (0, 100), "n2": (1, 50), "n3": (2, 0)}, id="fewer soft taints are better"),
        pytest.param(
            [{"key": "a", "operator": "Exists", "effect": "PreferNoSchedule"}],
            {"n1": (0, 100), "n2": (0, 100), "n3": (1, 0)},
            id="tolerated ones do not count",
        ),
        pytest.param(
            [{"key": "a", "operator": "Exists", "effect": "NoSchedule"}],
            {"n1": (0, 100), "n2": (1, 50), "n3": (2, 0)},
            id="a toleration of hard taints does not help",
        ),
        pytest.param(
            [{"operator": "Exists"}], {"n1": (0, 100), "n2": (0, 100), "n3": (0, 100)}, id="all tolerated"
        ),
    ],
)
def test_each_soft_taint_that_is_not_tolerated_costs(
    tolerations: list[dict[str, Any]], expected: dict[str, tuple[int, int]]
) -> None:
    nodes = node("n1"), node("n2", taints=soft("a")), node("n3", taints=soft("a", "b"))

    assert expected == scores(PLUGIN, pod("p", tolerations=tolerations), *nodes)


def test_a_taint_taken_away_wakes_the_pod_if_nothing_else_keeps_it_away() -> None:
    both, one, none = (node("n1", taints=taints) for taints in ([taint("a"), taint("b")], [taint("b")], []))

    assert not wakes(PLUGIN, pod("p"), Resource.NODE, Action.UPDATE_NODE_TAINT, both, one)
    assert wakes(PLUGIN, pod("p"), Resource.NODE, Action.UPDATE_NODE_TAINT, one, none)


def test_several_tolerations_for_several_taints() -> None:
    waiting = pod(
        "p",
        tolerations=[
            {"key": "dedicated", "operator": "Equal", "value": "user1", "effect": "NoSchedule"},
            {"key": "foo", "operator": "Exists", "effect": "NoSchedule"},
        ],
    )

    assert set() == refused(PLUGIN, waiting, node("n1", taints=[taint(), taint("foo", "bar")]))


def test_a_toleration_of_soft_taints_does_not_help_against_a_hard_one() -> None:
    waiting = pod("p", tolerations=[{"key": "dedicated", "value": "user1", "effect": "PreferNoSchedule"}])

    assert {"n1"} == refused(PLUGIN, waiting, node("n1", taints=[taint()]))


def test_hard_taints_that_are_tolerated_cost_no_points() -> None:
    waiting = pod("p", tolerations=[{"operator": "Exists", "effect": "NoSchedule"}])
    nodes = node("n1", taints=[taint("a"), taint("b")]), node("n2", taints=soft("c"))

    assert {"n1": (0, 100), "n2": (1, 0)} == scores(PLUGIN, waiting, *nodes)


# --- what wakes a pod -----------------------------------------------------------------------------

OF_USER1 = [{"key": "dedicated", "operator": "Equal", "value": "user1", "effect": "NoSchedule"}]


@pytest.mark.parametrize(
    ("old", "new", "worth_it"),
    [
        pytest.param(None, [taint()], True, id="a new node with a tolerated taint"),
        pytest.param(None, [taint(value="user2")], False, id="a new node with another"),
        pytest.param([taint(value="user2")], [taint()], True, id="the taint changed"),
        pytest.param(
            [taint(value="user2")], [taint(value="user2"), taint(value="user3")], False, id="one more taint"
        ),
        pytest.param([taint()], [], False, id="it was tolerated before"),
    ],
)
def test_a_node_whose_taints_are_tolerated_now_wakes(
    old: list[dict[str, str]] | None, new: list[dict[str, str]], worth_it: bool
) -> None:
    before, action = (None, Action.ADD) if old is None else (node("n", taints=old), Action.UPDATE_NODE_TAINT)
    event = Resource.NODE, action, before, node("n", taints=new)

    assert wakes(PLUGIN, pod("p", tolerations=OF_USER1), *event) is worth_it


def test_a_toleration_of_its_own_wakes_and_that_of_another_pod_does_not() -> None:
    event = Resource.POD, Action.UPDATE_POD_TOLERATION

    assert wakes(PLUGIN, pod("p"), *event, pod("p"), pod("p", tolerations=OF_USER1))
    assert not wakes(PLUGIN, pod("p"), *event, pod("x"), pod("x", tolerations=OF_USER1))


@pytest.mark.parametrize("version", ["1.35", "1.36"])
def test_since_1_35_the_refusal_does_not_name_the_taint(version: str) -> None:
    refusal = ("UnschedulableAndUnresolvable", "node(s) had untolerated taint(s)")

    assert {"n1": refusal} == refusals(
        PLUGIN, pod("p"), node("n1", taints=[taint()]), config=in_version(version)
    )


@pytest.mark.parametrize(
    ("operator", "value", "tolerated"),
    [
        ("Lt", "4", True),
        ("Lt", "5", False),
        ("Gt", "5", False),
        ("Gt", "6", True),
        ("Gt", "-7", False),
        ("Lt", "-7", True),
        ("Lt", "04", False),
        ("Lt", "+4", False),
        ("Lt", "few", False),
        ("Lt", "-9223372036854775809", False),
    ],
)
def test_a_toleration_compares_the_value_of_a_taint_as_a_number(
    operator: str, value: str, tolerated: bool
) -> None:
    waiting = pod("p", tolerations=[{"key": "dedicated", "operator": operator, "value": "5"}])

    assert tolerated == (set() == refused(PLUGIN, waiting, node("n1", taints=[taint(value=value)])))

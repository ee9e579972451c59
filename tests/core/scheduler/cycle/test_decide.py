"""Outcomes of one scheduling decision, and what is kept of the way to it."""

from __future__ import annotations

import pytest

from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.configuration.extension_points import PluginEntry, PluginSet
from scheduler_core.scheduler.configuration.profile import ProfileConfig, build_profile
from scheduler_core.scheduler.cycle.decide import ALL, FAST, TRACED, Attempt, decide, skipped
from scheduler_core.scheduler.cycle.decision_view import decision_view
from scheduler_core.scheduler.framework.handle import Picks
from scheduler_core.scheduler.framework.interface import PreFilterResult
from scheduler_core.scheduler.framework.status import SUCCESS, Code, Status, failed
from scheduler_core.scheduler.own_plugins.own_plugin import OwnPlugin
from scheduler_core.scheduler.queue.nominator import Nominator
from tests.core.scheduler.builders import cluster, judged, node, pod, reasons

PROFILE = build_profile()


def test_without_nodes_the_attempt_ends_in_an_error() -> None:
    decision = judged(cluster(), pod("p", "1"))

    assert ("error", None, "no nodes available to schedule pods") == (
        decision.result,
        decision.node,
        decision.fit_error,
    )


def test_the_emptier_of_two_nodes_is_chosen() -> None:
    decision = judged(cluster(node("n1"), node("n2"), pod("a", "2", on="n1")), pod("p", "1"))

    assert ("bound", "n2", ("n1", "n2"), ("n2",)) == (
        decision.result,
        decision.node,
        decision.feasible,
        decision.best,
    )


def test_among_the_best_chance_chooses() -> None:
    snapshot = cluster(node("n1"), node("n2"), node("n3"))
    last = Picks(host=lambda names: names[-1], candidate=lambda names: names[-1])
    decision = decide(snapshot, pod("p", "1"), PROFILE, Nominator(), Attempt(picks=last))

    assert (("n1", "n2", "n3"), "n3") == (decision.best, decision.node)


def test_a_nominated_node_that_fits_is_taken_unseen_by_the_others() -> None:
    snapshot = cluster(node("n1"), node("n2"), pod("a", "3", on="n1"))
    decision = judged(snapshot, pod("p", "1", status={"nominatedNodeName": "n1"}))

    assert ("n1", True, ("n1",)) == (decision.node, decision.nominated_node_used, decision.order)


def test_a_nominated_node_that_does_not_fit_is_one_among_all() -> None:
    snapshot = cluster(node("n1"), node("n2"), pod("a", "4", on="n1"))
    decision = judged(snapshot, pod("p", "1", status={"nominatedNodeName": "n1"}))

    assert ("n2", False) == (decision.node, decision.nominated_node_used)
    assert ("Insufficient cpu",) == reasons(decision)["n1"]


def test_where_no_node_passes_the_sentence_counts_the_reasons() -> None:
    decision = judged(
        cluster(node("n1", "1"), node("n2", "1"), node("n3", unschedulable=True)), pod("p", "2")
    )

    assert "unschedulable" == decision.result
    assert "0/3 nodes are available: 1 node(s) were unschedulable, 2 Insufficient cpu." == decision.fit_error
    assert {"NodeResourcesFit", "NodeUnschedulable"} == decision.rejectors


def test_a_pod_that_may_preempt_is_nominated() -> None:
    decision = judged(cluster(node("n1", "1"), pod("a", "1", on="n1")), pod("p", "1", priority=5))

    assert ("nominated", "n1") == (decision.result, decision.node)


def test_without_a_trace_the_same_node_is_chosen_and_nothing_is_kept() -> None:
    snapshot = cluster(node("n1"), node("n2"), pod("a", "2", on="n1"))
    traced = judged(snapshot, pod("p", "1"))
    fast = decide(snapshot, pod("p", "1"), PROFILE, Nominator(), FAST)

    assert traced.node == fast.node
    assert (2, 0, 0) == (len(traced.nodes), len(fast.nodes), len(fast.scores))


def test_with_all_nodes_a_single_feasible_one_is_scored_too() -> None:
    snapshot = cluster(node("n1"), node("n2", "1"))
    waiting = pod("p", "2")

    assert {} == judged(snapshot, waiting).scores
    assert {"n1"} == decide(snapshot, waiting, PROFILE, Nominator(), ALL).scores.keys()


def test_a_pod_that_is_being_deleted_is_passed_over() -> None:
    decision = skipped(pod("p"))

    assert ("default/p", "skipped", None) == (decision.pod, decision.result, decision.node)


def test_a_decision_names_the_fields_that_had_no_effect() -> None:
    waiting = pod("p", "1", runtimeClassName="gvisor")
    decision = judged(cluster(node("n1")), waiting)

    assert ("spec.runtimeClassName",) == decision.not_modelled
    assert ["spec.runtimeClassName"] == decision_view(decision)["notModelled"]
    assert [] == decision_view(judged(cluster(node("n1")), pod("p", "1")))["notModelled"]


def test_the_view_of_a_failed_attempt_says_at_which_point_it_failed() -> None:
    preference = {"matchExpressions": [{"key": "cores", "operator": "Gt", "values": ["many"]}]}
    preferred = {"preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 1, "preference": preference}]}
    waiting = pod("p", "1", affinity={"nodeAffinity": preferred})
    view = decision_view(judged(cluster(node("n1"), node("n2")), waiting))

    assert "error" == view["result"]
    assert [
        {"point": "PreFilter", "state": "done"},
        {"point": "Filter", "state": "done"},
        {"point": "PostFilter", "state": "skipped"},
        {"point": "PreScore", "state": "failed"},
    ] == view["points"]


class _Breaks:
    """A plugin of a user that answers Error at one point."""

    at = ""

    def __init__(self, args: object) -> None:
        self.args = args

    def _answer(self, point: str) -> Status:
        return failed("Breaks", "out of order") if point == self.at else SUCCESS


class BreaksBefore(_Breaks):
    at = "pre_filter"

    def pre_filter(self, state: object, snapshot: object, pod: object) -> PreFilterResult:
        return PreFilterResult(self._answer("pre_filter"))


class BreaksAtNodes(_Breaks):
    at = "filter"

    def filter(self, state: object, pod: object, node: object) -> Status:
        return self._answer("filter")


@pytest.mark.parametrize(
    ("kind", "point", "text", "view"),
    [
        (
            BreaksBefore,
            "preFilter",
            'running PreFilter plugin "Breaks": out of order',
            {"PreFilter": "failed"},
        ),
        (BreaksAtNodes, "filter", 'running "Breaks" filter plugin: out of order', {"Filter": "failed"}),
    ],
)
@pytest.mark.parametrize("attempt", [TRACED, FAST])
def test_an_error_of_a_plugin_of_one_s_own_ends_the_attempt(
    kind: type, point: str, text: str, view: dict[str, str], attempt: Attempt
) -> None:
    own = {"Breaks": OwnPlugin("Breaks", plugin_class=kind)}
    sets = ((point, PluginSet(enabled=(PluginEntry("Breaks"),))),)
    profile = build_profile(ProfileConfig(plugin_sets=sets), own)
    decision = decide(cluster(node("n1"), node("n2")), pod("p", "1"), profile, Nominator(), attempt)

    assert (decision.result, decision.fit_error, decision.rejectors) == ("error", text, frozenset())
    if attempt.trace:
        states = {item["point"]: item["state"] for item in decision_view(decision)["points"]}  # type: ignore[index, union-attr]
        assert view.items() <= states.items()


class BreaksAtSomeNodes(_Breaks):
    def filter(self, state: object, pod: object, node: NodeInfo) -> Status:
        return failed("Breaks", "out of order") if node.name in ("n2", "n3") else SUCCESS


def test_with_all_nodes_every_node_is_judged_although_a_filter_failed_at_one() -> None:
    own = {"Breaks": OwnPlugin("Breaks", plugin_class=BreaksAtSomeNodes)}
    sets = (("filter", PluginSet(enabled=(PluginEntry("Breaks"),))),)
    profile = build_profile(ProfileConfig(plugin_sets=sets), own)
    snapshot = cluster(*(node(name) for name in ("n1", "n2", "n3", "n4")))
    nominated = pod("p", "1", status={"nominatedNodeName": "n4"})

    decision = decide(snapshot, nominated, profile, Nominator(), ALL)

    codes = {name: verdict.status.code for name, verdict in decision.nodes.items()}
    assert {"n1": Code.SUCCESS, "n2": Code.ERROR, "n3": Code.ERROR, "n4": Code.SUCCESS} == codes
    assert (True, "n4") == (decision.nominated_node_used, decision.node)

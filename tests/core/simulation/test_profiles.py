"""Profiles, hints and what-if in a whole run."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Problem, Run, Scenario, SourceDocument, parse_scenario
from tests.builders import node, pod
from tests.core.builders import decided, frames, pods, recorded
from tests.core.play import header, scenario_from


def scheduling(*profiles: Any, **more: Any) -> dict[str, Any]:
    return {
        "apiVersion": "kubescheduler.config.k8s.io/v1",
        "kind": "KubeSchedulerConfiguration",
        "profiles": list(profiles),
        **more,
    }


PACKING = {
    "schedulerName": "packer",
    "plugins": {
        "score": {"disabled": [{"name": "*"}], "enabled": [{"name": "NodeResourcesFit", "weight": 5}]}
    },
    "pluginConfig": [{"name": "NodeResourcesFit", "args": {"scoringStrategy": {"type": "MostAllocated"}}}],
}


def test_each_pod_is_decided_by_the_profile_it_names() -> None:
    recording = recorded(
        scheduling({"schedulerName": "default-scheduler"}, PACKING),
        node("full"),
        node("empty"),
        pod("there", "2", nodeName="full"),
        pod("spread", "1"),
        pod("packed", "1", schedulerName="packer"),
    )

    chosen = decided(recording)

    assert ("empty", "full") == (chosen["default/spread"]["node"], chosen["default/packed"]["node"])
    assert {"NodeResourcesFit": 5} == chosen["default/packed"]["weights"]
    scheduled: Any = recording.ask("events", recording.head_seq, key="default/packed")[0]
    assert ("Scheduled", "packer") == (scheduled["reason"], scheduled["from"])


def test_a_pod_that_names_no_profile_waits_and_says_for_whom() -> None:
    recording = recorded(node("n1"), pod("p", "1", schedulerName="gone"))

    view = pods(recording)["p"]

    assert {"id": "waits.nobody", "args": {"pod": "p", "scheduler": "gone"}} == view["why"]
    assert view["lane"] is None
    assert [] == frames(recording, "schedule")


def test_without_preemption_no_pod_is_preempted() -> None:
    off = {"plugins": {"multiPoint": {"disabled": [{"name": "DefaultPreemption"}]}}}
    documents = [node("n1"), pod("low", "4", nodeName="n1"), pod("high", "4", priority=100)]

    assert "nominated" == decided(recorded(*documents))["default/high"]["result"]
    assert (
        "unschedulable" == decided(recorded(scheduling(off), *documents, limit=20))["default/high"]["result"]
    )


def test_backoff_is_as_long_as_the_configuration_says() -> None:
    bigger = {"at": 2, "kind": "apply", "documents": [node("other", "4")]}
    slow = scheduling({}, podInitialBackoffSeconds=8, podMaxBackoffSeconds=8)

    def moved_to(*documents: Any) -> Any:
        recording = recorded(header(bigger), *documents, node("n1", "1"), pod("p", "2"))
        return frames(recording, "requeue")[0]["hints"][0]["to"]

    assert ("active", "backoff") == (moved_to(), moved_to(slow))


def test_the_configuration_is_part_of_the_scenario_and_its_digest() -> None:
    plain = scenario_from([node("n1"), pod("p", "1")])
    packed = scenario_from(
        [scheduling(PACKING, leaderElection={"leaderElect": False}), node("n1"), pod("p", "1")]
    )

    again = Scenario.from_canonical(packed.canonical())

    assert again == packed
    assert packed.digest != plain.digest
    assert "leaderElection" not in packed.configuration
    assert "configuration" not in plain.canonical()


def test_a_configuration_is_kept_in_the_report_with_what_is_not_read() -> None:
    given = scheduling({}, leaderElection={}, extenders=[])
    parsed = parse_scenario([SourceDocument(3, given), SourceDocument(5, node("n1"))])

    assert [
        (3, "KubeSchedulerConfiguration", "kept"),
        (3, "KubeSchedulerConfiguration", "kept.fields_not_read"),
        (5, "Node", "kept"),
        (5, "Node", "defaulted"),
    ] == [(entry.document, entry.kind, entry.code) for entry in parsed.report]
    assert {"fields": ["leaderElection", "extenders"]} == parsed.report[1].args


def test_arguments_for_a_plugin_that_does_not_exist_are_not_kept() -> None:
    foreign = {"name": "Foreign", "args": {"token": "hush"}}
    profile = {**PACKING, "pluginConfig": [foreign, *PACKING["pluginConfig"]]}  # type: ignore[misc]

    kept = scenario_from([scheduling(profile), node("n1")]).canonical()["configuration"]

    assert scheduling(PACKING) == kept


def test_a_wrong_configuration_is_no_scenario_and_says_document_and_path() -> None:
    given = scheduling({"schedulerName": "a"}, {"schedulerName": "a"})
    parsed = parse_scenario([SourceDocument(0, node("n1")), SourceDocument(2, given)])

    assert parsed.scenario is None
    assert [(2, "profiles[1].schedulerName")] == [
        (problem.document, problem.path) for problem in parsed.problems
    ]


def test_a_second_configuration_is_refused() -> None:
    parsed = parse_scenario([SourceDocument(0, scheduling({})), SourceDocument(1, scheduling({}))])

    assert [(1, "config.second")] == [(problem.document, problem.code) for problem in parsed.problems]


# Hints


def test_a_requeue_says_which_event_and_which_plugin_wanted_it_and_who_stayed() -> None:
    bigger = {"at": 5, "kind": "apply", "documents": [node("n2", "3")]}
    recording = recorded(header(bigger), node("n1", "1"), pod("two", "2"), pod("nine", "9"))

    woken = next(frame for frame in frames(recording, "requeue") if frame["t"] == 5)

    assert ["default/two"] == woken["focus"]["pods"]
    assert [
        {
            "pod": "default/two",
            "event": "NodeAdd",
            "words": {"id": "event.NodeAdd", "args": {}},
            "object": "n2",
            "t": 5,
            "to": "active",
            "plugins": [{"plugin": "NodeResourcesFit", "hint": "Queue"}],
        },
        {
            "pod": "default/nine",
            "event": "NodeAdd",
            "words": {"id": "event.NodeAdd", "args": {}},
            "object": "n2",
            "t": 5,
            "to": None,
            "plugins": [{"plugin": "NodeResourcesFit", "hint": "Skip"}],
        },
    ] == woken["hints"]


def test_why_did_nothing_happen_names_the_events_that_did_not_wake_the_pod() -> None:
    small = {"at": 3, "kind": "apply", "documents": [node("n2", "1")]}
    label = {"at": 4, "kind": "label", "object": {"kind": "Node", "name": "n1"}, "labels": {"a": "b"}}
    recording = Run(scenario_from([header(small, label), node("n1", "1"), pod("p", "2")]))
    last = len(recording.step(0, "time", until=4))

    answer = recording.ask("why", last, pod="default/p")

    assert answer is not None
    received: Any = answer["inVain"]
    assert [
        ("NodeAdd", "n2", "Skip"),
        ("NodeUpdateNodeLabel", "n1", "NotRegistered"),
    ] == [(item["event"], item["object"], item["plugins"][0]["hint"]) for item in received]


# Chance


def test_a_tie_between_victims_is_tossed_by_the_seed_and_recorded() -> None:
    documents = [
        *(node(f"n{number}") for number in range(4)),
        *(pod(f"low{number}", "4", nodeName=f"n{number}") for number in range(4)),
        pod("high", "4", priority=100),
    ]
    chosen = set()
    for seed in range(8):
        recording = Run(scenario_from([header(seed=seed), *documents]))
        recording.step(0, "cycle")
        frame = frames(recording, "schedule")[0]
        [toss] = frame["tosses"]
        preemption = frame["decision"]["preemption"]
        assert ("candidate", ["n0", "n1", "n2", "n3"]) == (toss["what"], toss["among"])
        assert toss["chose"] == preemption["chosen"] == frame["decision"]["node"]
        assert preemption["criteria"][-1] == {"id": "order", "values": {}, "left": [toss["chose"]]}
        chosen.add(toss["chose"])

    assert len(chosen) > 1


# What if


def what_if(recording: Run, seq: int, changes: Any) -> Any:
    return recording.ask("what_if", seq, pod="default/p", changes=changes)


def test_what_if_nothing_changed_is_the_decision_that_comes() -> None:
    recording = recorded(node("n1"), node("n2"), node("n3"), pod("p", "1"))
    coming: Any = recording.frame(1)

    view = what_if(recording, 0, {})

    tosses = [{"among": toss["among"], "chose": toss["chose"]} for toss in coming["tosses"]]
    assert view.pop("tosses") == tosses
    assert "" == view.pop("uid")
    assert {**view, "cycle": 1, "uid": coming["decision"]["uid"]} == recording.decision(1)


def test_what_if_a_weight_were_another_changes_the_totals_and_leaves_the_run_alone() -> None:
    recording = recorded(node("n1", "8"), node("n2", "2"), pod("p", "1"))
    before = recording.hash(recording.head_seq)

    view = what_if(recording, 0, {"weights": {"NodeResourcesFit": 7, "NodeResourcesBalancedAllocation": 0}})

    assert 7 == view["weights"]["NodeResourcesFit"]
    raw, normalized, weighted = view["scores"]["n1"]["NodeResourcesFit"]
    assert (raw, weighted) == (normalized, 7 * normalized)
    assert recording.hash(recording.head_seq) == before


def test_what_if_tosses_by_its_seed_and_reaches_every_one_of_the_best_nodes() -> None:
    names = [f"n{number}" for number in range(5)]
    recording = recorded(*map(node, names), pod("p", "1"))
    first, again = ([what_if(recording, 0, {"seed": seed})["node"] for seed in range(40)] for _ in range(2))

    assert first == again
    assert set(names) == set(first)


def test_what_if_asks_only_about_pods_that_wait() -> None:
    recording = recorded(node("n1"), pod("p", "1"))

    assert what_if(recording, recording.head_seq, {}) is None
    assert recording.ask("what_if", 0, pod="default/nobody", changes={}) is None


def test_what_if_asks_a_scheduler_started_now_where_none_runs() -> None:
    recording = Run(scenario_from([header(scheduler={"running": False}), node("n1"), pod("p", "1")]))

    assert "n1" == what_if(recording, 0, {})["node"]


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ([], "changes"),
        ({"weight": {}}, "changes.weight"),
        ({"weights": []}, "changes.weights"),
        ({"weights": {"A": -1}}, "changes.weights.A"),
        ({"weights": {"A": 10**6}}, "changes.weights.A"),
        ({"seed": "x"}, "changes.seed"),
    ],
)
def test_what_if_names_what_is_wrong_with_the_changes(changes: Any, path: str) -> None:
    recording = Run(scenario_from([node("n1"), pod("p", "1")]))

    problem = what_if(recording, 0, changes)

    assert isinstance(problem, Problem)
    assert problem.path == path

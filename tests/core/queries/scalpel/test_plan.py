"""What chips come to: patches, changes of the start, refusals in the API server's words, and who fights them."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.engine.recording import Recording
from scheduler_core.objects.problem import Problem
from scheduler_core.queries.scalpel.chip import Chip
from scheduler_core.queries.scalpel.plan import Change, plan_of
from tests.builders import api_object, node, pod, workload
from tests.core.play import scenario_from

CPU = "spec.containers[0].resources.requests.cpu"
DOCUMENTS = [
    node("n1", "4", taints=[{"key": "night", "effect": "PreferNoSchedule"}]),
    pod("bound", "1", on="n1"),
    pod("p", "30"),
    pod("gated", "1", schedulingGates=[{"name": "a"}]),
    workload("Deployment", "web", 2),
    api_object("PriorityClass", "high", value=100),
]


@pytest.fixture(scope="module")
def run() -> tuple[Recording, int]:
    recording = Recording(scenario_from(DOCUMENTS))
    return recording, recording.advance(0, "quiet", limit=200)


def only(
    run: tuple[Recording, int], kind: str, key: str, path: str, value: Any, at: int | None = -1
) -> Change:
    recording, head = run
    [change] = plan_of(
        recording, [Chip(head if at == -1 else at, kind, key, path, None, value)], head
    ).changes
    return change


def created(run: tuple[Recording, int]) -> str:
    recording, head = run
    return next(key for key in recording.world(head).api.pods if key.startswith("default/web-"))


def test_what_kubernetes_changes_is_a_patch_with_the_line_of_kubectl(run: Any) -> None:
    change = only(run, "Deployment", "default/web", "spec.replicas", 5)
    line = """kubectl patch deployment web -p '{"spec":{"replicas":5}}'"""

    assert ("patch", line, {"spec": {"replicas": 5}}) == (change.state, change.line, change.patch)


def test_an_amount_of_a_running_pod_is_resized(run: Any) -> None:
    change = only(run, "Pod", "default/bound", CPU, "2")

    assert ("patch", True) == (
        change.state,
        change.line.startswith("kubectl patch pod bound --subresource resize"),
    )


def test_what_kubernetes_forbids_is_a_change_of_the_start(run: Any) -> None:
    change = only(run, "Pod", "default/p", CPU, "1")

    assert "start" == change.state
    assert "pod updates may not change fields other than" in change.why
    assert change.line.endswith("| kubectl replace --force -f -")


def test_the_amounts_of_a_machine_are_those_of_another_machine_from_the_start(run: Any) -> None:
    change = only(run, "Node", "n1", "status.allocatable.cpu", "8")

    assert ("start", "scalpel.machine", "") == (
        change.state,
        change.words.id if change.words else "",
        change.line,
    )


@pytest.mark.parametrize(
    ("kind", "key", "path", "value", "words"),
    [
        ("Pod", "default/p", CPU, "-1", "must be non-negative"),
        ("Deployment", "default/web", "spec.replicas", -1, "must be non-negative"),
        ("Pod", "default/p", "metadata.labels.a", "not a label!", "a valid label must be"),
    ],
)
def test_an_invalid_object_is_refused_in_the_words_of_the_api_server(
    run: Any, kind: str, key: str, path: str, value: Any, words: str
) -> None:
    change = only(run, kind, key, path, value)
    problem = change.problem
    assert problem is not None

    assert ("refused", True) == (change.state, words in problem.text)


@pytest.mark.parametrize(
    ("kind", "key", "path", "value", "at", "code"),
    [
        ("Pod", "default/p", "metadata.name", "q", -1, "renames"),
        ("Pod", "default/p", "spec.gadget", "q", -1, "unknown_path"),
        ("Pod", "default/nobody", CPU, "1", -1, "no_object"),
        ("Pod", "default/nobody", CPU, "1", None, "no_object"),
        ("Pod", "default/p", CPU, "1", 9_000, "no_step"),
        ("Pod", "default/p", "spec.containers[3].image", "x", -1, "no_entry"),
        ("Pod", "default/p", CPU, "much", -1, "not_a_quantity"),
    ],
)
def test_a_chip_about_nothing_is_refused(
    run: Any, kind: str, key: str, path: str, value: Any, at: int | None, code: str
) -> None:
    problem = only(run, kind, key, path, value, at).problem
    assert problem is not None
    assert not isinstance(problem, Refused)

    assert f"scalpel.{code}" == problem.code


def test_of_a_pod_that_a_controller_made_the_template_is_to_be_changed(run: Any) -> None:
    change = only(run, "Pod", created(run), "spec.nodeSelector.zone", "b")
    problem, instead = change.problem, change.instead
    assert problem is not None
    assert not isinstance(problem, Refused)
    assert instead is not None

    assert ("scalpel.not_in_start", "Deployment web") == (problem.code, problem.args["owner"])
    assert ("Deployment", "default/web", "spec.template.spec.nodeSelector.zone") == instead.place


def test_a_patch_that_a_controller_does_not_pass_on_says_so(run: Any) -> None:
    change = only(run, "Pod", created(run), "metadata.labels.tier", "b")

    assert ("patch", "scalpel.made_again") == (change.state, change.words.id if change.words else "")


def test_a_patch_that_a_controller_sets_back_names_the_object_to_change(run: Any) -> None:
    recording, head = run
    key = next(iter(recording.world(head).api.objects("ReplicaSet")))
    change = only(run, "ReplicaSet", key, "spec.replicas", 7)
    assert change.instead is not None

    assert "scalpel.set_back" == (change.words.id if change.words else "")
    assert ("Deployment", "default/web", "spec.replicas") == change.instead.place


def test_of_two_chips_for_one_field_the_later_wins(run: Any) -> None:
    recording, head = run
    chips = [Chip(head, "Deployment", "default/web", "spec.replicas", 2, number) for number in (3, 4)]
    states = [change.state for change in plan_of(recording, chips, recording.head_seq).changes]

    assert ["overridden", "patch"] == states


def test_chips_for_one_object_at_one_step_are_given_one_after_the_other(run: Any) -> None:
    recording, head = run
    chips = [
        Chip(head, "Pod", "default/gated", f"metadata.labels.{name}", None, "x") for name in ("one", "two")
    ]
    patches = [change.state for change in plan_of(recording, chips, recording.head_seq).changes]

    assert ["patch", "patch"] == patches


@pytest.mark.parametrize("at", [None, -1])
def test_a_pod_of_another_class_has_its_priority(run: tuple[Recording, int], at: int | None) -> None:
    recording, head = run
    chip = Chip(head if at == -1 else at, "Pod", "default/p", "spec.priorityClassName", None, "high")
    plan = plan_of(recording, [chip], head)
    spec = plan.sources["Pod", "default/p"].manifest["spec"]

    assert ["start"] == [change.state for change in plan.changes]
    assert (100, "PreemptLowerPriority") == (spec["priority"], spec["preemptionPolicy"])


def test_a_class_that_is_not_there_is_refused_in_the_words_of_the_admission(
    run: tuple[Recording, int],
) -> None:
    problem = only(run, "Pod", "default/p", "spec.priorityClassName", "nope").problem

    assert isinstance(problem, Problem)
    assert {"text": 'pods "p" is forbidden: no PriorityClass with name nope was found'} == problem.args


def test_a_taint_is_taken_away_by_a_patch(run: tuple[Recording, int]) -> None:
    change = only(run, "Node", "n1", "spec.taints[0]", None)
    other = only(run, "Node", "n1", "spec.taints[0]", "a=b:NoSchedule")

    assert ("patch", "refused") == (change.state, other.state)
    assert "kubectl taint node n1 night:PreferNoSchedule-" == change.line

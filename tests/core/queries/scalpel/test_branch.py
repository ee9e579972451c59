"""Playing from a checkpoint is playing from the start: a branch, hash for hash beside the whole changed run."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scheduler_core.engine.recording import Recording
from scheduler_core.inputs.parse import parse_input
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.problem import Problem
from scheduler_core.queries.scalpel.branch import Branch
from scheduler_core.queries.scalpel.chip import Chip
from scheduler_core.queries.scalpel.patches import branch_of
from scheduler_core.queries.scalpel.paths import Place, fields_of
from scheduler_core.queries.scalpel.plan import plan_of
from tests.builders import node, pod, workload
from tests.core.play import SLUGS, gallery, scenario_from
from tests.harness.series import EVERY, sampled

_KINDS = ("Pod", "Node", "Deployment", "ReplicaSet", "StatefulSet", "PodDisruptionBudget", "PriorityClass")
_STEPS, _HEAD, _TRIALS = 60, 100, 2 if EVERY > 1 else 8


def played(documents: Any, inputs: Any = (), most: int = _HEAD) -> tuple[Recording, int]:
    recording = Recording(scenario_from(documents), inputs)
    head = 0
    while head < most and not recording.quiet(head):
        reached = recording.advance(head, "quiet", limit=most - head)
        if reached == head:
            break
        head = reached
    return recording, head


def other(place: Place, value: Json, random: Random) -> Json:
    """Another value of the same type; None for a text, of which nobody knows what it may be."""
    if place.choices:
        return random.choice(place.choices)
    if place.type == "flag":
        return not value
    if isinstance(value, int):
        return value + random.choice((1, 2, 5))
    if place.type == "quantity":
        cpu = ("100m", "1", "2", "3") if place.path.endswith("cpu") else ("64Mi", "1Gi", "4Gi")
        return random.choice(cpu)
    return None


def random_chip(recording: Recording, head: int, random: Random) -> Chip | None:
    at = random.choice((None, random.randrange(head + 1)))
    api = recording.world(at or 0).api
    kinds = [kind for kind in _KINDS if api.objects(kind)]
    if not kinds:
        return None
    kind = random.choice(kinds)
    key = random.choice([*api.objects(kind)])
    rows = [
        (place, value, other(place, value, random))
        for place, value in fields_of(kind, api.objects(kind)[key].manifest)
    ]
    rows = [row for row in rows if row[2] is not None]
    if not rows:
        return None
    place, value, new = random.choice(rows)
    return Chip(at, kind, key, place.path, value, new)


def differing_step(recording: Recording, branch: Branch, steps: int = _STEPS) -> int | None:
    """The first step at which the state of the branch is not that of the run with its scenario and inputs."""
    hashes = []
    for most in range(steps):
        branch.play(most)
        if branch.ends:
            break
        hashes.append((branch.world.seq, branch.world.hash()))
    whole = Recording(branch.scenario, branch.inputs, plugins=recording.plugins)
    return next((seq for seq, state in hashes if not whole.reach(seq) or whole.hash(seq) != state), None)


@pytest.mark.parametrize("slug", sampled(SLUGS, 4 * EVERY))
def test_a_branch_comes_to_the_states_of_the_whole_changed_run(slug: str) -> None:
    recording, head = played(gallery(slug))
    random = Random(slug)
    differ = []
    for _ in range(_TRIALS):
        chips = [
            chip for _ in range(random.choice((1, 1, 3))) if (chip := random_chip(recording, head, random))
        ]
        plan = plan_of(recording, chips, recording.head_seq)
        if any(change.counts for change in plan.changes):
            step = differing_step(recording, branch_of(recording, plan))
            differ += [] if step is None else [(step, chips)]

    assert [] == differ


CPU = "spec.containers[0].resources.requests.cpu"
DOCUMENTS = [
    node("n1", "4"),
    node("n2", "2"),
    *(pod(f"a{number}", "100m") for number in range(15)),
    pod("p", "30"),
    workload("Deployment", "web", 2),
]


@pytest.mark.parametrize(
    ("chip", "begin"),
    [
        (Chip(40, "Pod", "default/p", CPU, "30", "1"), 30),
        (Chip(40, "Pod", "default/p", "spec.nodeSelector.zone", None, "b"), 30),
        (Chip(40, "Node", "n2", "status.allocatable.cpu", "2", "8"), 0),
        (Chip(40, "Deployment", "default/web", "spec.replicas", 2, 4), 40),
    ],
)
def test_a_branch_begins_where_the_chip_first_matters(chip: Chip, begin: int) -> None:
    recording, _ = played(DOCUMENTS)
    branch = branch_of(recording, plan_of(recording, [chip], recording.head_seq))

    assert (begin, None) == (branch.begin, differing_step(recording, branch))


def test_the_worlds_of_a_pod_and_of_a_node_are_not_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    recording, _ = played(DOCUMENTS)
    monkeypatch.setattr("scheduler_core.queries.scalpel.start.World", None)
    chips = [
        Chip(None, "Pod", "default/p", CPU, "30", "1"),
        Chip(None, "Node", "n2", "status.allocatable.cpu", "2", "8"),
    ]
    branch = branch_of(recording, plan_of(recording, chips, recording.head_seq))

    assert None is differing_step(recording, branch)


def test_an_object_that_the_script_applies_is_changed_before_it_is_applied() -> None:
    recording, head = played(gallery("gap-and-reservation"))
    begun = next(row[0] for row in recording.acts() if row[1] == 4) - 1
    chip = Chip(None, "Pod", "default/small2", CPU, "1", "500m")
    branch = branch_of(recording, plan_of(recording, [chip], head))

    assert (begun, None) == (branch.begin, differing_step(recording, branch))


def test_inputs_behind_the_first_change_are_given_at_their_seconds() -> None:
    cordon = parse_input({"kind": "cordon", "node": "n1"})
    assert not isinstance(cordon, Problem)
    recording, head = played(DOCUMENTS)
    recording, head = played(DOCUMENTS, [(head, cordon)])
    chips = [
        Chip(20, "Node", "n2", "metadata.labels.disk", None, "ssd"),
        Chip(44, "Deployment", "default/web", "spec.replicas", 2, 3),
    ]
    branch = branch_of(recording, plan_of(recording, chips, recording.head_seq))
    step = differing_step(recording, branch, 120)
    kinds = [value.to_json()["kind"] for _, value in branch.inputs]

    assert (None, ["request", "request", "cordon"]) == (step, kinds)

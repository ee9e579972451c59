"""What kubectl prints of a run at any step, imported, goes on like the run itself: the same pods on the same
nodes in the same phases.

A dump cannot say everything, so these runs are left out or get what it lacks:

- inputs of a script that break machines or change how applications behave: the API does not say what a machine
  does before its kubelet or a controller has noticed it,
- what a Scenario document says beside its objects (how applications behave, the configuration of scheduler and
  kubelets, the seed): the imported run gets it as a person would add it,
- the release of the control plane where kubelets are older: a person names it,
- scenarios in which something decides that only the memory of a component holds (`IN_MEMORY`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from scheduler_core import ChosenRelease, Run, Scenario, SourceDocument, parse_scenario
from scheduler_core.inputs import api_inputs, kubectl_inputs
from scheduler_core.rest.handlers import answer_read
from scheduler_core.rest.requests import Request
from scheduler_core.rest.resources import RESOURCES
from tests.core.play import SLUGS, gallery, scenario_from
from tests.harness.series import EVERY, sampled

PATHS = [
    f"{f'/apis/{row.group}' if row.group else '/api'}/{row.version}/{row.plural}"
    for row in RESOURCES
    if row.modelled
]
WRITES = tuple(
    kind
    for module in (api_inputs, kubectl_inputs)
    for kind in vars(module).values()
    if isinstance(kind, type) and kind.__module__ == module.__name__
)
"""Inputs that are requests to the API."""
MOST_STEPS = 600
STEPS_PER_SCENARIO = 8
IN_MEMORY = {
    "equal-nodes-by-heap": "with which node the scheduler begins its next round",
    "preemptor-stuck": "which pods the scheduler does not try again before something changes",
    "scale-down-lopsided": "which pods a controller that is half-way through its work has still to delete",
    "unneeded-preemption": "that an owner which is not printed was deleted just now",
}
"""Scenario → what a dump does not say and its end depends on."""
CASES = sampled(
    [(slug, number) for slug in SLUGS if slug not in IN_MEMORY for number in range(STEPS_PER_SCENARIO)],
    1 if EVERY == 1 else 13,
)


def printed(run: Run, seq: int) -> dict[str, Any]:
    """`kubectl get -A -o yaml` of all kinds at a step."""
    return {"apiVersion": "v1", "kind": "List", "items": [*_printed(run, seq)]}


def _printed(run: Run, seq: int) -> Iterator[Mapping[str, Any]]:
    for path in PATHS:
        answer = answer_read(run.world(seq), Request("GET", path))
        if answer.code == 404:
            continue  # the release of the run does not serve this version
        body: Any = answer.body
        kind = {"apiVersion": body["apiVersion"], "kind": body["kind"].removesuffix("List")}
        yield from ({**kind, **item} for item in body["items"])


def ends(run: Run) -> Counter[tuple[str, str, str, bool]]:
    """How many pods of each owner end on each node in each phase, and whether they are being deleted."""
    pods = run.world(run.advance(0, "quiet", limit=MOST_STEPS)).api.pods.values()
    return Counter(
        (_owner(pod), pod.node_name, pod.status.phase, pod.meta.deletion_at is not None) for pod in pods
    )


def _owner(pod: Any) -> str:
    """The pod's owner: a controller names its later pods by chance."""
    owner = pod.meta.controller
    if owner is None:
        return str(pod.key)
    return str(owner.name.rpartition("-")[0] or owner.name) if owner.kind == "ReplicaSet" else str(owner.name)


def imported(text: dict[str, Any], own: Scenario) -> Scenario:
    chosen = ChosenRelease(own.version, own.feature_gates)
    parsed = parse_scenario([SourceDocument(0, text)], chosen=chosen)
    assert parsed.scenario is not None
    assert () == parsed.problems
    return replace(
        parsed.scenario,
        seed=own.seed,
        configuration=own.configuration,
        applications=own.applications,
        kubelets=own.kubelets,
        kubelet_configuration=own.kubelet_configuration,
        scheduler_running=own.scheduler_running,
    )


def script_up_to(scenario: Scenario, chance: random.Random) -> Scenario:
    """The scenario with the first inputs of its script, none of which breaks anything."""
    harmless = 0
    while harmless < len(scenario.inputs) and isinstance(scenario.inputs[harmless].input, WRITES):
        harmless += 1
    inputs = scenario.inputs[: chance.randint(0, harmless)]
    return replace(scenario, inputs=inputs, switched_off=(), expect=())


@pytest.mark.parametrize(("slug", "number"), CASES)
def test_a_dump_goes_on_like_the_run_that_it_shows(slug: str, number: int) -> None:
    chance = random.Random(f"{slug}/{number}")
    scenario = script_up_to(scenario_from(gallery(slug)), chance)
    run = Run(scenario)
    head = run.advance(0, "quiet", limit=MOST_STEPS)
    begin = max((frame["seq"] for frame in run.frames(0, head) if frame["actor"] == "script"), default=0)
    seq = chance.randint(begin, head)

    again = Run(imported(printed(run, seq), scenario))

    assert ends(run) == ends(again), f"step {seq} of {head}"


@pytest.mark.parametrize("seq", [15, 17])
def test_a_disk_of_a_pod_that_ends_while_the_dump_is_taken_is_detached_after_it(seq: int) -> None:
    scenario = scenario_from(gallery("rwo-handoff"))
    scenario = replace(scenario, inputs=scenario.inputs[:5], switched_off=(), expect=())

    again = Run(imported(printed(Run(scenario), seq), scenario))

    assert {("default/pod2", "b", "Running", False): 1} == ends(again)

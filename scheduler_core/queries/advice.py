"""What would make a waiting pod fit; only changes that worked in a fork are offered.

The room `advice/` of the core finds changes by deciding again; here they become inputs, which are given to a
copy of the world.
"""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.actor import Message, message
from scheduler_core.advice.advice import Advice, advise
from scheduler_core.advice.changes import Change, PodChange
from scheduler_core.advice.devices.device_changes import MakeClaimTemplate
from scheduler_core.engine.recording import Recording
from scheduler_core.engine.world import World
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json
from scheduler_core.queries.change_inputs import inputs_of
from scheduler_core.queries.proof import ACTS_OF_ALL_PROOFS, ProofResult, prove
from scheduler_core.queries.scheduling_question import SchedulingQuestion, scheduling_question
from scheduler_core.scheduler.framework.plugin_failed import PluginFailedError


def advice(world: World, pod_key: str) -> list[Json] | None:
    """The changes that would make the pod fit, ranked. Empty means that none is needed or none was found, or
    that a plugin failed; None that there is no such pod.

    Each is `{"id", "messages", "note", "victims", "inputs", "node", "result"}`, with the `inputs` in the
    order in which to give them: given at this step of a fork, they lead to `result` (bound or nominated) on
    `node`.
    """
    try:
        return _offers(world, pod_key)
    except PluginFailedError:
        return []


def cures(recording: Recording, seq: int, pod_key: str) -> dict[str, Json] | None:
    """The advice that the Why shows without being asked. `spoils` is True when the advice could give the
    scenario's answer away; the page then shows it together with the answer.
    """
    offered = advice(recording.world(seq), pod_key)
    return None if offered is None else {"spoils": bool(recording.scenario.question), "advice": offered}


def _offers(world: World, pod_key: str) -> list[Json] | None:
    pod = world.api.pods.get(pod_key)
    if pod is None:
        return None
    question = scheduling_question(world, pod_key)
    waits = not (pod.node_name or pod.terminating or pod.finished)
    if question is None or not waits:
        return []
    acts = ACTS_OF_ALL_PROOFS
    offered: list[Json] = []
    if pod.nominated_node_name:
        # Its victims may be terminating; only a preemption that leads nowhere needs advice.
        alone, used = prove(world, pod_key, (), acts)
        acts -= used
        if alone is not None:
            return []
    if not world.scheduler_running:
        start: list[Json] = [{"kind": "scheduler", "running": True}]
        proof, used = prove(world, pod_key, start, acts)
        if proof is not None:
            messages = [message("advice.start_scheduler")]
            return [_entry("startscheduler", messages, None, (), start, proof)]
        world = _started(world)
        acts -= used
    for candidate in _advised(world, question):
        inputs = inputs_of(world, pod_key, candidate.changes)
        proof, used = prove(world, pod_key, inputs, acts)
        acts -= used
        if proof is not None:
            messages = [change.message() for change in candidate.changes]
            note = _note(world, pod_key, candidate.changes)
            offered.append(_entry(candidate.id, messages, note, candidate.victims, inputs, proof))
    return offered


def _started(world: World) -> World:
    world = world.copy()
    world.start_scheduler()
    return world


def _advised(world: World, question: SchedulingQuestion) -> tuple[Advice, ...]:
    """The advice of the core, without changes that only wait for a controller (`_is_there`)."""
    classes = {
        name: entry.value
        for name, entry in world.api.priority_classes.items()
        if entry.preemption_policy != "Never" and not name.startswith("system-")
    }
    plans = advise(question.snapshot, question.pod, question.profile, question.nominator, classes)
    return tuple(plan for plan in plans if not any(_is_there(world, change) for change in plan.changes))


def _is_there(world: World, change: Change) -> bool:
    """Whether the change creates a claim template that exists: its controller has only not acted yet."""
    if not isinstance(change, MakeClaimTemplate):
        return False
    return world.api.get("ResourceClaimTemplate", change.parsed.meta.key) is not None


def _note(world: World, pod_key: str, changes: Sequence[Change]) -> Message | None:
    """A note that the change concerns only this pod, because its controller creates the next one from the
    template: that of the Deployment or CronJob, where one manages the controller.
    """
    pod = world.api.pods[pod_key]
    owner = pod.meta.controller
    if owner is None or not any(isinstance(change, PodChange) for change in changes):
        return None
    manager = world.api.get(owner.kind, f"{pod.namespace}/{owner.name}") if owner.kind in KINDS else None
    owner = (manager and manager.meta.controller) or owner
    return message("advice.in_template", owner=f"{owner.kind} {owner.name}")


def _entry(
    name: str,
    messages: Sequence[Message],
    note: Message | None,
    victims: Sequence[str],
    inputs: list[Json],
    proof: ProofResult,
) -> Json:
    return {
        "id": name,
        "messages": [sentence.to_json() for sentence in messages],
        "note": None if note is None else note.to_json(),
        "victims": list(victims),
        "inputs": inputs,
        "node": proof.node,
        "result": proof.result,
    }

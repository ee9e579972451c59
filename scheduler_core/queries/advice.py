"""What would make a waiting pod fit; only changes that worked in a fork are offered.

The room `advice/` of the core finds changes by deciding again; here they become inputs, which are given to a
copy of the world.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scheduler_core.actor import Message, message
from scheduler_core.advice.advice import Advice, advise
from scheduler_core.advice.changes import Change
from scheduler_core.advice.cluster_changes import DeletePod, UncordonNode
from scheduler_core.advice.devices.device_changes import DeletePodOfClaim, MakeClaimTemplate
from scheduler_core.advice.pod_changes import RaisePriority
from scheduler_core.advice.volume_changes import MakeClaim, MakeClass, MakeVolume
from scheduler_core.engine.recording import Recording
from scheduler_core.engine.world import World
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import DESCRIBED_ANNOTATION
from scheduler_core.objects.storage import PersistentVolumeClaim
from scheduler_core.queries.advising.command_lines import lines_of
from scheduler_core.queries.advising.prices import broken_budgets, place_of, price_of, why_no_priority
from scheduler_core.queries.change_inputs import inputs_of
from scheduler_core.queries.group_advice import group_of, group_offers
from scheduler_core.queries.proof import ACTS_OF_A_PROOF, ACTS_OF_ALL_PROOFS, ProofResult, prove
from scheduler_core.queries.scheduling_question import SchedulingQuestion, scheduling_question
from scheduler_core.scheduler.framework.plugin_failed import PluginFailedError
from scheduler_core.simulation.kubectl.drain_actor import KUBECTL, Kubectl


def advice(world: World, pod_key: str) -> list[Json] | None:
    """The changes that would make the pod fit, ranked. Empty means that none is needed or none was found, or
    that a plugin failed; None that there is no such pod.

    Each is `{"id", "messages", "price", "note", "lines", "victims", "inputs", "pod", "node", "result"}`, with
    the `inputs` in the order in which to give them: given at this step of a fork, they lead to `result`
    (bound or nominated) on `node` for `pod`, which is the pod itself or one that its workload makes in its
    place. For a pod of a group that is not scheduled the changes make the group fit: `group` is `{"name",
    "placed": [{"pod", "node"}]}`, None elsewhere, and `pod` the last of its pods that is bound.
    `price` are sentences about what the changes cost or allow besides, `note` says where they belong. `lines`
    are the kubectl lines that do the same, `{"line", "documents"}` with the manifests that a line reads.
    A last entry with the result `none` is a remark about a change that does not help.
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
    of_group = group_of(world, pod) if waits else None
    if of_group is not None:
        return [*group_offers(world, pod, of_group)]
    if question is None or not waits:
        return []
    acts = ACTS_OF_ALL_PROOFS
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
            words: list[Json] = [message("advice.start_scheduler").to_json()]
            return [{**_entry("startscheduler", (), proof, start), "messages": words}]
        world = _started(world)
        acts -= used
    return [*_proved(world, pod_key, _advised(world, question), acts)]


def _proved(world: World, pod_key: str, candidates: Sequence[Advice], acts: int) -> Iterator[Json]:
    """The proposals that help when they are played, and that take no more places than they give."""
    no_priority: Message | None = None
    for candidate in candidates:
        inputs = inputs_of(world, pod_key, candidate.changes)
        proof, used = prove(world, pod_key, inputs, acts)
        ended = proof is not None or used < min(acts, ACTS_OF_A_PROOF)
        acts -= used
        if proof is None or not _worth(world, candidate, proof):
            if ended and any(isinstance(change, RaisePriority) for change in candidate.changes):
                no_priority = no_priority or why_no_priority(world, pod_key, proof)
            continue
        yield {
            **_entry(candidate.id, candidate.changes, proof, inputs),
            "price": [sentence.to_json() for sentence in price_of(world, pod_key, candidate.changes, proof)],
            "note": _json(place_of(world, pod_key, candidate.changes, inputs)),
            "lines": [*lines_of(world.api, inputs)],
        }
    if no_priority is not None:
        yield {**_entry("nopriority", (), None, []), "messages": [no_priority.to_json()]}


def _worth(world: World, candidate: Advice, proof: ProofResult) -> bool:
    """Whether a proposal helps more pods than it takes from their nodes for good. A pod whose controller
    makes it again is deleted only where the next one finds another node, and where its budgets allow it.
    """
    deletions = (change for change in candidate.changes if isinstance(change, (DeletePod, DeletePodOfClaim)))
    deleted = [change.pod for change in deletions]
    if deleted and (proof.waiting or proof.orphans or any(broken_budgets(world, key) for key in deleted)):
        return False
    return 0 < proof.helped >= proof.lost


def _started(world: World) -> World:
    world = world.copy()
    world.start_scheduler()
    return world


def _advised(world: World, question: SchedulingQuestion) -> tuple[Advice, ...]:
    """The advice of the core, without changes that only wait for a controller (`_is_there`) and without an
    uncordon of a node that kubectl drains."""
    classes = {
        name: entry.value
        for name, entry in world.api.priority_classes.items()
        if entry.preemption_policy != "Never" and not name.startswith("system-")
    }
    plans = advise(question.snapshot, question.pod, question.profile, question.nominator, classes)
    return tuple(
        plan
        for plan in plans
        if not any(
            _is_there(world, change)
            or _is_drained(world, change)
            or _may_be_left_out(world, question, change)
            for change in plan.changes
        )
    )


def _may_be_left_out(world: World, question: SchedulingQuestion, change: Change) -> bool:
    """Whether the change creates storage that the cluster may have: the pod is of a text without claims of
    its namespace, without volumes, or without classes. An empty volume in the place of data would do harm."""
    pod, api = question.pod.pod, world.api
    described = pod.meta.annotations.get(DESCRIBED_ANNOTATION) == "true"
    before = pod.meta.creation_at is not None and pod.meta.creation_at < api.start_at
    if not (described or before):
        return False
    if isinstance(change, MakeClaim):
        claims = api.objects("PersistentVolumeClaim").values()
        return not any(claim.meta.namespace == pod.namespace for claim in claims)
    if isinstance(change, MakeVolume):
        claim = api.get("PersistentVolumeClaim", f"{pod.namespace}/{change.claim}")
        if isinstance(claim, PersistentVolumeClaim):
            bound = bool(claim.volume_name) and not api.objects("PersistentVolume")
            return bound or (bool(claim.class_name) and not api.objects("StorageClass"))
    return isinstance(change, MakeClass) and not api.objects("StorageClass")


def _is_drained(world: World, change: Change) -> bool:
    if not isinstance(change, UncordonNode):
        return False
    kubectl = world.cluster.agenda.actors.get(KUBECTL)
    return isinstance(kubectl, Kubectl) and kubectl.drains(change.node)


def _is_there(world: World, change: Change) -> bool:
    """Whether the change creates a claim template that exists: its controller has only not acted yet."""
    if not isinstance(change, MakeClaimTemplate):
        return False
    return world.api.get("ResourceClaimTemplate", change.parsed.meta.key) is not None


def _entry(
    name: str, changes: Sequence[Change], proof: ProofResult | None, inputs: list[Json]
) -> dict[str, Json]:
    """An offer; without a `proof` a remark, which has the result `none`."""
    return {
        "id": name,
        "messages": [change.message().to_json() for change in changes],
        "price": [],
        "note": None,
        "victims": [*proof.evicted] if proof is not None and proof.result == "nominated" else [],
        "inputs": inputs,
        "lines": [],
        "pod": "" if proof is None else proof.pod,
        "node": "" if proof is None else proof.node,
        "result": "none" if proof is None else proof.result,
        "group": None,
    }


def _json(sentence: Message | None) -> Json:
    return None if sentence is None else sentence.to_json()

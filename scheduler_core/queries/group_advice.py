"""What would make the group of a waiting pod fit; only changes after which enough pods of the group were
bound in a fork are offered.

The room `advice/` of the core finds the changes; here they become inputs, and are played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.actor import message
from scheduler_core.advice.advice import changed_pod
from scheduler_core.advice.changes import Change, PodChange
from scheduler_core.advice.editable import Document, editable, part, parts
from scheduler_core.advice.group_advice import GroupQuestion, advise_group
from scheduler_core.advice.group_changes import AddNodes, LowerMinimum, MorePods, RaiseGroupPriority
from scheduler_core.advice.pod_changes import RemoveGates
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.board.actor_states import running_scheduler
from scheduler_core.engine.look_ahead import give
from scheduler_core.engine.world import World
from scheduler_core.inputs.parse import parse_input
from scheduler_core.objects.kinds import KINDS, Object
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.pod_groups import PodGroup
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.changes import GROUPS_IN_QUEUE, WORKLOADS_ALONE
from scheduler_core.queries.advising.command_lines import lines_of
from scheduler_core.queries.advising.templates import template_inputs
from scheduler_core.queries.change_inputs import authored, cluster_inputs
from scheduler_core.queries.proof import ProofResult, lost_places

ACTS_OF_A_PROOF = 400
"""The largest number of acts that are played until enough pods of the group have a node."""
ACTS_AFTERWARDS = 120
ACTS_OF_ALL_PROOFS = 2_000
SECONDS_OF_A_PROOF = 180
"""How long the group may take, in virtual seconds: victims have their grace period."""
SECONDS_AFTERWARDS = 60
MOST_CREATED_AGAIN = 16
"""The most pods that a proposal deletes and creates again one by one."""


@dataclass(frozen=True, slots=True)
class GroupProof:
    """What the inputs led to: the pods of the group with the node of each, and who lost a place by it."""

    placed: tuple[tuple[str, str], ...]
    lost: ProofResult


def group_of(world: World, pod: Pod) -> GroupQuestion | None:
    """The question about the group of a pod; None where the pod has no group, where this needs no certain
    number of pods, or where enough of them have a node. A group whose object does not exist has no
    question either."""
    scheduler = running_scheduler(world.cluster)
    if scheduler is None or not pod.spec.group:
        return None
    key = f"{pod.namespace}/{pod.spec.group}"
    snapshot, release = scheduler.view.snapshot, world.cluster.components.release
    groups = snapshot.pod_groups
    minimum = groups.minimum(key)
    if minimum is None:
        return None
    bound = sum(1 for member in groups.members(key) if _has_node(world, member.key))
    if bound >= minimum:
        return None
    members = tuple(groups.waiting(key))
    first = members[0] if members else None
    if first is None:
        return None
    try:
        profile = scheduler.profile_of(first)
    except KeyError:
        return None
    group = groups.objects.get(key)
    whole = release.whole_group_preemption and group is not None
    return GroupQuestion(
        name=pod.spec.group.rstrip("/"),
        snapshot=snapshot,
        members=tuple(sorted(members, key=lambda member: -member.priority)),
        count=groups.count(key),
        placed=groups.placed(key),
        minimum=minimum,
        priority=group.priority if whole and group is not None else max(m.priority for m in members),
        profile=profile,
        nominator=scheduler.queue.nominator,
        group=group,
        in_place=release.group_shapes >= GROUPS_IN_QUEUE,
        whole=whole,
    )


def _has_node(world: World, key: str) -> bool:
    pod = world.api.pods.get(key)
    return pod is not None and bool(pod.node_name)


def group_offers(world: World, pod: Pod, question: GroupQuestion) -> Iterator[dict[str, Json]]:
    """The proposals that bind enough pods of the group when they are played, as `advice` gives them. Nothing
    where the group is bound without a change."""
    acts = ACTS_OF_ALL_PROOFS
    alone, used = _prove(world, pod, question, (), [], acts)
    if alone is not None:
        return
    acts -= used
    classes = {
        name: entry.value
        for name, entry in world.api.priority_classes.items()
        if entry.preemption_policy != "Never" and not name.startswith("system-")
    }
    raised = False
    for changes in advise_group(question, classes):
        raises = any(isinstance(change, RaiseGroupPriority) for change in changes)
        if (raises and raised) or acts <= 0:
            continue
        inputs = _inputs(world, pod, question, changes)
        if inputs is None:
            continue
        proof, used = _prove(world, pod, question, changes, inputs, acts)
        acts -= used
        if proof is None or proof.lost.lost > len(proof.placed):
            continue
        raised = raised or raises
        yield _entry(world, question, changes, inputs, proof)


def _entry(
    world: World, question: GroupQuestion, changes: Sequence[Change], inputs: list[Json], proof: GroupProof
) -> dict[str, Json]:
    last, node = proof.placed[-1]
    note = message("advice.in_each_pod", group=question.name)
    price = [sentence for change in changes for sentence in change.price()]
    if proof.lost.gone:
        price.append(message("advice.price_gone", pods=proof.lost.gone))
    if proof.lost.waiting:
        waiting = tuple(dict.fromkeys(proof.lost.waiting))
        price.append(message("advice.price_wait", pods=waiting))
    return {
        "id": "+".join(_name_of(change) for change in changes),
        "messages": [change.message().to_json() for change in changes],
        "price": [sentence.to_json() for sentence in dict.fromkeys(price)],
        "note": note.to_json() if any(isinstance(change, PodChange) for change in changes) else None,
        "lines": [*lines_of(world.api, inputs)],
        "victims": [*proof.lost.evicted] if any(isinstance(c, RaiseGroupPriority) for c in changes) else [],
        "inputs": inputs,
        "pod": last,
        "node": node,
        "result": "bound",
        "group": {
            "name": question.name,
            "placed": [{"pod": pod, "node": at} for pod, at in proof.placed],
        },
    }


def _name_of(change: Change) -> str:
    """An id that is the same whenever the same change is proposed again."""
    match change:
        case AddNodes():
            return f"addnodes-{len(change.nodes)}-{change.nodes[0].like}"
        case MorePods():
            return f"morepods-{len(change.names)}"
        case _:
            sentence = change.message().to_json()
            words = [str(sentence["id"]), *(str(value) for value in dict(_args(sentence)).values())]
            return "-".join(words).replace("/", ".").replace(" ", "")


def _args(sentence: Mapping[str, Json]) -> Mapping[str, Json]:
    args = sentence.get("args")
    return args if isinstance(args, Mapping) else {}


# Inputs


def _inputs(world: World, pod: Pod, question: GroupQuestion, changes: Sequence[Change]) -> list[Json] | None:
    """The inputs that make the changes, in their order; None where they cannot be made, or only by creating
    many pods one by one."""
    inputs: list[Json] = []
    for change in changes:
        if isinstance(change, AddNodes):
            inputs += [value for node in change.nodes for value in cluster_inputs(node)]
        elif isinstance(change, MorePods):
            like = world.api.pods[change.like]
            documents = [_as_created(like, (), name) for name in change.names]
            inputs.append({"kind": "apply", "documents": [*documents]})
        elif isinstance(change, RaiseGroupPriority):
            if change.new_class:
                inputs.append({"kind": "apply", "documents": [_class(change)]})
        elif not isinstance(change, (PodChange, LowerMinimum)):
            inputs += cluster_inputs(change)
    of_pods = [change for change in changes if isinstance(change, PodChange)]
    renewed = _renewed(world, pod, changes)
    if of_pods or renewed is not None:
        again = _pods_again(world, question, of_pods, renewed)
        return None if again is None else inputs + again
    lowered = next((change for change in changes if isinstance(change, LowerMinimum)), None)
    if lowered is not None and question.group is not None:
        inputs.append({"kind": "apply", "documents": [_with_minimum(question.group, lowered.to)]})
    return inputs


def _class(change: RaiseGroupPriority) -> Document:
    return {
        "apiVersion": KINDS["PriorityClass"].api_version,
        "kind": "PriorityClass",
        "metadata": {"name": change.class_name},
        "value": change.value,
    }


def _pods_again(
    world: World, question: GroupQuestion, changes: Sequence[PodChange], renewed: tuple[Document, str] | None
) -> list[Json] | None:
    """Changes the template of the pods, or deletes those without a node and creates them with the changes, in
    the group `renewed` (its object and its name) where that is created anew."""
    waiting = [entry for member in question.members if (entry := world.api.pods.get(member.key)) is not None]
    if renewed is not None:
        every = question.snapshot.pod_groups.members(question.members[0].group_key)
        waiting = [p for member in every if (p := world.api.pods.get(member.key)) and not p.node_name]
    if any(entry.meta.controller is not None for entry in waiting):
        return None if renewed is not None else template_inputs(world.api, waiting[0], changes)
    if len(waiting) > MOST_CREATED_AGAIN:
        return None
    if renewed is None and all(isinstance(change, RemoveGates) for change in changes):
        return [{"kind": "apply", "documents": [authored(changed_pod(entry, changes)) for entry in waiting]}]
    documents = [_as_created(entry, changes, entry.name) for entry in waiting]
    inputs: list[Json] = [
        {"kind": "delete", "object": {"kind": "Pod", "namespace": entry.namespace, "name": entry.name}}
        for entry in waiting
    ]
    if renewed is not None:
        inputs.append({"kind": "apply", "documents": [renewed[0]]})
        for document in documents:
            _join(document, renewed[1])
    return [*inputs, {"kind": "apply", "documents": [*documents]}]


def _as_created(pod: Pod, changes: Sequence[PodChange], name: str) -> Document:
    """The manifest with which the pod would be created under this name."""
    document = authored(changed_pod(pod, changes))
    part(document, "metadata")["name"] = name
    spec = part(document, "spec")
    for computed in ("priority", "preemptionPolicy", "nodeName"):
        spec.pop(computed, None)
    return document


def _join(pod: Document, group: str) -> None:
    spec = part(pod, "spec")
    if "workloadRef" in spec:
        part(spec, "workloadRef")["name"] = group
    else:
        spec["schedulingGroup"] = {"podGroupName": group}


def _renewed(world: World, pod: Pod, changes: Sequence[Change]) -> tuple[Document, str] | None:
    """The object of the group as it is created anew, and its name; None where the changes leave it."""
    shapes = world.cluster.components.release.group_shapes
    for change in changes:
        if isinstance(change, LowerMinimum) and not change.in_place:
            kind, own, _ = _object_of(world, pod, shapes)
            document = None if own is None else _anew(world, kind, own)
            if document is None:
                return None
            _lower(document, pod, change.to, shapes)
            return document, str(part(document, "metadata")["name"])
        if isinstance(change, RaiseGroupPriority) and change.whole:
            kind, own, _ = _object_of(world, pod, shapes)
            document = None if own is None else _anew(world, kind, own)
            if document is None:
                return None
            part(document, "spec")["priorityClassName"] = change.class_name
            return document, str(part(document, "metadata")["name"])
    return None


def _object_of(world: World, pod: Pod, shapes: int) -> tuple[str, Object | None, str]:
    name, _, rest = pod.spec.group.partition("/")
    kind = "Workload" if shapes == WORKLOADS_ALONE else "PodGroup"
    return kind, world.api.get(kind, f"{pod.namespace}/{name}"), rest


def _anew(world: World, kind: str, own: Object) -> Document:
    """The object with a free name."""
    document = editable(own.manifest)
    document.pop("status", None)
    number = 2
    while world.api.get(kind, f"{own.meta.namespace}/{own.meta.name}-{number}") is not None:
        number += 1
    metadata: Document = {"name": f"{own.meta.name}-{number}"}
    if own.meta.namespace != "default":
        metadata["namespace"] = own.meta.namespace
    document["metadata"], document["kind"] = metadata, kind
    part(document, "spec").pop("priority", None)
    return document


def _lower(document: Document, pod: Pod, to: int, shapes: int) -> None:
    if shapes != WORKLOADS_ALONE:
        part(document, "spec", "schedulingPolicy", "gang")["minCount"] = to
        return
    name = pod.spec.group.split("/")[1]
    for entry in parts(document, "spec", "podGroups"):
        if entry.get("name") == name:
            part(entry, "policy", "gang")["minCount"] = to


def _with_minimum(group: PodGroup, to: int) -> Document:
    document = editable(group.manifest)
    document.pop("status", None)
    document["metadata"] = {"name": group.meta.name, "namespace": group.meta.namespace}
    document["kind"] = "PodGroup"
    part(document, "spec", "schedulingPolicy", "gang")["minCount"] = to
    return document


# Proof


def _prove(
    world: World,
    pod: Pod,
    question: GroupQuestion,
    changes: Sequence[Change],
    inputs: Sequence[Json],
    acts: int,
) -> tuple[GroupProof | None, int]:
    """Plays a fork with the inputs until enough pods of the group are bound; None where they were refused or
    where it waits as before. Also returns the acts that were played."""
    fork = world.copy()
    for value in inputs:
        parsed = parse_input(value)
        if isinstance(parsed, Problem) or isinstance(give(fork, parsed), Refused | Problem):
            return None, 0
    minimum = next((change.to for change in changes if isinstance(change, LowerMinimum)), question.minimum)
    own = {member.key for member in question.members}
    name = question.name.partition("/")[0]
    until, used = fork.now_ms / 1000 + SECONDS_OF_A_PROOF, 0
    placed: tuple[tuple[str, str], ...] = ()
    while used < min(acts, ACTS_OF_A_PROOF) and len(placed) < minimum:
        if fork.step(full_frame=False, until=until) is None:
            break
        used += 1
        now = {
            key: entry.node_name
            for key, entry in fork.api.pods.items()
            if entry.node_name and not entry.terminating and _is_of(entry, pod, name, own)
        }
        # in the order in which they were bound, so that a person who follows the advice sees the last one
        before = tuple((key, node) for key, node in placed if now.get(key) == node)
        placed = (*before, *((key, node) for key, node in now.items() if (key, node) not in before))
    if len(placed) < minimum:
        return None, used
    until = fork.now_ms / 1000 + SECONDS_AFTERWARDS
    for _ in range(min(acts - used, ACTS_AFTERWARDS)):
        if fork.step(full_frame=False, until=until) is None:
            break
        used += 1
    new = {key for key, entry in fork.api.pods.items() if _is_of(entry, pod, name, own)}
    lost = lost_places(world, fork, own | new, ProofResult(placed[-1][1], "bound", placed[-1][0]))
    return GroupProof(placed, lost), used


def _is_of(entry: Pod, pod: Pod, name: str, own: set[str]) -> bool:
    """Whether a pod belongs to the group, or to the one that took its place."""
    if entry.namespace != pod.namespace or not entry.spec.group:
        return False
    return entry.meta.key in own or entry.spec.group.partition("/")[0] == name or _made_like(entry, pod)


def _made_like(entry: Pod, pod: Pod) -> bool:
    """Whether both pods are of one controller's kind and name, whose group may have another name now."""
    first, second = entry.meta.controller, pod.meta.controller
    return first is not None and second is not None and (first.kind, first.name) == (second.kind, second.name)

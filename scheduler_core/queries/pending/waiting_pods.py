"""The pods of a cluster that wait for a node, and the step at which the scheduler has decided about each."""

from __future__ import annotations

from collections.abc import Sequence, Set

from scheduler_core.board.actor_states import running_scheduler
from scheduler_core.engine.recording import Recording
from scheduler_core.engine.world import World
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod
from scheduler_core.queries.query import AnswerPart, More

MOST_STEPS = 3_000
"""The most steps that are played until the scheduler has decided about each waiting pod."""
MOST_PODS, MOST_OTHERS = 500, 20
"""The most pods that an answer names: of those that waited, and of the others."""
FAILS_AS_SAID, FAILS, NOMINATED, PLACED_THOUGH_SAID, GATED, UNTRIED, PLACED = range(7)
"""The order of the pods of an answer: those first that can go nowhere, of them those of which the text says
the same."""
RESULTS = {
    FAILS_AS_SAID: "unschedulable",
    FAILS: "unschedulable",
    NOMINATED: "nominated",
    PLACED_THOUGH_SAID: "bound",
    GATED: "gated",
    UNTRIED: "untried",
    PLACED: "bound",
}


def first_decisions(recording: Recording, seq: int, more: More) -> AnswerPart:
    """Plays on from step `seq` to the step at which the scheduler has decided about each waiting pod and one
    of them got no node. Where each got one, or none waits, on until nothing more happens, because controllers
    may make pods; at most up to step MOST_STEPS.

    `{"quiet"}`: whether nothing more happens after that step.
    """
    waiting = {key for key, pod in recording.world(0).api.pods.items() if _is_to_be_tried(pod)}
    tried = _tried(recording, seq)
    at, done = seq, True
    while at < MOST_STEPS and recording.reach(at + 1, frames=False):
        at += 1
        _, _, _, kind, about, *_ = recording.acts(at, 1)[-1]
        if kind == "schedule" and about is not None:
            tried.add(about)
            if waiting <= tried and _is_answered(recording.world(at), tried):
                break
        done = at >= MOST_STEPS or more()
        if not done:
            break
    return AnswerPart({"quiet": recording.quiet(at)} if done else {}, at, done, {"seq": at})


def waiting_pods(recording: Recording, seq: int) -> dict[str, Json]:
    """The pods without a node at step `seq`, and those that had none at step 0, in the order of `RESULTS`.

    `{"pods": [{"key", "result", "inText", "node", "at"}], "count", "waits", "placed", "some": [key]}`:
    `inText` is True where the text says Unschedulable; `at` is the step to which the latest decision about
    the pod led, None without one. `pods` names at most MOST_PODS. `waits` counts those without a node,
    `placed` those that got one as the text lets expect, `count` all others. `some` are keys of pods that came
    with a node, one of each workload first.
    """
    world, first = recording.world(seq), recording.world(0).api.pods
    decided = {
        about: step
        for step, _, _, kind, about, *_ in recording.acts(seq, seq)
        if kind == "schedule" and about
    }
    ranked: list[tuple[int, str]] = []
    others: list[Pod] = []
    assumed = _assumed(world)
    for key, pod in world.api.pods.items():
        before = first.get(key)
        came_waiting = before is not None and before.uid == pod.uid and _waits(before)
        if _waits(pod) or (came_waiting and not pod.terminating):
            in_text = came_waiting and before is not None and _is_called_unschedulable(before)
            ranked.append((_rank(pod, key in assumed, in_text=in_text, tried=key in decided), key))
        else:
            others.append(pod)
    ranked.sort(key=lambda entry: entry[0])
    pods: list[Json] = [
        {
            "key": key,
            "result": RESULTS[rank],
            "inText": rank in (FAILS_AS_SAID, PLACED_THOUGH_SAID),
            "node": world.api.pods[key].node_name or assumed.get(key, ""),
            "at": decided.get(key),
        }
        for rank, key in ranked[:MOST_PODS]
    ]
    placed = sum(rank == PLACED for rank, _ in ranked)
    return {
        "pods": pods,
        "count": len(ranked) - placed,
        "waits": sum(rank not in (PLACED_THOUGH_SAID, PLACED) for rank, _ in ranked),
        "placed": placed,
        "some": list[Json](_examples(others)),
    }


def _examples(pods: Sequence[Pod]) -> list[str]:
    """Pods that somebody may ask about: first one of each workload, and those of DaemonSets, which are on
    each node, last."""
    seen: set[tuple[str, str, str]] = set()
    ranks: list[tuple[int, str]] = []
    for pod in pods:
        owner = pod.meta.controller
        place = ("", "", pod.key) if owner is None else (owner.kind, pod.namespace, owner.name)
        of_daemon = owner is not None and owner.kind in ("DaemonSet", "Node")
        ranks.append((2 * of_daemon + (place in seen), pod.key))
        seen.add(place)
    ranks.sort(key=lambda row: row[0])
    return [key for _, key in ranks[:MOST_OTHERS]]


def _tried(recording: Recording, seq: int) -> set[str]:
    acts = recording.acts(seq, seq)
    return {about for _, _, _, kind, about, *_ in acts if kind == "schedule" and about is not None}


def _is_answered(world: World, tried: Set[str]) -> bool:
    """Whether a pod got no node, and each that waits now was tried."""
    assumed = _assumed(world)
    waiting = [key for key, pod in world.api.pods.items() if _is_to_be_tried(pod) and key not in assumed]
    return bool(waiting) and tried >= set(waiting)


def _rank(pod: Pod, assumed: bool, *, in_text: bool, tried: bool) -> int:
    if pod.node_name or assumed:
        return PLACED_THOUGH_SAID if in_text else PLACED
    if pod.spec.scheduling_gates:
        return GATED
    if not tried:
        return UNTRIED
    if pod.nominated_node_name:
        return NOMINATED
    return FAILS_AS_SAID if in_text else FAILS


def _assumed(world: World) -> dict[str, str]:
    """Pods that the scheduler has placed and not bound yet, with their nodes."""
    scheduler = running_scheduler(world.cluster)
    if scheduler is None:
        return {}
    placed = scheduler.view.pods
    return {key: placed[key].node_name if key in placed else "" for key in scheduler.view.assumed}


def _waits(pod: Pod) -> bool:
    return not (pod.node_name or pod.terminating or pod.finished)


def _is_to_be_tried(pod: Pod) -> bool:
    return _waits(pod) and not pod.spec.scheduling_gates


def _is_called_unschedulable(pod: Pod) -> bool:
    """Whether the scheduler of the text found no node for the pod."""
    scheduled = pod.status.condition("PodScheduled")
    return scheduled is not None and scheduled.status == "False" and scheduled.reason == "Unschedulable"

"""Chooses the picture of a card: the one that shows what is special about the scenario."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

import scheduler_core as core
from playground.gallery.pictures import cluster, gantt, memory, scores, skew
from playground.gallery.pictures.shapes import Picture

MAX_TRIED = 40
"""The most pictures of one run that are tried to find one that differs from its neighbours."""


@dataclass(frozen=True, slots=True)
class Played:
    """A recording played up to step `head`, the pod that the scenario is about, or "", and whether the
    scenario has a PodDisruptionBudget."""

    recording: core.Run
    head: int
    hero: str
    has_budget: bool


def picture_of(played: Played, topic: str, taken: Collection[Picture] = ()) -> Picture:
    """The best picture of the topic's first kind that the run has; otherwise a picture of the cluster.
    Pictures that look like one of `taken` are skipped if the run has another of that kind."""
    for draw in (*PICTURES.get(topic, ()), _cluster):
        first = None
        for picture in islice(draw(played), MAX_TRIED):
            if not any(picture.looks_like(other) for other in taken):
                return picture
            first = first or picture
        if first is not None:
            return first
    raise AssertionError("a run has at least the picture of its start")


def _memory(played: Played) -> Iterator[Picture]:
    """The first step at which a pod is being evicted; among its candidates the one with the least free
    memory."""
    best: tuple[tuple[bool, int], Mapping[str, Any]] | None = None
    for seq in range(played.head + 1):
        snapshot = _snapshot(played, seq)
        for pressure in snapshot["pressures"]:
            states = [row["state"] for row in pressure["ranking"]]
            weight = "evicting" in states, -pressure["bar"]["free"]
            if states and (best is None or weight > best[0]):
                best = weight, snapshot
    picture = None if best is None else memory.draw(best[1])
    if picture:
        yield picture


def _endings(played: Played) -> Iterator[Picture]:
    """The endings of several pods, one below another; nothing when fewer than two end."""
    return (picture for picture in _gantt(played) if len({box.name for box in picture.boxes}) > 1)


def _gantt(played: Played) -> Iterator[Picture]:
    picture = gantt.draw(_snapshot(played, played.head))
    if picture:
        yield picture


def _restarts(played: Played) -> Iterator[Picture]:
    """A picture of containers that end while their pod stays: a bar lasts from SIGTERM to SIGKILL and shows
    the deadline of the grace period."""
    begun = dict[str, tuple[float, float]]()
    spans = list[Mapping[str, Any]]()
    for seq in range(1, played.head + 1):
        frame: Any = played.recording.frame(seq)
        for pod in frame["focus"]["pods"]:
            if frame["message"]["id"] == "kubelet.sigterm_some":
                begun[pod] = frame["t"], frame["message"]["args"]["seconds"]
            elif frame["kind"] == "sigkill" and pod in begun:
                start, grace = begun.pop(pod)
                times = {"from": start, "to": frame["t"], "deadline": start + grace}
                spans.append({"kind": "SIGTERM", "pod": pod, **times})
    picture = gantt.draw({"seq": played.head, "spans": spans})
    if picture:
        yield picture


def _skew(played: Played) -> Iterator[Picture]:
    """The decisions that refused a domain, those with the most refusals first; of equal ones those about the
    scenario's pod, then the earlier. Decisions without refusals count only when no other exists."""
    pictures = list[tuple[int, bool, int, Picture]]()
    for seq, decision in _decisions(played):
        if not decision.get("spreadState"):
            continue
        answer: Any = played.recording.ask("why", seq, pod=decision["pod"])
        columns = answer["columns"] if answer else []
        picture = skew.draw(columns, decision, seq)
        refused = sum(
            not domain["ok"] for column in columns for domain in column["domains"] if "ok" in domain
        )
        if picture:
            pictures.append((-refused, decision["pod"] != played.hero, seq, picture))
    pictures.sort(key=lambda rank: rank[:3])
    return (picture for refused, *_, picture in pictures if refused or not pictures[0][0])


def _scores(played: Played) -> Iterator[Picture]:
    """The decisions in which soft constraints took part, the last one first."""
    scored = [(seq, decision) for seq, decision in _decisions(played) if decision.get("spreadScores")]
    return (picture for seq, decision in reversed(scored) if (picture := scores.draw(decision, seq)))


def _cluster(played: Played) -> Iterator[Picture]:
    """The cluster at its most interesting step, then at less interesting ones; see `liveliness`."""
    scored = [cluster.liveliness(pods) for pods in _pods_at_each_step(played)]
    guarded = _guarded(played)
    for seq in sorted(range(len(scored)), key=lambda seq: -scored[seq]):
        yield cluster.draw(_snapshot(played, seq), guarded=guarded)


def _tried(played: Played) -> Iterator[Picture]:
    """The steps of cycles of groups, those first in which most pods have a place on trial, or keep one in
    Permit."""
    places = list[tuple[int, int]]()
    for seq in range(played.head + 1):
        tried = len(cluster.tried(_snapshot(played, seq)))
        if tried:
            places.append((-tried, seq))
    for _count, seq in sorted(places):
        yield cluster.draw(_snapshot(played, seq))


def _cut_off(played: Played) -> Iterator[Picture]:
    """The cluster while a node is cut off or down, or a controller is down or runs twice: first the step at
    which most processes differ from objects, then the others."""
    spans = list[tuple[int, int]]()
    for seq in range(played.head + 1):
        snapshot = _snapshot(played, seq)
        network = snapshot["network"] or {}
        apart = any(
            node["apart"] or node["cable"] != "whole" or not node["power"] for node in snapshot["nodes"]
        )
        if apart or any(network.get(name) for name in ("cuts", "down", "second")):
            ghosts = sum(process["ghost"] for process in snapshot["processes"])
            spans.append((-100 * ghosts - cluster.liveliness(snapshot["pods"]), seq))
    for _weight, seq in sorted(spans):
        yield cluster.draw(_snapshot(played, seq))


PICTURES: Mapping[str, tuple[Callable[[Played], Iterator[Picture]], ...]] = {
    "preemption": (_memory,),
    "spread": (_skew, _scores),
    "groups": (_tried,),
    "safety": (_cut_off,),
    "exit": (_endings, _memory, _gantt, _restarts),
}
"""The kinds of pictures for a topic, the most special first."""


def _snapshot(played: Played, seq: int) -> Mapping[str, Any]:
    snapshot: Any = played.recording.snapshot(seq)
    return snapshot


def _decisions(played: Played) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for seq in range(1, played.head + 1):
        decision: Any = played.recording.decision(seq)
        if decision is not None:
            yield seq, decision


def _guarded(played: Played) -> Collection[str]:
    """Nodes where preemption had to consider a PodDisruptionBudget: those whose victims would violate one;
    when there are none, all candidates."""
    if not played.has_budget:
        return ()
    candidates = [
        candidate
        for _seq, decision in _decisions(played)
        for candidate in (decision["preemption"] or {}).get("candidates", ())
    ]
    return {row["node"] for row in candidates if row["violations"]} or {row["node"] for row in candidates}


def _pods_at_each_step(played: Played) -> Iterator[Collection[Any]]:
    """The views of the pods at the steps 0 to `head`: those of the start, then changed by each frame."""
    start: Any = played.recording.snapshot(0)
    pods = {pod["key"]: pod for pod in start["pods"]}
    yield pods.values()
    for seq in range(1, played.head + 1):
        frame: Any = played.recording.frame(seq)
        for change in frame["changes"]:
            if change["kind"] == "pod":
                if change["op"] == "put":
                    pods[change["key"]] = change["view"]
                else:
                    pods.pop(change["key"], None)
        yield pods.values()

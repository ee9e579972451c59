"""Which picture a card gets: the one that shows what is special about the scenario."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import scheduler_core as core
from playground.gallery.pictures import cluster, gantt, memory, scores, skew
from playground.gallery.pictures.shapes import Picture


@dataclass(frozen=True, slots=True)
class Played:
    """A recording that was played up to step `head`, the pod that the scenario is about, or "", and whether
    the scenario has a PodDisruptionBudget.
    """

    recording: core.Recording
    head: int
    hero: str
    has_budget: bool


def picture_of(played: Played, topic: str) -> Picture:
    """The first picture of those of the topic that the run has something for; else the cluster."""
    for draw in PICTURES.get(topic, ()):
        found = draw(played)
        if found is not None:
            return found
    return _cluster(played)


def _memory(played: Played) -> Picture | None:
    """The first step at which a pod is being evicted, and of these the one at which least is free."""
    best: tuple[tuple[bool, int], Mapping[str, Any]] | None = None
    for seq in range(played.head + 1):
        snapshot = _snapshot(played, seq)
        for each in snapshot["pressures"]:
            states = [row["state"] for row in each["ranking"]]
            weight = "evicting" in states, -each["bar"]["free"]
            if states and (best is None or weight > best[0]):
                best = weight, snapshot
    return None if best is None else memory.draw(best[1])


def _endings(played: Played) -> Picture | None:
    """How several pods end, one below the other; None where fewer than two do."""
    picture = _gantt(played)
    return picture if picture and len({box.name for box in picture.boxes}) > 1 else None


def _gantt(played: Played) -> Picture | None:
    return gantt.draw(_snapshot(played, played.head))


def _skew(played: Played) -> Picture | None:
    """The decision that refused most domains; of equal ones the first about the scenario's pod."""
    questions = core.Questions(played.recording)
    best: tuple[tuple[int, bool, int], Picture] | None = None
    for seq, decision in _decisions(played):
        if not decision.get("spreadState"):
            continue
        told: Any = questions.why(seq, decision["pod"])
        columns = told["columns"] if told else []
        picture = skew.draw(columns, decision, seq)
        refused = sum(not domain["ok"] for each in columns for domain in each["domains"] if "ok" in domain)
        weight = refused, decision["pod"] == played.hero, -seq
        if picture and (best is None or weight > best[0]):
            best = weight, picture
    return None if best is None else best[1]


def _scores(played: Played) -> Picture | None:
    """The last decision in which soft constraints had a part."""
    made = [(seq, decision) for seq, decision in _decisions(played) if decision.get("spreadScores")]
    return scores.draw(made[-1][1], made[-1][0]) if made else None


def _cluster(played: Played) -> Picture:
    """The cluster at the step that shows most; see `liveliness`."""
    scored = [cluster.liveliness(pods) for pods in _pods_at_each_step(played)]
    snapshot = _snapshot(played, scored.index(max(scored)))
    return cluster.draw(snapshot, guarded=_guarded(played))


def _cut_off(played: Played) -> Picture | None:
    """The cluster while a node is cut off or down: the step at which most processes differ from objects."""
    best: tuple[int, Mapping[str, Any]] | None = None
    for seq in range(played.head + 1):
        snapshot = _snapshot(played, seq)
        apart = any(
            node["apart"] or node["cable"] != "whole" or not node["power"] for node in snapshot["nodes"]
        )
        ghosts = sum(process["ghost"] for process in snapshot["processes"])
        weight = 100 * ghosts + cluster.liveliness(snapshot["pods"])
        if apart and (best is None or weight > best[0]):
            best = weight, snapshot
    return None if best is None else cluster.draw(best[1])


PICTURES: Mapping[str, tuple[Callable[[Played], Picture | None], ...]] = {
    "preemption": (_memory,),
    "spread": (_skew, _scores),
    "safety": (_cut_off,),
    "exit": (_endings, _memory, _gantt),
}
"""What the scenarios of a topic are about, the most special picture first."""


def _snapshot(played: Played, seq: int) -> Mapping[str, Any]:
    snapshot: Any = played.recording.snapshot(seq)
    return snapshot


def _decisions(played: Played) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for seq in range(1, played.head + 1):
        decision: Any = played.recording.decision(seq)
        if decision is not None:
            yield seq, decision


def _guarded(played: Played) -> Collection[str]:
    """Nodes where preemption had to look at a PodDisruptionBudget: those whose victims would violate one;
    where none would, all candidates.
    """
    if not played.has_budget:
        return ()
    candidates = [
        candidate
        for _seq, decision in _decisions(played)
        for candidate in (decision["preemption"] or {}).get("candidates", ())
    ]
    return {each["node"] for each in candidates if each["violations"]} or {
        each["node"] for each in candidates
    }


def _pods_at_each_step(played: Played) -> Iterator[Collection[Any]]:
    """The views of the pods at the steps 0 to `head`: those of the start, changed by each frame."""
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

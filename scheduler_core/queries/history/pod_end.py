"""How a pod ended that is gone, finished or being deleted: when, why, for whom and by which criterion."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.engine.recording import Recording
from scheduler_core.engine.watch_log import Change
from scheduler_core.objects.manifest import Json, find, items, text
from scheduler_core.objects.pod import Pod
from scheduler_core.queries.history.object_history import touched

DECISIONS_LOOKED_AT = 50
DISRUPTION = "DisruptionTarget"


def pod_end(recording: Recording, seq: int, key: str) -> dict[str, Json] | None:
    """The end of the last pod of this name up to step `seq`; None where it did not end or nothing is kept.

    `{"steps": [{"seq", "t", "message"}], "texts": [text of Kubernetes], "by", "node", "criterion",
    "candidates"}`: `steps` are the one that ended the pod and the one that removed it, `texts` its condition
    DisruptionTarget and the reason of its status. For a preempted pod `by` is the key of the pod that
    preempts, on `node`, and `criterion` the id of the one that chose this node among `candidates` nodes, ""
    where there was no other; for every other pod `by` is "".
    """
    recording.reach(seq)
    first = last = 0
    pod: Pod | None = None
    for step, change in _changes(recording, seq, key):
        old, new = change.old, change.new
        if old is None or (isinstance(new, Pod) and new.uid != old.meta.uid):
            first = last = 0
        ends = isinstance(new, Pod) and (new.terminating or (new.finished and new.status.reason))
        if not first and old is not None and (new is None or ends):
            first = step
        if new is None:
            last = step
        stored = new or old
        pod = stored if isinstance(stored, Pod) else pod
    if not first or pod is None:
        return None
    frames = [recording.frame(step) for step in dict.fromkeys((first, last)) if step]
    preempted = _preempted(recording, first, key) if frames[0]["kind"] == "preempt" else None
    return {
        "steps": [{name: frame[name] for name in ("seq", "t", "message")} for frame in frames],
        "texts": [*_texts(pod)],
        **(preempted or {"by": "", "node": "", "criterion": "", "candidates": 0}),
    }


def _changes(recording: Recording, seq: int, key: str) -> Iterator[tuple[int, Change]]:
    for step in touched(recording, seq, "Pod", key):
        writes = recording.watch_log.at(step)
        for change in () if writes is None else writes.changes:
            stored = change.new or change.old
            if change.kind == "Pod" and stored is not None and stored.meta.key == key:
                yield step, change


def _texts(pod: Pod) -> Iterator[str]:
    condition = pod.status.condition(DISRUPTION)
    if condition is not None and condition.message != pod.status.message:
        yield f"{DISRUPTION} {condition.reason}: {condition.message}"
    if pod.status.reason:
        yield f"{pod.status.reason}: {pod.status.message}"


def _preempted(recording: Recording, step: int, key: str) -> dict[str, Json] | None:
    """For whom and why on this node, from the newest decision before `step` that made the pod a victim."""
    scheduled = (row for row in reversed(recording.acts(step, step)) if row[3] == "schedule")
    for _, row in zip(range(DECISIONS_LOOKED_AT), scheduled, strict=False):
        decision = recording.decision(row[0])
        attempt = find(decision, "preemption")
        chosen = text(find(attempt, "chosen"))
        candidates = items(find(attempt, "candidates"))
        victims = (
            text(find(victim, "pod"))
            for candidate in candidates
            if find(candidate, "node") == chosen
            for victim in items(find(candidate, "victims"))
        )
        if key in victims:
            return {
                "by": text(find(decision, "pod")),
                "node": chosen,
                "criterion": _deciding(attempt, len(candidates)),
                "candidates": len(candidates),
            }
    return None


def _deciding(attempt: Json, candidates: int) -> str:
    """The criterion after which only the chosen node was left; "" where it was the only candidate."""
    remaining = candidates
    for criterion in items(find(attempt, "criteria")):
        left = len(items(find(criterion, "left")))
        if left == 1 < remaining:
            return text(find(criterion, "id"))
        remaining = left
    return ""

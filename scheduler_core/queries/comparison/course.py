"""How each pod fared in a recorded run: when it was bound and where, when it ended and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from scheduler_core.engine.world import Frame
from scheduler_core.objects.manifest import Json, find, flag, integer, items, mapping, strings, text

WAITS, RESERVED, RUNS, ENDS, OVER = "waits", "reserved", "runs", "ends", "over"
"""Kinds of stretches: pending, pending with a nominated node, on a node, terminating, and Succeeded or
Failed."""
_FINISHED = frozenset(("Succeeded", "Failed"))


class Steps(Protocol):
    """Steps that were played: a recording, or a part of one whose steps count from 0."""

    def frame(self, seq: int, /) -> Frame:
        """The frame that leads to step `seq`, from 1."""

    def snapshot(self, seq: int, /) -> dict[str, Json]:
        """The state at step 0."""

    def time(self, seq: int, /) -> int | float:
        """The virtual second of a step."""

    def quiet(self, seq: int, /) -> bool:
        """Whether nothing happens after a step."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A time in which a pod was of one kind. `to_s` is None where that lasts to the end of the run."""

    kind: str
    node: str
    from_s: float
    to_s: float | None = None

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "node": self.node, "from": self.from_s, "to": self.to_s}


@dataclass(frozen=True, slots=True)
class PodCourse:
    """One life of a pod. Times are virtual seconds, None for what did not happen.

    `life` counts the lives of one key from 0: a StatefulSet makes pods of one name again. `group` is the
    workload by which pods with generated names are matched. `reason` says why it waits at the end.
    """

    key: str
    life: int
    name: str
    group: str
    order: int
    priority: int
    band: int
    stretches: tuple[Stretch, ...] = ()
    bound_s: float | None = None
    node: str = ""
    reserved: str = ""
    ready_s: float | None = None
    ending_s: float | None = None
    killed_s: float | None = None
    ended_s: float | None = None
    preempted_by: str = ""
    evicted: bool = False
    state: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Course:
    """All pods of a run up to second `end_s`, by key and life. `quiet`: the run was over there."""

    pods: Mapping[tuple[str, int], PodCourse]
    end_s: float
    quiet: bool


@dataclass(slots=True)
class CourseReader:
    """Reads the courses of pods from a state and then frame by frame."""

    pods: dict[tuple[str, int], PodCourse] = field(default_factory=dict)
    lives: dict[str, tuple[int, str]] = field(default_factory=dict)

    def begin(self, snapshot: Mapping[str, Json], t: float) -> None:
        """Takes in the pods of a state, which is that of second `t`."""
        for view in items(snapshot.get("pods")):
            self.view(mapping(view), t)

    def frame(self, frame: Mapping[str, Json]) -> None:
        """Takes in the next frame."""
        t = _seconds(frame.get("t"))
        self.act(frame)
        for change in items(frame.get("changes")):
            if find(change, "kind") != "pod":
                continue
            if find(change, "op") == "del":
                self.over(text(find(change, "key")), t)
            else:
                self.view(mapping(find(change, "view")), t)

    def view(self, view: Mapping[str, Json], t: float) -> None:
        """Takes in how a pod looks from second `t` on."""
        key, uid = text(view.get("key")), text(view.get("uid"))
        life, newest_uid = self.lives.get(key, (-1, ""))
        if newest_uid != uid:
            self.over(key, t)
            life += 1
            self.lives[key] = life, uid
        pod = self.pods.get((key, life)) or _new(view, key, life)
        self.pods[key, life] = _turned(_updated(pod, view, t), _kind(view), t)

    def over(self, key: str, t: float) -> None:
        """The object of a pod is gone."""
        life, uid = self.lives.get(key, (-1, ""))
        if not uid:
            return
        self.lives[key] = life, ""
        pod = self.pods[key, life]
        ended = pod.ended_s if pod.ended_s is not None else t
        self.pods[key, life] = replace(_turned(pod, None, t), ended_s=ended, state="", reason="")

    def act(self, frame: Mapping[str, Json]) -> None:
        """Takes over from an act what no view of a pod contains: the SIGKILL and the pod that preempts."""
        kind, t = frame.get("kind"), _seconds(frame.get("t"))
        pods = strings(find(frame, "focus", "pods"))
        if kind == "sigkill":
            for key in pods:
                self.note(key, killed_s=t)
        elif kind == "preempt" and len(pods) > 1:
            self.note(pods[0], preempted_by=pods[1].partition("/")[2])

    def note(self, key: str, **facts: float | str) -> None:
        life, _ = self.lives.get(key, (-1, ""))
        pod = self.pods.get((key, life))
        if pod is not None:
            self.pods[key, life] = replace(pod, **facts)  # type: ignore[arg-type]


def course_of(recording: Steps, upto: int) -> Course:
    """The courses of all pods up to step `upto`, which the run reaches."""
    reader = CourseReader()
    reader.begin(recording.snapshot(0), float(recording.time(0)))
    for seq in range(1, upto + 1):
        reader.frame(recording.frame(seq))
    return Course(reader.pods, float(recording.time(upto)), recording.quiet(upto))


def before(course: Course, end_s: float) -> Course:
    """The course cut off at second `end_s`. The state and the reason of a pod at that second are not
    recorded, so both are empty."""
    if end_s >= course.end_s:
        return course
    pods = {key: shortened for key, pod in course.pods.items() if (shortened := _cut(pod, end_s)) is not None}
    return Course(pods, end_s, quiet=False)


def _cut(pod: PodCourse, end_s: float) -> PodCourse | None:
    stretches = tuple(
        stretch if stretch.to_s is not None and stretch.to_s <= end_s else replace(stretch, to_s=None)
        for stretch in pod.stretches
        if stretch.from_s <= end_s
    )
    if not stretches:
        return None

    def by_the_end(t: float | None) -> float | None:
        return t if t is not None and t <= end_s else None

    ending_s = by_the_end(pod.ending_s)
    return replace(
        pod,
        stretches=stretches,
        bound_s=by_the_end(pod.bound_s),
        node=pod.node if by_the_end(pod.bound_s) is not None else "",
        ready_s=by_the_end(pod.ready_s),
        ending_s=ending_s,
        killed_s=by_the_end(pod.killed_s),
        ended_s=by_the_end(pod.ended_s),
        preempted_by=pod.preempted_by if ending_s is not None else "",
        evicted=pod.evicted and by_the_end(pod.ended_s) is not None,
        state="",
        reason="",
    )


def _new(view: Mapping[str, Json], key: str, life: int) -> PodCourse:
    return PodCourse(
        key,
        life,
        text(view.get("name")),
        _group(view),
        integer(view.get("order")) or 0,
        integer(view.get("priority")) or 0,
        integer(view.get("band")) or 0,
    )


def _group(view: Mapping[str, Json]) -> str:
    """The workload of a pod, without the hash of the template that a ReplicaSet of a Deployment carries."""
    owner = text(view.get("owner"))
    hashed = text(find(view, "labels", "pod-template-hash"))
    if hashed:
        owner = owner.removesuffix(f"-{hashed}")
    return f"{text(view.get('ns'))}/{owner}" if owner else ""


def _updated(pod: PodCourse, view: Mapping[str, Json], t: float) -> PodCourse:
    node, phase = text(view.get("node")), text(view.get("phase"))
    bound = pod.bound_s
    if node and bound is None:
        bound = _seconds(view.get("bound")) if view.get("bound") is not None else t
    ended = pod.ended_s if pod.ended_s is not None or phase not in _FINISHED else t
    return replace(
        pod,
        bound_s=bound,
        node=node or pod.node,
        reserved=text(view.get("nominated")) or pod.reserved,
        ready_s=t if pod.ready_s is None and flag(view.get("ready")) else pod.ready_s,
        ending_s=t if pod.ending_s is None and flag(view.get("terminating")) else pod.ending_s,
        ended_s=ended,
        evicted=pod.evicted or flag(view.get("evicted")),
        state=text(view.get("state")),
        reason=text(view.get("whyShort")),
    )


def _kind(view: Mapping[str, Json]) -> tuple[str, str]:
    """The kind of stretch in which a pod is, and its node."""
    node, nominated = text(view.get("node")), text(view.get("nominated"))
    if text(view.get("phase")) in _FINISHED:
        return OVER, node
    if flag(view.get("terminating")):
        return ENDS, node
    if node:
        return RUNS, node
    return (RESERVED, nominated) if nominated else (WAITS, "")


def _turned(pod: PodCourse, into: tuple[str, str] | None, t: float) -> PodCourse:
    """The pod with its open stretch closed at `t` and a stretch `into` (kind, node) begun; None begins no
    stretch."""
    last = pod.stretches[-1] if pod.stretches else None
    if last is not None and into == (last.kind, last.node):
        return pod
    done: Iterable[Stretch] = pod.stretches
    if last is not None and last.to_s is None:
        closed = () if last.from_s == t else (replace(last, to_s=t),)
        done = (*pod.stretches[:-1], *closed)
    begun = () if into is None else (Stretch(into[0], into[1], t),)
    return replace(pod, stretches=(*done, *begun))


def _seconds(value: Json) -> float:
    return float(value) if isinstance(value, (int, float)) else 0.0

"""What happens when nodes are drained, upgraded one after another, or a zone is lost: where pods move, which
pods cannot move and which budgets hold them, and how long that takes.

The run is played on from one step in a recording of its own; nothing is changed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.engine.recording import Recording
from scheduler_core.inputs.parse import TimedInput, parse_input
from scheduler_core.objects.manifest import Json, find, items, text
from scheduler_core.objects.problem import Problem
from scheduler_core.queries.comparison.course import Course, PodCourse, course_of
from scheduler_core.queries.verbs.kubectl_line import kubectl_line
from scheduler_core.simulation.kubectl.drain_actor import KUBECTL, Kubectl

DRAIN, UPGRADE, LOSE = "drain", "upgrade", "lose"
PLANS = (DRAIN, UPGRADE, LOSE)
PATIENCE_S = 900
"""Virtual seconds after which a drain that budgets hold, or a lost zone, is not followed any longer."""


@dataclass(slots=True)
class Play:
    """The run as it goes on. `held` are the pods that a budget held back or that cannot be evicted, each with
    Kubernetes' words and the keys of the budgets; `errors` are those of drains that failed; `drained` is when
    each node was empty. `commands` are the lines of kubectl that were assumed."""

    recording: Recording
    at: int
    ends_s: float
    most: int
    held: dict[str, dict[str, Json]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    drained: dict[str, float] = field(default_factory=dict)
    commands: list[str] = field(default_factory=list)

    @property
    def now_s(self) -> float:
        return float(self.recording.time(self.at))

    @property
    def over(self) -> bool:
        return self.at >= self.most or self.now_s >= self.ends_s

    def give(self, value: dict[str, Json]) -> None:
        """Gives an input at the present step. A refusal by Kubernetes becomes an error of the report."""
        parsed = parse_input(value)
        assert not isinstance(parsed, Problem)
        line = kubectl_line(parsed.input if isinstance(parsed, TimedInput) else parsed)
        self.commands += [line] if line else []
        result = self.recording.give(self.at, parsed)
        if isinstance(result, Refused | Problem):
            self.errors.append(result.text)
        else:
            self.at += 1

    def on(self) -> bool:
        """Plays one step; False when nothing more happens or a limit of the play is reached."""
        if self.over or self.recording.quiet(self.at) or not self.recording.reach(self.at + 1):
            return False
        self.at += 1
        return True

    def drain(self, node: str) -> bool:
        """Drains a node as far as possible; True when the node is empty."""
        self.give({"kind": "drain", "node": node, "ignoreDaemonSets": True, "deleteEmptyDirData": True})
        while True:
            view = self.recording.world(self.at).picture.non_objects.drains.get(node, {})
            for row in items(view.get("waiting")):
                self._note(text(find(row, "pod")), text(find(row, "why")))
            kubectl = self.recording.world(self.at).cluster.agenda.actors.get(KUBECTL)
            for key, why in kubectl.given_up(node).items() if isinstance(kubectl, Kubectl) else ():
                self._note(key, why)
            if view.get("done"):
                error = text(view.get("error"))
                if error:
                    self.errors.append(error)
                    return False
                self.drained[node] = self.now_s
                return True
            if not self.on():
                return False

    def _note(self, key: str, why: str) -> None:
        pod = self.recording.world(self.at).api.pods.get(key)
        if key in self.held or pod is None:
            return
        budgets = self.recording.world(self.at).api.budgets.values()
        names = [budget.key for budget in budgets if budget.protects(pod.namespace, pod.labels)]
        self.held[key] = {"pod": key, "why": why, "budgets": list[Json](names)}


def upkeep(recording: Recording, at: int, plan: str, nodes: Sequence[str], most: int) -> dict[str, Json]:
    """What becomes of a run when `nodes` are drained, upgraded (drained and uncordoned one after another) or
    lost (switched off together) at step `at`; at most `most` further steps are played.

    `{"from", "end", "whole", "stuck", "rows", "held", "errors", "drained", "commands"}`: seconds of the begin
    and the end; `whole` says that everything came to rest, `stuck` that a node was not emptied. A row is
    `{"pod", "node", "ended", "state", "next"}` for each pod that was on one of the nodes: `ended` is the
    second at which it was gone, None for one that stays in this `state`, `next` is the pod that took its
    place, `{"pod", "node", "bound", "ready", "why"}`, or None. `held` are `{"pod", "why", "budgets"}`,
    `drained` are `{"node", "at"}`, `commands` are the lines of kubectl that were given.
    """
    inputs = [(seq, value) for seq, value in recording.inputs if seq < at]
    mine = Recording(recording.scenario, inputs, plugins=recording.plugins)
    mine.reach(at)
    begin = float(mine.time(at))
    play = Play(mine, at, begin + PATIENCE_S, at + most)
    if plan == LOSE:
        for node in nodes:
            play.give({"kind": "power", "node": node, "on": False})
    else:
        for node in nodes:
            if not play.drain(node):
                break
            if plan == UPGRADE:
                play.give({"kind": "uncordon", "node": node})
    while play.on():
        pass
    course = course_of(mine, play.at)
    return {
        "from": begin,
        "end": play.now_s,
        "whole": mine.quiet(play.at),
        "stuck": plan != LOSE and len(play.drained) < len(nodes),
        "rows": list[Json](_rows(course, set(nodes), begin)),
        "held": list[Json](list(play.held.values())),
        "errors": list[Json](list(dict.fromkeys(play.errors))),
        "commands": list[Json](play.commands),
        "drained": [{"node": node, "at": second} for node, second in play.drained.items()],
    }


def _rows(course: Course, nodes: set[str], begin: float) -> Iterable[dict[str, Json]]:
    """A row for each pod on `nodes` at second `begin`, with the pod of its workload that replaces it."""
    fresh: dict[str, list[PodCourse]] = defaultdict(list)
    for pod in sorted(course.pods.values(), key=lambda pod: (pod.order, pod.key, pod.life)):
        if pod.stretches and pod.stretches[0].from_s >= begin and pod.group:
            fresh[pod.group].append(pod)
    for pod in sorted(course.pods.values(), key=lambda pod: (pod.node, pod.order, pod.key)):
        node = _node_at(pod, begin)
        if node not in nodes or (pod.ended_s is not None and pod.ended_s < begin):
            continue
        follows = None
        if fresh[pod.group]:
            same = next((new for new in fresh[pod.group] if new.key == pod.key), fresh[pod.group][0])
            fresh[pod.group].remove(same)
            follows = same
        yield {
            "pod": pod.key,
            "node": node,
            "ended": pod.ended_s,
            "state": pod.state,
            "next": None if follows is None else _next(follows),
        }


def _node_at(pod: PodCourse, second: float) -> str:
    """The node of a pod at a second; "" when the pod did not exist or had no node."""
    for stretch in pod.stretches:
        if (
            stretch.from_s <= second
            and (stretch.to_s is None or stretch.to_s > second)
            and stretch.kind in ("runs", "ends")
        ):
            return stretch.node
    return ""


def _next(pod: PodCourse) -> Json:
    return {
        "pod": pod.key,
        "node": pod.node or None,
        "bound": pod.bound_s,
        "ready": pod.ready_s,
        "why": pod.reason if pod.bound_s is None else "",
    }

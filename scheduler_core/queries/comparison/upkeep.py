"""What happens when nodes are drained, upgraded one after another, or a zone is lost.

The run is played on from one step in a recording of its own; nothing is changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.engine.recording import Recording
from scheduler_core.inputs.kubectl_inputs import UPGRADE, Maintenance
from scheduler_core.inputs.parse import Input, TimedInput, parse_input
from scheduler_core.objects.manifest import Json, find, items, text
from scheduler_core.objects.problem import Problem
from scheduler_core.queries.comparison.maintenance_report import PATIENCE_S, report
from scheduler_core.queries.verbs.kubectl_line import kubectl_line
from scheduler_core.simulation.kubectl.drain_actor import KUBECTL, Kubectl


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
            for key, why in kubectl.errors_of(node).items() if isinstance(kubectl, Kubectl) else ():
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


def upkeep(
    recording: Recording,
    at: int,
    plan: str,
    nodes: Sequence[str],
    most: int,
    at_once: int | None = None,
    force: bool | None = None,
    extra: Sequence[Json] | None = None,
) -> dict[str, Json] | Problem:
    """What becomes of a run when `nodes` are drained, upgraded (drained and uncordoned one after another)
    or lost (switched off) at step `at`, as `maintenance_report.report` has it; at most `most` further steps
    are played. `extra` are manifests of nodes that are applied before. A problem when there is no such plan
    or node."""
    parsed: list[Input] = []
    for given in maintenance_inputs(plan, nodes, at_once or 1, force=bool(force), extra=extra or ()):
        entry = parse_input(given)
        if isinstance(entry, Problem):
            return entry
        parsed.append(entry)
    value = parsed[-1]
    assert isinstance(value, Maintenance)
    inputs = [(seq, given) for seq, given in recording.inputs if seq < at]
    mine = Recording(recording.scenario, inputs, plugins=recording.plugins)
    mine.reach(at, frames=False)
    play = Play(mine, at, float(mine.time(at)) + PATIENCE_S * len(nodes), at + most)
    for step in parsed:
        result = mine.give(play.at, step)
        if isinstance(result, Refused):
            return Problem("nodes", "maintenance.refused", {"text": result.text})
        if isinstance(result, Problem):
            return result
        play.at += 1
    begun = play.at - 1
    while play.on():
        pass
    return report(mine, value, begun, play.at)


def maintenance_inputs(
    plan: str, nodes: Sequence[str], at_once: int, *, force: bool, extra: Sequence[Json]
) -> list[dict[str, Json]]:
    """The inputs of a maintenance: its extra nodes, and the maintenance. An upgrade ends without them."""
    value: dict[str, Json] = {
        "kind": "maintenance",
        "plan": plan,
        "nodes": list[Json](nodes),
        "atOnce": at_once,
        "force": force,
    }
    if not extra:
        return [value]
    if plan == UPGRADE:
        value["surge"] = [text(find(document, "metadata", "name")) for document in extra]
    return [{"kind": "apply", "documents": list[Json](extra)}, value]

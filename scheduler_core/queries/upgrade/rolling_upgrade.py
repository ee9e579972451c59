"""A rolling upgrade of the nodes of a run as a scenario: each node is drained, rebooted and uncordoned."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scheduler_core.engine.recording import Recording
from scheduler_core.inputs.parse import TimedInput, parse_timed_input
from scheduler_core.objects.manifest import Json, Manifest, text
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.chosen import unknown_release
from scheduler_core.objects.releases.version import is_version
from scheduler_core.queries.comparison.maintenance_report import PATIENCE_S
from scheduler_core.queries.comparison.play_out import with_given_inputs
from scheduler_core.queries.comparison.upkeep import Play
from scheduler_core.simulation.scenario.scenario import Scenario

BOOT_S = 30
"""Seconds that a machine is off while it boots with the new kubelet."""
READY_S = 5
"""Seconds between the start of the new kubelet and the uncordon."""


@dataclass(frozen=True, slots=True)
class RollingUpgrade:
    """The scenario of a rolling upgrade. `stuck` is the node that could not be emptied, "" when all nodes
    were upgraded; its drain goes on in the scenario, and the nodes after it stay as they are."""

    scenario: Scenario
    stuck: str


def rolling_upgrade(recording: Recording, seq: int, to: str, most: int) -> RollingUpgrade | Problem:
    """The run with the inputs that it was given, under a control plane of the release `to`, whose nodes are
    upgraded one after another from the second of step `seq` on. Each kubelet begins in the version that its
    node reports, else in the release of the run. At most `most` steps are played to find when drains end.
    """
    if not is_version(to):
        return unknown_release("to", to)
    nodes = recording.world(seq).api.nodes
    begin = float(recording.time(seq))
    before = with_given_inputs(recording)
    scenario = replace(before, version=to, expect=(), kubelets=(*before.kubelets, *_kubelets(recording, seq)))
    play = _Upgrade(Recording(scenario, plugins=recording.plugins), 0, begin + PATIENCE_S * len(nodes), most)
    play.until(begin)
    stuck = next((node for node in nodes if not play.upgrade(node, to)), "")
    inputs = sorted((*scenario.inputs, *play.script), key=lambda timed: timed.at_ms)
    return RollingUpgrade(replace(scenario, inputs=tuple(inputs)), stuck)


def _kubelets(recording: Recording, seq: int) -> list[Manifest]:
    """The versions of the kubelets before the upgrade, as a scenario has them."""
    by_version: dict[str, list[Json]] = {}
    for node in recording.world(seq).api.nodes.values():
        reported = text(node.info.get("kubeletVersion")).removeprefix("v")
        version = reported if is_version(reported) else recording.scenario.version
        by_version.setdefault(version, []).append(node.name)
    return [
        {"nodes": nodes, "configuration": {}, "version": version} for version, nodes in by_version.items()
    ]


class _Upgrade(Play):
    """A play that writes down its inputs with their seconds."""

    @property
    def script(self) -> list[TimedInput]:
        """The inputs that were given."""
        return [value for _, value in self.recording.inputs if isinstance(value, TimedInput)]

    def give(self, value: dict[str, Json]) -> None:
        """Gives an input at the second of the present step, or at its own. Drains also evict the pods that
        nothing makes again."""
        if value["kind"] == "drain":
            value = {**value, "force": True}
        timed = parse_timed_input({"at": self.now_s, **value}, "input")
        assert not isinstance(timed, Problem)
        Play.give(self, timed.to_json())

    def until(self, second: float) -> None:
        """Plays on up to a second."""
        while (due := self.recording.next_time(self.at)) is not None and due <= second and not self.over:
            if not self.recording.reach(self.at + 1):
                return
            self.at += 1

    def upgrade(self, node: str, to: str) -> bool:
        """Drains, reboots and uncordons a node; False when it could not be emptied."""
        if not self.drain(node):
            return False
        off_s = self.now_s + 1
        self.until(off_s)
        inputs: list[tuple[float, dict[str, Json]]] = [
            (off_s, {"kind": "power", "on": False}),
            (off_s, {"kind": "upgrade", "version": to}),
            (off_s + BOOT_S, {"kind": "power", "on": True}),
            (off_s + BOOT_S + READY_S, {"kind": "uncordon"}),
        ]
        for second, value in inputs:
            self.until(second)
            self.give({"at": second, **value, "node": node})
        return not self.over

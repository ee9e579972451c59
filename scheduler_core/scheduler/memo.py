"""What is kept between cycles for pods of equal signature: the answers of node-local filters and scores.

A kept answer holds as long as its NodeInfo is still the one in the snapshot: NodeInfos are never changed,
only replaced. So nothing here can be out of date, and a cycle without a memo gives the same decision.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scheduler_core.scheduler.framework import SUCCESS, Status
from scheduler_core.scheduler.node_info import NodeInfo
from scheduler_core.scheduler.pod_info import PodInfo, Signature
from scheduler_core.scheduler.snapshot import Snapshot

if TYPE_CHECKING:
    from scheduler_core.scheduler.preemption import DryRun

MAX_CLASSES = 64
UNKNOWN = -1


class PodClass:
    """By place in the snapshot's list of nodes. `plain` is the weighted sum of the node-local scores that are
    not normalised, UNKNOWN where nobody asked yet; `raw` holds the raw scores of those that are."""

    __slots__ = ("dry_runs", "plain", "raw", "seen", "verdicts", "version")

    def __init__(self, nodes: int, version: int) -> None:
        self.version = version
        self.seen: list[NodeInfo | None] = [None] * nodes
        self.verdicts: list[Status] = [SUCCESS] * nodes
        self.plain: list[int] = [UNKNOWN] * nodes
        self.raw: dict[str, list[int]] = {}
        self.dry_runs: dict[str, tuple[NodeInfo, DryRun]] = {}

    def note(self, place: int, node: NodeInfo, verdict: Status) -> None:
        """A fresh answer of the filters; the scores of the old node are forgotten."""
        self.seen[place] = node
        self.verdicts[place] = verdict
        self.plain[place] = UNKNOWN
        for scores in self.raw.values():
            scores[place] = UNKNOWN

    def raw_of(self, plugin: str) -> list[int]:
        scores = self.raw.get(plugin)
        if scores is None:
            scores = self.raw[plugin] = [UNKNOWN] * len(self.seen)
        return scores


class Memo:
    """For one profile and one line of snapshots. Never part of a state: it can be thrown away at any time."""

    def __init__(self) -> None:
        self._classes: dict[Signature, PodClass] = {}

    def of(self, pod: PodInfo, snapshot: Snapshot) -> PodClass:
        kept = self._classes.get(pod.signature)
        if kept is None or kept.version != snapshot.node_version:
            if kept is None and len(self._classes) >= MAX_CLASSES:
                del self._classes[next(iter(self._classes))]
            kept = PodClass(len(snapshot.nodes), snapshot.node_version)
            self._classes[pod.signature] = kept
        return kept

"""Work on several nodes: which of them comes next. The drains themselves are in `drain_actor`.

Source: kubectl pkg/cmd/drain/drain.go, RunDrain (v0.34): all nodes are cordoned, then drained one after
another, and a node that cannot be drained does not keep kubectl from the next one. Surge nodes are removed as
the documentation of AKS says ("Customize node surge upgrade"): at the end of the process they are drained and
removed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scheduler_core.actor import Message, message
from scheduler_core.inputs.kubectl_inputs import DRAIN, LOSE, UPGRADE, Drain, Maintenance
from scheduler_core.inputs.outcome import YOU
from scheduler_core.objects.manifest import Json

MOST_NAMED = 3
"""Nodes that the sentence of a maintenance names."""


@dataclass(frozen=True, slots=True)
class Round:
    """A maintenance: `left` are the nodes that are not begun, `active` those that are being drained."""

    value: Maintenance
    left: tuple[str, ...]
    active: tuple[str, ...] = ()
    author: str = YOU

    @staticmethod
    def of(value: Maintenance, author: str) -> Round:
        """The whole of a maintenance: an upgrade ends with its surge nodes."""
        surge = value.surge or ()
        left = tuple(node for node in value.nodes if node not in surge)
        return Round(value, (*left, *surge) if value.plan == UPGRADE else left, author=author)

    def removes(self, node: str) -> bool:
        """Whether this is a surge node, which goes when it is empty."""
        return self.upgrades and node in (self.value.surge or ())

    @property
    def upgrades(self) -> bool:
        return self.value.plan == UPGRADE

    @property
    def loses(self) -> bool:
        return self.value.plan == LOSE

    @property
    def cordons_first(self) -> bool:
        return self.value.plan == DRAIN

    @property
    def open(self) -> bool:
        """Whether there are nodes that are not finished."""
        return bool(self.left or self.active)

    @property
    def sentence(self) -> Message:
        """What a person began."""
        nodes = self.value.nodes
        shown = (*nodes[:MOST_NAMED], "…") if len(nodes) > MOST_NAMED else nodes
        args = {"atOnce": self.value.at_once} if self.upgrades else {}
        return message(f"you.began_maintenance_{self.value.plan}", number=len(nodes), nodes=shown, **args)

    def has_work(self, ended: Mapping[str, str]) -> bool:
        """Whether a node is finished or can be begun now. `ended`: node → the error of its drain."""
        return bool(self.finished(ended)) or (bool(self.left) and self._may_begin(self.left[0]))

    def _may_begin(self, node: str) -> bool:
        """A surge node stays until all others are upgraded, since pods may still have to go there."""
        if self.removes(node) and not all(map(self.removes, self.active)):
            return False
        return len(self.active) < self.value.at_once

    def finished(self, ended: Mapping[str, str]) -> str:
        """A node whose drain has ended; "" when there is none."""
        return next((node for node in self.active if node in ended), "")

    def without(self, node: str, error: str) -> Round:
        """The rest after a node is finished. An upgrade begins no other node after one that failed."""
        active = tuple(other for other in self.active if other != node)
        return replace(self, active=active, left=() if error and self.upgrades else self.left)

    def next_node(self) -> tuple[str, Round]:
        """The node that is begun next, and the rest. A lost node needs no more attention."""
        node, *left = self.left
        active = self.active if self.loses else (*self.active, node)
        return node, replace(self, left=tuple(left), active=active)

    def drain(self, node: str) -> Drain:
        """The drain of one node."""
        return Drain(node, ignore_daemon_sets=True, delete_empty_dir_data=True, force=self.value.force)

    def to_json(self) -> Json:
        return [self.value.to_json(), list[Json](self.left), list[Json](self.active)]

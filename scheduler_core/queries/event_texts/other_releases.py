"""What other releases than v1.34 say in other words, and what is said about errors, for which no plugin has
a text of its own.

The words of releases are those of the plugins' constants `ErrReason…` in that release; errors are those of
pkg/scheduler/framework/runtime/framework.go and schedule_one.go.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from scheduler_core.scheduler.plugins.taint_toleration import UNTOLERATED, UNTOLERATED_UNNAMED

SELECTOR = "node(s) didn't match Pod's node affinity/selector"


class OtherWords(NamedTuple):
    """A text, its plugin and extension point, and the text of v1.34 in its place, "" when v1.34 has none."""

    template: str
    plugin: str
    point: str
    today: str = ""


OTHER_WORDS = (
    # up to 1.17, up to 1.23, from 1.35
    OtherWords("node(s) had taints that the pod didn't tolerate", "TaintToleration", "filter", UNTOLERATED),
    OtherWords(
        "node(s) had taint {%(key)s: %(value)s}, that the pod didn't tolerate",
        "TaintToleration",
        "filter",
        UNTOLERATED,
    ),
    OtherWords(UNTOLERATED_UNNAMED, "TaintToleration", "filter", UNTOLERATED),
    # up to 1.19, up to 1.21
    OtherWords("node(s) didn't match node selector", "NodeAffinity", "filter", SELECTOR),
    OtherWords("node(s) didn't match Pod's node affinity", "NodeAffinity", "filter", SELECTOR),
    # up to 1.32
    OtherWords(
        "node(s) had volume node affinity conflict",
        "VolumeBinding",
        "filter",
        "node(s) didn't match PersistentVolume's node affinity",
    ),
    # up to 1.22
    OtherWords("node(s) didn't match pod affinity/anti-affinity rules", "InterPodAffinity", "filter"),
    OtherWords("node(s) didn't match pod affinity/anti-affinity", "InterPodAffinity", "filter"),
    # the condition of a gated pod
    OtherWords(
        "Scheduling is blocked due to non-empty scheduling gates",
        "SchedulingGates",
        "preEnqueue",
        "waiting for scheduling gates: [%(gates)s]",
    ),
    # errors
    OtherWords('running %(point)s plugin "%(plugin)s": %(error)s', "", "preBind"),
    OtherWords("Binding rejected: %(error)s", "", "bind"),
    OtherWords("skip schedule deleting pod: %(pod)s", "", "queueSort"),
)

REFUSED: Mapping[str, tuple[str, ...]] = {
    "OutOfcpu": (
        "Pod was rejected: Node didn't have enough resource: %(resource)s, requested: %(requested)s, "
        "used: %(used)s, capacity: %(capacity)s",
        "Node didn't have enough resource: %(resource)s, requested: %(requested)s, used: %(used)s, "
        "capacity: %(capacity)s",
    ),
}
"""Reason of the Event with which a kubelet rejects a pod → its texts."""

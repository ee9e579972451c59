"""What other releases than v1.36 say in other words, and what is said about errors, for which no plugin has
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
    """A text, its plugin and extension point, the text of v1.36 in its place, "" when v1.36 has none, and the
    releases that write it, "" when these do not matter."""

    template: str
    plugin: str
    point: str
    today: str = ""
    releases: str = ""


OTHER_WORDS = (
    OtherWords(
        "node(s) had taints that the pod didn't tolerate",
        "TaintToleration",
        "filter",
        UNTOLERATED_UNNAMED,
        "≤ 1.17",
    ),
    OtherWords(
        "node(s) had taint {%(key)s: %(value)s}, that the pod didn't tolerate",
        "TaintToleration",
        "filter",
        UNTOLERATED_UNNAMED,
        "1.18–1.23",
    ),
    OtherWords(UNTOLERATED, "TaintToleration", "filter", UNTOLERATED_UNNAMED, "1.24–1.34"),
    OtherWords("node(s) didn't match node selector", "NodeAffinity", "filter", SELECTOR, "≤ 1.19"),
    OtherWords("node(s) didn't match Pod's node affinity", "NodeAffinity", "filter", SELECTOR, "1.20–1.21"),
    OtherWords(
        "node(s) had volume node affinity conflict",
        "VolumeBinding",
        "filter",
        "node(s) didn't match PersistentVolume's node affinity",
        "≤ 1.32",
    ),
    OtherWords(
        "node(s) didn't match pod affinity/anti-affinity rules", "InterPodAffinity", "filter", "", "≤ 1.22"
    ),
    OtherWords("node(s) didn't match pod affinity/anti-affinity", "InterPodAffinity", "filter", "", "≤ 1.22"),
    OtherWords(
        "waiting for resource driver to allocate resource", "DynamicResources", "filter", "", "1.26–1.31"
    ),
    OtherWords(
        "waiting for resource driver to provide information", "DynamicResources", "filter", "", "1.26–1.31"
    ),
    OtherWords("unallocated immediate resourceclaim", "DynamicResources", "preFilter", "", "1.26–1.31"),
    # errors
    OtherWords('running %(point)s plugin "%(plugin)s": %(error)s', "", "preBind"),
    OtherWords('running "%(plugin)s" prebind plugin: %(error)s', "", "preBind", "", "≤ 1.21"),
    OtherWords('running "%(plugin)s" filter plugin: %(error)s', "", "filter"),
    OtherWords("Binding rejected: %(error)s", "", "bind"),
    OtherWords("binding rejected: %(error)s", "", "bind"),
    OtherWords("skip schedule deleting pod: %(pod)s", "", "queueSort"),
)

GATED = "Scheduling is blocked due to non-empty scheduling gates"
"""What the API server writes into the condition PodScheduled of a pod with gates (pkg/registry/core/pod,
applySchedulingGatedCondition, from 1.26 on); the plugin SchedulingGates has words of its own for it."""

REFUSED: Mapping[str, tuple[str, ...]] = {
    "OutOfcpu": (
        "Pod was rejected: Node didn't have enough resource: %(resource)s, requested: %(requested)s, "
        "used: %(used)s, capacity: %(capacity)s",
        "Node didn't have enough resource: %(resource)s, requested: %(requested)s, used: %(used)s, "
        "capacity: %(capacity)s",
    ),
}
"""Reason of the Event with which a kubelet rejects a pod → its texts."""

"""Which pods a topology spread constraint counts.

Source: countPodsMatchSelector, pkg/scheduler/framework/plugins/podtopologyspread/common.go (v1.34).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from scheduler_core.objects import Pod
from scheduler_core.objects.selection.selectors import LabelSelector

SpreadKey: TypeAlias = tuple[str, LabelSelector]
"""The namespace of the incoming pod and the selector of the constraint."""


def is_counted(key: SpreadKey, namespace: str, labels: Mapping[str, str], *, terminating: bool) -> bool:
    """Whether a pod on a node is counted: it is in the namespace, the selector matches its labels, and it is
    not being deleted."""
    return namespace == key[0] and not terminating and key[1].matches(labels)


def counted_pods(pods: Iterable[Pod], key: SpreadKey) -> Iterator[Pod]:
    """The counted ones among all pods of a cluster. A pod that is not bound, or has finished, is on no
    node."""
    for pod in pods:
        on_a_node = bool(pod.node_name) and not pod.finished
        if on_a_node and is_counted(key, pod.namespace, pod.labels, terminating=pod.terminating):
            yield pod

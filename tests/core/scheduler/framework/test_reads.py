"""What a plugin does not say it reads changes none of its answers; a plugin that says too little is found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler_core.parity.case_cluster import build_cluster
from scheduler_core.parity.random_cases.random_case import case_of
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.registry import DEFAULT_PLUGINS
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.interface import (
    FilterPlugin,
    PreFilterPlugin,
    PreScorePlugin,
    ScorePlugin,
    takes_part,
)
from scheduler_core.scheduler.framework.reads import Reads
from scheduler_core.scheduler.framework.status import SUCCESS, Code
from tests.core.parity.random_cases.strategies import cases

Case = Mapping[str, Any]
PLUGINS = {name: row.make(None) for name, row in DEFAULT_PLUGINS.items()}
READING = [
    name
    for name, plugin in PLUGINS.items()
    if takes_part(plugin, FilterPlugin) or takes_part(plugin, ScorePlugin)
]


def alone(case: Case, name: str) -> Case:
    """The node and its pods without the rest of the cluster."""
    return {
        "nodes": [entry for entry in case["nodes"] if entry["metadata"]["name"] == name],
        "pods": [entry for entry in case["pods"] if entry["spec"].get("nodeName") == name],
        "pending": case["pending"],
    }


def other_node(case: Case, name: str) -> Case:
    """The node with other labels, taints and images, cordoned or not, with the same amounts."""

    def changed(node: Any) -> Any:
        metadata = {**node["metadata"], "labels": {"other": "label"}}
        taints = [{"key": "other", "value": "taint", "effect": "NoSchedule"}]
        spec = {"taints": taints, "unschedulable": not node.get("spec", {}).get("unschedulable")}
        status = {key: value for key, value in node["status"].items() if key != "images"}
        return {**node, "metadata": metadata, "spec": spec, "status": status}

    return {**case, "nodes": [changed(entry) if _named(entry, name) else entry for entry in case["nodes"]]}


def other_pods(case: Case, name: str) -> Case:
    """The pods of the node with other labels and priorities and without ports, claims and affinity; they
    request the same."""

    def changed(pod: Any) -> Any:
        metadata = {**pod["metadata"], "labels": {"other": "label"}}
        containers = {
            key: [{**entry, "ports": []} for entry in pod["spec"].get(key, ())]
            for key in ("initContainers", "containers")
        }
        left_out = ("affinity", "volumes", "topologySpreadConstraints", "resourceClaims", "priorityClassName")
        spec = {key: value for key, value in pod["spec"].items() if key not in left_out}
        return {**pod, "metadata": metadata, "spec": {**spec, **containers, "priority": 5}}

    return {**case, "pods": [changed(entry) if _on(entry, name) else entry for entry in case["pods"]]}


def other_amounts(case: Case, name: str) -> Case:
    """The pods of the node without requests, and a larger node."""

    def smaller(pod: Any) -> Any:
        containers = {
            key: [{**entry, "resources": {}} for entry in pod["spec"].get(key, ())]
            for key in ("initContainers", "containers")
        }
        spec = {key: value for key, value in pod["spec"].items() if key != "resources"}
        status = {key: value for key, value in pod.get("status", {}).items() if "ontainer" not in key}
        return {**pod, "spec": {**spec, **containers}, "status": status}

    def larger(node: Any) -> Any:
        allocatable = {**node["status"]["allocatable"], "cpu": "512", "memory": "4Ti", "pods": "999"}
        return {**node, "status": {**node["status"], "allocatable": allocatable}}

    pods = [smaller(entry) if _on(entry, name) else entry for entry in case["pods"]]
    nodes = [larger(entry) if _named(entry, name) else entry for entry in case["nodes"]]
    return {**case, "pods": pods, "nodes": nodes}


def without_pods(case: Case, name: str) -> Case:
    return {**case, "pods": [entry for entry in case["pods"] if not _on(entry, name)]}


def _named(entry: Any, name: str) -> bool:
    return bool(entry["metadata"]["name"] == name)


def _on(entry: Any, name: str) -> bool:
    return bool(entry["spec"].get("nodeName") == name)


def answers(plugin: object, snapshot: Snapshot, pod: PodInfo, node: NodeInfo) -> Sequence[object]:
    """What the plugin says of the node: at PreFilter or Filter, and at Score. PreFilter and PreScore see the
    snapshot; `node` may be another version of its node."""
    return _filtered(plugin, snapshot, pod, node), _scored(plugin, snapshot, pod, node)


def _filtered(plugin: object, snapshot: Snapshot, pod: PodInfo, node: NodeInfo) -> object:
    state = CycleState(snapshot)
    if not takes_part(plugin, FilterPlugin):
        return None
    before = plugin.pre_filter(state, snapshot, pod) if takes_part(plugin, PreFilterPlugin) else None
    if before is not None and before.status.code is not Code.SUCCESS:
        return before
    return (None if before is None else before.nodes), plugin.filter(state, pod, node)


def _scored(plugin: object, snapshot: Snapshot, pod: PodInfo, node: NodeInfo) -> object:
    state = CycleState(snapshot)
    if not takes_part(plugin, ScorePlugin):
        return None
    before = SUCCESS
    if takes_part(plugin, PreScorePlugin):
        before = plugin.pre_score(state, snapshot, pod, snapshot.nodes)
    return before if before.code is not Code.SUCCESS else plugin.score(state, pod, node)


def differing(plugin: object, reads: Reads, case: Case, place: int) -> Sequence[str]:
    """The changes outside of `reads` that change an answer of the plugin about the node at this place, counted
    round and round."""
    changes: dict[str, Any] = {}
    if Reads.CLUSTER not in reads:
        changes["the rest of the cluster"] = alone
    if Reads.NODE not in reads:
        changes["the node"] = other_node
    if Reads.PODS_OF_NODE not in reads:
        changes["the pods"] = other_pods
        if Reads.SUMS not in reads:
            changes["no pods"] = without_pods
    if not reads & (Reads.SUMS | Reads.NODE):
        changes["the amounts"] = other_amounts
    made = build_cluster(case)
    info = made.snapshot.nodes[place % len(made.snapshot.nodes)]
    results: list[str] = []
    for what, change in changes.items():
        other = build_cluster(change(case, info.name)).snapshot
        node = other.get(info.name)
        assert node is not None
        request = made.snapshot if Reads.CLUSTER in reads else other
        for pod in made.pending:
            if answers(plugin, made.snapshot, pod, info) != answers(plugin, request, pod, node):
                results.append(what)
    return results


@pytest.mark.parametrize("name", READING)
@given(case=cases, place=st.integers(0, 7))
def test_nothing_that_a_default_plugin_does_not_read_changes_its_answers(
    name: str, case: Case, place: int
) -> None:
    plugin: Any = PLUGINS[name]

    assert [] == differing(plugin, plugin.reads, case, place)


@pytest.mark.parametrize(
    ("name", "reads"),
    [
        ("TaintToleration", Reads.POD),
        ("NodePorts", Reads.POD | Reads.NODE),
        ("NodeResourcesFit", Reads.POD | Reads.NODE),
        ("NodeResourcesBalancedAllocation", Reads.POD | Reads.PODS_OF_NODE),
        ("NodeAffinity", Reads.POD | Reads.SUMS),
        ("PodTopologySpread", Reads.POD | Reads.CLUSTER),
        ("InterPodAffinity", Reads.POD | Reads.NODE),
        ("ImageLocality", Reads.POD | Reads.NODE),
        ("VolumeRestrictions", Reads.POD | Reads.PODS_OF_NODE),
        ("NodeVolumeLimits", Reads.POD | Reads.NODE | Reads.CLUSTER),
    ],
)
def test_a_declaration_that_says_too_little_is_found(name: str, reads: Reads) -> None:
    plugin = PLUGINS[name]

    assert any(differing(plugin, reads, case_of("reads", number), number) for number in range(100))


@given(case=cases)
def test_pods_with_equal_signatures_get_equal_answers_where_they_are_kept(case: Case) -> None:
    made = build_cluster(case)
    renamed = [
        {**entry, "metadata": {**entry["metadata"], "name": f"other-{number}", "labels": {"other": "label"}}}
        for number, entry in enumerate(case["pending"])
    ]
    others = build_cluster({**case, "pending": renamed}).pending

    assert [pod.signature for pod in made.pending] == [pod.signature for pod in others]
    for name in READING:
        plugin: Any = PLUGINS[name]
        if plugin.reads.cacheable:
            for pod, other in zip(made.pending, others, strict=True):
                for info in made.snapshot.nodes:
                    request = answers(plugin, made.snapshot, pod, info)
                    assert request == answers(plugin, made.snapshot, other, info)

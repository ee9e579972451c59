"""Pods get the zone and the region of their node as labels.

Source: plugin/pkg/admission/podtopologylabels (v1.36, gate PodTopologyLabelsAdmission).
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.objects.manifest import Json, Manifest, find, mapping, text, with_value
from scheduler_core.objects.node import Node

ZONE, REGION = "topology.kubernetes.io/zone", "topology.kubernetes.io/region"


def topology_labels(node: Node | None) -> dict[str, Json]:
    """The labels that a pod gets on the node; empty for a node that is missing or has neither."""
    labels: Mapping[str, str] = {} if node is None else node.labels
    return {key: labels[key] for key in (ZONE, REGION) if key in labels}


def with_topology_labels(pod: Manifest, nodes: Mapping[str, Node]) -> Manifest:
    """The new pod with the labels of the node that its spec names; other values of them are replaced."""
    added = topology_labels(nodes.get(text(find(pod, "spec", "nodeName"))))
    if not added:
        return pod
    labels = {**mapping(find(pod, "metadata", "labels")), **added}
    return with_value(pod, ("metadata", "labels"), labels)

"""The nodes of a step by zone, by pool and by label, for choosing many of them at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from scheduler_core.engine.world import World
from scheduler_core.objects.manifest import Json

POOLS = (
    "cloud.google.com/gke-nodepool",
    "eks.amazonaws.com/nodegroup",
    "karpenter.sh/nodepool",
    "kubernetes.azure.com/agentpool",
    "agentpool",
    "doks.digitalocean.com/node-pool",
    "node.kubernetes.io/pool",
    "pool",
)
"""Labels by which clouds and people name the pool of a node; the first one that a node has counts."""
_ZONES = (
    "topology.kubernetes.io/zone",
    "failure-domain.beta.kubernetes.io/zone",
    "topology.gke.io/zone",
    "zone",
)
_OF_ONE_NODE = ("kubernetes.io/hostname",)
MOST_LABELS = 24


def node_groups(world: World) -> dict[str, Json]:
    """`nodes` are `{"name", "zone", "pool", "labels"}` in the order of creation, `labels` being `key=value`;
    `zone`, `pool` and `label` are `{"name", "nodes"}`, with the number of nodes. Of the labels only those are
    listed that choose some of the nodes, the most frequent first, at most MOST_LABELS.
    """
    nodes = list(world.api.nodes.values())
    zones = [_first(node.labels, _ZONES) for node in nodes]
    pools = [_first(node.labels, POOLS) for node in nodes]
    texts = [[f"{key}={value}" for key, value in node.labels.items() if _counts(key)] for node in nodes]
    counted = Counter(text for own in texts for text in own)
    common = [(text, number) for text, number in counted.most_common() if 1 < number < len(nodes)][
        :MOST_LABELS
    ]
    return {
        "nodes": [
            {"name": node.name, "zone": zone, "pool": pool, "labels": list[Json](own)}
            for node, zone, pool, own in zip(nodes, zones, pools, texts, strict=True)
        ],
        "zone": _groups(zones),
        "pool": _groups(pools),
        "label": [{"name": text, "nodes": number} for text, number in common],
    }


def _counts(key: str) -> bool:
    return key not in (*_ZONES, *POOLS, *_OF_ONE_NODE)


def _first(labels: Mapping[str, str], keys: Iterable[str]) -> str:
    return next((labels[key] for key in keys if labels.get(key)), "")


def _groups(names: Iterable[str]) -> list[Json]:
    return [{"name": name, "nodes": number} for name, number in sorted(Counter(names).items()) if name]

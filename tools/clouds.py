"""Names and labels of nodes as several providers give them, for a dump (`python -m tools.dump --clouds`)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

Manifest = dict[str, Any]
_LETTERS = "bcdfghjklmnpqrstvwxz2456789"
ZONE, REGION = "topology.kubernetes.io/zone", "topology.kubernetes.io/region"


def _eks(index: int, _: str) -> tuple[str, Mapping[str, str]]:
    labels = {
        "eks.amazonaws.com/capacityType": ("ON_DEMAND", "SPOT")[index % 2],
        "eks.amazonaws.com/nodegroup": "general",
        REGION: "eu-west-1",
        ZONE: f"eu-west-1{'abc'[index % 3]}",
    }
    address = f"ip-10-{index // 62500}-{index // 250 % 250}-{index % 250 + 3}"
    return f"{address}.eu-west-1.compute.internal", labels


def _gke(index: int, tail: str) -> tuple[str, Mapping[str, str]]:
    pool, zone = ("default-pool", "spot-pool")[index % 2], f"europe-west1-{'bcd'[index % 3]}"
    labels = {"cloud.google.com/gke-nodepool": pool, "topology.gke.io/zone": zone}
    return f"gke-prod-europe-{pool}-3f9a1b2c-{tail}", {**labels, REGION: "europe-west1", ZONE: zone}


def _aks(index: int, _: str) -> tuple[str, Mapping[str, str]]:
    labels = {"agentpool": "nodepool1", "kubernetes.azure.com/agentpool": "nodepool1"}
    return (
        f"aks-nodepool1-38274921-vmss{index:06x}",
        {**labels, REGION: "westeurope", ZONE: f"westeurope-{index % 3 + 1}"},
    )


def _without_zones(index: int, tail: str) -> tuple[str, Mapping[str, str]]:
    pool = ("web", "db")[index % 2]
    return f"pool-{pool}-{tail}", {"doks.digitalocean.com/node-pool": pool, REGION: "fra1"}


def _own(index: int, _: str) -> tuple[str, Mapping[str, str]]:
    labels = {"node-role.kubernetes.io/worker": "", ZONE: f"rack-{index % 4}"}
    return f"k8s-worker-{index:05d}.prod.dc2.example.internal", labels


PROVIDERS = (_eks, _gke, _aks, _without_zones, _own)


def of_several(dump: Manifest, *, seed: int = 1) -> Manifest:
    """The dump with nodes of `PROVIDERS` in turn: what a provider labels replaces the zone and the region
    that stood there, and pods stand on the nodes under their new names.
    """
    rng = random.Random(seed)
    names: dict[str, str] = {}
    items: list[Manifest] = []
    for item in dump["items"]:
        if item["kind"] != "Node":
            items.append(item)
            continue
        index, meta = len(names), item["metadata"]
        name, given = PROVIDERS[index % len(PROVIDERS)](index, "".join(rng.choices(_LETTERS, k=7)))
        names[meta["name"]] = name
        kept = {key: value for key, value in meta["labels"].items() if key not in (ZONE, REGION)}
        labels = {**kept, **given, "kubernetes.io/hostname": name}
        items.append({**item, "metadata": {**meta, "labels": labels, "name": name}})
    placed = [
        {**item, "spec": {**item["spec"], "nodeName": names[item["spec"]["nodeName"]]}}
        if item["kind"] == "Pod" and "nodeName" in item["spec"]
        else item
        for item in items
    ]
    return {**dump, "items": placed}

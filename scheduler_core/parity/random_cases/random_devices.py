"""Devices of random cases: a class, slices of some nodes, and claims of which some are allocated already."""

from __future__ import annotations

from random import Random

from scheduler_core.objects.manifest import Json
from scheduler_core.parity.random_cases.random_pods import DEVICE_CLAIMS, NAMESPACES, Part, seldom

DRIVER = "gpu.example.com"


def random_devices(random: Random, nodes: list[str]) -> Part:
    """The fields `deviceclasses`, `resourceslices` and `resourceclaims` of a case."""
    selector: Part = {"cel": {"expression": f'device.driver == "{DRIVER}"'}}
    slices = [_slice(random, node) for node in nodes if not seldom(random, 3)]
    return {
        "deviceclasses": [{"metadata": {"name": "gpu"}, "spec": {"selectors": [selector]}}],
        "resourceslices": list(slices),
        "resourceclaims": [
            _claim(random, namespace, name, nodes)
            for namespace in sorted(set(NAMESPACES))
            for name in DEVICE_CLAIMS[:-1]
            if not seldom(random, 8)
        ],
    }


def _slice(random: Random, node: str) -> Part:
    devices: list[Json] = [
        {"name": f"gpu-{index}", "attributes": {"model": {"string": random.choice(("small", "large"))}}}
        for index in range(random.randrange(1, 3))
    ]
    pool: Part = {"name": node, "generation": 1, "resourceSliceCount": 1}
    spec: Part = {"driver": DRIVER, "nodeName": node, "pool": pool, "devices": devices}
    return {"metadata": {"name": f"slice-{node}"}, "spec": spec}


def _claim(random: Random, namespace: str, name: str, nodes: list[str]) -> Part:
    exactly: Part = {"deviceClassName": "missing" if seldom(random, 12) else "gpu"}
    if seldom(random, 2):
        model = random.choice(("small", "large"))
        expression = f'device.attributes["{DRIVER}"].model == "{model}"'
        exactly["selectors"] = [{"cel": {"expression": expression}}]
    claim: Part = {
        "metadata": {"name": name, "namespace": namespace, "uid": f"uid-{namespace}-{name}"},
        "spec": {"devices": {"requests": [{"name": "device", "exactly": exactly}]}},
    }
    if seldom(random, 4):
        node = random.choice(nodes)
        fields: Part = {"key": "metadata.name", "operator": "In", "values": [node]}
        result: Part = {"request": "device", "driver": DRIVER, "pool": node, "device": "gpu-0"}
        selector: Part = {"nodeSelectorTerms": [{"matchFields": [fields]}]}
        claim["status"] = {"allocation": {"devices": {"results": [result]}, "nodeSelector": selector}}
    return claim

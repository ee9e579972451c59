"""Devices of random cases: classes, slices of some nodes and one of all nodes, and claims with counts,
alternatives, constraints and admin access, of which some are allocated already."""

from __future__ import annotations

from random import Random

from scheduler_core.objects.manifest import Json
from scheduler_core.parity.random_cases.random_pods import DEVICE_CLAIMS, NAMESPACES, Part, seldom

DRIVER = "gpu.example.com"
NETWORK = "nic.example.com"
MODELS = ("small", "large")


def random_devices(random: Random, nodes: list[str]) -> Part:
    """The fields `deviceclasses`, `resourceslices` and `resourceclaims` of a case."""
    slices = [_slice(random, node) for node in nodes if not seldom(random, 3)]
    if seldom(random, 2):
        slices.append(_shared_slice(random, nodes))
    return {
        "deviceclasses": [_class("gpu", DRIVER), _class("nic", NETWORK)],
        "resourceslices": list(slices),
        "resourceclaims": [
            _claim(random, namespace, name, nodes)
            for namespace in sorted(set(NAMESPACES))
            for name in DEVICE_CLAIMS[:-1]
            if not seldom(random, 8)
        ],
    }


def _class(name: str, driver: str) -> Part:
    selector: Part = {"cel": {"expression": f'device.driver == "{driver}"'}}
    return {"metadata": {"name": name}, "spec": {"selectors": [selector]}}


def _slice(random: Random, node: str) -> Part:
    devices: list[Json] = [
        {"name": f"gpu-{index}", "attributes": {"model": {"string": random.choice(MODELS)}}}
        for index in range(random.randrange(1, 4))
    ]
    pool: Part = {"name": node, "generation": 1, "resourceSliceCount": 1}
    spec: Part = {"driver": DRIVER, "nodeName": node, "pool": pool, "devices": devices}
    return {"metadata": {"name": f"slice-{node}"}, "spec": spec}


def _shared_slice(random: Random, nodes: list[str]) -> Part:
    """A device that every node reaches, or those with one name; sometimes the pool is not complete."""
    pool: Part = {"name": "net", "generation": 1, "resourceSliceCount": 2 if seldom(random, 6) else 1}
    spec: Part = {"driver": NETWORK, "pool": pool, "devices": [{"name": "nic-0"}]}
    if seldom(random, 2):
        field: Part = {"key": "metadata.name", "operator": "In", "values": [random.choice(nodes)]}
        spec["nodeSelector"] = {"nodeSelectorTerms": [{"matchFields": [field]}]}
    else:
        spec["allNodes"] = True
    return {"metadata": {"name": "slice-net"}, "spec": spec}


def _request(random: Random) -> Part:
    """What one request, or one alternative of it, asks for."""
    name = "missing" if seldom(random, 12) else random.choice(("gpu", "gpu", "nic"))
    exactly: Part = {"deviceClassName": name}
    if seldom(random, 2):
        expression = f'device.attributes["{DRIVER}"].model == "{random.choice(MODELS)}"'
        exactly["selectors"] = [{"cel": {"expression": expression}}]
    if seldom(random, 4):
        exactly["count"] = 2
    elif seldom(random, 8):
        exactly["allocationMode"] = "All"
    return exactly


def _claim(random: Random, namespace: str, name: str, nodes: list[str]) -> Part:
    request: Part = {"name": "device"}
    if seldom(random, 4):
        request["firstAvailable"] = [{"name": f"a{index}", **_request(random)} for index in range(2)]
    else:
        admin: Part = {"adminAccess": True} if seldom(random, 8) else {}
        request["exactly"] = {**_request(random), **admin}
    devices: Part = {"requests": [request]}
    if seldom(random, 5):
        devices["constraints"] = [{"matchAttribute": f"{DRIVER}/model"}]
    claim: Part = {
        "metadata": {"name": name, "namespace": namespace, "uid": f"uid-{namespace}-{name}"},
        "spec": {"devices": devices},
    }
    if seldom(random, 4):
        node = random.choice(nodes)
        fields: Part = {"key": "metadata.name", "operator": "In", "values": [node]}
        result: Part = {"request": "device", "driver": DRIVER, "pool": node, "device": "gpu-0"}
        selector: Part = {"nodeSelectorTerms": [{"matchFields": [fields]}]}
        claim["status"] = {"allocation": {"devices": {"results": [result]}, "nodeSelector": selector}}
    return claim

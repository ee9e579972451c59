"""Random cases in the form of recorded ones, beyond their themes: odd preferences, migrated disks, resized
pods, default constraints with Services, claims for devices, and storage that is missing, foreign or in
another zone.

The original can judge them: a written file is a recorded file without verdicts of the original.
"""

from __future__ import annotations

from random import Random

from scheduler_core.objects.manifest import Json
from scheduler_core.parity.random_cases.random_devices import random_devices
from scheduler_core.parity.random_cases.random_pods import (
    APPS,
    CLAIMS,
    GPU,
    HOST,
    NAMESPACES,
    PREFERRED,
    REQUIRED,
    ZONE,
    Part,
    random_pod,
    seldom,
)

ZONES = ("a", "b", "c")
MIGRATED = "storage.alpha.kubernetes.io/migrated-plugins"
IN_TREE = ("kubernetes.io/aws-ebs", "kubernetes.io/gce-pd", "kubernetes.io/cinder")
_DRIVER = "csi.example.com"
IMAGES = (("app:v1", 500_000_000), ("docker.io/library/tool:latest", 2_000_000_000))
"""Names and sizes in bytes of the images that some nodes have."""
NODE_RESOURCES = {
    GPU: ("0", "1", "4"),
    "ephemeral-storage": ("2Gi", "20Gi"),
    "hugepages-2Mi": ("16Mi", "256Mi"),
}
"""Resources that some nodes have, and their amounts."""


def case_of(seed: str, number: int) -> Part:
    """Case `number` of the series with this seed; equal arguments give equal cases."""
    return random_case(Random(f"{seed}/{number}"), f"random-{seed}-{number}")


def random_case(random: Random, name: str = "random") -> Part:
    """A case of mode `sequence`, which can also be judged pod by pod."""
    names = [f"n{index}" for index in range(random.randrange(1, 9))]
    pods = [
        random_pod(random, f"old-{index}", random.choice(names)) for index in range(random.randrange(0, 13))
    ]
    pending = [random_pod(random, f"new-{index}") for index in range(random.randrange(1, 5))]
    if seldom(random, 8):
        metadata = pending[0]["metadata"]
        assert isinstance(metadata, dict)
        metadata["deletionTimestamp"] = "2025-01-01T02:00:00Z"
    case: Part = {
        "id": name,
        "tags": ["random"],
        "mode": "sequence",
        "nodes": [_node(random, node) for node in names],
        "pods": list(pods),
        "pending": list(pending),
        "namespaces": [_namespace(random, namespace) for namespace in sorted(set(NAMESPACES))],
        "pdbs": [_budget(random)] if seldom(random, 3) else [],
        "services": [_service(app) for app in APPS if seldom(random, 2)],
        "replicasets": [_owner(app) for app in APPS if seldom(random, 2)],
        "statefulsets": [_owner(app) for app in APPS if seldom(random, 2)],
        "csinodes": [_csi_node(random, node) for node in names if not seldom(random, 3)],
        "storageclasses": [
            _storage_class("waits", "WaitForFirstConsumer"),
            _storage_class("now", "Immediate"),
        ],
        **_storage(random, [*pods, *pending]),
        **random_devices(random, names),
    }
    config = _config(random)
    return {**case, "config": config} if config else case


def _node(random: Random, name: str) -> Part:
    labels: Part = {} if seldom(random, 12) else {HOST: name}
    if not seldom(random, 5):
        labels[ZONE] = random.choice((*ZONES, ""))
    if seldom(random, 2):
        labels["disk"] = random.choice(("ssd", "hdd"))
    if seldom(random, 3):
        labels["cores"] = random.choice(("2", "8", "many"))
    if seldom(random, 3):
        labels["topology.ebs.csi.aws.com/zone"] = random.choice(ZONES)
    allocatable: Part = {
        "cpu": str(random.randrange(2, 9)),
        "memory": f"{random.choice((2, 4, 16))}Gi",
        "pods": str(random.randrange(2, 13)),
    }
    for resource, amounts in NODE_RESOURCES.items():
        if seldom(random, 3):
            allocatable[resource] = random.choice(amounts)
    taints: list[Json] = [
        {"key": key, "value": "yes", "effect": random.choice(("NoSchedule", "PreferNoSchedule", "NoExecute"))}
        for key in ("gpu", "team")
        if seldom(random, 7)
    ]
    images: list[Json] = [{"names": [name], "sizeBytes": size} for name, size in IMAGES if seldom(random, 3)]
    return {
        "metadata": {"name": name, "labels": labels},
        "spec": {"taints": taints, "unschedulable": seldom(random, 12)},
        "status": {"allocatable": allocatable, "images": images},
    }


def _namespace(random: Random, name: str) -> Part:
    labels: Part = {"kubernetes.io/metadata.name": name}
    if seldom(random, 2):
        labels["team"] = random.choice("ab")
    return {"metadata": {"name": name, "labels": labels}}


def _budget(random: Random) -> Part:
    return {
        "metadata": {"name": "budget", "namespace": "default"},
        "spec": {"selector": {"matchLabels": {"app": random.choice(APPS)}}},
        "status": {"disruptionsAllowed": random.randrange(0, 2)},
    }


def _service(app: str) -> Part:
    return {"metadata": {"name": app, "namespace": "default"}, "spec": {"selector": {"app": app}}}


def _owner(app: str) -> Part:
    return {
        "metadata": {"name": app, "namespace": "default"},
        "spec": {"selector": {"matchLabels": {"app": app}}},
    }


def _csi_node(random: Random, name: str) -> Part:
    listed = [plugin for plugin in IN_TREE if seldom(random, 2)]
    annotations: Part = {MIGRATED: ",".join(listed)} if listed else {}
    drivers: list[Json] = [
        {"name": driver, "nodeID": name, "allocatable": {"count": random.randrange(0, 4)}}
        for driver in (_DRIVER, "ebs.csi.aws.com")
        if seldom(random, 2)
    ]
    return {"metadata": {"name": name, "annotations": annotations}, "spec": {"drivers": drivers}}


def _storage_class(name: str, mode: str) -> Part:
    return {"metadata": {"name": name}, "provisioner": _DRIVER, "volumeBindingMode": mode}


def _storage(random: Random, pods: list[Part]) -> Part:
    """Claims and volumes; the claim of an ephemeral volume sometimes belongs to another pod."""
    claims: list[Json] = []
    volumes: list[Json] = []
    for namespace in sorted(set(NAMESPACES)):
        for name in CLAIMS[:-1]:
            if seldom(random, 15):
                continue
            bound = not seldom(random, 4)
            volume = f"pv-{namespace}-{name}"
            claims.append(_claim(random, namespace, name, volume if bound else ""))
            if bound and not seldom(random, 20):
                volumes.append(_volume(random, volume, namespace, name))
    for pod in pods:
        metadata, spec = pod["metadata"], pod["spec"]
        assert isinstance(metadata, dict)
        assert isinstance(spec, dict)
        for entry in spec.get("volumes", ()):
            if "ephemeral" not in entry or seldom(random, 5):
                continue
            uid = "uid-somebody-else" if seldom(random, 6) else metadata["uid"]
            owner = {
                "apiVersion": "v1",
                "kind": "Pod",
                "name": metadata["name"],
                "uid": uid,
                "controller": True,
            }
            claim = _claim(random, metadata["namespace"], f"{metadata['name']}-{entry['name']}", "")
            claim["metadata"]["ownerReferences"] = [owner]
            claims.append(claim)
    return {"pvcs": claims, "pvs": volumes}


def _claim(random: Random, namespace: str, name: str, volume: str) -> dict[str, dict[str, Json]]:
    modes: list[Json] = ["ReadWriteOncePod"] if seldom(random, 6) else ["ReadWriteOnce"]
    metadata: Part = {"name": name, "namespace": namespace, "uid": f"uid-{namespace}-{name}"}
    spec: Part = {
        "accessModes": modes,
        "storageClassName": "now" if seldom(random, 12) else "waits",
        "resources": {"requests": {"storage": "1Gi"}},
    }
    if volume:
        spec["volumeName"] = volume
        metadata["annotations"] = {"pv.kubernetes.io/bind-completed": "yes"}
    return {"metadata": metadata, "spec": spec, "status": {"phase": "Bound" if volume else "Pending"}}


def _volume(random: Random, name: str, namespace: str, claim: str) -> Part:
    sources: tuple[Part, ...] = (
        {"csi": {"driver": _DRIVER, "volumeHandle": name}},
        {"awsElasticBlockStore": {"volumeID": random.choice(("vol-7", "aws://a/vol-8", "aws://a/disk"))}},
        {"gcePersistentDisk": {"pdName": name}},
        {"cinder": {"volumeID": name}},
    )
    labels: Part = {ZONE: random.choice(("a", "b", "a__b"))} if seldom(random, 4) else {}
    spec: Part = {
        "accessModes": ["ReadWriteOnce"],
        "storageClassName": "waits",
        "capacity": {"storage": "1Gi"},
        "claimRef": {"namespace": namespace, "name": claim, "uid": f"uid-{namespace}-{claim}"},
        **random.choice(sources),
    }
    if seldom(random, 2):
        in_zone: Part = {"key": ZONE, "operator": "In", "values": [random.choice(ZONES)]}
        spec["nodeAffinity"] = {"required": {"nodeSelectorTerms": [{"matchExpressions": [in_zone]}]}}
    return {"metadata": {"name": name, "labels": labels}, "spec": spec, "status": {"phase": "Bound"}}


def _config(random: Random) -> Part:
    config: Part = {}
    if seldom(random, 3):
        config["defaultingType"] = "List"
        config["defaultConstraints"] = [
            {
                "maxSkew": random.randrange(1, 3),
                "topologyKey": random.choice((ZONE, HOST)),
                "whenUnsatisfiable": random.choice(("DoNotSchedule", "ScheduleAnyway")),
            }
        ]
    if seldom(random, 8):
        config["hardPodAffinityWeight"] = random.choice((0, 50))
    if seldom(random, 8):
        config["ignoredResources"] = [GPU]
    if seldom(random, 5):
        config["scoringStrategy"] = _strategy(random)
    if seldom(random, 8):
        names = random.sample(("cpu", "memory", "ephemeral-storage", GPU), random.randrange(1, 4))
        config["balancedAllocationResources"] = [{"name": name, "weight": 1} for name in names]
    if seldom(random, 12):
        config["ignorePreferredTermsOfExistingPods"] = True
    if seldom(random, 8):
        config["disabledPlugins"] = [
            random.choice(("ImageLocality", "InterPodAffinity", "PodTopologySpread"))
        ]
    if seldom(random, 8):
        config["pluginWeights"] = {"NodeAffinity": 7}
    if seldom(random, 10):
        term = {"matchExpressions": [{"key": "disk", "operator": "NotIn", "values": ["hdd"]}]}
        has_cores: Part = {"matchExpressions": [{"key": "cores", "operator": "Exists"}]}
        wish: Part = {"weight": 10, "preference": has_cores}
        required: Part = {REQUIRED: {"nodeSelectorTerms": [term]}}
        preferred: Part = {PREFERRED: [wish]}
        config["addedAffinity"] = random.choice((required, preferred, required | preferred))
    return config


def _strategy(random: Random) -> Part:
    """A scoring strategy of NodeResourcesFit; the scores of a shape may fall and stand still."""
    kind = random.choice(("LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"))
    names = random.sample(
        ("cpu", "memory", "ephemeral-storage", "hugepages-2Mi", GPU), random.randrange(1, 4)
    )
    strategy: Part = {
        "type": kind,
        "resources": [{"name": name, "weight": random.choice((1, 3))} for name in names],
    }
    if kind == "RequestedToCapacityRatio":
        points = sorted(random.sample(range(101), random.randrange(1, 4)))
        shape: list[Json] = [{"utilization": point, "score": random.randrange(11)} for point in points]
        strategy["requestedToCapacityRatio"] = {"shape": shape}
    return strategy

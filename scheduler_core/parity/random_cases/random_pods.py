"""Pods of random cases: what the recorded themes have, and odd values, resizes and ephemeral volumes."""

from __future__ import annotations

from random import Random

from scheduler_core.objects.manifest import Json

HOST, ZONE = "kubernetes.io/hostname", "topology.kubernetes.io/zone"
APPS = ("web", "db", "cache")
NAMESPACES = ("default", "default", "default", "other")
REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"
GPU = "example.com/gpu"
SELDOM_RESOURCES = {
    GPU: ("1",),
    "ephemeral-storage": ("0", "1Gi", "3Gi"),
    "hugepages-2Mi": ("4Mi", "64Mi"),
}
"""Requests that few containers have, and their amounts."""
CLAIMS = ("data", "disk", "logs", "missing")
"""Names of claims that pods use; the last one is never made."""

DEVICE_CLAIMS = ("gpu-a", "gpu-b", "gpu-missing")
"""Names of resource claims that pods use; the last one is never made."""

Part = dict[str, Json]


def seldom(random: Random, times: int) -> bool:
    """True with a probability of one in `times`."""
    return random.randrange(times) == 0


def random_pod(random: Random, name: str, node: str = "") -> Part:
    """A pod, bound to `node` or waiting. A bound one has a start of its own, so that none are equally old."""
    app = random.choice(APPS)
    metadata: Part = {
        "name": name,
        "namespace": random.choice(NAMESPACES),
        "uid": f"uid-{name}",
        "labels": {"app": app, **({"rev": random.choice("12")} if seldom(random, 3) else {})},
    }
    if seldom(random, 2):
        kind = random.choice(("ReplicaSet", "StatefulSet"))
        owner = {"apiVersion": "apps/v1", "kind": kind, "name": app, "uid": f"uid-{kind}-{app}"}
        metadata["ownerReferences"] = [{**owner, "controller": True}]
    spec: Part = {"priority": random.choice((0, 0, 10, 100)), **_containers(random)}
    for make in (_node_rules, _inter_pod, _spread, _tolerations, _volumes):
        if seldom(random, 3):
            spec |= make(random)
    if not node and seldom(random, 5):
        single = [random.choice((*DEVICE_CLAIMS, *DEVICE_CLAIMS[:-1]))]
        claims = random.sample(DEVICE_CLAIMS[:-1], 2) if seldom(random, 3) else single
        spec["resourceClaims"] = [
            {"name": f"device-{index}", "resourceClaimName": claim} for index, claim in enumerate(claims)
        ]
    status: Part = {}
    if node:
        # Sometimes a node that does not exist.
        spec["nodeName"] = node if not seldom(random, 15) else "gone"
        number = int(name.strip("abcdefghijklmnopqrstuvwxyz-"))
        status = {"phase": "Running", "startTime": f"2025-01-01T00:{number % 60:02}:{number // 60:02}Z"}
        if seldom(random, 9):
            metadata["deletionTimestamp"] = "2025-01-01T01:00:00Z"
        elif seldom(random, 15):
            status["phase"] = random.choice(("Succeeded", "Failed"))
    elif seldom(random, 12):
        spec["schedulingGates"] = [{"name": "example.com/wait"}]
    if seldom(random, 5):
        status |= _resized(random)
    if not node and seldom(random, 4):
        status["nominatedNodeName"] = f"n{random.randrange(8)}"
    if not node and seldom(random, 8):
        spec["preemptionPolicy"] = "Never"
    return {"metadata": metadata, "spec": spec, "status": status}


def _containers(random: Random) -> Part:
    def container(name: str) -> Part:
        requests: Part = {}
        if not seldom(random, 5):
            requests["cpu"] = f"{random.randrange(0, 15)}00m"
        if not seldom(random, 4):
            requests["memory"] = f"{random.choice((0, 64, 300, 1024))}Mi"
        for resource, amounts in SELDOM_RESOURCES.items():
            if seldom(random, 8):
                requests[resource] = random.choice(amounts)
        image = random.choice(("app:v1", "tool"))
        entry: Part = {"name": name, "image": image, "resources": {"requests": requests}}
        if seldom(random, 7):
            port: Part = {"containerPort": 80, "hostPort": random.choice((80, 443))}
            if seldom(random, 3):
                port["hostIP"] = "10.0.0.1"
            entry["ports"] = [port]
        return entry

    spec: Part = {"containers": [container("c"), *([container("d")] if seldom(random, 4) else [])]}
    if seldom(random, 6):
        policy: Part = {"restartPolicy": "Always"} if seldom(random, 2) else {}
        spec["initContainers"] = [{**container("i"), **policy}]
    if seldom(random, 9):
        spec["overhead"] = {"cpu": "250m"}
    if seldom(random, 12):
        spec["resources"] = {
            "requests": random.choice(({"cpu": "2"}, {"memory": "1Gi"}, {"hugepages-2Mi": "8Mi"}))
        }
    return spec


def _resized(random: Random) -> Part:
    """A resize that was given, that waits or that is impossible, of container c and of the sidecar."""
    requests: Part = {}
    if not seldom(random, 3):
        requests["cpu"] = f"{random.randrange(1, 20)}00m"
    if not seldom(random, 3):
        requests["memory"] = random.choice(("64Mi", "2Gi"))
    container: Part = {"name": "c", "resources": {"requests": requests}}
    if seldom(random, 2):
        container["allocatedResources"] = {"cpu": "1"}
    status: Part = {"containerStatuses": [container]}
    if seldom(random, 3):
        sidecar: Part = {"name": "i", "resources": {"requests": {"cpu": "1500m"}}}
        status["initContainerStatuses"] = [sidecar]
    reason = random.choice(("", "Infeasible", "Deferred"))
    if reason:
        status["conditions"] = [{"type": "PodResizePending", "status": "True", "reason": reason}]
    return status


def _selector(random: Random) -> Part:
    app = random.choice(APPS)
    selectors: tuple[Part, ...] = (
        {"matchLabels": {"app": app}},
        {"matchExpressions": [{"key": "app", "operator": "In", "values": [app, "web"]}]},
        {"matchExpressions": [{"key": "app", "operator": "NotIn", "values": [app]}]},
        {"matchExpressions": [{"key": "rev", "operator": "Exists"}]},
        {},
    )
    return random.choice(selectors)


def _node_term(random: Random, *, odd: bool) -> Part:
    """Expressions about labels of nodes; odd ones cannot be read, though the API server lets them pass."""
    plain: tuple[Part, ...] = (
        {"key": "disk", "operator": "In", "values": ["ssd"]},
        {"key": "disk", "operator": "NotIn", "values": ["hdd"]},
        {"key": "cores", "operator": "Gt", "values": ["4"]},
        {"key": ZONE, "operator": "Exists"},
        {"key": "disk", "operator": "DoesNotExist"},
    )
    strange: tuple[Part, ...] = (
        {"key": "cores", "operator": "Gt", "values": ["many"]},
        {"key": "cores", "operator": "Lt", "values": ["-1"]},
        {"key": "disk", "operator": "In", "values": ["ssd", "no label!"]},
        {"key": "disk", "operator": "NotIn", "values": ["x" * 64]},
    )
    return {"matchExpressions": [random.choice(strange if odd else plain)]}


def _node_rules(random: Random) -> Part:
    if seldom(random, 3):
        return {"nodeSelector": {"disk": random.choice(("ssd", "hdd"))}}
    affinity: Part = {}
    if seldom(random, 2):
        terms: list[Json] = [_node_term(random, odd=seldom(random, 8))]
        if seldom(random, 3):
            names = [f"n{random.randrange(8)}"]
            terms = [{"matchFields": [{"key": "metadata.name", "operator": "In", "values": names}]}]
        affinity[REQUIRED] = {"nodeSelectorTerms": terms}
    if not affinity or seldom(random, 2):
        affinity[PREFERRED] = [
            {"weight": random.choice((1, 30, 100)), "preference": _node_term(random, odd=seldom(random, 2))}
            for _ in range(random.randrange(1, 3))
        ]
    return {"affinity": {"nodeAffinity": affinity}}


def _inter_pod(random: Random) -> Part:
    def term() -> Part:
        places: tuple[Part, ...] = (
            {},
            {},
            {"namespaces": ["other"]},
            {"namespaceSelector": {}},
            {"namespaceSelector": {"matchLabels": {"team": "a"}}, "namespaces": ["default"]},
        )
        keys: tuple[Part, ...] = ({}, {}, {"matchLabelKeys": ["rev"]}, {"mismatchLabelKeys": ["rev", "none"]})
        key = random.choice((ZONE, HOST, "disk"))
        selector: Part = {} if seldom(random, 12) else {"labelSelector": _selector(random)}
        more = random.choice(keys) if selector else {}
        return {"topologyKey": key, **selector, **random.choice(places), **more}

    terms: Part = (
        {REQUIRED: [term() for _ in range(random.choice((1, 1, 2)))]}
        if seldom(random, 2)
        else {PREFERRED: [{"weight": random.randrange(1, 101), "podAffinityTerm": term()}]}
    )
    return {"affinity": {random.choice(("podAffinity", "podAntiAffinity")): terms}}


def _spread(random: Random) -> Part:
    kinds = [(key, when) for key in (ZONE, HOST, "disk") for when in ("DoNotSchedule", "ScheduleAnyway")]
    constraints: list[Json] = []
    for key, when in random.sample(kinds, random.randrange(1, 4)):
        constraint: Part = {
            "maxSkew": random.randrange(1, 4),
            "topologyKey": key,
            "whenUnsatisfiable": when,
            "labelSelector": _selector(random),
        }
        if seldom(random, 3):
            constraint["nodeTaintsPolicy"] = random.choice(("Honor", "Ignore"))
        if seldom(random, 4):
            constraint["nodeAffinityPolicy"] = "Ignore"
        if seldom(random, 4) and when == "DoNotSchedule":
            constraint["minDomains"] = random.randrange(1, 5)
        if seldom(random, 5):
            constraint["matchLabelKeys"] = ["rev"]
        constraints.append(constraint)
    return {"topologySpreadConstraints": constraints}


def _tolerations(random: Random) -> Part:
    tolerations: tuple[Part, ...] = (
        {"operator": "Exists"},
        {"key": "gpu", "operator": "Exists", "effect": "NoSchedule"},
        {"key": "gpu", "value": "yes"},
        {"key": "team", "operator": "Exists", "effect": "PreferNoSchedule"},
        {"key": "team", "value": "no", "effect": "NoExecute", "tolerationSeconds": 5},
    )
    return {"tolerations": [random.choice(tolerations)]}


def _volumes(random: Random) -> Part:
    volumes: list[Json] = []
    for number in range(random.randrange(1, 3)):
        sources: tuple[Part, ...] = (
            {"persistentVolumeClaim": {"claimName": random.choice((*CLAIMS, *CLAIMS[:-1]))}},
            {"persistentVolumeClaim": {"claimName": random.choice(CLAIMS[:-1])}},
            {"ephemeral": {"volumeClaimTemplate": {}}},
            {"gcePersistentDisk": {"pdName": "shared", "readOnly": seldom(random, 2)}},
            {"awsElasticBlockStore": {"volumeID": random.choice(("vol-1", "aws://z1/vol-1", "aws://z1/d"))}},
        )
        volumes.append({"name": f"v{number}", **random.choice(sources)})
    return {"volumes": volumes}

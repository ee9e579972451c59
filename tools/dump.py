"""A dump of a large cluster, as `kubectl get nodes,deployments,replicasets,pods -A -o yaml` prints it.

    python -m tools.dump --nodes 1000 --pods 10000 > dump.yaml
    python -m tools.dump --nodes 100 --pods 1000 --format json --whole > dump.json

The same arguments and seed give the same text. Names, zones, labels and owners look as in a cloud.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import uuid
from collections.abc import Iterator, Sequence
from typing import Any

import yaml

from tools.clouds import of_several

Manifest = dict[str, Any]

ZONES = ("eu-west-1a", "eu-west-1b", "eu-west-1c")
POOLS = (
    ("general", "m6i.2xlarge", 8, 32),
    ("memory", "r6i.2xlarge", 8, 64),
    ("batch", "c6i.4xlarge", 16, 32),
)
"""(name, instance type, CPUs, GiB of memory) of each node pool."""
TEAMS = ("shop", "payments", "search", "platform", "media", "ads")
PARTS = ("api", "web", "worker", "cache", "gateway", "indexer", "mailer", "consumer", "cron", "auth")
SIZES = ((50, 64), (100, 128), (250, 256), (500, 512), (1000, 2048), (2000, 4096))
"""(milli-CPUs, MiB of memory) that a container may request."""
REPLICAS = 12
"""The mean number of pods of a Deployment."""
PENDING = 50
"""One pod in so many waits for a node."""
CREATED = "2026-01-12T08:15:00Z"
_LETTERS = "bcdfghjklmnpqrstvwxz2456789"


class _Plain(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):  # type: ignore[misc]
    """Writes what stands in several places out in each of them, as kubectl does."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def dump(nodes: int, pods: int, *, seed: int = 1, whole: bool = False, stuck: int = 0) -> Manifest:
    """A List of `nodes` Nodes, and of Deployments, ReplicaSets and `pods` Pods that they own. Pods
    stand where they fit; one in PENDING waits. With `whole` each pod also has the fields that the API server
    and the kubelet add. `stuck` further pods fit on no node, and their conditions say Unschedulable.
    """
    rng = random.Random(seed)
    machines = [_node(index, rng) for index in range(nodes)]
    free = [_free(machine) for machine in machines]
    items = list(machines)
    made = 0
    for number in range(pods):
        if made >= pods:
            break
        replicas = min(pods - made, rng.randint(1, 2 * REPLICAS - 1))
        items += _application(number, replicas, made, machines, free, rng, whole)
        made += replicas
    items += (_stuck(number) for number in range(stuck))
    return {"apiVersion": "v1", "kind": "List", "metadata": {"resourceVersion": ""}, "items": items}


def _stuck(number: int) -> Manifest:
    """A pod that requests more CPU than any node has."""
    cpus = max(cpus for _pool, _instance, cpus, _gib in POOLS)
    requests = {"cpu": str(cpus + 1 + number), "memory": "2Gi"}
    refusal = {
        "type": "PodScheduled",
        "status": "False",
        "reason": "Unschedulable",
        "lastTransitionTime": CREATED,
    }
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"creationTimestamp": CREATED, "name": f"stuck-{number}", "namespace": TEAMS[0]},
        "spec": {
            "containers": [
                {"image": "registry.example.com/stuck:1", "name": "app", "resources": {"requests": requests}}
            ]
        },
        "status": {"conditions": [refusal], "phase": "Pending", "qosClass": "Burstable"},
    }


def text_of(value: Manifest, form: str = "yaml") -> str:
    """The dump as text, in the `form` "yaml" or "json" with kubectl's indentation."""
    if form == "json":
        return json.dumps(value, indent=4) + "\n"
    return str(yaml.dump(value, Dumper=_Plain, default_flow_style=False, width=1000))


def _node(index: int, rng: random.Random) -> Manifest:
    pool, instance, cpus, gib = POOLS[index % 7 // 3]
    zone = ZONES[index % len(ZONES)]
    name = f"ip-10-{index // 16384}-{index // 64 % 256}-{index % 64 * 4 + 3}.eu-west-1.compute.internal"
    labels = {
        "kubernetes.io/arch": "amd64",
        "kubernetes.io/hostname": name,
        "kubernetes.io/os": "linux",
        "node.kubernetes.io/instance-type": instance,
        "pool": pool,
        "topology.kubernetes.io/region": "eu-west-1",
        "topology.kubernetes.io/zone": zone,
    }
    spec: Manifest = {"providerID": f"aws:///{zone}/i-{rng.getrandbits(64):017x}"}
    if pool == "batch":
        spec["taints"] = [{"effect": "NoSchedule", "key": "dedicated", "value": "batch"}]
    if index % 97 == 96:
        spec["unschedulable"] = True
    amounts = {"cpu": str(cpus), "ephemeral-storage": "104845292Ki", "memory": f"{gib * 1024 * 1024}Ki"}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"creationTimestamp": CREATED, "labels": labels, "name": name, "uid": _uid(rng)},
        "spec": spec,
        "status": {
            "allocatable": {**amounts, "cpu": f"{cpus * 1000 - 80}m", "pods": "58"},
            "capacity": {**amounts, "pods": "58"},
            "conditions": [
                {
                    "lastHeartbeatTime": "2026-01-20T10:00:00Z",
                    "lastTransitionTime": CREATED,
                    "message": "kubelet is posting ready status",
                    "reason": "KubeletReady",
                    "status": "True",
                    "type": "Ready",
                }
            ],
        },
    }


def _free(machine: Manifest) -> list[int]:
    """What is free on an empty node: milli-CPUs, MiB, pods."""
    given = machine["status"]["allocatable"]
    return [int(given["cpu"][:-1]), int(given["memory"][:-2]) // 1024, int(given["pods"])]


def _application(
    number: int,
    replicas: int,
    made: int,
    machines: Sequence[Manifest],
    free: list[list[int]],
    rng: random.Random,
    whole: bool,
) -> Iterator[Manifest]:
    """A Deployment, its ReplicaSet and their pods. `made` is the number of pods before them."""
    team, part = TEAMS[number % len(TEAMS)], PARTS[number // len(TEAMS) % len(PARTS)]
    name = f"{team}-{part}" + (f"-{number}" if number >= len(TEAMS) * len(PARTS) else "")
    labels = {"app": name, "team": team}
    milli, mebi = rng.choice(SIZES)
    batch = part in {"cron", "worker"}
    spec: Manifest = {
        "containers": [
            {
                "image": f"registry.example.com/{team}/{part}:1.{number % 40}.{number % 7}",
                "name": part,
                "ports": [{"containerPort": 8080, "protocol": "TCP"}],
                "resources": {
                    "limits": {"memory": f"{mebi}Mi"},
                    "requests": {"cpu": f"{milli}m", "memory": f"{mebi}Mi"},
                },
            }
        ]
    }
    if batch:
        spec["tolerations"] = [
            {"key": "dedicated", "operator": "Equal", "value": "batch", "effect": "NoSchedule"}
        ]
        spec["nodeSelector"] = {"pool": "batch"}
    deployment, owned = _uid(rng), _uid(rng)
    template_hash = "".join(rng.choices(_LETTERS, k=9))
    selected = {**labels, "pod-template-hash": template_hash}
    meta = {"creationTimestamp": CREATED, "namespace": team}
    yield {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {**meta, "labels": labels, "name": name, "uid": deployment},
        "spec": {
            "replicas": replicas,
            "selector": {"matchLabels": labels},
            "template": {"metadata": {"labels": labels}, "spec": spec},
        },
    }
    yield {
        "apiVersion": "apps/v1",
        "kind": "ReplicaSet",
        "metadata": {
            **meta,
            "labels": selected,
            "name": f"{name}-{template_hash}",
            "ownerReferences": [_owner("apps/v1", "Deployment", name, deployment)],
            "uid": owned,
        },
        "spec": {
            "replicas": replicas,
            "selector": {"matchLabels": selected},
            "template": {"metadata": {"labels": selected}, "spec": spec},
        },
    }
    for index in range(made, made + replicas):
        host = None if index % PENDING == PENDING - 1 else _host(machines, free, milli, mebi, batch, rng)
        yield {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {
                **meta,
                "labels": selected,
                "name": f"{name}-{template_hash}-{''.join(rng.choices(_LETTERS, k=5))}",
                "ownerReferences": [_owner("apps/v1", "ReplicaSet", f"{name}-{template_hash}", owned)],
                "uid": _uid(rng),
            },
            "spec": _placed(spec, host, rng, whole),
            "status": _status(host, rng, part, whole),
        }


def _host(
    machines: Sequence[Manifest],
    free: list[list[int]],
    milli: int,
    mebi: int,
    batch: bool,
    rng: random.Random,
) -> str | None:
    """The name of a node with room for such a pod, which it takes; None when a random search finds none."""
    for _ in range(60):
        at = rng.randrange(len(machines))
        machine, left = machines[at], free[at]
        suits = not machine["spec"].get("unschedulable") and batch == bool(machine["spec"].get("taints"))
        if suits and left[0] >= milli and left[1] >= mebi and left[2] > 0:
            free[at] = [left[0] - milli, left[1] - mebi, left[2] - 1]
            return str(machine["metadata"]["name"])
    return None


def _placed(spec: Manifest, host: str | None, rng: random.Random, whole: bool) -> Manifest:
    made = {**spec, "restartPolicy": "Always", "schedulerName": "default-scheduler"}
    if host is not None:
        made["nodeName"] = host
    if whole:
        away = {"effect": "NoExecute", "operator": "Exists", "tolerationSeconds": 300}
        made["tolerations"] = [
            *spec.get("tolerations", ()),
            {**away, "key": "node.kubernetes.io/not-ready"},
            {**away, "key": "node.kubernetes.io/unreachable"},
        ]
        made |= {
            "dnsPolicy": "ClusterFirst",
            "enableServiceLinks": True,
            "preemptionPolicy": "PreemptLowerPriority",
            "priority": 0,
            "serviceAccount": "default",
            "serviceAccountName": "default",
            "terminationGracePeriodSeconds": 30,
        }
        token = "kube-api-access-" + "".join(rng.choices(_LETTERS, k=5))
        made["containers"] = [_as_stored(container, token) for container in spec["containers"]]
        made["volumes"] = [_token_volume(token)]
    return made


def _as_stored(container: Manifest, token: str) -> Manifest:
    """The container as the API server stores it: each pod mounts a volume of its own."""
    mounted = {"mountPath": "/var/run/secrets/kubernetes.io/serviceaccount", "name": token, "readOnly": True}
    return container | {
        "imagePullPolicy": "IfNotPresent",
        "terminationMessagePath": "/dev/termination-log",
        "terminationMessagePolicy": "File",
        "volumeMounts": [mounted],
    }


def _token_volume(name: str) -> Manifest:
    field = {"apiVersion": "v1", "fieldPath": "metadata.namespace"}
    sources = [
        {"serviceAccountToken": {"expirationSeconds": 3607, "path": "token"}},
        {"configMap": {"items": [{"key": "ca.crt", "path": "ca.crt"}], "name": "kube-root-ca.crt"}},
        {"downwardAPI": {"items": [{"fieldRef": field, "path": "namespace"}]}},
    ]
    return {"name": name, "projected": {"defaultMode": 420, "sources": sources}}


def _status(host: str | None, rng: random.Random, part: str, whole: bool) -> Manifest:
    if host is None:
        return {"phase": "Pending", "qosClass": "Burstable"}
    status: Manifest = {"phase": "Running", "qosClass": "Burstable", "startTime": CREATED}
    if whole:
        kinds = ("PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled")
        status["conditions"] = [
            {"lastProbeTime": None, "lastTransitionTime": CREATED, "status": "True", "type": kind}
            for kind in kinds
        ]
        status["containerStatuses"] = [
            {
                "containerID": f"containerd://{rng.getrandbits(256):064x}",
                "image": f"registry.example.com/{part}",
                "name": part,
                "ready": True,
                "restartCount": 0,
                "started": True,
                "state": {"running": {"startedAt": CREATED}},
            }
        ]
        status |= {"hostIP": "10.0.1.2", "podIP": f"10.1.{rng.randrange(256)}.{rng.randrange(256)}"}
    return status


def _owner(version: str, kind: str, name: str, uid: str) -> Manifest:
    return {
        "apiVersion": version,
        "blockOwnerDeletion": True,
        "controller": True,
        "kind": kind,
        "name": name,
        "uid": uid,
    }


def _uid(rng: random.Random) -> str:
    return str(uuid.UUID(int=rng.getrandbits(128), version=4))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--nodes", type=int, default=100)
    parser.add_argument("--pods", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--format", choices=("yaml", "json"), default="yaml")
    parser.add_argument("--clouds", action="store_true", help="with nodes of several providers")
    parser.add_argument("--whole", action="store_true", help="with the whole spec and status of each pod")
    parser.add_argument("--stuck", type=int, default=0, help="so many further pods fit on no node")
    args = parser.parse_args()
    made = dump(args.nodes, args.pods, seed=args.seed, whole=args.whole, stuck=args.stuck)
    sys.stdout.write(text_of(of_several(made, seed=args.seed) if args.clouds else made, args.format))


if __name__ == "__main__":
    main()

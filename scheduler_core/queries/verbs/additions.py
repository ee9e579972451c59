"""What a person can add to a cluster, with values that suit it: each is valid as it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from scheduler_core.engine.world import World
from scheduler_core.inputs.kubectl_inputs import MAX_REPLICAS
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node
from scheduler_core.queries.verbs import verb as verbs
from scheduler_core.queries.verbs.verb import Field, Verb

IMAGE = "example/app:1"
MOST_NODES_OF_A_ZONE = 6
_CAPACITY: Mapping[str, Json] = {"cpu": "4", "memory": "8Gi", "pods": "110"}
_ZONE, _HOSTNAME = "topology.kubernetes.io/zone", "kubernetes.io/hostname"
_PRIORITY, _PRIORITY_MOST = 1000, 1_000_000_000


def additions(world: World) -> Iterator[Verb]:
    nodes = list(world.api.nodes.values())
    yield _node(world, nodes)
    yield _zone(world, nodes)
    yield _pod(world)
    for kind, more in _WORKLOADS.items():
        yield _workload(world, kind, more)
    yield _service(world)
    yield _budget(world)
    yield _class(world)
    yield _claim(world)
    yield _namespace(world)


def _add(kind: str, documents: Sequence[Json], *fields: Field, line: str = "") -> Verb:
    value: dict[str, Json] = {"kind": "apply", "documents": list(documents)}
    kubectl = line or f"kubectl apply -f {{name}}.yaml  # {kind}"
    return {**verbs.verb("add", kubectl, [value], *fields, args={"kind": kind}), "group": "add"}


def _free(names: Sequence[str], stem: str) -> str:
    """The first name `stem-1`, `stem-2`, … that is not taken."""
    return next(name for n in range(1, len(names) + 2) if (name := f"{stem}-{n}") not in names)


def _name(world: World, kind: str, stem: str) -> Field:
    names = [stored.meta.name for stored in world.api.objects(kind).values()]
    return verbs.text("name", _free(names, stem))


def _object(kind: str, spec: Mapping[str, Json], **more: Json) -> dict[str, Json]:
    meta: dict[str, Json] = {"name": "{name}"}
    if KINDS[kind].namespaced:
        meta["namespace"] = "default"
    labels = more.pop("labels", None)
    if labels is not None:
        meta["labels"] = labels
    return {
        "apiVersion": KINDS[kind].api_version,
        "kind": kind,
        "metadata": meta,
        **({"spec": dict(spec)} if spec else {}),
        **more,
    }


def _machine(name: str, zone: Mapping[str, Json], capacity: Mapping[str, Json]) -> dict[str, Json]:
    labels: dict[str, Json] = {_HOSTNAME: name, **zone}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "labels": labels},
        "status": {"capacity": dict(capacity)},
    }


def _capacity(nodes: Sequence[Node]) -> Mapping[str, Json]:
    """The capacity that most nodes have."""
    common: Counter[tuple[str, str, str]] = Counter(
        (
            str(node.capacity_manifest.get("cpu") or _CAPACITY["cpu"]),
            str(node.capacity_manifest.get("memory") or _CAPACITY["memory"]),
            str(node.capacity_manifest.get("pods") or _CAPACITY["pods"]),
        )
        for node in nodes
    )
    if not common:
        return _CAPACITY
    cpu, memory, pods = common.most_common(1)[0][0]
    return {"cpu": cpu, "memory": memory, "pods": pods}


def _zone_label(nodes: Sequence[Node]) -> str:
    """The label by which most nodes say their zone."""
    used = Counter(node.zone_label for node in nodes if node.zone_label)
    return used.most_common(1)[0][0] if used else _ZONE


def _node(world: World, nodes: Sequence[Node]) -> Verb:
    zones = Counter(node.drawn_zone for node in nodes)
    fewest = sorted(zones, key=lambda zone: (zones[zone], zone))
    capacity = _capacity(nodes)
    fields = [_name(world, "Node", "node")]
    if any(fewest):
        fields.append(verbs.choice("zone", fewest))
    fields += [verbs.text("cpu", str(capacity["cpu"])), verbs.text("memory", str(capacity["memory"]))]
    zone: dict[str, Json] = {_zone_label(nodes): "{zone}"} if any(fewest) else {}
    size: dict[str, Json] = {**capacity, "cpu": "{cpu}", "memory": "{memory}"}
    return _add("Node", [_machine("{name}", zone, size)], *fields)


def _zone(world: World, nodes: Sequence[Node]) -> Verb:
    """A zone as large as most are. It has no name of its own in kubectl: it is what its nodes say."""
    sizes = Counter(Counter(node.drawn_zone for node in nodes if node.drawn_zone).values())
    most = min(MOST_NODES_OF_A_ZONE, sizes.most_common(1)[0][0] if sizes else 1)
    zone = verbs.text("name", _free(sorted({node.drawn_zone for node in nodes}), "zone"))
    label: dict[str, Json] = {_zone_label(nodes): "{name}"}
    machines: list[Json] = [_machine(f"{{name}}-n{n}", label, _capacity(nodes)) for n in range(1, most + 1)]
    added = _add("Node", machines, zone, line=f"kubectl apply -f {{name}}.yaml  # {most} × Node")
    return {**added, "args": {"kind": "zone", "n": most}}


def _container(cpu: str = "{cpu}") -> list[Json]:
    requests: dict[str, Json] = {"cpu": cpu, "memory": "{memory}"}
    return [{"name": "app", "image": IMAGE, "resources": {"requests": requests}}]


def _sizes() -> tuple[Field, Field]:
    return verbs.text("cpu", "500m"), verbs.text("memory", "256Mi")


def _pod(world: World) -> Verb:
    fields = [_name(world, "Pod", "pod"), *_sizes()]
    spec: dict[str, Json] = {"containers": _container()}
    classes = sorted(world.api.objects("PriorityClass"))
    if classes:
        fields.append(verbs.choice("priorityClassName", ["", *classes]))
        spec["priorityClassName"] = "{priorityClassName}"
    return _add("Pod", [_object("Pod", spec, labels={"app": "{name}"})], *fields)


_WORKLOADS: Mapping[str, tuple[str, Mapping[str, Json]]] = {
    "Deployment": ("web", {"replicas": "{replicas}"}),
    "StatefulSet": ("db", {"replicas": "{replicas}", "serviceName": "{name}"}),
    "DaemonSet": ("agent", {}),
    "Job": ("job", {"completions": "{replicas}", "parallelism": "{replicas}"}),
}


def _workload(world: World, kind: str, more: tuple[str, Mapping[str, Json]]) -> Verb:
    stem, spec = more
    fields = [_name(world, kind, stem)]
    if spec:
        fields.append(verbs.number("replicas", 3, 1, MAX_REPLICAS))
    pod: dict[str, Json] = {"containers": _container()}
    if kind == "Job":
        pod["restartPolicy"] = "Never"
    template: dict[str, Json] = {"metadata": {"labels": {"app": "{name}"}}, "spec": pod}
    selector: dict[str, Json] = {} if kind == "Job" else {"selector": {"matchLabels": {"app": "{name}"}}}
    return _add(kind, [_object(kind, {**spec, **selector, "template": template})], *fields, *_sizes())


def _apps(world: World) -> tuple[str, list[str]]:
    """The label key that most pods and workloads have, with its values; ("app", []) without labels."""
    labels = [pod.meta.labels for pod in world.api.pods.values()]
    for kind, row in KINDS.items():
        if row.view == "workload":
            labels += [stored.match_labels for stored in world.api.workloads(kind).values()]
    keys = Counter(key for label in labels for key in label if key != "pod-template-hash")
    if not keys:
        return "app", []
    key = max(sorted(keys), key=keys.__getitem__)
    return key, sorted({label[key] for label in labels if label.get(key)})


def _selected(world: World) -> tuple[str, Field]:
    key, values = _apps(world)
    return key, verbs.choice("app", values) if values else verbs.text("app", "web-1")


def _service(world: World) -> Verb:
    key, app = _selected(world)
    spec: dict[str, Json] = {"selector": {key: "{app}"}, "ports": [{"port": 80}]}
    return _add("Service", [_object("Service", spec)], _name(world, "Service", "service"), app)


def _budget(world: World) -> Verb:
    key, app = _selected(world)
    spec: dict[str, Json] = {"minAvailable": "{minAvailable}", "selector": {"matchLabels": {key: "{app}"}}}
    line = f"kubectl create pdb {{name}} --selector={key}={{app}} --min-available={{minAvailable}}"
    fields = (
        _name(world, "PodDisruptionBudget", "budget"),
        app,
        verbs.number("minAvailable", 1, 0, MAX_REPLICAS),
    )
    return _add("PodDisruptionBudget", [_object("PodDisruptionBudget", spec)], *fields, line=line)


def _class(world: World) -> Verb:
    policy = verbs.choice("preemptionPolicy", ("PreemptLowerPriority", "Never"))
    value = verbs.number("value", _PRIORITY, -_PRIORITY_MOST, _PRIORITY_MOST)
    line = "kubectl create priorityclass {name} --value={value} --preemption-policy={preemptionPolicy}"
    manifest = _object("PriorityClass", {}, value="{value}", preemptionPolicy="{preemptionPolicy}")
    return _add("PriorityClass", [manifest], _name(world, "PriorityClass", "class"), value, policy, line=line)


def _claim(world: World) -> Verb:
    spec: dict[str, Json] = {
        "accessModes": ["{accessMode}"],
        "resources": {"requests": {"storage": "{storage}"}},
    }
    fields = [
        _name(world, "PersistentVolumeClaim", "claim"),
        verbs.text("storage", "1Gi"),
        verbs.choice("accessMode", ("ReadWriteOnce", "ReadWriteMany", "ReadWriteOncePod", "ReadOnlyMany")),
    ]
    classes = sorted(world.api.objects("StorageClass"))
    if classes:
        fields.append(verbs.choice("storageClassName", classes))
        spec["storageClassName"] = "{storageClassName}"
    return _add("PersistentVolumeClaim", [_object("PersistentVolumeClaim", spec)], *fields)


def _namespace(world: World) -> Verb:
    line = "kubectl create namespace {name}"
    return _add("Namespace", [_object("Namespace", {})], _name(world, "Namespace", "team"), line=line)

"""The defaults that the API server writes into objects before it stores them.

Source: pkg/apis/core/v1/defaults.go, apps/v1/defaults.go (v1.34); label keys merged into selectors as the pod
strategy does (`applyMatchLabelKeysAndMismatchLabelKeys`) and as PodTopologySpread does for its constraints.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NewType

from scheduler_core.apiserver.defaults.device_defaults import device_defaults
from scheduler_core.apiserver.defaults.probe_defaults import with_probe_defaults
from scheduler_core.apiserver.defaults.service_defaults import service_defaults
from scheduler_core.apiserver.defaults.storage_defaults import storage_defaults
from scheduler_core.apiserver.defaults.workload_defaults import cron_job_defaults, workload_defaults
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, Manifest, find, is_map, items, mapping, text, with_value
from scheduler_core.objects.pod import DEFAULT_GRACE_SECONDS
from scheduler_core.objects.read_once import read_once, with_shared_spec
from scheduler_core.objects.resources import CPU, MEMORY, ResourceList, add, highest, parse_resource_list
from scheduler_core.objects.scalars.quantity import Quantity, parse_quantity

Defaulted = NewType("Defaulted", Manifest)
"""A manifest that has had its defaults: they are added once, on an object's way in."""

DEFAULT_SCHEDULER = "default-scheduler"


def with_defaults(kind: str, manifest: Manifest) -> Defaulted:
    """The object with its defaults; fields of a wrong type stay as they are, and validation reports them."""
    return Defaulted(_completed(kind, manifest))


def with_max_unavailable(sts: Defaulted) -> Defaulted:
    """The StatefulSet with the default of maxUnavailable, which is set while its feature gate is on. Source:
    SetDefaults_StatefulSet (v1.35)."""
    path = ("spec", "updateStrategy", "rollingUpdate")
    rolling = find(sts, *path)
    if not is_map(rolling) or find(rolling, "maxUnavailable") is not None:
        return sts
    return Defaulted(with_value(sts, path, {**mapping(rolling), "maxUnavailable": 1}))


def _completed(kind: str, manifest: Manifest) -> Manifest:
    if KINDS[kind].namespaced:
        manifest = _in_namespace(manifest)
    if KINDS[kind].has_template:
        return _workload(kind, manifest)
    match kind:
        case "Pod":
            return _pod(manifest)
        case "Node":
            return _node(manifest)
        case "Namespace":
            return _namespace(manifest)
        case "PriorityClass":
            if not manifest.get("preemptionPolicy"):
                return {**manifest, "preemptionPolicy": "PreemptLowerPriority"}
            return manifest
        case "Secret":
            return manifest if manifest.get("type") else {**manifest, "type": "Opaque"}
        case "CronJob":
            return _cron_job(manifest)
        case "Service":
            return service_defaults(manifest)
        case _:
            return device_defaults(kind, storage_defaults(kind, manifest))


def _in_namespace(manifest: Manifest) -> Manifest:
    if find(manifest, "metadata", "namespace"):
        return manifest
    return with_value(manifest, ("metadata", "namespace"), "default")


def _node(manifest: Manifest) -> Manifest:
    """Rounds quantities up to thousandths; missing allocatable is capacity (SetDefaults_NodeStatus)."""
    status = mapping(manifest.get("status"))
    rounded = dict(status)
    for field in ("capacity", "allocatable"):
        if is_map(status.get(field)):
            rounded[field] = _rounded(mapping(status[field]))
    if not is_map(rounded.get("allocatable")) and is_map(rounded.get("capacity")):
        rounded["allocatable"] = rounded["capacity"]
    return {**manifest, "status": rounded} if rounded != status else manifest


def _namespace(manifest: Manifest) -> Manifest:
    """The label kubernetes.io/metadata.name, and the finalizer `kubernetes` unless finalizers are set."""
    name = text(find(manifest, "metadata", "name"))
    labels = {**mapping(find(manifest, "metadata", "labels")), "kubernetes.io/metadata.name": name}
    labelled = with_value(manifest, ("metadata", "labels"), labels)
    if find(manifest, "spec", "finalizers") is not None:
        return labelled
    return with_value(labelled, ("spec", "finalizers"), ["kubernetes"])


def _workload(kind: str, manifest: Manifest) -> Manifest:
    """Defaults of the kind's own spec and of its template's pods; a spec that is no map stays as it is."""
    if not is_map(manifest.get("spec")):
        return manifest
    spec = dict(mapping(manifest["spec"]))
    template = spec.get("template")
    if is_map(template) and is_map(template.get("spec")):
        spec["template"] = {**template, "spec": _pod_spec(mapping(template["spec"]))}
    return {**manifest, "spec": workload_defaults(kind, spec)}


def _cron_job(manifest: Manifest) -> Manifest:
    """Defaults of the CronJob and of the pods in its template; the Job gets its own when it is created."""
    if not is_map(manifest.get("spec")):
        return manifest
    defaulted = {**manifest, "spec": cron_job_defaults(dict(mapping(manifest["spec"])))}
    place = ("spec", "jobTemplate", "spec", "template", "spec")
    pod = find(defaulted, *place)
    return with_value(defaulted, place, _pod_spec(pod)) if is_map(pod) else defaulted


def _pod(manifest: Manifest) -> Manifest:
    """Defaults of the spec; then matchLabelKeys become selectors with the values of the pod's own labels."""
    if not is_map(manifest.get("spec")):
        return manifest
    spec = dict(_pod_spec(mapping(manifest["spec"])))
    labels = mapping(find(manifest, "metadata", "labels"))
    if labels:
        if is_map(spec.get("affinity")):
            spec["affinity"] = _merged_affinity(mapping(spec["affinity"]), labels)
        if isinstance(spec.get("topologySpreadConstraints"), list):
            spec["topologySpreadConstraints"] = [
                _merged_term(constraint, labels, ("matchLabelKeys",))
                for constraint in items(spec["topologySpreadConstraints"])
            ]
    return with_shared_spec({**manifest, "spec": spec})


def _pod_spec(given: Manifest) -> Manifest:
    """Defaults of a pod's spec, in a pod or a template. Source: SetDefaults_PodSpec, SetDefaults_Pod."""
    spec = dict(given)
    host_network = spec.get("hostNetwork") is True
    for field in ("containers", "initContainers"):
        if isinstance(spec.get(field), (list, tuple)):
            spec[field] = [_container(entry, host_network) for entry in items(spec[field])]
    if is_map(spec.get("overhead")):
        spec["overhead"] = _rounded(mapping(spec["overhead"]))
    if is_map(spec.get("resources")):
        spec["resources"] = _pod_level(spec)
    if spec.get("terminationGracePeriodSeconds") is None:
        spec["terminationGracePeriodSeconds"] = DEFAULT_GRACE_SECONDS
    if not spec.get("schedulerName"):
        spec["schedulerName"] = DEFAULT_SCHEDULER
    if not spec.get("restartPolicy"):
        spec["restartPolicy"] = "Always"
    return spec


def _container(value: Json, host_network: bool) -> Json:
    """Defaults of probes, resources and ports of one container."""
    if not is_map(value):
        return value
    container = dict(with_probe_defaults(value))
    resources = container.get("resources")
    if is_map(resources):
        container["resources"] = _resources(resources)
    ports = container.get("ports")
    if isinstance(ports, (list, tuple)):
        container["ports"] = _ports(ports, host_network)
    return container


@read_once
def _resources(given: Manifest) -> Manifest:
    """A limit without a request is the request. Source: SetDefaults_Pod."""
    completed = dict(given)
    for field in ("requests", "limits"):
        if is_map(completed.get(field)):
            completed[field] = _rounded(mapping(completed[field]))
    limits = mapping(completed.get("limits"))
    if limits:
        requests = mapping(completed.get("requests"))
        completed["requests"] = {
            **requests,
            **{name: limits[name] for name in limits if name not in requests},
        }
    return completed


@read_once
def _ports(ports: Sequence[Json], host_network: bool) -> list[Json]:
    return [_port(port, host_network) for port in ports]


def _port(value: Json, host_network: bool) -> Json:
    """Protocol TCP; with hostNetwork the host port is the container port."""
    if not is_map(value):
        return value
    port = dict(value)
    if not port.get("protocol"):
        port["protocol"] = "TCP"
    if host_network and not port.get("hostPort") and port.get("containerPort"):
        port["hostPort"] = port["containerPort"]
    return port


def _rounded(amounts: Manifest) -> Manifest:
    """Quantities rounded up to thousandths; an exact amount keeps its spelling."""
    rounded: dict[str, Json] = {}
    for name, amount in amounts.items():
        rounded[name] = amount
        if isinstance(amount, (str, int, float)) and not isinstance(amount, bool):
            try:
                exact = parse_quantity(amount)
            except ValueError:
                continue
            if exact.nano % 1_000_000:
                rounded[name] = str(exact.rounded_to_milli())
            elif not isinstance(amount, str):
                rounded[name] = str(exact)
    return rounded


def _pod_level(spec: Manifest) -> Manifest:
    """Completes `spec.resources` (defaultHugePagePodLimits, then defaultPodRequests)."""
    resources = dict(mapping(spec["resources"]))
    for field in ("requests", "limits"):
        if is_map(resources.get(field)):
            resources[field] = _rounded(mapping(resources[field]))
    limits = dict(mapping(resources.get("limits")))
    requests = dict(mapping(resources.get("requests")))
    for name, amount in _aggregate(spec, "limits").items():
        if name.startswith("hugepages-") and name not in limits and name not in requests:
            limits[name] = str(amount)
    if limits:
        resources["limits"] = limits
    else:
        return resources
    sums = _aggregate(spec, "requests")
    for name in (CPU, MEMORY):
        if name not in requests and name in sums:
            requests[name] = str(sums[name])
    for name in limits:
        if (name in (CPU, MEMORY) or name.startswith("hugepages-")) and name not in requests:
            requests[name] = limits[name]
    if requests:
        resources["requests"] = requests
    return resources


def _aggregate(spec: Manifest, which: str) -> ResourceList:
    """The sum of the containers' requests or limits, as the scheduler adds them up, without overhead."""
    total: dict[str, Quantity] = {}
    for entry in items(spec.get("containers")):
        total = add(total, _amounts(entry, which))
    sidecars: dict[str, Quantity] = {}
    peak: dict[str, Quantity] = {}
    for entry in items(spec.get("initContainers")):
        if find(entry, "restartPolicy") == "Always":
            total = add(total, _amounts(entry, which))
            sidecars = add(sidecars, _amounts(entry, which))
            peak = highest(peak, sidecars)
        else:
            peak = highest(peak, add(_amounts(entry, which), sidecars))
    return highest(total, peak)


def _amounts(container: Json, which: str) -> Mapping[str, Quantity]:
    return parse_resource_list(find(container, "resources", which))


def _merged_affinity(affinity: Manifest, labels: Manifest) -> Manifest:
    """The terms of pod affinity and anti-affinity with selectors in place of their label keys. Source:
    pkg/registry/core/pod strategy.go `applyMatchLabelKeysAndMismatchLabelKeys`.
    """
    merged = dict(affinity)
    for side in ("podAffinity", "podAntiAffinity"):
        if not is_map(merged.get(side)):
            continue
        terms = dict(mapping(merged[side]))
        required, preferred = (
            "requiredDuringSchedulingIgnoredDuringExecution",
            "preferredDuringSchedulingIgnoredDuringExecution",
        )
        if required in terms:
            terms[required] = [
                _merged_term(term, labels, ("matchLabelKeys", "mismatchLabelKeys"))
                for term in items(terms[required])
            ]
        if preferred in terms:
            terms[preferred] = [
                {
                    **mapping(weighted),
                    "podAffinityTerm": _merged_term(
                        find(weighted, "podAffinityTerm"), labels, ("matchLabelKeys", "mismatchLabelKeys")
                    ),
                }
                for weighted in items(terms[preferred])
            ]
        merged[side] = terms
    return merged


def _merged_term(term: Json, labels: Manifest, fields: tuple[str, ...]) -> Json:
    """The term with `key In [value]` (`NotIn` for mismatchLabelKeys) added for each listed key that is a
    label of the pod.
    """
    if not is_map(term) or not is_map(term.get("labelSelector")):
        return term
    selector = mapping(term["labelSelector"])
    expressions = list(items(selector.get("matchExpressions")))
    before = len(expressions)
    for field in fields:
        operator = "In" if field == "matchLabelKeys" else "NotIn"
        for key in items(term.get(field)):
            if isinstance(key, str) and key in labels:
                requirement: Json = {"key": key, "operator": operator, "values": [labels[key]]}
                # An object read back from a cluster has these labels already.
                if requirement not in expressions:
                    expressions.append(requirement)
    if len(expressions) == before:
        return term
    return {**term, "labelSelector": {**selector, "matchExpressions": expressions}}

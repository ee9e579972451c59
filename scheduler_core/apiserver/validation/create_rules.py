"""Rules that an object must follow when a client writes it. An object of a start state need not: it exists,
so an API server has taken it.

Source: pkg/apis/core/validation `ValidateContainerResourceRequirements`, `ValidatePodCreate`,
`validateNodeTaints`, pkg/apis/policy/validation (v1.34).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from scheduler_core.apiserver.validation.checks import (
    QUALIFIED_RULE,
    forbidden,
    invalid_value,
    label_key_check,
    required_value,
)
from scheduler_core.apiserver.validation.written_pod_rules import written_pod_problems
from scheduler_core.apiserver.validation.written_workload_rules import written_workload_problems
from scheduler_core.objects.manifest import Json, Manifest, find, is_map, items, mapping, strings, text
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.resources import CPU, EPHEMERAL_STORAGE, MEMORY
from scheduler_core.objects.scalars.quantity import Quantity, QuantityError, parse_quantity

_PLACES = {"Pod": (), "CronJob": ("spec", "jobTemplate", "spec", "template")}
_OF_CONTAINERS = (CPU, MEMORY, EPHEMERAL_STORAGE)
_COUNTED = frozenset(
    (
        "pods",
        "services",
        "resourcequotas",
        "secrets",
        "configmaps",
        "persistentvolumeclaims",
        "replicationcontrollers",
        "services.nodeports",
        "services.loadbalancers",
    )
)
_STANDARD = frozenset(
    (
        *(prefix + name for prefix in ("", "requests.", "limits.") for name in _OF_CONTAINERS),
        "storage",
        "requests.storage",
        *_COUNTED,
    )
)
_HUGE_PAGES = "hugepages-"
_PERCENT = re.compile(r"([0-9]+)%")


def create_problems(
    kind: str, manifest: Manifest, *, new: bool, release: Release = BASELINE
) -> Iterator[Problem]:
    """The problems of an object that a client writes; `new` means that it creates the object."""
    if new and release.checks_written_details:
        yield from _annotations(manifest)
    if kind == "Node":
        yield from _equal_taints(manifest)
        return
    if kind == "PodDisruptionBudget":
        for field in ("minAvailable", "maxUnavailable"):
            value = find(manifest, "spec", field)
            percent = _PERCENT.fullmatch(value) if isinstance(value, str) else None
            if percent is not None and int(percent[1]) > 100:
                yield invalid_value(f"spec.{field}", value, "must not be greater than 100%")
        return
    if kind == "ResourceQuota":
        if new and release.checks_written_details:
            yield from _quota(mapping(find(manifest, "spec", "hard")))
        return
    if kind == "Service":
        if new and release.checks_written_details:
            yield from _service(mapping(manifest.get("spec")))
        return
    place: tuple[str, ...] = _PLACES.get(kind, ("spec", "template"))
    path, spec = ".".join((*place, "spec")), mapping(find(manifest, *place, "spec"))
    for part in ("initContainers", "containers"):
        for index, container in enumerate(items(spec.get(part))):
            resources = find(container, "resources")
            if is_map(resources):
                yield from _resources(resources, f"{path}.{part}[{index}].resources")
    if new and release.resizes_init_containers:
        yield from _resize_policies(spec, path)
    if new and release.checks_written_details and not items(find(manifest, "metadata", "ownerReferences")):
        if kind != "StatefulSet":  # whose template upstream does not validate
            yield from written_pod_problems(spec, path, is_pod=kind == "Pod")
        yield from written_workload_problems(kind, manifest)
    if new and kind == "Pod" and spec.get("nodeName") and items(spec.get("schedulingGates")):
        yield forbidden("spec.nodeName", "cannot be set until all schedulingGates have been cleared")


def _annotations(manifest: Manifest) -> Iterator[Problem]:
    """Keys are qualified names of any case. Source: apimachinery's ValidateAnnotations."""
    for key in mapping(find(manifest, "metadata", "annotations")):
        problems: list[Problem] = []
        label_key_check(key.lower(), "metadata.annotations", problems)
        if problems:
            yield invalid_value("metadata.annotations", key, QUALIFIED_RULE)


def _service(spec: Manifest) -> Iterator[Problem]:
    """A Service has ports, unless it is headless or another name. Source: `ValidateService`."""
    addresses = strings(spec.get("clusterIPs")) or (text(spec.get("clusterIP")),)
    headless = addresses == ("None",)
    if not items(spec.get("ports")) and not headless and spec.get("type") != "ExternalName":
        yield required_value("spec.ports")


def _quota(hard: Manifest) -> Iterator[Problem]:
    """Source: `ValidateResourceQuotaResourceName`, `ValidateResourceQuantityValue`."""
    for name, given in hard.items():
        here = f"spec.hard[{name}]"
        unqualified: list[Problem] = []
        label_key_check(name, here, unqualified)
        yield from unqualified
        if not unqualified and "/" not in name and name not in _STANDARD and _HUGE_PAGES not in name:
            yield invalid_value(here, name, "must be a standard resource type or fully qualified")
            yield invalid_value(here, name, "must be a standard resource for quota")
        amount = _amount(given)
        if amount is not None and name in _COUNTED and amount.nano % 10**9:
            yield invalid_value(here, str(given), "must be an integer")


def _equal_taints(node: Manifest) -> Iterator[Problem]:
    pairs: set[tuple[str, str]] = set()
    for index, taint in enumerate(items(find(node, "spec", "taints"))):
        key, value, effect = (text(find(taint, name)) for name in ("key", "value", "effect"))
        if (key, effect) in pairs:
            shown = f'{{"Key":"{key}","Value":"{value}","Effect":"{effect}","TimeAdded":null}}'
            words = f"Duplicate value: {shown}: taints must be unique by key and effect pair"
            yield Problem.of(f"spec.taints[{index}]", "duplicate", words)
        pairs.add((key, effect))


def _resources(resources: Manifest, path: str) -> Iterator[Problem]:
    limits, requests = mapping(resources.get("limits")), mapping(resources.get("requests"))
    for field, amounts in (("limits", limits), ("requests", requests)):
        for name, given in amounts.items():
            here = f"{path}.{field}[{name}]"
            yield from _name_problems(name, here)
            amount = _amount(given)
            if amount is not None and is_extended(name) and amount.nano % 10**9:
                yield invalid_value(here, str(given), "must be an integer")
    for name, given in requests.items():
        if may_be_overcommitted(name):
            continue
        limit, amount = _amount(limits.get(name)), _amount(given)
        if name not in limits:
            why = "Limit must be set for non overcommitable resources"
            yield required_value(f"{path}.limits", why)
        elif limit is not None and amount is not None and amount.nano < limit.nano:
            words = f"must be equal to {name} limit of {text(limits[name])}"
            yield invalid_value(f"{path}.requests", str(given), words)
    names = {*limits, *requests}
    if any(name.startswith(_HUGE_PAGES) for name in names) and not names & {CPU, MEMORY}:
        yield forbidden(path, "HugePages require cpu or memory")


def _name_problems(name: str, path: str) -> Iterator[Problem]:
    """Source: `validateContainerResourceName`."""
    huge = name.startswith(_HUGE_PAGES)
    unqualified: list[Problem] = []
    label_key_check(name, path, unqualified)
    yield from unqualified
    if "/" not in name:
        if not unqualified and name not in _STANDARD and not huge:
            yield invalid_value(path, name, "must be a standard resource type or fully qualified")
        if name not in _OF_CONTAINERS and not huge:
            yield invalid_value(path, name, "must be a standard resource for containers")
    elif not _is_native(name) and not is_extended(name):
        yield invalid_value(path, name, "doesn't follow extended resource name standard")


def _is_native(name: str) -> bool:
    return "/" not in name or "kubernetes.io/" in name


def is_extended(name: str) -> bool:
    """Whether the name is one of an extended resource. Source: helper `IsExtendedResourceName`."""
    return not _is_native(name) and not name.startswith("requests.")


def may_be_overcommitted(name: str) -> bool:
    """Whether requests and limits of the resource may differ. Source: helper `IsOvercommitAllowed`."""
    return _is_native(name) and not name.startswith(_HUGE_PAGES)


def _amount(value: Json) -> Quantity | None:
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return None
    try:
        return parse_quantity(value)
    except QuantityError:
        return None


def _resize_policies(spec: Manifest, path: str) -> Iterator[Problem]:
    """An init container that ends cannot be restarted for a resize (validateInitContainers)."""
    for index, container in enumerate(items(spec.get("initContainers"))):
        if find(container, "restartPolicy") == "Always":
            continue
        for place, policy in enumerate(items(find(container, "resizePolicy"))):
            if find(policy, "restartPolicy") == "RestartContainer":
                here = f"{path}.initContainers[{index}].resizePolicy[{place}].restartPolicy"
                why = "must not be set to 'RestartContainer' for non-sidecar initContainers"
                yield invalid_value(here, "RestartContainer", why)

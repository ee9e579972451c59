"""What the resize subresource changes in a pod, and which changes it refuses.

Source: pkg/registry/core/pod/strategy.go `dropNonResizeUpdates`, pkg/apis/core/validation `ValidatePodResize`
(v1.34; pod-level resources and init containers v1.36).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scheduler_core.apiserver.validation.checks import forbidden, invalid_value, required_value
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text
from scheduler_core.objects.pod import Pod, PodSpec
from scheduler_core.objects.pod_resources.qos import spec_qos_class
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.releases import Release
from scheduler_core.objects.resources import CPU, MEMORY, ResourceList, parse_resource_list

_PARTS = ("containers", "initContainers")
_MIRROR = "kubernetes.io/config.mirror"
_RESIZED = ("resources", "resizePolicy")
_ONLY_CPU_AND_MEMORY = "only cpu and memory resources are mutable"


def resized(old: Manifest, new: Manifest, release: Release) -> Manifest:
    """The stored spec with the resources and the resize policies of the new one; every other change is
    dropped. A spec with other containers comes back as it is, because validation refuses it.
    """
    if any(len(items(old.get(part))) != len(items(new.get(part))) for part in _PARTS):
        return new
    spec = dict(old)
    for part in _PARTS:
        if part in old:
            spec[part] = [
                _resized_container(mapping(before), mapping(after))
                for before, after in zip(items(old[part]), items(new.get(part)), strict=True)
            ]
    if release.resizes_pod_level or not new.get("resources"):
        spec.pop("resources", None)
        if new.get("resources") is not None:
            spec["resources"] = new["resources"]
    return spec


def _resized_container(old: Manifest, new: Manifest) -> Manifest:
    """The name comes along, so that a container in another place is seen."""
    container = {name: value for name, value in old.items() if name not in _RESIZED}
    more = {name: new[name] for name in _RESIZED if new.get(name) is not None}
    return {**container, "name": new.get("name"), **more}


def resize_problems(old: Pod, new: Manifest, release: Release) -> list[Problem]:
    """The problems of a change to the whole spec `new`, beside those of the spec itself."""
    before = old.spec_manifest
    problems = _missing_images(before, new)
    levels = [mapping(spec.get("resources")) for spec in (before, new)]
    if not release.resizes_pod_level and any(
        level.get("requests") or level.get("limits") for level in levels
    ):
        return [forbidden("", "pods with pod-level resources cannot be resized")]
    if _MIRROR in old.meta.annotations:
        return [forbidden("", "static pods cannot be resized")]
    if old.os_name == "windows":
        return [forbidden("", "windows pods cannot be resized")]
    qos = spec_qos_class(PodSpec.parse(new))
    if (old.qos_class or spec_qos_class(old.spec)) != qos:
        why = "Pod QOS Class may not change as a result of resizing"
        problems.append(invalid_value("spec", old.qos_class, why))
    if release.reports_container_resources and not _reports_resources(old):
        problems.append(forbidden("spec", "Pod running on node without support for resize"))
    order = list(_order_problems(before, new))
    if order:
        return [*problems, *order]
    for path, was, now in _resizable(before, new, release):
        problems += _removed(path, was, now, "resource")
    if release.resizes_pod_level:
        problems += _pod_level_problems(before, new)
    problems += _immutable(before, new, release)
    return problems


def _missing_images(old: Manifest, new: Manifest) -> list[Problem]:
    present = {text(find(entry, "name")) for part in _PARTS for entry in items(old.get(part))}
    return [
        required_value(f"spec.{part}[{index}].image")
        for part in _PARTS
        for index, entry in enumerate(items(new.get(part)))
        if not find(entry, "image") and text(find(entry, "name")) not in present
    ]


def _reports_resources(pod: Pod) -> bool:
    """Whether the first running container reports its resources; True where none runs. Source:
    `isPodResizeRequestSupported`.
    """
    running = (entry for entry in pod.container_statuses() if find(entry, "state", "running") is not None)
    first = next(running, None)
    return first is None or find(first, "resources") is not None


def _order_problems(old: Manifest, new: Manifest) -> Iterator[Problem]:
    for part in _PARTS:
        before, after = items(old.get(part)), items(new.get(part))
        if len(before) != len(after):
            yield forbidden(f"spec.{part}", f"{part} may not be added or removed on resize")
            continue
        for index, (was, now) in enumerate(zip(before, after, strict=True)):
            if find(was, "name") != find(now, "name"):
                path = f"spec.{part}[{index}].name"
                yield forbidden(path, f"{part} may not be renamed or reordered on resize")


def _resizable(
    old: Manifest, new: Manifest, release: Release
) -> Iterator[tuple[str, Mapping[str, Json], Mapping[str, Json]]]:
    """Path, old and new resources of each container that can be resized."""
    for part in ("initContainers", "containers"):
        for index, (was, now) in enumerate(zip(items(old.get(part)), items(new.get(part)), strict=True)):
            if part == "containers" or _sidecar(was) or release.resizes_init_containers:
                path = f"spec.{part}[{index}].resources"
                yield path, mapping(find(was, "resources")), mapping(find(now, "resources"))


def _sidecar(container: Json) -> bool:
    return find(container, "restartPolicy") == "Always"


def _removed(path: str, old: Manifest, new: Manifest, what: str) -> Iterator[Problem]:
    for field in ("requests", "limits"):
        if not mapping(old.get(field)).keys() <= mapping(new.get(field)).keys():
            yield forbidden(f"{path}.{field}", f"{what} {field} cannot be removed")


def _pod_level_problems(old: Manifest, new: Manifest) -> Iterator[Problem]:
    was, now = old.get("resources"), new.get("resources")
    if was is not None and now is None:
        yield forbidden("spec.resources", "pod-level resources cannot be removed")
        return
    yield from _removed("spec.resources", mapping(was), mapping(now), "pod-level resource")
    if _others(was) != _others(now):
        yield forbidden("spec", "only cpu and memory resources are mutable at pod-level")


def _immutable(old: Manifest, new: Manifest, release: Release) -> Iterator[Problem]:
    """Changes of other resources than CPU and memory, and of init containers that cannot be resized."""
    for before, after in _pairs(old, new, "containers"):
        if _others(find(before, "resources")) != _others(find(after, "resources")):
            yield forbidden("spec", _ONLY_CPU_AND_MEMORY)
    for index, (before, after) in enumerate(_pairs(old, new, "initContainers")):
        changed = changed_resources(find(before, "resources"), find(after, "resources"))
        others = _others(find(before, "resources")) != _others(find(after, "resources"))
        if _sidecar(before):
            if others:
                yield forbidden("spec", "only cpu and memory resources for sidecar containers are mutable")
        elif not release.resizes_init_containers:
            if changed:
                yield forbidden("spec", "resources for non-sidecar init containers are immutable")
        elif changed and _restarts(before):
            why = "non-sidecar init containers with a resize policy of RestartContainer cannot be resized"
            yield forbidden(f"spec.initContainers[{index}]", why)
        elif others:
            yield forbidden("spec", _ONLY_CPU_AND_MEMORY)


def _pairs(old: Manifest, new: Manifest, part: str) -> Sequence[tuple[Json, Json]]:
    return list(zip(items(old.get(part)), items(new.get(part)), strict=True))


def _restarts(container: Json) -> bool:
    return any(
        find(policy, "restartPolicy") == "RestartContainer"
        for policy in items(find(container, "resizePolicy"))
    )


def _others(resources: Json) -> list[dict[str, int]]:
    """The amounts that may not change: those of all but CPU and memory."""
    return [
        {name: amount for name, amount in amounts.items() if name not in (CPU, MEMORY)}
        for amounts in _amounts(resources)
    ]


def changed_resources(old: Json, new: Json) -> bool:
    """Whether two `resources` differ in an amount."""
    return _amounts(old) != _amounts(new)


def _amounts(resources: Json) -> list[dict[str, int]]:
    lists: list[ResourceList] = [
        parse_resource_list(find(resources, field)) for field in ("requests", "limits")
    ]
    return [{name: amount.nano for name, amount in amounts.items()} for amounts in lists]

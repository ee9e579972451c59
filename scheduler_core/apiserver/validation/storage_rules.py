"""What the API server refuses in a storage object, and which stored fields an update keeps.

Source: pkg/apis/core/validation (ValidatePersistentVolumeClaimSpec, ValidatePersistentVolumeSpec),
pkg/apis/storage/validation (v1.34).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scheduler_core.apiserver.validation.checks import Check, forbidden, go_value, required_value, step
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.resources import get, parse_resource_list

_SPEC_OF_CLAIM = (
    "spec is immutable after creation except resources.requests and volumeAttributesClassName for "
    "bound claims"
)


def kept_by_server(
    kind: str, old: Manifest, new: Manifest, release: Release = BASELINE
) -> Manifest | tuple[Problem, ...]:
    """The spec after `kubectl apply` of `new`, which keeps what binding wrote; or the problems of
    the change.
    """
    old_spec, spec = mapping(old.get("spec")), dict(mapping(new.get("spec")))
    for name in ("volumeName", "storageClassName", "claimRef"):
        if name in old_spec and name not in spec:
            spec[name] = old_spec[name]
    if kind == "PersistentVolumeClaim":
        # A class may be chosen later where none was.
        same = {"storageClassName": None} if release.checks_written_details else {}
        same = {} if old_spec.get("storageClassName") is not None else same
        if {**_fixed(spec), **same} != {**_fixed(old_spec), **same}:
            return (forbidden("spec", _SPEC_OF_CLAIM),)
    if release.checks_written_details:
        problems = tuple(_changed(kind, old, spec, release))
        if problems:
            return problems
    return spec


def _changed(kind: str, old: Manifest, spec: Manifest, release: Release) -> Iterator[Problem]:
    """The problems of a changed claim or volume (ValidatePersistentVolumeClaimUpdate,
    ValidatePersistentVolumeUpdate)."""
    old_spec = mapping(old.get("spec"))
    if kind == "PersistentVolume":
        before, after = old_spec.get("nodeAffinity"), spec.get("nodeAffinity")
        if before is not None and before != after and not release.changes_node_affinity_of_volumes:
            words = f"Invalid value: {go_value(after)}: {_AFFINITY_OF_VOLUME}"
            yield Problem.of("nodeAffinity", "invalid", words)
        return
    path = ("resources", "requests", "storage")
    sizes = [parse_resource_list({"storage": find(entry, *path)}) for entry in (old_spec, spec)]
    if sizes[0] == sizes[1]:
        return
    if find(old, "status", "phase") != "Bound":
        yield forbidden("spec", _SPEC_OF_CLAIM)
        return
    capacity = parse_resource_list({"storage": find(old, "status", "capacity", "storage")})
    was, size, held = (get(amounts, "storage").nano for amounts in (*sizes, capacity))
    if size < was and size <= held:
        yield forbidden("spec.resources.requests.storage", "field can not be less than status.capacity")


_AFFINITY_OF_VOLUME = "field is immutable, except for updating from beta label to GA"


def changed_class_problems(old: Manifest, new: Manifest) -> Iterator[Problem]:
    """The problems of a changed StorageClass (ValidateStorageClassUpdate)."""
    for field, default in (("parameters", {}), ("provisioner", ""), ("reclaimPolicy", "Delete")):
        if (old.get(field) or default) != (new.get(field) or default):
            yield forbidden(field, f"updates to {field} are forbidden.")
    mode = new.get("volumeBindingMode") or "Immediate"
    if (old.get("volumeBindingMode") or "Immediate") != mode:
        words = f"Invalid value: {go_value(mode)}: field is immutable"
        yield Problem.of("volumeBindingMode", "invalid", words)


def _fixed(spec: Manifest) -> Manifest:
    return {
        name: value for name, value in spec.items() if name not in ("resources", "volumeAttributesClassName")
    }


def _access_modes(value: Json, path: str, problems: list[Problem]) -> None:
    modes = items(find(value, "accessModes"))
    here = step(path, "accessModes")
    if not modes:
        problems.append(required_value(here, "at least 1 access mode is required"))
    if "ReadWriteOncePod" in modes and len(modes) > 1:
        problems.append(forbidden(here, "may not use ReadWriteOncePod with other access modes"))


def _claim(value: Json, path: str, problems: list[Problem]) -> None:
    if find(value, "resources", "requests", "storage") is None:
        here = step(step(path, "resources"), "storage")
        problems.append(required_value(here))


def _volume(value: Json, path: str, problems: list[Problem]) -> None:
    if not mapping(find(value, "capacity")):
        problems.append(required_value(step(path, "capacity")))


STORAGE_RULES: Mapping[str, Check] = {"access_modes": _access_modes, "claim": _claim, "volume": _volume}

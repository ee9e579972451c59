"""What the API server refuses in a storage object, and which stored fields an update keeps.

Source: pkg/apis/core/validation (ValidatePersistentVolumeClaimSpec, ValidatePersistentVolumeSpec),
pkg/apis/storage/validation (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.apiserver.validation.checks import Check, forbidden, required_value, step
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping
from scheduler_core.objects.problem import Problem


def kept_by_server(kind: str, old: Manifest, new: Manifest) -> Manifest | Problem:
    """The spec after `kubectl apply` of `new`, which keeps what binding wrote; or the problem of
    the change.
    """
    old_spec, spec = mapping(old.get("spec")), dict(mapping(new.get("spec")))
    for name in ("volumeName", "storageClassName", "claimRef"):
        if name in old_spec and name not in spec:
            spec[name] = old_spec[name]
    if kind == "PersistentVolumeClaim" and _fixed(spec) != _fixed(old_spec):
        why = (
            "spec is immutable after creation except resources.requests and volumeAttributesClassName for "
            "bound claims"
        )
        return forbidden("spec", why)
    return spec


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

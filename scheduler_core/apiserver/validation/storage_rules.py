"""What the API server refuses in a storage object, and which stored fields an update keeps.

Source: pkg/apis/core/validation (ValidatePersistentVolumeClaimSpec, ValidatePersistentVolumeSpec),
pkg/apis/storage/validation (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.apiserver.validation.checks import (
    Check,
    count32,
    fields,
    flag_check,
    forbidden,
    labels_check,
    list_of,
    map_of,
    mapping_check,
    name_check,
    one_of,
    quantity_check,
    required_value,
    step,
    text_check,
)
from scheduler_core.apiserver.validation.placement_rules import LABEL_SELECTOR, NODE_SELECTOR
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping
from scheduler_core.objects.problem import Problem

ACCESS_MODES = ("ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod")
BINDING_MODES = ("Immediate", "WaitForFirstConsumer")
POLICIES = ("Delete", "Retain", "Recycle")


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
    _access_modes(value, path, problems)
    if find(value, "resources", "requests", "storage") is None:
        here = step(step(path, "resources"), "storage")
        problems.append(required_value(here))


def _volume(value: Json, path: str, problems: list[Problem]) -> None:
    _access_modes(value, path, problems)
    if not mapping(find(value, "capacity")):
        problems.append(required_value(step(path, "capacity")))


_AMOUNTS = map_of(quantity_check)
_OBJECT = fields(
    {"name": name_check, "labels": labels_check, "annotations": map_of(text_check)}, required=("name",)
)
_TOPOLOGY_REQUIREMENT = fields({"key": text_check, "values": list_of(text_check)})
_MODES = list_of(one_of(*ACCESS_MODES))
_VOLUME_MODE = one_of("Block", "Filesystem")

_CLAIM_SPEC = fields(
    {
        "accessModes": _MODES,
        "resources": fields({"requests": _AMOUNTS, "limits": _AMOUNTS}),
        "selector": LABEL_SELECTOR,
        "storageClassName": text_check,
        "volumeMode": _VOLUME_MODE,
        "volumeName": text_check,
    },
    also=_claim,
)
CLAIM_TEMPLATE = fields({"metadata": _OBJECT, "spec": _CLAIM_SPEC}, required=("metadata", "spec"))
"""A claim that a StatefulSet makes for each of its pods."""

STORAGE_SCHEMAS: Mapping[str, Check] = {
    "PersistentVolumeClaim": fields(
        {"metadata": _OBJECT, "spec": _CLAIM_SPEC, "status": mapping_check}, required=("metadata", "spec")
    ),
    "PersistentVolume": fields(
        {
            "metadata": _OBJECT,
            "spec": fields(
                {
                    "accessModes": _MODES,
                    "capacity": _AMOUNTS,
                    "claimRef": mapping_check,
                    "nodeAffinity": fields({"required": NODE_SELECTOR}),
                    "persistentVolumeReclaimPolicy": one_of(*POLICIES),
                    "storageClassName": text_check,
                    "volumeMode": _VOLUME_MODE,
                },
                also=_volume,
            ),
            "status": mapping_check,
        },
        required=("metadata", "spec"),
    ),
    "StorageClass": fields(
        {
            "metadata": _OBJECT,
            "provisioner": text_check,
            "reclaimPolicy": one_of("Delete", "Retain"),
            "volumeBindingMode": one_of(*BINDING_MODES),
            "allowedTopologies": list_of(fields({"matchLabelExpressions": list_of(_TOPOLOGY_REQUIREMENT)})),
        },
        required=("metadata", "provisioner"),
    ),
    "CSINode": fields(
        {
            "metadata": _OBJECT,
            "spec": fields(
                {"drivers": list_of(fields({"name": text_check, "allocatable": fields({"count": count32})}))}
            ),
        },
        required=("metadata",),
    ),
    "CSIDriver": fields(
        {"metadata": _OBJECT, "spec": fields({"storageCapacity": flag_check})}, required=("metadata",)
    ),
    "CSIStorageCapacity": fields(
        {
            "metadata": _OBJECT,
            "storageClassName": text_check,
            "nodeTopology": LABEL_SELECTOR,
            "capacity": quantity_check,
            "maximumVolumeSize": quantity_check,
        },
        required=("metadata", "storageClassName"),
    ),
    "VolumeAttachment": fields({"metadata": _OBJECT, "spec": mapping_check}, required=("metadata",)),
}

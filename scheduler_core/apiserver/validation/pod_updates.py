"""What may change in an existing pod: images, an earlier deadline, more tolerations, fewer gates.

Source: pkg/apis/core/validation `ValidatePodUpdate` (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.apiserver.validation.checks import forbidden, required_value
from scheduler_core.objects.manifest import Json, Manifest, find, integer, items, mapping, text
from scheduler_core.objects.problem import Problem

_SERVER_FIELDS = ("nodeName", "priority", "preemptionPolicy", "priorityClassName", "serviceAccountName")
_CONTAINERS = ("containers", "initContainers")
_ONLY_THESE_CHANGE = (
    "pod updates may not change fields other than `spec.containers[*].image`,"
    "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions "
    "to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was "
    "previously negative)"
)


_ADDED = ("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable")
"""The keys of the tolerations that admission adds to each pod, on updates too."""


def completed_spec(old: Manifest, new: Manifest, *, whole: bool = False) -> Manifest:
    """The applied spec, completed with the defaults and the tolerations of the stored one. Of a `whole` spec
    (PUT) the tolerations are its own, and those that admission adds."""
    spec = dict(new)
    for field in _SERVER_FIELDS:
        if field in old and field not in spec:
            spec[field] = old[field]
    tolerations = _tolerations(old, spec, whole=whole)
    if tolerations:
        spec["tolerations"] = tolerations
    else:
        spec.pop("tolerations", None)
    return spec


def pod_update_problems(old: Manifest, new: Manifest) -> list[Problem]:
    """The problems of a change from one whole spec to another."""
    for part in _CONTAINERS:
        if len(items(old.get(part))) != len(items(new.get(part))):
            return [forbidden(f"spec.{part}", "pod updates may not add or remove containers")]
    problems = [
        required_value(f"spec.{part}[{index}].image")
        for part in _CONTAINERS
        for index, container in enumerate(items(new.get(part)))
        if not text(find(container, "image")).strip() and find(old, part, index, "image")
    ]
    problems += _deadline(
        integer(old.get("activeDeadlineSeconds")), integer(new.get("activeDeadlineSeconds"))
    )
    if not _only_added(old, new):
        why = "existing toleration can not be modified except its tolerationSeconds"
        problems.append(forbidden("spec.tolerations", why))
    gates = _gates(old)
    for index, gate in enumerate(_gates(new)):
        if gate not in gates:
            why = f"only deletion is allowed, but found new scheduling gate '{gate}'"
            problems.append(forbidden(f"spec.schedulingGates[{index}].name", why))
    if gates and not _narrowed(mapping(old.get("nodeSelector")), mapping(new.get("nodeSelector"))):
        why = "only additions to spec.nodeSelector are allowed (no mutations or deletions)"
        words = f"Invalid value: {_shown(new.get('nodeSelector'))}: {why}"
        problems.append(Problem.of("spec.nodeSelector", "invalid", words))
    if _frozen(new, gated=bool(gates)) != _frozen(old, gated=bool(gates)) and not _repaired(old, new):
        problems.append(forbidden("spec", _ONLY_THESE_CHANGE))
    return problems


def _deadline(old: int | None, new: int | None) -> list[Problem]:
    if old is None or (new is not None and new <= old):
        return []
    words = (
        "Invalid value: null: must not update from a positive integer to nil value"
        if new is None
        else f"Invalid value: {new}: must be less than or equal to previous value"
    )
    return [Problem.of("spec.activeDeadlineSeconds", "invalid", words)]


def _tolerations(old: Manifest, new: Manifest, *, whole: bool) -> list[Json]:
    """The old tolerations in their order, then the new ones; one with other seconds takes the place of the
    old one. Of a `whole` spec only those are kept that it has too, or that admission adds.
    """
    given = {_without_seconds(entry): entry for entry in items(new.get("tolerations"))}
    kept = [
        given.get(_without_seconds(entry), entry)
        for entry in items(old.get("tolerations"))
        if not whole or _without_seconds(entry) in given or text(find(entry, "key")) in _ADDED
    ]
    return kept + [entry for entry in items(new.get("tolerations")) if entry not in kept]


def _only_added(old: Manifest, new: Manifest) -> bool:
    present = {_without_seconds(entry) for entry in items(new.get("tolerations"))}
    return all(_without_seconds(entry) in present for entry in items(old.get("tolerations")))


def _without_seconds(toleration: Json) -> tuple[str, ...]:
    return tuple(text(find(toleration, field)) for field in ("key", "operator", "value", "effect"))


def _narrowed(old: Manifest, new: Manifest) -> bool:
    return all(new.get(key) == value for key, value in old.items())


def _repaired(old: Manifest, new: Manifest) -> bool:
    """Whether the only change sets a negative grace period, which older versions allowed, to 1."""
    field = "terminationGracePeriodSeconds"
    if (integer(old.get(field)) or 0) >= 0 or new.get(field) != 1:
        return False
    return _frozen({**old, field: 1}, gated=False) == _frozen(new, gated=False)


def _frozen(spec: Manifest, *, gated: bool) -> Manifest:
    """The part of a pod's spec that may not change."""
    free = ("activeDeadlineSeconds", "tolerations", "schedulingGates", *(("nodeSelector",) if gated else ()))
    frozen = {field: value for field, value in spec.items() if field not in free}
    for field in _CONTAINERS:
        if field in frozen:
            frozen[field] = [
                {key: value for key, value in mapping(container).items() if key != "image"}
                for container in items(frozen[field])
            ]
    return frozen


def _gates(spec: Manifest) -> tuple[str, ...]:
    return tuple(text(find(gate, "name")) for gate in items(spec.get("schedulingGates")))


def _shown(value: Json) -> str:
    if not isinstance(value, Mapping):
        return "null"
    return "{" + ",".join(f'"{key}":"{text(value[key])}"' for key in sorted(value)) + "}"

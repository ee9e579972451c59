"""What the API server refuses in objects of dynamic resource allocation.

Source: pkg/apis/resource/validation (ValidateResourceClaim, ValidateDeviceClass, ValidateResourceSlice,
v1.34). Fields behind gates that came later stand in `device_feature_rules`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scheduler_core.apiserver.validation.checks import (
    Check,
    duplicate_value,
    go_value,
    invalid_value,
    required_value,
    shown,
    step,
    text_check,
)
from scheduler_core.apiserver.validation.device_feature_rules import DEVICE_KINDS
from scheduler_core.apiserver.validation.immutable_fields import changed_immutable
from scheduler_core.objects.cel.cost import MAX_COST
from scheduler_core.objects.cel.output_type import ANY, BOOL, UNKNOWN
from scheduler_core.objects.cel.selector import NotCompiled, Selector, compile_selector
from scheduler_core.objects.cel.values import MAX_VERSION_LENGTH, parse_version
from scheduler_core.objects.devices import ALL, EXACT_COUNT
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, strings, text
from scheduler_core.objects.problem import Problem

_EXACTLY_ONE = "exactly one of `exactly` or `firstAvailable` is required"
MAX_ATTRIBUTES, MAX_STRING = 32, 64


def unchangeable(kind: str, old: Manifest, new: Manifest) -> Problem | None:
    """The problem of an update that changes an immutable field; None when there is none."""
    if kind not in DEVICE_KINDS:
        return None
    path, value = next(changed_immutable(kind, old, new, ""), (None, None))
    if path is None:
        return None
    return Problem.of(path, "invalid", f"Invalid value: {go_value(value)}: field is immutable")


def _unique_names(value: Json, path: str, problems: list[Problem]) -> None:
    names: set[str] = set()
    for index, entry in enumerate(items(value)):
        name = text(find(entry, "name"))
        if name and name in names:
            problems.append(duplicate_value(f"{path}[{index}]", name))
        names.add(name)


def _expression(value: Json, path: str, problems: list[Problem]) -> None:
    """CEL that this model does not evaluate passes here, as in the API server; the import report names it."""
    if not isinstance(value, str):
        text_check(value, path, problems)
        return
    compiled = compile_selector(value)
    if isinstance(compiled, NotCompiled) and not compiled.unmodelled:
        problems.append(invalid_value(path, value, f"compilation failed: {compiled.text}"))
    elif isinstance(compiled, Selector) and compiled.output_type not in (UNKNOWN, BOOL, ANY):
        why = f"must evaluate to bool or the unknown type, not {compiled.output_type}"
        problems.append(invalid_value(path, value, why))
    elif isinstance(compiled, Selector) and compiled.max_cost > MAX_COST:
        problems.append(Problem.of(path, "invalid", "Forbidden: too complex, exceeds cost limit"))


def _counts(value: Json, path: str, problems: list[Problem]) -> None:
    """`count` goes with ExactCount alone, and is then positive."""
    mode, count = find(value, "allocationMode"), find(value, "count")
    here = step(path, "count")
    if mode == ALL and count is not None:
        problems.append(invalid_value(here, count, "must not be specified when allocationMode is 'All'"))
    elif mode == EXACT_COUNT and isinstance(count, int) and count <= 0:
        problems.append(invalid_value(here, count, "must be greater than zero"))


def _exactly_one_kind(value: Json, path: str, problems: list[Problem]) -> None:
    """A request has either `exactly` or `firstAvailable`."""
    present = [name for name in ("exactly", "firstAvailable") if find(value, name) is not None]
    if len(present) == 1:
        return
    words = f"Required value: {_EXACTLY_ONE}"
    if present:
        words = f"Invalid value: {_EXACTLY_ONE}, but multiple fields are set"
    problems.append(Problem.of(path, "invalid" if present else "required", words))


def _qualified(value: Json, path: str, problems: list[Problem]) -> None:
    """A fully qualified name: domain/name."""
    if not isinstance(value, str):
        text_check(value, path, problems)
    elif "/" not in value:
        problems.append(invalid_value(path, value, "must include a domain"))


def _references(value: Json, path: str, problems: list[Problem]) -> None:
    """Constraints name requests of the claim, or alternatives of them as `request/alternative`."""
    names = _request_names(items(find(value, "requests")))
    for place, constraint in enumerate(items(find(value, "constraints"))):
        for index, name in enumerate(strings(find(constraint, "requests"))):
            if name not in names:
                name_path = f"{step(path, 'constraints')}[{place}].requests[{index}]"
                why = (
                    "must be the name of a request in the claim or the name of a request and a subrequest "
                    "separated by '/'"
                )
                problems.append(invalid_value(name_path, name, why))


def _request_names(requests: Sequence[Json]) -> frozenset[str]:
    names = {text(find(request, "name")) for request in requests}
    for request in requests:
        for entry in items(find(request, "firstAvailable")):
            names.add(f"{text(find(request, 'name'))}/{text(find(entry, 'name'))}")
    return frozenset(names)


# Slices


_VALUES = ("bool", "int", "string", "version")


def _attribute(value: Json, path: str, problems: list[Problem]) -> None:
    """An attribute has exactly one value: a bool, an int, a string or a semantic version."""
    present = [name for name in _VALUES if find(value, name) is not None]
    if len(present) != 1:
        problems.append(required_value(path, "exactly one value must be specified"))
        return
    attribute = find(value, present[0])
    here = step(path, present[0])
    if isinstance(attribute, str) and len(attribute) > MAX_STRING:
        problems.append(Problem.of(here, "invalid", f"Too long: may not be more than {MAX_STRING} bytes"))
    elif present == ["version"] and isinstance(attribute, str) and parse_version(attribute) is None:
        words = f"Invalid value: {shown(attribute)}: must be a string compatible with semver.org spec 2.0.0"
        problems.append(Problem.of(here, "invalid", words, got=shown(attribute[:MAX_VERSION_LENGTH])))


def _attributes_limit(value: Json, path: str, problems: list[Problem]) -> None:
    count = len(mapping(find(value, "attributes"))) + len(mapping(find(value, "capacity")))
    if count > MAX_ATTRIBUTES:
        words = (
            f"Invalid value: {count}: the total number of attributes and capacities must not exceed "
            f"{MAX_ATTRIBUTES}"
        )
        problems.append(Problem.of(path, "invalid", words, got=str(count)))


def _pod_claim(value: Json, path: str, problems: list[Problem]) -> None:
    """A pod names either a claim or a claim template."""
    sources = ("resourceClaimName", "resourceClaimTemplateName")
    present = [name for name in sources if find(value, name) is not None]
    words = f"must specify one of: `{sources[0]}`, `{sources[1]}`"
    if not present:
        problems.append(required_value(path, words))
    elif len(present) > 1:
        problems.append(
            Problem.of(
                path,
                "invalid",
                "Invalid value: at most one of `resourceClaimName` or "
                "`resourceClaimTemplateName` may be specified",
            )
        )


def claim_uses(value: Json, path: str, problems: list[Problem]) -> None:
    """The claims that containers name must be claims of the pod."""
    claims = {text(find(entry, "name")) for entry in items(find(value, "resourceClaims"))}
    for part in ("initContainers", "containers"):
        for index, container in enumerate(items(find(value, part))):
            for place, entry in enumerate(items(find(container, "resources", "claims"))):
                name = text(find(entry, "name"))
                if name not in claims:
                    here = f"{step(path, part)}[{index}].resources.claims[{place}]"
                    problems.append(Problem.of(here, "invalid", f"Not found: {shown(name)}", got=name[:80]))


DEVICE_RULES: Mapping[str, Check] = {
    "cel_expression": _expression,
    "device_count": _counts,
    "most_attributes": _attributes_limit,
    "one_attribute_value": _attribute,
    "one_claim_source": _pod_claim,
    "one_request_kind": _exactly_one_kind,
    "qualified_name": _qualified,
    "request_references": _references,
    "unique_names": _unique_names,
}

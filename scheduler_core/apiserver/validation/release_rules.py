"""Validation that depends on the release: fields and values that a feature gate allows or refuses.

Source: pkg/apis/core/validation `validateTolerations`, `validateContainerRestartPolicy`,
`validatePodSpec`, `validatePodResourceConsistency`, `ValidateNode` (v1.36; restart rules and comparisons
v1.35).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from scheduler_core.apiserver.validation.checks import forbidden, invalid_value, required_value, shown
from scheduler_core.apiserver.validation.device_feature_rules import DEVICE_KINDS, device_problems
from scheduler_core.apiserver.validation.group_rules import GROUP_KINDS, group_problems
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, strings, text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.pod_resources.requests import pod_level, pod_requests
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.releases import Release
from scheduler_core.objects.resources import parse_resource_list

_INTEGER = re.compile(r"0|-?[1-9][0-9]*")
_FEATURE = re.compile(r"[A-Z][A-Za-z0-9]*(?:/[A-Za-z0-9]+)*")
_FEATURE_NAME = (
    "must start with an UpperCamelCase segment, with subsequent segments separated by '/' (e.g., MyFeature "
    "or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes"
)
_MOST_RULES, _MOST_CODES = 20, 255
_OPERATORS = ("Equal", "Exists")
_COMPARISONS = ("Lt", "Gt")
_PLACES = {"Pod": (), "CronJob": ("spec", "jobTemplate", "spec", "template")}


def release_problems(kind: str, manifest: Manifest, release: Release) -> Iterator[Problem]:
    """The problems of an object in this release, in addition to those that it has in every release."""
    if kind == "Node":
        yield from _declared_features(strings(find(manifest, "status", "declaredFeatures")))
        return
    if kind in DEVICE_KINDS:
        yield from device_problems(kind, manifest, release)
        return
    if kind in GROUP_KINDS:
        yield from group_problems(kind, manifest, release)
        return
    place: tuple[str, ...] = _PLACES.get(kind, ("spec", "template"))
    path, spec = ".".join((*place, "spec")), mapping(find(manifest, *place, "spec"))
    for index, toleration in enumerate(items(spec.get("tolerations"))):
        yield from _toleration(mapping(toleration), f"{path}.tolerations[{index}]", release)
    for part in ("initContainers", "containers"):
        for index, container in enumerate(items(spec.get(part))):
            yield from _restart_policy(mapping(container), f"{path}.{part}[{index}]", part, release)
    if release.pod_level_resources and spec.get("resources"):
        yield from _pod_level(spec, path)
    without_users = spec.get("hostNetwork") is True and spec.get("hostUsers") is False
    if release.declared_features and without_users and not release.host_network_user_namespaces:
        yield forbidden(f"{path}.hostNetwork", "when `hostUsers` is false")


def node_status_problems(node: Manifest, release: Release) -> Iterator[Problem]:
    """The problems of a node's status that a client writes (ValidateNodeUpdate)."""
    yield from release_problems("Node", node, release)
    if not release.checks_written_details:
        return
    for part in ("capacity", "allocatable"):
        for name, amount in parse_resource_list(find(node, "status", part)).items():
            if amount.nano < 0:
                why = "must be greater than or equal to 0"
                yield invalid_value(f"status.{part}.{name}", str(amount), why)


def _pod_level(spec: Manifest, path: str) -> Iterator[Problem]:
    """Problems of the resources of a whole pod: one that only containers may have, requests below those of
    the containers together, and limits below that of one container (validatePodResourceName,
    validatePodResourceConsistency)."""
    resources = mapping(spec.get("resources"))
    for part in ("limits", "requests"):
        for name in mapping(resources.get(part)):
            if not pod_level(name):
                yield _unsupported(f"{path}.resources.{part}", name, ("cpu", "hugepages-", "memory"))
    requests = parse_resource_list(resources.get("requests"))
    alone = {name: value for name, value in spec.items() if name not in ("resources", "overhead")}
    for name, needed in pod_requests(Pod.parse({"metadata": {}, "spec": alone})).items():
        if name in requests and pod_level(name) and needed.nano > requests[name].nano:
            why = f"must be greater than or equal to aggregate container requests of {needed}"
            yield invalid_value(f"{path}.resources.requests[{name}]", str(requests[name]), why)
    limits = parse_resource_list(resources.get("limits"))
    for index, container in enumerate(items(spec.get("containers"))):
        for name, limit in parse_resource_list(find(container, "resources", "limits")).items():
            if name in limits and limit.nano > limits[name].nano:
                here = f"{path}.containers[{index}].resources.limits[{name}]"
                yield invalid_value(
                    here, str(limit), f"must be less than or equal to pod limits of {limits[name]}"
                )


def _toleration(toleration: Manifest, path: str, release: Release) -> Iterator[Problem]:
    operator = toleration.get("operator")
    if not operator or not isinstance(operator, str) or operator in _OPERATORS:
        return
    if operator not in _COMPARISONS or not release.toleration_comparison:
        names_all = release.names_toleration_comparisons
        yield _unsupported(
            f"{path}.operator", operator, (*_OPERATORS, *_COMPARISONS) if names_all else _OPERATORS
        )
    elif _INTEGER.fullmatch(text(toleration.get("value"))) is None:
        words = "must be a valid decimal integer in canonical form"
        yield invalid_value(f"{path}.value", text(toleration.get("value")), words)


def _restart_policy(container: Manifest, path: str, part: str, release: Release) -> Iterator[Problem]:
    """The restart policy of a container; before v1.35 only init containers had one, which was Always."""
    policy, here = container.get("restartPolicy"), f"{path}.restartPolicy"
    if not release.container_restart_rules:
        if policy is not None and part == "containers":
            yield forbidden(here, "may not be set for non-init containers")
        elif policy not in (None, "Always"):
            yield _unsupported(here, policy, ("Always",))
        return
    rules = items(container.get("restartPolicyRules"))
    if policy is None:
        if rules:
            yield required_value(here, "must specify restartPolicy when restart rules are used")
        return
    if policy not in ("Always", "Never", "OnFailure"):
        yield _unsupported(here, policy, ("Always", "Never", "OnFailure"))
    if len(rules) > _MOST_RULES:
        yield _too_many(f"{path}.restartPolicyRules", rules, _MOST_RULES)
    actions = ("Restart", "RestartAllContainers") if release.restart_all_containers else ("Restart",)
    for index, rule in enumerate(rules):
        at = f"{path}.restartPolicyRules[{index}]"
        if find(rule, "action") not in actions:
            yield _unsupported(f"{at}.action", find(rule, "action") or "", actions)
        codes = find(rule, "exitCodes")
        if codes is None:
            yield required_value(f"{at}.exitCodes", "must be specified")
            continue
        if find(codes, "operator") not in ("In", "NotIn"):
            yield _unsupported(f"{at}.exitCodes.operator", find(codes, "operator") or "", ("In", "NotIn"))
        if len(items(find(codes, "values"))) > _MOST_CODES:
            yield _too_many(f"{at}.exitCodes.values", items(find(codes, "values")), _MOST_CODES)


def _declared_features(names: Sequence[str]) -> Iterator[Problem]:
    """Each name consists of parts between slashes and begins with a capital; names are sorted and unique."""
    path = "status.declaredFeatures"
    for index, name in enumerate(names):
        here = f"{path}[{index}]"
        if name in names[:index]:
            yield Problem.of(here, "duplicate", f"Duplicate value: {shown(name)}")
        elif index and names[index - 1] > name:
            yield invalid_value(here, name, "list must be sorted alphabetically")
        if _FEATURE.fullmatch(name) is None:
            yield invalid_value(here, name, f'invalid feature name "{name}": {_FEATURE_NAME}')


def _unsupported(path: str, value: Json, supported: Sequence[str]) -> Problem:
    listed = ", ".join(f'"{name}"' for name in supported)
    words = f"Unsupported value: {shown(value)}: supported values: {listed}"
    return Problem.of(path, "unsupported", words, got=shown(value), supported=listed)


def _too_many(path: str, values: Sequence[Json], most: int) -> Problem:
    return Problem.of(path, "invalid", f"Too many: {len(values)}: must have at most {most} items")

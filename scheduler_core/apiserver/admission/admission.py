"""Admission plugins: Priority and DefaultTolerationSeconds.

Source: plugin/pkg/admission/priority and .../defaulttolerationseconds (v1.34); the check of a PriorityClass
itself is in pkg/apis/scheduling/validation.
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.apiserver.storage.results import Refused, forbidden, invalid
from scheduler_core.objects.kinds import Object
from scheduler_core.objects.manifest import Json, Manifest, find, flag, integer, items, mapping, text
from scheduler_core.objects.policy import PriorityClass
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.read_once import with_shared_spec

HIGHEST_USER_PRIORITY = 1_000_000_000
SYSTEM_CLASSES: Mapping[str, int] = {
    "system-cluster-critical": 2_000_000_000,
    "system-node-critical": 2_000_001_000,
}
DEFAULT_POLICY = "PreemptLowerPriority"
DEFAULT_TOLERATION_SECONDS = 300
_DEFAULT_TOLERATIONS = ("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable")


def admit(
    kind: str,
    manifest: Manifest,
    classes: Mapping[str, PriorityClass],
    *,
    old: Object | None,
    options: bool,
    resolved: bool = False,
    priorities: bool = True,
) -> Manifest | Refused:
    """The object as admission lets it through, or its refusal.

    `options` say whether default tolerations are added. A `resolved` pod, read from a cluster with a
    priority, keeps that priority whatever its class is now. Without `priorities` (releases before 1.11) a new
    pod gets none.
    """
    if kind == "Pod":
        gives = priorities or old is not None
        return _admit_pod(manifest, classes, old, options, resolved=resolved, gives_priority=gives)
    if kind == "PriorityClass":
        return _admit_class(manifest, classes, old)
    return manifest


def resolve_priority(name: str, classes: Mapping[str, PriorityClass]) -> tuple[str, int, str] | None:
    """Class name, value and preemption policy for a pod whose priorityClassName is `name` ("" when it has
    none); None when there is no such class.
    """
    if not name:
        chosen = _default_class(classes)
        if chosen is None:
            return "", 0, DEFAULT_POLICY
        return chosen.meta.name, chosen.value, chosen.preemption_policy
    class_ = classes.get(name)
    if class_ is not None:
        return name, class_.value, class_.preemption_policy
    if name in SYSTEM_CLASSES:
        return name, SYSTEM_CLASSES[name], DEFAULT_POLICY
    return None


def _default_class(classes: Mapping[str, PriorityClass]) -> PriorityClass | None:
    """The global default class. Only a race can make two; then the lower value wins."""
    defaults = [class_ for class_ in classes.values() if class_.global_default]
    return min(defaults, key=lambda default: default.value, default=None)


def _admit_pod(
    manifest: Manifest,
    classes: Mapping[str, PriorityClass],
    old: Object | None,
    default_tolerations: bool,
    *,
    resolved: bool,
    gives_priority: bool,
) -> Manifest | Refused:
    """Priority of a new pod from its class (an update keeps the old one), and the default tolerations."""
    if not isinstance(manifest.get("spec"), Mapping):
        return manifest
    spec = dict(mapping(manifest["spec"]))
    name = text(find(manifest, "metadata", "name"))
    given_priority, given_policy = integer(spec.get("priority")), text(spec.get("preemptionPolicy"))
    if old is not None:
        before = old.spec_manifest
        for field in ("priority", "preemptionPolicy"):
            if spec.get(field) is None and before.get(field) is not None:
                spec[field] = before[field]
    elif not gives_priority:
        pass
    elif not (resolved and given_priority is not None):
        priority_class = resolve_priority(text(spec.get("priorityClassName")), classes)
        if priority_class is None:
            why = f"no PriorityClass with name {text(spec.get('priorityClassName'))} was found"
            return forbidden("Pod", name, why)
        class_name, value, policy = priority_class
        if given_priority is not None and given_priority != value:
            return forbidden(
                "Pod", name, _computed("integer value of priority", str(given_priority), str(value))
            )
        if given_policy and given_policy != policy:
            return forbidden("Pod", name, _computed("string value of PreemptionPolicy", given_policy, policy))
        if class_name:
            spec["priorityClassName"] = class_name
        spec["priority"] = value
        spec["preemptionPolicy"] = policy
    elif not given_policy:
        spec["preemptionPolicy"] = DEFAULT_POLICY
    if default_tolerations:
        _add_default_tolerations(spec)
    return with_shared_spec({**manifest, "spec": spec})


def _computed(what: str, given: str, computed: str) -> str:
    return (
        f"the {what} ({given}) must not be provided in pod spec; priority admission controller computed "
        f"{computed} from the given PriorityClass name"
    )


def _add_default_tolerations(spec: dict[str, Json]) -> None:
    """Tolerates the taints not-ready and unreachable for 300 s, unless the pod tolerates them itself."""
    tolerations = list(items(spec.get("tolerations")))
    missing = [
        key
        for key in _DEFAULT_TOLERATIONS
        if not any(
            text(find(entry, "key")) in ("", key) and text(find(entry, "effect")) in ("", "NoExecute")
            for entry in tolerations
        )
    ]
    for key in missing:
        toleration: Json = {
            "key": key,
            "operator": "Exists",
            "effect": "NoExecute",
            "tolerationSeconds": DEFAULT_TOLERATION_SECONDS,
        }
        tolerations.append(toleration)
    if missing:
        spec["tolerations"] = tolerations


def _admit_class(
    manifest: Manifest, classes: Mapping[str, PriorityClass], old: Object | None
) -> Manifest | Refused:
    """Refuses a changed value or policy, a reserved name, and a second global default."""
    name = text(find(manifest, "metadata", "name"))
    value, is_default = integer(manifest.get("value")) or 0, flag(manifest.get("globalDefault"))
    policy = text(manifest.get("preemptionPolicy")) or DEFAULT_POLICY
    if isinstance(old, PriorityClass):
        problems = []
        if value != old.value:
            problems.append(Problem.of("value", "forbidden", "Forbidden: may not be changed in an update."))
        if policy != old.preemption_policy:
            words = f'Invalid value: "{policy}": field is immutable'
            problems.append(Problem.of("preemptionPolicy", "invalid", words))
    else:
        problems = _class_problems(name, value, is_default)
        if policy not in ("Never", DEFAULT_POLICY):
            words = f'Unsupported value: "{policy}": supported values: "Never", "{DEFAULT_POLICY}"'
            problems.append(Problem.of("preemptionPolicy", "unsupported", words))
    if problems:
        return invalid("PriorityClass", name, problems)
    if is_default:
        present = _default_class(classes)
        if present is not None and (old is None or present.meta.name != name):
            why = (
                f"PriorityClass {present.meta.name} is already marked as default. Only one default can exist"
            )
            return forbidden("PriorityClass", name, why)
    return manifest


def _class_problems(name: str, value: int, is_default: bool) -> list[Problem]:
    """The problems of a new class. Source: ValidatePriorityClass."""
    if name.startswith("system-"):
        if name not in SYSTEM_CLASSES:
            error = f"{name} is not a known system priority class"
        elif value != SYSTEM_CLASSES[name]:
            error = f"value of {name} PriorityClass must be {SYSTEM_CLASSES[name]}"
        elif is_default:
            error = f"globalDefault of {name} PriorityClass must be false"
        else:
            return []
        why = "priority class names with 'system-' prefix are reserved for system use only"
        return [Problem.of("metadata.name", "forbidden", f"Forbidden: {why}. error: {error}")]
    if value > HIGHEST_USER_PRIORITY:
        limit = f"maximum allowed value of a user defined priority is {HIGHEST_USER_PRIORITY}"
        return [Problem.of("value", "forbidden", f"Forbidden: {limit}")]
    return []

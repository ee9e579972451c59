"""How a Job counts its pods, how it ends, and how long it waits after a failure.

Source: pkg/controller/job (job_controller.go, backoff_utils.go, indexed_job_utils.go, pod_failure_policy.go,
v1.34): rules without the API.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scheduler_core.controllers.common.controller_utils import most_restarts
from scheduler_core.objects.manifest import Json, Manifest, find, flag, integer, items, mapping, text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.scalars.times import parse_time
from scheduler_core.objects.workloads import Workload

FINALIZER = "batch.kubernetes.io/job-tracking"
INDEX = "batch.kubernetes.io/job-completion-index"
CONTROLLER = "kubernetes.io/job-controller"
"""The value of spec.managedBy that means this controller."""
FIRST_BACKOFF_MS = 10_000
LONGEST_BACKOFF_MS = 10 * 60_000


@dataclass(frozen=True, slots=True)
class JobSpec:
    """The spec of a Job after defaulting; None means that there is no limit."""

    parallelism: int
    completions: int | None
    backoff_limit: int
    backoff_limit_per_index: int | None
    max_failed_indexes: int | None
    deadline_s: int | None
    indexed: bool
    suspended: bool
    waits_for_failed: bool
    rules: tuple[Manifest, ...]
    success_rules: tuple[Manifest, ...]

    @staticmethod
    def of(job: Workload) -> JobSpec:
        spec = job.spec_manifest

        def number(field: str, default: int) -> int:
            value = integer(spec.get(field))
            return default if value is None else value

        return JobSpec(
            parallelism=number("parallelism", 1),
            completions=integer(spec.get("completions")),
            backoff_limit=number("backoffLimit", 6),
            backoff_limit_per_index=integer(spec.get("backoffLimitPerIndex")),
            max_failed_indexes=integer(spec.get("maxFailedIndexes")),
            deadline_s=integer(spec.get("activeDeadlineSeconds")),
            indexed=spec.get("completionMode") == "Indexed",
            suspended=flag(spec.get("suspend")),
            waits_for_failed=spec.get("podReplacementPolicy") == "Failed",
            rules=tuple(mapping(rule) for rule in items(find(spec, "podFailurePolicy", "rules"))),
            success_rules=tuple(mapping(rule) for rule in items(find(spec, "successPolicy", "rules"))),
        )


def managed_elsewhere(job: Workload) -> bool:
    """Whether another controller reconciles the Job. Source: managedByExternalController."""
    return job.managed_by not in ("", CONTROLLER)


@dataclass(frozen=True, slots=True)
class Ending:
    """Why a Job ends; `condition` is the condition that announces it."""

    condition: str
    reason: str
    message: str


def failed(pod: Pod, spec: JobSpec) -> bool:
    """Whether the pod counts as failed. With podReplacementPolicy Failed, a terminating pod has not failed
    yet. Source: isPodFailed.
    """
    if pod.status.phase == "Failed":
        return True
    return not spec.waits_for_failed and pod.terminating and pod.status.phase != "Succeeded"


def action_of(pod: Pod, spec: JobSpec) -> tuple[str, str]:
    """What a failed pod leads to: Count, Ignore, FailJob or FailIndex, with the message of a FailJob."""
    for number, rule in enumerate(spec.rules):
        exits = find(rule, "onExitCodes")
        if exits is not None:
            code = _matching_exit(pod, exits)
            if code is not None:
                name, value = code
                words = f"Container {name} for pod {pod.key} failed with exit code {value} matching "
                return text(rule.get("action")), f"{words}{text(rule.get('action'))} rule at index {number}"
            continue
        for pattern in items(find(rule, "onPodConditions")):
            kind, status = text(find(pattern, "type")), text(find(pattern, "status")) or "True"
            condition = pod.status.condition(kind)
            if condition is not None and condition.status == status:
                words = (
                    f"Pod {pod.key} has condition {kind} matching {text(rule.get('action'))} rule at index "
                )
                return text(rule.get("action")), f"{words}{number}"
    return "Count", ""


def _matching_exit(pod: Pod, exits: Json) -> tuple[str, int] | None:
    """Name and exit code of the first failed container that onExitCodes matches; None when none does."""
    values = [integer(value) for value in items(find(exits, "values"))]
    name, inside = text(find(exits, "containerName")), find(exits, "operator") == "In"
    for part in ("containerStatuses", "initContainerStatuses"):
        for entry in pod.container_statuses(part):
            code = integer(find(entry, "state", "terminated", "exitCode"))
            if not code or (name and find(entry, "name") != name):
                continue
            if (code in values) == inside:
                return text(find(entry, "name")), code
    return None


def finished_at(pod: Pod) -> int:
    """When a pod ended, in epoch milliseconds: the end of its last container, else when it became unready or
    was deleted, else its creation. Init containers do not count. Source: getFinishedTime.
    """
    ends = [
        parse_time(text(find(entry, "state", "terminated", "finishedAt")))
        for entry in pod.container_statuses()
    ]
    times = [end for end in ends if end is not None]
    if times and len(times) == len(ends):
        return max(times)
    condition = pod.status.condition("Ready")
    if condition is not None and condition.status == "False" and condition.last_transition_at is not None:
        return condition.last_transition_at
    if pod.meta.deletion_at is not None:
        return pod.meta.deletion_at - (pod.meta.deletion_grace_period_seconds or 0) * 1000
    return pod.meta.creation_at or 0


def backoff_ms(failures: int) -> int:
    """Milliseconds to wait: 10 s after the first failure in a row, doubling up to 10 min.

    Source: MaxJobPodFailureBackOff; the documentation says six minutes.
    """
    if failures <= 0:
        return 0
    return min(FIRST_BACKOFF_MS << min(failures - 1, 20), LONGEST_BACKOFF_MS)


def restarts(pods: Iterable[Pod]) -> int:
    """Container restarts in pods whose restartPolicy is OnFailure. Source: pastBackoffLimitOnFailure."""
    total = 0
    for pod in pods:
        if pod.status.phase in ("Running", "Pending"):
            for part in ("initContainerStatuses", "containerStatuses"):
                for entry in pod.container_statuses(part):
                    total += integer(find(entry, "restartCount")) or 0
    return total


def desired_active(spec: JobSpec, succeeded: int, running: int) -> int:
    """How many pods should be active."""
    if spec.completions is None:
        return running if succeeded > 0 else spec.parallelism
    return max(0, min(spec.parallelism, spec.completions - succeeded))


def index_of(pod: Pod) -> int | None:
    """The completion index of a pod; None when its annotation is missing or is no number."""
    value = pod.meta.annotations.get(INDEX, "")
    return int(value) if value.isdecimal() and len(value) < 10 else None


def parse_indexes(source: str) -> set[int]:
    """`1,3-5,7` as the set of its numbers."""
    indexes: set[int] = set()
    for part in source.split(","):
        first, dash, last = part.partition("-")
        if first.isdecimal() and (not dash or last.isdecimal()):
            indexes.update(range(int(first), int(last or first) + 1))
    return indexes


def indexes_text(indexes: Iterable[int]) -> str:
    """The sorted numbers as Kubernetes prints them: a run of three or more becomes `first-last`."""
    parts: list[str] = []
    run: list[int] = []
    for index in [*sorted(indexes), None]:
        if index is not None and run and index == run[-1] + 1:
            run.append(index)
            continue
        if len(run) == 2:
            parts += [str(run[0]), str(run[1])]
        elif run:
            parts.append(f"{run[0]}-{run[-1]}" if len(run) > 2 else str(run[0]))
        run = [] if index is None else [index]
    return ",".join(parts)


def first_free_indexes(spec: JobSpec, taken: set[int], count: int) -> list[int]:
    """The lowest indexes that no pod has or has had."""
    if spec.completions is None:
        return []
    free = (index for index in range(spec.completions) if index not in taken)
    return [index for _, index in zip(range(count), free, strict=False)]


def pods_to_delete_order(pods: Sequence[Pod]) -> list[Pod]:
    """The order of deletion: unbound pods first, then pending, then unready, then those that became ready
    last, restarted most often, and are the youngest. Source: controller.ActivePods."""
    phases = {"Pending": 0, "Unknown": 1, "Running": 2}

    def place(pod: Pod) -> tuple[bool, int, bool, int, tuple[int, int], int]:
        restarts, sidecar_restarts = most_restarts(pod)
        condition = pod.status.condition("Ready") if pod.ready else None
        since = condition.last_transition_at if condition is not None else None
        young = -(pod.meta.creation_at or 0)
        phase = phases.get(pod.status.phase, 0)
        return bool(pod.node_name), phase, pod.ready, -(since or 0), (-restarts, -sidecar_restarts), young

    return sorted(pods, key=place)

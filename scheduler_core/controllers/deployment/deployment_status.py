"""The status of a Deployment: its numbers and its conditions Available, Progressing, ReplicaFailure.

Source: pkg/controller/deployment (sync.go `calculateStatus`, progress.go `syncRolloutStatus`) and
util/deployment_util.go (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.controllers.deployment.rollout import Rollout
from scheduler_core.objects.manifest import Json, Manifest, find, integer, items, mapping, text
from scheduler_core.objects.scalars.times import parse_time
from scheduler_core.objects.workloads import Workload

PROGRESSING, AVAILABLE, REPLICA_FAILURE = "Progressing", "Available", "ReplicaFailure"
NEW_SET_AVAILABLE, TIMED_OUT, PAUSED = (
    "NewReplicaSetAvailable",
    "ProgressDeadlineExceeded",
    "DeploymentPaused",
)
NO_DEADLINE = 2**31 - 1
_COUNTS = ("updatedReplicas", "readyReplicas", "availableReplicas")


@dataclass(frozen=True, slots=True)
class Failed:
    """Why a ReplicaSet could not be created."""

    reason: str
    message: str


class Conditions:
    """The conditions of a status that is being written, one for each type; the one set last comes last."""

    def __init__(self, status: Manifest, stamp: str) -> None:
        self._all = [mapping(entry) for entry in items(status.get("conditions"))]
        self._stamp = stamp

    def get(self, kind: str) -> Manifest | None:
        return next((condition for condition in self._all if condition.get("type") == kind), None)

    def put(self, kind: str, status: str, reason: str, message: str, *, anew: bool = False) -> None:
        """Source: SetDeploymentCondition. With `anew` it is written even if status and reason are
        the same.
        """
        before = self.get(kind)
        same = before is not None and before.get("status") == status
        if same and before is not None and before.get("reason") == reason and not anew:
            return
        condition: dict[str, Json] = {
            "type": kind,
            "status": status,
            "reason": reason,
            "message": message,
            "lastUpdateTime": self._stamp,
            "lastTransitionTime": (before or {}).get("lastTransitionTime") if same else None,
        }
        condition["lastTransitionTime"] = condition["lastTransitionTime"] or self._stamp
        self.drop(kind)
        self._all.append(condition)

    def drop(self, kind: str) -> None:
        self._all = [condition for condition in self._all if condition.get("type") != kind]

    def to_json(self) -> list[Json]:
        return list(self._all)


def deadline_of(deployment: Workload) -> int | None:
    """spec.progressDeadlineSeconds; None when it is unset or infinite (the largest int32)."""
    seconds = deployment.progress_deadline_seconds
    return None if seconds is None or seconds == NO_DEADLINE else seconds


def replica_counts(
    deployment: Workload, sets: Sequence[Workload], new: Workload | None, rollout: Rollout
) -> dict[str, Json]:
    """The counters of the status, without the conditions."""

    def total(field: str, among: Sequence[Workload]) -> int:
        return sum(integer(rs.status_manifest.get(field)) or 0 for rs in among)

    available = total("availableReplicas", sets)
    return {
        "observedGeneration": deployment.meta.generation or 1,
        "replicas": total("replicas", sets),
        "updatedReplicas": total("replicas", [new] if new else []),
        "readyReplicas": total("readyReplicas", sets),
        "availableReplicas": available,
        "unavailableReplicas": max(0, sum(rs.replicas for rs in sets) - available),
    }


def terminating_replicas(sets: Sequence[Workload]) -> int | None:
    """The sum over the ReplicaSets; None while one of them does not report the number. Source:
    GetTerminatingReplicaCountForReplicaSets (v1.35)."""
    counts = [integer(rs.status_manifest.get("terminatingReplicas")) for rs in sets]
    return None if None in counts else sum(count or 0 for count in counts)


def new_status(
    api: ApiServer,
    deployment: Workload,
    sets: Sequence[Workload],
    new: Workload | None,
    rollout: Rollout,
    now_ms: int,
    *,
    rolling: bool,
    failed: Failed | None = None,
) -> Manifest:
    """The whole status. Progress is judged only while `rolling`, not after a mere scaling."""
    status = replica_counts(deployment, sets, new, rollout)
    conditions = Conditions(deployment.status_manifest, api.timestamp(now_ms))
    available = integer(status["availableReplicas"]) or 0
    if available >= deployment.replicas - (rollout.max_unavailable or 0):
        words = "Deployment has minimum availability."
        conditions.put(AVAILABLE, "True", "MinimumReplicasAvailable", words)
    else:
        words = "Deployment does not have minimum availability."
        conditions.put(AVAILABLE, "False", "MinimumReplicasUnavailable", words)
    if deadline_of(deployment) is None:
        conditions.drop(PROGRESSING)
    elif failed is not None:
        conditions.put(PROGRESSING, "False", failed.reason, failed.message)
    elif rolling:
        _progress(deployment, new, status, conditions, api.epoch_ms(now_ms))
    failure = _replica_failure(sets, new)
    if failure is not None:
        conditions.put(
            REPLICA_FAILURE,
            text(failure.get("status")),
            text(failure.get("reason")),
            text(failure.get("message")),
        )
    else:
        conditions.drop(REPLICA_FAILURE)
    return {**status, "conditions": conditions.to_json()}


def complete(deployment: Workload, status: Mapping[str, Json]) -> bool:
    """Whether the status says that the rollout is done, and is about the present spec. Source:
    DeploymentComplete."""
    observed = integer(status.get("observedGeneration")) or 0
    return observed >= (deployment.meta.generation or 1) and all(
        status.get(field) == deployment.replicas
        for field in ("updatedReplicas", "replicas", "availableReplicas")
    )


def _progress(
    deployment: Workload, new: Workload | None, status: Mapping[str, Json], conditions: Conditions, now: int
) -> None:
    """Updates the condition Progressing during a rollout. Source: syncRolloutStatus."""
    current = conditions.get(PROGRESSING)
    finished = (
        status["replicas"] == status["updatedReplicas"]
        and current is not None
        and current.get("reason") == NEW_SET_AVAILABLE
    )
    if finished:
        return
    subject = f'Deployment "{deployment.meta.name}"' if new is None else f'ReplicaSet "{new.meta.name}"'
    if complete(deployment, status):
        conditions.put(PROGRESSING, "True", NEW_SET_AVAILABLE, f"{subject} has successfully progressed.")
    elif _progressed(deployment.status_manifest, status):
        words = f"{subject} is progressing."
        conditions.put(PROGRESSING, "True", "ReplicaSetUpdated", words, anew=True)
    elif timed_out_at(deployment, current) is not None and now > (timed_out_at(deployment, current) or 0):
        conditions.put(PROGRESSING, "False", TIMED_OUT, f"{subject} has timed out progressing.")


def _progressed(before: Manifest, after: Mapping[str, Json]) -> bool:
    """Whether a count of the status has improved. Source: DeploymentProgressing."""

    def count(status: Mapping[str, Json], field: str) -> int:
        return integer(status.get(field)) or 0

    old = count(before, "replicas") - count(before, "updatedReplicas")
    if count(after, "replicas") - count(after, "updatedReplicas") < old:
        return True
    return any(count(after, field) > count(before, field) for field in _COUNTS)


def timed_out_at(deployment: Workload, condition: Manifest | None) -> int | None:
    """Epoch milliseconds at which the progress deadline passes; None when no deadline runs."""
    seconds = deadline_of(deployment)
    if (
        condition is None
        or seconds is None
        or condition.get("reason") in (NEW_SET_AVAILABLE, TIMED_OUT, PAUSED)
    ):
        return None
    since = parse_time(text(condition.get("lastUpdateTime")))
    return None if since is None else since + seconds * 1000


def _replica_failure(sets: Sequence[Workload], new: Workload | None) -> Manifest | None:
    """The failure of the new set takes precedence over those of the old ones."""
    for rs in ([new] if new else []) + [rs for rs in sets if rs is not new]:
        for entry in items(rs.status_manifest.get("conditions")):
            if find(entry, "type") == REPLICA_FAILURE:
                return mapping(entry)
    return None

"""`kubectl describe` of the kinds that make pods.

Source: k8s.io/kubectl/pkg/describe `describeDeployment`, `describeReplicaSet`, `describeStatefulSet`,
`describeReplicationController`, `describeDaemonSet`, `describeJob` (v0.34).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.controllers.deployment.deployment_sets import sets_of
from scheduler_core.kubectl.describe.common import (
    Events,
    annotation_lines,
    describe_events,
    label_lines,
    listing,
)
from scheduler_core.kubectl.describe.pod_parts import describe_pod_template, requirement_text
from scheduler_core.kubectl.describe.tab_writer import Tabbed, human_duration
from scheduler_core.objects.manifest import Json, find, flag, integer, items, text, texts
from scheduler_core.objects.meta import time_of
from scheduler_core.objects.scalars.quantity import parse_quantity
from scheduler_core.objects.scalars.times import rfc1123z
from scheduler_core.objects.workloads import Workload

INDEXES_SHOWN = 50
"""Characters after which a list of completed indexes is cut at the next comma."""


def describe_replica_set(stored: Workload, api: ApiServer, events: Events, now_ms: int) -> str:
    """The text for a ReplicaSet; `api` has its pods."""
    out = _head(stored)
    out.line(0, f"Selector:\t{_selector(stored)}")
    _labels(out, stored)
    _controlled_by(out, stored)
    return _replicas(out, stored, api, events, now_ms)


def describe_replication_controller(stored: Workload, api: ApiServer, events: Events, now_ms: int) -> str:
    """The text for a ReplicationController; `api` has its pods."""
    out = _head(stored)
    out.line(0, f"Selector:\t{_selector(stored)}")
    _labels(out, stored)
    return _replicas(out, stored, api, events, now_ms)


def _replicas(out: Tabbed, stored: Workload, api: ApiServer, events: Events, now_ms: int) -> str:
    """The text from the line of the replicas on."""
    out.line(0, f"Replicas:\t{_count(stored, 'replicas')} current / {stored.replicas} desired")
    _pods_status(out, stored, api)
    describe_pod_template(out, stored.template)
    _conditions(out, stored)
    describe_events(out, events, now_ms)
    return out.text()


def describe_deployment(stored: Workload, api: ApiServer, events: Events, now_ms: int) -> str:
    """The text for a Deployment; `api` has its ReplicaSets."""
    out = _head(stored)
    _created(out, stored)
    _labels(out, stored)
    out.line(0, f"Selector:\t{_selector(stored)}")
    counts = [
        f"{stored.replicas} desired",
        f"{_count(stored, 'updatedReplicas')} updated",
        f"{_count(stored, 'replicas')} total",
        f"{_count(stored, 'availableReplicas')} available",
        f"{_count(stored, 'unavailableReplicas')} unavailable",
    ]
    out.line(0, f"Replicas:\t{' | '.join(counts)}")
    strategy = stored.strategy
    out.line(0, f"StrategyType:\t{text(find(strategy, 'type')) or 'RollingUpdate'}")
    out.line(0, f"MinReadySeconds:\t{stored.min_ready_seconds}")
    if find(strategy, "type") != "Recreate":
        rolling = find(strategy, "rollingUpdate")
        unavailable, surge = (_amount(find(rolling, name)) for name in ("maxUnavailable", "maxSurge"))
        out.line(0, f"RollingUpdateStrategy:\t{unavailable} max unavailable, {surge} max surge")
    describe_pod_template(out, stored.template)
    _conditions(out, stored)
    sets, new = sets_of(api, stored)
    if sets:
        out.line(0, f"OldReplicaSets:\t{_sets(rs for rs in sets if rs is not new)}")
        out.line(0, f"NewReplicaSet:\t{_sets(rs for rs in sets if rs is new)}")
    describe_events(out, events, now_ms)
    return out.text()


def describe_stateful_set(stored: Workload, api: ApiServer, events: Events, now_ms: int) -> str:
    """The text for a StatefulSet; `api` has its pods."""
    out = _head(stored)
    _created(out, stored)
    out.line(0, f"Selector:\t{_selector(stored)}")
    _labels(out, stored)
    out.line(0, f"Replicas:\t{stored.replicas} desired | {_count(stored, 'replicas')} total")
    strategy = stored.update_strategy
    out.line(0, f"Update Strategy:\t{text(find(strategy, 'type')) or 'RollingUpdate'}")
    partition = integer(find(strategy, "rollingUpdate", "partition"))
    if find(strategy, "type") != "OnDelete":
        out.line(1, f"Partition:\t{partition or 0}")
    _pods_status(out, stored, api)
    describe_pod_template(out, stored.template)
    _claims(out, stored.volume_claim_templates)
    describe_events(out, events, now_ms)
    return out.text()


def describe_daemon_set(stored: Workload, api: ApiServer, events: Events, now_ms: int) -> str:
    """The text for a DaemonSet; `api` has its pods."""
    out = _head(stored)
    out.line(0, f"Selector:\t{_selector(stored)}")
    chosen = texts(find(stored.template, "spec", "nodeSelector"))
    out.line(0, f"Node-Selector:\t{','.join(label_lines(chosen)) or '<none>'}")
    _labels(out, stored)
    for words, field in (
        ("Desired Number of Nodes Scheduled", "desiredNumberScheduled"),
        ("Current Number of Nodes Scheduled", "currentNumberScheduled"),
        ("Number of Nodes Scheduled with Up-to-date Pods", "updatedNumberScheduled"),
        ("Number of Nodes Scheduled with Available Pods", "numberAvailable"),
        ("Number of Nodes Misscheduled", "numberMisscheduled"),
    ):
        out.line(0, f"{words}: {_count(stored, field)}")
    _pods_status(out, stored, api)
    describe_pod_template(out, stored.template)
    describe_events(out, events, now_ms)
    return out.text()


def describe_job(stored: Workload, events: Events, now_ms: int) -> str:
    """The text for a Job."""
    out = _head(stored)
    out.line(0, f"Selector:\t{_selector(stored)}")
    _labels(out, stored)
    _controlled_by(out, stored)
    spec, status = stored.spec_manifest, stored.status_manifest
    parallelism, completions = integer(find(spec, "parallelism")), integer(find(spec, "completions"))
    out.line(0, f"Parallelism:\t{1 if parallelism is None else parallelism}")
    out.line(0, f"Completions:\t{'<unset>' if completions is None else completions}")
    mode = text(find(spec, "completionMode")) or "NonIndexed"
    out.line(0, f"Completion Mode:\t{mode}")
    out.line(0, f"Suspend:\t{str(flag(find(spec, 'suspend'))).lower()}")
    limit, ttl = integer(find(spec, "backoffLimit")), integer(find(spec, "ttlSecondsAfterFinished"))
    out.line(0, f"Backoff Limit:\t{6 if limit is None else limit}")
    if ttl is not None:
        out.line(0, f"TTL Seconds After Finished:\t{ttl}")
    began, ended = time_of(status, "startTime"), time_of(status, "completionTime")
    if began is not None:
        out.line(0, f"Start Time:\t{rfc1123z(began)}")
    if ended is not None:
        out.line(0, f"Completed At:\t{rfc1123z(ended)}")
    if began is not None and ended is not None:
        out.line(0, f"Duration:\t{human_duration(ended - began)}")
    deadline = integer(find(spec, "activeDeadlineSeconds"))
    if deadline is not None:
        out.line(0, f"Active Deadline Seconds:\t{deadline}s")
    ready = integer(status.get("ready"))
    shown = f"{_count(stored, 'active')} Active" + ("" if ready is None else f" ({ready} Ready)")
    ends = f"{_count(stored, 'succeeded')} Succeeded / {_count(stored, 'failed')} Failed"
    out.line(0, f"Pods Statuses:\t{shown} / {ends}")
    if mode == "Indexed":
        out.line(0, f"Completed Indexes:\t{_capped(text(status.get('completedIndexes')))}")
    describe_pod_template(out, stored.template)
    describe_events(out, events, now_ms)
    return out.text()


def _head(stored: Workload) -> Tabbed:
    """The lines that all workloads begin with."""
    out = Tabbed()
    out.line(0, f"Name:\t{stored.meta.name}")
    out.line(0, f"Namespace:\t{stored.meta.namespace}")
    return out


def _created(out: Tabbed, stored: Workload) -> None:
    out.line(0, f"CreationTimestamp:\t{rfc1123z(stored.meta.creation_at)}")


def _labels(out: Tabbed, stored: Workload) -> None:
    listing(out, "Labels", label_lines(stored.meta.labels))
    listing(out, "Annotations", annotation_lines(stored.meta.annotations))


def _controlled_by(out: Tabbed, stored: Workload) -> None:
    if stored.meta.controller is not None:
        out.line(0, f"Controlled By:\t{stored.meta.controller.kind}/{stored.meta.controller.name}")


def _selector(stored: Workload) -> str:
    requirements = stored.selector.requirements if stored.selector is not None else ()
    ordered = sorted(requirements, key=lambda requirement: requirement.key)
    return ",".join(map(requirement_text, ordered)) or "<none>"


def _count(stored: Workload, field: str) -> int:
    return integer(stored.status_manifest.get(field)) or 0


def _amount(value: Json) -> str:
    """A number or a percentage; 25% is the default."""
    return "25%" if value is None else str(value)


def _pods_status(out: Tabbed, stored: Workload, api: ApiServer) -> None:
    """The pods of this controller by phase. Source: `getPodStatusForController`."""
    phases = Counter(
        pod.status.phase
        for pod in api.pods.values()
        if pod.meta.controller is not None and pod.meta.controller.uid == stored.meta.uid
    )
    words = (("Running", "Running"), ("Pending", "Waiting"), ("Succeeded", "Succeeded"), ("Failed", "Failed"))
    out.line(0, f"Pods Status:\t{' / '.join(f'{phases[phase]} {word}' for phase, word in words)}")


def _conditions(out: Tabbed, stored: Workload) -> None:
    conditions = items(stored.status_manifest.get("conditions"))
    if not conditions:
        return
    out.line(0, "Conditions:")
    out.line(1, "Type\tStatus\tReason")
    out.line(1, "----\t------\t------")
    for entry in conditions:
        kind, status, reason = (text(find(entry, name)) for name in ("type", "status", "reason"))
        out.line(1, f"{kind} \t{status}\t{reason}")


def _sets(sets: Iterable[Workload]) -> str:
    """`web-1 (2/3 replicas created)`, several separated by commas."""
    lines = [f"{rs.meta.name} ({_count(rs, 'replicas')}/{rs.replicas} replicas created)" for rs in sets]
    return ", ".join(lines) or "<none>"


def _claims(out: Tabbed, templates: Sequence[Json]) -> None:
    """The claim templates. Source: `describeVolumeClaimTemplates`."""
    out.line(0, "Volume Claims:" if templates else "Volume Claims:\t<none>")
    for template in templates:
        out.line(1, f"Name:\t{text(find(template, 'metadata', 'name'))}")
        out.line(1, f"StorageClass:\t{text(find(template, 'spec', 'storageClassName'))}")
        for title, field in (("Labels", "labels"), ("Annotations", "annotations")):
            listing(out, f"  {title}", label_lines(texts(find(template, "metadata", field))))
        capacity = find(template, "spec", "resources", "requests", "storage")
        out.line(1, f"Capacity:\t{parse_quantity(str(capacity)) if capacity is not None else '<default>'}")
        modes = [text(mode) for mode in items(find(template, "spec", "accessModes"))]
        out.line(1, f"Access Modes:\t[{' '.join(modes)}]")


def _capped(indexes: str) -> str:
    """The indexes, cut at the first comma after `INDEXES_SHOWN`. Source: `capIndexesListOrNone`."""
    cut = indexes.find(",", INDEXES_SHOWN)
    return (indexes if cut < 0 else f"{indexes[: cut + 1]}...") or "<none>"

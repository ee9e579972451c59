"""The kinds that make pods, their revisions, and Service, as far as controllers and default spreading read
them.
"""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.objects.manifest import (
    Json,
    Manifest,
    Read,
    find,
    flag,
    integer,
    items,
    mapping,
    number,
    text,
    texts,
    with_value,
)
from scheduler_core.objects.meta import ApiObject, ObjectMeta
from scheduler_core.objects.selection.selectors import LabelSelector, map_selector


@dataclass(frozen=True, slots=True, eq=False)
class Workload(ApiObject):
    """ReplicaSet, Deployment, StatefulSet, ReplicationController, DaemonSet or Job, told apart by `kind`.

    `replicas` is spec.replicas, 1 when missing; for a DaemonSet it is the number of nodes that should run
    a pod, for a Job its completions. `template` is the pod template's manifest.
    """

    kind: str
    manifest: Manifest
    meta: ObjectMeta
    replicas: int
    selector: LabelSelector | None
    template: Manifest

    min_ready_seconds = Read(number, "spec", "minReadySeconds")
    paused = Read(flag, "spec", "paused")
    revision_history_limit = Read(integer, "spec", "revisionHistoryLimit")
    strategy = Read(mapping, "spec", "strategy")
    progress_deadline_seconds = Read(integer, "spec", "progressDeadlineSeconds")
    selector_manifest = Read(mapping, "spec", "selector")
    match_labels = Read(texts, "spec", "selector", "matchLabels")
    update_strategy = Read(mapping, "spec", "updateStrategy")
    pod_management_policy = Read(text, "spec", "podManagementPolicy")
    service_name = Read(text, "spec", "serviceName")
    first_ordinal = Read(number, "spec", "ordinals", "start")
    volume_claim_templates = Read(items, "spec", "volumeClaimTemplates")
    claim_retention_policy = Read(mapping, "spec", "persistentVolumeClaimRetentionPolicy")
    managed_by = Read(text, "spec", "managedBy")
    ttl_seconds_after_finished = Read(integer, "spec", "ttlSecondsAfterFinished")

    @property
    def rolling_update(self) -> Manifest:
        """The part rollingUpdate of its strategy, of a Deployment or another kind."""
        return mapping((self.strategy or self.update_strategy).get("rollingUpdate"))

    @property
    def waits_for_deletion(self) -> bool:
        """Whether pods change only after they are deleted (updateStrategy OnDelete)."""
        return self.update_strategy.get("type") == "OnDelete"

    @property
    def ready(self) -> int:
        """The number of its ready pods, from its status."""
        field = {"DaemonSet": "numberReady", "Job": "ready"}.get(self.kind, "readyReplicas")
        return integer(self.status_manifest.get(field)) or 0

    @staticmethod
    def parse(manifest: Manifest) -> Workload:
        kind = text(manifest.get("kind"))
        template = mapping(find(manifest, "spec", "template"))
        selector = find(manifest, "spec", "selector")
        replicas = _desired_replicas(kind, manifest)
        parsed: LabelSelector | None
        if kind == "ReplicationController":
            # Source: SetDefaults_ReplicationController: a missing selector is the template's labels.
            labels = texts(selector) or texts(find(template, "metadata", "labels"))
            parsed = map_selector(labels) if labels else None
        else:
            parsed = LabelSelector.parse(selector)
        return Workload(
            kind=kind,
            manifest=manifest,
            meta=ObjectMeta.parse(manifest.get("metadata"), namespaced=True),
            replicas=1 if replicas is None else replicas,
            selector=parsed,
            template=template,
        )

    def with_status(self, status: dict[str, Json]) -> Workload:
        return Workload.parse(with_value(self.manifest, ("status",), status))


def _desired_replicas(kind: str, manifest: Manifest) -> int | None:
    """The number of pods of the whole workload; None when the manifest does not state it."""
    if kind == "DaemonSet":
        return integer(find(manifest, "status", "desiredNumberScheduled")) or 0
    if kind == "Job":
        completions = integer(find(manifest, "spec", "completions"))
        return integer(find(manifest, "spec", "parallelism")) if completions is None else completions
    return integer(find(manifest, "spec", "replicas"))


@dataclass(frozen=True, slots=True, eq=False)
class ControllerRevision(ApiObject):
    """A pod template that a StatefulSet or DaemonSet has or has had; `revision` grows with each new one."""

    manifest: Manifest
    meta: ObjectMeta
    revision: int
    template: Manifest

    @staticmethod
    def parse(manifest: Manifest) -> ControllerRevision:
        return ControllerRevision(
            manifest,
            ObjectMeta.parse(manifest.get("metadata"), namespaced=True),
            integer(manifest.get("revision")) or 0,
            mapping(find(manifest, "data", "spec", "template")),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Service(ApiObject):
    """v1.Service. A `selector` of None selects nothing."""

    manifest: Manifest
    meta: ObjectMeta
    selector: LabelSelector | None

    type = Read(text, "spec", "type")
    ports = Read(items, "spec", "ports")
    cluster_ip = Read(text, "spec", "clusterIP")
    publishes_not_ready_addresses = Read(flag, "spec", "publishNotReadyAddresses")

    @staticmethod
    def parse(manifest: Manifest) -> Service:
        labels = texts(find(manifest, "spec", "selector"))
        return Service(
            manifest,
            ObjectMeta.parse(manifest.get("metadata"), namespaced=True),
            map_selector(labels) if labels else None,
        )

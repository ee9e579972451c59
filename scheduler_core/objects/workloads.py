"""The kinds that make pods, their revisions, and Service, as far as controllers and default spreading read
them.
"""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.objects.manifest import Json, Manifest, find, integer, mapping, text, texts, with_value
from scheduler_core.objects.meta import ObjectMeta
from scheduler_core.objects.selection.selectors import LabelSelector, map_selector


@dataclass(frozen=True, slots=True, eq=False)
class Workload:
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

    @property
    def key(self) -> str:
        return self.meta.key

    @property
    def status(self) -> Manifest:
        return mapping(self.manifest.get("status"))

    @property
    def ready(self) -> int:
        """The number of its ready pods, from its status."""
        field = {"DaemonSet": "numberReady", "Job": "ready"}.get(self.kind, "readyReplicas")
        return integer(self.status.get(field)) or 0

    @staticmethod
    def parse(manifest: Manifest) -> Workload:
        kind = text(manifest.get("kind"))
        template = mapping(find(manifest, "spec", "template"))
        selector = find(manifest, "spec", "selector")
        replicas = _wanted(kind, manifest)
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


def _wanted(kind: str, manifest: Manifest) -> int | None:
    if kind == "DaemonSet":
        return integer(find(manifest, "status", "desiredNumberScheduled")) or 0
    if kind == "Job":
        completions = integer(find(manifest, "spec", "completions"))
        return integer(find(manifest, "spec", "parallelism")) if completions is None else completions
    return integer(find(manifest, "spec", "replicas"))


@dataclass(frozen=True, slots=True, eq=False)
class ControllerRevision:
    """A pod template that a StatefulSet or DaemonSet has or has had; `revision` grows with each new one."""

    manifest: Manifest
    meta: ObjectMeta
    revision: int
    template: Manifest

    @property
    def key(self) -> str:
        return self.meta.key

    @staticmethod
    def parse(manifest: Manifest) -> ControllerRevision:
        return ControllerRevision(
            manifest,
            ObjectMeta.parse(manifest.get("metadata"), namespaced=True),
            integer(manifest.get("revision")) or 0,
            mapping(find(manifest, "data", "spec", "template")),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Service:
    """v1.Service. A `selector` of None selects nothing."""

    manifest: Manifest
    meta: ObjectMeta
    selector: LabelSelector | None

    @property
    def key(self) -> str:
        return self.meta.key

    @staticmethod
    def parse(manifest: Manifest) -> Service:
        labels = texts(find(manifest, "spec", "selector"))
        return Service(
            manifest,
            ObjectMeta.parse(manifest.get("metadata"), namespaced=True),
            map_selector(labels) if labels else None,
        )

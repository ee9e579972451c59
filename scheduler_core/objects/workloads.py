"""The kinds that make pods, and Service: as far as controllers and default spreading read them."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.objects.manifest import Json, Manifest, find, integer, mapping, text, texts, with_value
from scheduler_core.objects.meta import ObjectMeta
from scheduler_core.objects.selectors import LabelSelector, map_selector


@dataclass(frozen=True, slots=True, eq=False)
class Workload:
    """ReplicaSet, Deployment, StatefulSet or ReplicationController, told apart by `kind`.

    `replicas` is spec.replicas (missing = 1). `template` is the pod template's manifest.
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

    @staticmethod
    def parse(manifest: Manifest) -> Workload:
        kind = text(manifest.get("kind"))
        template = mapping(find(manifest, "spec", "template"))
        selector = find(manifest, "spec", "selector")
        replicas = integer(find(manifest, "spec", "replicas"))
        parsed: LabelSelector | None
        if kind == "ReplicationController":
            # Source: SetDefaults_ReplicationController: a missing selector is the template's labels.
            parsed = map_selector(texts(selector) or texts(find(template, "metadata", "labels")))
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

    def with_replicas(self, replicas: int) -> Workload:
        return Workload.parse(with_value(self.manifest, ("spec", "replicas"), replicas))

    def with_status(self, status: dict[str, Json]) -> Workload:
        return Workload.parse(with_value(self.manifest, ("status",), status))


@dataclass(frozen=True, slots=True, eq=False)
class Service:
    """`selector` None: a Service without one selects nothing."""

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

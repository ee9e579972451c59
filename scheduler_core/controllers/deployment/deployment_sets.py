"""The ReplicaSets of a Deployment: which ones belong to it, how one is made, and their revision annotations.

Source: pkg/controller/deployment/util/deployment_util.go (v1.34).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.controllers.common.controller_utils import (
    equal_templates,
    owned_by,
    owner_reference,
    template_hash,
)
from scheduler_core.controllers.deployment.rollout import Rollout, SetSize, fence_posts
from scheduler_core.objects.manifest import Json, Manifest, find, integer, mapping, with_value, without
from scheduler_core.objects.workloads import Workload

HASH_LABEL = "pod-template-hash"
REVISION = "deployment.kubernetes.io/revision"
REVISION_HISTORY = "deployment.kubernetes.io/revision-history"
DESIRED = "deployment.kubernetes.io/desired-replicas"
MAX_REPLICAS = "deployment.kubernetes.io/max-replicas"
# Annotations of a Deployment that are not copied to its ReplicaSets.
_OWN_ANNOTATIONS = (
    "kubectl.kubernetes.io/last-applied-configuration",
    "deprecated.deployment.rollback.revision",
    REVISION,
    REVISION_HISTORY,
    DESIRED,
    MAX_REPLICAS,
)


def sets_of(api: ApiServer, deployment: Workload) -> tuple[list[Workload], Workload | None]:
    """All ReplicaSets of a Deployment, oldest first, and the one of its present template."""
    sets = sorted(
        (rs for rs in api.workloads("ReplicaSet").values() if owned_by(rs, deployment)),
        key=lambda rs: (rs.meta.creation_at or 0, rs.meta.name),
    )
    return sets, next((rs for rs in sets if same_template(rs, deployment)), None)


def bare_template(rs: Workload) -> Manifest:
    """The template of a ReplicaSet without the label pod-template-hash, as its Deployment had it."""
    return without(rs.template, ("metadata", "labels", HASH_LABEL))


def same_template(replica_set: Workload, deployment: Workload) -> bool:
    return equal_templates(bare_template(replica_set), deployment.template)


def new_set(deployment: Workload, rollout: Rollout, number: int, replicas: int) -> Manifest:
    """The ReplicaSet of the present template, with revision `number`."""
    digest = template_hash(deployment.template)
    template = with_value(deployment.template, ("metadata", "labels", HASH_LABEL), digest)
    selector = with_value(deployment.selector_manifest, ("matchLabels", HASH_LABEL), digest)
    spec: dict[str, Json] = {"replicas": replicas, "selector": selector, "template": template}
    if deployment.spec_manifest.get("minReadySeconds") is not None:
        spec["minReadySeconds"] = deployment.spec_manifest["minReadySeconds"]
    document: Manifest = {
        "metadata": {
            "name": f"{deployment.meta.name}-{digest}",
            "namespace": deployment.meta.namespace,
            "labels": mapping(find(template, "metadata", "labels")),
            "annotations": {**_passed_on(deployment), REVISION: str(number)},
            "ownerReferences": [owner_reference(deployment)],
        },
        "spec": spec,
    }
    return annotated(document, deployment, rollout)


def _passed_on(deployment: Workload) -> dict[str, str]:
    """The annotations of a Deployment that its ReplicaSets get too."""
    return {
        name: value for name, value in deployment.meta.annotations.items() if name not in _OWN_ANNOTATIONS
    }


def annotated(manifest: Manifest, deployment: Workload, rollout: Rollout) -> Manifest:
    """The ReplicaSet with its Deployment's desired and maximal replicas as annotations. Source:
    SetReplicasAnnotations."""
    sized = with_value(manifest, ("metadata", "annotations", DESIRED), str(deployment.replicas))
    most = deployment.replicas + (rollout.max_surge or 0)
    return with_value(sized, ("metadata", "annotations", MAX_REPLICAS), str(most))


def with_revision(deployment: Workload, new: Workload, old: Sequence[Workload]) -> Manifest:
    """The new ReplicaSet with the highest revision, the Deployment's annotations and its minReadySeconds.

    A rollback makes an old ReplicaSet the new one again; its former revision is added to its revision
    history.
    """
    highest = max((revision(rs) for rs in old), default=0)
    annotations: dict[str, Json] = {**new.meta.annotations, **_passed_on(deployment)}
    if revision(new) <= highest:
        annotations[REVISION] = str(highest + 1)
        before = new.meta.annotations.get(REVISION)
        if before is not None:
            history = new.meta.annotations.get(REVISION_HISTORY)
            annotations[REVISION_HISTORY] = f"{history},{before}" if history else before
    manifest = with_value(new.manifest, ("metadata", "annotations"), annotations)
    min_ready = deployment.min_ready_seconds
    if min_ready != new.min_ready_seconds:
        return with_value(manifest, ("spec", "minReadySeconds"), min_ready)
    return manifest


def annotated_number(rs: Workload, annotation: str) -> int | None:
    """The number in an annotation of a ReplicaSet; None when it is missing or is no number."""
    value = rs.meta.annotations.get(annotation, "")
    return int(value) if value.isdecimal() and len(value) < 10 else None


def revision(rs: Workload) -> int:
    return annotated_number(rs, REVISION) or 0


def size_of(rs: Workload) -> SetSize:
    return SetSize(rs.key, rs.replicas, integer(rs.status_manifest.get("availableReplicas")) or 0)


def recreates(deployment: Workload) -> bool:
    return deployment.strategy.get("type") == "Recreate"


def rollout_of(deployment: Workload) -> Rollout:
    """The size and limits of a Deployment's rollout, with percentages as numbers of pods."""
    if recreates(deployment):
        return Rollout(deployment.replicas, None, None)
    rolling = deployment.rolling_update
    surge, unavailable = fence_posts(
        _amount(find(rolling, "maxSurge")), _amount(find(rolling, "maxUnavailable")), deployment.replicas
    )
    return Rollout(deployment.replicas, surge, unavailable)


def _amount(value: Json) -> int | str | None:
    return value if isinstance(value, str) else integer(value)


def adoptable(deployment: Workload, replica_set: Workload) -> bool:
    """Whether the ReplicaSet has no controller, and the Deployment's selector matches its labels."""
    selector = deployment.selector
    return (
        selector is not None
        and not selector.empty
        and replica_set.meta.namespace == deployment.meta.namespace
        and replica_set.meta.controller is None
        and selector.matches(replica_set.meta.labels)
    )


@dataclass(frozen=True, slots=True)
class ReplicaSets:
    """A Deployment with its ReplicaSets, oldest first, as one sync found them."""

    deployment: Workload
    rollout: Rollout
    all: tuple[Workload, ...]
    new: Workload | None

    @property
    def old(self) -> tuple[Workload, ...]:
        return tuple(rs for rs in self.all if rs is not self.new)

    @property
    def paused(self) -> bool:
        return self.deployment.paused


def replica_sets(api: ApiServer, deployment: Workload) -> ReplicaSets:
    sets, new = sets_of(api, deployment)
    return ReplicaSets(deployment, rollout_of(deployment), tuple(sets), new)


def saturated(deployment: Workload, new: Workload) -> bool:
    """Source: IsSaturated."""
    available = integer(new.status_manifest.get("availableReplicas")) or 0
    return new.replicas == deployment.replicas == annotated_number(new, DESIRED) == available

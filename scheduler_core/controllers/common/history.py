"""ControllerRevisions: the numbered versions of a StatefulSet's or DaemonSet's template.

Source: pkg/controller/history/controller_history.go; `getStatefulSetRevisions`, `truncateHistory` of the
StatefulSet controller (v1.34).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.controllers.common.controller_utils import (
    equal_templates,
    owned_by,
    owner_reference,
    template_hash,
)
from scheduler_core.objects.manifest import Manifest, find, mapping, text, with_value
from scheduler_core.objects.meta import owner_manifests
from scheduler_core.objects.workloads import ControllerRevision, Workload

KIND = "ControllerRevision"
LABEL = "controller-revision-hash"
"""Pod label with the name (StatefulSet) or hash (DaemonSet) of the revision from which the pod was made."""
HASH_LABEL = "controller.kubernetes.io/hash"


@dataclass(frozen=True, slots=True)
class Revisions:
    """The names of a workload's revisions: the current one, from before the update, and the one to update
    to."""

    current: str
    update: str
    current_template: Manifest
    update_template: Manifest


def history_of(api: ApiServer, workload: Workload) -> list[ControllerRevision]:
    """All revisions of a workload, the lowest number first."""
    revisions = [revision for revision in _in_namespace(api, workload) if owned_by(revision, workload)]
    return sorted(revisions, key=lambda revision: (revision.revision, revision.meta.name))


def sync_history(api: ApiServer, workload: Workload, now_ms: int, first_name: str | None = None) -> Revisions:
    """The current and the update revision; makes sure that the present template has a revision with the
    highest number. Source: getStatefulSetRevisions.

    A workload copied from another cluster keeps the name that its pods carry: `first_name`, or the one in its
    status.
    """
    _adopt(api, workload)
    history = history_of(api, workload)
    following = history[-1].revision + 1 if history else 1
    same = (
        revision for revision in reversed(history) if equal_templates(revision.template, workload.template)
    )
    update = next(same, None)
    if update is None:
        copied = first_name or text(workload.status_manifest.get("updateRevision"))
        name = copied if copied and not history else _name(workload)
        result = api.create(KIND, _revision(workload, name, following), now_ms)
        stored = getattr(result, "object", None)
        if isinstance(stored, ControllerRevision):
            update = stored
    elif update is not history[-1]:
        api.replace(KIND, update.key, with_value(update.manifest, ("revision",), following))
    name = update.meta.name if update is not None else _name(workload)
    named = text(workload.status_manifest.get("currentRevision"))
    current = next((revision for revision in history if revision.meta.name == named), None)
    if current is None:
        return Revisions(name, name, workload.template, workload.template)
    return Revisions(current.meta.name, name, current.template, workload.template)


def _adopt(api: ApiServer, workload: Workload) -> None:
    """Takes over revisions without an owner, as a workload that was deleted with propagation Orphan leaves
    them. Source: adoptOrphanRevisions, ClaimControllerRevisions."""
    selector = workload.selector
    if selector is None or selector.empty:
        return
    for revision in _in_namespace(api, workload):
        orphan = revision.meta.controller is None and revision.meta.deletion_at is None
        if orphan and selector.matches(revision.meta.labels):
            references = [*owner_manifests(revision), owner_reference(workload)]
            api.set_owner_references(KIND, revision.key, references)


def truncate(api: ApiServer, workload: Workload, live: Iterable[str], now_ms: int) -> None:
    """Deletes old revisions beyond spec.revisionHistoryLimit; those in `live` are not counted."""
    limit = workload.revision_history_limit
    in_use = set(live)
    idle = [revision for revision in history_of(api, workload) if revision.meta.name not in in_use]
    for revision in idle[: max(0, len(idle) - (10 if limit is None else limit))]:
        api.delete(KIND, revision.key, DeleteOptions(), now_ms)


def _in_namespace(api: ApiServer, workload: Workload) -> list[ControllerRevision]:
    namespace, stored = workload.meta.namespace, api.objects(KIND).values()
    return [
        item for item in stored if isinstance(item, ControllerRevision) and item.meta.namespace == namespace
    ]


def _name(workload: Workload) -> str:
    return f"{workload.meta.name}-{template_hash(workload.template)}"


def is_own_revision(label: str, workload: Workload) -> bool:
    """Whether this cluster can have made the revision that a pod's label names. A name from another cluster
    cannot be compared with the template."""
    return len(label) == len(_name(workload)) or label == text(workload.status_manifest.get("updateRevision"))


def _revision(workload: Workload, name: str, number: int) -> Manifest:
    """The ControllerRevision that stores the present template under `number`."""
    labels = {
        **mapping(find(workload.template, "metadata", "labels")),
        HASH_LABEL: name.removeprefix(f"{workload.meta.name}-"),
    }
    return {
        "metadata": {
            "name": name,
            "namespace": workload.meta.namespace,
            "labels": labels,
            "ownerReferences": [owner_reference(workload)],
        },
        "data": {"spec": {"template": workload.template}},
        "revision": number,
    }

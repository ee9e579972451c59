"""ControllerRevisions: the numbered versions of a StatefulSet's or DaemonSet's template.

Source: pkg/controller/history/controller_history.go; `getStatefulSetRevisions`, `truncateHistory` of the
StatefulSet controller (v1.34).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.controllers.common.controller_utils import owned_by, owner_reference, template_hash
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


def history_of(api: ApiServer, wanted: Workload) -> list[ControllerRevision]:
    """All revisions of a workload, the lowest number first."""
    found = [
        one
        for one in api.objects(KIND).values()
        if isinstance(one, ControllerRevision)
        and one.meta.namespace == wanted.meta.namespace
        and owned_by(one, wanted)
    ]
    return sorted(found, key=lambda one: (one.revision, one.meta.name))


def synced(api: ApiServer, wanted: Workload, now_ms: int, first_name: str | None = None) -> Revisions:
    """The revisions, once the present template has one of its own, and the highest number.

    A workload copied from another cluster keeps the name that its pods carry: `first_name`, or the one in its
    status.
    """
    _adopt(api, wanted)
    history = history_of(api, wanted)
    following = history[-1].revision + 1 if history else 1
    update = next((one for one in reversed(history) if one.template == wanted.template), None)
    if update is None:
        noted = first_name or text(wanted.status.get("updateRevision"))
        name = noted if noted and not history else _name(wanted)
        result = api.create(KIND, _revision(wanted, name, following), now_ms)
        stored = getattr(result, "object", None)
        if isinstance(stored, ControllerRevision):
            update = stored
    elif update is not history[-1]:
        api.replace(KIND, update.key, with_value(update.manifest, ("revision",), following))
    name = update.meta.name if update is not None else _name(wanted)
    named = text(wanted.status.get("currentRevision"))
    current = next((one for one in history if one.meta.name == named), None)
    if current is None:
        return Revisions(name, name, wanted.template, wanted.template)
    return Revisions(current.meta.name, name, current.template, wanted.template)


def _adopt(api: ApiServer, wanted: Workload) -> None:
    """Takes over revisions without an owner, as a workload that was deleted with propagation Orphan leaves
    them. Source: adoptOrphanRevisions, ClaimControllerRevisions."""
    selector = wanted.selector
    if selector is None or selector.empty:
        return
    revisions = [one for one in api.objects(KIND).values() if isinstance(one, ControllerRevision)]
    for one in revisions:
        alone = one.meta.controller is None and one.meta.deletion_at is None
        if alone and one.meta.namespace == wanted.meta.namespace and selector.matches(one.meta.labels):
            api.set_owner_references(KIND, one.key, [*owner_manifests(one), owner_reference(wanted)])


def truncate(api: ApiServer, wanted: Workload, live: Iterable[str], now_ms: int) -> None:
    """Deletes old revisions beyond spec.revisionHistoryLimit; those in `live` are not counted."""
    limit = wanted.revision_history_limit
    kept = set(live)
    idle = [one for one in history_of(api, wanted) if one.meta.name not in kept]
    for one in idle[: max(0, len(idle) - (10 if limit is None else limit))]:
        api.delete(KIND, one.key, DeleteOptions(), now_ms)


def _name(wanted: Workload) -> str:
    return f"{wanted.meta.name}-{template_hash(wanted.template)}"


def made_here(label: str, wanted: Workload) -> bool:
    """Whether a pod's label can be the name of a revision made here; names from other clusters tell nothing
    about this template.
    """
    return len(label) == len(_name(wanted)) or label == text(wanted.status.get("updateRevision"))


def _revision(wanted: Workload, name: str, number: int) -> Manifest:
    labels = {
        **mapping(find(wanted.template, "metadata", "labels")),
        HASH_LABEL: name.removeprefix(f"{wanted.meta.name}-"),
    }
    return {
        "metadata": {
            "name": name,
            "namespace": wanted.meta.namespace,
            "labels": labels,
            "ownerReferences": [owner_reference(wanted)],
        },
        "data": {"spec": {"template": wanted.template}},
        "revision": number,
    }

"""`kubectl rollout undo`: puts an earlier template back into its workload.

Source: kubectl pkg/polymorphichelpers/rollback.go (v0.34). kubectl itself reads the history and patches the
template, so the texts of refusals are its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Refused, not_found
from scheduler_core.controllers.common.controller_utils import owned_by
from scheduler_core.controllers.deployment.deployment_sets import bare_template, revision, same_template
from scheduler_core.inputs.api_inputs import KUBECTL, ApiWrite
from scheduler_core.inputs.reader import ObjectRef
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Manifest, with_value
from scheduler_core.objects.workloads import ControllerRevision, Workload


def rollback_request(api: ApiServer, target: ObjectRef, to_revision: int) -> ApiWrite | Refused | None:
    """The PATCH that restores the template of `to_revision` (0 means the previous one); None when it is the
    present template, which kubectl does not write.
    """
    kind, name = target.kind, target.name
    if kind not in KINDS or not KINDS[kind].has_history:
        return _refused(f'no rollbacker has been implemented for "{kind}"')
    workload = api.workloads(kind).get(target.key)
    if workload is None:
        return not_found(kind, name)
    if to_revision < 0:
        return _no_such_revision(to_revision)
    earlier = _of_replica_sets if kind == "Deployment" else _of_controller_revisions
    template = earlier(api, workload, to_revision)
    if template is None or isinstance(template, Refused):
        return template
    document = with_value(workload.manifest, ("spec", "template"), template)
    return ApiWrite("patch", KUBECTL, (target,), document)


def _of_replica_sets(api: ApiServer, deployment: Workload, to_revision: int) -> Manifest | Refused | None:
    name = deployment.meta.name
    replica_sets = [rs for rs in api.workloads("ReplicaSet").values() if owned_by(rs, deployment)]
    chosen = _chosen([(revision(rs), bare_template(rs)) for rs in replica_sets], to_revision)
    if chosen is None:
        no_history = f'no rollout history found for deployment "{name}"'
        return _no_such_revision(to_revision) if to_revision else _refused(no_history)
    if deployment.paused:
        words = f"resume it first with 'kubectl rollout resume deployment/{name}' and try again"
        return _refused(f"you cannot rollback a paused deployment; {words}")
    present = any(bare_template(rs) == chosen and same_template(rs, deployment) for rs in replica_sets)
    return None if present else chosen


def _of_controller_revisions(
    api: ApiServer, workload: Workload, to_revision: int
) -> Manifest | Refused | None:
    history = [
        stored
        for stored in api.objects("ControllerRevision").values()
        if isinstance(stored, ControllerRevision) and owned_by(stored, workload)
    ]
    if len(history) < 2 and not to_revision:
        return _refused("no last revision to roll back to")
    chosen = _chosen([(stored.revision, stored.template) for stored in history], to_revision)
    if chosen is None:
        return _no_such_revision(to_revision)
    return None if chosen == workload.template else chosen


def _chosen(history: Sequence[tuple[int, Manifest]], to_revision: int) -> Manifest | None:
    """The template of `to_revision`, or of the last revision but one for 0; None when there is none."""
    if to_revision:
        return next((template for number, template in history if number == to_revision), None)
    ordered = sorted(history, key=lambda entry: entry[0], reverse=True)
    return ordered[1][1] if len(ordered) > 1 else None


def _no_such_revision(to_revision: int) -> Refused:
    return _refused(f"unable to find specified revision {to_revision} in history")


def _refused(words: str) -> Refused:
    return Refused(400, "BadRequest", f"error: {words}")

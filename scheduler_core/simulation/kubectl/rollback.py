"""`kubectl rollout undo`: puts an earlier template back into its workload.

Source: kubectl pkg/polymorphichelpers/rollback.go (v0.34). kubectl itself reads the history and patches the
template, so the texts of refusals are its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Ok, Refused, Result, not_found
from scheduler_core.controllers.common.controller_utils import owned_by
from scheduler_core.controllers.deployment.deployment_sets import bare_template, revision, same_template
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Manifest, with_value
from scheduler_core.objects.workloads import ControllerRevision, Workload


def roll_back(api: ApiServer, kind: str, key: str, to_revision: int) -> Result:
    """Restores the template of `to_revision` (0 means the previous one). Ok is unchanged when it is the
    present template.
    """
    name = key.rpartition("/")[2]
    if kind not in KINDS or not KINDS[kind].has_history:
        return _refused(f'no rollbacker has been implemented for "{kind}"')
    wanted = api.workloads(kind).get(key)
    if wanted is None:
        return not_found(kind, name)
    if to_revision < 0:
        return _unknown(to_revision)
    if kind != "Deployment":
        return _roll_back_revision(api, wanted, to_revision)
    sets = [workload for workload in api.workloads("ReplicaSet").values() if owned_by(workload, wanted)]
    chosen = _chosen([(revision(one), bare_template(one)) for one in sets], to_revision)
    if chosen is None:
        return _unknown(to_revision) if to_revision else _refused(_no_history(name))
    if wanted.paused:
        words = f"resume it first with 'kubectl rollout resume deployment/{name}' and try again"
        return _refused(f"you cannot rollback a paused deployment; {words}")
    if any(bare_template(one) == chosen and same_template(one, wanted) for one in sets):
        return Ok(wanted, changed=False)
    return api.replace(kind, key, with_value(wanted.manifest, ("spec", "template"), chosen))


def _roll_back_revision(api: ApiServer, wanted: Workload, to_revision: int) -> Result:
    history = [
        one
        for one in api.objects("ControllerRevision").values()
        if isinstance(one, ControllerRevision) and owned_by(one, wanted)
    ]
    if len(history) < 2 and not to_revision:
        return _refused("no last revision to roll back to")
    chosen = _chosen([(one.revision, one.template) for one in history], to_revision)
    if chosen is None:
        return _unknown(to_revision)
    if chosen == wanted.template:
        return Ok(wanted, changed=False)
    return api.replace(wanted.kind, wanted.key, with_value(wanted.manifest, ("spec", "template"), chosen))


def _chosen(history: Sequence[tuple[int, Manifest]], to_revision: int) -> Manifest | None:
    if to_revision:
        return next((template for number, template in history if number == to_revision), None)
    ordered = sorted(history, key=lambda entry: entry[0], reverse=True)
    return ordered[1][1] if len(ordered) > 1 else None


def _no_history(name: str) -> str:
    return f'no rollout history found for deployment "{name}"'


def _unknown(to_revision: int) -> Refused:
    return _refused(f"unable to find specified revision {to_revision} in history")


def _refused(words: str) -> Refused:
    return Refused(400, "BadRequest", f"error: {words}")

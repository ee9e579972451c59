"""DELETE and the eviction subresource: grace, finalizers, propagation, namespaces, budgets.

Source: registry/generic/registry/store.go `Delete`, registry/core/namespace/storage `Delete`,
registry/core/pod/storage/eviction.go, plugin/pkg/admission/namespace/lifecycle (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.apiserver.admission.admission import SYSTEM_CLASSES
from scheduler_core.apiserver.registry.deletion import (
    Deletable,
    DeleteOptions,
    DeleteOutcome,
    decide_deletion,
    finalizers_for,
)
from scheduler_core.apiserver.registry.eviction import EvictedPod, SelectingBudget, decide_eviction
from scheduler_core.apiserver.registry.registry import Registry
from scheduler_core.apiserver.storage.results import Ok, Refused, Result, conflict, forbidden, not_found
from scheduler_core.objects.kinds import KINDS, Object
from scheduler_core.objects.manifest import Json, integer, items, mapping, text, with_value
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.policy import Namespace, PodDisruptionBudget
from scheduler_core.objects.replacing import replace
from scheduler_core.objects.scalars.times import format_time

NAMESPACE_FINALIZER = "kubernetes"
IMMORTAL_NAMESPACES = ("default", "kube-system", "kube-public")
# Namespaces that every cluster has, whether or not a scenario writes them down.
UNDELETABLE: Mapping[tuple[str, str], str] = {
    **{("Namespace", name): "this namespace may not be deleted" for name in IMMORTAL_NAMESPACES},
    **{
        ("PriorityClass", name): "this is a system priority class and cannot be deleted"
        for name in SYSTEM_CLASSES
    },
}
EVICTED = {
    "type": "DisruptionTarget",
    "status": "True",
    "reason": "EvictionByEvictionAPI",
    "message": "Eviction API: evicting",
}


class DeletingRegistry(Registry):
    """The part of the API server that deletes and evicts objects."""

    def delete(self, kind: str, key: str, options: DeleteOptions, now_ms: int) -> Result:
        """DELETE. A pod with a grace period is only marked, and its kubelet finishes the deletion. An object
        with finalizers waits for them, and a namespace waits for its controller. `removed` says whether the
        object is gone now.
        """
        old = self._store.get(kind, key) if kind in KINDS else None
        name = key.rpartition("/")[2]
        if kind not in KINDS:
            return Refused(404, "NotFound", "the server could not find the requested resource")
        if (kind, name) in UNDELETABLE:
            return forbidden(kind, name, UNDELETABLE[kind, name])
        if old is None:
            return not_found(kind, name)
        refused = _precondition(kind, old, options)
        if refused is not None:
            return refused
        if isinstance(old, Pod):
            return self._delete_pod(old, options, now_ms)
        if isinstance(old, Namespace):
            return self._delete_namespace(old, now_ms)
        finalizers = finalizers_for(kind, old.meta.finalizers, options.propagation)
        if not finalizers:
            return Ok(self._store.remove(kind, key), removed=True)
        metadata: dict[str, Json] = {**old.metadata_manifest, "finalizers": list(finalizers)}
        if old.meta.deletion_at is None:
            metadata["deletionTimestamp"] = self.timestamp(now_ms)
        if old.meta.deletion_grace_period_seconds is None and old.meta.generation:
            metadata["generation"] = old.meta.generation + 1
        metadata["deletionGracePeriodSeconds"] = 0
        return self._update(kind, old, {**old.manifest, "metadata": metadata})

    def _delete_pod(self, pod: Pod, options: DeleteOptions, now_ms: int) -> Result:
        finalizers = finalizers_for("Pod", pod.meta.finalizers, options.propagation)
        verdict = decide_deletion(
            Deletable(
                bound=bool(pod.node_name),
                phase=pod.status.phase,
                spec_grace_s=pod.spec.termination_grace_period_seconds,
                deletion_at=pod.meta.deletion_at,
                deletion_grace_s=pod.meta.deletion_grace_period_seconds,
                finalizers=finalizers,
                uid=pod.meta.uid,
            ),
            options,
            self.epoch_ms(now_ms),
        )
        if verdict.outcome is DeleteOutcome.UNCHANGED:
            return Ok(pod, changed=False)
        changes: dict[str, Json] = {}
        if finalizers != pod.meta.finalizers:
            changes["finalizers"] = list(finalizers) or None
        if verdict.updates_first:
            changes["deletionGracePeriodSeconds"] = verdict.deletion_grace
            if verdict.deletion_at is not None:
                changes["deletionTimestamp"] = format_time(verdict.deletion_at)
            if verdict.first and pod.meta.generation:
                changes["generation"] = pod.meta.generation + 1
        stored: Object = self._store.put("Pod", pod.with_meta(changes)) if changes else pod
        if verdict.outcome is DeleteOutcome.REMOVED:
            return Ok(self._store.remove("Pod", pod.key), removed=True)
        return Ok(stored, changed=bool(changes))

    def _delete_namespace(self, namespace: Namespace, now_ms: int) -> Result:
        """The first request starts the termination; the namespace controller completes it."""
        if not namespace.terminating:
            stamp = self.timestamp(now_ms)
            manifest = with_value(namespace.manifest, ("metadata", "deletionTimestamp"), stamp)
            manifest = with_value(manifest, ("status", "phase"), "Terminating")
            return self._update("Namespace", namespace, manifest)
        if namespace.finalizers or namespace.meta.finalizers:
            return Ok(namespace, changed=False)
        return Ok(self._store.remove("Namespace", namespace.meta.name), removed=True)

    def finalize_namespace(self, name: str) -> Result:
        """PUT of the finalize subresource: the namespace controller has removed all contents."""
        namespace = self.namespaces.get(name)
        if namespace is None:
            return not_found("Namespace", name)
        kept: list[Json] = [name for name in namespace.finalizers if name != NAMESPACE_FINALIZER]
        if namespace.terminating and not kept and not namespace.meta.finalizers:
            return Ok(self._store.remove("Namespace", name), removed=True)
        manifest = with_value(namespace.manifest, ("spec", "finalizers"), kept)
        return self._update("Namespace", namespace, manifest)

    def remove_finalizer(self, kind: str, key: str, finalizer: str) -> Result:
        """Removes a finalizer; a terminating object without any others is removed with it."""
        if kind not in KINDS:
            return Refused(404, "NotFound", "the server could not find the requested resource")
        old = self._store.get(kind, key)
        if old is None:
            return not_found(kind, key.rpartition("/")[2])
        if finalizer not in old.meta.finalizers:
            return Ok(old, changed=False)
        kept: list[Json] = [name for name in old.meta.finalizers if name != finalizer]
        return self._update(kind, old, with_value(old.manifest, ("metadata", "finalizers"), kept))

    # The eviction subresource

    def evict(self, key: str, options: DeleteOptions, now_ms: int) -> Result:
        """POST of `pods/<name>/eviction`: sets the condition DisruptionTarget, then deletes the pod with
        `options`, if the pod's budget allows it.

        A refusal because of the budget is 429, with its cause.
        """
        pod = self.pods.get(key)
        name = key.rpartition("/")[2]
        budgets = self._budgets_of(pod) if pod is not None else []
        evicted = None if pod is None else _evicted_pod(pod)
        verdict = decide_eviction(
            evicted,
            [_selecting(budget) for budget in budgets],
            name,
            names_cause=self.options.release.names_cause_of_eviction_refusal,
        )
        if not verdict.evicted or pod is None:
            return Refused(
                verdict.code,
                _REASONS[verdict.code],
                verdict.message,
                cause=verdict.cause,
                retry_after_seconds=verdict.retry_after_seconds,
            )
        refused = _precondition("Pod", pod, options)
        if refused is not None:
            return refused
        if verdict.budget_used:
            self._use_budget(budgets[0], name, now_ms)
        marked = self._put_pod(pod, self._with_conditions(pod, (EVICTED,), now_ms))
        if isinstance(marked, Refused):
            return marked
        sent = replace(options, precondition_resource_version=None)
        result = self.delete("Pod", key, sent, now_ms)
        if isinstance(result, Ok) and not result.changed:
            # A pod that was terminating already keeps its grace period; only the condition is new.
            return replace(result, changed=self.pods[key] is not pod)
        return result

    def _budgets_of(self, pod: Pod) -> list[PodDisruptionBudget]:
        selects_all = self.options.release.empty_budget_selector_counts
        return [
            budget
            for budget in self.budgets.values()
            if budget.protects(pod.namespace, pod.labels, empty_selects_all=selects_all)
        ]

    def _use_budget(self, budget: PodDisruptionBudget, pod: str, now_ms: int) -> None:
        """Takes a disruption from the budget, and notes the pod in disruptedPods (checkAndDecrement)."""
        status = dict(budget.status_manifest)
        remaining = budget.disruptions_allowed - 1
        status["disruptionsAllowed"] = remaining
        status["disruptedPods"] = {**mapping(status.get("disruptedPods")), pod: self.timestamp(now_ms)}
        if remaining == 0:
            conditions = (mapping(entry) for entry in items(status.get("conditions")))
            before = next((entry for entry in conditions if entry.get("type") == "DisruptionAllowed"), {})
            condition: dict[str, Json] = {
                **before,
                "type": "DisruptionAllowed",
                "status": "False",
                "reason": "InsufficientPods",
                "message": "",
                "observedGeneration": integer(status.get("observedGeneration")) or 0,
            }
            if before.get("status") != "False":
                condition["lastTransitionTime"] = self.timestamp(now_ms)
            status["conditions"] = [condition]
        self._update("PodDisruptionBudget", budget, with_value(budget.manifest, ("status",), status))


_REASONS: Mapping[int, str] = {
    403: "Forbidden",
    404: "NotFound",
    429: "TooManyRequests",
    500: "",
}
"""The `reason` of each answer; the one about several budgets has none."""
_REFUSAL = ("DisruptionAllowed", "False")


def _precondition(kind: str, old: Object, options: DeleteOptions) -> Refused | None:
    """The conflict, when a precondition of the request does not hold. Source: rest.BeforeDelete."""
    meta = old.meta
    uid, version = options.precondition_uid, options.precondition_resource_version
    group = KINDS[kind].groups[0]
    qualified = f"{kind}.{group}" if group else kind
    if uid is not None and uid != meta.uid:
        why = (
            f"the UID in the precondition ({uid}) does not match the UID in record ({meta.uid}). The object "
            "might have been deleted and then recreated"
        )
        return conflict(qualified, meta.name, why)
    if version is not None and version != meta.resource_version:
        why = (
            f"the ResourceVersion in the precondition ({version}) does not match the ResourceVersion in "
            f"record ({meta.resource_version}). The object might have been modified"
        )
        return conflict(qualified, meta.name, why)
    return None


def _evicted_pod(pod: Pod) -> EvictedPod:
    return EvictedPod(pod.name, pod.status.phase, pod.ready, pod.terminating)


def _selecting(budget: PodDisruptionBudget) -> SelectingBudget:
    status = budget.status_manifest
    conditions = (mapping(entry) for entry in items(status.get("conditions")))
    refusal = next(
        (entry for entry in conditions if (entry.get("type"), entry.get("status")) == _REFUSAL),
        mapping(None),
    )
    return SelectingBudget(
        name=budget.meta.name,
        disruptions_allowed=budget.disruptions_allowed,
        current_healthy=integer(status.get("currentHealthy")) or 0,
        desired_healthy=integer(status.get("desiredHealthy")) or 0,
        generation=budget.meta.generation or 0,
        observed_generation=integer(status.get("observedGeneration")) or 0,
        always_allow_unhealthy=budget.unhealthy_pod_eviction_policy == "AlwaysAllow",
        disrupted_pods=len(budget.disrupted_pods),
        reason=text(refusal.get("reason")),
        explanation=text(refusal.get("message")),
    )

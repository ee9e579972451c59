"""The disruption controller: keeps the status of PodDisruptionBudgets up to date, and takes back the
condition DisruptionTarget of pods that were not deleted after all.

Source: pkg/controller/disruption (v1.34). The numbers are decided in `budget.py`.
"""

from __future__ import annotations

from random import Random

from scheduler_core.actor import Act, message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.events import Occurrence
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.controllers.common.controller import Controller
from scheduler_core.controllers.common.controller_utils import owned_by, pods_in
from scheduler_core.controllers.disruption.budget import BudgetPod, BudgetStatus, SyncFailed, budget_status
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.policy import PodDisruptionBudget
from scheduler_core.objects.scalars.times import format_time
from scheduler_core.objects.workloads import Workload

STALE_MS = 120_000
"""A DisruptionTarget condition is taken back when its pod is not deleted within this time."""
_UNMANAGED = (
    "Pods selected by this PodDisruptionBudget (selector: {selector}) were found to be unmanaged. As a "
    "result, the status of the PDB cannot be calculated correctly, which may result in undefined behavior. "
    'To account for these pods please set ".spec.minAvailable" field of the PDB to an integer value.'
)
_SEVERAL = 'Pod "{namespace}"/"{pod}" matches multiple PodDisruptionBudgets.  Chose "{budget}" arbitrarily.'


class DisruptionController(Controller):
    """The disruption controller; its queue holds the keys of PodDisruptionBudgets."""

    name = "disruption-controller"
    rank = 23
    watches = frozenset(
        {"Pod", "PodDisruptionBudget", *(name for name, kind in KINDS.items() if kind.scalable)}
    )

    def __init__(self) -> None:
        super().__init__()
        self._budgets: dict[str, PodDisruptionBudget] = {}
        # Pods with a DisruptionTarget condition → time (ms) at which the condition is stale.
        self._stale: dict[str, int] = {}
        # Pods that several budgets select, and of which an Event is due → the name of the budget that counts.
        self._chosen: dict[str, str] = {}

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        due = now_ms + self.reaction_ms
        if event.kind == "Pod":
            if isinstance(event.new, Pod) and _announced(event.new):
                # Counted from the moment it was seen, because the condition's own time is in whole seconds.
                self._stale.setdefault(event.key, now_ms + STALE_MS)
            else:
                self._stale.pop(event.key, None)
        if event.kind == "PodDisruptionBudget":
            if isinstance(event.new, PodDisruptionBudget):
                self._budgets[event.key] = event.new
                self.queue.add(event.key, due)
            else:
                self._budgets.pop(event.key, None)
        elif event.kind == "Pod":
            pod = event.new or event.old
            assert isinstance(pod, Pod)
            selecting = [budget for budget in self._budgets.values() if _protects(budget, pod)]
            if selecting:
                self.queue.add(selecting[0].key, due)
            if len(selecting) > 1:
                self._chosen[pod.key] = selecting[0].meta.name
        elif KINDS[event.kind].scalable:
            for key, budget in self._budgets.items():
                if _concerns(budget, event):
                    self.queue.add(key, due)

    def next_ms(self, now_ms: int) -> int | None:
        due = self.queue.next_ms()
        stale = min(self._stale.values(), default=None)
        return stale if due is None else due if stale is None else min(due, stale)

    def act(self, api: ApiServer, now_ms: int, random: Random) -> Act | None:
        for key in [key for key, at in self._stale.items() if at <= now_ms]:
            del self._stale[key]
            pod = api.pods.get(key)
            if pod is None or not _announced(pod):
                continue
            condition: dict[str, Json] = {"type": "DisruptionTarget", "status": "False"}
            api.patch_pod_status(key, {}, now_ms, (condition,))
            sentence = message("disruption.stale", pod=pod.name)
            return self._act("update", sentence, key)
        for key, name in self._chosen.items():
            pod = api.pods.get(key)
            if pod is not None:
                note = _SEVERAL.format(namespace=pod.namespace, pod=pod.name, budget=name)
                occurrence = Occurrence(
                    pod, "Warning", "MultiplePodDisruptionBudgets", note, "controllermanager"
                )
                api.record_event(occurrence, now_ms)
        self._chosen.clear()
        return super().act(api, now_ms, random)

    def sync(self, api: ApiServer, key: str, now_ms: int, random: Random) -> Act | None:
        budget = api.budgets.get(key)
        if budget is None:
            return None
        now = api.epoch_ms(now_ms)
        selected = [pod for pod in pods_in(api, budget.meta.namespace) if _selects(budget, pod)]
        scales: dict[str, int] = {}
        pods = [_budget_pod(api, budget, pod, scales, now) for pod in selected]
        status = _unscaled(api, budget, selected) or budget_status(
            budget.min_available, budget.max_unavailable, pods, scales
        )
        if not selected:
            self._record_once(api, budget, "Normal", "NoPods", "No matching pods found", now_ms)
        if isinstance(status, SyncFailed):
            return self._failed(api, budget, status, now_ms)
        if status.unmanaged_pods:
            note = _UNMANAGED.format(selector=selector_text(budget.selector_manifest))
            self._record_once(api, budget, "Warning", "UnmanagedPods", note, now_ms)
        for entry in pods:
            if entry.disrupted_ms is not None and entry.disrupted_ms > STALE_MS and not entry.deleting:
                note = f"Pod was expected by PDB {budget.key} to be deleted but it wasn't"
                pod = api.pods[f"{budget.meta.namespace}/{entry.name}"]
                api.record_event(Occurrence(pod, "Warning", "NotDeleted", note, "controllermanager"), now_ms)
        if status.expires_in_ms is not None:
            self.queue.add(key, now_ms + status.expires_in_ms + 1)
        return self._write(api, budget, status, now_ms)

    def _write(
        self, api: ApiServer, budget: PodDisruptionBudget, status: BudgetStatus, now_ms: int
    ) -> Act | None:
        """Writes the status of the budget; None when it is the same as before."""
        old = budget.status_manifest
        allowed = status.disruptions_allowed > 0
        condition: dict[str, Json] = {
            "type": "DisruptionAllowed",
            "status": "True" if allowed else "False",
            "reason": status.reason,
            "message": "",
            "observedGeneration": budget.meta.generation or 1,
        }
        before = mapping(next(iter(items(old.get("conditions"))), None))
        same = before.get("status") == condition["status"]
        condition["lastTransitionTime"] = (
            before.get("lastTransitionTime") if same else None
        ) or api.timestamp(now_ms)
        new: dict[str, Json] = {
            "currentHealthy": status.current_healthy,
            "desiredHealthy": status.desired_healthy,
            "disruptionsAllowed": status.disruptions_allowed,
            "expectedPods": status.expected_pods,
            "observedGeneration": budget.meta.generation or 1,
            "conditions": [condition],
        }
        disrupted: dict[str, Json] = {}
        for name in status.disrupted_pods:
            at = budget.disrupted_pods.get(name)
            disrupted[name] = format_time(at) if at is not None else None
        if disrupted:
            new["disruptedPods"] = disrupted
        if all(new.get(field) == old.get(field) for field in {**new, "disruptedPods": None}):
            return None
        api.update_status("PodDisruptionBudget", budget.key, new)
        sentence = message("disruption.status", budget=budget.meta.name, allowed=status.disruptions_allowed)
        return self._act("update", sentence)

    def _failed(
        self, api: ApiServer, budget: PodDisruptionBudget, failed: SyncFailed, now_ms: int
    ) -> Act | None:
        """Fails safe: no disruption is allowed, and all other fields of the status stay."""
        old = budget.status_manifest
        before = mapping(next(iter(items(old.get("conditions"))), None))
        if before.get("reason") == "SyncFailed" and before.get("message") == failed.message:
            return None
        condition: Manifest = {
            "type": "DisruptionAllowed",
            "status": "False",
            "reason": "SyncFailed",
            "message": failed.message,
            "lastTransitionTime": api.timestamp(now_ms),
        }
        note = f"Failed to calculate the number of expected pods: {failed.message}"
        self._record_once(api, budget, "Warning", "CalculateExpectedPodCountFailed", note, now_ms)
        status = {**old, "disruptionsAllowed": 0, "conditions": [condition]}
        api.update_status("PodDisruptionBudget", budget.key, status)
        sentence = message("disruption.failed", budget=budget.meta.name, text=failed.message)
        return self._act("update", sentence)

    def _record_once(
        self, api: ApiServer, budget: PodDisruptionBudget, type_: str, reason: str, note: str, now_ms: int
    ) -> None:
        """Records an Event when the state begins, not at each sync that finds it."""
        events = api.events_about("PodDisruptionBudget", budget.key)
        if not any(event.reason == reason and event.message == note for event in events):
            api.record_event(Occurrence(budget, type_, reason, note, "controllermanager"), now_ms)

    def fingerprint(self) -> Json:
        rest: list[Json] = [dict(self._chosen)] if self._chosen else []
        return [self.queue.fingerprint(), dict(self._stale), *rest]


def _announced(pod: Pod) -> bool:
    """Whether the pod has a DisruptionTarget condition and has not been deleted yet. A condition that the
    kubelet wrote does not expire.
    """
    condition = pod.status.condition("DisruptionTarget")
    return (
        condition is not None
        and condition.status == "True"
        and condition.reason != "TerminationByKubelet"
        and not pod.terminating
        and not pod.finished
    )


def _unscaled(api: ApiServer, budget: PodDisruptionBudget, selected: list[Pod]) -> SyncFailed | None:
    """The error for a pod whose controller has no scale, where the budget needs the number of pods."""
    if budget.max_unavailable is None and not isinstance(budget.min_available, str):
        return None
    for pod in selected:
        owner = pod.meta.controller
        kind = KINDS.get(owner.kind) if owner is not None else None
        if owner is None or kind is None or not kind.has_template or kind.scalable:
            continue
        if f"{pod.namespace}/{owner.name}" in api.objects(kind.name):
            return SyncFailed(f"{kind.qualified_resource} does not implement the scale subresource")
    return None


def selector_text(selector: Json) -> str:
    """A label selector as Go prints it: `&LabelSelector{MatchLabels:map[string]string{a: b,},…}`, `nil` where
    there is none. Source: the generated `String` of metav1.LabelSelector.
    """
    if selector is None:
        return "nil"
    labels = "".join(
        f"{name}: {text(value)}," for name, value in sorted(mapping(find(selector, "matchLabels")).items())
    )
    expressions = "".join(
        f"LabelSelectorRequirement{{Key:{text(find(expression, 'key'))},"
        f"Operator:{text(find(expression, 'operator'))},"
        f"Values:[{' '.join(text(value) for value in items(find(expression, 'values')))}],}},"
        for expression in items(find(selector, "matchExpressions"))
    )
    return (
        f"&LabelSelector{{MatchLabels:map[string]string{{{labels}}},"
        f"MatchExpressions:[]LabelSelectorRequirement{{{expressions}}},}}"
    )


def _selects(budget: PodDisruptionBudget, pod: Pod) -> bool:
    return budget.selector is not None and budget.selector.matches(pod.labels)


def _protects(budget: PodDisruptionBudget, pod: Pod) -> bool:
    return pod.namespace == budget.meta.namespace and _selects(budget, pod)


def _concerns(budget: PodDisruptionBudget, event: WatchEvent) -> bool:
    """Whether the change of a workload may change the status of the budget."""
    for value in (event.old, event.new):
        if isinstance(value, Workload) and value.meta.namespace == budget.meta.namespace:
            # Only the scale of a workload matters, and whether the workload exists.
            scales = [
                workload.replicas for workload in (event.old, event.new) if isinstance(workload, Workload)
            ]
            return len(scales) == 1 or scales[0] != scales[1]
    return False


def _budget_pod(
    api: ApiServer, budget: PodDisruptionBudget, pod: Pod, scales: dict[str, int], now: int
) -> BudgetPod:
    controller = _controller_of(api, pod, scales)
    at = budget.disrupted_pods.get(pod.name)
    disrupted = pod.name in budget.disrupted_pods
    return BudgetPod(
        name=pod.name,
        ready=pod.ready,
        deleting=pod.terminating,
        controller=controller,
        disrupted_ms=(now - at if at is not None else 0) if disrupted else None,
    )


def _controller_of(api: ApiServer, pod: Pod, scales: dict[str, int]) -> str | None:
    """The name of the controller that scales the pod (the Deployment of a ReplicaSet); adds its scale to
    `scales`.
    """
    reference = pod.meta.controller
    if reference is None:
        return None
    name = f"{reference.kind}/{reference.name}"
    kind = KINDS.get(reference.kind)
    if kind is None or not kind.scalable:
        return name
    workload = api.workloads(reference.kind).get(f"{pod.namespace}/{reference.name}")
    if workload is None or not owned_by(pod, workload):
        return name
    above = workload.meta.controller
    if above is not None and above.kind == "Deployment":
        deployment = api.workloads("Deployment").get(f"{pod.namespace}/{above.name}")
        if deployment is not None and owned_by(workload, deployment):
            workload, name = deployment, f"Deployment/{above.name}"
    scales[name] = workload.replicas
    return name

"""What a proposal costs besides helping its pod, and where its change belongs."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.actor import Message, message
from scheduler_core.advice.changes import Change, PodChange
from scheduler_core.engine.world import World
from scheduler_core.objects.manifest import Json, find
from scheduler_core.objects.meta import kind_of
from scheduler_core.objects.pod import Pod
from scheduler_core.queries.advising.families import family_of, owners_of
from scheduler_core.queries.advising.templates import template_owner
from scheduler_core.queries.proof import ProofResult

_MANAGERS = {
    "argocd.argoproj.io/instance": "Argo CD",
    "argocd.argoproj.io/tracking-id": "Argo CD",
    "kustomize.toolkit.fluxcd.io/name": "Flux",
    "helm.toolkit.fluxcd.io/name": "Flux",
    "meta.helm.sh/release-name": "Helm",
    "objectset.rio.cattle.io/id": "Fleet",
}
"""Labels and annotations by which programs that apply manifests know their objects."""
_MANAGED_BY = "app.kubernetes.io/managed-by"


def price_of(
    world: World, pod_key: str, changes: Sequence[Change], proof: ProofResult
) -> tuple[Message, ...]:
    """Sentences: what the changes alone tell, who loses a place, and who keeps the workload."""
    prices = [sentence for change in changes for sentence in change.price()]
    budgets = dict.fromkeys(name for key in proof.evicted for name in broken_budgets(world, key))
    if budgets:
        prices.append(message("advice.price_budget", budgets=tuple(budgets)))
    if proof.gone:
        prices.append(message("advice.price_gone", pods=proof.gone))
    if proof.waiting:
        prices.append(message("advice.price_once", owners=tuple(dict.fromkeys(proof.waiting))))
    if proof.orphans:
        prices.append(message("advice.price_unknown", pods=proof.orphans))
    moved = [key for key in proof.evicted if key not in (*proof.gone, *proof.orphans)]
    if moved and not proof.waiting:
        prices.append(message("advice.price_moves", pods=tuple(moved)))
    pod = world.api.pods[pod_key]
    owners = owners_of(world.api, pod)
    of_pod = any(isinstance(change, PodChange) for change in changes)
    manager = _manager(owners[-1].metadata_manifest if owners else pod.metadata_manifest)
    if of_pod and manager:
        owner = family_of(world.api, pod) or f"Pod {pod.name}"
        prices.append(message("advice.price_manager", owner=owner, manager=manager))
    return tuple(dict.fromkeys(prices))


def _manager(metadata: Json) -> str:
    for marker, name in _MANAGERS.items():
        if find(metadata, "labels", marker) or find(metadata, "annotations", marker):
            return name
    managed_by = find(metadata, "labels", _MANAGED_BY)
    return managed_by if isinstance(managed_by, str) else ""


def broken_budgets(world: World, pod_key: str) -> tuple[str, ...]:
    """The names of the budgets that do not allow the pod to be evicted now."""
    pod = world.api.pods.get(pod_key)
    return (
        ()
        if pod is None
        else tuple(
            budget.meta.name
            for budget in world.api.budgets.values()
            if budget.disruptions_allowed <= 0 and budget.protects(pod.namespace, pod.labels)
        )
    )


def place_of(world: World, pod_key: str, changes: Sequence[Change], inputs: Sequence[Json]) -> Message | None:
    """Where a change of the pod belongs: its workload makes the next pod from a template."""
    pod = world.api.pods[pod_key]
    if pod.meta.controller is None or not any(isinstance(change, PodChange) for change in changes):
        return None
    owner = family_of(world.api, pod)
    documents = [document for value in inputs for document in _documents(value)]
    for document in documents:
        if find(document, "kind") == "Job":
            return message("advice.of_job", owner=f"Job {find(document, 'metadata', 'name')}")
    applied = {find(document, "kind") for document in documents}
    in_template = applied & {kind_of(entry) for entry in template_owner(world.api, pod)}
    return message("advice.of_template" if in_template else "advice.in_template", owner=owner)


def _documents(value: Json) -> Sequence[Json]:
    documents = find(value, "documents")
    return documents if isinstance(documents, Sequence) and not isinstance(documents, str) else ()


def why_no_priority(world: World, pod_key: str, proof: ProofResult | None) -> Message | None:
    """Why a higher priority does not help: it would only pass the lack on."""
    pod: Pod = world.api.pods[pod_key]
    if proof is not None and proof.helped > 0:
        lost = tuple(dict.fromkeys((*proof.gone, *proof.orphans, *proof.waiting)))
        return message("advice.no_priority_many", pods=lost)
    family = family_of(world.api, pod)
    return message("advice.no_priority_family", owner=family) if family else None

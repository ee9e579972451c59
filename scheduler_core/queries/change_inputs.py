"""The inputs that make the changes that `advice` found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scheduler_core.advice.advice import changed_pod
from scheduler_core.advice.changes import Change, PodChange
from scheduler_core.advice.cluster_changes import AddNode, DeletePod, LabelNode, UncordonNode, Untaint
from scheduler_core.advice.devices.device_changes import ChangeClaim, DeleteClaim
from scheduler_core.advice.editable import Document, part
from scheduler_core.advice.pod_changes import RaisePriority, RemoveGates, Tolerate
from scheduler_core.advice.volume_changes import AppliedChange
from scheduler_core.engine.world import World
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json
from scheduler_core.queries.advising.templates import AUTHORS_METADATA, template_inputs


def inputs_of(world: World, pod_key: str, changes: Sequence[Change]) -> list[Json]:
    """The inputs that make the changes, each where it belongs: in the template of the pod's workload, or in a
    pod without one. Of a pod's spec only gates and tolerations change in place; for anything else the pod is
    created again.
    """
    inputs = [entry for change in changes for entry in cluster_inputs(change)]
    recreates = any(isinstance(change, ChangeClaim) and change.template for change in changes)
    for change in changes:
        if isinstance(change, ChangeClaim):
            inputs += _claim_again(world, change)
    of_pod = [change for change in changes if isinstance(change, PodChange)]
    if of_pod and not recreates:
        inputs += _pod_inputs(world, pod_key, of_pod)
    elif recreates:
        inputs += _recreated(world, pod_key, changes)
    return inputs


def _pod_inputs(world: World, pod_key: str, changes: Sequence[PodChange]) -> list[Json]:
    pod = world.api.pods[pod_key]
    gates = any(isinstance(change, RemoveGates) for change in changes)
    template = None if gates else template_inputs(world.api, pod, changes)
    if template is None and all(isinstance(change, (RemoveGates, Tolerate)) for change in changes):
        return [{"kind": "apply", "documents": [authored(changed_pod(pod, changes))]}]
    return [*_recreated(world, pod_key, changes)] if template is None else template


def cluster_inputs(change: Change) -> Iterator[Json]:
    """The inputs of a change that is not one of a pod's spec."""
    match change:
        case UncordonNode():
            yield {"kind": "uncordon", "node": change.node}
        case Untaint():
            yield {"kind": "untaint", "node": change.node, "key": change.key, "effect": change.effect}
        case LabelNode():
            labels: dict[str, Json] = {change.key: change.value}
            target: dict[str, Json] = {"kind": "Node", "name": change.node}
            yield {"kind": "label", "object": target, "labels": labels}
        case DeletePod():
            yield {"kind": "delete", "object": _pod_named(change.pod)}
        case AddNode():
            drivers = () if change.csi_node is None else (change.csi_node,)
            yield {"kind": "apply", "documents": [change.manifest, *drivers, *change.slices]}
        case DeleteClaim():
            yield {"kind": "delete", "object": _named("ResourceClaim", change.claim)}
        case AppliedChange():
            yield {"kind": "apply", "documents": [change.manifest]}
        case RaisePriority(new_class=True):
            manifest: dict[str, Json] = {
                "apiVersion": "scheduling.k8s.io/v1",
                "kind": "PriorityClass",
                "metadata": {"name": change.class_name},
                "value": change.value,
            }
            yield {"kind": "apply", "documents": [manifest]}


def _named(kind: str, key: str) -> Json:
    namespace, _, name = key.partition("/")
    return {"kind": kind, "namespace": namespace, "name": name}


def _pod_named(key: str) -> Json:
    return _named("Pod", key)


def _claim_again(world: World, change: ChangeClaim) -> Iterator[Json]:
    """Creates the claim again, or the template from which the pod's next claim is made."""
    namespace, _, name = change.claim.partition("/")
    kind, spec = "ResourceClaim", change.parsed.spec_manifest
    if change.template:
        kind, name = "ResourceClaimTemplate", change.template
    old = world.api.get(kind, f"{namespace}/{name}")
    if old is None:
        return
    metadata = old.metadata_manifest
    document: dict[str, Json] = {
        "apiVersion": KINDS[kind].api_version,
        "kind": kind,
        "metadata": {key: metadata[key] for key in AUTHORS_METADATA if key in metadata},
    }
    document["spec"] = {**old.spec_manifest, "spec": spec} if change.template else spec
    yield {"kind": "delete", "object": _named(kind, f"{namespace}/{name}")}
    yield {"kind": "apply", "documents": [document]}


def authored(pod: Document) -> Document:
    """The manifest with what its author writes; the API server adds the rest again."""
    metadata = part(pod, "metadata")
    pod["apiVersion"], pod["kind"] = "v1", "Pod"
    pod["metadata"] = {key: metadata[key] for key in AUTHORS_METADATA if key in metadata}
    return pod


def _recreated(world: World, pod_key: str, changes: Sequence[Change]) -> Iterator[Json]:
    document = authored(changed_pod(world.api.pods[pod_key], changes))
    # Admission sets these again.
    spec = part(document, "spec")
    for computed in ("priority", "nodeName"):
        spec.pop(computed, None)
    if any(isinstance(change, RaisePriority) for change in changes):
        spec.pop("preemptionPolicy", None)
    yield {"kind": "delete", "object": _pod_named(pod_key)}
    yield {"kind": "apply", "documents": [document]}

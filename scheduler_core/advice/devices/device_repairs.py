"""Repairs for the refusals of DynamicResources: missing claims and classes, taken devices, strict
requests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scheduler_core.advice.alternatives import CLEARED_BY_OTHERS, Alternative, together
from scheduler_core.advice.devices.device_changes import (
    ChangeClaim,
    DeleteClaim,
    DeletePodOfClaim,
    MakeClaimTemplate,
    MakeDeviceClass,
    MakeResourceClaim,
)
from scheduler_core.advice.devices.device_details import WaitingRequest, waiting_claims, waiting_requests
from scheduler_core.advice.editable import Document, editable, entries, part, parts
from scheduler_core.advice.new_nodes import node_like
from scheduler_core.objects.devices import EXACT_COUNT, ResourceClaim
from scheduler_core.objects.manifest import Json, Manifest, text
from scheduler_core.objects.pod_resources.pod_claims import claim_name, pod_claims
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cycle.cycle import Cycle

CLASSES_TO_TRY = 2
HOLDERS_TO_TRY = 4
EXAMPLES_TO_TRY = 2


# --- before any node ------------------------------------------------------------------------------


def before_nodes(cycle: Cycle) -> Sequence[Alternative]:
    """Alternatives for a refusal in PreFilter: all claims of the pod are repaired at once."""
    pod = cycle.pod.pod
    options = [_put_right(cycle, entry) for entry in pod.spec.resource_claims]
    return tuple(alternative for alternative in together(options) if alternative)


def _put_right(cycle: Cycle, entry: Manifest) -> Sequence[Alternative]:
    """Ways to make one claim usable; an empty alternative when it is usable already."""
    named = claim_name(cycle.pod.pod, entry)
    if named.error:
        template = text(entry.get("resourceClaimTemplateName"))
        return tuple(_missing(cycle, entry, template, "")) if template else ()
    if named.name is None:
        return CLEARED_BY_OTHERS
    claim = cycle.snapshot.resource_claims.get(f"{cycle.pod.namespace}/{named.name}")
    if claim is None:
        return () if named.generated else tuple(_missing(cycle, entry, "", named.name))
    if claim.meta.deletion_at is not None:
        return ()
    return _missing_classes(cycle, claim)


def _missing(cycle: Cycle, entry: Manifest, template: str, claim: str) -> Iterator[Alternative]:
    """Creates the template or the claim, with one device of a class, or of a new class where none exists."""
    pod, classes = cycle.pod, sorted(cycle.snapshot.device_classes)[:CLASSES_TO_TRY]
    options: list[tuple[str, tuple[MakeDeviceClass, ...]]] = [(name, ()) for name in classes]
    if not classes:
        options = [(driver, (_class(driver, driver),)) for driver in _drivers(cycle)]
    for name, first in options:
        request: Json = {"name": text(entry.get("name")), "exactly": {"deviceClassName": name}}
        spec: Json = {"devices": {"requests": [request]}}
        metadata: Json = {"name": template or claim, "namespace": pod.namespace}
        manifest: dict[str, Json] = {"apiVersion": "resource.k8s.io/v1", "metadata": metadata}
        if template:
            manifest.update(kind="ResourceClaimTemplate", spec={"spec": spec})
            entry_name = text(entry.get("name"))
            yield (*first, MakeClaimTemplate(manifest, template, name, entry_name, pod.name, pod.uid))
        else:
            manifest.update(kind="ResourceClaim", spec=spec)
            yield (*first, MakeResourceClaim(manifest, f"{pod.namespace}/{claim}", name))


def _missing_classes(cycle: Cycle, claim: ResourceClaim) -> Sequence[Alternative]:
    """Creates the classes that the requests of a claim name; each for the devices of one driver."""
    names = {
        option.device_class
        for request in claim.requests
        for option in request.options
        if option.device_class and option.device_class not in cycle.snapshot.device_classes
    }
    options = [[(_class(name, driver),) for driver in _drivers(cycle)] for name in sorted(names)]
    return together(options) if options and claim.allocation is None else CLEARED_BY_OTHERS


def _class(name: str, driver: str) -> MakeDeviceClass:
    expression: Json = {"cel": {"expression": f'device.driver == "{driver}"'}}
    manifest: Manifest = {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "DeviceClass",
        "metadata": {"name": name},
        "spec": {"selectors": [expression]},
    }
    return MakeDeviceClass(manifest, name, driver)


def _drivers(cycle: Cycle) -> list[str]:
    return sorted({entry.driver for entry in cycle.snapshot.resource_slices.values()})[:CLASSES_TO_TRY]


# --- on one node ----------------------------------------------------------------------------------


def on_node(cycle: Cycle, node: NodeInfo) -> Sequence[Alternative]:
    """Lowers the requests, frees devices of the node, or adds a node with devices."""
    return (
        *_elsewhere(cycle, node),
        *_relaxed(cycle, node),
        *_freed(cycle, node),
        *_added(cycle, node),
    )


def _elsewhere(cycle: Cycle, node: NodeInfo) -> Iterator[Alternative]:
    """Takes the devices away from the pod's own claims that are allocated out of the node's reach."""
    claims = pod_claims(cycle.pod.pod, cycle.snapshot.resource_claims)
    for claim in () if isinstance(claims, str) else claims:
        nodes = None if claim.allocation is None else claim.allocation.nodes
        if nodes is not None and not nodes.matches(node.labels, node.name):
            user = _only_user(cycle, claim)
            if user is not None:
                yield (_without(user, claim),)


def _relaxed(cycle: Cycle, node: NodeInfo) -> Iterator[Alternative]:
    """Drops a selector or a constraint of a claim that waits, or lowers its number of devices."""
    templates = {
        claim_name(cycle.pod.pod, entry).name: text(entry.get("resourceClaimTemplateName"))
        for entry in cycle.pod.pod.spec.resource_claims
    }
    for waiting in waiting_requests(cycle, node):
        template = templates.get(waiting.claim.meta.name, "")
        yield from ((change,) for change in _less(waiting, template))
    for claim in waiting_claims(cycle):
        for index, constraint in enumerate(claim.constraints):
            document = editable(claim.manifest)
            entries(part(document, "spec", "devices"), "constraints").pop(index)
            template = templates.get(claim.meta.name, "")
            words = constraint.match_attribute or constraint.distinct_attribute
            yield (_changed(claim, template, "advice.claim_constraint", words, document),)


def _less(waiting: WaitingRequest, template: str) -> Iterator[ChangeClaim]:
    """One change for each selector that can be dropped, and one that lowers the count to what is free."""
    claim, request = waiting.claim, waiting.request
    if "/" in request.name:
        # An alternative of a prioritized request: the other alternatives are there already.
        return
    for index, selector in enumerate(request.selectors):
        document = editable(claim.manifest)
        entries(_exactly(document, request.name), "selectors").pop(index)
        yield _changed(claim, template, "advice.claim_selector", selector or "", document)
    if request.mode == EXACT_COUNT and 0 < len(waiting.free) < request.count:
        document = editable(claim.manifest)
        _exactly(document, request.name)["count"] = len(waiting.free)
        yield _changed(claim, template, "advice.claim_count", str(len(waiting.free)), document)


def _exactly(document: Document, name: str) -> Document:
    requests = parts(document, "spec", "devices", "requests")
    return part(next(entry for entry in requests if entry.get("name") == name), "exactly")


def _changed(claim: ResourceClaim, template: str, what: str, words: str, document: Document) -> ChangeClaim:
    return ChangeClaim(claim.meta.key, template, what, words, document)


def _freed(cycle: Cycle, node: NodeInfo) -> Iterator[Alternative]:
    """Frees a claim that holds a suitable device of this node; users of the lowest priority come first."""
    suitable = {device for waiting in waiting_requests(cycle, node) for device in waiting.suitable}
    own = {claim.meta.key for claim in waiting_claims(cycle)}
    users: list[tuple[PodInfo, ResourceClaim]] = []
    for key in sorted(cycle.snapshot.resource_claims):
        claim = cycle.snapshot.resource_claims[key]
        devices = () if claim.allocation is None else claim.allocation.devices
        if key in own or not any(result.id in suitable and not result.admin_access for result in devices):
            continue
        user = _only_user(cycle, claim)
        if user is not None:
            users.append((user, claim))
        elif not claim.reserved_for and claim.meta.controller is None:
            yield (DeleteClaim(key),)
    users.sort(key=lambda entry: (entry[0].priority, entry[0].key))
    for user, claim in users[:HOLDERS_TO_TRY]:
        yield (_without(user, claim),)


def _without(user: PodInfo, claim: ResourceClaim) -> DeletePodOfClaim:
    return DeletePodOfClaim(user.key, user.node_name, user.priority, claim.meta.key)


def _only_user(cycle: Cycle, claim: ResourceClaim) -> PodInfo | None:
    """The pod for which the claim is reserved, if it is the only one and is not ending already."""
    if len(claim.reserved_for) != 1:
        return None
    uid = claim.reserved_for[0].uid
    pods = (pod for node in cycle.snapshot.nodes for pod in node.pods)
    return next((pod for pod in pods if pod.uid == uid and not pod.terminating), None)


def _added(cycle: Cycle, node: NodeInfo) -> Iterator[Alternative]:
    """One more node like one with devices: the driver states what a node has, so nobody gives it others."""
    names = sorted({entry.node_name for entry in cycle.snapshot.resource_slices.values()} - {"", node.name})
    for like in names[:EXAMPLES_TO_TRY]:
        example = cycle.snapshot.get(like)
        if example is not None:
            yield (node_like(cycle.snapshot, example),)

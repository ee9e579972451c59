"""The resource claim controller: claims from templates, reservations that ended, claims nobody needs.

Source: pkg/controller/resourceclaim/controller.go (v1.34). A claim made from a template belongs to its pod,
whose status names it. When the last pod of a claim is done, its devices are free at once.
"""

from __future__ import annotations

from random import Random

from scheduler_core.actor import Act, message
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Ok
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.controllers.common.controller import Controller
from scheduler_core.controllers.common.controller_utils import controller_reference, generated_name
from scheduler_core.objects.devices import (
    FINALIZER,
    POD_CLAIM_ANNOTATION,
    Consumer,
    ResourceClaim,
    ResourceClaimTemplate,
)
from scheduler_core.objects.manifest import Json, Manifest, find, mapping, text, with_value
from scheduler_core.objects.pod import Pod

KIND, TEMPLATE = "ResourceClaim", "ResourceClaimTemplate"


class ResourceClaimController(Controller):
    """The controller; its queue holds `pod:namespace/name` and `claim:namespace/name`.

    Upstream tries again and again, with a backoff of up to 1 000 s, while a template is missing. Here the
    next try comes when a template appears.
    """

    name = "resourceclaim-controller"
    watches = frozenset({KIND, TEMPLATE, "Pod"})
    rank = 29

    def __init__(self) -> None:
        super().__init__()
        # Pod keys → the last recorded reason why no claim could be made.
        self._failed: dict[str, str] = {}

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        if event.kind == KIND:
            if isinstance(event.new, ResourceClaim):
                self._add("claim", event.key, now_ms)
            elif isinstance(event.old, ResourceClaim):
                owner = event.old.meta.controller
                if owner is not None and owner.kind == "Pod":
                    self._add("pod", f"{event.old.meta.namespace}/{owner.name}", now_ms)
        elif event.kind == TEMPLATE and event.new is not None:
            for key in self._failed:
                self._add("pod", key, now_ms)
        elif event.kind == "Pod":
            pod = event.new if isinstance(event.new, Pod) else event.old
            if not isinstance(pod, Pod) or not (pod.spec.resource_claims or pod.extended_claim_name):
                return
            if event.new is None:
                self._failed.pop(event.key, None)
            if event.new is None or _done(pod):
                for key in _claim_keys(pod):
                    self._add("claim", key, now_ms)
            else:
                self._add("pod", event.key, now_ms)

    def _add(self, what: str, key: str, now_ms: int) -> None:
        self.queue.add(f"{what}:{key}", now_ms + self.reaction_ms)

    def sync(self, api: ApiServer, key: str, now_ms: int, random: Random) -> Act | None:
        what, _, name = key.partition(":")
        if what == "pod":
            pod = api.pods.get(name)
            return None if pod is None else self._sync_pod(api, pod, now_ms, random)
        claim = api.get(KIND, name)
        return self._sync_claim(api, claim, now_ms) if isinstance(claim, ResourceClaim) else None

    # Pods

    def _sync_pod(self, api: ApiServer, pod: Pod, now_ms: int, random: Random) -> Act | None:
        """Makes the claims of the pod's templates, names them in its status, and reserves claims for a pod
        that was bound without the scheduler."""
        if pod.terminating or _done(pod):
            return None
        named = {text(find(entry, "name")): entry for entry in pod.resource_claim_statuses}
        for entry in pod.spec.resource_claims:
            name = text(entry.get("name"))
            if not entry.get("resourceClaimTemplateName") or name in named:
                continue
            claim = self._existing_claim(api, pod, name)
            if claim is None:
                return self._create(api, pod, entry, now_ms, random)
            status = {"name": name, "resourceClaimName": claim.meta.name}
            api.patch_pod_status(pod.key, {"resourceClaimStatuses": [*named.values(), status]}, now_ms)
            sentence = message("resourceclaim.named", pod=pod.name, claim=claim.meta.name)
            return self._act("update", sentence, pod.key)
        return self._reserved(api, pod) if pod.node_name else None

    def _existing_claim(self, api: ApiServer, pod: Pod, name: str) -> ResourceClaim | None:
        """The claim that was made for this entry of the pod and is not in its status yet."""
        for claim in api.objects(KIND).values():
            if not isinstance(claim, ResourceClaim) or claim.meta.namespace != pod.namespace:
                continue
            owner = claim.meta.controller
            mine = owner is not None and owner.uid == pod.uid
            if mine and claim.meta.annotations.get(POD_CLAIM_ANNOTATION) == name:
                return claim
        return None

    def _create(self, api: ApiServer, pod: Pod, entry: Manifest, now_ms: int, random: Random) -> Act | None:
        """Creates the claim that an entry of the pod asks for by a template."""
        name, template_name = text(entry.get("name")), text(entry.get("resourceClaimTemplateName"))
        template = api.get(TEMPLATE, f"{pod.namespace}/{template_name}")
        if not isinstance(template, ResourceClaimTemplate):
            why = f'resource claim template "{template_name}": resourceclaimtemplate.resource.k8s.io '
            return self._not_created(api, pod, name, f'{why}"{template_name}" not found', now_ms)
        base = f"{pod.name}-{name}-"
        metadata = template.claim_metadata
        annotations = {**mapping(metadata.get("annotations")), POD_CLAIM_ANNOTATION: name}
        result = api.create(
            KIND,
            {
                "metadata": {
                    "name": generated_name(base, random),
                    "generateName": base,
                    "namespace": pod.namespace,
                    "annotations": annotations,
                    **({"labels": metadata["labels"]} if "labels" in metadata else {}),
                    "ownerReferences": [controller_reference("Pod", pod.name, pod.uid)],
                },
                "spec": template.claim_spec,
            },
            now_ms,
        )
        if not isinstance(result, Ok):
            return self._not_created(api, pod, name, result.text, now_ms)
        self._failed.pop(pod.key, None)
        sentence = message("resourceclaim.created", claim=result.object.meta.name, pod=pod.name)
        return self._act("create", sentence, pod.key)

    def _not_created(self, api: ApiServer, pod: Pod, name: str, why: str, now_ms: int) -> Act | None:
        """Records the failure as an Event, once for each reason."""
        if self._failed.get(pod.key) == why:
            return None
        self._failed[pod.key] = why
        note = f"PodResourceClaim {name}: {why}"
        self._record(api, pod, "Warning", "FailedResourceClaimCreation", note, now_ms)
        sentence = message("resourceclaim.failed", pod=pod.name, text=why)
        return self._act("update", sentence, pod.key)

    def _reserved(self, api: ApiServer, pod: Pod) -> Act | None:
        """Reserves the first allocated claim of a bound pod that is not reserved for it yet."""
        for key in _claim_keys(pod):
            claim = api.get(KIND, key)
            if not isinstance(claim, ResourceClaim) or claim.allocation is None:
                continue
            if claim.is_reserved_for(pod.uid) or not claim.can_be_reserved:
                continue
            consumer: Json = {"resource": "pods", "name": pod.name, "uid": pod.uid}
            consumers = [*claim.consumers, consumer]
            api.replace(KIND, key, with_value(claim.manifest, ("status", "reservedFor"), consumers))
            sentence = message("resourceclaim.reserved", claim=claim.meta.name, pod=pod.name)
            return self._act("update", sentence, pod.key)
        return None

    # Claims

    def _sync_claim(self, api: ApiServer, claim: ResourceClaim, now_ms: int) -> Act | None:
        """Removes finished consumers, frees unused devices, or deletes the claim of a pod that is done."""
        users = [user for user in claim.reserved_for if self._still_uses(api, claim, user)]
        name, key = claim.meta.name, claim.meta.key
        allocated = FINALIZER in claim.meta.finalizers
        if len(users) < len(claim.reserved_for):
            uids = {user.uid for user in users}
            entries = [consumer for consumer in claim.consumers if find(consumer, "uid") in uids]
            if users or not allocated:
                api.replace(KIND, key, with_value(claim.manifest, ("status", "reservedFor"), entries))
                sentence = message("resourceclaim.released", claim=name)
            else:
                self._free(api, claim)
                sentence = message("resourceclaim.deallocated", claim=name)
            return self._act("update", sentence)
        if allocated and claim.meta.deletion_at is not None and not users:
            self._free(api, claim)
            sentence = message("resourceclaim.deallocated", claim=name)
            return self._act("update", sentence)
        owner = claim.meta.controller
        if users or claim.meta.deletion_at is not None or owner is None or owner.kind != "Pod":
            return None
        pod = api.pods.get(f"{claim.meta.namespace}/{owner.name}")
        if pod is None or (pod.uid == owner.uid and not _done(pod)):
            return None
        api.delete(KIND, key, DeleteOptions(), now_ms)
        sentence = message("resourceclaim.deleted", claim=name, pod=owner.name)
        return self._act("delete", sentence)

    def _still_uses(self, api: ApiServer, claim: ResourceClaim, consumer: Consumer) -> bool:
        pod = api.pods.get(f"{claim.meta.namespace}/{consumer.name}")
        if consumer.resource != "pods":
            return True
        return pod is not None and pod.uid == consumer.uid and not _done(pod)

    def _free(self, api: ApiServer, claim: ResourceClaim) -> None:
        """Clears the allocation, then removes the finalizer."""
        status = dict(claim.status_manifest)
        status.pop("allocation", None)
        status.pop("reservedFor", None)
        status.pop("devices", None)
        api.update_status(KIND, claim.meta.key, status)
        api.remove_finalizer(KIND, claim.meta.key, FINALIZER)

    def fingerprint(self) -> Json:
        return [super().fingerprint(), list(self._failed)]


def _done(pod: Pod) -> bool:
    """Whether no container of the pod runs and none ever will (isPodDone)."""
    return pod.finished or (pod.terminating and not pod.node_name)


def _claim_keys(pod: Pod) -> tuple[str, ...]:
    """namespace/name of the pod's claims that have a name."""
    names = [text(entry.get("resourceClaimName")) for entry in pod.spec.resource_claims]
    names += [text(find(entry, "resourceClaimName")) for entry in pod.resource_claim_statuses]
    names.append(pod.extended_claim_name)
    return tuple(f"{pod.namespace}/{name}" for name in names if name)

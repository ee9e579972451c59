"""The resource claim controller: claims from templates, reservations that ended, claims nobody needs.

Source: pkg/controller/resourceclaim/controller.go (v1.34), KEP-5729. A claim made from a template belongs to
its pod, whose status names it, or to the PodGroup with which the pod shares it: then it is made once, and
both statuses name it. When the last pod of a claim is done, its devices are free at once; those of a
PodGroup once the group is gone.
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
    POD_GROUPS,
    Consumer,
    ResourceClaim,
    ResourceClaimTemplate,
)
from scheduler_core.objects.manifest import Json, Manifest, find, mapping, text, with_value
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.pod_groups import PodGroup
from scheduler_core.objects.pod_resources.pod_claims import group_consumer, shared_by_group, shared_claims
from scheduler_core.objects.releases.group_versions import written_version

KIND, TEMPLATE = "ResourceClaim", "ResourceClaimTemplate"
GROUP_KIND = "PodGroup"

_QUEUED = {"Pod": "pod", GROUP_KIND: "group"}
"""Kind of an owner → its word in the queue."""


class ResourceClaimController(Controller):
    """The controller; its queue holds `pod:namespace/name`, `claim:namespace/name` and
    `group:namespace/name`.

    Upstream tries again and again, with a backoff of up to 1 000 s, while a template is missing. Here the
    next try comes when a template appears.
    """

    name = "resourceclaim-controller"
    watches = frozenset({KIND, TEMPLATE, "Pod", GROUP_KIND})
    rank = 29

    def __init__(self) -> None:
        super().__init__()
        # `pod:` or `group:` and a key → the last recorded reason why no claim could be made.
        self._failed: dict[str, str] = {}

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        if event.kind == KIND:
            if isinstance(event.new, ResourceClaim):
                self._add("claim", event.key, now_ms)
            elif isinstance(event.old, ResourceClaim):
                owner = event.old.meta.controller
                if owner is not None and owner.kind in _QUEUED:
                    self._add(_QUEUED[owner.kind], f"{event.old.meta.namespace}/{owner.name}", now_ms)
        elif event.kind == TEMPLATE and event.new is not None:
            for key in self._failed:
                self.queue.add(key, now_ms + self.reaction_ms)
        elif event.kind == GROUP_KIND:
            group = event.new if isinstance(event.new, PodGroup) else event.old
            if isinstance(group, PodGroup) and group.claim_manifests:
                self._add("group", event.key, now_ms)
        elif event.kind == "Pod":
            pod = event.new if isinstance(event.new, Pod) else event.old
            if not isinstance(pod, Pod) or not (pod.spec.resource_claims or pod.extended_claim_name):
                return
            if event.new is None:
                self._failed.pop(f"pod:{event.key}", None)
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
        if what == "group":
            group = api.get(GROUP_KIND, name)
            if isinstance(group, PodGroup):
                return self._sync_group(api, group, now_ms, random)
            return self._group_gone(api, name, now_ms)
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
            group = self._group_of(api, pod)
            shared = shared_by_group(group, entry)
            claim = self._existing_claim(api, group if shared and group is not None else pod, name)
            if claim is None and shared:
                continue  # It is made for the group.
            if claim is None:
                return self._create(api, pod, entry, now_ms, random)
            status = {"name": name, "resourceClaimName": claim.meta.name}
            api.patch_pod_status(pod.key, {"resourceClaimStatuses": [*named.values(), status]}, now_ms)
            sentence = message("resourceclaim.named", pod=pod.name, claim=claim.meta.name)
            return self._act("update", sentence, pod.key)
        return self._reserved(api, pod) if pod.node_name else None

    def _group_of(self, api: ApiServer, pod: Pod) -> PodGroup | None:
        """The PodGroup that the pod names, where groups may have claims."""
        if not api.options.release.group_claims or not pod.spec.group:
            return None
        group = api.get(GROUP_KIND, f"{pod.namespace}/{pod.spec.group}")
        return group if isinstance(group, PodGroup) else None

    def _sync_group(self, api: ApiServer, group: PodGroup, now_ms: int, random: Random) -> Act | None:
        """Makes the claims of the templates of a group, and names them in its status and in those of its
        pods."""
        if group.terminating or not api.options.release.group_claims:
            return None
        named = {text(find(entry, "name")): entry for entry in group.claim_statuses}
        for entry in group.claim_manifests:
            name = text(find(entry, "name"))
            if not find(entry, "resourceClaimTemplateName") or name in named:
                continue
            claim = self._existing_claim(api, group, name)
            if claim is None:
                return self._create(api, group, mapping(entry), now_ms, random)
            statuses = [*named.values(), {"name": name, "resourceClaimName": claim.meta.name}]
            api.update_status(
                GROUP_KIND, group.meta.key, {**group.status_manifest, "resourceClaimStatuses": statuses}
            )
            for pod in api.pods.values():
                if pod.namespace == group.meta.namespace and pod.spec.group == group.meta.name:
                    self._add("pod", pod.key, now_ms)
            sentence = message("resourceclaim.named_in_group", group=group.meta.name, claim=claim.meta.name)
            return self._act("update", sentence)
        return None

    def _group_gone(self, api: ApiServer, key: str, now_ms: int) -> Act | None:
        """Looks at the claims that were reserved for a group, or made for it."""
        namespace, _, name = key.partition("/")
        self._failed.pop(f"group:{key}", None)
        for claim in api.objects(KIND).values():
            if not isinstance(claim, ResourceClaim) or claim.meta.namespace != namespace:
                continue
            owner = claim.meta.controller
            mine = owner is not None and (owner.kind, owner.name) == (GROUP_KIND, name)
            if mine or any((user.resource, user.name) == (POD_GROUPS, name) for user in claim.reserved_for):
                self._add("claim", claim.meta.key, now_ms)
        return None

    def _existing_claim(self, api: ApiServer, of: Pod | PodGroup, name: str) -> ResourceClaim | None:
        """The claim that was made for this entry of a pod or group and is not in its status yet."""
        for claim in api.objects(KIND).values():
            if not isinstance(claim, ResourceClaim) or claim.meta.namespace != of.meta.namespace:
                continue
            owner = claim.meta.controller
            mine = owner is not None and owner.uid == of.meta.uid
            if mine and claim.meta.annotations.get(POD_CLAIM_ANNOTATION) == name:
                return claim
        return None

    def _create(
        self, api: ApiServer, of: Pod | PodGroup, entry: Manifest, now_ms: int, random: Random
    ) -> Act | None:
        """Creates the claim that an entry of a pod or of a group asks for by a template."""
        name, template_name = text(entry.get("name")), text(entry.get("resourceClaimTemplateName"))
        owner, namespace = of.meta.name, of.meta.namespace
        kind = "Pod" if isinstance(of, Pod) else GROUP_KIND
        template = api.get(TEMPLATE, f"{namespace}/{template_name}")
        if not isinstance(template, ResourceClaimTemplate):
            why = f'resource claim template "{template_name}": resourceclaimtemplate.resource.k8s.io '
            return self._not_created(api, of, name, f'{why}"{template_name}" not found', now_ms)
        base = f"{owner}-{name}-"
        metadata = template.claim_metadata
        annotations = {**mapping(metadata.get("annotations")), POD_CLAIM_ANNOTATION: name}
        result = api.create(
            KIND,
            {
                "metadata": {
                    "name": generated_name(base, random),
                    "generateName": base,
                    "namespace": namespace,
                    "annotations": annotations,
                    **({"labels": metadata["labels"]} if "labels" in metadata else {}),
                    "ownerReferences": [_reference(api, kind, of)],
                },
                "spec": template.claim_spec,
            },
            now_ms,
        )
        if not isinstance(result, Ok):
            return self._not_created(api, of, name, result.text, now_ms)
        self._failed.pop(f"{_QUEUED[kind]}:{of.meta.key}", None)
        claim = result.object.meta.name
        if isinstance(of, Pod):
            return self._act("create", message("resourceclaim.created", claim=claim, pod=owner), of.key)
        return self._act("create", message("resourceclaim.created_for_group", claim=claim, group=owner))

    def _not_created(
        self, api: ApiServer, of: Pod | PodGroup, name: str, why: str, now_ms: int
    ) -> Act | None:
        """Records the failure, of a pod as an Event, once for each reason."""
        key = f"{_QUEUED['Pod' if isinstance(of, Pod) else GROUP_KIND]}:{of.meta.key}"
        if self._failed.get(key) == why:
            return None
        self._failed[key] = why
        if not isinstance(of, Pod):
            sentence = message("resourceclaim.failed_for_group", group=of.meta.name, text=why)
            return self._act("update", sentence)
        pod = of
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
            if claim.is_reserved_for(pod.uid, pod.spec.group) or not claim.can_be_reserved:
                continue
            consumer: Json = {"resource": "pods", "name": pod.name, "uid": pod.uid}
            group = self._group_of(api, pod)
            if group is not None and key in shared_claims(pod, group):
                consumer = group_consumer(group)
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
        if users or claim.meta.deletion_at is not None or owner is None or owner.kind not in _QUEUED:
            return None
        if owner.kind == GROUP_KIND:
            group = api.get(GROUP_KIND, f"{claim.meta.namespace}/{owner.name}")
            if group is not None and group.meta.uid == owner.uid:
                return None
            api.delete(KIND, key, DeleteOptions(), now_ms)
            sentence = message("resourceclaim.deleted_with_group", claim=name, group=owner.name)
            return self._act("delete", sentence)
        pod = api.pods.get(f"{claim.meta.namespace}/{owner.name}")
        if pod is None or (pod.uid == owner.uid and not _done(pod)):
            return None
        api.delete(KIND, key, DeleteOptions(), now_ms)
        sentence = message("resourceclaim.deleted", claim=name, pod=owner.name)
        return self._act("delete", sentence)

    def _still_uses(self, api: ApiServer, claim: ResourceClaim, consumer: Consumer) -> bool:
        if consumer.resource == POD_GROUPS:
            group = api.get(GROUP_KIND, f"{claim.meta.namespace}/{consumer.name}")
            return group is not None and group.meta.uid == consumer.uid
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


def _reference(api: ApiServer, kind: str, of: Pod | PodGroup) -> Json:
    """The owner of a claim; the version of a PodGroup is that of the release."""
    reference = controller_reference(kind, of.meta.name, of.meta.uid)
    usual = text(reference["apiVersion"])
    return {**reference, "apiVersion": written_version(kind, api.options.release, usual)}


def _done(pod: Pod) -> bool:
    """Whether no container of the pod runs and none ever will (isPodDone)."""
    return pod.finished or (pod.terminating and not pod.node_name)


def _claim_keys(pod: Pod) -> tuple[str, ...]:
    """namespace/name of the pod's claims that have a name."""
    names = [text(entry.get("resourceClaimName")) for entry in pod.spec.resource_claims]
    names += [text(find(entry, "resourceClaimName")) for entry in pod.resource_claim_statuses]
    names.append(pod.extended_claim_name)
    return tuple(f"{pod.namespace}/{name}" for name in names if name)

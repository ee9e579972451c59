"""Functions that several controllers need: owners of pods, state of pods, pods from a template."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from random import Random

from scheduler_core.apiserver.defaults.served_defaults import without_served_defaults
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.objects.kinds import KINDS, Object
from scheduler_core.objects.manifest import Json, Manifest, find, integer, mapping
from scheduler_core.objects.meta import kind_of
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.workloads import Workload

SUFFIX_ALPHABET = "bcdfghjklmnpqrstvwxz2456789"
CREATED_POD = "Created pod: %(pod)s"
_SUFFIX_LENGTH = 5
_LONGEST_BASE = 63 - _SUFFIX_LENGTH


def generated_name(base: str, random: Random) -> str:
    """`base` and five characters of Kubernetes' alphabet. Source: apiserver names.SimpleNameGenerator."""
    suffix = "".join(SUFFIX_ALPHABET[random.randrange(len(SUFFIX_ALPHABET))] for _ in range(_SUFFIX_LENGTH))
    return base[:_LONGEST_BASE] + suffix


def template_hash(template: Manifest) -> str:
    """Ten characters that differ between templates. Upstream hashes a Go value; all that anything relies on
    is that equal templates get equal text.
    """
    digest = sha256(json.dumps(template, sort_keys=True, separators=(",", ":")).encode()).digest()
    return "".join(SUFFIX_ALPHABET[byte % len(SUFFIX_ALPHABET)] for byte in digest[:10])


def equal_templates(first: Manifest, second: Manifest) -> bool:
    """Whether two pod templates are the same: labels, annotations and spec. Empty and missing fields are
    equal, and so are fields that state their defaults. Source: EqualIgnoreHash."""
    return first == second or _comparable(first) == _comparable(second)


def _comparable(template: Manifest) -> tuple[Json, Json, Json]:
    metadata, spec = mapping(template.get("metadata")), mapping(template.get("spec"))
    return metadata.get("labels") or {}, metadata.get("annotations") or {}, without_served_defaults(spec)


def owner_reference(owner: Workload) -> Manifest:
    return controller_reference(owner.kind, owner.meta.name, owner.meta.uid)


def controller_reference(kind: str, name: str, uid: str) -> Manifest:
    """An entry of metadata.ownerReferences that names the managing controller. Source: NewControllerRef."""
    return {
        "apiVersion": KINDS[kind].api_version,
        "kind": kind,
        "name": name,
        "uid": uid,
        "controller": True,
        "blockOwnerDeletion": True,
    }


def pod_from_template(owner: Workload, name: str, template: Manifest | None = None) -> Manifest:
    """The pod that `owner`'s template (or `template`) describes. Source: controller.GetPodFromTemplate
    (v1.34).
    """
    template = owner.template if template is None else template
    source = mapping(template.get("metadata"))
    metadata: dict[str, Json] = {"name": name, "namespace": owner.meta.namespace}
    for field in ("labels", "annotations", "finalizers"):
        if source.get(field):
            metadata[field] = source[field]
    metadata["ownerReferences"] = [owner_reference(owner)]
    return {"metadata": metadata, "spec": template.get("spec") or {}}


def owned_by(value: Object, owner: Object) -> bool:
    """Whether `owner` is the controller of `value`: by uid, or by name where the manifest has no uid."""
    reference = value.meta.controller
    if reference is None:
        return False
    if reference.uid:
        return reference.uid == owner.meta.uid
    return (
        reference.kind == kind_of(owner)
        and reference.name == owner.meta.name
        and value.meta.namespace == owner.meta.namespace
    )


def pods_in(api: ApiServer, namespace: str) -> Iterator[Pod]:
    return (pod for pod in api.pods.values() if pod.namespace == namespace)


def closing(api: ApiServer, namespace: str) -> bool:
    """Whether the namespace is being deleted. Creations in it are refused then, which is not an error."""
    stored = api.namespaces.get(namespace)
    return stored is not None and stored.terminating


def active(pod: Pod) -> bool:
    """Whether the pod is neither finished nor terminating. Source: controller.IsPodActive."""
    return not pod.finished and not pod.terminating


def available_in_ms(pod: Pod, min_ready_seconds: int, now: int) -> int | None:
    """Milliseconds until a ready pod counts as available, 0 when it already does, None when the pod is not
    ready. `now` is in epoch milliseconds."""
    condition = pod.status.condition("Ready")
    if condition is None or condition.status != "True":
        return None
    if not min_ready_seconds:
        return 0
    since = condition.last_transition_at if condition.last_transition_at is not None else now
    return max(0, since + min_ready_seconds * 1000 - now)


def most_restarts(pod: Pod) -> tuple[int, int]:
    """The most restarts of one of the pod's containers, and of one of its sidecars. Source:
    maxContainerRestarts."""
    sidecars = {container.name for container in pod.spec.init_containers if container.sidecar}

    def most(part: str, names: set[str] | None) -> int:
        counts = (
            integer(find(entry, "restartCount")) or 0
            for entry in pod.container_statuses(part)
            if names is None or find(entry, "name") in names
        )
        return max(counts, default=0)

    return most("containerStatuses", None), most("initContainerStatuses", sidecars)

"""The API server: every read and write of the cluster's objects goes through here.

Results are values (`Ok`, `Refused`); texts are Kubernetes' own. One call is one atomic write (a first object
in a namespace also makes the namespace). Times are virtual milliseconds since the scenario's start.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from scheduler_core.apiserver.admission.admin_access import admin_access_problems
from scheduler_core.apiserver.admission.admission import admit
from scheduler_core.apiserver.admission.pod_groups import admit_pod_group, parallelism_refusal
from scheduler_core.apiserver.admission.pod_resize import resize_refusal
from scheduler_core.apiserver.admission.pod_topology_labels import topology_labels, with_topology_labels
from scheduler_core.apiserver.admission.resource_quota import quota_refusal
from scheduler_core.apiserver.admission.runtime_class import overhead_refusal
from scheduler_core.apiserver.admission.storage_object_in_use_protection import protected
from scheduler_core.apiserver.defaults.defaulting import Defaulted, with_defaults, with_max_unavailable
from scheduler_core.apiserver.defaults.device_defaults import with_rule_time, with_taint_times
from scheduler_core.apiserver.defaults.storage_defaults import first_phase, with_default_class
from scheduler_core.apiserver.defaults.workload_defaults import with_job_labels
from scheduler_core.apiserver.registry.field_managers import ManagingRegistry
from scheduler_core.apiserver.registry.registry import ServerOptions
from scheduler_core.apiserver.registry.update import applied
from scheduler_core.apiserver.storage.results import (
    Ok,
    Refused,
    Result,
    already_exists,
    conflict,
    forbidden,
    invalid,
    not_found,
)
from scheduler_core.apiserver.validation.create_rules import create_problems
from scheduler_core.apiserver.validation.generated_selector import (
    generated_selector_problems,
    with_generated_selector,
)
from scheduler_core.apiserver.validation.release_rules import node_status_problems
from scheduler_core.apiserver.validation.resize_rules import resize_problems, resized
from scheduler_core.apiserver.validation.validation import validate
from scheduler_core.apiserver.validation.written_pod_rules import resize_policy_problems
from scheduler_core.objects.kinds import KINDS, Object
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text, with_value, without
from scheduler_core.objects.pod import Pod, PodSpec
from scheduler_core.objects.pod_resources.declared_features import with_declared_features
from scheduler_core.objects.pod_resources.qos import spec_qos_class
from scheduler_core.objects.policy import Namespace
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.group_versions import written_version
from scheduler_core.objects.releases.known_fields import with_known_fields
from scheduler_core.objects.selection.selectors import Taint
from scheduler_core.objects.storage import StorageClass

__all__ = ["ApiServer", "ServerOptions"]
_NOTHING: Mapping[str, Json] = MappingProxyType({})
_INVALID_OBJECT = (
    "StorageError: invalid object, Code: 4, Key: /registry/pods/%(key)s, ResourceVersion: 0, "
    "AdditionalErrorMsg: %(why)s"
)


class ApiServer(ManagingRegistry):
    """The API server with all its requests: mutable itself, with immutable objects; `copy` is a checkpoint.

    `start_at` is the epoch millisecond of virtual time 0; `seed` decides the uids.
    """

    # Creating and changing whole objects

    def create(self, kind: str, manifest: Manifest, now_ms: int) -> Result:
        """POST: defaulting, admission and validation, then the object gets its uid and version.

        Status and server-made metadata of `manifest` are ignored, except the status of a Node, which has no
        other writer.
        """
        trimmed = with_known_fields(kind, self._named(manifest), self.options.release)
        if kind == "Node":
            trimmed = with_declared_features(trimmed, self.options.release)
        return self._create(kind, self._defaulted(kind, trimmed), now_ms, keep=False)

    def _defaulted(self, kind: str, manifest: Manifest) -> Defaulted:
        """The object with its defaults, also those of feature gates."""
        defaulted = with_defaults(kind, manifest)
        if kind == "StatefulSet" and self.options.release.statefulset_max_unavailable:
            return with_max_unavailable(defaulted)
        return defaulted

    def load(
        self,
        kind: str,
        manifest: Defaulted,
        now_ms: int = 0,
        *,
        complete: Callable[[Pod], Pod] = lambda pod: pod,
    ) -> Result:
        """Takes an object of the start state: status, uid, timestamps and a resolved priority are kept.

        `manifest` was validated when the scenario was parsed (`parse_documents`) and is not validated again.
        Admission happens here, because it depends on the objects that were loaded before. A pod is stored as
        `complete` returns it.
        """
        return self._create(kind, manifest, now_ms, keep=True, complete=complete)

    def observe(self, kind: str, manifest: Manifest, now_ms: int) -> Result:
        """Takes an object over as another API server has it: status, uid and moments are kept."""
        trimmed = with_known_fields(kind, manifest, self.options.release, keeps_priority=True)
        defaulted = with_defaults(kind, trimmed)
        problems = validate(kind, defaulted, self.options.release)
        if problems:
            return invalid(kind, text(find(defaulted, "metadata", "name")), problems)
        old = self._store.get(kind, self._key(kind, defaulted))
        if old is not None and old.meta.uid == find(defaulted, "metadata", "uid"):
            return self._update(kind, old, self._completed(kind, defaulted, now_ms, keep=True))
        if old is not None:
            self._store.remove(kind, old.meta.key)
        return self.load(kind, defaulted, now_ms)

    def forget(self, kind: str, key: str) -> Result:
        """An object that another API server no longer has goes at once."""
        if self._store.get(kind, key) is None:
            return not_found(kind, key.rpartition("/")[2])
        return Ok(self._store.remove(kind, key), removed=True)

    def patch(self, kind: str, manifest: Manifest, now_ms: int) -> Result:
        """PATCH: `manifest` replaces the fields that its author may change; status and identity are kept.

        A change of an immutable field is refused in Kubernetes' words.
        """
        return self._written(kind, manifest, now_ms, whole=False)

    def update(self, kind: str, manifest: Manifest, now_ms: int = 0) -> Result:
        """PUT: as `patch`, but labels, annotations, finalizers and owners that are not there go."""
        return self._written(kind, manifest, now_ms, whole=True)

    def _written(self, kind: str, manifest: Manifest, now_ms: int, *, whole: bool) -> Result:
        """Stores a new version of the object after defaulting, admission and validation."""
        key = self._key(kind, manifest)
        old = self._store.get(kind, key)
        if old is None:
            return not_found(kind, key.rpartition("/")[2])
        had = isinstance(old, Pod) and old.spec.priority is not None
        trimmed = with_known_fields(kind, manifest, self.options.release, keeps_priority=had)
        defaulted = self._defaulted(kind, trimmed)
        merged = applied(kind, old, defaulted, whole=whole, release=self.options.release)
        if isinstance(merged, tuple):
            return invalid(kind, old.meta.name, merged)
        admitted = admit(
            kind,
            merged,
            self.priority_classes,
            old=old,
            options=self.options.default_tolerations,
            priorities=self.options.release.priorities,
        )
        if isinstance(admitted, Refused):
            return admitted
        problems = (
            *validate(kind, admitted, self.options.release),
            *create_problems(kind, admitted, new=False),
        )
        if problems:
            return invalid(kind, old.meta.name, problems)
        if kind == "Job" and self.options.release.workloads_of_jobs:
            refused = parallelism_refusal(old, admitted, self.objects("Workload"), self.objects("PodGroup"))
            if refused is not None:
                return refused
        if kind == "ResourceSlice":
            admitted = with_taint_times(admitted, self.timestamp(now_ms))
        elif kind == "DeviceTaintRule":
            admitted = with_rule_time(admitted, old.manifest, self.timestamp(now_ms))
        return self._update(kind, old, admitted)

    def update_status(self, kind: str, key: str, status: Mapping[str, Json]) -> Result:
        """PUT of the status subresource: replaces the whole status."""
        old = self._store.get(kind, key)
        if old is None:
            return not_found(kind, key.rpartition("/")[2])
        changed: Manifest = with_value(old.manifest, ("status",), dict(status))
        if kind == "Node":
            changed = with_known_fields(kind, changed, self.options.release)
            problems = tuple(node_status_problems(changed, self.options.release))
            if problems:
                return invalid(kind, key, problems)
        return self._update(kind, old, changed)

    def resize(self, key: str, manifest: Manifest) -> Result:
        """PUT of a pod's resize subresource: changes the resources of its containers and nothing else."""
        old = self.pods.get(key)
        if old is None:
            return not_found("Pod", key.rpartition("/")[2])
        release = self.options.release
        trimmed = with_known_fields("Pod", manifest, release, keeps_priority=True)
        given = mapping(with_defaults("Pod", trimmed).get("spec"))
        spec = resized(old.spec_manifest, given, release)
        changed: Manifest = {**old.manifest, "spec": spec}
        policies = resize_policy_problems(spec, "spec") if release.checks_written_details else ()
        problems = (*validate("Pod", changed, release), *policies, *resize_problems(old, spec, release))
        if problems:
            return invalid("Pod", old.name, problems)
        new = Pod.parse(changed)
        refused = resize_refusal(old, new, self.nodes, release) or self._quota_refusal("Pod", new, old)
        return self._update("Pod", old, changed) if refused is None else refused

    def set_owner_references(self, kind: str, key: str, references: Sequence[Manifest]) -> Result:
        """Adoption and release: replaces metadata.ownerReferences."""
        old = self._store.get(kind, key)
        if old is None:
            return not_found(kind, key.rpartition("/")[2])
        return self._update(
            kind, old, with_value(old.manifest, ("metadata", "ownerReferences"), list(references))
        )

    def replace(self, kind: str, key: str, manifest: Manifest) -> Result:
        """PUT by a controller that has read the object: stores `manifest` as it is, with the same
        identity.
        """
        old = self._store.get(kind, key)
        if old is None:
            return not_found(kind, key.rpartition("/")[2])
        return self._update(kind, old, manifest)

    # Nodes

    def set_taints(self, name: str, taints: Sequence[Taint]) -> Result:
        """Replaces spec.taints."""
        node = self.nodes.get(name)
        if node is None:
            return not_found("Node", name)
        manifest = (
            node.with_taints(tuple(taints)).manifest if taints else without(node.manifest, ("spec", "taints"))
        )
        problems = validate("Node", manifest)
        if problems:
            return invalid("Node", name, problems)
        return self._update("Node", node, manifest)

    def add_taint(self, name: str, taint: Taint) -> Result:
        """`kubectl taint --overwrite`: one taint per key and effect."""
        node = self.nodes.get(name)
        if node is None:
            return not_found("Node", name)
        same = [old for old in node.taints if (old.key, old.effect) == (taint.key, taint.effect)]
        if same == [taint]:
            return Ok(node, changed=False)
        kept = [old for old in node.taints if (old.key, old.effect) != (taint.key, taint.effect)]
        return self.set_taints(name, [*kept, taint])

    def remove_taint(self, name: str, key: str, effect: str | None = None) -> Result:
        """`kubectl taint node n key[:effect]-`."""
        node = self.nodes.get(name)
        if node is None:
            return not_found("Node", name)
        kept = [old for old in node.taints if old.key != key or (effect is not None and old.effect != effect)]
        if len(kept) == len(node.taints):
            taint = f"{key}:{effect}" if effect else key
            return Refused(404, "NotFound", f'taint "{taint}" not found')
        return self.set_taints(name, kept)

    # Pods

    def bind(
        self,
        namespace: str,
        name: str,
        node: str,
        now_ms: int,
        *,
        uid: str = "",
        labels: Mapping[str, Json] = _NOTHING,
        annotations: Mapping[str, Json] = _NOTHING,
    ) -> Result:
        """The binding subresource, of the pod with this uid unless it is empty. The pod takes over the
        annotations of the Binding, and in releases with topology labels its labels too, with those of the
        node in the place of its own; the node need not exist.

        Source: registry/core/pod/storage `assignPod` (v1.34), `setPodNodeAndMetadata` (v1.36).
        """
        pod = self.pods.get(f"{namespace}/{name}")
        if pod is None:
            return not_found("Pod", name)
        if uid not in ("", pod.uid):
            why = f"Precondition failed: UID in precondition: {uid}, UID in object meta: {pod.uid}"
            return conflict(
                "pods/binding", name, _INVALID_OBJECT % {"key": f"{namespace}/{name}", "why": why}
            )
        if pod.terminating:
            return conflict(
                "pods/binding", name, f"pod {name} is being deleted, cannot be assigned to a host"
            )
        if pod.node_name:
            return conflict("pods/binding", name, f'pod {name} is already assigned to node "{pod.node_name}"')
        if pod.spec.scheduling_gates:
            return conflict("pods/binding", name, f"pod {name} has non-empty .spec.schedulingGates")
        bound = pod.with_node(node)
        if self.options.release.topology_labels:
            labels = {**labels, **topology_labels(self.nodes.get(node))}
            bound = _with_more(bound, "labels", bound.labels, labels)
        bound = _with_more(bound, "annotations", bound.meta.annotations, annotations)
        if self.options.release.binding_clears_nomination and bound.nominated_node_name:
            bound = bound.with_status({"nominatedNodeName": None})
        condition = {"type": "PodScheduled", "status": "True"}
        return self._put_pod(pod, self._with_conditions(bound, (condition,), now_ms))

    def patch_pod_status(
        self,
        key: str,
        changes: Mapping[str, Json],
        now_ms: int,
        conditions: Sequence[Mapping[str, Json]] = (),
    ) -> Result:
        """PATCH of a pod's status: `changes` replace top-level fields (None removes one), and `conditions`
        are merged by type. `lastTransitionTime` changes only when a condition's status changes.
        """
        pod = self.pods.get(key)
        if pod is None:
            return not_found("Pod", key.rpartition("/")[2])
        changed = pod.with_status(changes) if changes else pod
        return self._put_pod(pod, self._with_conditions(changed, conditions, now_ms))

    def remove_scheduling_gates(self, key: str) -> Result:
        pod = self.pods.get(key)
        if pod is None:
            return not_found("Pod", key.rpartition("/")[2])
        return self._update("Pod", pod, without(pod.manifest, ("spec", "schedulingGates")))

    # Bookkeeping

    def _create(
        self,
        kind: str,
        prepared: Defaulted,
        now_ms: int,
        *,
        keep: bool,
        complete: Callable[[Pod], Pod] = lambda pod: pod,
    ) -> Result:
        """Stores a new object. With `keep` it existed before: it keeps status and uid, unvalidated."""
        key = self._key(kind, prepared)
        name = key.rpartition("/")[2]
        present = self._store.get(kind, key)
        if present is not None:
            named = self.options.release.checks_written_details and present.meta.deletion_at is not None
            return already_exists(kind, name, terminating=named)
        admitted = admit(
            kind,
            prepared,
            self.priority_classes,
            old=None,
            options=self.options.default_tolerations,
            resolved=keep,
            priorities=keep or self.options.release.priorities,
        )
        if isinstance(admitted, Refused):
            return admitted
        if kind == "PodGroup":
            in_group = admit_pod_group(
                admitted, self.priority_classes, self.objects("Workload"), self.options.release
            )
            if isinstance(in_group, Refused) and not keep:
                return in_group
            admitted = admitted if isinstance(in_group, Refused) else in_group
        if kind == "PersistentVolumeClaim":
            admitted = with_default_class(admitted, self._typed("StorageClass", StorageClass))
        admitted = protected(kind, admitted)
        if kind == "Pod" and self.options.release.topology_labels and not keep:
            admitted = with_topology_labels(admitted, self.nodes)
        home = self.namespaces.get(key.partition("/")[0]) if KINDS[kind].namespaced else None
        problems = () if keep else self._create_problems(kind, admitted, home)
        if problems:
            return invalid(kind, name, problems)
        if home is not None and home.terminating and not keep:
            why = f"unable to create new content in namespace {home.meta.name} because it is being terminated"
            return forbidden(kind, name, why)
        completed = self._completed(kind, admitted, now_ms, keep=keep)
        value = KINDS[kind].parse(completed)
        if isinstance(value, Pod):
            value = complete(value)
        if isinstance(value, Pod) and self.options.release.checks_written_details and not keep:
            refused = overhead_refusal(value)
            if refused is not None:
                return refused
        exceeded = None if keep else self._quota_refusal(kind, value, None)
        if exceeded is not None:
            return exceeded
        if value.meta.namespace and value.meta.namespace not in self.namespaces:
            self.create("Namespace", {"metadata": {"name": value.meta.namespace}}, now_ms)
        return Ok(self._store.put(kind, value))

    def _create_problems(self, kind: str, manifest: Manifest, home: Namespace | None) -> tuple[Problem, ...]:
        """The problems of a new object; `home` is its namespace."""
        release = self.options.release
        of_selector: tuple[Problem, ...] = ()
        if kind == "Job" and release.checks_written_details:
            uid = self._store.next_uid()
            manifest = with_generated_selector(manifest, uid)
            of_selector = tuple(generated_selector_problems(manifest, uid))
        return (
            *of_selector,
            *validate(kind, manifest, release),
            *create_problems(kind, manifest, new=True, release=release),
            *admin_access_problems(kind, manifest, home),
        )

    def _quota_refusal(self, kind: str, new: Object, old: Object | None) -> Refused | None:
        """Why the quotas of the namespace do not allow the object; None where they do."""
        quotas = self.quotas_of(new.meta.namespace) if KINDS[kind].namespaced else []
        if not quotas:
            return None
        return quota_refusal(kind, new, old, quotas, self.tables_of(new.meta.namespace))

    def _named(self, manifest: Manifest) -> Manifest:
        metadata = mapping(manifest.get("metadata"))
        base = text(metadata.get("generateName"))
        if metadata.get("name") or not base:
            return manifest
        # Controllers choose their own suffixes with the run's random source; this suffix only has to be
        # unique.
        suffix = self._store.new_uid().replace("-", "")[:5]
        return with_value(manifest, ("metadata", "name"), f"{base}{suffix}")

    def _completed(self, kind: str, manifest: Manifest, now_ms: int, *, keep: bool) -> Manifest:
        metadata = dict(mapping(manifest.get("metadata")))
        if not keep:
            for made_by_server in ("uid", "creationTimestamp", "resourceVersion", "generation", "selfLink"):
                metadata.pop(made_by_server, None)
            metadata.pop("deletionTimestamp", None)
            metadata.pop("deletionGracePeriodSeconds", None)
        metadata.pop("managedFields", None)
        if not metadata.get("uid"):
            metadata["uid"] = self._store.new_uid()
        if not metadata.get("creationTimestamp"):
            metadata["creationTimestamp"] = self.timestamp(now_ms)
        if KINDS[kind].has_generation and not metadata.get("generation"):
            metadata["generation"] = 1
        completed: dict[str, Json] = {
            "apiVersion": written_version(kind, self.options.release, KINDS[kind].api_version),
            "kind": kind,
            "metadata": metadata,
        }
        completed.update(
            (field, value)
            for field, value in manifest.items()
            if field not in ("apiVersion", "kind", "metadata", "status")
        )
        status = dict(mapping(manifest.get("status"))) if keep or kind == "Node" else {}
        if kind == "Job":
            completed = dict(with_job_labels(completed, text(metadata["uid"])))
        if kind == "Pod":
            if not status.get("phase"):
                status["phase"] = "Pending"
            if not status.get("qosClass"):
                status["qosClass"] = spec_qos_class(PodSpec.parse(completed.get("spec")))
            if items(find(completed, "spec", "schedulingGates")):
                status["conditions"] = _with_gated(items(status.get("conditions")), self.timestamp(now_ms))
        if kind == "Namespace" and not status.get("phase"):
            status["phase"] = "Active"
        if kind in ("PersistentVolume", "PersistentVolumeClaim") and not status.get("phase"):
            status["phase"] = first_phase(kind, manifest, given=keep)
        if status:
            completed["status"] = status
        if kind == "DeviceTaintRule":
            return with_rule_time(completed, None, self.timestamp(now_ms))
        return with_taint_times(completed, self.timestamp(now_ms)) if kind == "ResourceSlice" else completed


def _with_more(pod: Pod, field: str, present: Mapping[str, str], added: Mapping[str, Json]) -> Pod:
    """The pod with more labels or annotations; a new value takes the place of the old one."""
    merged: dict[str, Json] = {**present, **added}
    return pod if merged == present else pod.with_meta({field: merged})


def _with_gated(conditions: Sequence[Json], now: str) -> list[Json]:
    """The conditions, with the one that a pod with scheduling gates has from its creation. Source: pod
    strategy `applySchedulingGatedCondition`.
    """
    if any(find(condition, "type") == "PodScheduled" for condition in conditions):
        return list(conditions)
    gated: dict[str, Json] = {
        "type": "PodScheduled",
        "status": "False",
        "reason": "SchedulingGated",
        "message": "Scheduling is blocked due to non-empty scheduling gates",
        "lastTransitionTime": now,
    }
    return [*conditions, gated]

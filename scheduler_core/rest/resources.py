"""The table of resources: what the REST interface says of each kind.

Discovery, OpenAPI, tables, selectors and verbs come from these rows; group, version, plural and scope of a
kind that the model knows come from the table of kinds. A kind that the model does not know is listed where
clients need it, and is always empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.releases.group_versions import KINDS_OF, group_versions
from scheduler_core.objects.releases.releases import Release

READ = ("get", "list", "watch")
WRITE = ("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch")
REPORT = ("create", "get", "list", "patch", "update", "watch")
"""The verbs of Events, which no client deletes: equal ones are counted, and all expire after an hour."""
CHANGE = ("get", "patch", "update")


@dataclass(frozen=True, slots=True)
class Subresource:
    """A subresource, with the kind of its requests and answers; `group` and `version` are "" where they equal
    those of its resource.
    """

    name: str
    kind: str
    verbs: tuple[str, ...]
    group: str = ""
    version: str = ""


@dataclass(frozen=True, slots=True)
class Resource:
    """A row of the table. `modelled` means that the API server stores objects of the kind, `answers_whole`
    that a DELETE answers with the object and not with a `Status`, `gated` that only some releases
    serve it, and only with a feature gate.
    """

    kind: str
    plural: str
    group: str
    version: str
    namespaced: bool
    verbs: tuple[str, ...]
    short_names: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    subresources: tuple[Subresource, ...] = ()
    modelled: bool = field(default=False)
    answers_whole: bool = False
    gated: bool = False

    @property
    def singular(self) -> str:
        return self.kind.lower()

    @property
    def api_version(self) -> str:
        return f"{self.group}/{self.version}" if self.group else self.version

    @property
    def qualified(self) -> str:
        """The resource as messages name it: `pods`, `deployments.apps`."""
        return f"{self.plural}.{self.group}" if self.group else self.plural

    @property
    def qualified_kind(self) -> str:
        return f"{self.kind}.{self.group}" if self.group else self.kind

    def subresource(self, name: str) -> Subresource | None:
        return next((row for row in self.subresources if row.name == name), None)


_ALL = ("all",)
_STATUS = "status"
_SCALE = Subresource("scale", "Scale", CHANGE, "autoscaling", "v1")


def _row(
    kind: str,
    short: str = "",
    categories: tuple[str, ...] = (),
    *,
    status: bool = True,
    answers_whole: bool = False,
    more: tuple[Subresource, ...] = (),
    version: str = "",
) -> Resource:
    row = KINDS[kind]
    subresources = list(more)
    if status:
        subresources.append(Subresource(_STATUS, kind, CHANGE))
    if row.scalable:
        subresources.append(_SCALE)
    return Resource(
        kind,
        row.resource,
        row.groups[0],
        version or row.version,
        row.namespaced,
        WRITE,
        tuple(short.split()),
        categories,
        tuple(sorted(subresources, key=lambda subresource: subresource.name)),
        modelled=True,
        answers_whole=answers_whole,
        gated=bool(version),
    )


def _bare(
    kind: str,
    plural: str,
    group: str,
    version: str,
    *,
    namespaced: bool,
    short: str = "",
    verbs: tuple[str, ...] = READ,
) -> Resource:
    return Resource(kind, plural, group, version, namespaced, verbs, tuple(short.split()))


_POD = (
    Subresource("attach", "PodAttachOptions", ("create", "get")),
    Subresource("binding", "Binding", ("create",)),
    Subresource("ephemeralcontainers", "Pod", ()),
    Subresource("eviction", "Eviction", ("create",), "policy", "v1"),
    Subresource("exec", "PodExecOptions", ("create", "get")),
    Subresource("log", "Pod", ("get",)),
    Subresource("portforward", "PodPortForwardOptions", ("create", "get")),
    Subresource("resize", "Pod", CHANGE),
)
_AUTHORIZATION, _AUTHENTICATION = "authorization.k8s.io", "authentication.k8s.io"
_CREATE = ("create",)

RESOURCES: tuple[Resource, ...] = (
    _bare("Binding", "bindings", "", "v1", namespaced=True, verbs=_CREATE),
    _row("ConfigMap", "cm", status=False),
    _bare("Endpoints", "endpoints", "", "v1", namespaced=True, short="ep", verbs=("get", "list")),
    _bare("Event", "events", "", "v1", namespaced=True, short="ev", verbs=REPORT),
    _bare("LimitRange", "limitranges", "", "v1", namespaced=True, short="limits"),
    _row("Namespace", "ns", more=(Subresource("finalize", "Namespace", ("update",)),)),
    _row("Node", "no"),
    _row("PersistentVolumeClaim", "pvc", answers_whole=True),
    _row("PersistentVolume", "pv", answers_whole=True),
    _row("Pod", "po", _ALL, more=_POD, answers_whole=True),
    _row("ReplicationController", "rc", _ALL),
    _row("ResourceQuota", "quota"),
    _row("Secret", status=False),
    _row("ServiceAccount", "sa", status=False, answers_whole=True),
    _row("Service", "svc", _ALL, answers_whole=True),
    _row("ControllerRevision", status=False),
    _row("DaemonSet", "ds", _ALL),
    _row("Deployment", "deploy", _ALL),
    _row("ReplicaSet", "rs", _ALL),
    _row("StatefulSet", "sts", _ALL),
    _bare("SelfSubjectReview", "selfsubjectreviews", _AUTHENTICATION, "v1", namespaced=False, verbs=_CREATE),
    _bare(
        "SelfSubjectAccessReview",
        "selfsubjectaccessreviews",
        _AUTHORIZATION,
        "v1",
        namespaced=False,
        verbs=_CREATE,
    ),
    _bare(
        "SelfSubjectRulesReview",
        "selfsubjectrulesreviews",
        _AUTHORIZATION,
        "v1",
        namespaced=False,
        verbs=_CREATE,
    ),
    _row("CronJob", "cj", _ALL),
    _row("Job", "", _ALL),
    _row("Lease", status=False),
    _row("EndpointSlice", status=False),
    _bare("Event", "events", "events.k8s.io", "v1", namespaced=True, verbs=REPORT),
    _bare("NodeMetrics", "nodes", "metrics.k8s.io", "v1beta1", namespaced=False, verbs=("get", "list")),
    _bare("PodMetrics", "pods", "metrics.k8s.io", "v1beta1", namespaced=True, verbs=("get", "list")),
    _bare("Ingress", "ingresses", "networking.k8s.io", "v1", namespaced=True, short="ing"),
    _row("PodDisruptionBudget", "pdb"),
    _row("DeviceClass", status=False),
    _row("ResourceClaim"),
    _row("ResourceClaimTemplate", status=False),
    _row("ResourceSlice", status=False),
    _row("DeviceTaintRule"),
    _row("PriorityClass", "pc", status=False),
    *(
        _row(kind, status=kind == "PodGroup", version=version)
        for version, kinds in KINDS_OF.items()
        for kind in sorted(kinds)
    ),
    _row("CSIDriver", status=False),
    _row("CSINode", status=False),
    _row("CSIStorageCapacity", status=False),
    _row("StorageClass", "sc", status=False, answers_whole=True),
    _row("VolumeAttachment"),
)

GROUPS: Mapping[str, Mapping[str, tuple[Resource, ...]]] = {
    name: {
        version: tuple(row for row in RESOURCES if (row.group, row.version) == (name, version))
        for version in dict.fromkeys(row.version for row in RESOURCES if row.group == name)
    }
    for name in dict.fromkeys(row.group for row in RESOURCES)
}
"""The rows of each version of each group. Only scheduling.k8s.io has several: groups of pods are in another
one in each release."""

_BY_PATH = {(row.group, row.version, row.plural): row for row in RESOURCES}
_BY_KIND = {
    (row.group, row.kind): row for row in RESOURCES if not row.gated or row.version == KINDS[row.kind].version
}


def resource(group: str, version: str, plural: str) -> Resource | None:
    return _BY_PATH.get((group, version, plural))


def resource_of(kind: str) -> Resource:
    """The row of a kind that the model knows."""
    return _BY_KIND[KINDS[kind].groups[0], kind]


def served_versions(group: str, release: Release) -> tuple[str, ...]:
    """The versions of a group that a release serves, the preferred one first."""
    groups = group_versions(release)
    return tuple(version for version, rows in GROUPS[group].items() if not rows[0].gated or version in groups)

"""The policies of parts that objects of many kinds have: metadata, references, selectors, conditions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scheduler_core.apiserver.documents.kept.policy import (
    KEPT,
    NAME,
    Fields,
    Keyed,
    Leaf,
    ListOf,
    MapOf,
    Policy,
    shaped,
)

WORD = shaped(r"[A-Za-z](?:[A-Za-z0-9_,:./-]{0,126}[A-Za-z0-9_])?")
"""A reason, a type or a version: one word."""
TIME = shaped(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)")
DIGITS = shaped(r"\d{1,20}")
ADDRESS = shaped(r"(?:\d{1,3}\.){3}\d{1,3}|[0-9A-Fa-f]*:[0-9A-Fa-f:.]*|None")
"""An IP address; None is that of a headless Service."""
OPAQUE = shaped(r"[A-Za-z0-9_.:/=+,-]{1,253}")
"""A value without blanks that a controller wrote."""

LABELS = MapOf(NAME, names=True)
_KNOWN_ANNOTATIONS: Mapping[str, Leaf] = {
    "batch.kubernetes.io/cronjob-scheduled-timestamp": TIME,
    "batch.kubernetes.io/job-completion-index": DIGITS,
    "batch.kubernetes.io/job-index-failure-count": DIGITS,
    "batch.kubernetes.io/job-index-ignored-failure-count": DIGITS,
    "batch.kubernetes.io/job-tracking": shaped(""),
    "controller.kubernetes.io/pod-deletion-cost": shaped(r"-?\d{1,10}"),
    "cronjob.kubernetes.io/instantiate": shaped("manual"),
    "deployment.kubernetes.io/desired-replicas": DIGITS,
    "deployment.kubernetes.io/max-replicas": DIGITS,
    "deployment.kubernetes.io/revision": DIGITS,
    "deployment.kubernetes.io/revision-history": shaped(r"[\d,]{1,200}"),
    "deprecated.daemonset.template.generation": DIGITS,
    "endpoints.kubernetes.io/last-change-trigger-time": TIME,
    "kubectl.kubernetes.io/restartedAt": TIME,
    "kubernetes.io/config.hash": shaped(r"[0-9A-Za-z-]{1,64}"),
    "kubernetes.io/config.mirror": shaped(r"[0-9A-Za-z-]{1,64}"),
    "kubernetes.io/config.seen": TIME,
    "kubernetes.io/config.source": shaped(r"api|file|http"),
    "pv.kubernetes.io/bind-completed": shaped("yes"),
    "pv.kubernetes.io/bound-by-controller": shaped("yes"),
    "pv.kubernetes.io/provisioned-by": OPAQUE,
    "resource.kubernetes.io/pod-claim-name": Leaf(OPAQUE.shape, name=True),
    "storage.alpha.kubernetes.io/migrated-plugins": OPAQUE,
    "storageclass.beta.kubernetes.io/is-default-class": shaped("true|false"),
    "storageclass.kubernetes.io/is-default-class": shaped("true|false"),
    "volume.beta.kubernetes.io/storage-class": Leaf(OPAQUE.shape, name=True),
    "volume.beta.kubernetes.io/storage-provisioner": OPAQUE,
    "volume.kubernetes.io/selected-node": Leaf(OPAQUE.shape, name=True),
    "volume.kubernetes.io/storage-provisioner": OPAQUE,
}
"""The annotations of Kubernetes that a controller of the model reads or writes."""


def _annotation(key: str) -> Policy | None:
    return KEPT if key.startswith("podium/") else _KNOWN_ANNOTATIONS.get(key)


def _renamed(key: str, rename: Callable[[str], str]) -> str:
    """`podium/<container or volume>.<what>`: the name in the key of an annotation of podium's own."""
    whose, dot, what = key.removeprefix("podium/").rpartition(".")
    if not key.startswith("podium/") or not dot or what == "driver":  # names of drivers stay
        return key
    return f"podium/{rename(whose)}.{what}"


ANNOTATIONS = Keyed(_annotation, _renamed)
_OWNER = Fields(
    {
        **dict.fromkeys(("apiVersion", "kind", "uid", "controller", "blockOwnerDeletion"), KEPT),
        "name": NAME,
    }
)
METADATA = Fields(
    {
        **dict.fromkeys(("uid", "generation", "deletionGracePeriodSeconds"), KEPT),
        **dict.fromkeys(("name", "namespace", "generateName"), NAME),
        **dict.fromkeys(("creationTimestamp", "deletionTimestamp"), TIME),
        "resourceVersion": DIGITS,
        "labels": LABELS,
        "annotations": ANNOTATIONS,
        "finalizers": ListOf(KEPT),
        "ownerReferences": ListOf(_OWNER),
    }
)
CLAIM_METADATA = Fields(
    {**dict.fromkeys(("name", "namespace"), NAME), "labels": LABELS, "annotations": ANNOTATIONS}
)
"""The metadata of a claim in a template."""
REFERENCE = Fields(
    {
        **dict.fromkeys(("apiVersion", "kind", "uid"), KEPT),
        **dict.fromkeys(("name", "namespace"), NAME),
        "resourceVersion": DIGITS,
    }
)

_REQUIREMENT = Fields({"key": NAME, "operator": KEPT, "values": ListOf(NAME)})
LABEL_SELECTOR = Fields({"matchLabels": LABELS, "matchExpressions": ListOf(_REQUIREMENT)})
NODE_SELECTOR_TERM = Fields({"matchExpressions": ListOf(_REQUIREMENT), "matchFields": ListOf(_REQUIREMENT)})
NODE_SELECTOR = Fields({"nodeSelectorTerms": ListOf(NODE_SELECTOR_TERM)})

AMOUNTS = MapOf(KEPT)
RESOURCES = Fields(
    {
        "requests": AMOUNTS,
        "limits": AMOUNTS,
        "claims": ListOf(Fields({"name": NAME, "request": NAME})),
    }
)
CONDITIONS = ListOf(
    Fields(
        {
            **dict.fromkeys(("type", "reason"), WORD),
            "status": shaped("True|False|Unknown"),
            "observedGeneration": DIGITS,
            **dict.fromkeys(
                ("lastTransitionTime", "lastProbeTime", "lastUpdateTime", "lastHeartbeatTime"), TIME
            ),
        }
    )
)


def kept(*names: str) -> dict[str, Policy]:
    """Fields whose values decide and stay as they are."""
    return dict.fromkeys(names, KEPT)


def named(*names: str) -> dict[str, Policy]:
    """Fields that hold names of the cluster's owner."""
    return dict.fromkeys(names, NAME)


def whole(spec: Policy | None = None, status: Policy | None = None, **more: Policy) -> Fields:
    """The policy of an object with these parts beside its metadata."""
    parts = {"spec": spec, "status": status}
    return Fields(
        {
            **kept("apiVersion", "kind"),
            "metadata": METADATA,
            **{name: policy for name, policy in parts.items() if policy is not None},
            **more,
        }
    )

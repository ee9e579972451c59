"""What is kept of single values, by the name that stands in the table of fields (`objects/fields/types.txt`).

Of commands only `sleep N` is kept, which says how long a hook or an init container takes (docs/behaviour.md).
Of probes and hooks the kind, the port and the timing are kept. Of volumes it is their kind, and what
identifies one where two may not be used at once: paths, servers, attributes for drivers and references to
credentials go. Of devices drivers, attributes, amounts and expressions decide together, so they stay as
they are; parameters for drivers go.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scheduler_core.apiserver.documents.kept.images import IMAGE, REMOVED
from scheduler_core.apiserver.documents.kept.policy import (
    KEPT,
    NAME,
    Fields,
    Keyed,
    Leaf,
    MapOf,
    Policy,
    Replaced,
    shaped,
)
from scheduler_core.objects.manifest import Json, strings
from scheduler_core.objects.scalars.sleep_commands import sleep_in

WORD = shaped(r"[A-Za-z](?:[A-Za-z0-9_,:./-]{0,126}[A-Za-z0-9_])?")
"""A reason, a type or a version: one word."""
TIME = shaped(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)")
DIGITS = shaped(r"\d{1,20}")
ADDRESS = shaped(r"(?:\d{1,3}\.){3}\d{1,3}|[0-9A-Fa-f]*:[0-9A-Fa-f:.]*|None")
"""An IP address; None is that of a headless Service."""
OPAQUE = shaped(r"[A-Za-z0-9_.:/=+,-]{1,253}")
"""A value without blanks that a controller wrote."""

LABELS = MapOf(NAME, names=True)
_ANNOTATION_VALUES: Mapping[str, Leaf] = {
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
    return KEPT if key.startswith("podium/") else _ANNOTATION_VALUES.get(key)


def _renamed(key: str, rename: Callable[[str], str]) -> str:
    """`podium/<container or volume>.<what>`: the name in the key of an annotation of podium's own."""
    whose, dot, what = key.removeprefix("podium/").rpartition(".")
    if not key.startswith("podium/") or not dot or what == "driver":  # names of drivers stay
        return key
    return f"podium/{rename(whose)}.{what}"


ANNOTATIONS = Keyed(_annotation, _renamed)
CLAIM_METADATA = Fields({"name": NAME, "namespace": NAME, "labels": LABELS, "annotations": ANNOTATIONS})
"""The metadata of a claim in a template."""


def _only_sleep(value: Json) -> Json:
    slept = sleep_in(strings(value))
    return None if slept is None else ["sleep", slept]


def _sleep_or_removed(value: Json) -> Json:
    if not isinstance(value, (list, tuple)) or not value:
        return None
    return _only_sleep(value) or [REMOVED]


def _mode(value: Json) -> Json:
    """A mode of disruption: a word, or one of two fields with an empty object."""
    if isinstance(value, Mapping):
        return {name: {} for name in ("single", "all") if name in value}
    return value if value in ("Pod", "PodGroup") else REMOVED


BY_NAME: Mapping[str, Policy] = {
    "": KEPT,
    "name": NAME,
    "word": WORD,
    "time": TIME,
    "digits": DIGITS,
    "address": ADDRESS,
    "opaque": OPAQUE,
    "version": shaped(r"[A-Za-z0-9][A-Za-z0-9 ._:/()+~-]{0,126}"),
    "indexes": shaped(r"[\d,-]{0,4000}"),
    "host": shaped(r"[a-zA-Z0-9]([-a-zA-Z0-9.]*[a-zA-Z0-9])?", name=True),
    "port": shaped(r"[-a-z0-9]{1,15}|[0-9]{1,5}"),
    "fieldPath": shaped(r"(?:metadata|spec|status)\.[a-zA-Z]{1,40}(?:\[[^\]]{1,253}\])?"),
    "image": IMAGE,
    "refusal": shaped(r"\d{1,9}/\d{1,9} nodes are available: [ -~]{1,2000}\.", name=True),
}
"""The policy of a text, a number or a flag; in a list that of each entry."""

WHOLE: Mapping[str, Policy] = {
    "disruptionMode": Replaced(_mode),
    "labels": LABELS,
    "annotations": ANNOTATIONS,
    "timesByName": MapOf(TIME, names=True),
    "sleep": Replaced(_only_sleep),
    "sleepOrRemoved": Replaced(_sleep_or_removed),
    "claimMetadata": CLAIM_METADATA,
}
"""The policy of a list or a map as a whole."""

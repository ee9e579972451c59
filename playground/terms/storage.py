"""Fields and values of volumes."""

from __future__ import annotations

from collections.abc import Mapping

from playground.terms.card import FIELD, VALUE, CardWords, gettext_noop

STORAGE: Mapping[str, CardWords] = {
    "ReadWriteOnce": CardWords(
        VALUE,
        gettext_noop(
            "An access mode: the volume can be mounted by one node at a time. Several pods on that "
            "node may use it."
        ),
        "/concepts/storage/persistent-volumes/#access-modes",
        shows=("accessModes",),
        plugin="VolumeRestrictions",
    ),
    "ReadWriteOncePod": CardWords(
        VALUE,
        gettext_noop("An access mode: one pod in the whole cluster may use the volume."),
        "/concepts/storage/persistent-volumes/#access-modes",
        shows=("accessModes",),
        plugin="VolumeRestrictions",
    ),
    "volumesInUse": CardWords(
        FIELD,
        gettext_noop(
            "The volumes that a kubelet reports as mounted. The attach/detach controller waits until "
            "a volume has left this list before it detaches it."
        ),
        "/reference/kubernetes-api/cluster-resources/node-v1/#NodeStatus",
        also=("status.volumesInUse",),
        shows=("FailedAttachVolume",),
    ),
    "WaitForFirstConsumer": CardWords(
        VALUE,
        gettext_noop(
            "A binding mode of a StorageClass: a claim gets its volume only when the scheduler has "
            "chosen a node for the first pod that uses it."
        ),
        "/concepts/storage/storage-classes/#volume-binding-mode",
        also=("volumeBindingMode",),
        plugin="VolumeBinding",
    ),
}

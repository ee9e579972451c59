"""The policies of volumes: what kind each is, and what identifies it where two may not be used at once.

Paths, servers, attributes for drivers and references to credentials go.
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.apiserver.documents.kept.common import (
    AMOUNTS,
    CLAIM_METADATA,
    LABEL_SELECTOR,
    WORD,
    kept,
    named,
)
from scheduler_core.apiserver.documents.kept.images import IMAGE
from scheduler_core.apiserver.documents.kept.policy import KEPT, NAME, Fields, ListOf, Policy, shaped

CLAIM_SPEC = Fields(
    {
        "accessModes": ListOf(KEPT),
        "resources": Fields({"requests": AMOUNTS, "limits": AMOUNTS}),
        "selector": LABEL_SELECTOR,
        **named("storageClassName", "volumeName", "volumeAttributesClassName"),
        "volumeMode": KEPT,
        "dataSource": Fields({"kind": WORD, "apiGroup": WORD, "name": NAME}),
    }
)

_DISKS: Mapping[str, Policy] = {
    "awsElasticBlockStore": Fields(kept("volumeID", "partition", "readOnly")),
    "azureDisk": Fields(kept("diskName", "diskURI", "kind", "readOnly")),
    "azureFile": Fields(kept("readOnly")),
    "cephfs": Fields(kept("readOnly")),
    "cinder": Fields(kept("volumeID", "readOnly")),
    "fc": Fields(kept("readOnly")),
    "flexVolume": Fields({"driver": WORD, "readOnly": KEPT}),
    "flocker": Fields({}),
    "gcePersistentDisk": Fields(kept("pdName", "partition", "readOnly")),
    "glusterfs": Fields(kept("readOnly")),
    "hostPath": Fields({"type": WORD}),
    "iscsi": Fields(kept("iqn", "lun", "readOnly")),
    "nfs": Fields(kept("readOnly")),
    "photonPersistentDisk": Fields({}),
    "portworxVolume": Fields(kept("volumeID", "readOnly")),
    "quobyte": Fields(kept("readOnly")),
    "rbd": Fields({"monitors": ListOf(KEPT), **kept("image", "pool", "readOnly")}),
    "scaleIO": Fields(kept("readOnly")),
    "storageos": Fields(kept("readOnly")),
    "vsphereVolume": Fields(kept("volumePath")),
}
"""Sources that pods and persistent volumes share."""

PERSISTENT_SOURCES: Mapping[str, Policy] = {
    **_DISKS,
    "csi": Fields(kept("driver", "volumeHandle", "readOnly")),
    "local": Fields({}),
}

_CONFIG_MAP = Fields({"name": NAME, "optional": KEPT})
_PROJECTED = Fields(
    {
        "configMap": _CONFIG_MAP,
        "secret": _CONFIG_MAP,
        "downwardAPI": Fields({}),
        "serviceAccountToken": Fields({}),
        "clusterTrustBundle": Fields({}),
        "podCertificate": Fields({}),
    }
)
POD_VOLUME = Fields(
    {
        "name": NAME,
        **_DISKS,
        "configMap": _CONFIG_MAP,
        "csi": Fields(kept("driver", "readOnly")),
        "downwardAPI": Fields({}),
        "emptyDir": Fields({"medium": shaped(r"Memory|HugePages(?:-\w{1,8})?"), "sizeLimit": KEPT}),
        "ephemeral": Fields(
            {"volumeClaimTemplate": Fields({"metadata": CLAIM_METADATA, "spec": CLAIM_SPEC})}
        ),
        "gitRepo": Fields({}),
        "image": Fields({"reference": IMAGE, "pullPolicy": WORD}),
        "persistentVolumeClaim": Fields({"claimName": NAME, "readOnly": KEPT}),
        "projected": Fields({"sources": ListOf(_PROJECTED)}),
        "secret": Fields({"secretName": NAME, "optional": KEPT}),
    }
)

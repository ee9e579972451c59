"""Where a volume of a known driver can be reached from, for a text without CSINodes.

A CSINode names the labels of its node that the topology of a driver consists of. A dump often lacks CSINodes,
but the disks of the clouds are bound to their zone all the same.
"""

from __future__ import annotations

from collections.abc import Mapping

ZONE_LABEL = "topology.kubernetes.io/zone"
_OLD_ZONE = "failure-domain.beta.kubernetes.io/zone"
_ZONAL = (ZONE_LABEL, _OLD_ZONE)
LABELS_OF_DRIVERS: Mapping[str, tuple[str, ...]] = {
    "ebs.csi.aws.com": ("topology.ebs.csi.aws.com/zone", *_ZONAL),
    "pd.csi.storage.gke.io": ("topology.gke.io/zone", *_ZONAL),
    "disk.csi.azure.com": ("topology.disk.csi.azure.com/zone", *_ZONAL),
    "cinder.csi.openstack.org": ("topology.cinder.csi.openstack.org/zone", *_ZONAL),
    "diskplugin.csi.alibabacloud.com": ("topology.diskplugin.csi.alibabacloud.com/zone", *_ZONAL),
    "vpc.block.csi.ibm.io": _ZONAL,
    "csi.hetzner.cloud": ("csi.hetzner.cloud/location", "topology.kubernetes.io/region"),
    "dobs.csi.digitalocean.com": ("region", "topology.kubernetes.io/region"),
    "linodebs.csi.linode.com": ("topology.linode.com/region", "topology.kubernetes.io/region"),
    "kubernetes.io/aws-ebs": _ZONAL,
    "kubernetes.io/gce-pd": _ZONAL,
    "kubernetes.io/azure-disk": _ZONAL,
    "kubernetes.io/cinder": _ZONAL,
}
"""Driver or in-tree provisioner → the labels of its topology, the first that a node has counts. Source: the
NodeGetInfo of each driver, and the zone labels of the in-tree plugins (csi-translation-lib)."""


def segment_of(driver: str, labels: Mapping[str, str]) -> dict[str, str]:
    """The label of a node in which the topology of a driver consists; {} for a driver whose volumes can be
    reached from everywhere. Any driver's own label `topology.<driver>/zone` counts.
    """
    for key in (f"topology.{driver}/zone", *LABELS_OF_DRIVERS.get(driver, ())):
        if labels.get(key):
            return {key: labels[key]}
    return {}

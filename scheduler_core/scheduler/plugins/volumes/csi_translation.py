"""The node affinity of a volume as its CSI driver sees it, where the in-tree plugin has been migrated.

Source: volumebinding/binder.go tryTranslatePVToCSI (v1.34.1), csi-translation-lib
translateTopologyFromInTreeToCSI, KubernetesVolumeIDToEBSVolumeID, getRegionFromZones (v0.34). The zone of a
migrated disk is asked for by the label of the driver, which a node without that driver's plugin lacks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from scheduler_core.objects.manifest import mapping
from scheduler_core.objects.node import REGION_LABELS, ZONE_LABELS
from scheduler_core.objects.replacing import replace
from scheduler_core.objects.selection.selectors import NodeSelector, NodeSelectorTerm, Requirement
from scheduler_core.objects.storage import MIGRATED_PLUGINS_ANNOTATION, CSINode, PersistentVolume
from scheduler_core.scheduler.plugins.volumes.in_tree_volumes import PLUGINS, InTreePlugin, translation_error

TOPOLOGY_KEYS: Mapping[str, str] = MappingProxyType(
    {
        "kubernetes.io/aws-ebs": "topology.ebs.csi.aws.com/zone",
        "kubernetes.io/gce-pd": "topology.gke.io/zone",
        "kubernetes.io/cinder": "topology.cinder.csi.openstack.org/zone",
    }
)
"""Name of the in-tree plugin → the label that its CSI driver puts on nodes for their zone. The affinity of
the other migrated plugins' volumes stays as it is."""

_BETA_ZONE, _ZONE = ZONE_LABELS
_BETA_REGION, _REGION = REGION_LABELS


@dataclass(frozen=True, slots=True)
class VolumeAffinity:
    """The nodes that reach a volume, None for all. With an `error` the volume could not be translated."""

    selector: NodeSelector | None
    error: str = ""

    def matches(self, labels: Mapping[str, str]) -> bool:
        return not self.error and (self.selector is None or self.selector.matches(labels, ""))


def affinity_on(volume: PersistentVolume, csi_node: CSINode | None) -> VolumeAffinity:
    """The volume's node affinity for the node of this CSINode."""
    plugin = _migrated(volume, csi_node)
    if plugin is None:
        return VolumeAffinity(volume.node_affinity)
    error = _error(volume, plugin)
    if error:
        return VolumeAffinity(None, f"could not translate pv: {error}")
    key = TOPOLOGY_KEYS.get(plugin.name)
    return VolumeAffinity(volume.node_affinity if key is None else _translated(volume, key))


def _migrated(volume: PersistentVolume, csi_node: CSINode | None) -> InTreePlugin | None:
    """The in-tree plugin of the volume, if the CSINode lists it as migrated."""
    if csi_node is None or volume.csi_driver:
        return None
    listed = csi_node.meta.annotations.get(MIGRATED_PLUGINS_ANNOTATION, "").split(",")
    for plugin in PLUGINS:
        if isinstance(volume.spec_manifest.get(plugin.field), Mapping):
            return plugin if plugin.name in listed else None
    return None


def _error(volume: PersistentVolume, plugin: InTreePlugin) -> str:
    """Why the volume cannot be translated; "" when it can."""
    labels = volume.meta.labels
    source = mapping(volume.spec_manifest.get(plugin.field))
    return translation_error(plugin, source, labels.get(_BETA_ZONE) or labels.get(_ZONE, ""))


def _translated(volume: PersistentVolume, key: str) -> NodeSelector | None:
    """The affinity with the driver's `key` in place of the zone label. Without a zone in the affinity, the
    zones of the volume's own label are added to every term."""
    affinity = volume.node_affinity
    zone_label, region_label = _topology_labels(volume)
    if any(_values(affinity, zone_label)):
        affinity = _renamed(affinity, zone_label, key)
    elif zone_label in volume.meta.labels:
        zones = sorted({zone.strip() for zone in volume.meta.labels[zone_label].split("__")} - {""})
        if zones:
            affinity = _added(affinity, Requirement(key, "In", tuple(zones)))
    if region_label == _BETA_REGION and any(_values(affinity, _BETA_REGION)):
        affinity = _renamed(affinity, _BETA_REGION, _REGION)
    return affinity


def _topology_labels(volume: PersistentVolume) -> tuple[str, str]:
    """getTopologyLabel: the zone and region labels in use, looked for in the affinity first."""
    keys = {requirement.key for requirement in _requirements(volume.node_affinity)}
    current, beta = (_ZONE, _REGION), (_BETA_ZONE, _BETA_REGION)
    for labels in (keys, volume.meta.labels):
        if _ZONE in labels:
            return current
        if _BETA_ZONE in labels:
            return beta
    return current


def _requirements(affinity: NodeSelector | None) -> Iterator[Requirement]:
    for term in affinity.terms if affinity is not None else ():
        yield from term.match_expressions


def _values(affinity: NodeSelector | None, key: str) -> Iterator[tuple[str, ...]]:
    return (requirement.values for requirement in _requirements(affinity) if requirement.key == key)


def _renamed(affinity: NodeSelector | None, old: str, new: str) -> NodeSelector | None:
    if affinity is None:
        return None

    def renamed(requirement: Requirement) -> Requirement:
        return replace(requirement, key=new) if requirement.key == old else requirement

    return NodeSelector(
        tuple(
            replace(term, match_expressions=tuple(renamed(entry) for entry in term.match_expressions))
            for term in affinity.terms
        )
    )


def _added(affinity: NodeSelector | None, requirement: Requirement) -> NodeSelector:
    terms = (affinity.terms if affinity is not None else ()) or (NodeSelectorTerm(),)
    return NodeSelector(
        tuple(replace(term, match_expressions=(*term.match_expressions, requirement)) for term in terms)
    )

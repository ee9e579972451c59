"""The advice about each default plugin that refuses nodes: one row a plugin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from scheduler_core.advice import claim_repairs, volume_details, volume_repairs
from scheduler_core.advice.devices import device_details, device_repairs
from scheduler_core.advice.plugin_advice import Details, PluginAdvice, RefusedNode, Repairs, of_node
from scheduler_core.advice.plugins import (
    inter_pod_affinity,
    node_affinity,
    node_declared_features,
    node_name,
    node_ports,
    node_resources_fit,
    node_unschedulable,
    pod_topology_spread,
    taint_toleration,
)


def _of_volumes(name: str, details: Callable[[RefusedNode], Details], repairs: Repairs) -> PluginAdvice:
    before_nodes = partial(claim_repairs.before_nodes, plugin=name)
    return PluginAdvice(details, volume_details.MESSAGES, repairs, before_nodes)


PLUGIN_ADVICE: Mapping[str, PluginAdvice] = {
    "NodeUnschedulable": node_unschedulable.ADVICE,
    "NodeName": node_name.ADVICE,
    "TaintToleration": taint_toleration.ADVICE,
    "NodeAffinity": node_affinity.ADVICE,
    "NodePorts": node_ports.ADVICE,
    "NodeResourcesFit": node_resources_fit.ADVICE,
    "PodTopologySpread": pod_topology_spread.ADVICE,
    "InterPodAffinity": inter_pod_affinity.ADVICE,
    "VolumeRestrictions": _of_volumes(
        "VolumeRestrictions", volume_details.restrictions, of_node(volume_repairs.restrictions)
    ),
    "VolumeBinding": _of_volumes("VolumeBinding", volume_details.binding, of_node(volume_repairs.binding)),
    "VolumeZone": _of_volumes("VolumeZone", volume_details.zones, of_node(volume_repairs.zones)),
    "NodeVolumeLimits": _of_volumes(
        "NodeVolumeLimits", volume_details.limits, of_node(volume_repairs.limits)
    ),
    "DynamicResources": PluginAdvice(
        device_details.details,
        device_details.MESSAGES,
        of_node(device_repairs.on_node),
        device_repairs.before_nodes,
    ),
    "NodeDeclaredFeatures": node_declared_features.ADVICE,
}
MESSAGES: Mapping[str, str] = {
    message_id: template
    for advice in PLUGIN_ADVICE.values()
    for message_id, template in advice.messages.items()
}

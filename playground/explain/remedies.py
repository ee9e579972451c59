"""What a refusal looks like and what to do about it, where only its text is at hand: the kind of its drawing
(`static/js/board/causes/pictures.js`), a sentence, and the first command of kubectl to type."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

import scheduler_core as core


@dataclass(frozen=True, slots=True)
class Remedy:
    """`drawing` names a kind of obstacle. `action` is a sentence in English, `command` a line for a shell in
    which capitals stand for names of the reader's cluster."""

    drawing: str
    action: str
    command: str


REMEDIES = {
    remedy.drawing: remedy
    for remedy in (
        Remedy(
            "resource",
            _("Compare the requests on each node with what it has. Then lower requests, or add a node."),
            "kubectl describe nodes | grep -A 8 'Allocated resources'",
        ),
        Remedy(
            "pods",
            _("The kubelet's maxPods is reached on these nodes. Add a node, or remove pods."),
            "kubectl get nodes -o custom-columns=NAME:.metadata.name,PODS:.status.allocatable.pods",
        ),
        Remedy(
            "taint",
            _("Add a toleration to the pod, or remove the taint from the node."),
            "kubectl taint nodes NODE KEY:EFFECT-",
        ),
        Remedy(
            "label",
            _("Label a node as the pod requires it, or change the pod's nodeSelector or nodeAffinity."),
            "kubectl label nodes NODE KEY=VALUE",
        ),
        Remedy(
            "nodeName",
            _("Remove spec.nodeName from the pod, or write the name of a node that exists."),
            "kubectl get nodes",
        ),
        Remedy("cordon", _("Uncordon the node when its maintenance has ended."), "kubectl uncordon NODE"),
        Remedy(
            "features",
            _("Look which node declares the features that the pod needs, or update the kubelets."),
            "kubectl get nodes -o custom-columns=NAME:.metadata.name,FEATURES:.status.declaredFeatures",
        ),
        Remedy(
            "port",
            _("Use another hostPort, or none: a Service reaches the pod without it."),
            "kubectl get pods -A -o custom-columns="
            "NODE:.spec.nodeName,POD:.metadata.name,PORT:.spec.containers[*].ports[*].hostPort",
        ),
        Remedy(
            "antiAffinity",
            _("Look where matching pods run. Then add a node, or make the rule a preferred one."),
            "kubectl get pods -A -o wide --show-labels",
        ),
        Remedy(
            "affinity",
            _("Start a pod that matches the affinity on such a node, or make the rule a preferred one."),
            "kubectl get pods -A -o wide --show-labels",
        ),
        Remedy(
            "spread",
            _("Make space in the emptiest domain, raise maxSkew, or set ScheduleAnyway."),
            "kubectl get pods -l KEY=VALUE -o wide",
        ),
        Remedy(
            "disk",
            _("Another pod uses the volume. Wait until it has ended, or give each pod a claim of its own."),
            "kubectl describe pvc CLAIM",
        ),
        Remedy(
            "volume",
            _("Read the Events of the claim, and look at its StorageClass."),
            "kubectl describe pvc CLAIM",
        ),
        Remedy(
            "zone",
            _("Add a node in the zone of the volume, or make a new volume where nodes are free."),
            "kubectl describe pv VOLUME",
        ),
        Remedy(
            "volumes",
            _("The driver attaches no more volumes to these nodes. Add a node, or remove pods with volumes."),
            "kubectl get csinodes -o custom-columns="
            "NAME:.metadata.name,MOST:.spec.drivers[*].allocatable.count",
        ),
        Remedy(
            "devices",
            _("Wait until a device is free, add a node with such devices, or change the claim."),
            "kubectl get resourceslices -o wide",
        ),
    )
}

_OF_PLUGINS = {
    "NodeUnschedulable": "cordon",
    "NodeName": "nodeName",
    "TaintToleration": "taint",
    "NodeAffinity": "label",
    "NodePorts": "port",
    "NodeResourcesFit": "resource",
    "VolumeRestrictions": "disk",
    "NodeVolumeLimits": "volumes",
    "VolumeBinding": "volume",
    "VolumeZone": "zone",
    "PodTopologySpread": "spread",
    "InterPodAffinity": "antiAffinity",
    "DynamicResources": "devices",
    "NodeDeclaredFeatures": "features",
}
_OF_TEXTS = {
    "Too many pods": "pods",
    "node(s) didn't match pod affinity rules": "affinity",
}


def remedy_of(text: core.CatalogueText) -> Remedy | None:
    """What is drawn and advised for a text of Kubernetes; None for one that no plugin refuses nodes with."""
    drawing = _OF_TEXTS.get(text.meaning) or _OF_PLUGINS.get(text.plugin)
    return None if drawing is None else REMEDIES[drawing]

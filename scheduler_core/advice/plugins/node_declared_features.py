"""NodeDeclaredFeatures: the kubelet of the node lacks features that the pod needs."""

from __future__ import annotations

from scheduler_core.actor import message
from scheduler_core.advice.plugin_advice import Details, PluginAdvice, RefusedNode

MESSAGES = {
    "obstacle.declared_features": "the kubelet of {node} does not declare {features}",
}


def details(refused: RefusedNode) -> Details:
    lacking = tuple(sorted(refused.pod.required_features - refused.node.node.declared_features))
    return (message("obstacle.declared_features", node=refused.node.name, features=lacking),)


ADVICE = PluginAdvice(details, MESSAGES)

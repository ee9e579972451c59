"""NodeName: the pod names another node."""

from __future__ import annotations

from scheduler_core.actor import message
from scheduler_core.advice.plugin_advice import Details, PluginAdvice, RefusedNode

MESSAGES = {
    "obstacle.node_name": "spec.nodeName names {name}",
}


def details(refused: RefusedNode) -> Details:
    return (message("obstacle.node_name", name=refused.pod.node_name),)


ADVICE = PluginAdvice(details, MESSAGES)

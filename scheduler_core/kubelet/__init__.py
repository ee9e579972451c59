"""The kubelet: a pod's life on a node, from its containers' start to the proof that they are dead."""

from scheduler_core.kubelet.application.behaviour import (
    DEFAULT_APPLICATION,
    Application,
    HookBehaviour,
)
from scheduler_core.kubelet.node.connection import CONNECTED, Connection
from scheduler_core.kubelet.node.node_actor import NodeActor
from scheduler_core.kubelet.node.processes import Process, Termination
from scheduler_core.objects.releases.releases import Release, release

__all__ = [
    "CONNECTED",
    "DEFAULT_APPLICATION",
    "Application",
    "Connection",
    "HookBehaviour",
    "NodeActor",
    "Process",
    "Release",
    "Termination",
    "release",
]

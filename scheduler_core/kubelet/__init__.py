"""The kubelet: a pod's life on a node, from its containers' start to the proof that they are dead."""

from scheduler_core.kubelet.application.behaviour import (
    DEFAULT_APPLICATION,
    Application,
    HookBehaviour,
)
from scheduler_core.kubelet.node.host import Host
from scheduler_core.kubelet.node.link import WHOLE, Link
from scheduler_core.kubelet.node.processes import Process, Termination
from scheduler_core.kubelet.types.releases import Release, release

__all__ = [
    "DEFAULT_APPLICATION",
    "WHOLE",
    "Application",
    "HookBehaviour",
    "Host",
    "Link",
    "Process",
    "Release",
    "Termination",
    "release",
]

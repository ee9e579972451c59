"""The kubelet: a pod's life on a node, from its containers' start to the proof that they are dead."""

from scheduler_core.kubelet.behaviour import DEFAULT_APPLICATION, Application, application_of
from scheduler_core.kubelet.kubelet import Kubelet, Termination
from scheduler_core.kubelet.termination import PreStop

__all__ = ["DEFAULT_APPLICATION", "Application", "Kubelet", "PreStop", "Termination", "application_of"]

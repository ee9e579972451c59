"""What a cluster is made of: immutable values, each with the manifest from which it was read."""

from scheduler_core.objects.kinds import KINDS, Kind, Object
from scheduler_core.objects.manifest import Json, Manifest
from scheduler_core.objects.meta import ObjectMeta, OwnerReference
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.policy import Namespace, PodDisruptionBudget, PriorityClass
from scheduler_core.objects.scalars.quantity import Quantity, QuantityError, parse_quantity
from scheduler_core.objects.workloads import Service, Workload

__all__ = [
    "KINDS",
    "Json",
    "Kind",
    "Manifest",
    "Namespace",
    "Node",
    "Object",
    "ObjectMeta",
    "OwnerReference",
    "Pod",
    "PodDisruptionBudget",
    "PriorityClass",
    "Quantity",
    "QuantityError",
    "Service",
    "Workload",
    "parse_quantity",
]

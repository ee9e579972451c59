"""PodInfo: a pod with all values that the scheduler derives from it, computed once.

Source: pkg/scheduler/framework/types.go PodInfo (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import TypeAlias

from scheduler_core.objects.pod import Container, Pod
from scheduler_core.objects.pod_resources.declared_features import features_for_scheduling
from scheduler_core.objects.pod_resources.requests import has_allocated_resources, pod_requests
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.selection.selectors import Toleration
from scheduler_core.scheduler.cluster.requests import (
    DEFAULT_REQUESTS,
    Row,
    all_requests_set,
    non_zero_requests,
    row_of,
)
from scheduler_core.scheduler.cluster.terms import AffinityTerm, WeightedTerm, preferred_terms, required_terms

NOT_STARTED = 2**62

Signature: TypeAlias = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class HostPort:
    """A host port of the node; ip 0.0.0.0 means every address."""

    ip: str
    protocol: str
    port: int

    def conflicts_with(self, other: HostPort) -> bool:
        return (
            self.port == other.port
            and self.protocol == other.protocol
            and (self.ip == other.ip or self.ip == "0.0.0.0" or other.ip == "0.0.0.0")
        )


@dataclass(frozen=True, eq=False)
class PodInfo:
    """A pod as the scheduler sees it. `on_node` is what the pod takes on a node, `non_zero` the same for
    scoring (milli-CPU, bytes); `requests` is the request for which the filters check while it waits.
    `node_name` is its node, or the node on which it is assumed before `pod` says so."""

    pod: Pod
    key: str
    uid: str
    namespace: str
    node_name: str
    labels: Mapping[str, str]
    priority: int
    on_node: Row
    non_zero: tuple[int, int]
    host_ports: tuple[HostPort, ...]
    claim_names: tuple[str, ...]
    affinity_terms: tuple[AffinityTerm, ...]
    anti_affinity_terms: tuple[AffinityTerm, ...]
    preferred_affinity: tuple[WeightedTerm, ...]
    preferred_anti_affinity: tuple[WeightedTerm, ...]
    has_affinity: bool

    @property
    def name(self) -> str:
        return self.pod.name

    @property
    def nominated_node_name(self) -> str:
        return self.pod.status.nominated_node_name

    @property
    def group_key(self) -> str:
        """The key of the group with which the pod is scheduled; "" without one."""
        group = self.pod.spec.group
        return f"{self.namespace}/{group}" if group else ""

    @property
    def terminating(self) -> bool:
        return self.pod.meta.deletion_at is not None

    @property
    def tolerations(self) -> tuple[Toleration, ...]:
        return self.pod.spec.tolerations

    @cached_property
    def requests(self) -> Row:
        """The request of a waiting pod for filters: the spec alone (NodeResourcesFit's PreFilter)."""
        return row_of(pod_requests(self.pod)) if has_allocated_resources(self.pod) else self.on_node

    @cached_property
    def scoring_requests(self) -> Row:
        """The request for NodeResourcesFit's scoring: 100m and 200Mi for containers without one; pod-level
        requests are left out."""
        if all_requests_set(self.pod):
            return self.requests
        return row_of(pod_requests(self.pod, DEFAULT_REQUESTS, use_pod_level=False))

    @cached_property
    def required_features(self) -> frozenset[str]:
        """The features that a node must declare."""
        return features_for_scheduling(self.pod)

    @cached_property
    def signature(self) -> Signature:
        """A key such that pods with equal keys get equal answers from the default plugins whose answers are
        kept (`Reads.cacheable`)."""
        spec = self.pod.spec
        affinity = spec.affinity
        selector = spec.node_selector
        return (
            self.priority,
            self.requests.values,
            self.scoring_requests.values,
            self.on_node.values,
            self.node_name,
            spec.tolerations,
            None if selector is None else tuple(sorted(selector.items())),
            None if affinity is None else affinity.node_affinity,
            self.host_ports,
            self.required_features,
        )

    @cached_property
    def importance(self) -> tuple[int, int]:
        """Sorting key, most important first: higher priority, then older (util.MoreImportantPod).

        The age is status.startTime in epoch milliseconds; a pod that has not started is the youngest of all.
        """
        start = self.pod.status.start_at
        return -self.priority, NOT_STARTED if start is None else start

    @cached_property
    def label_key(self) -> tuple[tuple[str, str], ...]:
        return tuple(sorted(self.labels.items()))

    def work_out(self) -> None:
        """Computes what the cycles of a waiting pod will read, so that its first cycle need not do so."""
        _ = self.signature, self.label_key

    def on(self, node_name: str) -> PodInfo:
        """The pod assumed on `node_name`; `pod` itself stays as the API server has it."""
        placed = object.__new__(PodInfo)
        placed.__dict__.update(self.__dict__, node_name=node_name)
        placed.__dict__.pop("signature", None)
        return placed

    @staticmethod
    def of(pod: Pod, *, release: Release = BASELINE) -> PodInfo:
        """The pod as the scheduler of a release reads it. Without priorities (before 1.11) it has 0."""
        spec = pod.spec
        requests = pod_requests(pod, use_status=True, release=release)
        affinity = spec.affinity
        towards = affinity.pod_affinity if affinity else None
        away = affinity.pod_anti_affinity if affinity else None
        namespace = pod.meta.namespace
        info = PodInfo(
            pod=pod,
            key=pod.meta.key,
            uid=pod.uid,
            namespace=namespace,
            node_name=spec.node_name,
            labels=pod.meta.labels,
            priority=pod.priority if release.priorities else 0,
            on_node=row_of(requests),
            non_zero=non_zero_requests(pod, requests, release),
            host_ports=_host_ports(pod),
            claim_names=_claim_names(pod),
            affinity_terms=required_terms(towards, namespace),
            anti_affinity_terms=required_terms(away, namespace),
            preferred_affinity=preferred_terms(towards, namespace),
            preferred_anti_affinity=preferred_terms(away, namespace),
            has_affinity=towards is not None or away is not None,
        )
        if not spec.node_name:
            info.work_out()
        return info

    def newer(self, pod: Pod, *, release: Release = BASELINE) -> PodInfo:
        """As `of`, for a newer version of the same pod. What depends on the spec alone is taken over where
        only the rest of the object has changed."""
        before = self.pod
        if (
            pod.spec is not before.spec
            or self.node_name != pod.spec.node_name
            or pod.meta.labels != before.meta.labels
            or pod.uid != before.uid
            or has_allocated_resources(pod)
            or has_allocated_resources(before)
        ):
            return PodInfo.of(pod, release=release)
        newer = object.__new__(PodInfo)
        newer.__dict__.update(self.__dict__, pod=pod)
        # The only other value that reads the status.
        newer.__dict__.pop("importance", None)
        return newer


BY_IMPORTANCE = attrgetter("importance")
"""Sorts pods with the most important one first."""


def _host_ports(pod: Pod) -> tuple[HostPort, ...]:
    def of(container: Container) -> list[HostPort]:
        return [
            HostPort(port.host_ip or "0.0.0.0", port.protocol or "TCP", port.host_port)
            for port in container.ports
            if port.host_port > 0
        ]

    ports: list[HostPort] = []
    for container in pod.spec.init_containers:
        if container.sidecar:
            ports.extend(of(container))
    for container in pod.spec.containers:
        ports.extend(of(container))
    return tuple(ports)


def _claim_names(pod: Pod) -> tuple[str, ...]:
    """The names of the claims of `persistentVolumeClaim` volumes, in spec order."""
    names: list[str] = []
    for volume in pod.spec.volumes:
        source = volume.get("persistentVolumeClaim")
        if isinstance(source, Mapping):
            name = source.get("claimName")
            if isinstance(name, str):
                names.append(name)
    return tuple(names)

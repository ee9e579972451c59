"""`kubectl describe` of a Namespace, a PriorityClass and a PodDisruptionBudget.

Source: k8s.io/kubectl/pkg/describe (v0.34).
"""

from __future__ import annotations

from scheduler_core.kubectl.describe.common import (
    Events,
    annotation_lines,
    describe_events,
    label_lines,
    listing,
)
from scheduler_core.kubectl.describe.tab_writer import Tabbed
from scheduler_core.objects import Namespace, Object, PodDisruptionBudget, PriorityClass
from scheduler_core.objects.manifest import find, integer, text
from scheduler_core.objects.meta import time_of
from scheduler_core.objects.scalars.times import rfc1123z


def describe_priority_class(stored: PriorityClass, events: Events, now_ms: int) -> str:
    """The text for a PriorityClass. Source: `describePriorityClass`."""
    out = _head(stored)
    out.line(0, f"Value:\t{stored.value}")
    out.line(0, f"GlobalDefault:\t{str(stored.global_default).lower()}")
    out.line(0, f"PreemptionPolicy:\t{stored.preemption_policy}")
    out.line(0, f"Description:\t{stored.description}")
    listing(out, "Annotations", annotation_lines(stored.meta.annotations))
    describe_events(out, events, now_ms)
    return out.text()


def _head(stored: Object) -> Tabbed:
    out = Tabbed()
    out.line(0, f"Name:\t{stored.meta.name}")
    if stored.meta.namespace:
        out.line(0, f"Namespace:\t{stored.meta.namespace}")
    return out


def describe_namespace(namespace: Namespace) -> str:
    """The text for a Namespace, without events; its quotas and limit ranges are not listed.
    Source: `describeNamespace`.
    """
    out = Tabbed()
    out.line(0, f"Name:\t{namespace.meta.name}")
    listing(out, "Labels", label_lines(namespace.meta.labels))
    listing(out, "Annotations", annotation_lines(namespace.meta.annotations))
    out.line(0, f"Status:\t{namespace.phase or 'Active'}")
    conditions = namespace.conditions
    if conditions:
        out.line(0, "Conditions:")
        out.line(1, "Type\tStatus\tLastTransitionTime\tReason\tMessage")
        out.line(1, "----\t------\t------------------\t------\t-------")
    for condition in conditions:
        cells = [text(find(condition, name)) for name in ("type", "status", "reason", "message")]
        moved = rfc1123z(time_of(condition, "lastTransitionTime"))
        out.line(1, f"{cells[0]} \t{cells[1]} \t{moved} \t{cells[2]} \t{cells[3]}")
    for nothing in ("No resource quota.", "No LimitRange resource."):
        out.flush()
        out.line(0, "")
        out.line(0, nothing)
    return out.text()


def describe_pod_disruption_budget(budget: PodDisruptionBudget, events: Events, now_ms: int) -> str:
    """The text for a PodDisruptionBudget. Source: `describePodDisruptionBudget`."""
    out = _head(budget)
    if budget.min_available is not None:
        out.line(0, f"Min available:\t{budget.min_available}")
    elif budget.max_unavailable is not None:
        out.line(0, f"Max unavailable:\t{budget.max_unavailable}")
    requirements = budget.selector.requirements if budget.selector is not None else ()
    chosen = ",".join(f"{requirement.key}={','.join(requirement.values)}" for requirement in requirements)
    out.line(0, f"Selector:\t{chosen or '<none>'}")
    out.line(0, "Status:")
    for label, field in (
        ("Allowed disruptions", "disruptionsAllowed"),
        ("Current", "currentHealthy"),
        ("Desired", "desiredHealthy"),
        ("Total", "expectedPods"),
    ):
        out.line(1, f"{label}:\t{integer(budget.status_manifest.get(field)) or 0}")
    describe_events(out, events, now_ms)
    return out.text()

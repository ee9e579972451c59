"""The sections of the gallery: the topic, as in scenario files → title and summary."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext, gettext_noop

TOPICS: Mapping[str, tuple[str, str]] = {
    "preemption": (
        gettext_noop("Priority and preemption"),
        gettext_noop("Which pod is tried first, which pods are preempted, and why."),
    ),
    "spread": (
        gettext_noop("Topology spread"),
        gettext_noop("Domains, skew, and the arithmetic behind a placement."),
    ),
    "groups": (
        gettext_noop("Groups of pods"),
        gettext_noop("Pods that run together or not at all: what a gang holds, preempts and waits for."),
    ),
    "devices": (
        gettext_noop("Devices and claims"),
        gettext_noop("Which device a pod gets, and which pods wait for one."),
    ),
    "safety": (
        gettext_noop("At most one"),
        gettext_noop("What keeps a pod from running twice when a node stops answering."),
    ),
    "exit": (
        gettext_noop("Graceful exit and eviction"),
        gettext_noop("Hooks, signals, grace periods, and memory pressure."),
    ),
    "releases": (
        gettext_noop("What releases change"),
        gettext_noop("Small clusters in which two releases of Kubernetes decide otherwise."),
    ),
}
OTHER = (gettext_noop("More scenarios"), "")


def title(topic: str) -> str:
    """The section's title in the active language; "" for an unknown topic."""
    return gettext(TOPICS[topic][0]) if topic in TOPICS else ""

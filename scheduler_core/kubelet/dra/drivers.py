"""The DRA drivers on a node, as annotations of its Node object state them.

`podium/<driver>.driver` is `absent` (the driver is not registered with the kubelet), `fails` or
`fails: <text>` (its NodePrepareResources answers with this error). Every other driver is registered and
works.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node

PREFIX, SUFFIX = "podium/", ".driver"
FORM = "absent, fails, or fails: <error of the driver>"
DEFAULT_ERROR = "device is not ready"


@dataclass(frozen=True, slots=True)
class DriverState:
    """Whether a driver is registered, and the error of its NodePrepareResources; "" when it succeeds."""

    registered: bool = True
    error: str = ""


WORKS = DriverState()


def parse_state(value: str) -> DriverState | None:
    """The state that an annotation gives; None when the value has no meaning."""
    word, colon, error = value.partition(":")
    if word.strip() == "absent" and not colon:
        return DriverState(registered=False)
    if word.strip() == "fails":
        return DriverState(error=error.strip() or DEFAULT_ERROR)
    return None


def driver_states(node: Node | None) -> Mapping[str, DriverState]:
    """The drivers that do not work on the node, by name."""
    if node is None:
        return {}
    annotations = node.meta.annotations
    states = ((driver, parse_state(value)) for driver, _, value in _stated(annotations))
    return {driver: state for driver, state in states if state is not None}


def unreadable(annotations: Mapping[str, Json]) -> list[tuple[str, str, str]]:
    """Key, value and expected form of each annotation about a driver that cannot be read."""
    texts = {key: value for key, value in annotations.items() if isinstance(value, str)}
    return [(key, value[:80], FORM) for _, key, value in _stated(texts) if parse_state(value) is None]


def _stated(annotations: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Driver, key and value of each annotation about a driver."""
    for key, value in annotations.items():
        driver = key.removeprefix(PREFIX).removesuffix(SUFFIX)
        if key == f"{PREFIX}{driver}{SUFFIX}" and driver:
            yield driver, key, value

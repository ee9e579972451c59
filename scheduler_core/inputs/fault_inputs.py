"""Faults that a person may cause, and their repair: of the network, of processes, of machines.

Endpoints of the network are `api-server`, `store`, `scheduler`, `controller-manager`, `storage` and
`node/<name>`; components are `kubelet/<node>`, `scheduler`, `controller-manager` or a controller by its name.
The effects on the cluster are in `faults/`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from scheduler_core.inputs.untimed import Endpoints, Fault, Flag, InJson, Name, in_seconds

DIRECTIONS = ("both", "to", "from")
POWER_FENCERS = ("power", "agent", "hypervisor", "ipmi", "pdu")
"""Means of fencing that switch the machine off."""
ISOLATING_FENCERS = ("network", "storage")
"""Means of fencing that leave the processes alive but cut them off."""
FENCERS = (*POWER_FENCERS, *ISOLATING_FENCERS)
KUBELET_PREFIX = "kubelet/"
"""Of the component that is the kubelet of a node."""
MAX_DELAY_SECONDS = 3_600
MAX_CLOCK_SECONDS = 86_400


@dataclass(frozen=True, slots=True)
class Cut(Fault):
    """Cuts the connection between two endpoints. The `direction` `to` stops only messages from the first to
    the second, `from` only those from the second to the first."""

    kind: ClassVar[str] = "cut"
    between: Endpoints
    direction: Annotated[str, InJson(lambda read, field: read.choice(field, DIRECTIONS, "both"))] = "both"


@dataclass(frozen=True, slots=True)
class Heal(Fault):
    """Restores the connection between two endpoints, or with `between` None every connection."""

    kind: ClassVar[str] = "heal"
    between: Annotated[
        tuple[str, str] | None,
        InJson(lambda read, field: read.endpoints() if read.given(field) else None, list),
    ] = None


@dataclass(frozen=True, slots=True)
class Delay(Fault):
    """Messages between two endpoints arrive `delay_ms` later, in both directions; 0 removes the delay."""

    kind: ClassVar[str] = "delay"
    between: Endpoints
    delay_ms: Annotated[int, in_seconds(0, MAX_DELAY_SECONDS)]


@dataclass(frozen=True, slots=True)
class Crash(Fault):
    """Kills a process: its memory is lost; its writes to the API server stay."""

    kind: ClassVar[str] = "crash"
    component: Name


@dataclass(frozen=True, slots=True)
class Start(Fault):
    """Starts a crashed process again; it knows only what it lists from the API server."""

    kind: ClassVar[str] = "start"
    component: Name


@dataclass(frozen=True, slots=True)
class Second(Fault):
    """Starts or stops a second instance of a component: it does not know that it has lost its leader lease,
    and works on an outdated view."""

    kind: ClassVar[str] = "second"
    component: Name
    running: Flag


@dataclass(frozen=True, slots=True)
class Power(Fault):
    """Switches a machine on or off."""

    kind: ClassVar[str] = "power"
    node: Name
    on: Flag


@dataclass(frozen=True, slots=True)
class Destroy(Fault):
    """Destroys a machine for good; its Node object stays."""

    kind: ClassVar[str] = "destroy"
    node: Name


@dataclass(frozen=True, slots=True)
class SetClock(Fault):
    """Sets the clock of a machine wrong by `offset_ms`; negative values put it behind."""

    kind: ClassVar[str] = "clock"
    node: Name
    offset_ms: Annotated[int, in_seconds(-MAX_CLOCK_SECONDS, MAX_CLOCK_SECONDS)]


@dataclass(frozen=True, slots=True)
class Shutdown(Fault):
    """Shuts a machine down by command, with a graceful node shutdown where one is configured."""

    kind: ClassVar[str] = "shutdown"
    node: Name


@dataclass(frozen=True, slots=True)
class Fence(Fault):
    """Fences a node by the means `by`: stops its processes, or cuts them off from the network or
    the storage."""

    kind: ClassVar[str] = "fence"
    node: Name
    by: Annotated[str, InJson(lambda read, field: read.choice(field, FENCERS))]


@dataclass(frozen=True, slots=True)
class SwitchActor(Fault):
    """Starts or stops an optional component: a fencing controller, the descheduler."""

    kind: ClassVar[str] = "actor"
    name: Name
    running: Flag


@dataclass(frozen=True, slots=True)
class SwitchScheduler(Fault):
    """Starts or stops kube-scheduler. After a stop only the state in the API server is left."""

    kind: ClassVar[str] = "scheduler"
    running: Flag


FAULT_INPUTS: tuple[type[Fault], ...] = (
    Cut,
    Heal,
    Delay,
    Crash,
    Start,
    Second,
    Power,
    Destroy,
    SetClock,
    Shutdown,
    Fence,
    SwitchActor,
    SwitchScheduler,
)

"""Faults that a person may cause, and their repair: of the network, of processes, of machines.

Endpoints of the network are `api-server`, `store`, `scheduler`, `controller-manager`, `storage` and
`node/<name>`; components are `kubelet/<node>`, `scheduler`, `controller-manager` or a controller by its name.
The effects on the cluster are in `faults/`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scheduler_core.inputs.reader import Reader
from scheduler_core.inputs.untimed import Fault
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.scalars.seconds import seconds

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
    between: tuple[str, str]
    direction: str = "both"

    @classmethod
    def read(cls, read: Reader) -> Cut:
        return cls(read.endpoints(), read.choice("direction", DIRECTIONS, "both"))

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "between": list(self.between), "direction": self.direction}


@dataclass(frozen=True, slots=True)
class Heal(Fault):
    """Restores the connection between two endpoints, or with `between` None every connection."""

    kind: ClassVar[str] = "heal"
    between: tuple[str, str] | None = None

    @classmethod
    def read(cls, read: Reader) -> Heal:
        return cls(read.endpoints() if read.given("between") else None)

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "between": None if self.between is None else list(self.between)}


@dataclass(frozen=True, slots=True)
class Delay(Fault):
    """Messages between two endpoints arrive `delay_ms` later, in both directions; 0 removes the delay."""

    kind: ClassVar[str] = "delay"
    between: tuple[str, str]
    delay_ms: int

    @classmethod
    def read(cls, read: Reader) -> Delay:
        return cls(read.endpoints(), read.milliseconds("seconds", 0, MAX_DELAY_SECONDS))

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "between": list(self.between), "seconds": seconds(self.delay_ms)}


@dataclass(frozen=True, slots=True)
class Crash(Fault):
    """Kills a process: its memory is lost; its writes to the API server stay."""

    kind: ClassVar[str] = "crash"
    component: str

    @classmethod
    def read(cls, read: Reader) -> Crash:
        return cls(read.name("component"))

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "component": self.component}


@dataclass(frozen=True, slots=True)
class Start(Fault):
    """Starts a crashed process again; it knows only what it lists from the API server."""

    kind: ClassVar[str] = "start"
    component: str

    @classmethod
    def read(cls, read: Reader) -> Start:
        return cls(read.name("component"))

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "component": self.component}


@dataclass(frozen=True, slots=True)
class Second(Fault):
    """Starts or stops a second instance of a component: it does not know that it has lost its leader lease,
    and works on an outdated view."""

    kind: ClassVar[str] = "second"
    component: str
    running: bool

    @classmethod
    def read(cls, read: Reader) -> Second:
        return cls(read.name("component"), read.flag("running"))

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "component": self.component, "running": self.running}


@dataclass(frozen=True, slots=True)
class Power(Fault):
    """Switches a machine on or off."""

    kind: ClassVar[str] = "power"
    node: str
    on: bool

    @classmethod
    def read(cls, read: Reader) -> Power:
        return cls(read.name("node"), read.flag("on"))

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "node": self.node, "on": self.on}


@dataclass(frozen=True, slots=True)
class Destroy(Fault):
    """Destroys a machine for good; its Node object stays."""

    kind: ClassVar[str] = "destroy"
    node: str

    @classmethod
    def read(cls, read: Reader) -> Destroy:
        return cls(read.name("node"))

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "node": self.node}


@dataclass(frozen=True, slots=True)
class SetClock(Fault):
    """Sets the clock of a machine wrong by `offset_ms`; negative values put it behind."""

    kind: ClassVar[str] = "clock"
    node: str
    offset_ms: int

    @classmethod
    def read(cls, read: Reader) -> SetClock:
        return cls(read.name("node"), read.milliseconds("seconds", -MAX_CLOCK_SECONDS, MAX_CLOCK_SECONDS))

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "node": self.node, "seconds": seconds(self.offset_ms)}


@dataclass(frozen=True, slots=True)
class Shutdown(Fault):
    """Shuts a machine down by command, with a graceful node shutdown where one is configured."""

    kind: ClassVar[str] = "shutdown"
    node: str

    @classmethod
    def read(cls, read: Reader) -> Shutdown:
        return cls(read.name("node"))

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "node": self.node}


@dataclass(frozen=True, slots=True)
class Fence(Fault):
    """Fences a node by the means `by`: stops its processes, or cuts them off from the network or
    the storage."""

    kind: ClassVar[str] = "fence"
    node: str
    by: str

    @classmethod
    def read(cls, read: Reader) -> Fence:
        return cls(read.name("node"), read.choice("by", FENCERS))

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "node": self.node, "by": self.by}


@dataclass(frozen=True, slots=True)
class SwitchActor(Fault):
    """Starts or stops an optional component: a fencing controller, the descheduler."""

    kind: ClassVar[str] = "actor"
    name: str
    running: bool

    @classmethod
    def read(cls, read: Reader) -> SwitchActor:
        return cls(read.name("name"), read.flag("running"))

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "name": self.name, "running": self.running}


@dataclass(frozen=True, slots=True)
class SwitchScheduler(Fault):
    """Starts or stops kube-scheduler. After a stop only the state in the API server is left."""

    kind: ClassVar[str] = "scheduler"
    running: bool

    @classmethod
    def read(cls, read: Reader) -> SwitchScheduler:
        return cls(read.flag("running"))

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "running": self.running}


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

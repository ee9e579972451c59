"""Faults a person may cause, and their undoing: of the network, of processes, of machines.

Endpoints of the network are `api-server`, `store`, `scheduler`, `controller-manager`, `storage` and
`node/<name>`; components are `kubelet/<node>`, `scheduler`, `controller-manager` or a controller by its name.
What a fault does to the cluster is in `faults.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, TypeAlias

from scheduler_core.objects.manifest import Json
from scheduler_core.simulation.inputs.reader import Reader

DIRECTIONS = ("both", "to", "from")
FENCERS = ("power", "agent", "hypervisor", "ipmi", "pdu", "network", "storage")
MOST_DELAY_SECONDS = 3_600
MOST_CLOCK_SECONDS = 86_400


def as_seconds(ms: int) -> Json:
    return ms // 1000 if ms % 1000 == 0 else ms / 1000


@dataclass(frozen=True, slots=True)
class Cut:
    """Nothing gets through between two endpoints. `direction`: `to` only from the first to the second, `from`
    only from the second to the first."""

    kind: ClassVar[str] = "cut"
    between: tuple[str, str]
    direction: str = "both"

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "between": list(self.between), "direction": self.direction}


@dataclass(frozen=True, slots=True)
class Heal:
    """Everything gets through again. `between` None: on every way."""

    kind: ClassVar[str] = "heal"
    between: tuple[str, str] | None = None

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "between": None if self.between is None else list(self.between)}


@dataclass(frozen=True, slots=True)
class Delay:
    """What is sent between two endpoints arrives `delay_ms` later, both ways. 0: no delay."""

    kind: ClassVar[str] = "delay"
    between: tuple[str, str]
    delay_ms: int

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "between": list(self.between), "seconds": as_seconds(self.delay_ms)}


@dataclass(frozen=True, slots=True)
class Crash:
    """A process dies: its memory is lost, what it wrote stays."""

    kind: ClassVar[str] = "crash"
    component: str

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "component": self.component}


@dataclass(frozen=True, slots=True)
class Start:
    """A crashed process starts anew: it knows nothing but what it lists."""

    kind: ClassVar[str] = "start"
    component: str

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "component": self.component}


@dataclass(frozen=True, slots=True)
class Second:
    """A second instance that does not know it lost its leader lease; it works on what it saw last."""

    kind: ClassVar[str] = "second"
    component: str
    running: bool

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "component": self.component, "running": self.running}


@dataclass(frozen=True, slots=True)
class Power:
    """The power switch of a machine."""

    kind: ClassVar[str] = "power"
    node: str
    on: bool

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "node": self.node, "on": self.on}


@dataclass(frozen=True, slots=True)
class Destroy:
    """The machine is gone for good; its Node object is not."""

    kind: ClassVar[str] = "destroy"
    node: str

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "node": self.node}


@dataclass(frozen=True, slots=True)
class SetClock:
    """The machine's clock is off by `offset_ms` (negative: behind)."""

    kind: ClassVar[str] = "clock"
    node: str
    offset_ms: int

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "node": self.node, "seconds": as_seconds(self.offset_ms)}


@dataclass(frozen=True, slots=True)
class Shutdown:
    """The machine is shut down from inside, in order: a graceful node shutdown where it is set up."""

    kind: ClassVar[str] = "shutdown"
    node: str

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "node": self.node}


@dataclass(frozen=True, slots=True)
class Fence:
    """It is made sure that nothing of a node runs, or that nothing it runs reaches network or storage."""

    kind: ClassVar[str] = "fence"
    node: str
    by: str

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "node": self.node, "by": self.by}


@dataclass(frozen=True, slots=True)
class BreakAttachment:
    """The attachment of a volume to a node is broken off, whoever still writes to it."""

    kind: ClassVar[str] = "break-attachment"
    volume: str
    node: str

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "volume": self.volume, "node": self.node}


@dataclass(frozen=True, slots=True)
class SwitchActor:
    """Starts or stops one that a cluster need not have: a fencing controller, the descheduler."""

    kind: ClassVar[str] = "actor"
    name: str
    running: bool

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "name": self.name, "running": self.running}


FaultInput: TypeAlias = (
    Cut
    | Heal
    | Delay
    | Crash
    | Start
    | Second
    | Power
    | Destroy
    | SetClock
    | Shutdown
    | Fence
    | BreakAttachment
    | SwitchActor
)


def _heal(read: Reader) -> Heal:
    return Heal(read.endpoints() if read.given("between") else None)


FAULT_PARSERS: Mapping[str, Callable[[Reader], FaultInput]] = MappingProxyType(
    {
        Cut.kind: lambda read: Cut(read.endpoints(), read.choice("direction", DIRECTIONS, "both")),
        Heal.kind: _heal,
        Delay.kind: lambda read: Delay(read.endpoints(), read.milliseconds("seconds", 0, MOST_DELAY_SECONDS)),
        Crash.kind: lambda read: Crash(read.name("component")),
        Start.kind: lambda read: Start(read.name("component")),
        Second.kind: lambda read: Second(read.name("component"), read.flag("running")),
        Power.kind: lambda read: Power(read.name("node"), read.flag("on")),
        Destroy.kind: lambda read: Destroy(read.name("node")),
        SetClock.kind: lambda read: SetClock(
            read.name("node"), read.milliseconds("seconds", -MOST_CLOCK_SECONDS, MOST_CLOCK_SECONDS)
        ),
        Shutdown.kind: lambda read: Shutdown(read.name("node")),
        Fence.kind: lambda read: Fence(read.name("node"), read.choice("by", FENCERS)),
        BreakAttachment.kind: lambda read: BreakAttachment(read.name("volume"), read.name("node")),
        SwitchActor.kind: lambda read: SwitchActor(read.name("name"), read.flag("running")),
    }
)

"""Faults that a person may cause, and their repair: of the network, of processes, of machines.

Endpoints of the network are `api-server`, `store`, `scheduler`, `controller-manager`, `storage` and
`node/<name>`; components are `kubelet/<node>`, `scheduler`, `controller-manager` or a controller by its name.
The effects on the cluster are in `faults/`.
"""

from __future__ import annotations

from typing import Annotated

from scheduler_core.inputs.reader import Reader
from scheduler_core.inputs.untimed import Endpoints, Fault, Flag, InJson, Name, in_seconds
from scheduler_core.objects.releases.version import is_version

DIRECTIONS = ("both", "to", "from")
POWER_FENCERS = ("power", "agent", "hypervisor", "ipmi", "pdu")
"""Means of fencing that switch the machine off."""
ISOLATING_FENCERS = ("network", "storage")
"""Means of fencing that leave the processes alive but cut them off."""
FENCERS = (*POWER_FENCERS, *ISOLATING_FENCERS)
KUBELET_PREFIX = "kubelet/"
"""The prefix of the component name of a node's kubelet."""
MAX_DELAY_SECONDS = 3_600
MAX_CLOCK_SECONDS = 86_400


class Cut(Fault, kind="cut"):
    """Cuts the connection between two endpoints. The `direction` `to` stops only messages from the first to
    the second, `from` only those from the second to the first."""

    between: Endpoints
    direction: Annotated[str, InJson(lambda read, field: read.choice(field, DIRECTIONS, "both"))] = "both"


class Heal(Fault, kind="heal"):
    """Restores the connection between two endpoints, or with `between` None every connection."""

    between: Annotated[
        tuple[str, str] | None,
        InJson(lambda read, field: read.endpoints() if read.has_value(field) else None, list),
    ] = None


class Delay(Fault, kind="delay"):
    """Messages between two endpoints arrive `delay_ms` later, in both directions; 0 removes the delay."""

    between: Endpoints
    delay_ms: Annotated[int, in_seconds(0, MAX_DELAY_SECONDS)]


class Crash(Fault, kind="crash"):
    """Kills a process: its memory is lost; its writes to the API server stay."""

    component: Name


class Start(Fault, kind="start"):
    """Starts a crashed process again; it knows only what it lists from the API server."""

    component: Name


class Second(Fault, kind="second"):
    """Starts or stops a second instance of a component: it does not know that it has lost its leader lease,
    and works on an outdated view."""

    component: Name
    running: Flag


class Power(Fault, kind="power"):
    """Switches a machine on or off."""

    node: Name
    on: Flag


def _version(read: Reader, field: str) -> str:
    value = read.name(field)
    if not is_version(value):
        raise read.wrong(field, "scenario.unknown_version", got=value[:40])
    return value


class UpgradeKubelet(Fault, kind="upgrade"):
    """Installs a kubelet of another release of Kubernetes on a machine. A kubelet that runs starts anew, and
    its containers run on."""

    node: Name
    version: Annotated[str, InJson(_version)]


class Destroy(Fault, kind="destroy"):
    """Destroys a machine for good; its Node object stays."""

    node: Name


class SetClock(Fault, kind="clock"):
    """Sets the clock of a machine wrong by `offset_ms`; negative values put it behind."""

    node: Name
    offset_ms: Annotated[int, in_seconds(-MAX_CLOCK_SECONDS, MAX_CLOCK_SECONDS)]


class Shutdown(Fault, kind="shutdown"):
    """Shuts a machine down by command, with a graceful node shutdown where one is configured."""

    node: Name


class Fence(Fault, kind="fence"):
    """Fences a node by the means `by`: stops its processes, or cuts them off from the network or
    the storage."""

    node: Name
    by: Annotated[str, InJson(lambda read, field: read.choice(field, FENCERS))]


class SwitchActor(Fault, kind="actor"):
    """Starts or stops an optional component: a fencing controller, the descheduler."""

    name: Name
    running: Flag


class SwitchScheduler(Fault, kind="scheduler"):
    """Starts or stops kube-scheduler. After a stop only the state in the API server is left."""

    running: Flag


FAULT_INPUTS: tuple[type[Fault], ...] = (
    Cut,
    Heal,
    Delay,
    Crash,
    Start,
    Second,
    Power,
    UpgradeKubelet,
    Destroy,
    SetClock,
    Shutdown,
    Fence,
    SwitchActor,
    SwitchScheduler,
)

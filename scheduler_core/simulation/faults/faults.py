"""Faults happen to the network, to processes, machines and applications; all consequences follow from the
rules of the parts alone.

A fault is one act of the person. It also updates the leases of nodes that stop or resume their heartbeats,
because renewals are not simulated one by one (see `objects/lease.py`).
"""

from __future__ import annotations

from dataclasses import replace

from scheduler_core.actor import Act
from scheduler_core.inputs.application_inputs import Behave, ChangeMember, SetUsage
from scheduler_core.inputs.fault_inputs import (
    Crash,
    Cut,
    Delay,
    Destroy,
    Fence,
    Heal,
    Power,
    Second,
    SetClock,
    Shutdown,
    Start,
    SwitchActor,
    SwitchScheduler,
    UpgradeKubelet,
)
from scheduler_core.inputs.untimed import Fault
from scheduler_core.objects.problem import Problem
from scheduler_core.simulation.cluster.links import relink
from scheduler_core.simulation.cluster.running_actors import follow
from scheduler_core.simulation.faults import (
    application_faults,
    machine_faults,
    network_faults,
    process_faults,
)
from scheduler_core.simulation.faults.scene import Scene


def cause(at: Scene, value: Fault) -> Act | Problem:
    """Carries out the fault and lets the cluster react: actors that can no longer run are removed, and
    machines learn their connections."""
    act = _happen(at, value)
    if isinstance(act, Act):
        tosses = follow(at.cluster, at.api, at.now_ms, at.random)
        relink(at.cluster, at.api, at.now_ms)
        for _, host in at.cluster.machines():
            host.keep_lease(at.api, at.now_ms)
        return replace(act, tosses=tosses) if tosses else act
    return act


def _happen(at: Scene, value: Fault) -> Act | Problem:
    match value:
        case Cut():
            return network_faults.cut(at, value)
        case Heal():
            return network_faults.heal(at, value)
        case Delay():
            return network_faults.delay(at, value)
        case Crash():
            return process_faults.crash(at, value)
        case Start():
            return process_faults.start(at, value)
        case Second():
            return process_faults.second(at, value)
        case SwitchActor():
            return process_faults.switch_actor(at, value)
        case SwitchScheduler():
            return process_faults.switch_scheduler(at, value)
        case Power():
            return machine_faults.power(at, value)
        case UpgradeKubelet():
            return machine_faults.upgrade_kubelet(at, value)
        case Destroy():
            return machine_faults.destroy(at, value)
        case SetClock():
            return machine_faults.set_clock(at, value)
        case Shutdown():
            return machine_faults.shut_down(at, value)
        case Fence():
            return machine_faults.fence(at, value)
        case SetUsage():
            return application_faults.set_usage(at, value)
        case Behave():
            return application_faults.behave(at, value)
        case ChangeMember():
            return application_faults.change_member(at, value)
        case _:
            raise TypeError(f"{value.kind} is no fault of this room")

"""Faults of machines: power, destruction, clock, shutdown, and fencing."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Protocol, TypeVar

from scheduler_core.actor import Act, Message, message
from scheduler_core.inputs.fault_inputs import (
    POWER_FENCERS,
    Destroy,
    Fence,
    Power,
    SetClock,
    Shutdown,
    UpgradeKubelet,
)
from scheduler_core.inputs.outcome import you
from scheduler_core.kubelet.node.node_actor import NodeActor
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.version import git_version
from scheduler_core.objects.scalars.seconds import seconds
from scheduler_core.simulation.faults.scene import NOTHING, Scene, machine, on_machine


class _OfNode(Protocol):
    @property
    def node(self) -> str:
        """The name of the node."""


V = TypeVar("V", bound=_OfNode)


def _on_its_machine(
    fault: Callable[[Scene, V, NodeActor], Act | Problem],
) -> Callable[[Scene, V], Act | Problem]:
    """Gives the fault the machine of its node; a problem when there is none."""

    @wraps(fault)
    def on_host(at: Scene, value: V) -> Act | Problem:
        host = machine(at, value.node)
        return host if isinstance(host, Problem) else fault(at, value, host)

    return on_host


@_on_its_machine
def power(at: Scene, value: Power, host: NodeActor) -> Act | Problem:
    """Turns the machine on or off. A silent one that is turned on boots: nobody knew whether it was on."""
    if value.on and value.node in at.cluster.network.silent:
        host.power(False, at.now_ms)
    if host.hardware.power == value.on:
        return you(value.kind, NOTHING)
    return switch_power(
        at,
        host,
        value.on,
        value.kind,
        message("you.powered_on" if value.on else "you.powered_off", node=value.node),
    )


def switch_power(at: Scene, host: NodeActor, on: bool, kind: str, sentence: Message) -> Act:
    """Turns the machine on or off. Messages on their way to it are lost; turning it on ends its fencing and
    its silence.
    """
    at.cluster.delayed.drop(host.name)
    if on:
        at.cluster.network = at.cluster.network.let_in(host.node).without_silence(host.node)
    host.power(on, at.now_ms, at.api.pods)
    return on_machine(at, host, kind, sentence)


@_on_its_machine
def upgrade_kubelet(at: Scene, value: UpgradeKubelet, host: NodeActor) -> Act | Problem:
    """Installs a kubelet of another release; one that runs is stopped and starts anew."""
    version = git_version(value.version)
    if host.node_object.version == version:
        return you(value.kind, NOTHING)
    runs = host.kubelet is not None
    if runs:
        host.crash(at.now_ms)
        at.cluster.delayed.drop(host.name)
    host.install(at.cluster.components.kubelet_release(value.version), version)
    if runs:
        host.start(at.api.pods, at.now_ms)
    sentence = "you.upgraded_kubelet" if runs else "you.installed_kubelet"
    return on_machine(at, host, value.kind, message(sentence, node=value.node, version=version))


@_on_its_machine
def destroy(at: Scene, value: Destroy, host: NodeActor) -> Act | Problem:
    """Destroys the machine: it never comes back."""
    at.cluster.delayed.drop(host.name)
    host.destroy(at.now_ms)
    return on_machine(at, host, value.kind, message("you.destroyed", node=value.node))


@_on_its_machine
def set_clock(at: Scene, value: SetClock, host: NodeActor) -> Act | Problem:
    """Sets by how much the machine's clock is ahead of the cluster's; negative: behind it."""
    if host.hardware.clock_offset_ms == value.offset_ms:
        return you(value.kind, NOTHING)
    host.set_clock(value.offset_ms)
    sentence = message("you.set_clock", node=value.node, seconds=seconds(value.offset_ms))
    return on_machine(
        at, host, value.kind, sentence if value.offset_ms else message("you.reset_clock", node=value.node)
    )


@_on_its_machine
def shut_down(at: Scene, value: Shutdown, host: NodeActor) -> Act | Problem:
    """Shuts the operating system down: gracefully if the kubelet has time for it, else hard."""
    if not host.hardware.power:
        return Problem("input.node", "fault.no_power", {"node": value.node})
    if host.managers.shutdown is not None:
        return you(value.kind, NOTHING)
    if host.shut_down(at.now_ms):
        return on_machine(at, host, value.kind, message("you.shut_down", node=value.node))
    at.cluster.delayed.drop(host.name)
    return on_machine(at, host, value.kind, message("you.shut_down_hard", node=value.node))


@_on_its_machine
def fence(at: Scene, value: Fence, host: NodeActor) -> Act | Problem:
    """Fences the node: cuts it off from network or storage, or turns its power off."""
    network, node = at.cluster.network, value.node
    if network.isolated_by(node) == value.by or (value.by in POWER_FENCERS and not host.hardware.power):
        return you(value.kind, NOTHING)
    at.cluster.network = network.with_isolated(node, value.by)
    by = message(f"fencer.{value.by}")
    if value.by in POWER_FENCERS:
        sentence = message("you.fenced_power", node=node, by=by)
        return switch_power(at, host, False, value.kind, sentence)
    sentence = message(f"you.fenced_{value.by}", node=node, by=by)
    return on_machine(at, host, value.kind, sentence)

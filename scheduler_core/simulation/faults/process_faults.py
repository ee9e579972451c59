"""Processes of the control plane and kubelets: they crash, start again, and run twice."""

from __future__ import annotations

from scheduler_core.actor import Act, message
from scheduler_core.inputs.endpoints import CONTROLLER_MANAGER, SCHEDULER
from scheduler_core.inputs.fault_inputs import (
    KUBELET_PREFIX,
    Crash,
    Second,
    Start,
    SwitchActor,
    SwitchScheduler,
)
from scheduler_core.inputs.outcome import you
from scheduler_core.objects.problem import Problem
from scheduler_core.simulation.cluster.cluster import Cluster
from scheduler_core.simulation.faults.scene import (
    ENDPOINT_MESSAGES,
    NOTHING,
    Scene,
    machine,
    on_machine,
    unknown_component,
)


def switch_scheduler(at: Scene, value: SwitchScheduler) -> Act:
    return _switch(at, value.kind, SCHEDULER, value.running)


def crash(at: Scene, value: Crash) -> Act | Problem:
    if value.component.startswith(KUBELET_PREFIX):
        node = value.component.removeprefix(KUBELET_PREFIX)
        host = machine(at, node, "component")
        if isinstance(host, Problem):
            return host
        if host.kubelet is None:
            return you(value.kind, NOTHING)
        host.crash(at.now_ms)
        at.cluster.delayed.drop(host.name)
        return on_machine(at, host, value.kind, message("you.crashed_kubelet", node=node))
    return _unknown_component(at, value.component) or _switch(at, value.kind, value.component, False)


def start(at: Scene, value: Start) -> Act | Problem:
    if value.component.startswith(KUBELET_PREFIX):
        node = value.component.removeprefix(KUBELET_PREFIX)
        host = machine(at, node, "component")
        if isinstance(host, Problem):
            return host
        if host.kubelet is not None:
            # `systemctl restart kubelet`: a running kubelet is stopped first.
            host.crash(at.now_ms)
            at.cluster.delayed.drop(host.name)
        if not host.hardware.power:
            return Problem("input.component", "fault.no_power", {"node": node})
        at.cluster.network = at.cluster.network.without_silence(node)
        host.start(at.api.pods, at.now_ms)
        return on_machine(at, host, value.kind, message("you.started_kubelet", node=node))
    return _unknown_component(at, value.component) or _switch(at, value.kind, value.component, True)


def _switch(at: Scene, kind: str, component: str, running: bool) -> Act:
    down = at.cluster.down
    if (component not in down) == running:
        return you(kind, NOTHING)
    at.cluster.down = down - {component} if running else down | {component}
    if component == SCHEDULER:
        return you(kind, message("you.started_scheduler" if running else "you.stopped_scheduler"))
    name = message(ENDPOINT_MESSAGES[component]) if component in ENDPOINT_MESSAGES else component
    return you(kind, message("you.started" if running else "you.crashed", name=name))


def doubled_components(cluster: Cluster) -> tuple[str, ...]:
    """The components that may have a second instance: the scheduler, and each controller by itself."""
    return SCHEDULER, *cluster.components.controller_names


def second(at: Scene, value: Second) -> Act | Problem:
    components = doubled_components(at.cluster)
    if value.component not in components:
        return unknown_component(value.component, components)
    running = at.cluster.second_instances
    if (value.component in running) == value.running:
        return you(value.kind, NOTHING)
    at.cluster.second_instances = (
        running | {value.component} if value.running else running - {value.component}
    )
    name = message(ENDPOINT_MESSAGES[SCHEDULER]) if value.component == SCHEDULER else value.component
    return you(
        value.kind, message("you.started_second" if value.running else "you.stopped_second", name=name)
    )


def switch_actor(at: Scene, value: SwitchActor) -> Act | Problem:
    actors = at.cluster.components.extra_names
    if value.name not in actors:
        return unknown_component(value.name, actors, "input.name")
    extras = at.cluster.extras
    if (value.name in extras) == value.running:
        return you(value.kind, NOTHING)
    at.cluster.extras = extras | {value.name} if value.running else extras - {value.name}
    sentence = message("you.started_actor" if value.running else "you.stopped_actor", name=value.name)
    return you(value.kind, sentence)


def _unknown_component(at: Scene, component: str) -> Problem | None:
    components = (SCHEDULER, CONTROLLER_MANAGER, *at.cluster.components.controller_names)
    return None if component in components else unknown_component(component, ("kubelet/<node>", *components))

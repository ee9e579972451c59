"""Faults happen to the network, to processes and to machines; everything else follows from the parts alone.

A fault is one act of "you". Leases of nodes that were silenced or are heard again are written down with it
(renewals are not played one by one, see objects/lease.py): that is bookkeeping, nobody's message.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scheduler_core.actor import Act, Message, MessageArg, message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.kubelet.eviction.node_usage import Change
from scheduler_core.kubelet.node.host import Host
from scheduler_core.objects.manifest import Json, text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.quantity import parse_quantity
from scheduler_core.simulation.cluster.delivery import Delivery
from scheduler_core.simulation.cluster.network import MOST_LINKS, Way, directions, nodes_of
from scheduler_core.simulation.cluster.quorum import change_member
from scheduler_core.simulation.inputs.act_inputs import Behave, ChangeMember, SetUsage
from scheduler_core.simulation.inputs.fault_inputs import (
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
    as_seconds,
)
from scheduler_core.simulation.inputs.parse import SwitchScheduler
from scheduler_core.simulation.inputs.reader import API_SERVER, CONTROLLER_MANAGER, SCHEDULER, STORAGE, STORE
from scheduler_core.simulation.kubectl.apply import you

YOU = "you"
FAULTS = (
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
    | SetUsage
    | Behave
    | ChangeMember
    | Fence
    | SwitchActor
    | SwitchScheduler
)
"""Inputs that are not the API server's."""

KUBELET_PREFIX = "kubelet/"
POWER_FENCERS = ("power", "agent", "hypervisor", "ipmi", "pdu")
_ENDPOINT_IDS = {
    API_SERVER: "endpoint.api_server",
    STORE: "endpoint.store",
    STORAGE: "endpoint.storage",
    SCHEDULER: "endpoint.scheduler",
    CONTROLLER_MANAGER: "endpoint.controller_manager",
}
_NOTHING = message("you.changed_nothing")


def problem_message(problem: Problem) -> Message:
    """What is wrong with an input, as a message."""
    return Message(problem.code, tuple((name, _argument(value)) for name, value in problem.args.items()))


def read_message(value: Mapping[str, Json]) -> Message:
    """A message from its JSON."""
    arguments = value.get("args")
    given = arguments if isinstance(arguments, Mapping) else {}
    return Message(str(value.get("id")), tuple((name, _read(each)) for name, each in given.items()))


def _read(value: Json) -> MessageArg:
    if isinstance(value, Mapping):
        return read_message(value)
    if isinstance(value, (list, tuple)):
        return tuple(str(each) for each in value)
    return _argument(value)


def _argument(value: Json) -> MessageArg:
    return value if isinstance(value, (str, int, float)) or value is None else str(value)


def endpoint_name(endpoint: str) -> MessageArg:
    """An endpoint in a sentence: a node by its name, others by what they are."""
    found = _ENDPOINT_IDS.get(endpoint)
    return message(found) if found is not None else nodes_of((endpoint, ""))[0]


@dataclass(slots=True)
class Faults:
    """One fault at one moment. An input that asks for what is so already does nothing and says so."""

    api: ApiServer
    delivery: Delivery
    now_ms: int

    def do(self, value: Any) -> Act | Problem | Refused:
        act: Act | Problem | Refused = _WORK[type(value)](self, value)
        if isinstance(act, Act):
            self.delivery.follow(self.api, self.now_ms)
            self.delivery.relink(self.api, self.now_ms)
            for _, host in self.delivery.machines():
                host.keep_lease(self.api, self.now_ms)
        return act

    # The network

    def cut(self, value: Cut) -> Act | Problem:
        unknown = self._unknown_nodes(value.between)
        if unknown is not None:
            return unknown
        network = self.delivery.network
        ways = directions(value.between, value.direction)
        if not any(network.flows(*way) for way in ways):
            return you(value.kind, _NOTHING)
        after = network.with_cut(value.between, value.direction, self.now_ms)
        if after.links > MOST_LINKS:
            return Problem("input.between", "fault.too_many", {"limit": MOST_LINKS})
        self.delivery.network = after
        return you(value.kind, _cut_message(value), nodes=nodes_of(value.between))

    def heal(self, value: Heal) -> Act | Problem:
        before = self.delivery.network
        if value.between is None:
            after = before.healed()
            said, nodes = message("you.healed_all"), tuple(sorted(before.troubled_nodes()))
        else:
            unknown = self._unknown_nodes(value.between)
            if unknown is not None:
                return unknown
            after, nodes = before.healed(value.between), nodes_of(value.between)
            said = message("you.healed", **_ends(value.between))
        if after == before:
            return you(value.kind, _NOTHING)
        self.delivery.network = after
        return you(value.kind, said, nodes=nodes)

    def delay(self, value: Delay) -> Act | Problem:
        unknown = self._unknown_nodes(value.between)
        if unknown is not None:
            return unknown
        before = self.delivery.network
        after = before.with_delay(value.between, value.delay_ms)
        if after == before:
            return you(value.kind, _NOTHING)
        if after.links > MOST_LINKS:
            return Problem("input.between", "fault.too_many", {"limit": MOST_LINKS})
        self.delivery.network = after
        seconds = _seconds(value.delay_ms)
        said = message("you.delayed", **_ends(value.between), seconds=seconds)
        if not value.delay_ms:
            said = message("you.undelayed", **_ends(value.between))
        return you(value.kind, said, nodes=nodes_of(value.between))

    # Processes

    def switch_scheduler(self, value: SwitchScheduler) -> Act:
        return self._switch(value.kind, SCHEDULER, value.running)

    def crash(self, value: Crash) -> Act | Problem:
        if value.component.startswith(KUBELET_PREFIX):
            node = value.component.removeprefix(KUBELET_PREFIX)
            host = self._machine(node, "component")
            if isinstance(host, Problem):
                return host
            if host.kubelet is None:
                return you(value.kind, _NOTHING)
            host.crash(self.now_ms)
            self.delivery.mail.drop(host.name)
            return self._at(host, value.kind, message("you.crashed_kubelet", node=node))
        return self._unknown_component(value.component) or self._switch(value.kind, value.component, False)

    def start(self, value: Start) -> Act | Problem:
        if value.component.startswith(KUBELET_PREFIX):
            node = value.component.removeprefix(KUBELET_PREFIX)
            host = self._machine(node, "component")
            if isinstance(host, Problem):
                return host
            if host.kubelet is not None:
                # `systemctl restart kubelet`: one that runs is ended first.
                host.crash(self.now_ms)
                self.delivery.mail.drop(host.name)
            if not host.machine.power:
                return Problem("input.component", "fault.no_power", {"node": node})
            host.start(self.api.pods, self.now_ms)
            return self._at(host, value.kind, message("you.started_kubelet", node=node))
        return self._unknown_component(value.component) or self._switch(value.kind, value.component, True)

    def _switch(self, kind: str, component: str, running: bool) -> Act:
        down = self.delivery.down
        if (component not in down) == running:
            return you(kind, _NOTHING)
        self.delivery.down = down - {component} if running else down | {component}
        if component == SCHEDULER:
            return you(kind, message("you.started_scheduler" if running else "you.stopped_scheduler"))
        name = message(_ENDPOINT_IDS[component]) if component in _ENDPOINT_IDS else component
        return you(kind, message("you.started" if running else "you.crashed", name=name))

    def second(self, value: Second) -> Act | Problem:
        known = (SCHEDULER, *self.delivery.components.controller_names)
        if value.component not in known:
            return _unknown(value.component, known)
        twins = self.delivery.twins
        if (value.component in twins) == value.running:
            return you(value.kind, _NOTHING)
        self.delivery.twins = twins | {value.component} if value.running else twins - {value.component}
        name = message(_ENDPOINT_IDS[SCHEDULER]) if value.component == SCHEDULER else value.component
        return you(
            value.kind, message("you.started_second" if value.running else "you.stopped_second", name=name)
        )

    def switch_actor(self, value: SwitchActor) -> Act | Problem:
        known = self.delivery.components.extra_names
        if value.name not in known:
            return _unknown(value.name, known, "input.name")
        extras = self.delivery.extras
        if (value.name in extras) == value.running:
            return you(value.kind, _NOTHING)
        self.delivery.extras = extras | {value.name} if value.running else extras - {value.name}
        said = message("you.started_actor" if value.running else "you.stopped_actor", name=value.name)
        return you(value.kind, said)

    # Machines

    def power(self, value: Power) -> Act | Problem:
        host = self._machine(value.node)
        if isinstance(host, Problem):
            return host
        if host.machine.power == value.on:
            return you(value.kind, _NOTHING)
        return self._power(
            host,
            value.on,
            value.kind,
            message("you.powered_on" if value.on else "you.powered_off", node=value.node),
        )

    def _power(self, host: Host, on: bool, kind: str, said: Message) -> Act:
        self.delivery.mail.drop(host.name)
        if on:
            self.delivery.network = self.delivery.network.let_in(host.node)
        host.power(on, self.now_ms, self.api.pods)
        return self._at(host, kind, said)

    def destroy(self, value: Destroy) -> Act | Problem:
        host = self._machine(value.node)
        if isinstance(host, Problem):
            return host
        self.delivery.mail.drop(host.name)
        host.destroy(self.now_ms)
        return self._at(host, value.kind, message("you.destroyed", node=value.node))

    def clock(self, value: SetClock) -> Act | Problem:
        host = self._machine(value.node)
        if isinstance(host, Problem):
            return host
        if host.machine.clock_offset_ms == value.offset_ms:
            return you(value.kind, _NOTHING)
        host.set_clock(value.offset_ms)
        said = message("you.set_clock", node=value.node, seconds=_seconds(value.offset_ms))
        return self._at(
            host, value.kind, said if value.offset_ms else message("you.reset_clock", node=value.node)
        )

    def shutdown(self, value: Shutdown) -> Act | Problem | Refused:
        host = self._machine(value.node)
        if isinstance(host, Problem):
            return host
        if not host.machine.power:
            return Problem("input.node", "fault.no_power", {"node": value.node})
        if host.keeper.shutdown is not None:
            return you(value.kind, _NOTHING)
        if host.shut_down(self.now_ms):
            return self._at(host, value.kind, message("you.shut_down", node=value.node))
        self.delivery.mail.drop(host.name)
        return self._at(host, value.kind, message("you.shut_down_hard", node=value.node))

    def usage(self, value: SetUsage) -> Act | Problem:
        """What a node's system, a pod, or one of its containers or volumes uses from now on."""
        pod: Pod | None = None
        if value.node is not None:
            host = self._machine(value.node)
            if isinstance(host, Problem):
                return host
        else:
            key = value.pod or ""
            found = next(
                ((host, pod) for _, host in self.delivery.machines() if (pod := host.pod(key)) is not None),
                None,
            )
            if found is None:
                return Problem("input.pod", "fault.unknown_pod", {"pod": key})
            host, pod = found
            if value.container is not None and value.container not in _parts(pod):
                wrong: dict[str, Json] = {"pod": key, "container": value.container}
                return Problem("input.container", "fault.unknown_container", wrong)
        for resource, amount in value.amounts.items():
            uid = None if pod is None else pod.uid
            use = parse_quantity(amount).value
            host.set_usage(Change(resource, use, self.now_ms, value.over_ms, uid, value.container))
        what = value.node if pod is None else pod.name
        amounts = ", ".join(f"{amount} {resource}" for resource, amount in value.amounts.items())
        said = message("you.set_usage", what=what, amounts=amounts)
        if value.over_ms:
            seconds = _seconds(value.over_ms)
            said = message("you.set_usage_over", what=what, amounts=amounts, seconds=seconds)
        self.delivery.stir(host.name)
        keys = () if pod is None else (pod.key,)
        return you(value.kind, said, pods=keys, nodes=(host.node,))

    def behave(self, value: Behave) -> Act | Problem:
        """How an application behaves from now on, wherever it runs."""
        for _, host in self.delivery.machines():
            pod = host.pod(value.pod)
            if pod is None:
                continue
            if value.container is not None and value.container not in _parts(pod):
                wrong: dict[str, Json] = {"pod": value.pod, "container": value.container}
                return Problem("input.container", "fault.unknown_container", wrong)
            if host.behave(value.pod, value.container, value.changes, self.now_ms):
                changes = ", ".join(f"{name}: {_spelled(each)}" for name, each in value.changes.items())
                said = message("you.set_behaviour", pod=pod.name, changes=changes)
                self.delivery.stir(host.name)
                return you(value.kind, said, pods=(value.pod,), nodes=(host.node,))
        return Problem("input.pod", "fault.unknown_pod", {"pod": value.pod})

    def fence(self, value: Fence) -> Act | Problem:
        host = self._machine(value.node)
        if isinstance(host, Problem):
            return host
        network, node = self.delivery.network, value.node
        if network.isolated_by(node) == value.by or (value.by in POWER_FENCERS and not host.machine.power):
            return you(value.kind, _NOTHING)
        self.delivery.network = network.with_isolated(node, value.by)
        if value.by in POWER_FENCERS:
            said = message("you.fenced_power", node=node, by=value.by)
            return self._power(host, False, value.kind, said)
        said = message(f"you.fenced_{value.by}", node=node, by=value.by)
        return self._at(host, value.kind, said)

    def change_member(self, value: ChangeMember) -> Act | Problem:
        """What an application says to a change of its members."""
        at = self.delivery
        outcome = change_member(self.api, at.members, at.machines(), at.network, value)
        if isinstance(outcome, Problem):
            return outcome
        act, at.members = outcome
        return act

    # What the inputs name

    def _at(self, host: Host, kind: str, said: Message) -> Act:
        self.delivery.stir(host.name)
        return you(kind, said, nodes=(host.node,))

    def _machine(self, node: str, field: str = "node") -> Host | Problem:
        host = self.delivery.host(node)
        if host is None:
            return Problem(f"input.{field}", "fault.unknown_node", {"node": node})
        if host.machine.destroyed:
            return Problem(f"input.{field}", "fault.destroyed", {"node": node})
        return host

    def _unknown_nodes(self, between: Way) -> Problem | None:
        for node in nodes_of(between):
            if self.delivery.host(node) is None:
                place = 0 if between[0].endswith(f"/{node}") else 1
                return Problem(f"input.between[{place}]", "fault.unknown_node", {"node": node})
        return None

    def _unknown_component(self, component: str) -> Problem | None:
        known = (SCHEDULER, CONTROLLER_MANAGER, *self.delivery.components.controller_names)
        return None if component in known else _unknown(component, ("kubelet/<node>", *known))


def _parts(pod: Pod) -> set[str]:
    """The names of a pod's containers and volumes."""
    containers = {one.name for one in (*pod.spec.init_containers, *pod.spec.containers)}
    return containers | {text(volume.get("name")) for volume in pod.spec.volumes}


def _spelled(value: Json) -> str:
    if value is None:
        return "never"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _unknown(component: str, known: tuple[str, ...], path: str = "input.component") -> Problem:
    return Problem(path, "fault.unknown_component", {"got": component, "known": ", ".join(known)})


def _cut_message(value: Cut) -> Message:
    first, second = value.between
    if value.direction == "to":
        return message("you.cut_one_way", **_ends(value.between))
    if value.direction == "from":
        return message("you.cut_one_way", **_ends((second, first)))
    if len(nodes_of(value.between)) == 2:
        return message("you.cut_nodes", **_ends(value.between))
    if STORE in value.between:
        return message("you.cut_store")
    if STORAGE in value.between:
        return message("you.cut_storage", first=nodes_of(value.between)[0])
    return message("you.cut", **_ends(value.between))


def _ends(between: Way) -> dict[str, MessageArg]:
    return {"first": endpoint_name(between[0]), "second": endpoint_name(between[1])}


def _seconds(ms: int) -> int | float:
    found = as_seconds(ms)
    return found if isinstance(found, (int, float)) else 0


_WORK: Mapping[type, Callable[[Faults, Any], Act | Problem | Refused]] = {
    Cut: Faults.cut,
    Heal: Faults.heal,
    Delay: Faults.delay,
    Crash: Faults.crash,
    Start: Faults.start,
    Second: Faults.second,
    SwitchActor: Faults.switch_actor,
    SwitchScheduler: Faults.switch_scheduler,
    Power: Faults.power,
    Destroy: Faults.destroy,
    SetClock: Faults.clock,
    Shutdown: Faults.shutdown,
    SetUsage: Faults.usage,
    Behave: Faults.behave,
    ChangeMember: Faults.change_member,
    Fence: Faults.fence,
}

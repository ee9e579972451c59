"""The node lifecycle controller: notices nodes that fall silent, and turns the state of nodes into taints.

Source: pkg/controller/nodelifecycle/node_lifecycle_controller.go (v1.34): `monitorNodeHealth` every 5 s,
`doNoExecuteTaintingPass` every 100 ms, `doNoScheduleTaintingPass` after every change of a node.

A pass that would change nothing is not played: from when a node was heard last follows when it is missed.
Otherwise than upstream, a node of the start state counts as registered, one without conditions as ready while
its lease is renewed, and taints that are there when the controller starts stay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random

from scheduler_core.actor import Act, Message, message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.events import Occurrence
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.controllers.common.controller import REACTION_MS, KeyQueue
from scheduler_core.controllers.common.node_conditions import (
    NOT_READY,
    UNREACHABLE,
    UNSCHEDULABLE,
    fallen_silent,
    no_execute_keys,
    no_schedule_taints,
    ready_status,
    with_taints_swapped,
)
from scheduler_core.controllers.common.timers import Timer
from scheduler_core.controllers.nodelifecycle.zones import Limiter, ZoneState, interval_ms, zone_state
from scheduler_core.objects.lease import Lease, renewal_before
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node
from scheduler_core.objects.times import format_time

MONITOR_MS = 5_000
GRACE_MS = 50_000
"""`--node-monitor-grace-period`."""
GRACE_UNTIL_1_31_MS = 40_000
STARTUP_GRACE_MS = 60_000
LOOK_MS = 100
"""How often the queue of nodes to be tainted NoExecute is looked at."""
EXCLUDED_LABEL = "node.kubernetes.io/exclude-disruption"
COMPONENT = "node-controller"
_TAINT_OF = {"False": NOT_READY, "Unknown": UNREACHABLE}


def passes_at(at_ms: int) -> int:
    """The first pass at or after `at_ms`."""
    return -(-at_ms // MONITOR_MS) * MONITOR_MS


@dataclass(frozen=True, slots=True)
class _Known:
    """What the passes read of a node. `first_ms`: when this controller saw it first."""

    node: Node
    ready: str
    zone: str
    excluded: bool
    no_execute: tuple[str, ...]
    first_ms: int


@dataclass(frozen=True, slots=True)
class _Heard:
    """A node's lease. `seen_ms`: the pass that noticed the last renewal, once there are no more.

    `posted` False: the kubelet has never been heard of at all. `forgiven`: the silence up to `seen_ms` does
    not count, whatever the node's conditions say.
    """

    renewing: bool = True
    seen_ms: int = 0
    renewed_ms: int = 0
    posted: bool = True
    forgiven: bool = False


_RENEWING = _Heard()


class NodeLifecycleController:
    """An actor. `grace_ms`: how long a node may be silent. `shows_node_down`: its pods then have the reason
    NodeDown."""

    name = "node-lifecycle-controller"
    rank = 26

    def __init__(self, grace_ms: int = GRACE_MS, *, shows_node_down: bool = False) -> None:
        self.grace_ms = grace_ms
        self.shows_node_down = shows_node_down
        self._nodes: dict[str, _Known] = {}
        self._heard: dict[str, _Heard] = {}
        # Nodes that a pass has met, as they were last; those of the start state are there from the start.
        self._registered: dict[str, Node] = {}
        self._zones: dict[str, ZoneState] = {}
        self._limiters: dict[str, Limiter] = {}
        # Zone → node → when it was queued for its NoExecute taint.
        self._queues: dict[str, dict[str, int]] = {}
        # Nodes whose NoSchedule taints have to be looked at.
        self._closing = KeyQueue()
        self._passed_ms = -MONITOR_MS
        # Since when something may have to be done in a pass; None: nothing but missing who is silent.
        self._stirred_ms: int | None = None
        # The writes of the pass at work that are still to be done: (what, node).
        self._todo: tuple[tuple[str, str], ...] = ()
        # Whether the next pass has anything to do, where that has been worked out already.
        self._needed: bool | None = None

    # Hearing

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        if event.kind == "Node":
            self._hear_node(event, now_ms)
        elif event.kind == "Lease":
            self._hear_lease(event, now_ms)

    def _hear_node(self, event: WatchEvent, now_ms: int) -> None:
        node, before = event.new, self._nodes.get(event.key)
        if not isinstance(node, Node):
            self._nodes.pop(event.key, None)
            self._stir(now_ms)
            return
        known = _Known(
            node=node,
            ready=ready_status(node),
            zone=f"{node.region}:{node.zone}",
            excluded=EXCLUDED_LABEL in node.labels,
            no_execute=no_execute_keys(node),
            first_ms=now_ms if before is None else before.first_ms,
        )
        self._nodes[event.key] = known
        if now_ms == 0 and before is None:
            self._registered[event.key] = node
        if before is None or _monitored(before) != _monitored(known):
            self._stir(now_ms)
        if no_schedule_taints(node) != ([], []):
            self._closing.add(event.key, now_ms + REACTION_MS)

    def _hear_lease(self, event: WatchEvent, now_ms: int) -> None:
        lease, name = event.new, event.key.rpartition("/")[2]
        self._needed = None
        if not isinstance(lease, Lease):
            # A node without a lease object renews.
            self._heard.pop(name, None)
            return
        before, known = self._heard.get(name, _RENEWING), self._nodes.get(name)
        if lease.renewing:
            self._heard[name] = _Heard(renewed_ms=now_ms)
        elif before.renewing:
            first = now_ms if known is None else known.first_ms
            last = passes_at(max(renewal_before(now_ms), before.renewed_ms, first))
            posted = lease.renewed_at is not None
            self._heard[name] = _Heard(renewing=False, seen_ms=last, posted=posted)

    def _stir(self, now_ms: int) -> None:
        """The next pass has to look again; one that is over by now had nothing to do."""
        self._needed = None
        if self._stirred_ms is None or self._stirred_pass_ms(self._stirred_ms) < now_ms:
            self._stirred_ms = now_ms

    def _stirred_pass_ms(self, since_ms: int) -> int:
        return max(self._passed_ms + MONITOR_MS, passes_at(since_ms))

    # When

    def next_ms(self, now_ms: int) -> int | None:
        if self._todo:
            return now_ms
        wanted = (self._closing.next_ms(), self._tainting_ms(), self._pass_ms(now_ms))
        return min((at for at in wanted if at is not None), default=None)

    def _pass_ms(self, now_ms: int) -> int | None:
        """The next pass that changes something. Those that were over before `now_ms` are lost."""
        wanted: list[int] = []
        if self._stirred_ms is not None and self._pass_needed():
            wanted.append(self._stirred_pass_ms(self._stirred_ms))
        wanted += (at for name in self._heard if (at := self._missed_ms(name)) is not None)
        if not wanted:
            return None
        return max(self._passed_ms + MONITOR_MS, passes_at(now_ms), min(wanted))

    def _missed_ms(self, name: str) -> int | None:
        """The pass that finds the node silent for too long; None: none will, or one has."""
        heard, known = self._heard.get(name, _RENEWING), self._nodes.get(name)
        if heard.renewing or known is None or (known.ready == "Unknown" and not heard.forgiven):
            return None
        since, grace = max(heard.seen_ms, passes_at(known.first_ms)), self.grace_ms
        if not heard.posted and not known.ready:
            since, grace = known.first_ms, STARTUP_GRACE_MS
        return ((since + grace) // MONITOR_MS + 1) * MONITOR_MS

    def _pass_needed(self) -> bool:
        """Whether a pass would do anything but miss a silent node."""
        if self._needed is None:
            self._needed = self._changes_something()
        return self._needed

    def _changes_something(self) -> bool:
        if self._nodes.keys() != self._registered.keys():
            return True
        states = self._states()
        if any(self._zones.get(zone, ZoneState.NORMAL) is not state for zone, state in states.items()):
            return True
        return any(self._taint_needed(name, known) for name, known in self._nodes.items())

    def _taint_needed(self, name: str, known: _Known) -> bool:
        wanted = _TAINT_OF.get(known.ready)
        if wanted is None:
            return bool(known.no_execute)
        if wanted in known.no_execute or self._heard.get(name, _RENEWING).forgiven:
            return False
        limited = self._limiters.get(known.zone, Limiter()).interval_ms is None
        return bool(known.no_execute) or not (limited or name in self._queues.get(known.zone, {}))

    def _tainting_ms(self) -> int | None:
        """When the next node of a queue gets its NoExecute taint."""
        due: list[int] = []
        for zone, queue in self._queues.items():
            limiter = self._limiters.get(zone, Limiter())
            if queue and limiter.interval_ms is not None:
                at = max(next(iter(queue.values())), limiter.ready_ms)
                due.append(-(-at // LOOK_MS) * LOOK_MS)
        return min(due, default=None)

    # Acting

    def act(self, api: ApiServer, now_ms: int, random: Random) -> Act | None:
        if not self._todo:
            at = self._pass_ms(now_ms)
            if at is not None and at <= now_ms:
                self._pass(api, now_ms)
        while self._todo:
            (what, name), self._todo = self._todo[0], self._todo[1:]
            act = _WRITES[what](self, name, api, now_ms)
            if act is not None:
                return act
        return self._close(api, now_ms) or self._taint(api, now_ms)

    def _close(self, api: ApiServer, now_ms: int) -> Act | None:
        """NoSchedule taints follow every change of a node at once."""
        while (name := self._closing.pop(now_ms)) is not None:
            node = api.nodes.get(name)
            added, removed = no_schedule_taints(node) if node is not None else ([], [])
            if node is None or not (added or removed):
                continue
            stamp = api.timestamp(now_ms)
            result = api.set_taints(name, with_taints_swapped(node, added, removed, "NoSchedule", stamp))
            if isinstance(result, Refused):
                self._closing.add(name, now_ms + REACTION_MS)
                continue
            return self._told(_closed(name, added, removed), name)
        return None

    def _taint(self, api: ApiServer, now_ms: int) -> Act | None:
        """Those in the queues whose zone's rate allows it, one an act."""
        for zone, queue in self._queues.items():
            while queue and next(iter(queue.values())) <= now_ms:
                limiter = self._limiters.get(zone, Limiter()).taken(now_ms)
                if limiter is None:
                    break
                self._limiters[zone] = limiter
                name = next(iter(queue))
                del queue[name]
                node = api.nodes.get(name)
                wanted = _TAINT_OF.get(ready_status(node)) if node is not None else None
                act = self._swap(name, api, now_ms) if wanted is not None else None
                if act is not None:
                    return act
        return None

    # A pass

    def _pass(self, api: ApiServer, now_ms: int) -> None:
        """Looks at every node as it was found, then at the zones as they are now."""
        self._passed_ms = now_ms // MONITOR_MS * MONITOR_MS
        self._stirred_ms = self._needed = None
        self._register(api, now_ms)
        todo: list[tuple[str, str]] = []
        lost: set[str] = set()
        for name, known in self._nodes.items():
            missed = self._missed_ms(name)
            if missed is not None and missed <= now_ms:
                self._heard[name] = replace(self._heard[name], forgiven=False)
                if known.ready != "Unknown":
                    lost.add(name)
                    todo.append(("silent", name))
                if self._counts_ready(name, known):
                    todo.append(("pods", name))
            if not self._heard.get(name, _RENEWING).forgiven:
                todo += self._evicting(name, known, now_ms)
        todo += self._disruption(lost, now_ms)
        self._todo = tuple(todo)

    def _register(self, api: ApiServer, now_ms: int) -> None:
        for name, known in self._nodes.items():
            if name not in self._registered:
                told = f"Node {name} event: Registered Node {name} in Controller"
                api.record_event(Occurrence(known.node, "Normal", "RegisteredNode", told, COMPONENT), now_ms)
        for name, node in self._registered.items():
            if name not in self._nodes:
                told = f"Node {name} event: Removing Node {name} from Controller"
                api.record_event(Occurrence(node, "Normal", "RemovingNode", told, COMPONENT), now_ms)
        self._registered = {name: known.node for name, known in self._nodes.items()}

    def _evicting(self, name: str, known: _Known, now_ms: int) -> Iterator[tuple[str, str]]:
        """What the Ready condition that this pass found means for the NoExecute taints."""
        queue = self._queues.setdefault(known.zone, {})
        wanted = _TAINT_OF.get(known.ready)
        if wanted is None:
            queue.pop(name, None)
            if known.no_execute:
                yield "reachable", name
        elif wanted in known.no_execute:
            return
        elif known.no_execute:
            yield "swap", name
        else:
            queue.pop(name, None)
            queue[name] = now_ms

    def _counts_ready(self, name: str, known: _Known) -> bool:
        if known.ready:
            return known.ready == "True"
        return self._heard.get(name, _RENEWING).posted

    def _states(self, lost: frozenset[str] | set[str] = frozenset()) -> dict[str, ZoneState]:
        """`lost`: nodes that are being marked Unknown."""
        ready: dict[str, list[bool]] = {}
        for name, known in self._nodes.items():
            if not known.excluded:
                ready.setdefault(known.zone, []).append(name not in lost and self._counts_ready(name, known))
        return {zone: zone_state(nodes) for zone, nodes in ready.items()}

    def _disruption(self, lost: set[str], now_ms: int) -> Iterator[tuple[str, str]]:
        """Rates by zone; if nobody is ready anywhere it is the control plane that is cut off."""
        states = self._states(lost)
        all_are = all(state is ZoneState.FULL for state in states.values())
        self._zones = {zone: state for zone, state in self._zones.items() if zone in states}
        all_were = all(self._zones.get(zone) is ZoneState.FULL for zone in states)
        if all_are and all_were:
            return
        if all_are:
            for zone in states:
                self._limit(zone, None, now_ms)
            self._zones = states
            for name, known in self._nodes.items():
                self._queues.get(known.zone, {}).pop(name, None)
                if known.no_execute:
                    yield "disrupted", name
            return
        if all_were:
            self._forgive(now_ms)
        sizes: dict[str, int] = {}
        for known in self._nodes.values():
            if not known.excluded:
                sizes[known.zone] = sizes.get(known.zone, 0) + 1
        for zone, state in states.items():
            if all_were or self._zones.get(zone) is not state:
                self._limit(zone, interval_ms(state, sizes[zone]), now_ms)
        self._zones = states

    def _forgive(self, now_ms: int) -> None:
        """Leaving master disruption mode: every silent node counts as heard of now."""
        for name, heard in self._heard.items():
            if not heard.renewing:
                self._heard[name] = replace(heard, seen_ms=now_ms, forgiven=True)
                for queue in self._queues.values():
                    queue.pop(name, None)

    def _limit(self, zone: str, interval: int | None, now_ms: int) -> None:
        self._limiters[zone] = self._limiters.get(zone, Limiter()).swapped(interval, now_ms)

    # Writes of a pass

    def _silent(self, name: str, api: ApiServer, now_ms: int) -> Act | None:
        node = api.nodes.get(name)
        known = self._nodes.get(name)
        if node is None or known is None:
            return None
        lease = api.get("Lease", f"kube-node-lease/{name}")
        renewed = lease.renewed_at if isinstance(lease, Lease) else None
        heard = renewed if renewed is not None else node.meta.creation_at or api.epoch_ms(0)
        posted = self._heard.get(name, _RENEWING).posted
        status = fallen_silent(node, posted=posted, heard=format_time(heard), now=api.timestamp(now_ms))
        was_ready = self._counts_ready(name, known)
        if isinstance(api.update_status("Node", name, status), Refused):
            self._stir(now_ms)
            return None
        if was_ready:
            told = f"Node {name} status is now: NodeNotReady"
            api.record_event(Occurrence(node, "Normal", "NodeNotReady", told, COMPONENT), now_ms)
        grace_ms = self.grace_ms if posted or known.ready else STARTUP_GRACE_MS
        return self._told(message("nodes.silent", node=name, seconds=grace_ms // 1000), name)

    def _pods_not_ready(self, name: str, api: ApiServer, now_ms: int) -> Act | None:
        """Services drop the pods of a node that is not ready."""
        node = api.nodes.get(name)
        if node is None or ready_status(node) != "Unknown":
            return None
        changed: list[str] = []
        for key, pod in list(api.pods.items()):
            condition = pod.status.condition("Ready") if pod.node_name == name else None
            if condition is None or condition.status == "False":
                continue
            written: dict[str, Json] = {"type": "Ready", "status": "False"}
            if condition.reason:
                written["reason"] = condition.reason
            if condition.message:
                written["message"] = condition.message
            down: dict[str, Json] = {"reason": "NodeDown"} if self.shows_node_down else {}
            if isinstance(api.patch_pod_status(key, down, now_ms, (written,)), Refused):
                continue
            api.record_event(
                Occurrence(pod, "Warning", "NodeNotReady", "Node is not ready", COMPONENT), now_ms
            )
            changed.append(key)
        if not changed:
            return None
        said = message("nodes.pods_not_ready", node=name, count=len(changed))
        return Act("controller", self.name, "update", said, focus_pods=tuple(changed), focus_nodes=(name,))

    def _swap(self, name: str, api: ApiServer, now_ms: int) -> Act | None:
        """The NoExecute taint of the node's Ready condition, instead of the other one."""
        node = api.nodes.get(name)
        wanted = _TAINT_OF.get(ready_status(node)) if node is not None else None
        if node is None or wanted is None:
            return None
        others = [key for key in no_execute_keys(node) if key != wanted]
        if wanted in no_execute_keys(node) and not others:
            return None
        taints = with_taints_swapped(node, [wanted], others, "NoExecute", api.timestamp(now_ms))
        if isinstance(api.set_taints(name, taints), Refused):
            self._stir(now_ms)
            return None
        return self._told(message("nodes.evicting", node=name, taint=f"{wanted}:NoExecute"), name)

    def _reachable(self, name: str, api: ApiServer, now_ms: int) -> Act | None:
        return self._untaint(name, api, now_ms, "nodes.reachable")

    def _disrupted(self, name: str, api: ApiServer, now_ms: int) -> Act | None:
        return self._untaint(name, api, now_ms, "nodes.disrupted")

    def _untaint(self, name: str, api: ApiServer, now_ms: int, why: str) -> Act | None:
        node = api.nodes.get(name)
        keys = list(no_execute_keys(node)) if node is not None else []
        if node is None or not keys:
            return None
        taints = with_taints_swapped(node, [], keys, "NoExecute", "")
        if isinstance(api.set_taints(name, taints), Refused):
            self._stir(now_ms)
            return None
        return self._told(message(why, node=name, taint=", ".join(f"{key}:NoExecute" for key in keys)), name)

    def _told(self, said: Message, node: str) -> Act:
        return Act("controller", self.name, "update", said, focus_nodes=(node,))

    # What others may read

    def timers(self) -> tuple[Timer, ...]:
        found: list[Timer] = []
        for name, heard in self._heard.items():
            missed = self._missed_ms(name)
            if missed is not None:
                why = message("timer.silence", node=name)
                found.append(Timer("silence", heard.seen_ms, missed, why, node=name))
        for zone, queue in self._queues.items():
            limiter = self._limiters.get(zone, Limiter())
            for place, (name, since) in enumerate(queue.items()):
                if limiter.interval_ms is not None:
                    at = max(since, limiter.ready_ms) + place * limiter.interval_ms
                    found.append(Timer("rate", since, at, message("timer.rate", node=name), node=name))
        return tuple(found)

    def zones(self) -> Mapping[str, ZoneState]:
        """The state of each zone (`region:zone`) that is not as usual."""
        return {zone: state for zone, state in self._zones.items() if state is not ZoneState.NORMAL}

    # Checkpoints

    def copy(self) -> NodeLifecycleController:
        twin = NodeLifecycleController(self.grace_ms, shows_node_down=self.shows_node_down)
        twin._nodes, twin._heard = dict(self._nodes), dict(self._heard)
        twin._registered = dict(self._registered)
        twin._zones, twin._limiters = dict(self._zones), dict(self._limiters)
        twin._queues = {zone: dict(queue) for zone, queue in self._queues.items()}
        twin._closing = self._closing.copy()
        twin._passed_ms, twin._stirred_ms, twin._todo = self._passed_ms, self._stirred_ms, self._todo
        twin._needed = self._needed
        return twin

    def fingerprint(self) -> Json:
        queues: list[Json] = [[zone, dict(queue)] for zone, queue in self._queues.items() if queue]
        heard: list[Json] = [
            [name, one.renewing, one.seen_ms, one.renewed_ms, one.posted, one.forgiven]
            for name, one in self._heard.items()
        ]
        limiters: list[Json] = [[zone, one.fingerprint()] for zone, one in self._limiters.items()]
        return [
            heard,
            [[zone, state.value] for zone, state in self._zones.items()],
            limiters,
            queues,
            self._closing.fingerprint(),
            [list(one) for one in self._todo],
            self._passed_ms,
            self._stirred_ms,
            [name for name in self._nodes if name not in self._registered],
            [name for name in self._registered if name not in self._nodes],
        ]


def _monitored(known: _Known) -> tuple[str, str, bool, tuple[str, ...]]:
    return known.ready, known.zone, known.excluded, known.no_execute


def _closed(name: str, added: list[str], removed: list[str]) -> Message:
    if added == [UNSCHEDULABLE] and not removed:
        return message("nodes.tainted", node=name, taint=f"{UNSCHEDULABLE}:NoSchedule")
    if removed == [UNSCHEDULABLE] and not added:
        return message("nodes.untainted", node=name, taint=f"{UNSCHEDULABLE}:NoSchedule")
    if not removed:
        return message("nodes.conditions_taint", node=name, taints=tuple(added))
    if not added:
        return message("nodes.conditions_untaint", node=name, taints=tuple(removed))
    return message("nodes.conditions_swap", node=name, added=tuple(added), removed=tuple(removed))


_WRITES: Mapping[str, Callable[[NodeLifecycleController, str, ApiServer, int], Act | None]] = {
    "silent": NodeLifecycleController._silent,
    "pods": NodeLifecycleController._pods_not_ready,
    "swap": NodeLifecycleController._swap,
    "reachable": NodeLifecycleController._reachable,
    "disrupted": NodeLifecycleController._disrupted,
}

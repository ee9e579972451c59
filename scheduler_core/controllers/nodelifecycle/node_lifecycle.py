"""The node lifecycle controller: notices nodes that fall silent, and turns the state of nodes into taints.

Source: pkg/controller/nodelifecycle/node_lifecycle_controller.go (v1.34): `monitorNodeHealth` every 5 s,
`doNoExecuteTaintingPass` every 100 ms, `doNoScheduleTaintingPass` after every change of a node.

A pass that would change nothing is not played: the last heartbeat decides which pass finds a node silent.
Unlike upstream, a node of the start state counts as registered, a node without conditions counts as ready
while its lease is renewed, and taints that exist when the controller starts are kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from scheduler_core.actor import Act, message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.events import Occurrence
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.controllers.common.controller import REACTION_MS, KeyQueue
from scheduler_core.controllers.common.node_conditions import (
    no_schedule_taints,
    with_taints_swapped,
)
from scheduler_core.controllers.common.timers import Timer
from scheduler_core.controllers.nodelifecycle.no_execute_tainter import NoExecuteTainter
from scheduler_core.controllers.nodelifecycle.node_health import (
    GRACE_MS,
    MONITOR_MS,
    RENEWING,
    Heartbeat,
    MonitoredNode,
    passes_at,
)
from scheduler_core.controllers.nodelifecycle.node_writes import (
    COMPONENT,
    NAME,
    TAINT_OF,
    conditions_message,
    mark_pods_not_ready,
    mark_unknown,
    node_act,
    remove_taints,
    swap_taint,
)
from scheduler_core.controllers.nodelifecycle.zones import ZoneState, interval_ms, zone_state
from scheduler_core.objects.lease import Lease, node_lease_key, renewal_before
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node
from scheduler_core.objects.replacing import State, replace


class NodeLifecycleController(State):
    """The node lifecycle controller. A node may be silent for `grace_ms`. With `shows_node_down` the pods of
    a silent node get the reason NodeDown. With `rereads` it reads the lease of a node from the API server
    before it marks the node as silent, so that a late watch does no harm (since 1.37). `start_at` is second
    0 in epoch milliseconds, where the renewals before the start count."""

    name = NAME
    watches = frozenset({"Node", "Lease"})
    rank = 26

    def __init__(
        self,
        grace_ms: int = GRACE_MS,
        *,
        shows_node_down: bool = False,
        rereads: bool = False,
        start_at: int | None = None,
    ) -> None:
        self.grace_ms = grace_ms
        self.start_at = start_at
        self.rereads = rereads
        self.shows_node_down = shows_node_down
        self._nodes: dict[str, MonitoredNode] = {}
        self._heartbeats: dict[str, Heartbeat] = {}
        # The renewTime of each lease as the watch has it.
        self._renewals: dict[str, int | None] = {}
        # Nodes as the last pass found them; those of the start state count as registered from the start.
        self._registered: dict[str, Node] = {}
        self._zones: dict[str, ZoneState] = {}
        self._tainter = NoExecuteTainter()
        # Nodes whose NoSchedule taints may differ from their conditions.
        self._no_schedule = KeyQueue()
        self._passed_ms = -MONITOR_MS
        # Time (ms) since which a monitoring pass may have work; None when only a missing heartbeat can
        # cause work.
        self._changed_ms: int | None = None
        # Writes of the current pass that have still to be done, as (what, node).
        self._todo: tuple[tuple[str, str], ...] = ()
        # Whether the next pass has work; None when that has not been computed since the last change.
        self._needed: bool | None = None

    # Watch events

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        if event.kind == "Node":
            self._observe_node(event, now_ms)
        elif event.kind == "Lease":
            self._observe_lease(event, now_ms)

    def _observe_node(self, event: WatchEvent, now_ms: int) -> None:
        node, before = event.new, self._nodes.get(event.key)
        if not isinstance(node, Node):
            self._nodes.pop(event.key, None)
            self._note_change(now_ms)
            return
        monitored = MonitoredNode.of(node, now_ms if before is None else before.first_ms)
        self._nodes[event.key] = monitored
        if now_ms == 0 and before is None:
            self._registered[event.key] = node
        if before is None or before.read_fields != monitored.read_fields:
            self._note_change(now_ms)
        if no_schedule_taints(node) != ([], []):
            self._no_schedule.add(event.key, now_ms + REACTION_MS)

    def _observe_lease(self, event: WatchEvent, now_ms: int) -> None:
        lease, name = event.new, event.key.rpartition("/")[2]
        self._needed = None
        if not isinstance(lease, Lease):
            # A node without a lease object counts as renewing.
            self._heartbeats.pop(name, None)
            return
        self._renewals[name] = lease.renewed_at
        before, monitored = self._heartbeats.get(name, RENEWING), self._nodes.get(name)
        if lease.renewing:
            self._heartbeats[name] = Heartbeat(renewed_ms=now_ms)
        elif before.renewing:
            first = now_ms if monitored is None else monitored.first_ms
            last = passes_at(max(renewal_before(now_ms), before.renewed_ms, first))
            posted = lease.renewed_at is not None
            seen_before = event.old is None and now_ms == 0 and self.start_at is not None
            if seen_before and lease.renewed_at is not None:
                # The node was silent before the start; an earlier pass saw its last renewal.
                last = passes_at(min(lease.renewed_at - (self.start_at or 0), now_ms))
            self._heartbeats[name] = Heartbeat(
                renewing=False, seen_ms=last, posted=posted, before_start=seen_before and posted
            )
        elif isinstance(event.old, Lease) and event.old.renewed_at != lease.renewed_at:
            # A renewal that arrived late over a slow connection; no regular ones follow it.
            self._heartbeats[name] = Heartbeat(renewing=False, seen_ms=passes_at(now_ms))

    def _note_change(self, now_ms: int) -> None:
        """Notes that the next pass may have work. A pass that was due before `now_ms` had none."""
        self._needed = None
        if self._changed_ms is None or self._changed_pass_ms(self._changed_ms) < now_ms:
            self._changed_ms = now_ms

    def _changed_pass_ms(self, since_ms: int) -> int:
        """Time of the first pass after a change at `since_ms`."""
        return max(self._passed_ms + MONITOR_MS, passes_at(since_ms))

    # Time of the next act

    def next_ms(self, now_ms: int) -> int | None:
        if self._todo:
            return now_ms
        times = (self._no_schedule.next_ms(), self._tainter.next_ms(), self._pass_ms(now_ms))
        return min((at for at in times if at is not None), default=None)

    def _pass_ms(self, now_ms: int) -> int | None:
        """Time of the next pass that changes something, never before `now_ms`."""
        times: list[int] = []
        if self._changed_ms is not None and self._pass_needed():
            times.append(self._changed_pass_ms(self._changed_ms))
        times += (at for name in self._heartbeats if (at := self._missed_ms(name)) is not None)
        if not times:
            return None
        return max(self._passed_ms + MONITOR_MS, passes_at(now_ms), min(times))

    def _missed_ms(self, name: str) -> int | None:
        """Time of the pass that finds the node silent; None when none will or the node is unknown."""
        node = self._nodes.get(name)
        return None if node is None else self._heartbeats.get(name, RENEWING).missed_ms(node, self.grace_ms)

    def _pass_needed(self) -> bool:
        """Whether a pass has work apart from nodes that fall silent."""
        if self._needed is None:
            self._needed = self._changes_something()
        return self._needed

    def _changes_something(self) -> bool:
        if self._nodes.keys() != self._registered.keys():
            return True
        states = self._states()
        if any(self._zones.get(zone, ZoneState.NORMAL) is not state for zone, state in states.items()):
            return True
        return any(self._taint_needed(name, node) for name, node in self._nodes.items())

    def _taint_needed(self, name: str, node: MonitoredNode) -> bool:
        """Whether a pass has to queue the node for a NoExecute taint, or to swap or remove its taint."""
        required = TAINT_OF.get(node.ready)
        if required is None:
            return bool(node.no_execute)
        if required in node.no_execute:
            return False
        return bool(node.no_execute) or not self._tainter.waits_or_stopped(node.zone, name)

    # Acting

    def hurry(self, now_ms: int) -> bool:
        """Makes changes of NoSchedule taints due now; its monitoring passes keep their times."""
        return self._no_schedule.hurry(now_ms)

    def act(self, api: ApiServer, now_ms: int, random: Random) -> Act | None:
        if not self._todo:
            at = self._pass_ms(now_ms)
            if at is not None and at <= now_ms:
                self._pass(api, now_ms)
        while self._todo:
            (what, name), self._todo = self._todo[0], self._todo[1:]
            act = self._write(what, name, api, now_ms)
            if act is not None:
                return act
        return self._update_no_schedule(api, now_ms) or self._taint(api, now_ms)

    def _update_no_schedule(self, api: ApiServer, now_ms: int) -> Act | None:
        """Brings the NoSchedule taints of one changed node in line with its conditions."""
        while (name := self._no_schedule.pop(now_ms)) is not None:
            node = api.nodes.get(name)
            added, removed = no_schedule_taints(node) if node is not None else ([], [])
            if node is None or not (added or removed):
                continue
            stamp = api.timestamp(now_ms)
            result = api.set_taints(name, with_taints_swapped(node, added, removed, "NoSchedule", stamp))
            if isinstance(result, Refused):
                self._no_schedule.add(name, now_ms + REACTION_MS)
                continue
            return node_act(conditions_message(name, added, removed), name)
        return None

    def _taint(self, api: ApiServer, now_ms: int) -> Act | None:
        """Taints the first queued node whose zone's rate allows it."""
        for name in self._tainter.take_due(now_ms):
            act = self._write("swap", name, api, now_ms)
            if act is not None:
                return act
        return None

    # A pass

    def _pass(self, api: ApiServer, now_ms: int) -> None:
        """One monitoring pass: the health of every node, then the state of the zones."""
        self._passed_ms = now_ms // MONITOR_MS * MONITOR_MS
        self._changed_ms = self._needed = None
        self._register(api, now_ms)
        todo: list[tuple[str, str]] = []
        lost: set[str] = set()
        for name, node in self._nodes.items():
            missed = self._missed_ms(name)
            if missed is not None and missed <= now_ms and not self._renewed(api, name):
                lost.add(name)
                todo.append(("silent", name))
                if self._counts_ready(name, node):
                    todo.append(("pods", name))
            todo += self._evicting(name, node, now_ms)
        todo += self._disruption(lost, now_ms)
        self._todo = tuple(todo)

    def _renewed(self, api: ApiServer, name: str) -> bool:
        """Whether the API server has a renewal of the node's lease that has not arrived here yet."""
        lease = api.get("Lease", node_lease_key(name)) if self.rereads else None
        if not isinstance(lease, Lease):
            return False
        return lease.renewing or lease.renewed_at != self._renewals.get(name)

    def _register(self, api: ApiServer, now_ms: int) -> None:
        """Records an Event for each node that was added or deleted since the last pass."""
        for name, monitored in self._nodes.items():
            if name not in self._registered:
                note = f"Node {name} event: Registered Node {name} in Controller"
                api.record_event(
                    Occurrence(monitored.node, "Normal", "RegisteredNode", note, COMPONENT), now_ms
                )
        for name, node in self._registered.items():
            if name not in self._nodes:
                note = f"Node {name} event: Removing Node {name} from Controller"
                api.record_event(Occurrence(node, "Normal", "RemovingNode", note, COMPONENT), now_ms)
        self._registered = {name: monitored.node for name, monitored in self._nodes.items()}

    def _evicting(self, name: str, node: MonitoredNode, now_ms: int) -> Iterator[tuple[str, str]]:
        """Queues the node for its NoExecute taint, or yields the write that its Ready condition asks for."""
        self._tainter.add_zone(node.zone)
        required = TAINT_OF.get(node.ready)
        if required is None:
            self._tainter.remove(node.zone, name)
            if node.no_execute:
                yield "reachable", name
        elif required in node.no_execute:
            return
        elif node.no_execute:
            yield "swap", name
        else:
            self._tainter.add(node.zone, name, now_ms)

    def _counts_ready(self, name: str, node: MonitoredNode) -> bool:
        return self._heartbeats.get(name, RENEWING).counts_ready(node)

    def _states(self, lost: frozenset[str] | set[str] = frozenset()) -> dict[str, ZoneState]:
        """The state of each zone; the nodes `lost` are about to be marked Unknown."""
        ready: dict[str, list[bool]] = {}
        for name, node in self._nodes.items():
            if not node.excluded:
                ready.setdefault(node.zone, []).append(name not in lost and self._counts_ready(name, node))
        return {zone: zone_state(nodes) for zone, nodes in ready.items()}

    def _disruption(self, lost: set[str], now_ms: int) -> Iterator[tuple[str, str]]:
        """Sets the eviction rate of each zone. When no node of any zone is ready, the control plane itself
        counts as cut off, and all eviction stops."""
        states = self._states(lost)
        all_are = all(state is ZoneState.FULL for state in states.values())
        self._zones = {zone: state for zone, state in self._zones.items() if zone in states}
        all_were = all(self._zones.get(zone) is ZoneState.FULL for zone in states)
        if all_are and all_were:
            return
        if all_are:
            for zone in states:
                self._tainter.limit(zone, None, now_ms)
            self._zones = states
            for name, node in self._nodes.items():
                self._tainter.remove(node.zone, name)
                if node.no_execute:
                    yield "disrupted", name
            return
        if all_were:
            self._renew_grace_periods(now_ms)
        sizes: dict[str, int] = {}
        for node in self._nodes.values():
            if not node.excluded:
                sizes[node.zone] = sizes.get(node.zone, 0) + 1
        for zone, state in states.items():
            if all_were or self._zones.get(zone) is not state:
                self._tainter.limit(zone, interval_ms(state, sizes[zone]), now_ms)
        self._zones = states

    def _renew_grace_periods(self, now_ms: int) -> None:
        """Leaves full disruption: a silent node that is not Unknown yet gets a new grace period from now on.
        A node that is Unknown already stays in the queue for its NoExecute taint.
        """
        for name, heartbeat in self._heartbeats.items():
            if not heartbeat.renewing:
                self._heartbeats[name] = replace(heartbeat, seen_ms=now_ms)

    # Writes of a pass

    def _write(self, what: str, name: str, api: ApiServer, now_ms: int) -> Act | None:
        """One write that a pass has decided on; a refused one makes the next pass look again."""
        node, monitored = api.nodes.get(name), self._nodes.get(name)
        if node is None:
            return None
        result: Act | Refused | None
        match what:
            case "silent" if monitored is not None:
                heartbeat = self._heartbeats.get(name, RENEWING)
                result = mark_unknown(api, monitored, heartbeat, now_ms, self.grace_ms)
            case "pods":
                result = mark_pods_not_ready(api, node, now_ms, shows_node_down=self.shows_node_down)
            case "swap":
                result = swap_taint(api, node, now_ms)
            case "reachable" | "disrupted":
                result = remove_taints(api, node, f"nodes.{what}")
            case _:
                return None
        if isinstance(result, Refused):
            self._note_change(now_ms)
            return None
        return result

    # Views for the board

    def timers(self) -> tuple[Timer, ...]:
        timers: list[Timer] = []
        for name, heartbeat in self._heartbeats.items():
            missed = self._missed_ms(name)
            if missed is not None:
                why = message("timer.silence", node=name)
                timers.append(Timer("silence", heartbeat.seen_ms, missed, why, node=name))
        return (*timers, *self._tainter.timers())

    def zones(self) -> Mapping[str, ZoneState]:
        """The state of each zone (`region:zone`) that is not Normal."""
        return {zone: state for zone, state in self._zones.items() if state is not ZoneState.NORMAL}

    # Checkpoints

    def fingerprint(self) -> Json:
        limiters, queues = self._tainter.fingerprint()
        heartbeats: list[Json] = [
            [name, beat.renewing, beat.seen_ms, beat.renewed_ms, beat.posted]
            for name, beat in self._heartbeats.items()
        ]
        return [
            heartbeats,
            [[zone, state.value] for zone, state in self._zones.items()],
            limiters,
            queues,
            self._no_schedule.fingerprint(),
            [list(write) for write in self._todo],
            self._passed_ms,
            self._changed_ms,
            [name for name in self._nodes if name not in self._registered],
            [name for name in self._registered if name not in self._nodes],
        ]

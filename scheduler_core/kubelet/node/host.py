"""One machine and the kubelet on it: the actor of a node.

Machines exist on their own. The simulation makes one when a Node object first appears and keeps it when the
object goes; it tells it what arrives (`observe`, and `relist` after a gap), how it is connected (`set_link`),
and what happens to it (`crash`, `start`, `power`, `destroy`, `set_clock`). After each of these it calls
`keep_lease`, which writes the node's Lease where the heartbeat stopped or came back: bookkeeping, no frame of
its own.

- cut or healed: `set_link(Link(...), now)`; when `hears` came back: then `relist(api.pods, now)`
- kubelet process: `crash(now)`, `start(api.pods, now)`
- machine: `power(False, now)`, `power(True, now, api.pods)`, `destroy(now)`, `set_clock(offset_ms)`
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy as shallow_copy
from dataclasses import dataclass, replace
from random import Random

from scheduler_core.actor import Act, message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.watch import EventType, WatchEvent
from scheduler_core.kubelet.admission.pod_admission import Door
from scheduler_core.kubelet.application import pod_behaviour
from scheduler_core.kubelet.application.behaviour import Application
from scheduler_core.kubelet.eviction.node_usage import Change
from scheduler_core.kubelet.kuberuntime import pod_runtime
from scheduler_core.kubelet.node import node_keeper
from scheduler_core.kubelet.node.kubelet import Kubelet
from scheduler_core.kubelet.node.kubelet_configuration import settings
from scheduler_core.kubelet.node.link import WHOLE, Link
from scheduler_core.kubelet.node.machine import Machine, Unattended
from scheduler_core.kubelet.node.node_keeper import Gauge, NodeKeeper
from scheduler_core.kubelet.node.node_status import (
    HEALTHY,
    Said,
    changed_conditions,
    refreshed_status,
    registration,
)
from scheduler_core.kubelet.pod_workers import mirror_pods
from scheduler_core.kubelet.pod_workers.worker import State, Verdict, Worker
from scheduler_core.kubelet.status_manager.pending_writes import Voice
from scheduler_core.kubelet.termination.bars import Bar, bars
from scheduler_core.kubelet.types.releases import NEWEST, Release
from scheduler_core.kubelet.volume_manager import mounts
from scheduler_core.objects.lease import Lease, node_lease, node_lease_key, renewal_before
from scheduler_core.objects.manifest import EMPTY, Json, Manifest, mapping
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod


@dataclass(frozen=True, slots=True)
class Termination:
    """Where a pod's end has got to. `signal`: the last thing sent (`preStop`, `SIGTERM`, `SIGKILL`);
    `deadline_ms`: when the last SIGKILL comes at the latest; `grace` in seconds.

    `bars`: the whole plan, in milliseconds after `since_ms`; those that begin up to `reached_ms` have
    begun.
    """

    since_ms: int
    signal: str
    deadline_ms: int
    grace: int
    bars: tuple[Bar, ...] = ()
    reached_ms: int = -1
    uid: str = ""


@dataclass(frozen=True, slots=True)
class Process:
    """What runs of one pod on a machine, whatever the API server says.

    `state`: running, terminating or dead. `listed`: the kubelet, as far as it has heard, has it on its list.
    `knows_deletion`: a kubelet works on its end. `bars` are in milliseconds after `since_ms`.
    """

    pod: Pod
    state: str
    since_ms: int
    listed: bool
    knows_deletion: bool
    deadline_ms: int | None = None
    signal: str = ""
    bars: tuple[Bar, ...] = ()


class Host:
    """An actor; see the module docstring. Times are virtual milliseconds.

    `configuration`: the node's KubeletConfiguration as far as it is read. `attaches`: a controller attaches
    volumes to nodes, so pods wait for theirs.
    """

    rank = 10

    def __init__(
        self,
        node: str,
        applications: Sequence[Application] = (),
        *,
        release: Release = NEWEST,
        configuration: Manifest = EMPTY,
        attaches: bool = False,
        keeper: NodeKeeper | None = None,
    ) -> None:
        self.node = node
        self.name = f"kubelet {node}"
        self.applications = tuple(applications)
        self.release = release
        self.configuration = configuration
        self.attaches = attaches
        self.link = WHOLE
        self.machine = Machine()
        self.kubelet: Kubelet | None = Kubelet(node, applications, release, attaches=attaches)
        # What this kubelet finds of its node beside the usual: condition type → what it says.
        self.conditions: dict[str, Said] = {}
        self._first_node: Node | None = None
        self._last_node: Node | None = None
        # The kubelet process registers its node once, when it starts.
        self._registers = False
        self._posts_node_ms: int | None = None
        self._renewed_ms = 0
        # The volumes this kubelet last listed in its node's volumesInUse.
        self._in_use: tuple[str, ...] = ()
        self.gauge = Gauge()
        self.keeper = keeper or node_keeper.keeper(settings(configuration), release)

    # What others may read

    @property
    def speaks(self) -> bool:
        """Whether what this kubelet writes arrives at the API server."""
        return self.kubelet is not None and self.link.speaks

    @property
    def hears(self) -> bool:
        return self.kubelet is not None and self.link.hears

    def terminations(self) -> Mapping[str, Termination]:
        """The pods that are being ended here, by key; also those the API server has no more (ghosts)."""
        return {
            worker.pod.key: Termination(
                worker.since_ms,
                worker.signal,
                worker.deadline_ms,
                worker.effective_grace_s,
                bars(worker.plan),
                worker.plan[worker.done - 1].at_ms if worker.done else -1,
                worker.pod.uid,
            )
            for worker in self._workers()
            if worker.signal and worker.state in (State.TERMINATING, State.DEAD)
        }

    def running(self) -> Mapping[str, str]:
        """What really runs on the node: pod uid → key, whatever the API server says."""
        return {one.pod.uid: one.pod.key for one in self.processes() if one.state != "dead"}

    def processes(self) -> tuple[Process, ...]:
        """All that runs here, and what is dead but not yet reported."""
        lone = (_lone(one) for one in self.machine.unattended.values())
        attended = (
            _attended(worker) for worker in self._workers() if worker.processes or worker.state is State.DEAD
        )
        return (*attended, *lone)

    def _workers(self) -> Sequence[Worker]:
        return () if self.kubelet is None else tuple(self.kubelet.workers.values())

    # The actor

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        if event.kind == "Node" and event.key == self.node:
            self._observe_node(event, now_ms)
            if self.hears and self.kubelet is not None:
                self.kubelet.look_at_mounts(now_ms)
                if event.type is EventType.ADDED:
                    self.kubelet.node_registered(now_ms)
        if event.kind != "Pod" or self.kubelet is None or not self.link.hears:
            return
        for pod in (event.new, event.old):
            if isinstance(pod, Pod) and pod.node_name == self.node:
                self._keep_file(pod)
                self.kubelet.hear(event.type, pod, now_ms)
                self.keeper = self.keeper.heard_pod(pod, self.kubelet)
                return

    def _keep_file(self, pod: Pod) -> None:
        if mirror_pods.from_file(pod) and not pod.terminating:
            self.machine = replace(self.machine, files={**self.machine.files, pod.key: pod})

    def _observe_node(self, event: WatchEvent, now_ms: int) -> None:
        if isinstance(event.new, Node):
            if isinstance(event.old, Node) and event.old.ready and not event.new.ready and self.speaks:
                self._contradicts(event.new, now_ms)
            self._last_node = event.new
            self.keeper = self.keeper.heard_node(event.new)
            self._first_node = self._first_node or event.new

    def _contradicts(self, node: Node, now_ms: int) -> None:
        """Somebody who hears late took it for silent: its next regular status sets that right."""
        if self._posts_node_ms is None and refreshed_status(node.manifest, "", self.conditions) is not None:
            self._posts_node_ms = node_keeper.next_status_ms(now_ms)

    def next_ms(self, now_ms: int) -> int | None:
        due = [] if self.kubelet is None else [self.kubelet.next_ms(speaks=self.speaks)]
        due += [self.machine.next_exit_ms(), self._posts_node_ms if self.speaks else None]
        due.append(self._keeper_due(now_ms))
        return min((at for at in due if at is not None), default=None)

    def act(self, api: ApiServer, now_ms: int, random: Random) -> Act | None:
        if self.speaks and self._posts_node_ms is not None and self._posts_node_ms <= now_ms:
            self._posts_node_ms = None
            act = self._post_node(api, now_ms)
            if act is not None:
                return act
        lone_exit = self.machine.next_exit_ms()
        if self.kubelet is None or (lone_exit is not None and lone_exit <= now_ms):
            return self._lone_exit(now_ms)
        due = self.kubelet.next_ms(speaks=self.speaks)
        if due is not None and due <= now_ms:
            shutting_down = self.keeper.shutdown is not None
            self.kubelet.door = Door(self._last_node, self.keeper.pressure.conditions, shutting_down)
            act = self.kubelet.act(self._voice(api, now_ms))
            self._say_volumes(api)
            return act
        return self._keep_node(api, now_ms)

    def _keeper_due(self, now_ms: int) -> int | None:
        if self.kubelet is None or not self.keeper.busy:
            return None
        return node_keeper.next_ms(self.keeper, self.kubelet, self._last_node, self.gauge, now_ms)

    def _keep_node(self, api: ApiServer, now_ms: int) -> Act | None:
        """What the kubelet does for the sake of its node."""
        assert self.kubelet is not None
        voice = self._voice(api, now_ms)
        outcome = node_keeper.act(self.keeper, self.kubelet, self._last_node, voice, self.conditions)
        if outcome is None:
            return None
        self.keeper = outcome.keeper
        self._finds(outcome.conditions, node_keeper.next_status_ms(now_ms))
        if self.keeper.powers_off:
            self.power(False, now_ms)
            self.keep_lease(api, now_ms)
        if outcome.told is None:
            return None
        kind, said, pods = outcome.told
        keys = tuple(pod.key for pod in pods)
        return Act("kubelet", self.name, kind, said, focus_pods=keys, focus_nodes=(self.node,))

    def _finds(self, conditions: dict[str, Said], posts_ms: int) -> None:
        """What the kubelet finds of its node; what is new is in the status posted at `posts_ms`."""
        if conditions != self.conditions:
            self.conditions = conditions
            due = self._posts_node_ms
            self._posts_node_ms = posts_ms if due is None else min(due, posts_ms)

    def _voice(self, api: ApiServer, now_ms: int) -> Voice:
        assert self.kubelet is not None
        delay_ms = self.link.delay_ms if self.link.speaks else None
        clock_ms = now_ms + self.machine.clock_offset_ms
        return Voice(api, self.kubelet.outbox, self.node, now_ms, clock_ms, delay_ms, self.link.storage)

    def _lone_exit(self, now_ms: int) -> Act | None:
        """A process ends and no kubelet is there to notice."""
        left = dict(self.machine.unattended)
        for uid, one in left.items():
            left[uid], names = one.after_exits(now_ms)
            if names:
                self.machine = replace(self.machine, unattended=left)
                said = message("kubelet.exited_alone", containers=names, pod=one.pod.name, node=self.node)
                return Act(
                    "kubelet", self.name, "exit", said, focus_pods=(one.pod.key,), focus_nodes=(self.node,)
                )
        return None

    def copy(self) -> Host:
        # All but these are immutable values.
        twin = shallow_copy(self)
        twin.kubelet = None if self.kubelet is None else self.kubelet.copy()
        twin.conditions = dict(self.conditions)
        twin.gauge = Gauge()
        return twin

    def fingerprint(self) -> Json:
        link = self.link
        return [
            None if self.kubelet is None else self.kubelet.fingerprint(),
            [link.hears, link.speaks, link.storage, link.delay_ms],
            self.machine.fingerprint(),
            [[kind, said.status, said.reason] for kind, said in self.conditions.items()],
            [self._registers, self._posts_node_ms, self._renewed_ms],
            list(self._in_use),
            self.keeper.fingerprint(),
        ]

    # What happens to it

    def set_link(self, link: Link, now_ms: int) -> None:
        """The network changed. Where `hears` came back, `relist` must follow."""
        spoke, heard = self.speaks, self.hears
        self.link = link
        if self.speaks and not spoke:
            self._speaks_again(now_ms)
        elif self.hears and not heard:
            self._posts_node_ms = now_ms
        if self.kubelet is not None:
            self.kubelet.look_at_mounts(now_ms)

    def relist(self, pods: Mapping[str, Pod], now_ms: int) -> None:
        """All pods of the API server, after this kubelet had not heard of changes for a while."""
        if self.kubelet is None or not self.link.hears:
            return
        mine = [pod for pod in pods.values() if pod.node_name == self.node]
        for pod in mine:
            self._keep_file(pod)
        self.kubelet.relist(mine, self.machine.unattended, now_ms)
        self.machine = replace(self.machine, unattended={})

    def crash(self, now_ms: int) -> None:
        """The kubelet process dies; the containers run on."""
        if self.kubelet is None:
            return
        left = {**self.machine.unattended, **self.kubelet.left_behind(now_ms)}
        self.machine = replace(self.machine, unattended=left)
        self._ends_kubelet()

    def _ends_kubelet(self) -> None:
        """The kubelet process is gone, and all it knew."""
        self.kubelet = None
        self.keeper = self.keeper.forgotten(self.release)
        # It starts anew with a node that is well, as far as it knows.
        self.conditions = {kind: HEALTHY[kind] for kind in self.conditions}

    def start(self, pods: Mapping[str, Pod], now_ms: int) -> None:
        """The kubelet process starts and knows nothing but what it lists and finds running."""
        if self.kubelet is None and self.machine.power:
            self._start(pods, now_ms)

    def _start(self, pods: Mapping[str, Pod], now_ms: int) -> None:
        self.kubelet = Kubelet(
            self.node,
            self.applications,
            self.release,
            changes=self.machine.changes,
            # What it does not find running, does not run: it stands in no file and was left by nobody.
            booted=True,
            lists=True,
            attaches=self.attaches,
        )
        self.kubelet.read_files(self.machine.files.values(), self.machine.unattended, now_ms)
        self._registers = True
        self._posts_node_ms = now_ms
        if self.link.speaks:
            self._speaks_again(now_ms)
        self.relist(pods, now_ms)

    def power(self, on: bool, now_ms: int, pods: Mapping[str, Pod] | None = None) -> None:
        """Off: every process is gone at once. On (`pods`: the API server's): the machine boots, its kubelet
        starts.
        """
        if on == self.machine.power or self.machine.destroyed:
            return
        self.machine = replace(self.machine, power=on, unattended={})
        self._ends_kubelet()
        if on:
            self._start(pods or {}, now_ms)

    def destroy(self, now_ms: int) -> None:
        """The machine is gone for good."""
        self.power(False, now_ms)
        self.machine = replace(self.machine, destroyed=True)

    def set_clock(self, offset_ms: int) -> None:
        """The machine's clock goes ahead by that much (behind if negative): its timestamps do."""
        self.machine = replace(self.machine, clock_offset_ms=offset_ms)

    def behave(self, pod: str, container: str | None, fields: Mapping[str, Json], now_ms: int) -> bool:
        """The application of a pod (by key) behaves otherwise from now on, as the `behave` input says;
        False: no such pod is here.
        """
        here: list[Worker | Unattended] = [*self._workers(), *self.machine.unattended.values()]
        known = [one.pod for one in here if one.pod.key == pod and one.listed]
        if not known:
            return False
        uid = known[-1].uid
        said = (*self.machine.changes.get(uid, ()), pod_behaviour.Change(now_ms, container, fields))
        changes = {**self.machine.changes, uid: said}
        self.machine = replace(self.machine, changes=changes)
        left = self.machine.unattended.get(uid)
        if left is not None:
            behaving = pod_behaviour.behaviours_of(left.pod, self.applications, said)
            left = replace(left, runtime=pod_runtime.behaving(left.runtime, behaving, said[-1], now_ms))
            self.machine = replace(self.machine, unattended={**self.machine.unattended, uid: left})
        if self.kubelet is not None:
            self.kubelet.changes = changes
            if uid in self.kubelet.workers:
                self.kubelet.behaves(uid, now_ms)
        return True

    def kill_pod(self, uid: str, override: int | None, verdict: Verdict, now_ms: int) -> None:
        """Ends a pod for the node's sake, within `override` seconds (None: its own grace)."""
        if self.kubelet is not None and uid in self.kubelet.workers:
            self.kubelet.kill(uid, override, verdict, now_ms)

    def pod(self, key: str) -> Pod | None:
        """The pod of this name of which anything is here, be it only on the kubelet's list."""
        known = [worker.pod for worker in self._workers()]
        known += [left.pod for left in self.machine.unattended.values()]
        return next((pod for pod in reversed(known) if pod.key == key), None)

    def set_usage(self, change: Change) -> None:
        """What the node's system or one of its pods uses from now on."""
        self.keeper = self.keeper.changed(change)

    def shut_down(self, now_ms: int) -> bool:
        """The machine is asked to shut down: its pods end group by group, then it goes off. False: no
        graceful shutdown is set up, it goes off at once.
        """
        begun = None
        if self.kubelet is not None:
            begun = node_keeper.begin_shutdown(self.keeper, self.kubelet, now_ms)
        if begun is None:
            self.power(False, now_ms)
            return False
        self.keeper = begun
        self._finds({**self.conditions, "Ready": node_keeper.SHUTTING_DOWN}, now_ms)
        return True

    def _speaks_again(self, now_ms: int) -> None:
        self._renewed_ms = now_ms
        self._posts_node_ms = now_ms + self.link.delay_ms

    # The node's entry

    def keep_lease(self, api: ApiServer, now_ms: int) -> bool:
        """Writes the Lease if the heartbeat stopped or came back since it was written; True: it did."""
        key = node_lease_key(self.node)
        lease = api.get("Lease", key)
        renewing = not isinstance(lease, Lease) or lease.renewing
        if renewing == self.speaks or (lease is None and self.node not in api.nodes):
            return False
        renewed = now_ms if self.speaks else max(renewal_before(now_ms), self._renewed_ms)
        written = api.timestamp(renewed + self.machine.clock_offset_ms)
        manifest = node_lease(self.node, written, renewing=self.speaks)
        if lease is None:
            api.create("Lease", manifest, now_ms)
        else:
            kept = {**lease.manifest["metadata"], **manifest["metadata"]}  # type: ignore[dict-item]
            api.replace("Lease", key, {**lease.manifest, **manifest, "metadata": kept})
        return True

    def take_stock(self, api: ApiServer) -> None:
        """At the start of a run: looks up the volumes of the pods that run already. Bookkeeping."""
        self._say_volumes(api)

    def _say_volumes(self, api: ApiServer, *, again: bool = False) -> None:
        """node.status.volumesInUse. `again`: what is stored may not be what this kubelet said last."""
        if self.kubelet is None or not self.attaches or not self.speaks:
            return
        self.kubelet.take_stock(api)
        used = mounts.in_use(self.kubelet.workers.values())
        if (used != self._in_use or again) and mounts.say_in_use(used, api, self.node):
            self._in_use = used

    def _post_node(self, api: ApiServer, now_ms: int) -> Act | None:
        """The node status after a silence; on its start the kubelet also registers a node that is missing."""
        stamp = api.timestamp(now_ms + self.machine.clock_offset_ms)
        registers, self._registers = self._registers, False
        stored = api.nodes.get(self.node)
        if stored is None:
            if not registers or self._first_node is None or self._last_node is None:
                return None
            api.create("Node", registration(self._first_node, self._last_node, stamp), now_ms)
            self.keep_lease(api, now_ms)
            said = message("kubelet.registers", node=self.node)
            return Act("kubelet", self.name, "create", said, focus_nodes=(self.node,))
        self._say_volumes(api, again=True)
        stored = api.nodes[self.node]
        # What was written while nothing was heard.
        self._last_node, self.keeper = stored, self.keeper.heard_node(stored)
        status = refreshed_status(stored.manifest, stamp, self.conditions)
        if status is None:
            return None
        changed = changed_conditions(mapping(stored.manifest.get("status")), status)
        api.update_status("Node", self.node, status)
        for reason in node_keeper.event_reasons(changed):
            text = f"Node {self.node} status is now: {reason}"
            api.record_event(stored, "Normal", reason, text, "kubelet", now_ms, host=self.node)
        said = message("kubelet.posts_node", node=self.node)
        if ("Ready", "True") not in changed:
            told = tuple(f"{kind} {value}" for kind, value in changed)
            said = message("kubelet.posts_conditions", node=self.node, conditions=told)
        return Act("kubelet", self.name, "update", said, focus_nodes=(self.node,))


_SHOWN: Mapping[State, str] = {
    State.RUNNING: "running",
    State.TERMINATING: "terminating",
    State.DEAD: "dead",
}


def _attended(worker: Worker) -> Process:
    ending = worker.state is State.TERMINATING
    return Process(
        worker.pod,
        _SHOWN[worker.state],
        worker.since_ms,
        worker.listed,
        knows_deletion=worker.state is not State.RUNNING,
        deadline_ms=worker.deadline_ms if ending else None,
        signal=worker.signal,
        bars=bars(worker.plan),
    )


def _lone(left: Unattended) -> Process:
    state = ("terminating" if left.terminating else "running") if left.runtime.running else "dead"
    return Process(left.pod, state, left.since_ms, left.listed, knows_deletion=False)

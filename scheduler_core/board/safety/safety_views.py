"""The views of pod safety while anything is broken, kept up to date after each act.

They depend on other views: a change of a node, pod or process may change any of them. They are few, so each
is made again after each act, and only the differences are sent.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.board.object_views.pod_facts import PodFacts
from scheduler_core.board.safety.countdown import COUNTED_TIMERS, countdown
from scheduler_core.board.safety.foretold import Foretold
from scheduler_core.board.safety.invariants import invariants, is_ghost, modes_of, writers_of
from scheduler_core.board.safety.name_locks import name_locks
from scheduler_core.board.safety.node_state import is_apart, outdated
from scheduler_core.board.safety.process_lines import process_lines
from scheduler_core.board.safety.stuck import stuck_view
from scheduler_core.board.safety.trouble import trouble_view
from scheduler_core.board.safety.truths import (
    Row,
    not_ready_with_its_node,
    rows,
    worth_two_racks,
)
from scheduler_core.inputs.endpoints import SCHEDULER, nodes_of
from scheduler_core.kubelet.node.node_actor import NodeActor
from scheduler_core.kubelet.node.processes import Process
from scheduler_core.objects.manifest import Json, find, integer, items, mapping, strings, text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.replacing import State
from scheduler_core.simulation.cluster.cluster import Cluster

View = Mapping[str, Json]
ViewKey = tuple[str, str]

SAFETY_KEY: ViewKey = ("safety", "safety")
TROUBLE_KEY: ViewKey = ("trouble", "trouble")
_NOTED_AT_ONCE = frozenset({"node", "process", "identity", "timer"})
"""The kinds of views from which it follows whether anything is broken."""


@dataclass
class SafetyViews(State):
    """The views, as ordered sets of keys.

    - `odd`: nodes whose machine is in an unusual state
    - `written`: nodes on which processes may write to volumes
    - `leaving`: pods that are being deleted
    - `unwell`: nodes that are not Ready, have no Node object, or whose machine is apart from the API server
    - `timers`: timers at whose end a pod leaves its node
    - `detaching`: timers at whose end a volume is detached by force
    - `processes`, `truths`, `stuck`: the views of these kinds
    - `identities`: the views of this kind, and whether they raise an alarm

    `foretold` is what the scenario will break: the views are there before that and after it was repaired.
    """

    foretold: Foretold = field(default_factory=Foretold)
    odd: dict[str, None] = field(default_factory=dict)
    written: dict[str, None] = field(default_factory=dict)
    processes: dict[str, None] = field(default_factory=dict)
    identities: dict[str, bool] = field(default_factory=dict)
    leaving: dict[str, None] = field(default_factory=dict)
    unwell: dict[str, None] = field(default_factory=dict)
    timers: dict[str, None] = field(default_factory=dict)
    detaching: dict[str, None] = field(default_factory=dict)
    truths: dict[str, None] = field(default_factory=dict)
    stuck: dict[str, None] = field(default_factory=dict)

    def calm(self, cluster: Cluster, noted: Mapping[ViewKey, object]) -> bool:
        """Whether nothing is broken after an act that has left `noted`, so that the views can wait for the
        next look.

        Otherwise they must be made at once, since they depend on the present state of the machines.
        """
        for (kind, key), view in noted.items():
            if kind in _NOTED_AT_ONCE:
                self._note(kind, key, view if isinstance(view, dict) else {})
            elif kind == "pod" and isinstance(view, PodFacts) and view.kept_by_finalizers:
                return False
        return not (self.unwell or self.stuck or self._troubled(cluster))

    def update(
        self,
        api: ApiServer,
        cluster: Cluster,
        views: Mapping[ViewKey, View],
        changes: Iterable[Mapping[str, Json]],
    ) -> dict[ViewKey, dict[str, Json] | None]:
        """Returns the present safety views; None means removed. `views` are all other present views, and
        `changes` are their latest changes."""
        may_be_stuck = dict(self.stuck)
        for change in changes:
            kind, key = text(change["kind"]), text(change["key"])
            self._note(kind, key, mapping(change.get("view")))
            if kind == "pod":
                may_be_stuck[key] = None
        troubled = self._troubled(cluster)
        after: dict[ViewKey, dict[str, Json] | None] = {SAFETY_KEY: self._safety(views) if troubled else None}
        truths = dict(self._truths(api, cluster, views)) if troubled else {}
        after.update({("truth", node): truths.get(node) for node in {**self.truths, **truths}})
        self.truths = dict.fromkeys(truths)
        # A pod whose own view did not change becomes stuck only through its node.
        candidates = self.leaving if self.unwell else [key for key in may_be_stuck if key in self.leaving]
        pods = ((key, api.pods.get(key)) for key in candidates)
        stuck = {
            key: view
            for key, pod in pods
            if pod is not None and (view := stuck_view(api, cluster, pod)) is not None
        }
        after.update({("stuck", key): stuck.get(key) for key in {**self.stuck, **stuck}})
        self.stuck = dict.fromkeys(stuck)
        after[TROUBLE_KEY] = self._trouble(views)
        return after

    def _note(self, kind: str, key: str, view: View) -> None:
        """Remembers which views matter here. An empty view has been removed."""
        match kind:
            case "node":
                _keep(self.odd, key, matters=bool(view) and _is_odd(view))
                _keep(self.unwell, key, matters=bool(view) and not _is_well(view))
                volumes = (mapping(volume) for volume in items(view.get("volumes")))
                _keep(self.written, key, matters=any(volume["writers"] for volume in volumes))
            case "pod":
                _keep(self.leaving, key, matters=view.get("leaving") is not None)
            case "process":
                _keep(self.processes, key, matters=bool(view))
            case "identity":
                if view:
                    self.identities[key] = bool(view["alarm"])
                else:
                    self.identities.pop(key, None)
            case "timer":
                _keep(self.timers, key, matters=view.get("kind") in COUNTED_TIMERS)
                _keep(self.detaching, key, matters=view.get("kind") == "detach")

    def _troubled(self, cluster: Cluster) -> bool:
        """Whether anything is broken or will be, or a process is alive that should not be. A stopped
        scheduler is shown elsewhere, and an additional actor breaks nothing."""
        network = cluster.network
        if self.foretold.broken or self.odd or self.processes:
            return True
        if network.cut or network.late or network.silent:
            return True
        if cluster.second_instances or cluster.down - {SCHEDULER}:
            return True
        return any(self.identities.values())

    def _safety(self, views: Mapping[ViewKey, View]) -> dict[str, Json]:
        nodes = sorted((views["node", name] for name in self.written), key=_order)
        volumes = [text(mapping(volume)["volume"]) for node in nodes for volume in items(node["volumes"])]
        modes = {name: modes_of(views["volume", name]) for name in volumes if ("volume", name) in views}
        return {
            "invariants": invariants(
                (views["identity", key] for key in self.identities), writers_of(nodes, modes)
            ),
            "ghosts": sum(is_ghost(views["process", key]) for key in self.processes),
        }

    def _trouble(self, views: Mapping[ViewKey, View]) -> dict[str, Json] | None:
        # A machine that is apart is unwell.
        leaving = sorted((views["pod", key] for key in self.leaving), key=_order) if self.unwell else []
        return trouble_view(
            (views["node", name] for name in self.odd),
            (pod for pod in leaving if mapping(views.get(("node", text(pod["node"])))).get("apart")),
            (views["timer", key] for key in (*self.timers, *self.detaching)),
        )

    def _truths(
        self, api: ApiServer, cluster: Cluster, views: Mapping[ViewKey, View]
    ) -> Iterator[tuple[str, dict[str, Json]]]:
        """The nodes on which the API server's objects and the processes may differ, with their rows."""
        foretold = dict.fromkeys(self.foretold.nodes)
        nodes = {**foretold, **self.odd, **dict.fromkeys(key.partition("/")[0] for key in self.processes)}
        bound = _pods_of(api, nodes)
        timers = self._timer_of(views)
        for name in nodes:
            host = cluster.host(name)
            if host is None or ("node", name) not in views:
                continue
            pods = sorted(bound[name], key=lambda pod: _since_bound(views["pod", pod.key]))
            node_rows = rows(pods, host.processes())
            apart = is_apart(host, registered=name in api.nodes)
            only_store = _only_store_is_cut(cluster, host, registered=name in api.nodes)
            if name in foretold or worth_two_racks(node_rows, apart=apart, only_store=only_store):
                yield (
                    name,
                    {
                        "node": name,
                        "outdated": outdated(api, host),
                        "rows": [self._row(api, views, name, row, timers) for row in node_rows],
                        "locks": name_locks(node_rows, api.pods),
                    },
                )

    def _timer_of(self, views: Mapping[ViewKey, View]) -> dict[str, View]:
        """Key of a pod → the timer at whose end it leaves its node."""
        timers: dict[str, View] = {}
        for key in self.timers:
            timer = views["timer", key]
            for pod in strings(timer["holds"]):
                timers.setdefault(pod, timer)
        return timers

    def _row(
        self,
        api: ApiServer,
        views: Mapping[ViewKey, View],
        node: str,
        row: Row,
        timers: Mapping[str, View],
    ) -> Json:
        pod = None if row.pod is None else api.pods[row.pod]
        waits, not_ready = None, False
        if pod is not None:
            not_ready = not_ready_with_its_node(pod, api.nodes.get(node))
            waits = countdown(pod, api.nodes.get(node), timers.get(pod.key), api.epoch_ms(0))

        def key_of(process: Process) -> str | None:
            key = f"{node}/{process.pod.uid}"
            return key if key in self.processes else None

        lines: list[Json] = []
        if row.process is not None:
            shown = mapping(views.get(("process", key_of(row.process) or "")))
            lines = process_lines(
                row.process,
                pod,
                ghost=bool(shown.get("ghost")),
                writes=strings(shown.get("writes")),
                lease=find(views["node", node], "link", "lease"),
            )
        return row.to_json(key_of, waits, lines, not_ready=not_ready)


def _pods_of(api: ApiServer, nodes: Mapping[str, None]) -> Mapping[str, Sequence[Pod]]:
    bound: dict[str, list[Pod]] = defaultdict(list)
    if nodes:
        for pod in api.pods.values():
            if pod.node_name in nodes:
                bound[pod.node_name].append(pod)
    return bound


def _only_store_is_cut(cluster: Cluster, host: NodeActor, *, registered: bool) -> bool:
    """Whether a node is apart only because the API server does not reach its store."""
    network, name = cluster.network, host.node
    own = any(name in nodes_of(way) for way in network.cut_ways())
    own = own or name in network.silent or network.isolated_by(name) is not None
    healthy = host.hardware.power and host.kubelet is not None and registered
    return not network.store_answers and healthy and not own


def _is_odd(node: View) -> bool:
    """Whether a node's machine is in an unusual state."""
    healthy = node["power"] and node["kubelet"] and node["registered"] and not node["destroyed"]
    return not healthy or any(node[field] for field in ("link", "fenced", "clock"))


def _is_well(node: View) -> bool:
    return bool(node["ready"] and node["registered"] and not node["apart"])


def _keep(names: dict[str, None], name: str, *, matters: bool) -> None:
    if matters:
        names[name] = None
    else:
        names.pop(name, None)


def _order(view: View) -> int:
    return integer(view["order"]) or 0


def _since_bound(pod: View) -> tuple[float, int]:
    bound = pod["bound"]
    return (bound if isinstance(bound, (int, float)) else 0, _order(pod))

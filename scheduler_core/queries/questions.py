"""Questions about a recorded run at one step; none of them changes the run."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.engine.recording import Recording
from scheduler_core.inputs.parse import TimedInput, parse_input
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.problem import Problem
from scheduler_core.queries import advice, inspector, obstacles
from scheduler_core.queries.applicable import applicable
from scheduler_core.queries.consequences import consequences
from scheduler_core.queries.decision_walk import decision_walk
from scheduler_core.queries.overview.node_table import node_table
from scheduler_core.queries.overview.search import search
from scheduler_core.queries.possible_faults import cluster_faults, node_faults
from scheduler_core.queries.room import room
from scheduler_core.queries.verbs.verbs_of import things, verbs_of
from scheduler_core.queries.what_if import parse_changes, what_if
from scheduler_core.queries.why import decided_at, why, why_next, why_node, why_service
from scheduler_core.scheduler.own_plugins.own_plugin import PluginFailedError


@dataclass(frozen=True, slots=True)
class Questions:
    """The questions; answers are JSON. A step that the run never reaches raises LookupError."""

    recording: Recording

    def decision(self, seq: int) -> dict[str, Json] | None:
        """The whole decision that led to step `seq`, with the walk through it; None where none did. See
        `decision_walk.py`."""
        view = self.recording.decision(seq)
        return None if view is None else {**view, **decision_walk(view)}

    def why(self, seq: int, pod_key: str) -> dict[str, Json] | None:
        """Why a pod is where it is; None when nothing is known of such a pod. See `why.py`."""
        return why(self.recording, seq, pod_key)

    def why_next(self, seq: int, pod_key: str) -> dict[str, Json] | None:
        """The decision about a pod that the next step makes; None when it makes none. See `why.py`."""
        return why_next(self.recording, seq, pod_key)

    def why_node(self, seq: int, node: str) -> dict[str, Json] | None:
        """A node with its pods and the newest decision; None when there is no such node. See `why.py`."""
        return why_node(self.recording, seq, node)

    def why_service(self, seq: int, service: str) -> dict[str, Json] | None:
        """Where traffic of a Service goes; None when there is no such Service. See `why.py`."""
        return why_service(self.recording, seq, service)

    def what_if(self, seq: int, pod_key: str, changes: Json) -> dict[str, Json] | Problem | None:
        """The DecisionView about a pod that waits at step `seq`, as if it were decided there with `changes`.

        `{"weights": {plugin: n}, "seed": n}`, both optional; without a seed ties fall as they would in the
        run. The view has `tosses` too. None means that the pod does not wait.
        """
        parsed = parse_changes(changes)
        if isinstance(parsed, Problem):
            return parsed
        return what_if(self.recording.world(seq), pod_key, parsed)

    def obstacles(self, seq: int, pod_key: str) -> dict[str, Json] | None:
        """Everything that keeps a pod from each node, beyond the plugin at which the scheduler stopped; None
        when there is no such pod.

        For a bound pod the answer is about the step just before the decision, which `seq` names. `{"pod",
        "seq", "nodeCount", "feasible", "nodes": {name: [obstacle]}, "groups"}` with obstacles `{"plugin",
        "code", "reasons", "first", "beforeNodes", "details": [Message]}`.
        """
        world = self.recording.world(seq)
        if pod_key not in world.api.pods:
            return None
        made = decided_at(self.recording, seq, pod_key)
        try:
            found = obstacles.obstacles(world, pod_key)
            if found is None and made is not None:
                found = obstacles.obstacles(self.recording.world(made - 1), pod_key)
        except PluginFailedError:
            found = None
        return found or {
            "pod": pod_key,
            "seq": seq,
            "nodeCount": 0,
            "feasible": 0,
            "nodes": {},
            "groups": [],
        }

    def advice(self, seq: int, pod_key: str) -> list[Json] | None:
        """What would make a waiting pod fit, the smallest change first; None when there is no such pod.

        Each is `{"id", "messages", "note", "victims", "inputs", "node", "result"}`: given at step `seq` of a
        fork, the inputs led to `result` (bound or nominated) on `node`.
        """
        try:
            return advice.advice(self.recording.world(seq), pod_key)
        except PluginFailedError:
            return []

    def room(self, seq: int, pod_key: str) -> dict[str, Json] | None:
        """Where the room for more pods like this one is; None when there is no such pod. See `room.py`."""
        try:
            return room(self.recording.world(seq), pod_key)
        except PluginFailedError:
            return None

    def applicable(self, seq: int) -> list[Json]:
        """The objects of a step as manifests for `kubectl apply`. See `applicable.py`."""
        return applicable(self.recording.world(seq))

    def node_table(self, seq: int) -> list[Json]:
        """The nodes as rows of a table. See `node_table.py`."""
        return node_table(self.recording.world(seq))

    def search(self, seq: int, asked: str) -> dict[str, Json] | Problem:
        """The pods and nodes that the text `asked` means: `{"nodes": [names], "pods": [keys]}`. See
        `search_text.py` for its language."""
        return search(self.recording.world(seq), asked)

    def consequences(self, seq: int, value: Json) -> dict[str, Json] | Problem | None:
        """What an input that may lose data would change at step `seq`: `{"safe", "says", "rows"}`, see
        `consequences.py`. None for an input that loses nothing, and where there is no such object."""
        parsed = parse_input(value)
        if isinstance(parsed, Problem):
            return parsed
        untimed = parsed.input if isinstance(parsed, TimedInput) else parsed
        return consequences(self.recording.world(seq), untimed)

    def faults(self, seq: int, node: str | None = None) -> Json:
        """What can be broken and mended of a node, or of the cluster (`node` None); None when there is no
        such node. See `possible_faults.py`."""
        world = self.recording.world(seq)
        return cluster_faults(world) if node is None else node_faults(world, node)

    def verbs(self, seq: int, kind: str, key: str) -> dict[str, Json] | None:
        """What a person can do to a thing, or with `kind` "" to the cluster; None where there is no such
        thing. See `verbs_of.py`."""
        return verbs_of(self.recording.world(seq), kind, key)

    def things(self, seq: int, asked: str) -> dict[str, Json]:
        """The things whose key has the text `asked` in it. See `verbs_of.py`."""
        return things(self.recording.world(seq), asked)

    def describe(self, seq: int, kind: str, key: str) -> str | None:
        """The text of `kubectl describe`; None when there is no such object or its kind is not supported."""
        return inspector.describe(self.recording.world(seq), kind, key)

    def events(self, seq: int, key: str | None = None) -> list[Json]:
        """The Events about the pod or node `key` (None means all), the one reported last at the end.

        Each is `{"t", "firstT", "count", "type", "reason", "message", "from", "kind", "key"}`.
        """
        return inspector.events(self.recording.world(seq), key)

    def manifest(self, seq: int, kind: str, key: str) -> dict[str, Json] | None:
        """The stored object as `kubectl get -o json` prints it; None when there is no such object."""
        return inspector.manifest(self.recording.world(seq), kind, key)

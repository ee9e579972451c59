"""Plays the objects and steps of a recorded history in a world of its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Final

from scheduler_core.actor import Actor
from scheduler_core.apiserver.storage.events import COMBINED
from scheduler_core.controllers.common.controller import Controller
from scheduler_core.controllers.disruption.disruption import DisruptionController
from scheduler_core.controllers.replicaset.replicaset import ReplicaSetController
from scheduler_core.controllers.volume.persistent_volumes import VolumeController
from scheduler_core.engine.world import World
from scheduler_core.inputs.untimed import Untimed
from scheduler_core.kubelet.node.connection import CONNECTED, Connection
from scheduler_core.kubelet.node.node_actor import NodeActor
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import (
    Json,
    Manifest,
    find,
    flag,
    integer,
    items,
    mapping,
    strings,
    text,
    texts,
)
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.releases.group_versions import written_version
from scheduler_core.parity.live.hollow_kubelet import HollowKubelet, KubeletWays, actual_resources
from scheduler_core.parity.live.names import Names
from scheduler_core.parity.live.outcome import added_labels, outcome_of
from scheduler_core.rest.handlers import answer_write
from scheduler_core.rest.requests import Request
from scheduler_core.rest.resources import resource_of
from scheduler_core.rest.status import Response
from scheduler_core.rest.write_handlers import JSON_PATCH, MERGE, STRATEGIC
from scheduler_core.scheduler.scheduler import Scheduler
from scheduler_core.simulation.cluster.components import Components
from scheduler_core.simulation.scenario.scenario import Scenario

NAMESPACE: Final = "default"
QUIET_MS, SPINNING_QUIET_MS, MOST_MS = 2_200, 5_000, 60_000
"""Milliseconds without a change after which an outcome is taken: the recorder asked for 2 s and looked a few
times a second.
"""
NEW_NODE: Final[Json] = {"key": "node.kubernetes.io/not-ready", "effect": "NoSchedule"}
"""The taint that admission puts on a new node, until a controller has seen that the node is ready."""
APART_MS = 5
EVICTIONS_APART_MS = 10
"""Milliseconds between two requests of one step. An eviction is three writes: the budget's, the condition's
and the deletion.
"""
CONTROLLERS_REACT_MS, BUDGETS_REACT_MS = 8, 1
"""Milliseconds from an event to the reaction of a controller. A pod that is evicted is replaced before the
next eviction, and runs after it; what budgets allow is counted before.
"""
GROUP_WAYS = (
    (0, 10, 0),
    (1, 10, 0),
    (2, 10, 0),
    (0, 26, 5),
    (0, 4, 5),
    (1, 26, 5),
    (3, 10, 0),
    (4, 10, 5),
)
"""By seed: the order in which the pods of a group are tried, the milliseconds that the API server takes to
write what came of it, and those by which each further kubelet is slower.
"""
_PATCHES = {"merge": MERGE, "strategic": STRATEGIC, "json": JSON_PATCH}
_BEFORE_DIFF = (
    "(allow it to be set to 1 if it was previously negative)",
    "except resources.requests and volumeAttributesClassName for bound claims",
)
_SORTED = ("ReplicaSet", "DaemonSet", "Job", "StatefulSet")
_WHOLE_OBJECT = re.compile(r"Invalid value: \{.*\}: field is immutable")
_UNREACHABLE = Connection(hears=False, speaks=False)
_HEALTHY = ("MemoryPressure", "DiskPressure", "PIDPressure")


class LiveComponents(Components):
    """The components of a history: machines with hollow kubelets, controllers as fast as real ones, and no
    provisioner of volumes."""

    def __init__(self, scenario: Scenario, ways: KubeletWays) -> None:
        super().__init__(scenario)
        self._ways = ways
        self._chance, self._seed = scenario.seed != 0, scenario.seed

    def new_host(self, node: str) -> NodeActor:
        return HollowKubelet.on(super().new_host(node), self._ways)

    def new_actor(self, name: str) -> Actor:
        return self.as_recorded(super().new_actor(name))

    def as_recorded(self, actor: Actor) -> Actor:
        """The actor with the ways of the recorded one."""
        if isinstance(actor, VolumeController):
            actor.provisions = False
        elif isinstance(actor, DisruptionController):
            actor.reaction_ms = BUDGETS_REACT_MS
        elif isinstance(actor, Controller):
            actor.reaction_ms = CONTROLLERS_REACT_MS
        if isinstance(actor, ReplicaSetController):
            actor.shuffles = self._chance
        if isinstance(actor, Scheduler):
            actor.groups.variant, actor.groups.tries.writes_ms, _ = GROUP_WAYS[self._seed % len(GROUP_WAYS)]
        return actor


@dataclass(slots=True)
class LivePlayer:
    """A history while it is played. `play` gives the outcomes in the shape of the recorded ones. `seed`
    decides what is chance in the original too: the uids and, unless it is 0, which of several equal pods a
    ReplicaSet deletes.
    """

    history: Manifest
    seed: int = 0
    world: World = field(init=False)
    ways: KubeletWays = field(init=False)
    names: Names = field(default_factory=Names)
    own_labels: dict[str, Mapping[str, str]] = field(default_factory=dict)
    refused: list[Json] = field(default_factory=list)
    _events: dict[str, list[list[str]]] = field(default_factory=dict)
    _recorded: set[tuple[str, ...]] = field(default_factory=set)
    _changed_ms: int = 0

    def __post_init__(self) -> None:
        kubelet = mapping(self.history.get("kubelet"))
        self.ways = KubeletWays(
            starts=text(kubelet.get("start"), "auto") != "held",
            exits=text(kubelet.get("exit"), "auto") != "held",
            ready=kubelet.get("ready") is not False,
            apart_ms=GROUP_WAYS[self.seed % len(GROUP_WAYS)][2] if "gang" in self.tags else 0,
        )
        gates = {name: flag(on) for name, on in mapping(self.history.get("gates")).items()}
        version = text(self.history["version"])
        scenario = Scenario(name="live", version=version, seed=self.seed, feature_gates=gates)
        self.world = World(scenario)
        components = LiveComponents(scenario, self.ways)
        self.world.cluster.components = components
        for actor in self.world.cluster.agenda.actors.values():
            components.as_recorded(actor)

    @property
    def tags(self) -> frozenset[str]:
        return frozenset(strings(self.history.get("tags")))

    def play(self) -> Iterator[dict[str, Json]]:
        """The outcome after the setup and after each step."""
        for manifest in items(self.history.get("setup")):
            self._create(mapping(manifest))
            self._run_for(APART_MS)
            if find(manifest, "kind") == "Node":
                self._run_until(self._no_new_taint)
        pods: frozenset[str] = frozenset()
        yield self._outcome(pods)
        for step in items(self.history.get("steps")):
            pods = frozenset(self.world.api.pods)
            self._do(mapping(step))
            yield self._outcome(pods)

    def _no_new_taint(self) -> bool:
        return not any(
            taint.key == "node.kubernetes.io/not-ready"
            for node in self.world.api.nodes.values()
            for taint in node.taints
        )

    # The steps

    def _do(self, step: Manifest) -> None:
        name, kind = text(step.get("name")), text(step.get("kind"))
        match text(step["do"]):
            case "create":
                apart = step.get("apart")
                apart_ms = round(apart * 1000) if isinstance(apart, (int, float)) else APART_MS
                for manifest in items(step["objects"]):
                    self._create(mapping(manifest))
                    self._run_for(apart_ms)
            case "patch":
                self._patch(
                    kind,
                    name,
                    step["patch"],
                    text(step.get("type"), "strategic"),
                    text(step.get("subresource")),
                )
            case "delete":
                options: dict[str, Json] = {"kind": "DeleteOptions", "apiVersion": "v1"}
                if step.get("grace") is not None:
                    options["gracePeriodSeconds"] = step["grace"]
                options["propagationPolicy"] = text(step.get("propagation"), "Background")
                self._send("DELETE", kind, self.names.actual(kind, name), options, about=name)
            case "scale":
                self._patch(kind, name, {"spec": {"replicas": step["replicas"]}}, "merge", "scale")
            case "evict":
                for pod in self._pods(step):
                    self._evict(pod, step)
                    self._run_for(EVICTIONS_APART_MS)
            case "bind":
                self._bind(step)
            case "taint":
                self._taint(step)
            case "label":
                self._patch(kind, name, {"metadata": {"labels": step["labels"]}}, "merge")
            case "resize":
                self._patch("Pod", text(step["pod"]), {"spec": step["spec"]}, "strategic", "resize")
            case "actuate":
                self._actuate(self.names.actual("Pod", text(step["pod"])))
            case "cordon" | "uncordon":
                self._patch(
                    "Node",
                    text(step["node"]),
                    {"spec": {"unschedulable": step["do"] == "cordon" or None}},
                    "merge",
                )
            case "status":
                patch_type = text(step.get("type")) or ("strategic" if kind in ("Pod", "Node") else "merge")
                status = self._with_time(step["status"])
                self._patch(kind, name, {"status": status}, patch_type, "status")
            case "node-ready":
                self._node_ready(step)
            case "heartbeats":
                self._heartbeats(text(step["node"]), on=flag(step["on"]))
            case "kubelet":
                self._kubelet(step)
            case "start":
                self.ways.started.update(f"{NAMESPACE}/{pod}" for pod in self._pods(step))
                self._stir()
            case "finish":
                for pod in self._pods(step):
                    self.ways.finished.add(f"{NAMESPACE}/{pod}")
                    self._stir()
                    stored = self.world.api.pods.get(f"{NAMESPACE}/{pod}")
                    if stored is not None and not stored.terminating:
                        self._send("DELETE", "Pod", pod, {"gracePeriodSeconds": 0})
                    self._run_for(APART_MS)
            case "end":
                code = integer(step.get("exitCode"))
                phase = text(step.get("phase"))
                code = (0 if phase == "Succeeded" else 1) if code is None else code
                self.ways.ended.update((f"{NAMESPACE}/{pod}", (phase, code)) for pod in self._pods(step))
                self._stir()
            case "wait":
                self._wait(step)
            case unknown:
                raise ValueError(f"unknown step {unknown!r}")

    def _pods(self, step: Manifest) -> list[str]:
        named = strings(step.get("pods")) or (text(step.get("pod")),)
        return [self.names.actual("Pod", pod) for pod in named]

    def _create(self, manifest: Manifest) -> None:
        kind = text(manifest["kind"])
        whole = {"apiVersion": self._api_version(kind), **manifest}
        if kind == "Node":
            whole = _with_node_status(whole, self.world.api.timestamp(self.world.now_ms))
            taints: list[Json] = [*items(find(whole, "spec", "taints")), NEW_NODE]
            whole["spec"] = {**mapping(whole.get("spec")), "taints": taints}
        if kind == "Pod":
            labels = mapping(find(manifest, "metadata", "labels"))
            self.own_labels[text(find(manifest, "metadata", "name"))] = {
                name: text(value) for name, value in labels.items()
            }
        self._send("POST", kind, "", whole, about=text(find(manifest, "metadata", "name")))

    def _api_version(self, kind: str) -> str:
        return written_version(kind, self.world.api.options.release, KINDS[kind].api_version)

    def _patch(self, kind: str, name: str, patch: Json, patch_type: str, subresource: str = "") -> None:
        actual = self.names.actual(kind, name)
        self._send("PATCH", kind, actual, patch, subresource, content_type=_PATCHES[patch_type], about=name)

    def _evict(self, pod: str, step: Manifest) -> None:
        options: dict[str, Json] = {}
        if step.get("grace") is not None:
            options["gracePeriodSeconds"] = step["grace"]
        if step.get("dryRun"):
            options["dryRun"] = ["All"]
        body: dict[str, Json] = {"apiVersion": "policy/v1", "kind": "Eviction"}
        body["metadata"] = {"name": pod, "namespace": NAMESPACE}
        body["deleteOptions"] = options
        self._send("POST", "Pod", pod, body, "eviction", about=self.names.shown("Pod", pod))

    def _bind(self, step: Manifest) -> None:
        pod = text(step["pod"])
        metadata: dict[str, Json] = {"name": pod, "namespace": NAMESPACE}
        if step.get("labels"):
            metadata["labels"] = step["labels"]
        body: dict[str, Json] = {"apiVersion": "v1", "kind": "Binding", "metadata": metadata}
        body["target"] = {"apiVersion": "v1", "kind": "Node", "name": step["node"]}
        self._send("POST", "Pod", pod, body, "binding")

    def _taint(self, step: Manifest) -> None:
        name = text(step["node"])
        node = dict(self.world.api.nodes[name].manifest)
        removed = [(text(find(taint, "key")), find(taint, "effect")) for taint in _listed(step.get("remove"))]
        spec = dict(mapping(node.get("spec")))
        kept = [
            taint
            for taint in items(spec.get("taints"))
            if not any(
                find(taint, "key") == key and effect in (None, find(taint, "effect"))
                for key, effect in removed
            )
        ]
        spec["taints"] = [*kept, *_listed(step.get("add"))]
        self._send("PUT", "Node", name, {**node, "spec": spec})

    def _with_time(self, value: Json) -> Json:
        if value == "<now>":
            return self.world.api.timestamp(self.world.now_ms)
        if isinstance(value, Mapping):
            return {name: self._with_time(entry) for name, entry in value.items()}
        return [self._with_time(entry) for entry in value] if isinstance(value, (list, tuple)) else value

    def _actuate(self, pod: str) -> None:
        stored = self.world.api.pods[f"{NAMESPACE}/{pod}"]
        status: dict[str, Json] = {"containerStatuses": list(actual_resources(stored))}
        resources = find(stored.manifest, "spec", "resources")
        if resources is not None:
            status |= {"resources": resources, "allocatedResources": find(resources, "requests")}
        self._patch("Pod", pod, {"status": status}, "strategic", "status")

    def _node_ready(self, step: Manifest) -> None:
        ready = step["ready"]
        status = "True" if ready is True else "False" if ready is False else text(ready)
        reasons = {"True": "KubeletReady", "False": "KubeletNotReady", "Unknown": "NodeStatusUnknown"}
        condition: dict[str, Json] = {"type": "Ready", "status": status, "reason": reasons[status]}
        condition["lastHeartbeatTime"] = condition["lastTransitionTime"] = "<now>"
        self._patch(
            "Node",
            text(step["node"]),
            {"status": {"conditions": [self._with_time(condition)]}},
            "strategic",
            "status",
        )

    def _heartbeats(self, node: str, *, on: bool) -> None:
        host = self.world.cluster.host(node)
        assert host is not None
        host.set_connection(CONNECTED if on else _UNREACHABLE, self.world.now_ms)
        host.keep_lease(self.world.api, self.world.now_ms)
        self._stir()

    def _kubelet(self, step: Manifest) -> None:
        if step.get("start") is not None:
            self.ways.starts = step["start"] != "held"
        if step.get("exit") is not None:
            self.ways.exits = step["exit"] != "held"
        if step.get("ready") is not None:
            self.ways.ready = flag(step["ready"])
        self._stir()

    def _stir(self) -> None:
        for name in self.world.cluster.hosts:
            self.world.cluster.stir(Components.kubelet_name(name))
        self._changed_ms = self.world.now_ms

    # Requests

    def _send(
        self,
        method: str,
        kind: str,
        name: str,
        body: Json,
        subresource: str = "",
        *,
        content_type: str = "application/json",
        about: str = "",
    ) -> None:
        row = resource_of(kind)
        base = f"/apis/{self._api_version(kind)}" if row.group else f"/api/{row.version}"
        scope = f"/namespaces/{NAMESPACE}" if row.namespaced else ""
        path = "/".join(part for part in (f"{base}{scope}/{row.plural}", name, subresource) if part)
        request = Request(method, path, content_type=content_type, body=body, agent="live/1")
        written = answer_write(self.world, request, 0, may_write=True)
        self._changed_ms = self.world.now_ms
        if written.response.code >= 300:
            self._refuse(f"{kind}/{about or self.names.shown(kind, name)}", written.response)
        elif written.input is not None:
            # The recorded client did not wait for controllers: their times are those of `as_recorded`.
            self._give(replace(written.input, prompt=False))

    def _give(self, value: Untimed) -> None:
        versions = self._versions()
        outcome = self.world.give(value)
        self._after_turn(versions)
        if not isinstance(outcome, Mapping):
            raise ValueError(f"refused after it was tried: {outcome}")

    def _refuse(self, about: str, response: Response) -> None:
        body = response.body
        entry: dict[str, Json] = {"object": about, "code": response.code, "reason": find(body, "reason")}
        entry["message"] = _with_diff_mark(self.names.in_text(text(find(body, "message"))))
        causes = [
            {
                name: self.names.in_text(text(find(cause, name)))
                for name in ("reason", "message", "field")
                if find(cause, name)
            }
            for cause in items(find(body, "details", "causes"))
        ]
        if causes and response.code != 422:
            entry["causes"] = list(causes)
        self.refused.append(entry)

    # Time

    def _run_for(self, milliseconds: int) -> None:
        self._run_to(self.world.now_ms + milliseconds)

    def _run_to(self, until_ms: int) -> None:
        while (turn := self.world.next_turn()) is not None and turn.at_ms <= until_ms:
            self._take()
        self.world.now_ms = max(self.world.now_ms, until_ms)

    def _run_until(self, holds: Callable[[], bool], most_ms: int = MOST_MS) -> bool:
        """Plays until a condition holds; False when it does not within the time."""
        until_ms = self.world.now_ms + most_ms
        while not holds():
            turn = self.world.next_turn()
            if turn is None or turn.at_ms > until_ms:
                self.world.now_ms = until_ms
                return False
            self._take()
        return True

    def _take(self) -> None:
        turn = self.world.next_turn()
        assert turn is not None
        versions = self._versions()
        version, recorded = self.world.api.resource_version, self.world.api.events_recorded
        self.world.take(turn)
        if (version, recorded) != (self.world.api.resource_version, self.world.api.events_recorded):
            self._changed_ms = self.world.now_ms
        self._after_turn(versions)

    def _quiet(self) -> None:
        """Plays until nothing has changed for two seconds and the scheduler has no pod to try."""
        spins = "spins" in self.tags
        wait_ms = SPINNING_QUIET_MS if spins else QUIET_MS
        end_ms = self.world.now_ms + MOST_MS
        while (turn := self.world.next_turn()) is not None and turn.at_ms <= end_ms:
            rests = spins or not self._scheduler_has_work()
            if rests and turn.at_ms > self._changed_ms + wait_ms:
                break
            self._take()
        self.world.now_ms = max(self.world.now_ms, min(self._changed_ms + wait_ms, end_ms))

    def _scheduler_has_work(self) -> bool:
        actor = self.world.cluster.agenda.actors[self.world.cluster.components.scheduler_name]
        assert isinstance(actor, Scheduler)
        spinning = actor.queue.tables.spinning
        return any(
            lane.lane in ("active", "backoff") and key not in spinning for key, lane in actor.lanes().items()
        )

    def _wait(self, step: Manifest) -> None:
        seconds = step.get("seconds")
        if isinstance(seconds, (int, float)):
            self._run_for(round(seconds * 1000))
            self._changed_ms = self.world.now_ms
            return
        most = step.get("max")
        until = mapping(step["until"])
        if not self._run_until(
            lambda: self._holds(until),
            round(float(most) * 1000) if isinstance(most, (int, float)) else MOST_MS,
        ):
            self.refused.append({"waitedInVain": True})

    def _holds(self, until: Manifest) -> bool:
        api = self.world.api
        if "pod" in until:
            pod = api.pods.get(f"{NAMESPACE}/{self.names.actual('Pod', text(until['pod']))}")
            match text(until.get("is")):
                case "bound":
                    return pod is not None and bool(pod.node_name)
                case "gone":
                    return pod is None
                case "exists":
                    return pod is not None
                case "deleting":
                    return pod is not None and pod.terminating
                case unknown:
                    raise ValueError(f"unknown state {unknown!r} of a pod")
        if "taint" in until:
            node = api.nodes.get(text(until["node"]))
            return node is not None and any(
                taint.key == until["taint"] and until.get("effect") in (None, taint.effect)
                for taint in node.taints
            )
        kind, _, shown = text(until["object"]).partition("/")
        name = self.names.actual(kind, shown)
        stored = api.get(kind, f"{NAMESPACE}/{name}" if KINDS[kind].namespaced else name)
        if stored is None or until.get("is") == "gone":
            return stored is None and until.get("is") == "gone"
        return _at(stored.manifest, text(until.get("path"))) == until.get("equals")

    # Events

    def _versions(self) -> Mapping[str, str]:
        return {key: pod.meta.resource_version for key, pod in self.world.api.pods.items()}

    def _after_turn(self, versions: Mapping[str, str]) -> None:
        """Takes the Events that were recorded. One of the scheduler that is equal to an earlier one of the
        same object at the same version only raises its count; those of others are counted as they are stored.
        """
        self.names.look(self.world.api)
        written, self.world.written = self.world.written, None
        fresh = [event for event, _ in written.events] if written is not None else []
        for event in (*fresh, *self.world.api.drain_recorded_events()):
            if event.reason in ("RegisteredNode", "RemovingNode"):
                continue
            about = f"{event.involved_kind}/{self.names.shown(event.involved_kind, event.involved_name)}"
            entry = [event.type, event.reason, event.message]
            mark: tuple[str, ...] = (event.name,)
            if event.component in self.world.cluster.components.schedulers:
                key = (event.involved_uid, event.type, event.reason, event.component)
                mark = (*key, versions.get(event.involved_key, ""))
            if mark not in self._recorded:
                self._recorded.add(mark)
                self._events.setdefault(about, []).append(entry)
            elif event.message.startswith(COMBINED):
                # The stored Event shows the last message.
                for other in self._events.get(about, ()):
                    if other[:2] == entry[:2] and other[2].startswith(COMBINED):
                        other[2] = event.message

    def _labels_of_manifest(self, pod: Pod) -> Mapping[str, str]:
        """The labels in the manifest of the pod, or in the template of its controller."""
        own = self.own_labels.get(pod.meta.name)
        if own is not None:
            return own
        owner = pod.meta.controller
        stored = None if owner is None else self.world.api.get(owner.kind, f"{NAMESPACE}/{owner.name}")
        return (
            {} if stored is None else texts(find(stored.manifest, "spec", "template", "metadata", "labels"))
        )

    def _outcome(self, before: frozenset[str]) -> dict[str, Json]:
        self._quiet()
        outcome = outcome_of(self.world.api, self.names, self.tags, before)
        for pod in self.world.api.pods.values():
            shown = self.names.shown("Pod", pod.meta.name)
            labels = added_labels(pod.meta.labels, self._labels_of_manifest(pod))
            if labels:
                outcome["pods"][shown]["labels"] = labels  # type: ignore[index,call-overload]
        events: dict[str, Json] = {}
        for about, entries in self._events.items():
            shown_entries = [[type_, reason, self.names.in_text(words)] for type_, reason, words in entries]
            if about.partition("/")[0] in _SORTED:
                groups = groupby(shown_entries, key=lambda entry: entry[:2])
                shown_entries = [entry for _, group in groups for entry in sorted(group)]
            merged = [
                entry
                for index, entry in enumerate(shown_entries)
                if not index or entry != shown_entries[index - 1]
            ]
            events[about] = list(merged)
        self._events = {}
        if events:
            outcome["events"] = events
        if self.refused:
            outcome["refused"] = [entry for entry in self.refused if "waitedInVain" not in mapping(entry)]
            if any("waitedInVain" in mapping(entry) for entry in self.refused):
                outcome["waitedInVain"] = True
            self.refused = []
        return outcome


def _at(manifest: Json, path: str) -> Json:
    """The value at a dotted path; of a list of conditions the entry with that type."""
    value = manifest
    for step in path.split("."):
        if isinstance(value, (list, tuple)):
            value = next((entry for entry in value if find(entry, "type") == step), None)
        else:
            value = find(value, step)
    return value


def _listed(value: Json) -> Sequence[Json]:
    return items(value) if isinstance(value, (list, tuple)) else ([] if value is None else [value])


def _with_node_status(manifest: Manifest, now: str) -> dict[str, Json]:
    """The node as its kubelet registers it: capacity as allocatable, Ready, no pressure. The recorded kubelet
    declares no features."""
    given = mapping(manifest.get("status"))
    status: dict[str, Json] = {"capacity": given.get("allocatable"), "declaredFeatures": [], **given}
    status["nodeInfo"] = {"operatingSystem": "linux", **mapping(status.get("nodeInfo"))}
    conditions: list[Json] = [
        {"type": kind, "status": "False", "lastHeartbeatTime": now, "lastTransitionTime": now}
        for kind in _HEALTHY
    ]
    conditions.append(
        {
            "type": "Ready",
            "status": "True",
            "reason": "KubeletReady",
            "lastHeartbeatTime": now,
            "lastTransitionTime": now,
        }
    )
    status["conditions"] = conditions
    return {**manifest, "status": status}


def _with_diff_mark(words: str) -> str:
    """The message of a refusal as it is recorded: with ` …` for the diff of the spec, which podium leaves
    out, and `{…}` for a whole object.
    """
    words = _WHOLE_OBJECT.sub("Invalid value: {…}: field is immutable", words)
    for before in _BEFORE_DIFF:
        words = words.replace(before, f"{before} …")
    return words

"""kubectl while it drains nodes: it asks for the eviction of the pods and waits until they are gone.

Source: kubectl pkg/drain/drain.go (v0.34). kubectl evicts all pods in parallel and retries each refused one
every 5 s. A retry with the same answer as before makes no frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from scheduler_core.actor import Act, Message, message
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Refused, not_found
from scheduler_core.apiserver.storage.watch import EventType, WatchEvent
from scheduler_core.inputs.kubectl_inputs import Cordon, Drain, Maintenance, Uncordon
from scheduler_core.inputs.outcome import YOU
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.replacing import State
from scheduler_core.simulation.kubectl.api_requests import performed
from scheduler_core.simulation.kubectl.drain import chosen_pods
from scheduler_core.simulation.kubectl.maintenance import Round
from scheduler_core.simulation.kubectl.requests import Request, request_of

KUBECTL = "kubectl"
RETRY_MS = 5_000
POLL_MS = 1_000


@dataclass(frozen=True, slots=True)
class _Going:
    """One pod of a drain; times are in virtual milliseconds.

    - `first_ms`: the first try
    - `due_ms`: the next try; None while nothing has changed since the last refusal
    - `eviction_ms`: when the API server accepted the eviction
    - `gone_ms`: when the pod was deleted
    - `why`: the last refusal
    - `error`: why kubectl gave up on the pod
    """

    key: str
    uid: str
    first_ms: int
    due_ms: int | None
    eviction_ms: int | None = None
    gone_ms: int | None = None
    why: str = ""
    error: str = ""

    @property
    def over(self) -> bool:
        return self.gone_ms is not None or bool(self.error)

    def poll_ms(self) -> int:
        """The time (ms) at which kubectl notices that the pod is gone; it polls every second."""
        start, gone = self.eviction_ms or 0, self.gone_ms or 0
        return start + -(-max(0, gone - start) // POLL_MS) * POLL_MS

    def retry_ms(self, now_ms: int) -> int:
        """The first retry after `now_ms` (ms); retries are 5 s apart."""
        return self.first_ms + ((now_ms - self.first_ms) // RETRY_MS + 1) * RETRY_MS


@dataclass(frozen=True, slots=True)
class _Drain:
    value: Drain
    since_ms: int
    pods: tuple[_Going, ...]
    author: str = YOU

    @property
    def ends_ms(self) -> int | None:
        return self.since_ms + self.value.timeout_seconds * 1000 if self.value.timeout_seconds else None

    def next_ms(self) -> int | None:
        """The time of the next try, of the end, or of the timeout."""
        if all(pod.over for pod in self.pods):
            return max((pod.poll_ms() for pod in self.pods if not pod.error), default=self.since_ms)
        due = [pod.due_ms for pod in self.pods if not pod.over and pod.due_ms is not None]
        ends = self.ends_ms
        return min((*due, ends) if ends is not None else due, default=None)


class Kubectl(State):
    """The actor that carries out all drains, at most one for each node."""

    name = KUBECTL
    watches = frozenset({"Pod", "PodDisruptionBudget"})
    rank = 5

    def __init__(self) -> None:
        self._drains: dict[str, _Drain] = {}
        # Drains that have ended, for the board: node → the error that ended it, "" for a drained node.
        self._ended: dict[str, str] = {}
        self._rounds: tuple[Round, ...] = ()

    def begin(self, api: ApiServer, value: Drain, now_ms: int, author: str = YOU) -> Act | Refused:
        """Starts a drain for `author`. The node is cordoned even if its pods cannot be evicted."""
        if value.node not in api.nodes:
            return not_found("Node", value.node)
        _write(api, Cordon(value.node), now_ms)
        chosen = chosen_pods(api, value)
        self._drains.pop(value.node, None)
        self._ended.pop(value.node, None)
        if chosen.errors:
            return self._failed(value.node, _listed(chosen.errors), author)
        if not chosen.pods:
            self._ended[value.node] = ""
            return _drain_act(author, "input-drain", message("drain.done", node=value.node), value.node)
        pods = tuple(_Going(pod.key, pod.meta.uid, now_ms, now_ms) for pod in chosen.pods)
        self._drains[value.node] = _Drain(value, now_ms, pods, author)
        sentence = message("you.began_drain", node=value.node, pods=tuple(pod.key for pod in pods))
        if chosen.warnings:
            sentence = message(
                "you.began_drain_warned",
                node=value.node,
                pods=tuple(pod.key for pod in pods),
                text=f"Warning: {'; '.join(chosen.warnings)}",
            )
        return _drain_act(author, "input-drain", sentence, value.node)

    def begin_maintenance(
        self, api: ApiServer, value: Maintenance, now_ms: int, author: str = YOU
    ) -> Act | Refused:
        """Starts work on several nodes for `author`. A drain of several nodes cordons all of them first.
        Source: RunDrain."""
        begun = Round.of(value, author)
        for node in (*value.nodes, *begun.left):
            if node not in api.nodes:
                return not_found("Node", node)
        if begun.cordons_first:
            for node in value.nodes:
                _write(api, Cordon(node), now_ms)
        for node in begun.left:
            self._ended.pop(node, None)
        self._rounds = (*self._rounds, begun)
        return Act(author, "kubectl", "input-maintenance", begun.sentence, focus_nodes=value.nodes)

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        if not self._drains or event.kind not in ("Pod", "PodDisruptionBudget"):
            return
        for node, drain in self._drains.items():
            pods = tuple(_after(pod, event, now_ms) for pod in drain.pods)
            if pods != drain.pods:
                self._drains[node] = replace(drain, pods=pods)

    def next_ms(self, now_ms: int) -> int | None:
        if any(going.has_work(self._ended) for going in self._rounds):
            return now_ms
        due = [at for drain in self._drains.values() if (at := drain.next_ms()) is not None]
        return min(due, default=None)

    def act(self, api: ApiServer, now_ms: int, random: Random) -> Act | None:
        for place, going in enumerate(self._rounds):
            if going.has_work(self._ended):
                return self._go_on(api, place, now_ms)
        for node, drain in tuple(self._drains.items()):
            due = drain.next_ms()
            if due is None or due > now_ms:
                continue
            if all(pod.over for pod in drain.pods):
                return self._end(node, drain)
            if drain.ends_ms is not None and drain.ends_ms <= now_ms:
                return self._time_out(node, drain)
            for place, pod in enumerate(drain.pods):
                if pod.over or pod.due_ms is None or pod.due_ms > now_ms:
                    continue
                after, sentence = self._ask(api, drain, pod, now_ms)
                pods = (*drain.pods[:place], after, *drain.pods[place + 1 :])
                drain = self._drains[node] = replace(drain, pods=pods)
                if sentence is not None:
                    kind = "delete" if after.eviction_ms is not None else "update"
                    return _drain_act(drain.author, kind, sentence, node, pod.key)
        return None

    def _go_on(self, api: ApiServer, place: int, now_ms: int) -> Act | None:
        """The next act of a maintenance: a node is finished, or the next one is begun."""
        going = self._rounds[place]
        before, after = self._rounds[:place], self._rounds[place + 1 :]
        node = going.finished(self._ended)
        if node:
            going = going.without(node, self._ended[node])
            self._rounds = (*before, *((going,) if going.open else ()), *after)
            if not going.upgrades:
                return None
            if self._ended[node]:
                sentence = message("maintenance.stopped", node=node)
                return Act(going.author, "kubectl", "update", sentence, focus_nodes=(node,))
            if going.removes(node):
                return self._removed(api, node, going.author, now_ms)
            if node in api.nodes:
                _write(api, Uncordon(node), now_ms)
            sentence = message("maintenance.uncordoned", node=node)
            return Act(going.author, f"kubectl uncordon {node}", "update", sentence, focus_nodes=(node,))
        node, going = going.next_node()
        self._rounds = (*before, *((going,) if going.open else ()), *after)
        if going.loses:
            power: dict[str, Json] = {"kind": "power", "node": node, "on": False}
            sentence = message("maintenance.lost", node=node)
            return Act(going.author, "power", "update", sentence, focus_nodes=(node,), request=power)
        begun = self.begin(api, going.drain(node), now_ms, going.author)
        if isinstance(begun, Refused):
            self._ended[node] = begun.text
            return _drain_act(
                going.author, "update", message("drain.failed", node=node, text=begun.text), node
            )
        if node in self._drains:
            number = len(self._drains[node].pods)
            return replace(
                begun, kind="update", message=message("maintenance.drains", node=node, number=number)
            )
        return replace(begun, kind="update")

    def _removed(self, api: ApiServer, node: str, author: str, now_ms: int) -> Act:
        """A surge node goes: its Node object is deleted and its machine given back."""
        api.delete("Node", node, DeleteOptions(), now_ms)
        del self._ended[node]
        gone: dict[str, Json] = {"kind": "destroy", "node": node}
        sentence = message("maintenance.removed", node=node)
        line = f"kubectl delete node {node}"
        return Act(author, line, "delete", sentence, focus_nodes=(node,), request=gone)

    def _ask(self, api: ApiServer, drain: _Drain, pod: _Going, now_ms: int) -> tuple[_Going, Message | None]:
        """Makes one request for a pod. No message is returned when the answer is the same as before."""
        value = drain.value
        grace = value.grace_period_seconds
        if grace is not None and grace < 0:
            grace = None
        options = DeleteOptions(grace_period_seconds=grace, precondition_uid=pod.uid or None)
        if value.disable_eviction:
            result = api.delete("Pod", pod.key, options, now_ms)
        else:
            result = api.evict(pod.key, replace(options, precondition_uid=None), now_ms)
        namespace, _, name = pod.key.partition("/")
        if not isinstance(result, Refused):
            gone = now_ms if pod.key not in api.pods else None
            after = replace(pod, due_ms=None, eviction_ms=now_ms, gone_ms=gone, why="")
            message_id = "drain.deleted" if value.disable_eviction else "drain.evicted"
            return after, message(message_id, node=value.node, pod=name)
        if result.code == 404:
            return replace(pod, due_ms=None, eviction_ms=now_ms, gone_ms=now_ms), None
        subject = f'error when evicting pods/"{name}" -n "{namespace}"'
        if result.code == 429:
            why = result.cause or result.text
            after = replace(pod, due_ms=None, why=why)
            if why == pod.why:
                return after, None
            text = f"{subject} (will retry after 5s): {result.text}"
            return after, message("drain.refused", node=value.node, pod=name, text=text, why=why)
        text = f"{subject}: {result.text}"
        return replace(pod, due_ms=None, error=text), message("drain.failed", node=value.node, text=text)

    def _end(self, node: str, drain: _Drain) -> Act:
        errors = [pod.error for pod in drain.pods if pod.error]
        del self._drains[node]
        if errors:
            return self._failed(node, _listed(errors), drain.author)
        self._ended[node] = ""
        return _drain_act(drain.author, "update", message("drain.done", node=node), node)

    def _time_out(self, node: str, drain: _Drain) -> Act:
        limit = f"global timeout reached: {duration_text(drain.value.timeout_seconds)}"
        errors: list[str] = []
        for pod in drain.pods:
            namespace, _, name = pod.key.partition("/")
            if pod.error:
                errors.append(pod.error)
            elif pod.eviction_ms is None:
                errors.append(f'error when evicting pods/"{name}" -n "{namespace}": {limit}')
            elif pod.gone_ms is None:
                subject = f'error when waiting for pod "{name}" in namespace "{namespace}" to terminate'
                errors.append(f"{subject}: {limit}")
        del self._drains[node]
        return self._failed(node, _listed(errors), drain.author)

    def _failed(self, node: str, why: str, author: str) -> Act:
        text = f'error: unable to drain node "{node}" due to error: {why}, continuing command...'
        self._ended[node] = text
        return _drain_act(author, "input-drain", message("drain.failed", node=node, text=text), node)

    def drains(self, node: str) -> bool:
        """Whether a drain of the node has not ended."""
        return node in self._drains

    def views(self) -> dict[str, dict[str, Json]]:
        """Node → the rest of its drain, for the board."""
        shown: dict[str, dict[str, Json]] = {
            node: {"node": node, "left": [], "waiting": [], "done": True, "error": text or None}
            for node, text in self._ended.items()
        }
        for node, drain in self._drains.items():
            left = [pod for pod in drain.pods if not pod.over]
            shown[node] = {
                "node": node,
                "left": [pod.key for pod in left],
                "waiting": [{"pod": pod.key, "why": pod.why} for pod in left if pod.why],
                "done": False,
                "error": None,
            }
        return shown

    @property
    def maintains(self) -> bool:
        """Whether a maintenance or a drain has not ended."""
        return bool(self._rounds or self._drains)

    def errors_of(self, node: str) -> dict[str, str]:
        """The pods on which kubectl has given up in the drain of a node that goes on, and why."""
        drain = self._drains.get(node)
        return {pod.key: pod.error for pod in drain.pods if pod.error} if drain is not None else {}

    def fingerprint(self) -> Json:
        drains: list[Json] = [
            [
                drain.value.to_json(),
                drain.since_ms,
                [[pod.key, pod.uid, pod.due_ms, pod.eviction_ms, pod.gone_ms, pod.why] for pod in drain.pods],
            ]
            for drain in self._drains.values()
        ]
        state: list[Json] = [drains, dict(self._ended)]
        # Runs without a maintenance keep the hashes that they had before there was any.
        return [*state, [going.to_json() for going in self._rounds]] if self._rounds else state


def _write(api: ApiServer, value: Cordon | Uncordon, now_ms: int) -> None:
    request = request_of(api, value)
    if isinstance(request, Request):
        performed(api, request.write, now_ms)


def _after(pod: _Going, event: WatchEvent, now_ms: int) -> _Going:
    """The pod after an event that may concern it."""
    if pod.over:
        return pod
    if event.kind == "Pod" and event.key == pod.key:
        if event.type is EventType.DELETED:
            return replace(pod, gone_ms=now_ms, eviction_ms=pod.eviction_ms or now_ms, due_ms=None)
        if pod.eviction_ms is None and pod.due_ms is None:
            return replace(pod, due_ms=pod.retry_ms(now_ms))
        return pod
    waits = pod.eviction_ms is None and pod.due_ms is None
    near = event.key.partition("/")[0] == pod.key.partition("/")[0]
    if event.kind == "PodDisruptionBudget" and waits and near:
        return replace(pod, due_ms=pod.retry_ms(now_ms))
    return pod


def _listed(errors: Sequence[str]) -> str:
    return f"[{', '.join(errors)}]" if len(errors) > 1 else errors[0]


def _drain_act(author: str, kind: str, sentence: Message, node: str, *pods: str) -> Act:
    return Act(author, f"kubectl drain {node}", kind, sentence, focus_pods=pods, focus_nodes=(node,))


def duration_text(seconds: int) -> str:
    """A Go duration: `10s`, `1m30s`, `1h0m0s`."""
    hours, rest = divmod(seconds, 3600)
    minutes, left = divmod(rest, 60)
    if hours:
        return f"{hours}h{minutes}m{left}s"
    return f"{minutes}m{left}s" if minutes else f"{left}s"

"""Plays one pod's runtime in tests, without kubelet or API server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scheduler_core.board.object_views.status_word import pod_status_word
from scheduler_core.kubelet.application.behaviour import Application
from scheduler_core.kubelet.application.pod_behaviour import BehaviourChange, behaviours_of
from scheduler_core.kubelet.kuberuntime import pod_start, pod_sync, pod_updates
from scheduler_core.kubelet.kuberuntime.container_changes import ContainerChange
from scheduler_core.kubelet.kuberuntime.pod_runtime import PodRuntime
from scheduler_core.kubelet.status_manager.pod_status import status_of_runtime
from scheduler_core.objects.manifest import Json, find, items
from scheduler_core.objects.pod import Pod


def stamp(ms: int) -> str:
    return f"{ms / 1000:g}"


def make_pod(
    *containers: Json, init: Sequence[Json] = (), annotations: dict[str, Json] | None = None, **spec: Json
) -> Pod:
    given: dict[str, Json] = {
        "containers": list(containers) or [{"name": "app", "image": "app:1"}],
        "terminationGracePeriodSeconds": 30,
        **spec,
    }
    if init:
        given["initContainers"] = list(init)
    metadata: dict[str, Json] = {"name": "a", "namespace": "default", "uid": "u"}
    return Pod.parse({"metadata": {**metadata, "annotations": annotations or {}}, "spec": given})


@dataclass
class Played:
    """`happenings`: (second, what, container); `left`: the seconds that a signal or hook leaves; `words`: the STATUS
    column after each act.
    """

    pod: Pod
    applications: Sequence[Application] = ()
    changes: list[BehaviourChange] = field(default_factory=list)
    happenings: list[tuple[float, str, str]] = field(default_factory=list)
    events: list[tuple[float, str, str]] = field(default_factory=list)
    words: list[tuple[float, str]] = field(default_factory=list)
    left: list[tuple[str, int]] = field(default_factory=list)
    now_ms: int = 0

    def __post_init__(self) -> None:
        self.runtime: PodRuntime = pod_start.begin(self.pod, behaviours_of(self.pod, self.applications), 0)
        self._note(())

    def until(self, second: float, most: int = 500) -> Played:
        while self.runtime.due_ms is not None and self.runtime.due_ms <= second * 1000:
            most -= 1
            assert most, "it never comes to rest"
            self.now_ms = self.runtime.due_ms
            self.runtime, happened = pod_sync.advance(self.runtime, self.now_ms)
            self._note(happened)
        self.now_ms = round(second * 1000)
        return self

    def behave(self, container: str | None = None, **fields: Json) -> Played:
        self.changes.append(BehaviourChange(self.now_ms, container, fields))
        behaviours = behaviours_of(self.pod, self.applications, self.changes)
        self.runtime = pod_updates.behaviours_changed(self.runtime, behaviours, self.now_ms)
        return self

    def happened(self, result: tuple[PodRuntime, tuple[ContainerChange, ...]]) -> Played:
        self.runtime, happened = result
        self._note(happened)
        return self

    def _note(self, happened: tuple[ContainerChange, ...]) -> None:
        second = self.now_ms / 1000
        self.happenings += [(second, one.kind.value, one.container) for one in happened]
        self.events += [(second, event.reason, event.message) for one in happened for event in one.events]
        self.left += [(one.kind.value, one.seconds) for one in happened if one.seconds is not None]
        word = self.word()
        if not self.words or self.words[-1][1] != word:
            self.words.append((second, word))

    def status(self, *, terminal: bool = False) -> dict[str, Json]:
        write = status_of_runtime(self.runtime, stamp, terminal=terminal)
        return {**write.changes, "conditions": list(write.conditions)}

    def word(self) -> str:
        return pod_status_word(Pod.parse({**self.pod.manifest, "status": self.status()}))

    def phase(self) -> Json:
        return self.status()["phase"]

    def container(self, name: str) -> Json:
        status = self.status()
        for part in ("containerStatuses", "initContainerStatuses"):
            for entry in items(status.get(part)):
                if find(entry, "name") == name:
                    return entry
        raise KeyError(name)

    def condition(self, kind: str) -> tuple[Json, Json, Json]:
        result = next(item for item in items(self.status()["conditions"]) if find(item, "type") == kind)
        return find(result, "status"), find(result, "reason"), find(result, "message")

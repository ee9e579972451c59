"""How the containers of one pod behave: inputs override annotations, which override the scenario and the
defaults.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scheduler_core.kubelet.application.annotations import PREFIX, annotated
from scheduler_core.kubelet.application.behaviour import (
    DEFAULT_APPLICATION,
    Application,
    Behaviour,
    HookBehaviour,
    Window,
)
from scheduler_core.objects.manifest import Json, integer
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.replacing import replace


@dataclass(frozen=True, slots=True)
class BehaviourChange:
    """An input at `at_ms` about one container, or about all containers of a pod when `container` is None.
    `fields` are those of `behave`.

    What the status of a dump shows is `initial`: it outlasts a restart of the container, and may have the
    fields `endless` (an init container that does not end) and `sigkill` (whether the runtime can kill it) as
    well.
    """

    at_ms: int
    container: str | None
    fields: Mapping[str, Json]
    initial: bool = False


Changes: TypeAlias = Mapping[str, tuple[BehaviourChange, ...]]
"""The changes by inputs, by pod UID."""


NO_CHANGES: Changes = {}


@dataclass(frozen=True, slots=True)
class Behaviours:
    """The behaviours of a pod's containers. `by_name` has those that differ from `others`."""

    others: Behaviour = DEFAULT_APPLICATION
    by_name: tuple[tuple[str, Behaviour], ...] = ()

    def of(self, container: str) -> Behaviour:
        for name, behaviour in self.by_name:
            if name == container:
                return behaviour
        return self.others

    @property
    def pull_images(self) -> bool:
        """Whether a container states that its image is not on the node."""
        return self.others.pull_ms != 0 or any(behaviour.pull_ms != 0 for _, behaviour in self.by_name)


DEFAULT_BEHAVIOURS = Behaviours()


def behaviours_of(
    pod: Pod, applications: Sequence[Application] = (), changes: Sequence[BehaviourChange] = ()
) -> Behaviours:
    """How a pod's containers behave: as inputs say, else its annotations, else the first entry of the
    scenario about the container, else the defaults. The manifest may describe hooks as well: see `hook_of`.
    """
    concerned = [entry for entry in applications if entry.concerns(pod)]
    annotations = pod.meta.annotations
    has_annotations = any(key.startswith(PREFIX) for key in annotations)
    if not changes and not has_annotations and not any(entry.container for entry in concerned):
        return Behaviours(concerned[0]) if concerned else DEFAULT_BEHAVIOURS
    by_name: list[tuple[str, Behaviour]] = []
    for container in (*pod.spec.init_containers, *pod.spec.containers):
        name = container.name
        behaviour: Behaviour = next(
            (entry for entry in concerned if entry.container in (None, name)), DEFAULT_APPLICATION
        )
        if has_annotations:
            behaviour = annotated(behaviour, annotations, name)
        for change in changes:
            if change.container in (None, name):
                behaviour = changed(behaviour, change)
        by_name.append((name, behaviour))
    return Behaviours(DEFAULT_APPLICATION, tuple(by_name))


def changed(behaviour: Behaviour, change: BehaviourChange) -> Behaviour:
    """The behaviour after an input. A probe that is set to fail fails until it is set to succeed or the
    container is restarted.
    """
    for name, value in change.fields.items():
        milliseconds = round(value * 1000) if isinstance(value, (int, float)) else None
        match name:
            case "startsAfter":
                behaviour = replace(behaviour, starts_after_ms=milliseconds)
            case "readyAfter":
                behaviour = replace(behaviour, ready_after_ms=milliseconds or 0)
            case "exitsAfterSigterm":
                behaviour = replace(behaviour, exits_after_sigterm_ms=milliseconds)
            case "exitsAfter":
                behaviour = replace(behaviour, completes_after_ms=milliseconds, endless=False)
            case "exitCode":
                behaviour = replace(behaviour, exit_code=integer(value) or 0)
            case "endless":
                behaviour = replace(behaviour, endless=value is True)
            case "pull":
                behaviour = replace(behaviour, pull_ms=0 if value is True else None)
            case "sigkill":
                behaviour = replace(behaviour, sigkill_takes_ms=0 if value is True else None)
            case "preStopSeconds":
                behaviour = replace(behaviour, pre_stop=HookBehaviour(milliseconds), pre_stop_insists=True)
            case "startup":
                windows = _windows_after(value, change, behaviour.startup_fails)
                behaviour = replace(behaviour, startup_fails=windows)
            case "liveness":
                windows = _windows_after(value, change, behaviour.liveness_fails)
                behaviour = replace(behaviour, liveness_fails=windows)
            case "readiness":
                windows = _windows_after(value, change, behaviour.readiness_fails)
                behaviour = replace(behaviour, readiness_fails=windows)
    return behaviour


def _windows_after(succeeds: Json, change: BehaviourChange, before: tuple[Window, ...]) -> tuple[Window, ...]:
    """The windows after a change. Success ends the windows that are failing now, and counts from the next
    answer on.
    """
    at_ms = change.at_ms
    if succeeds is True:
        return tuple(
            replace(span, to_ms=at_ms if span.to_ms is None else min(at_ms, span.to_ms)) for span in before
        )
    return (Window(at_ms, None, until_restart=not change.initial),)

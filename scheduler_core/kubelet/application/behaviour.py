"""How the applications inside the pods behave: when they start, how they answer probes, how they exit.

A manifest states little of that (a `sleep` hook, an exec of `sleep 5`). Annotations on the pod
(`annotations.py`) or a scenario's `applications` may state more. The defaults: it starts after 1 s, is ready
at once, runs for ever and ignores SIGTERM. See docs/behaviour.md.
"""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.objects.manifest import Json, find, integer, strings
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.scalars.sleep_commands import slept_ms
from scheduler_core.objects.selection.selectors import LabelSelector

DEFAULT_STARTS_AFTER_MS = 1_000
DEFAULT_INIT_TAKES_MS = 1_000


@dataclass(frozen=True, slots=True)
class HookBehaviour:
    """How a preStop or postStart hook behaves: its duration in milliseconds, None when it hangs, and whether
    it fails in the end.
    """

    takes_ms: int | None
    fails: bool = False


@dataclass(frozen=True, slots=True)
class Window:
    """A span of virtual milliseconds in which a probe fails; `to_ms` is None when it has no end.

    With `until_restart` the fault is one of the process, so a restart after `from_ms` ends it.
    """

    from_ms: int
    to_ms: int | None = None
    until_restart: bool = False


@dataclass(frozen=True, slots=True)
class Behaviour:
    """How one container behaves; durations are in milliseconds.

    - `starts_after_ms`: counted from its creation by the kubelet; None when it is not created until somebody
      says so
    - `ready_after_ms`: counted from its start
    - `exits_after_sigterm_ms`: None for a process that ignores SIGTERM
    - `completes_after_ms`: counted from each start; it then exits with `exit_code`; None when it runs for
      ever
    - `endless`: an init container that does not end by itself
    - `crashes_at_ms`: virtual times at which it exits with an error if it runs
    - `pre_stop`, `post_start`: None for hooks that behave as the manifest says
    - `pre_stop_insists`: `pre_stop` overrides even the manifest
    - `pull_ms`: 0 when the image is present, None when it cannot be pulled
    - `answers_after_ms`: how long a probe waits for its answer
    - `sigkill_takes_ms`: how long the runtime needs to kill it; None when the runtime hangs
    - `memory`, `disk`, `inodes`, `processes`: usage over time as written (`usage.py` parses it); "" when not
      stated
    """

    starts_after_ms: int | None = DEFAULT_STARTS_AFTER_MS
    ready_after_ms: int = 0
    exits_after_sigterm_ms: int | None = None
    completes_after_ms: int | None = None
    exit_code: int = 0
    endless: bool = False
    crashes_at_ms: tuple[int, ...] = ()
    pre_stop: HookBehaviour | None = None
    pre_stop_insists: bool = False
    post_start: HookBehaviour | None = None
    pull_ms: int | None = 0
    answers_after_ms: int = 0
    sigkill_takes_ms: int | None = 0
    startup_fails: tuple[Window, ...] = ()
    liveness_fails: tuple[Window, ...] = ()
    readiness_fails: tuple[Window, ...] = ()
    memory: str = ""
    disk: str = ""
    inodes: str = ""
    processes: str = ""


@dataclass(frozen=True, slots=True)
class Application(Behaviour):
    """One entry of a scenario's `applications`: its containers, and how they behave.

    `pods` are `namespace/name`. `selector` adds all pods that it matches, in `namespace`, or in any namespace
    when that is None. `container` is None for all containers.
    """

    pods: tuple[str, ...] = ()
    selector: LabelSelector | None = None
    namespace: str | None = None
    container: str | None = None

    def concerns(self, pod: Pod) -> bool:
        if pod.key in self.pods:
            return True
        if self.selector is None or self.namespace not in (None, pod.namespace):
            return False
        return self.selector.matches(pod.labels)


DEFAULT_APPLICATION = Application()


def hook_of(container: Json, application: Behaviour) -> HookBehaviour | None:
    """The preStop hook of a container's manifest with its duration; None when it has none."""
    stated = application.pre_stop
    hook = find(container, "lifecycle", "preStop")
    if hook and stated is not None and application.pre_stop_insists:
        return stated
    return _hook(hook, stated)


def post_start_of(container: Json, behaviour: Behaviour) -> HookBehaviour | None:
    """The postStart hook of a container's manifest with its duration; None when it has none."""
    return _hook(find(container, "lifecycle", "postStart"), behaviour.post_start)


def _hook(hook: Json, stated: HookBehaviour | None) -> HookBehaviour | None:
    """A `sleep` action and an exec of `sleep N` state their duration. Any other hook ends at once, unless
    `stated` is given. The kubelet cannot run a `tcpSocket` hook.
    """
    if not hook:
        return None
    if not any(find(hook, kind) for kind in ("exec", "httpGet", "sleep")):
        return HookBehaviour(0, fails=True)
    seconds = integer(find(hook, "sleep", "seconds"))
    if seconds is not None:
        return HookBehaviour(max(seconds, 0) * 1000)
    slept = slept_ms(strings(find(hook, "exec", "command")))
    if slept is not None:
        return HookBehaviour(None if slept < 0 else slept)
    return stated if stated is not None else HookBehaviour(0)


def init_takes_ms(container: Json, behaviour: Behaviour) -> int | None:
    """How long an init container runs: as its command states (`sleep N`), else its behaviour, else 1 s. None
    when it does not end.
    """
    if behaviour.endless:
        return None
    slept = slept_ms((*strings(find(container, "command")), *strings(find(container, "args"))))
    if slept is not None and behaviour.completes_after_ms is None:
        return None if slept < 0 else slept
    if behaviour.completes_after_ms is not None:
        return behaviour.completes_after_ms
    return DEFAULT_INIT_TAKES_MS

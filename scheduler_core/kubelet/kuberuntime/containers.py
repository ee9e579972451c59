"""One container of a pod on its node: its fixed properties, and its current run."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scheduler_core.kubelet.application.behaviour import (
    DEFAULT_APPLICATION,
    Behaviour,
    HookBehaviour,
    Window,
    hook_of,
    init_takes_ms,
    post_start_of,
)
from scheduler_core.kubelet.application.pod_behaviour import Behaviours
from scheduler_core.kubelet.kuberuntime.crash_loop import NEVER_RESTARTED, CrashLoop
from scheduler_core.kubelet.kuberuntime.restart_rules import (
    BY_POD_POLICY,
    RestartRules,
    restart_rules,
)
from scheduler_core.kubelet.prober.probes import Answers, Probe, ProbeKind, Probing, probe_of
from scheduler_core.kubelet.termination.timeline import Step
from scheduler_core.objects.manifest import Json, find, mapping, text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.read_once import read_once

CRASH_EXIT_CODE = 1


class ContainerKind(StrEnum):
    INIT = "init"
    SIDECAR = "sidecar"
    """An init container with restartPolicy Always."""
    REGULAR = "regular"


class Life(StrEnum):
    WAITING = "waiting"
    """The containers before it have not started yet."""
    PULLING = "pulling"
    PULL_FAILED = "pull failed"
    CREATING = "creating"
    HOOK = "postStart"
    """Its process runs, but the kubelet waits for its postStart hook before it reports that."""
    RUNNING = "running"
    ENDED = "ended"
    HELD = "held"
    """Taken over in a state that does not change here, such as an image that cannot be pulled."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The fixed properties of a container, from its manifest and its behaviour; they hold for all of its
    runs.
    """

    name: str
    kind: ContainerKind
    image: str
    behaviour: Behaviour
    startup: Probe | None = None
    liveness: Probe | None = None
    readiness: Probe | None = None
    pre_stop: HookBehaviour | None = None
    post_start: HookBehaviour | None = None
    takes_ms: int | None = None
    """How long a run lasts by itself, in milliseconds; None when it runs for ever."""
    pull_policy: str = "IfNotPresent"
    rules: RestartRules = BY_POD_POLICY

    def probe(self, kind: ProbeKind) -> Probe | None:
        match kind:
            case ProbeKind.STARTUP:
                return self.startup
            case ProbeKind.LIVENESS:
                return self.liveness
            case ProbeKind.READINESS:
                return self.readiness

    def restarts(self, policy: str, exit_code: int) -> bool:
        """Whether the kubelet starts it again once it has ended. `policy` is the pod's. An init container
        that succeeded is done."""
        if self.kind is ContainerKind.SIDECAR:
            return True
        if self.kind is ContainerKind.INIT and exit_code == 0:
            return False
        return self.rules.restarts(policy, exit_code)


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a container's run. Times are in virtual milliseconds. `started_ms` is None when the
    container never ran. `since` is explained at `ContainerRun`."""

    started_ms: int | None
    ended_ms: int
    exit_code: int
    reason: str
    since: str = ""


@dataclass(frozen=True, slots=True)
class Kill:
    """The kill of this container alone, which began at `begun_ms` with a grace period of `grace_s` seconds;
    `done` of its steps have been carried out.
    """

    begun_ms: int
    steps: tuple[Step, ...]
    grace_s: int
    done: int = 0

    @property
    def due_ms(self) -> int:
        return self.begun_ms + self.steps[self.done].at_ms


@dataclass(frozen=True, slots=True)
class ContainerRun:
    """The current run of a container; times are virtual milliseconds.

    - `due_ms`: the next planned change of `life` (pulled, started, restarted)
    - `exit_ms`, `exits_with`: when its process exits by itself, and with which exit code
    - `end`: how this run ended
    - `last`: how the previous run ended
    - `wait_s`: the back-off that its status shows, in seconds; 0 when there is none
    - `entry`: the status with which it was taken over, until anything changes
    - `since`: the startedAt in `entry`
    - `pulled`: its image has just been pulled
    - `renews`: its image changed, so it starts again whatever the restart policy says
    """

    life: Life = Life.WAITING
    due_ms: int | None = None
    exit_ms: int | None = None
    exits_with: int = 0
    started_ms: int | None = None
    started: bool = False
    ready: bool = False
    restarts: int = 0
    end: Ended | None = None
    last: Ended | None = None
    wait_s: int = 0
    loop: CrashLoop = NEVER_RESTARTED
    pull_failures: int = 0
    startup: Probing | None = None
    liveness: Probing | None = None
    readiness: Probing | None = None
    kill: Kill | None = None
    pulled: bool = False
    renews: bool = False
    entry: Json = None
    since: str = ""

    def ended(self, at_ms: int, code: int, reason: str) -> Ended:
        """How this run ends."""
        return Ended(self.started_ms, at_ms, code, reason, self.since)

    @property
    def runs(self) -> bool:
        """Whether there is a process."""
        return self.life in (Life.RUNNING, Life.HOOK)

    def probing(self, kind: ProbeKind) -> Probing | None:
        match kind:
            case ProbeKind.STARTUP:
                return self.startup
            case ProbeKind.LIVENESS:
                return self.liveness
            case ProbeKind.READINESS:
                return self.readiness

    def fingerprint(self) -> Json:
        probings = [
            None if state is None else [state.next_ms, state.result, state.last, state.row, state.unrecorded]
            for state in (self.startup, self.liveness, self.readiness)
        ]
        return [
            self.life.value,
            self.due_ms,
            self.exit_ms,
            self.exits_with,
            self.started_ms,
            self.started,
            self.ready,
            self.restarts,
            _ended_json(self.end),
            _ended_json(self.last),
            self.wait_s,
            [self.loop.seconds, self.loop.restarted_ms],
            self.pull_failures,
            self.renews,
            self.pulled,
            probings,
            None if self.kill is None else [self.kill.begun_ms, self.kill.done, len(self.kill.steps)],
        ]


def _ended_json(end: Ended | None) -> Json:
    return None if end is None else [end.started_ms, end.ended_ms, end.exit_code, end.reason]


def plans_of(pod: Pod, behaviours: Behaviours) -> tuple[Plan, ...]:
    """The plans of a pod's containers: init containers and sidecars as declared, then the regular ones."""
    plans: list[Plan] = []
    for part, parsed in (("initContainers", pod.spec.init_containers), ("containers", pod.spec.containers)):
        for container, manifest in zip(parsed, pod.container_manifests(part), strict=True):
            kind = ContainerKind.REGULAR
            if part == "initContainers":
                kind = ContainerKind.SIDECAR if container.sidecar else ContainerKind.INIT
            behaviour = behaviours.of(container.name)
            plans.append(_plan(container.name, kind, container.image, manifest, behaviour))
    return tuple(plans)


_READ_BY_PLANS = (
    "image",
    "imagePullPolicy",
    "command",
    "args",
    "startupProbe",
    "livenessProbe",
    "readinessProbe",
    "lifecycle",
    "restartPolicy",
    "restartPolicyRules",
)
"""The fields of a container's manifest on which its plan depends, beside its name and its kind."""


def _plan(name: str, kind: ContainerKind, image: str, manifest: Json, behaviour: Behaviour) -> Plan:
    """The plan of a container; with the default behaviour it is worked out once for equal manifests."""
    if behaviour is not DEFAULT_APPLICATION:
        return _build_plan(name, kind, image, manifest, behaviour)
    fields = mapping(manifest)
    read = {field: fields[field] for field in _READ_BY_PLANS if field in fields}
    return _usual_plan(name, kind.value, image, read)


@read_once
def _usual_plan(name: str, kind: str, image: str, manifest: Json) -> Plan:
    return _build_plan(name, ContainerKind(kind), image, manifest, DEFAULT_APPLICATION)


def _build_plan(name: str, kind: ContainerKind, image: str, manifest: Json, behaviour: Behaviour) -> Plan:
    policy, rules = pull_policy(manifest), restart_rules(manifest)
    if kind is ContainerKind.INIT:
        takes_ms = init_takes_ms(manifest, behaviour)
        return Plan(name, kind, image, behaviour, takes_ms=takes_ms, pull_policy=policy, rules=rules)
    startup = probe_of(manifest, ProbeKind.STARTUP)
    readiness = probe_of(manifest, ProbeKind.READINESS)
    if readiness is None and (behaviour.readiness_fails or (behaviour.ready_after_ms and startup is None)):
        # Its readiness is stated although it has no readiness probe, so a probe asks for it every second.
        readiness = Probe(ProbeKind.READINESS, period_ms=1_000, failure_threshold=1, makes_events=False)
    return Plan(
        name,
        kind,
        image,
        behaviour,
        startup,
        probe_of(manifest, ProbeKind.LIVENESS),
        readiness,
        hook_of(manifest, behaviour),
        post_start_of(manifest, behaviour),
        behaviour.completes_after_ms,
        policy,
        rules,
    )


def full_name(image: str) -> str:
    """The name of an image with its tag, `:latest` where it has none."""
    return image if ":" in image.rpartition("/")[2] else f"{image}:latest"


def pull_policy(container: Json) -> str:
    """imagePullPolicy; by default Always for the tag latest, else IfNotPresent. Source:
    SetDefaults_Container (v1.34).
    """
    latest = full_name(text(find(container, "image"))).endswith(":latest")
    return text(find(container, "imagePullPolicy")) or ("Always" if latest else "IfNotPresent")


def own_exit(plan: Plan, started_ms: int) -> tuple[int, int] | None:
    """The time (ms) at which a run that began at `started_ms` exits by itself, and its exit code; None when
    it never does.
    """
    behaviour = plan.behaviour
    exits: list[tuple[int, int]] = []
    if plan.takes_ms is not None:
        exits.append((started_ms + max(plan.takes_ms, 1), behaviour.exit_code))
    crash = next((at for at in behaviour.crashes_at_ms if at > started_ms), None)
    if crash is not None:
        exits.append((crash, behaviour.exit_code or CRASH_EXIT_CODE))
    return min(exits, default=None)


def answers(plan: Plan, run: ContainerRun, probe: Probe) -> Answers:
    """The answers of the container to a probe during this run, over time."""
    behaviour, started = plan.behaviour, run.started_ms or 0
    if behaviour.answers_after_ms > probe.timeout_ms:
        return ((started, False),)
    serves = started + behaviour.ready_after_ms
    windows = {
        ProbeKind.STARTUP: behaviour.startup_fails,
        ProbeKind.LIVENESS: behaviour.liveness_fails,
        ProbeKind.READINESS: behaviour.readiness_fails,
    }[probe.kind]
    fails = [window for window in windows if not _cured(window, run)]
    if not fails:
        return ((serves, True),) if serves <= started else ((started, False), (serves, True))
    times = {started, serves}
    for window in fails:
        times.update(time for time in (window.from_ms, window.to_ms) if time is not None)
    return tuple((at, at >= serves and not _within(fails, at)) for at in sorted(times) if at >= started)


def _cured(window: Window, run: ContainerRun) -> bool:
    """Whether the fault was one of the process, and the container has been restarted since."""
    return window.until_restart and run.last is not None and run.last.ended_ms >= window.from_ms


def _within(fails: list[Window], at_ms: int) -> bool:
    return any(window.from_ms <= at_ms and (window.to_ms is None or at_ms < window.to_ms) for window in fails)

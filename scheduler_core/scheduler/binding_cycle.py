"""BindingCycle: the steps between the choice of a pod's node and its binding.

Source: pkg/scheduler/schedule_one.go bindingCycle, handleBindingCycleError, framework/runtime/framework.go
RunReservePluginsReserve, RunPreBindPlugins, RunBindPlugins (v1.34.1), RunPreBindPreFlights (v1.36.2).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scheduler_core.actor import Act, message
from scheduler_core.objects.manifest import Json, Manifest
from scheduler_core.objects.replacing import replace
from scheduler_core.scheduler.backend import Backend, Failure, record_event, scheduler_act
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.configuration.profile import Profile
from scheduler_core.scheduler.framework.api import SchedulerApi
from scheduler_core.scheduler.framework.binding import BindingHandle, Reserved
from scheduler_core.scheduler.framework.diagnosis.fit_error import fit_error
from scheduler_core.scheduler.framework.interface import (
    PollingPreBindPlugin,
    PreFlightPlugin,
    WaitingPreBindPlugin,
)
from scheduler_core.scheduler.framework.status import SKIP, SUCCESS, Code, Status
from scheduler_core.scheduler.plugins.gang_scheduling import NAME as GANG_SCHEDULING
from scheduler_core.scheduler.plugins.gang_scheduling import PERMIT_TIMEOUT_MS
from scheduler_core.scheduler.queue.queued_pod import QueuedPodInfo

STOPPED = "preempted by DefaultPreemption"
PERMIT_TIMED_OUT = Status(
    Code.UNSCHEDULABLE,
    (f"rejected due to timeout after waiting 5m0s at plugin {GANG_SCHEDULING}",),
    GANG_SCHEDULING,
)
PERMIT_PREEMPTED = Status(Code.UNSCHEDULABLE, ("preempted",), "DefaultPreemption")
ASSIGNED = "Successfully assigned %(pod)s to %(node)s"


@dataclass(frozen=True, slots=True)
class Binding:
    """A pod that is assumed on `node` and still has to be bound.

    `reserved` holds the values of the Reserve plugins, by plugin. `pre_bound` counts the PreBind plugins that
    have answered. `waiting_since_ms` is the virtual time since which the last of them has made the binding
    wait; None when it does not wait. `permit_since_ms` is the same for Permit, which comes before PreBind.
    """

    queued: QueuedPodInfo
    node: str
    reserved: tuple[tuple[str, Reserved], ...] = ()
    pre_bound: int = 0
    waiting_since_ms: int | None = None
    permit_since_ms: int | None = None

    def reserved_by(self, plugin: str) -> Reserved | None:
        return next((value for name, value in self.reserved if name == plugin), None)


class BindingCycle:
    """The pods that are being bound: those that can continue now, those that wait for a PreBind plugin, and
    those that are held by Permit."""

    def __init__(self, backend: Backend, profile_of: Callable[[PodInfo], Profile]) -> None:
        self._backend = backend
        self._profile_of = profile_of
        self._bindings: list[Binding] = []
        self._waiting: list[Binding] = []
        self._held: list[Binding] = []

    def copy(self, backend: Backend) -> BindingCycle:
        copy = BindingCycle(backend, self._profile_of)
        copy._bindings = list(self._bindings)
        copy._waiting = list(self._waiting)
        copy._held = list(self._held)
        return copy

    def reserve(self, queued: QueuedPodInfo, node: str, api: SchedulerApi, now_ms: int) -> Status:
        """Runs Reserve. If every plugin agrees, the pod is assumed on the node, and Permit is asked: the pod
        will be bound, at once or when its gang is complete."""
        binding = self.try_out(queued, node, api, now_ms)
        if isinstance(binding, Status):
            return binding
        status = self.permit(queued.pod, now_ms)
        if status.code is Code.WAIT:
            self._held.append(replace(binding, permit_since_ms=now_ms))
            return SUCCESS
        if status.code is not Code.SUCCESS:
            self.take_back(binding, api, now_ms)
            return status
        self._allow(queued.pod.group_key)
        self._bindings.append(binding)
        return SUCCESS

    def permit(self, pod: PodInfo, now_ms: int) -> Status:
        """Asks the Permit plugins about a pod that is assumed on its node (RunPermitPlugins). While one of
        them lets the pod wait, the other waiting pods of its gang are activated."""
        backend = self._backend
        groups = backend.view.snapshot.pod_groups
        waits = SUCCESS
        for plugin in self._profile_of(pod).permit:
            status = plugin.permit(backend.view.snapshot, pod)
            if status.code is Code.WAIT:
                waits = status
            elif status.code is not Code.SUCCESS:
                return status
        if waits.code is Code.WAIT:
            waiting = groups.waiting(pod.group_key)
            if self._profile_of(pod).release.scheduling_groups:
                # Those in flight are tried in the same cycle.
                tried = backend.queue.in_flight.pods
                waiting = (other for other in waiting if other.uid not in tried)
            backend.queue.activate(tuple(waiting), now_ms)
        return waits

    def _allow(self, group: str) -> None:
        """Lets all pods of the gang go on that Permit holds."""
        if group and self._held:
            allowed = [binding for binding in self._held if binding.queued.pod.group_key == group]
            if not allowed:
                return
            self._held = [binding for binding in self._held if binding.queued.pod.group_key != group]
            self._bindings += [replace(binding, permit_since_ms=None) for binding in allowed]

    def holds(self, uid: str) -> bool:
        """Whether Permit holds the pod with this uid."""
        return any(binding.queued.pod.uid == uid for binding in self._held)

    def nominate_held(self, api: SchedulerApi, now_ms: int) -> None:
        """Writes the chosen node into the status of the pods that Permit holds (since 1.35)."""
        for binding in self._held:
            pod = self._backend.view.pods.get(binding.queued.key, binding.queued.pod)
            release = self._profile_of(pod).release
            if release.nominates_before_binding and pod.nominated_node_name != binding.node:
                api.patch_pod_status(pod.key, {"nominatedNodeName": binding.node}, now_ms)

    def try_out(self, queued: QueuedPodInfo, node: str, api: SchedulerApi, now_ms: int) -> Binding | Status:
        """Runs Reserve and assumes the pod on the node; the refusal where a plugin does not agree."""
        pod, view = queued.pod, self._backend.view
        reserved: list[tuple[str, Reserved]] = []
        for plugin in self._profile_of(pod).reserve:
            result = plugin.reserve(view.snapshot, pod, node)
            if result.reserved is not None:
                reserved.append((plugin.name, result.reserved))
            if result.status.code is not Code.SUCCESS:
                self._unreserve(Binding(queued, node, tuple(reserved)), api, now_ms)
                return result.status
        view.assume(pod, node)
        self._backend.queue.assume(pod)
        return Binding(queued, node, tuple(reserved))

    def take_back(self, binding: Binding, api: SchedulerApi, now_ms: int) -> None:
        """Undoes `try_out`."""
        self._backend.view.forget(binding.queued.pod)
        self._unreserve(binding, api, now_ms)

    def next_ms(self, now_ms: int) -> int | None:
        """The time (ms) of the next step; None when no pod is being bound."""
        if self._bindings:
            return now_ms
        due = [self._due_ms(binding, now_ms) for binding in self._waiting]
        due += [self._permit_ends_ms(binding) for binding in self._held]
        return max(min(due), now_ms) if due else None

    def _permit_ends_ms(self, binding: Binding) -> int:
        """The time (ms) at which Permit holds the pod no more: at once when it is gone."""
        assert binding.permit_since_ms is not None
        gone = not self._backend.view.assumes(binding.queued.pod)
        return binding.permit_since_ms + (0 if gone else PERMIT_TIMEOUT_MS)

    def act(self, api: SchedulerApi, now_ms: int) -> Act | None:
        """Takes the next step of one pod, first of one whose wait is over; None when there is nothing to
        do."""
        for place, binding in enumerate(self._waiting):
            if self._due_ms(binding, now_ms) <= now_ms:
                return self._after_wait(self._waiting.pop(place), api, now_ms)
        for place, binding in enumerate(self._held):
            if self._permit_ends_ms(binding) <= now_ms:
                return self._refused_by_permit(self._held.pop(place), PERMIT_TIMED_OUT, api, now_ms)
        return self._go_on(self._bindings.pop(0), api, now_ms) if self._bindings else None

    def _due_ms(self, binding: Binding, now_ms: int) -> int:
        """The time (ms) at which the wait ends if nothing else happens: now, or at the next poll of a plugin
        that polls, if the plugin is ready, has failed or the pod is gone; otherwise at the timeout."""
        assert binding.waiting_since_ms is not None
        plugin = self._waited_for(binding)
        ends_ms = binding.waiting_since_ms + plugin.timeout_ms
        deleted = not self._backend.view.assumes(binding.queued.pod)
        if not (deleted or self._ready(plugin, binding) or self._failure(plugin, binding)):
            return ends_ms
        if not isinstance(plugin, PollingPreBindPlugin):
            return now_ms
        polls = max(-((binding.waiting_since_ms - now_ms) // plugin.poll_ms), 1)
        return min(binding.waiting_since_ms + polls * plugin.poll_ms, ends_ms)

    def _waited_for(self, binding: Binding) -> WaitingPreBindPlugin:
        plugin = self._profile_of(binding.queued.pod).pre_bind[binding.pre_bound - 1]
        assert isinstance(plugin, WaitingPreBindPlugin)
        return plugin

    def _ready(self, plugin: WaitingPreBindPlugin, binding: Binding) -> bool:
        return plugin.ready(self._backend.view.snapshot, binding.reserved_by(plugin.name))

    def _failure(self, plugin: WaitingPreBindPlugin, binding: Binding) -> str:
        if not isinstance(plugin, PollingPreBindPlugin):
            return ""
        reserved = binding.reserved_by(plugin.name)
        return plugin.failure(self._backend.view.snapshot, binding.queued.pod, binding.node, reserved)

    def _after_wait(self, binding: Binding, api: SchedulerApi, now_ms: int) -> Act:
        plugin = self._waited_for(binding)
        why = self._failure(plugin, binding)
        if why:
            return self._failed(binding, _pre_bind_error(plugin.name, why), api, now_ms)
        if not self._ready(plugin, binding):
            return self._failed(binding, _pre_bind_error(plugin.name, plugin.timed_out), api, now_ms)
        return self._go_on(replace(binding, waiting_since_ms=None), api, now_ms)

    def _go_on(self, binding: Binding, api: SchedulerApi, now_ms: int) -> Act:
        """Runs the remaining PreBind plugins up to one that waits; after the last one, binds."""
        pod, node = binding.queued.pod, binding.node
        self._backend.queue.done(pod.uid)
        profile = self._profile_of(pod)
        handle = BindingHandle(api, self._backend.view.snapshot, now_ms)
        if binding.pre_bound == 0:
            self._nominate(binding, profile, handle)
        for number, plugin in enumerate(profile.pre_bind[binding.pre_bound :], binding.pre_bound + 1):
            result = plugin.pre_bind(handle, pod, node, binding.reserved_by(plugin.name))
            if result.status.code is Code.WAIT and isinstance(plugin, WaitingPreBindPlugin):
                waiting = replace(binding, pre_bound=number, waiting_since_ms=now_ms)
                self._waiting.append(waiting)
                sentence = result.sentence or message("scheduler.chosen", pod=pod.name, node=node)
                return scheduler_act("update", sentence, (pod.key,), (node,))
            if result.status.code is not Code.SUCCESS:
                return self._failed(binding, _pre_bind_error(plugin.name, result.status.message), api, now_ms)
        return self._bind(binding, profile, handle)

    def _nominate(self, binding: Binding, profile: Profile, handle: BindingHandle) -> None:
        """Writes the chosen node into the pod's status when some PreBind plugin has work (since 1.35)."""
        pod = self._backend.view.pods.get(binding.queued.key, binding.queued.pod)
        if not profile.release.nominates_before_binding or pod.nominated_node_name == binding.node:
            return
        for plugin in profile.pre_bind:
            if isinstance(plugin, PreFlightPlugin) and plugin.has_work(
                handle.snapshot, pod, binding.reserved_by(plugin.name)
            ):
                changes: Manifest = {"nominatedNodeName": binding.node}
                handle.api.patch_pod_status(pod.key, changes, handle.now_ms)
                return

    def _refused_by_permit(self, binding: Binding, why: Status, api: SchedulerApi, now_ms: int) -> Act:
        """The end of a wait in Permit without its gang: a rejection, after which the pod is tried again."""
        pod = binding.queued.pod
        self._backend.forget(pod)
        self._unreserve(binding, api, now_ms)
        note = fit_error(1, (why,))
        failure = Failure(note, "Unschedulable", frozenset((why.plugin,)), nominate="")
        self._backend.give_back(binding.queued, failure, api, now_ms)
        text = message("scheduler.permit_over", pod=pod.name, node=binding.node, text=why.message)
        return scheduler_act("bind", text, (pod.key,), (binding.node,))

    def can_stop(self, uid: str) -> bool:
        """Whether the pod waits for a PreBind plugin and may be preempted without being deleted (since
        1.36)."""
        if self.holds(uid):
            return True
        waiting = (binding.queued.pod for binding in self._waiting)
        return any(
            pod.uid == uid and self._profile_of(pod).release.stops_victims_in_memory for pod in waiting
        )

    def stop(self, uid: str, api: SchedulerApi, now_ms: int) -> None:
        """Preempts a pod that waits for a PreBind plugin: it goes back into the queue as after an error."""
        for binding in [held for held in self._held if held.queued.pod.uid == uid]:
            self._held.remove(binding)
            self._refused_by_permit(binding, PERMIT_PREEMPTED, api, now_ms)
        stopped = [binding for binding in self._waiting if binding.queued.pod.uid == uid]
        self._waiting = [binding for binding in self._waiting if binding not in stopped]
        for binding in stopped:
            self._failed(binding, _pre_bind_error(self._waited_for(binding).name, STOPPED), api, now_ms)

    def _bind(self, binding: Binding, profile: Profile, handle: BindingHandle) -> Act:
        """Runs the Bind plugins until one does not skip the pod."""
        pod, node = binding.queued.pod, binding.node
        status, name = SKIP, ""
        for plugin in profile.bind:
            status, name = plugin.bind(handle, pod, node), plugin.name
            if status.code is not Code.SKIP:
                break
        if status.code is not Code.SUCCESS:
            why = f'running Bind plugin "{name}": {status.message or status.code.value}'
            return self._failed(binding, why, handle.api, handle.now_ms)
        note = ASSIGNED % {"pod": pod.key, "node": node}
        record_event(handle.api, pod.key, "Normal", "Scheduled", note, handle.now_ms)
        text = message("scheduler.bound", pod=pod.name, node=node)
        return scheduler_act("bind", text, (pod.key,), (node,))

    def _failed(self, binding: Binding, why: str, api: SchedulerApi, now_ms: int) -> Act:
        """handleBindingCycleError: the pod goes back into the queue, and its nomination is cleared."""
        pod = binding.queued.pod
        self._backend.forget(pod)
        self._unreserve(binding, api, now_ms)
        self._backend.give_back(binding.queued, Failure(why, "SchedulerError", nominate=""), api, now_ms)
        text = message("scheduler.bind_failed", pod=pod.name, node=binding.node, text=why)
        return scheduler_act("bind", text, (pod.key,), (binding.node,))

    def _unreserve(self, binding: Binding, api: SchedulerApi, now_ms: int) -> None:
        """Runs Unreserve of all plugins, in reverse order."""
        pod = binding.queued.pod
        handle = BindingHandle(api, self._backend.view.snapshot, now_ms)
        for plugin in reversed(self._profile_of(pod).reserve):
            plugin.unreserve(handle, pod, binding.node, binding.reserved_by(plugin.name))

    def fingerprint(self) -> Json:
        return [
            [
                binding.queued.key,
                binding.node,
                binding.waiting_since_ms,
                *([value.to_json() for _, value in binding.reserved] or [None]),
            ]
            for binding in (*self._waiting, *self._bindings)
        ] + [[binding.queued.key, binding.node, binding.permit_since_ms, "permit"] for binding in self._held]


def _pre_bind_error(plugin: str, why: str) -> str:
    return f'running PreBind plugin "{plugin}": {why}'

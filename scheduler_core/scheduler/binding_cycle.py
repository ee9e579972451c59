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
from scheduler_core.scheduler.framework.interface import (
    PollingPreBindPlugin,
    PreFlightPlugin,
    WaitingPreBindPlugin,
)
from scheduler_core.scheduler.framework.status import SKIP, SUCCESS, Code, Status
from scheduler_core.scheduler.queue.queued_pod import QueuedPodInfo

STOPPED = "preempted by DefaultPreemption"
ASSIGNED = "Successfully assigned %(pod)s to %(node)s"


@dataclass(frozen=True, slots=True)
class Binding:
    """A pod that is assumed on `node` and still has to be bound.

    `reserved` holds the values of the Reserve plugins, by plugin. `pre_bound` counts the PreBind plugins that
    have answered. `waiting_since_ms` is the virtual time since which the last of them has made the binding
    wait; None when it does not wait.
    """

    queued: QueuedPodInfo
    node: str
    reserved: tuple[tuple[str, Reserved], ...] = ()
    pre_bound: int = 0
    waiting_since_ms: int | None = None

    def reserved_by(self, plugin: str) -> Reserved | None:
        return next((value for name, value in self.reserved if name == plugin), None)


class BindingCycle:
    """The pods that are being bound: those that can continue now, and those that wait for a PreBind
    plugin."""

    def __init__(self, backend: Backend, profile_of: Callable[[PodInfo], Profile]) -> None:
        self._backend = backend
        self._profile_of = profile_of
        self._bindings: list[Binding] = []
        self._waiting: list[Binding] = []

    def copy(self, backend: Backend) -> BindingCycle:
        copy = BindingCycle(backend, self._profile_of)
        copy._bindings = list(self._bindings)
        copy._waiting = list(self._waiting)
        return copy

    def reserve(self, queued: QueuedPodInfo, node: str, api: SchedulerApi, now_ms: int) -> Status:
        """Runs Reserve. If every plugin agrees, the pod is assumed on the node and will be bound."""
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
        self._bindings.append(Binding(queued, node, tuple(reserved)))
        return SUCCESS

    def next_ms(self, now_ms: int) -> int | None:
        """The time (ms) of the next step; None when no pod is being bound."""
        if self._bindings:
            return now_ms
        return min((max(self._due_ms(binding, now_ms), now_ms) for binding in self._waiting), default=None)

    def act(self, api: SchedulerApi, now_ms: int) -> Act | None:
        """Takes the next step of one pod, first of one whose wait is over; None when there is nothing to
        do."""
        for place, binding in enumerate(self._waiting):
            if self._due_ms(binding, now_ms) <= now_ms:
                return self._after_wait(self._waiting.pop(place), api, now_ms)
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

    def can_stop(self, uid: str) -> bool:
        """Whether the pod waits for a PreBind plugin and may be preempted without being deleted (since
        1.36)."""
        waiting = (binding.queued.pod for binding in self._waiting)
        return any(
            pod.uid == uid and self._profile_of(pod).release.stops_victims_in_memory for pod in waiting
        )

    def stop(self, uid: str, api: SchedulerApi, now_ms: int) -> None:
        """Preempts a pod that waits for a PreBind plugin: it goes back into the queue as after an error."""
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
        ]


def _pre_bind_error(plugin: str, why: str) -> str:
    return f'running PreBind plugin "{plugin}": {why}'

"""Which actors a cluster has, and how each is created."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from scheduler_core.actor import Actor
from scheduler_core.controllers import AttachDetachController, all_controllers, extra_actors
from scheduler_core.inputs.endpoints import SCHEDULER
from scheduler_core.kubelet.application.pod_behaviour import Changes
from scheduler_core.kubelet.node.node_actor import NodeActor
from scheduler_core.objects.releases.releases import Release, release
from scheduler_core.objects.releases.version import git_version
from scheduler_core.scheduler.own_plugins.own_plugin import NO_OWN_PLUGINS, OwnPlugins
from scheduler_core.scheduler.scheduler import Scheduler
from scheduler_core.simulation.cluster.second_instance import SecondInstance, first_of, is_second
from scheduler_core.simulation.kubectl.drain_actor import KUBECTL, Kubectl
from scheduler_core.simulation.scenario.applications import applications_from

if TYPE_CHECKING:
    from scheduler_core.simulation.scenario.scenario import Scenario


ATTACHER = AttachDetachController.name
"""The controller for which pods wait until their volumes are attached."""


class Components:
    """Creates the actors of one scenario.

    `schedulers` are the scheduler names of all profiles; pods with another spec.schedulerName are ignored.
    What the start state shows of machines is in `initial_behaviours` (of applications, by node and pod UID)
    and `heard_until` (the last heartbeat of silent nodes, in milliseconds).
    """

    scheduler_name = "kube-scheduler"

    def __init__(self, scenario: Scenario, plugins: OwnPlugins = NO_OWN_PLUGINS) -> None:
        self.applications = applications_from(scenario.applications)
        self.release = scenario.release
        self.version = scenario.version
        self._scenario = scenario
        self.configuration = scenario.scheduling(plugins)
        self.schedulers = frozenset(profile.scheduler_name for profile in self.configuration.profiles)
        self._plugins = plugins
        self.initial_behaviours: Mapping[str, Changes] = {}
        self.heard_until: Mapping[str, int] = {}
        # Created controllers that `new_actor` has not returned yet, by name.
        self._fresh: dict[str, Actor] = {}
        self.controller_names = tuple(actor.name for actor in all_controllers(self.release))
        self.extra_names = tuple(actor.name for actor in extra_actors())

    def new_scheduler(self) -> Scheduler:
        return Scheduler(self.configuration, self._plugins, self.release)

    def new_host(self, node: str) -> NodeActor:
        configuration = self._scenario.kubelet_configuration_of(node)
        version = self._scenario.kubelet_version_of(node)
        behaviour = self.kubelet_release(version) if version else self.release
        host = NodeActor(
            node,
            self.applications,
            release=behaviour,
            configuration=configuration,
            attaches=ATTACHER in self.controller_names,
            start_at=self._scenario.start_at,
        )
        host.in_start_state(self.initial_behaviours.get(node, {}), self.heard_until.get(node))
        if version:
            host.install(behaviour, git_version(version))
        return host

    def kubelet_release(self, version: str) -> Release:
        """How a kubelet of a version behaves, with the feature gates of the scenario."""
        return release(version, self._scenario.feature_gates)

    def new_actor(self, name: str) -> Actor:
        """A freshly started component of the control plane, by its name on the board."""
        if is_second(name):
            return SecondInstance(self.new_actor(first_of(name)))
        if name == self.scheduler_name:
            return self.new_scheduler()
        if name == KUBECTL:
            return Kubectl()
        if name not in self._fresh:
            # A controller manager starts all its controllers, so nearly all actors of one list are used.
            self._fresh = {actor.name: actor for actor in self._controllers()}
        return self._fresh.pop(name)

    def _controllers(self) -> list[Actor]:
        return [*all_controllers(self.release, self._scenario.start_at), *extra_actors()]

    def actor_name(self, component: str) -> str:
        """The name on the board of a component that inputs name `component`."""
        return self.scheduler_name if component == SCHEDULER else component

    @staticmethod
    def kubelet_name(node: str) -> str:
        return f"kubelet {node}"

    @staticmethod
    def node_of(kubelet: str) -> str:
        """The node of the kubelet with this name."""
        return kubelet.removeprefix("kubelet ")

    @staticmethod
    def is_kubelet(name: str) -> bool:
        return name.startswith("kubelet ")

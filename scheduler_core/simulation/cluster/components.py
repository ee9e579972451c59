"""Which actors a cluster has, and what the board may read of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from scheduler_core.actor import Actor
from scheduler_core.controllers import AttachDetachController, all_controllers, extra_actors
from scheduler_core.kubelet.node.host import Host
from scheduler_core.kubelet.types.releases import release
from scheduler_core.scheduler.plugins.own_plugin import NO_OWN_PLUGINS, OwnPlugins
from scheduler_core.scheduler.queue.hints import Heard
from scheduler_core.scheduler.scheduler import Scheduler
from scheduler_core.simulation.board.views import Dying, Waiting
from scheduler_core.simulation.cluster.second_instance import Twin, first_of, is_twin
from scheduler_core.simulation.inputs.reader import SCHEDULER
from scheduler_core.simulation.kubectl.drain import KUBECTL, Kubectl
from scheduler_core.simulation.scenario.applications import applications_from

if TYPE_CHECKING:
    from scheduler_core.simulation.scenario.scenario import Scenario


ATTACHER = AttachDetachController.name
"""With this controller, pods wait until their volumes are attached."""


class Components:
    """Makes the actors of one scenario.

    `schedulers`: the names that pods may give as spec.schedulerName and be heard.
    """

    scheduler_name = "kube-scheduler"

    def __init__(self, scenario: Scenario, plugins: OwnPlugins = NO_OWN_PLUGINS) -> None:
        self.applications = applications_from(scenario.applications)
        self.release = release(scenario.version)
        self._scenario = scenario
        self.configuration = scenario.scheduling(plugins)
        self.schedulers = frozenset(profile.scheduler_name for profile in self.configuration.profiles)
        self._plugins = plugins
        self.controller_names = tuple(actor.name for actor in all_controllers())
        self.extra_names = tuple(actor.name for actor in extra_actors())

    def new_scheduler(self) -> Scheduler:
        return Scheduler(self.configuration, self._plugins)

    def new_host(self, node: str) -> Host:
        configuration = self._scenario.kubelet_configuration_of(node)
        return Host(
            node,
            self.applications,
            release=self.release,
            configuration=configuration,
            attaches=ATTACHER in self.controller_names,
        )

    def new_actor(self, name: str) -> Actor:
        """A component of the control plane by its name on the board, just started."""
        if is_twin(name):
            return Twin(self.new_actor(first_of(name)))
        if name == self.scheduler_name:
            return self.new_scheduler()
        if name == KUBECTL:
            return Kubectl()
        release = self.release
        controllers = all_controllers(
            release.node_monitor_grace_s,
            forces=release.node_controller_forces,
            shows_node_down=release.shows_node_down,
        )
        return next(actor for actor in (*controllers, *extra_actors()) if actor.name == name)

    def actor_name(self, component: str) -> str:
        """The name on the board of a component as inputs name it."""
        return self.scheduler_name if component == SCHEDULER else component

    @staticmethod
    def kubelet_name(node: str) -> str:
        return f"kubelet {node}"

    @staticmethod
    def node_of(kubelet: str) -> str:
        """The node of a kubelet by that name."""
        return kubelet.removeprefix("kubelet ")

    @staticmethod
    def is_kubelet(name: str) -> bool:
        return name.startswith("kubelet ")

    def waiting(self, scheduler: Actor | None) -> Mapping[str, Waiting]:
        """What the scheduler's queue says, by pod."""
        return scheduler.lanes() if isinstance(scheduler, Scheduler) else {}

    def order_in_lane(self, scheduler: Actor | None, pod_key: str) -> tuple[int, ...]:
        """What orders the pods of one lane of the scheduler's queue; empty for a pod that is not in it."""
        return scheduler.queue.order_in_lane(pod_key) if isinstance(scheduler, Scheduler) else ()

    def in_vain(self, scheduler: Actor | None, pod_key: str) -> tuple[Heard, ...]:
        """The events since a pod's last attempt that did not wake it."""
        return scheduler.queue.in_vain(pod_key) if isinstance(scheduler, Scheduler) else ()

    def dying(self, kubelet: Actor) -> Mapping[str, Dying]:
        """Where terminations on a kubelet's node have got to, by pod."""
        return kubelet.terminations() if isinstance(kubelet, Host) else {}

    def processes(self, actors: Iterable[Actor]) -> dict[str, list[str]]:
        """What really runs on each node."""
        return {actor.node: list(actor.running().values()) for actor in actors if isinstance(actor, Host)}

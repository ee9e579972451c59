"""All reasons of plugins and all messages of Events, each from the module that uses it. A template has values
as `%(name)s`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from scheduler_core.controllers import taint_eviction
from scheduler_core.controllers.common.controller_utils import CREATED_POD
from scheduler_core.controllers.nodelifecycle import node_writes
from scheduler_core.controllers.volume import attachments, persistent_volumes
from scheduler_core.kubelet.admission import preemption
from scheduler_core.kubelet.dra import manager as dra
from scheduler_core.kubelet.eviction import messages as eviction
from scheduler_core.kubelet.kuberuntime import container_ends, container_start
from scheduler_core.kubelet.kuberuntime.pod_sync import SANDBOX_CHANGED
from scheduler_core.kubelet.node_shutdown import groups
from scheduler_core.kubelet.oom import kill_container
from scheduler_core.kubelet.pod_workers import active_deadline, sync_terminating_pod
from scheduler_core.kubelet.prober import probes
from scheduler_core.kubelet.termination import timeline
from scheduler_core.kubelet.volume_manager import read_write_once_pod
from scheduler_core.queries.event_texts.other_components import (
    APISERVER,
    CONTROLLERS,
    KUBELET,
    OTHER_TEXTS,
    SCHEDULER,
)
from scheduler_core.queries.event_texts.other_releases import GATED, OTHER_WORDS, REFUSED
from scheduler_core.scheduler import binding_cycle, preemption_executor
from scheduler_core.scheduler.configuration.registry import DEFAULT_PLUGINS
from scheduler_core.scheduler.cycle.search import OUTSIDE
from scheduler_core.scheduler.framework.diagnosis.fit_error import NO_NODES
from scheduler_core.scheduler.framework.reasons import reasons_of_plugin

POINT_ORDER = (
    "preEnqueue",
    "queueSort",
    "preFilter",
    "filter",
    "postFilter",
    "preScore",
    "score",
    "reserve",
    "permit",
    "preBind",
    "bind",
)
"""The extension points in the order in which a pod meets them, spelled as in a KubeSchedulerConfiguration."""


@dataclass(frozen=True, slots=True)
class CatalogueText:
    """A text of Kubernetes. For a reason of the scheduler `point` is the extension point and `plugin` the
    plugin, "" for the framework itself. For an Event `event` is its reason. `today` is the text of v1.36 that
    replaces a text which only other releases have, `releases` those that write it, as `1.18–1.23`. `inner`
    names the value that is a text of its own. `simulated` is False for texts that nothing here writes."""

    template: str
    component: str
    plugin: str = ""
    point: str = ""
    event: str = ""
    today: str = ""
    releases: str = ""
    inner: str = ""
    simulated: bool = True

    @property
    def meaning(self) -> str:
        """The text of v1.36 with the same meaning."""
        return self.today or self.template


@dataclass(frozen=True, slots=True)
class PluginCard:
    """A default plugin: its extension points in their order, the weight of its score (0: no score), the
    fields of objects that bring it into play (by their last name), and what it can say."""

    name: str
    points: tuple[str, ...]
    weight: int
    fields: tuple[str, ...]
    reasons: tuple[CatalogueText, ...]


def _card(name: str) -> PluginCard:
    row = DEFAULT_PLUGINS[name]
    reasons = reasons_of_plugin(row.make(None))
    return PluginCard(
        name,
        tuple(point for point in POINT_ORDER if point in row.points),
        row.weight,
        row.fields,
        tuple(CatalogueText(reason.template, SCHEDULER, name, reason.point) for reason in reasons),
    )


PLUGIN_CARDS: Mapping[str, PluginCard] = {name: _card(name) for name in DEFAULT_PLUGINS}
"""The default plugins by name, in the order in which they run."""

FRAMEWORK_REASONS = (
    CatalogueText(OUTSIDE, SCHEDULER, "", "preFilter"),
    CatalogueText(NO_NODES, SCHEDULER, "", "filter"),
)


def _events(component: str, *texts: tuple[str, str]) -> tuple[CatalogueText, ...]:
    """The messages of Events of a component, given as pairs (reason, template)."""
    return tuple(CatalogueText(template.rstrip(), component, event=event) for event, template in texts)


EVENTS: tuple[CatalogueText, ...] = (
    *_events(SCHEDULER, ("Scheduled", binding_cycle.ASSIGNED), ("Preempted", preemption_executor.PREEMPTED)),
    *_events(
        KUBELET,
        ("Pulling", container_start.PULLING),
        ("Pulled", container_start.PULLED),
        ("Pulled", container_start.PRESENT),
        ("Failed", container_start.PULL_FAILED),
        ("BackOff", container_start.PULL_BACK_OFF),
        ("Created", container_start.CREATED),
        ("Started", container_start.STARTED),
        ("FailedPostStartHook", container_start.HOOK_FAILED),
        ("BackOff", container_ends.BACK_OFF),
        ("Unhealthy", probes.FAILED),
        ("Killing", timeline.STOPPING),
        ("SandboxChanged", SANDBOX_CHANGED.message),
        ("ExceededGracePeriod", sync_terminating_pod.EXCEEDED),
        (active_deadline.REASON, active_deadline.TEXT),
        (eviction.REASON, eviction.LOW_ON),
        (eviction.REASON, eviction.NODE_CONDITION),
        (eviction.THRESHOLD_MET_REASON, eviction.RECLAIMING),
        (preemption.REASON, preemption.TEXT),
        (groups.REASON, groups.TEXT),
        (groups.NOT_ADMITTED_REASON, groups.NOT_ADMITTED_TEXT),
        (kill_container.SYSTEM_OOM, kill_container.VICTIM),
        ("FailedMount", read_write_once_pod.SET_UP_FAILED),
        (dra.REASON, dra.FAILED),
    ),
    *_events(KUBELET, *((event, text) for event, texts in REFUSED.items() for text in texts)),
    *_events(
        CONTROLLERS,
        (taint_eviction.EVENT, taint_eviction.MARKING),
        (taint_eviction.EVENT, taint_eviction.CANCELLING),
        ("NodeNotReady", node_writes.NODE_IS_NOT_READY),
        ("NodeNotReady", node_writes.POD_ON_NOT_READY_NODE),
        (persistent_volumes.FAILED_BINDING, persistent_volumes.BOUND_TO_ANOTHER),
        ("ProvisioningSucceeded", persistent_volumes.PROVISIONED),
        ("FailedAttachVolume", attachments.MULTI_ATTACH),
        ("SuccessfulCreate", CREATED_POD),
    ),
)


OTHERS = tuple(
    CatalogueText(text.template, SCHEDULER, text.plugin, text.point, "", text.today, text.releases)
    for text in OTHER_WORDS
)
"""Reasons that v1.36 does not give, or gives in other words."""

CONDITIONS = (CatalogueText(GATED, APISERVER, "SchedulingGates", "preEnqueue"),)
"""Messages of conditions."""

FOREIGN = tuple(
    CatalogueText(
        text.template,
        text.component,
        "",
        "",
        text.event,
        text.today,
        text.releases,
        text.inner,
        simulated=False,
    )
    for text in OTHER_TEXTS
)
"""Texts of components that are not simulated."""


@cache
def catalogue_texts() -> tuple[CatalogueText, ...]:
    """Every text: reasons of plugins in the order of the plugins, those of the framework, those of other
    releases, Events, and texts of components that are not simulated."""
    reasons = tuple(text for card in PLUGIN_CARDS.values() for text in card.reasons)
    return (*reasons, *FRAMEWORK_REASONS, *OTHERS, *CONDITIONS, *EVENTS, *FOREIGN)


@cache
def reasons_of_nodes() -> tuple[CatalogueText, ...]:
    """The texts of `catalogue_texts` that the scheduler gives at an extension point."""
    return tuple(text for text in catalogue_texts() if text.point)

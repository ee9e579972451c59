"""The rules of a run whose numbers and names a page needs in its sentences, forms and drawings.

They depend only on the scenario, so a snapshot contains them and no frame changes them.
"""

from __future__ import annotations

from collections.abc import Iterable

from scheduler_core.board.object_views.views import View
from scheduler_core.inputs.application_inputs import MAX_EXIT_CODE
from scheduler_core.inputs.fault_inputs import FENCERS, MAX_CLOCK_SECONDS, MAX_DELAY_SECONDS
from scheduler_core.inputs.kubectl_inputs import MAX_REPLICAS
from scheduler_core.inputs.reader import MAX_SECONDS, TAINT_EFFECTS
from scheduler_core.kubelet.termination.grace import MINIMUM_POD_GRACE_S, MINIMUM_STOP_SECONDS
from scheduler_core.objects import Pod
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import DEFAULT_GRACE_SECONDS
from scheduler_core.objects.pod_resources.requests import pod_requests
from scheduler_core.objects.releases.releases import Release
from scheduler_core.objects.resources import CPU, MEMORY, get, units
from scheduler_core.objects.scalars.priority import SYSTEM_CRITICAL_PRIORITY, priority_band
from scheduler_core.scheduler.cycle.rail import RAIL
from scheduler_core.simulation.kubectl.delete import NOW_GRACE_SECONDS, WARNING, delete_command

GRACE_ACTS = ("delete", "preempt", "prestop", "sigterm", "sigkill")
"""The kinds of acts that begin the bar of a grace period, or after which one comes."""

PRESSURE_ACTS = ("pressure",)
"""The kinds of acts that come with a node that crosses a threshold, whose memory is then drawn over time."""


def without_requests(pods: Iterable[Pod]) -> bool:
    """Whether there are pods, and none of them requests cpu or memory."""
    some = False
    for pod in pods:
        requests = pod_requests(pod)
        if any(units(name, get(requests, name)) for name in (CPU, MEMORY)):
            return False
        some = True
    return some


def rules_view(
    release: Release, *, starts_without_requests: bool = False, breaks: bool = False, nodes_apart: int = 0
) -> View:
    """The rules as JSON, for kubelets of this release. `starts_without_requests`: see `without_requests`, of
    the pods that the scenario shows. `breaks`: the scenario's own inputs break something.
    `nodes_apart`: how many nodes they cut off from the API server.
    """
    return {
        "systemCriticalPriority": SYSTEM_CRITICAL_PRIORITY,
        "systemBand": priority_band(SYSTEM_CRITICAL_PRIORITY),
        "defaultGraceSeconds": DEFAULT_GRACE_SECONDS,
        "nowGraceSeconds": NOW_GRACE_SECONDS,
        "forceGraceSeconds": delete_command(force=True).grace_period_seconds,
        "forceDeleteWarning": WARNING,
        "minimumStopSeconds": MINIMUM_STOP_SECONDS,
        "hardEvictionGraceSeconds": max(release.hard_eviction_grace_s, MINIMUM_POD_GRACE_S),
        "mostDelaySeconds": MAX_DELAY_SECONDS,
        "mostClockSeconds": MAX_CLOCK_SECONDS,
        "mostInputSeconds": MAX_SECONDS,
        "mostExitCode": MAX_EXIT_CODE,
        "mostReplicas": MAX_REPLICAS,
        "taintEffects": list[Json](TAINT_EFFECTS),
        "graceActs": list[Json](GRACE_ACTS),
        "pressureActs": list[Json](PRESSURE_ACTS),
        "extensionPoints": list[Json](RAIL),
        "fencers": list[Json](FENCERS),
        "startsWithoutRequests": starts_without_requests,
        "breaks": breaks,
        "nodesApart": nodes_apart,
    }

"""The functions that evaluate the vectors' rules: one file and one line here for each rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scheduler_core.objects.manifest import Json, Manifest
from scheduler_core.parity.vectors import (
    effective_grace_period,
    eviction_api,
    eviction_ranking,
    eviction_thresholds,
    grace_on_delete,
    kill_container_timeline,
    kubectl_delete_flags,
    oom_score_adj,
    pdb_status,
    priority_admission,
    qos_class,
    replicaset_scale_down_order,
)

Rule = Callable[[Manifest], Mapping[str, Json]]

RULES: Mapping[str, Rule] = {
    "effective_grace_period": effective_grace_period.evaluate,
    "eviction_api": eviction_api.evaluate,
    "eviction_ranking": eviction_ranking.evaluate,
    "eviction_thresholds": eviction_thresholds.evaluate,
    "grace_on_delete": grace_on_delete.evaluate,
    "kill_container_timeline": kill_container_timeline.evaluate,
    "kubectl_delete_flags": kubectl_delete_flags.evaluate,
    "oom_score_adj": oom_score_adj.evaluate,
    "pdb_status": pdb_status.evaluate,
    "priority_admission": priority_admission.evaluate,
    "qos_class": qos_class.evaluate,
    "replicaset_scale_down_order": replicaset_scale_down_order.evaluate,
}

"""Pods of three priorities on nodes, and budgets that protect some of them."""

from typing import Any

from scheduler_core.objects.policy import PodDisruptionBudget
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from tests.core.scheduler.builders import pod

LOW, MID, HIGH = 0, 100, 1000


def on(name: str, where: str, cpu: str = "2", priority: int = LOW, start: int = 0, **more: Any) -> PodInfo:
    status = {"phase": "Running", "startTime": f"2025-01-01T00:00:{start:02}Z"}
    return pod(name, cpu, on=where, priority=priority, status=status, **more)


def budget(name: str, app: str, allowed: int, **status: Any) -> PodDisruptionBudget:
    return PodDisruptionBudget.parse(
        {
            "metadata": {"name": name, "namespace": "default"},
            "spec": {"selector": {"matchLabels": {"app": app}}},
            "status": {"disruptionsAllowed": allowed, **status},
        }
    )


def with_budgets(snapshot: Snapshot, *budgets: PodDisruptionBudget) -> Snapshot:
    snapshot.budgets.update((entry.key, entry) for entry in budgets)
    return snapshot

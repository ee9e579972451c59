"""Jobs that are played, and what is seen of them."""

from __future__ import annotations

from scheduler_core.controllers.garbage_collector import GarbageCollector
from scheduler_core.controllers.job.job import JobController
from scheduler_core.controllers.ttl_after_finished import TtlController
from scheduler_core.objects.manifest import Json, find, items
from tests.builders import workload
from tests.core.cluster import Cluster
from tests.core.controllers.builders import apply, cluster, names, status


def manifest(**spec: Json) -> dict[str, Json]:
    made = dict(workload("Job", "sum", None, **spec))
    template = made["spec"]["template"]  # type: ignore[index,call-overload]
    pod_spec = {**template["spec"], "restartPolicy": "Never"}  # type: ignore[index,call-overload,dict-item]
    return {**made, "spec": {**made["spec"], "template": {**template, "spec": pod_spec}}}  # type: ignore[dict-item]


def playing(until_s: float = 10, **spec: Json) -> Cluster:
    play = cluster(JobController(), TtlController(), GarbageCollector())
    apply(play, manifest(**spec))
    play.play(until_s)
    return play


def conditions(play: Cluster) -> list[tuple[Json, Json, Json]]:
    return [
        (find(one, "type"), find(one, "reason"), find(one, "message"))
        for one in items(status(play, "Job", "sum", "conditions")[0])
    ]


def living(play: Cluster) -> list[str]:
    return names(play, lambda pod: not pod.finished and not pod.terminating)

"""A Job makes the group of its pods: in v1.36 by itself, since v1.37 as it says."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.objects.manifest import Json, find, items
from scheduler_core.parity.live.player import LivePlayer
from tests.core.scheduler.groups.builders import GATES, create, node, player

OF_JOBS = (*GATES, "WorkloadWithJob")


def job(parallelism: int = 2, **spec: Json) -> dict[str, Json]:
    container: Json = {"name": "c", "image": "app:v1", "resources": {"requests": {"cpu": "3"}}}
    return {
        "kind": "Job",
        "metadata": {"name": "train"},
        "spec": {
            "parallelism": parallelism,
            "completions": 2,
            "completionMode": "Indexed",
            "template": {"spec": {"restartPolicy": "Never", "containers": [container]}},
            **spec,
        },
    }


def after(*steps: dict[str, Json], version: str = "v1.36.2", gates: Any = OF_JOBS) -> LivePlayer:
    history = player((node("n1"), node("n2")), *steps, version=version, gates=gates)
    list(history.play())
    return history


def policies(history: LivePlayer) -> list[Json]:
    return [
        find(stored.manifest, "spec", "schedulingPolicy")
        for stored in history.world.api.objects("PodGroup").values()
    ]


def test_an_indexed_job_whose_pods_all_run_at_once_is_a_gang() -> None:
    history = after(create(job()))
    api = history.world.api
    groups = list(api.objects("PodGroup").values())
    workloads = list(api.objects("Workload").values())

    assert [{"gang": {"minCount": 2}}] == policies(history)
    assert {groups[0].meta.name} == {pod.spec.group for pod in api.pods.values()}
    assert {"n1", "n2"} == {pod.node_name for pod in api.pods.values()}
    assert workloads[0].meta.name.startswith("train-")
    template = items(find(workloads[0].manifest, "spec", "podGroupTemplates"))[0]
    assert "train-pgt-0" == find(template, "name")
    assert groups[0].meta.name.startswith(f"{workloads[0].meta.name}-train-pgt-0-")


@pytest.mark.parametrize(
    ("parallelism", "spec"),
    [(1, {}), (2, {"completionMode": "NonIndexed"}), (2, {"suspend": True})],
    ids=["fewer at once", "not indexed", "suspended"],
)
def test_other_jobs_get_no_group(parallelism: int, spec: dict[str, Json]) -> None:
    assert [] == policies(after(create(job(parallelism, **spec))))


def test_without_the_gate_no_job_gets_a_group() -> None:
    assert [] == policies(after(create(job()), gates=GATES))


def test_the_parallelism_of_a_gang_cannot_be_changed() -> None:
    history = player(
        (node("n1"), node("n2")),
        create(job()),
        {
            "do": "patch",
            "kind": "Job",
            "name": "train",
            "type": "merge",
            "patch": {"spec": {"parallelism": 1}},
        },
        gates=OF_JOBS,
    )
    refused = list(history.play())[-1]["refused"][0]

    assert (403, "Forbidden") == (refused["code"], refused["reason"])
    assert "cannot change parallelism for a Job referencing gang-scheduled PodGroup" in refused["message"]


def test_the_group_goes_with_the_job() -> None:
    history = after(create(job()), {"do": "delete", "kind": "Job", "name": "train"})

    assert {} == history.world.api.objects("Workload")
    assert {} == history.world.api.objects("PodGroup")


@pytest.mark.parametrize(
    ("scheduling", "expected"),
    [
        (None, {"basic": {}}),
        ({"schedulingPolicy": {"gang": {"minCount": 1}}}, {"gang": {"minCount": 1}}),
        ({"schedulingPolicy": {"gang": {}}}, {"gang": {"minCount": 2}}),
    ],
)
def test_since_1_37_the_job_says_how_its_pods_are_scheduled(scheduling: Json, expected: Json) -> None:
    spec: dict[str, Json] = {} if scheduling is None else {"scheduling": scheduling}
    history = after(create(job(**spec)), version="v1.37.0", gates=("GenericWorkload", "WorkloadWithJob"))

    assert [expected] == policies(history)

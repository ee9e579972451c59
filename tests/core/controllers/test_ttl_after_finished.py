"""The TTL controller: which Jobs it deletes, and when."""

from __future__ import annotations

from scheduler_core.controllers.garbage_collector import GarbageCollector
from scheduler_core.controllers.job.job import JobController
from scheduler_core.controllers.ttl_after_finished import TtlController
from scheduler_core.objects.manifest import Json
from tests.builders import workload
from tests.core.cluster import Cluster
from tests.core.controllers.builders import apply, cluster, finish, names


def finished(phase: str = "Succeeded", **spec: Json) -> Cluster:
    """A cluster whose only Job ended after ten seconds; then all is played that still happens."""
    play = cluster(JobController(), TtlController(), GarbageCollector())
    apply(play, workload("Job", "sum", None, pod_spec={"restartPolicy": "Never"}, backoffLimit=0, **spec))
    play.play(10)
    finish(play, names(play)[0], phase)
    play.play()
    return play


def jobs(play: Cluster) -> list[str]:
    return list(play.api.workloads("Job"))


def expired(play: Cluster) -> list[float]:
    return [one.t for one in play.act_log if one.act.message.id == "job.expired"]


def test_a_finished_job_goes_after_its_time_to_live_and_its_pods_with_it() -> None:
    play = finished(ttlSecondsAfterFinished=30)

    assert ([], []) == (jobs(play), names(play))
    assert [True] == [40 <= at <= 43 for at in expired(play)]


def test_a_failed_job_goes_too() -> None:
    play = finished("Failed", ttlSecondsAfterFinished=30)

    assert [] == jobs(play)
    assert 1 == len(expired(play))


def test_a_time_to_live_of_0_deletes_at_once() -> None:
    play = finished(ttlSecondsAfterFinished=0)

    assert [] == jobs(play)
    assert [True] == [at < 13 for at in expired(play)]


def test_a_job_without_a_time_to_live_stays() -> None:
    play = finished()

    assert (["default/sum"], []) == (jobs(play), expired(play))


def test_a_job_that_runs_is_not_counted_down() -> None:
    play = cluster(JobController(), TtlController())
    apply(play, workload("Job", "sum", None, pod_spec={"restartPolicy": "Never"}, ttlSecondsAfterFinished=1))
    play.play(600)

    assert (["default/sum"], []) == (jobs(play), expired(play))

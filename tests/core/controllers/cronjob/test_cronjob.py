"""CronJobs: when Jobs start, what happens to the earlier ones, and what is told of it."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.apiserver import DeleteOptions
from scheduler_core.controllers.cronjob.cronjob import SCHEDULED_AT, CronJobController
from scheduler_core.controllers.garbage_collector import GarbageCollector
from scheduler_core.controllers.job.job import JobController
from scheduler_core.objects.manifest import Json, Manifest, find, items
from tests.core.cluster import Cluster, stored
from tests.core.controllers.builders import apply, cluster, events, finish, names, status

# The virtual time begins at 2030-01-01T00:00:00Z, which is minute 31557600 of the epoch.
FIRST = 31_557_600


def manifest(**spec: Json) -> Manifest:
    container: Json = {"name": "c", "image": "i"}
    pod: Json = {"restartPolicy": "Never", "containers": [container]}
    template: Json = {"metadata": {"labels": {"job": "c"}}, "spec": {"template": {"spec": pod}}}
    given: dict[str, Json] = {"schedule": "* * * * *", "jobTemplate": template, **spec}
    return {"apiVersion": "batch/v1", "kind": "CronJob", "metadata": {"name": "c"}, "spec": given}


def playing(until_s: float, **spec: Json) -> Cluster:
    play = cluster(CronJobController(), JobController(), GarbageCollector())
    apply(play, manifest(**spec))
    play.play(until_s)
    return play


def jobs(play: Cluster) -> list[str]:
    return [job.meta.name for job in play.api.workloads("Job").values()]


def active(play: Cluster) -> list[Json]:
    return [find(one, "name") for one in items(status(play, "CronJob", "c", "active")[0])]


def event_texts(play: Cluster, reason: str) -> list[str]:
    return [words for run_state, words, _ in events(play, "CronJob", "c") if run_state == reason]


def succeed(play: Cluster) -> None:
    for name in names(play, lambda pod: not pod.finished):
        finish(play, name, "Succeeded")


def test_a_job_starts_at_each_scheduled_time_with_the_minute_in_its_name() -> None:
    play = playing(130)

    assert [f"c-{FIRST + 1}", f"c-{FIRST + 2}"] == jobs(play) == active(play)
    made = play.api.workloads("Job")[f"default/c-{FIRST + 1}"]
    assert "2030-01-01T00:01:00Z" == made.meta.annotations[SCHEDULED_AT]
    assert "c" == made.meta.labels["job"]
    owner = made.meta.controller
    assert owner is not None
    assert ("CronJob", "c") == (owner.kind, owner.name)
    assert ("2030-01-01T00:02:00Z",) == status(play, "CronJob", "c", "lastScheduleTime")
    created = [
        one.t for one in play.act_log if one.act.who == "cronjob-controller" and one.act.kind == "create"
    ]
    assert [60.1, 120.1] == created
    assert [f"Created job c-{FIRST + 1}", f"Created job c-{FIRST + 2}"] == event_texts(
        play, "SuccessfulCreate"
    )


def test_the_zone_moves_the_time_and_stands_in_the_annotation() -> None:
    play = playing(3_700, schedule="30 1 * * *", timeZone="Europe/Berlin")

    assert [f"c-{FIRST + 30}"] == jobs(play)
    made = play.api.workloads("Job")[f"default/c-{FIRST + 30}"]
    assert "2030-01-01T01:30:00+01:00" == made.meta.annotations[SCHEDULED_AT]


def test_an_ended_job_leaves_the_active_ones_and_is_noted() -> None:
    play = playing(70)
    succeed(play)
    play.play(90)

    assert [] == active(play)
    assert [f"Saw completed job: c-{FIRST + 1}, condition: Complete"] == event_texts(play, "SawCompletedJob")
    completed = find(play.api.workloads("Job")[f"default/c-{FIRST + 1}"].manifest, "status", "completionTime")
    assert (completed,) == status(play, "CronJob", "c", "lastSuccessfulTime")


def test_forbid_waits_for_the_earlier_job_and_then_starts_late() -> None:
    play = playing(130, concurrencyPolicy="Forbid")
    assert [f"c-{FIRST + 1}"] == jobs(play)
    words = "Not starting job because prior execution is running and concurrency policy is Forbid"
    assert [words] == event_texts(play, "JobAlreadyActive")

    succeed(play)
    play.play(140)
    assert [f"c-{FIRST + 2}"] == active(play)


def test_replace_deletes_the_earlier_job_first() -> None:
    play = playing(125, concurrencyPolicy="Replace")

    assert [f"c-{FIRST + 2}"] == jobs(play) == active(play)
    assert [f"Deleted job c-{FIRST + 1}"] == event_texts(play, "SuccessfulDelete")


def test_only_the_newest_ended_jobs_are_kept() -> None:
    play = playing(0, successfulJobsHistoryLimit=1)
    for minute in range(1, 4):
        play.play(minute * 60 + 10)
        succeed(play)
    play.play(235)

    assert [f"c-{FIRST + 3}"] == jobs(play)


def test_a_suspended_cron_job_starts_nothing_and_then_the_latest_time_alone() -> None:
    play = playing(200, suspend=True)
    assert [] == jobs(play)

    apply(play, manifest(suspend=False))
    play.play(210)
    assert [f"c-{FIRST + 3}"] == jobs(play)


def test_a_time_older_than_the_deadline_is_not_made_up_for() -> None:
    play = playing(200, suspend=True, startingDeadlineSeconds=10)
    apply(play, manifest(suspend=False, startingDeadlineSeconds=10))
    play.play(235)
    assert [] == jobs(play)

    play.play(245)
    assert [f"c-{FIRST + 4}"] == jobs(play)


def test_a_new_schedule_waits_for_its_next_time() -> None:
    play = playing(90, schedule="0 0 1 1 *")
    apply(play, manifest(schedule="*/1 * * * *"))
    play.play(100)
    assert [] == jobs(play)

    play.play(125)
    assert [f"c-{FIRST + 2}"] == jobs(play)


def test_more_than_a_hundred_missed_times_are_told() -> None:
    play = playing(1, suspend=True)
    play.now_ms = 6_200_000
    apply(play, manifest(suspend=False))
    play.play(6_210)

    assert [f"c-{FIRST + 103}"] == jobs(play)
    assert 1 == len(event_texts(play, "TooManyMissedTimes"))


def test_a_schedule_that_never_comes_is_told_once() -> None:
    play = playing(500, schedule="0 0 31 2 *")

    assert [] == jobs(play)
    assert ["invalid schedule: 0 0 31 2 * : time difference between two schedules is less than 1 second"] == (
        event_texts(play, "InvalidSchedule")
    )


def test_a_job_that_somebody_deletes_goes_missing() -> None:
    play = playing(70)
    options = DeleteOptions(propagation="Background")
    stored(play.do(lambda api, now: api.delete("Job", f"default/c-{FIRST + 1}", options, now)))
    play.play(80)

    assert ([], [f"Active job went missing: c-{FIRST + 1}"]) == (
        active(play),
        event_texts(play, "MissingJob"),
    )


def test_the_jobs_of_a_deleted_cron_job_go_with_it() -> None:
    play = playing(70)
    options = DeleteOptions(propagation="Background")
    stored(play.do(lambda api, now: api.delete("CronJob", "default/c", options, now)))
    play.play(300)

    assert ([], []) == (jobs(play), names(play))


def test_a_foreign_job_of_the_same_name_is_left_alone() -> None:
    foreign: Mapping[str, Json] = {
        **manifest(),
        "kind": "Job",
        "metadata": {"name": f"c-{FIRST + 1}"},
        "spec": {
            "template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "i"}]}}
        },
    }
    play = cluster(CronJobController())
    apply(play, foreign)
    apply(play, manifest())
    play.play(70)

    assert ([], [f"c-{FIRST + 1}"]) == (active(play), jobs(play))


def by_hand(name: str, owner: str, uid: str) -> Manifest:
    """A Job as `kubectl create job --from=cronjob/c` makes it."""
    reference: Json = {
        "apiVersion": "batch/v1", "kind": "CronJob", "name": owner, "uid": uid, "controller": True,
    }  # fmt: skip
    pod: Json = {"restartPolicy": "Never", "containers": [{"name": "c", "image": "i"}]}
    metadata: Json = {"name": name, "ownerReferences": [reference]}
    template: Json = {"spec": pod}
    return {"apiVersion": "batch/v1", "kind": "Job", "metadata": metadata, "spec": {"template": template}}


def test_a_job_started_by_hand_is_told_once_and_is_not_active() -> None:
    play = playing(10, concurrencyPolicy="Forbid")
    uid = play.api.objects("CronJob")["default/c"].meta.uid
    apply(play, by_hand("by-hand", "c", uid))
    play.play(70)

    assert ["Saw a job that the controller did not create or forgot: by-hand"] == event_texts(
        play, "UnexpectedJob"
    )
    assert [f"c-{FIRST + 1}"] == active(play)


def test_ended_jobs_of_an_earlier_cron_job_of_the_same_name_count_in_its_history() -> None:
    play = playing(10, successfulJobsHistoryLimit=0)
    apply(play, by_hand("old", "c", "of-another"))
    play.play(20)
    succeed(play)
    play.play(40)

    assert ["Deleted job old"] == event_texts(play, "SuccessfulDelete")


def test_a_suspended_cron_job_still_tells_of_a_zone_that_does_not_exist() -> None:
    play = playing(10, suspend=True)
    told_before = event_texts(play, "UnknownTimeZone")
    play.do(lambda api, now: api.replace("CronJob", "default/c", {
        **api.objects("CronJob")["default/c"].manifest,
        "spec": {**manifest(suspend=True)["spec"], "timeZone": "Mars/Olympus"},  # type: ignore[dict-item]
    }))  # fmt: skip
    play.play(20)

    assert [] == told_before
    assert ['invalid timeZone: "Mars/Olympus": unknown time zone Mars/Olympus'] == event_texts(
        play, "UnknownTimeZone"
    )


def test_a_job_that_was_made_before_its_status_was_written_is_not_announced_again() -> None:
    play = playing(70)
    cron = play.api.objects("CronJob")["default/c"]
    play.do(lambda api, now: api.update_status("CronJob", cron.key, {}))
    play.play(75)

    assert [f"Created job c-{FIRST + 1}"] == event_texts(play, "SuccessfulCreate")
    assert [f"c-{FIRST + 1}"] == active(play)

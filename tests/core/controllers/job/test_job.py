"""Jobs: how many pods, how long after a failure, how they end, and what is told of it."""

from __future__ import annotations

from scheduler_core.apiserver import DeleteOptions
from scheduler_core.controllers.job.job_rules import indexes_text, parse_indexes
from scheduler_core.objects.manifest import Json
from tests.core.cluster import Cluster, stored
from tests.core.controllers.builders import apply, events, finish, names, status
from tests.core.controllers.job.builders import conditions, living, manifest, playing


def created(play: Cluster) -> list[float]:
    return [one.t for one in play.act_log if one.act.kind == "create"]


def test_a_job_runs_its_pod_and_is_complete_when_that_has_succeeded() -> None:
    play = playing()
    (name,) = living(play)
    assert (1, 1) == status(play, "Job", "sum", "active", "ready")
    assert ("batch.kubernetes.io/job-tracking",) == play.api.pods[f"default/{name}"].meta.finalizers

    finish(play, name, "Succeeded")
    play.play()

    assert (0, 1) == status(play, "Job", "sum", "active", "succeeded")
    reached = ("CompletionsReached", "Reached expected number of succeeded pods")
    assert [("SuccessCriteriaMet", *reached), ("Complete", *reached)] == conditions(play)
    assert [
        ("SuccessfulCreate", f"Created pod: {name}", 1),
        ("Completed", "Job completed", 1),
    ] == events(play, "Job", "sum")
    assert () == play.api.pods[f"default/{name}"].meta.finalizers
    assert [name] == names(play)


def test_as_many_run_as_are_still_needed_and_no_more_than_allowed() -> None:
    play = playing(completions=3, parallelism=2)
    assert 2 == len(living(play))

    finish(play, living(play)[0], "Succeeded")
    play.play(20)
    assert 2 == len(living(play))
    finish(play, living(play)[0], "Succeeded")
    play.play(30)
    assert 1 == len(living(play))


def test_without_a_number_of_completions_one_success_stops_new_pods() -> None:
    play = playing(parallelism=2)
    finish(play, living(play)[0], "Succeeded")
    play.play(20)
    assert 1 == len(living(play))
    assert [] == conditions(play)

    finish(play, living(play)[0], "Succeeded")
    play.play()
    assert "Complete" in [kind for kind, _, _ in conditions(play)]


def test_failures_in_a_row_wait_ten_seconds_and_then_twice_as_long() -> None:
    play = playing()
    waits = []
    for _ in range(3):
        finish(play, living(play)[0], "Failed")
        at = play.now_ms / 1000
        play.play(at + 100)
        waits.append(round(created(play)[-1] - at))
        play.now_ms = round(created(play)[-1] * 1000) + 5_000

    assert [10, 20, 40] == waits


def test_one_failure_more_than_the_limit_ends_the_job() -> None:
    play = playing(backoffLimit=1, completions=2, parallelism=2)
    for _ in range(2):
        finish(play, living(play)[0], "Failed")
        play.play(play.now_ms / 1000 + 30)
    play.play()

    messages = ("BackoffLimitExceeded", "Job has reached the specified backoff limit")
    assert [("FailureTarget", *messages), ("Failed", *messages)] == conditions(play)
    assert [] == living(play)
    assert ("BackoffLimitExceeded", "Job has reached the specified backoff limit", 1) == events(
        play, "Job", "sum"
    )[-1]


def test_a_job_that_takes_too_long_is_ended_and_its_pods_with_it() -> None:
    play = playing(activeDeadlineSeconds=60)
    play.play()

    assert ("FailureTarget", "DeadlineExceeded", "Job was active longer than specified deadline") in (
        conditions(play)
    )
    deleted = [one.t for one in play.act_log if one.act.kind == "delete"]
    assert [60.0] == [float(round(t)) for t in deleted]
    assert (1,) == status(play, "Job", "sum", "failed")


def test_a_terminating_pod_counts_as_failed_unless_failed_ones_are_waited_for() -> None:
    for policy, expected in (("TerminatingOrFailed", 1), ("Failed", 0)):
        play = playing(podReplacementPolicy=policy)
        (name,) = living(play)
        play.actors = [actor for actor in play.actors if actor.name != "kubelet"]
        play.delete(name)
        play.play(25)

        assert expected == len(living(play)), policy


def test_a_disrupted_pod_may_be_ignored_by_the_failure_policy() -> None:
    rule: Json = {"action": "Ignore", "onPodConditions": [{"type": "DisruptionTarget"}]}
    play = playing(podFailurePolicy={"rules": [rule]}, backoffLimit=0)
    (name,) = living(play)
    play.do(lambda api, now: api.evict(f"default/{name}", DeleteOptions(), now))
    finish(play, name, "Failed")
    play.play(60)

    assert (0,) == status(play, "Job", "sum", "failed")
    assert 1 == len(living(play))


def test_an_exit_code_may_fail_the_whole_job() -> None:
    rule: Json = {"action": "FailJob", "onExitCodes": {"operator": "In", "values": [42]}}
    play = playing(podFailurePolicy={"rules": [rule]})
    (name,) = living(play)
    ended: Json = [{"name": "c", "state": {"terminated": {"exitCode": 42}}}]
    finish(play, name, "Failed", containerStatuses=ended)
    play.play()

    words = f"Container c for pod default/{name} failed with exit code 42 matching FailJob rule at index 0"
    assert [("FailureTarget", "PodFailurePolicy", words), ("Failed", "PodFailurePolicy", words)] == (
        conditions(play)
    )


def test_a_suspended_job_loses_its_pods_and_starts_anew_when_it_goes_on() -> None:
    play = playing()
    apply(play, manifest(suspend=True))
    play.play(30)
    assert [] == living(play)
    assert ("Suspended", "JobSuspended", "Job suspended") in conditions(play)
    assert ("2030-01-01T00:00:00Z",) == status(play, "Job", "sum", "startTime")

    apply(play, manifest(suspend=False))
    play.play(60)
    assert ("2030-01-01T00:00:30Z",) == status(play, "Job", "sum", "startTime")
    assert 1 == len(living(play))
    assert ("Suspended", "JobResumed", "Job resumed") in conditions(play)
    messages = [reason for reason, _, _ in events(play, "Job", "sum")]
    assert ["Suspended", "Resumed"] == [reason for reason in messages if reason in ("Suspended", "Resumed")]


def test_pods_that_a_suspension_or_a_smaller_number_costs_do_not_count_as_failed() -> None:
    for less in ({"suspend": True}, {"parallelism": 1}):
        play = playing(parallelism=3, completions=3, backoffLimit=0)
        apply(play, manifest(**{"parallelism": 3, "completions": 3, "backoffLimit": 0, **less}))
        play.play(60)

        assert (0,) == status(play, "Job", "sum", "failed"), less
        assert "Failed" not in [kind for kind, _, _ in conditions(play)], less


def test_pods_beyond_a_success_policy_do_not_count_as_failed() -> None:
    policy: Json = {"rules": [{"succeededCount": 1}]}
    play = playing(parallelism=3, completions=3, completionMode="Indexed", successPolicy=policy)
    finish(play, sorted(living(play))[0], "Succeeded")
    play.play(60)

    assert ["SuccessCriteriaMet", "Complete"] == [kind for kind, _, _ in conditions(play)]
    assert (1, 0) == status(play, "Job", "sum", "succeeded", "failed")


def test_every_pod_that_still_runs_when_the_job_fails_counts_as_failed_even_if_it_exits_with_0() -> None:
    policy: Json = {
        "rules": [{"action": "FailJob", "onExitCodes": {"operator": "In", "values": [42]}}],
    }
    play = playing(parallelism=2, completions=2, podFailurePolicy=policy, podReplacementPolicy="Failed")
    first, second = sorted(living(play))
    ended: Json = [{"name": "c", "state": {"terminated": {"exitCode": 42}}}]
    finish(play, first, "Failed", containerStatuses=ended)
    play.play(12)
    finish(play, second, "Succeeded")
    play.play(60)

    assert (0, 2) == status(play, "Job", "sum", "succeeded", "failed")


def test_a_suspended_job_whose_pods_have_all_succeeded_completes() -> None:
    play = playing()
    (name,) = living(play)
    finish(play, name, "Succeeded")
    apply(play, manifest(suspend=True))
    play.play(60)

    assert ["SuccessCriteriaMet", "Complete"] == [kind for kind, _, _ in conditions(play)]


def test_an_indexed_job_has_one_success_an_index() -> None:
    play = playing(completions=3, parallelism=3, completionMode="Indexed")
    assert ["sum-0", "sum-1", "sum-2"] == sorted(name.rpartition("-")[0] for name in living(play))

    for name in sorted(living(play)):
        finish(play, name, "Succeeded" if name.startswith("sum-1") else "Failed")
    play.play(60)
    assert ("1",) == status(play, "Job", "sum", "completedIndexes")
    assert ["sum-0", "sum-2"] == sorted(name.rpartition("-")[0] for name in living(play))


def test_a_job_that_another_controller_manages_is_left_alone() -> None:
    own = playing(managedBy="kubernetes.io/job-controller")
    foreign = playing(managedBy="example.com/queue")

    assert 1 == len(living(own))
    assert [] == names(foreign)
    assert {} == dict(foreign.api.workloads("Job")["default/sum"].status_manifest)


def test_indexes_are_written_as_runs() -> None:
    assert "1,3-5,7,8" == indexes_text([8, 7, 5, 4, 3, 1])
    assert {1, 3, 4, 5, 7, 8} == parse_indexes("1,3-5,7,8")


def test_a_deleted_job_lets_go_the_pods_it_has_not_counted() -> None:
    play = playing()
    options = DeleteOptions(propagation="Background")
    stored(play.do(lambda api, now: api.delete("Job", "default/sum", options, now)))
    play.play()

    assert [] == names(play)


def test_a_pod_that_is_left_behind_by_its_job_has_no_finalizer_and_can_be_deleted() -> None:
    play = playing()
    (name,) = living(play)
    options = DeleteOptions(propagation="Orphan")
    stored(play.do(lambda api, now: api.delete("Job", "default/sum", options, now)))
    play.play(12)
    assert () == play.api.pods[f"default/{name}"].meta.finalizers

    play.delete(name)
    play.play(60)
    assert [] == names(play)

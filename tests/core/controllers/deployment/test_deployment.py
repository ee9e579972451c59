"""Deployments: rollouts within their bounds, conditions, pauses, deadlines and the way back."""

from __future__ import annotations

import pytest

from scheduler_core.controllers.deployment.deployment import DeploymentController
from scheduler_core.controllers.replicaset.replicaset import ReplicaSetController
from scheduler_core.objects.manifest import Json, find, items, mapping
from tests.builders import api_object, workload
from tests.core.cluster import Cluster, stored
from tests.core.controllers.builders import apply, cluster, events, finish, kubelet_of, names
from tests.core.controllers.deployment.builders import REVISION, playing, sets
from tests.core.kubectl_writes import apply as kubectl_apply
from tests.core.kubectl_writes import scale


def condition(play: Cluster, kind: str) -> tuple[Json, Json, Json]:
    status = play.api.workloads("Deployment")["default/web"].status_manifest
    result = next(
        (mapping(entry) for entry in items(status.get("conditions")) if find(entry, "type") == kind), {}
    )
    return result.get("status"), result.get("reason"), result.get("message")


def test_a_finished_rollout_says_so_in_its_conditions() -> None:
    play = playing()
    (name,) = (one.meta.name for one in play.api.workloads("ReplicaSet").values())

    assert ("True", "NewReplicaSetAvailable", f'ReplicaSet "{name}" has successfully progressed.') == (
        condition(play, "Progressing")
    )
    assert ("True", "MinimumReplicasAvailable", "Deployment has minimum availability.") == condition(
        play, "Available"
    )
    assert "1" == play.api.workloads("Deployment")["default/web"].meta.annotations[REVISION]
    assert [("ScalingReplicaSet", f"Scaled up replica set {name} from 0 to 2", 1)] == events(
        play, "Deployment", "web"
    )


@pytest.mark.parametrize(
    ("replicas", "surge", "unavailable", "most", "least"),
    [
        (10, "25%", "25%", 13, 8),
        (4, "25%", "25%", 5, 3),
        (3, "25%", "25%", 4, 3),
        (1, "25%", "25%", 2, 1),
        (5, 0, "50%", 5, 3),
        (3, 0, "10%", 3, 2),
    ],
)
def test_a_rollout_stays_within_its_bounds(
    replicas: int, surge: Json, unavailable: Json, most: int, least: int
) -> None:
    rolling: Json = {
        "type": "RollingUpdate",
        "rollingUpdate": {"maxSurge": surge, "maxUnavailable": unavailable},
    }
    play = playing(replicas, strategy=rolling)
    apply(play, workload("Deployment", "web", replicas, "app:2", strategy=rolling))

    observed, ready = [], []
    while play.play(play.now_ms / 1000 + 0.1) or play.now_ms < 60_000:
        pods = [pod for pod in play.api.pods.values() if not pod.terminating]
        observed.append(len(pods))
        ready.append(sum(1 for pod in pods if (c := pod.status.condition("Ready")) and c.status == "True"))

    assert (most, least) == (max(observed), min(ready))
    assert {"app:1": (0, "1"), "app:2": (replicas, "2")} == sets(play)


def test_terminating_pods_do_not_count_so_there_may_be_more_processes() -> None:
    play = playing(4)
    apply(play, workload("Deployment", "web", 4, "app:2"))

    most = 0
    while play.play(play.now_ms / 1000 + 0.1) or play.now_ms < 60_000:
        most = max(most, len(play.api.pods))

    assert most > 5


def test_no_progress_for_the_deadline_is_told_once() -> None:
    play = playing(1, progressDeadlineSeconds=30)
    apply(play, workload("Deployment", "web", 1, "app:2", progressDeadlineSeconds=30))
    kubelet_of(play).deaf.update(names(play))
    play.actors = [actor for actor in play.actors if actor.name != "kubelet"]
    play.act_log.clear()
    play.play()

    status, reason, words = condition(play, "Progressing")
    assert ("False", "ProgressDeadlineExceeded") == (status, reason)
    assert str(words).endswith(" has timed out progressing.")
    last = [message.t for message in play.act_log if message.act.who == "deployment-controller"][-1]
    assert 40 <= last <= 43
    assert {None} == {actor.next_ms(play.now_ms) for actor in play.actors}


def test_a_paused_deployment_is_scaled_but_not_rolled_out() -> None:
    play = playing(2)
    apply(play, workload("Deployment", "web", 3, "app:2", paused=True))
    play.play(20)

    assert ("Unknown", "DeploymentPaused", "Deployment is paused") == condition(play, "Progressing")
    assert {"app:1": (3, "1")} == sets(play)

    apply(play, workload("Deployment", "web", 3, "app:2"))
    play.play()
    assert {"app:1": (0, "1"), "app:2": (3, "2")} == sets(play)
    assert "NewReplicaSetAvailable" == condition(play, "Progressing")[1]


def test_a_change_of_scale_in_the_middle_is_shared_in_proportion() -> None:
    play = playing(10)
    kubelet = kubelet_of(play)
    apply(play, workload("Deployment", "web", 10, "app:2"))
    play.actors = [actor for actor in play.actors if actor is not kubelet]
    play.play(20)
    assert {"app:1": (8, "1"), "app:2": (5, "2")} == sets(play)

    play.do(lambda api, now: scale(api, "Deployment", "default/web", 20))
    play.play(30)

    # 20 + 5 of surge: twelve more for 13 there are, 8/13 and 5/13 of them.
    assert {"app:1": (15, "1"), "app:2": (10, "2")} == sets(play)


def test_recreate_waits_for_terminating_pods_but_not_for_finished_ones() -> None:
    strategy: Json = {"type": "Recreate"}
    play = playing(2, strategy=strategy)
    finished, living = names(play)
    kubelet_of(play).deaf.add(living)
    finish(play, finished, "Failed")
    play.play(20)
    apply(play, workload("Deployment", "web", 2, "app:2", strategy=strategy))

    play.play(40)
    assert {"app:1": (0, "1")} == sets(play)

    from scheduler_core.apiserver import DeleteOptions

    play.do(lambda api, now: api.delete("Pod", f"default/{living}", DeleteOptions(force=True), now))
    play.play()
    assert {"app:1": (0, "1"), "app:2": (2, "2")} == sets(play)


def test_old_sets_beyond_the_history_limit_go_once_the_rollout_is_complete() -> None:
    play = playing(1, revisionHistoryLimit=1)
    for image in ("app:2", "app:3"):
        apply(play, workload("Deployment", "web", 1, image, revisionHistoryLimit=1))
        play.play()

    assert {"app:2": (0, "2"), "app:3": (1, "3")} == sets(play)


def test_a_paused_deployment_still_loses_old_sets_beyond_the_history_limit() -> None:
    play = playing(1, revisionHistoryLimit=1)
    apply(play, workload("Deployment", "web", 1, "app:2", revisionHistoryLimit=1))
    play.play()
    apply(play, workload("Deployment", "web", 1, "app:2", revisionHistoryLimit=0, paused=True))
    play.play()

    assert {"app:2": (1, "2")} == sets(play)


def test_a_replica_set_that_cannot_make_pods_shows_in_the_deployment() -> None:
    play = cluster(ReplicaSetController(), DeploymentController())
    manifest = workload("Deployment", "web", 1)
    spec = manifest["spec"]["template"]["spec"]  # type: ignore[index,call-overload]
    apply(
        play,
        {
            **manifest,
            "spec": {
                **manifest["spec"],
                "template": {**manifest["spec"]["template"], "spec": {**spec, "priorityClassName": "gold"}},
            },
        },
    )  # type: ignore[dict-item,index,call-overload]
    play.play(5)

    status, reason, words = condition(play, "ReplicaFailure")
    assert ("True", "FailedCreate") == (status, reason)
    assert str(words).endswith("no PriorityClass with name gold was found")
    stored(
        play.do(
            lambda api, now: kubectl_apply(
                api,
                api_object("PriorityClass", "gold", value=7),
                now,
            )
        )
    )
    play.play()
    assert (None, None, None) == condition(play, "ReplicaFailure")

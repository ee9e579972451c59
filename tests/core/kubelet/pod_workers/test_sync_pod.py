"""Probes, crashes and changed behaviour of a pod on its node: acts, events and statuses."""

from __future__ import annotations

import pytest

from scheduler_core.kubelet import Application, NodeActor
from scheduler_core.objects.manifest import Json, find, items
from scheduler_core.objects.releases.releases import release
from tests.builders import pod
from tests.core.cluster import Cluster, new_server


def play(manifest: dict[str, Json], *applications: Application) -> Cluster:
    cluster = Cluster(new_server(), [NodeActor("n1", applications)])
    cluster.do(lambda api, now: api.create("Pod", manifest, now))
    return cluster


def probed(kind: str = "livenessProbe", grace: int | None = None, **spec: Json) -> dict[str, Json]:
    probe: dict[str, Json] = {"httpGet": {"port": 80}, "failureThreshold": 1}
    if grace is not None:
        probe["terminationGracePeriodSeconds"] = grace
    return dict(pod("a", containers=[{"name": "app", "image": "app:1", kind: probe}], nodeName="n1", **spec))


def behave(cluster: Cluster, **fields: Json) -> bool:
    host = cluster.actors[0]
    assert isinstance(host, NodeActor)
    return host.behave("default/a", None, fields, cluster.now_ms)


def events(cluster: Cluster) -> list[tuple[str, str, int]]:
    return [(one.reason, one.message, one.count) for one in cluster.api.events_about("Pod", "default/a")]


def container(cluster: Cluster) -> Json:
    return items(find(cluster.api.pods["default/a"].manifest, "status", "containerStatuses"))[0]


def test_a_failing_liveness_probe_kills_within_its_grace_and_the_pod_lives_on() -> None:
    cluster = play(probed(grace=10, terminationGracePeriodSeconds=60))
    cluster.play(15)

    assert behave(cluster, liveness=False)
    cluster.play(100)

    assert [
        (21.0, "probe", "kubelet.probe_failed"),
        (21.0, "sigterm", "kubelet.sigterm_some"),
        (31.0, "sigkill", "kubelet.sigkill_some"),
        (31.0, "start", "kubelet.restarts"),
    ] == cluster.acts()[2:]
    assert 1 == find(container(cluster), "restartCount")
    assert [
        ("Unhealthy", "Liveness probe failed: HTTP probe failed with statuscode: 503", 1),
        ("Killing", "Container app failed liveness probe, will be restarted", 1),
        ("Pulled", 'Container image "app:1" already present on machine', 2),
        ("Created", "Created container: app", 2),
        ("Started", "Started container app", 2),
    ] == events(cluster)


def test_a_deleted_pod_is_not_probed_any_more_and_nothing_is_restarted() -> None:
    cluster = play(probed(grace=10, terminationGracePeriodSeconds=60))
    cluster.play(15)
    behave(cluster, liveness=False)

    cluster.delete("a", grace_period_seconds=20)
    cluster.play(100)

    assert [(15.0, "sigterm"), (35.0, "sigkill"), (36.0, "removed")] == [
        act[:2] for act in cluster.acts()[2:]
    ]
    assert not any(reason == "Unhealthy" for reason, _, _ in events(cluster))


def test_a_deletion_in_the_middle_of_a_probes_kill_lets_the_process_end_when_it_would_have_ended() -> None:
    cluster = play(probed(grace=10, terminationGracePeriodSeconds=60))
    cluster.play(15)
    behave(cluster, liveness=False)
    cluster.play(25)

    cluster.delete("a")
    cluster.play(100)

    assert "kubelet.restarts" not in [message for _, _, message in cluster.acts()]
    assert {} == cluster.api.pods
    assert cluster.acts()[-1][0] <= 33


def test_a_status_is_written_only_when_something_changed() -> None:
    cluster = play(probed())
    cluster.play(15)
    version = cluster.api.pods["default/a"].meta.resource_version

    cluster.play(600)

    assert version == cluster.api.pods["default/a"].meta.resource_version
    assert None is cluster.actors[0].next_ms(cluster.now_ms)


def test_a_crash_from_outside_is_an_exit_and_a_restart() -> None:
    cluster = play(dict(pod("a", nodeName="n1")))
    cluster.play(10)

    behave(cluster, crash=3)
    cluster.play(100)

    assert [(10.0, "exit", "kubelet.backs_off"), (10.0, "start", "kubelet.restarts")] == cluster.acts()[2:]
    assert 3 == find(container(cluster), "lastState", "terminated", "exitCode")


def test_readiness_lost_and_found_shows_in_the_pods_conditions() -> None:
    cluster = play(probed("readinessProbe"))
    cluster.play(15)

    behave(cluster, readiness=False)
    cluster.play(30)
    lost = cluster.api.pods["default/a"].status.condition("Ready")
    behave(cluster, readiness=True)
    cluster.play(60)
    result = cluster.api.pods["default/a"].status.condition("Ready")

    assert lost is not None
    assert ("False", "ContainersNotReady") == (lost.status, lost.reason)
    assert result is not None
    assert "True" == result.status
    assert ["probe", "ready"] == [kind for _, kind, _ in cluster.acts()[2:]]


def test_the_changed_behaviour_of_an_application_outlives_its_kubelet() -> None:
    cluster = play(dict(pod("a", nodeName="n1")))
    cluster.play(10)
    host = cluster.actors[0]
    assert isinstance(host, NodeActor)

    behave(cluster, exitsAfterSigterm=4)
    host.crash(cluster.now_ms)
    host.start(cluster.api.pods, cluster.now_ms)
    cluster.settle()
    cluster.delete("a")
    cluster.play(100)

    assert (14.0, "exit") in [act[:2] for act in cluster.acts()]
    assert not host.behave("default/other", None, {"crash": 1}, cluster.now_ms)


def test_a_clock_set_ahead_stamps_what_happens_from_then_on_and_nothing_before() -> None:
    cluster = play(dict(pod("a", nodeName="n1")))
    cluster.play(10)
    host = cluster.actors[0]
    assert isinstance(host, NodeActor)

    host.set_clock(3_600_000)
    behave(cluster, crash=1)
    cluster.play(20)

    status = cluster.api.pods["default/a"].manifest["status"]
    ended = find(container(cluster), "lastState", "terminated")
    assert "2030-01-01T00:00:00Z" == find(status, "startTime")
    assert "2030-01-01T00:00:01Z" == find(ended, "startedAt")
    assert "2030-01-01T01:00:10Z" == find(ended, "finishedAt")
    assert "2030-01-01T01:00:10Z" == find(container(cluster), "state", "running", "startedAt")


def test_readiness_is_asked_until_the_containers_of_a_deleted_pod_are_dead() -> None:
    cluster = play(probed("readinessProbe"))
    cluster.play(15)

    cluster.delete("a")
    behave(cluster, readiness=False)
    cluster.play(30)
    ready = cluster.api.pods["default/a"].status.condition("Ready")
    cluster.play(100)

    assert ready is not None
    assert "False" == ready.status
    assert [(15.0, "sigterm"), (21.0, "probe"), (45.0, "sigkill"), (46.0, "removed")] == [
        act[:2] for act in cluster.acts()[2:]
    ]


def test_a_pod_without_readiness_probe_that_is_told_to_be_unready_can_be_told_otherwise() -> None:
    cluster = play(dict(pod("a", nodeName="n1")))
    cluster.play(10)
    behave(cluster, readiness=False)
    cluster.play(20)
    unready = find(container(cluster), "ready")
    behave(cluster, readiness=True)
    cluster.play(30)

    assert [False, True] == [unready, find(container(cluster), "ready")]


def cluster(*applications: Application) -> Cluster:
    return Cluster(new_server(), [NodeActor("n1", applications)])


def test_a_pod_of_policy_never_ends_succeeded_or_failed() -> None:
    for code, phase in ((0, "Succeeded"), (3, "Failed")):
        application = Application(pods=("default/a",), completes_after_ms=5_000, exit_code=code)
        play = cluster(application)
        play.do(lambda api, now: api.create("Pod", pod("a", nodeName="n1", restartPolicy="Never"), now))

        play.play()

        assert phase == play.api.pods["default/a"].status.phase
        assert (6.0, "exit") == play.acts()[-1][:2]


def test_restarts_back_off_from_ten_seconds_doubling() -> None:
    play = cluster(Application(pods=("default/a",), completes_after_ms=1_000, exit_code=1))
    play.do(lambda api, now: api.create("Pod", pod("a", nodeName="n1"), now))

    play.play(80)

    restarts = [t for t, kind, _ in play.acts() if kind == "start"][1:]
    assert [2.0, 13.0, 34.0, 75.0] == restarts
    events = {event.reason: event for event in play.api.events_about("Pod", "default/a")}
    uid = play.api.pods["default/a"].uid
    assert f"Back-off restarting failed container app in pod a_default({uid})" == events["BackOff"].message


def test_a_back_off_is_an_event_of_each_sync() -> None:
    play = cluster(Application(pods=("default/a",), completes_after_ms=1_000, exit_code=1))
    play.do(lambda api, now: api.create("Pod", pod("a", nodeName="n1"), now))
    counts = []
    for until in (12, 33, 74, 80):
        play.play(until)
        (event,) = [one for one in play.api.events_about("Pod", "default/a") if one.reason == "BackOff"]
        counts.append(event.count)

    # Waits of 10, 20 and 40 s: one sync begins each of them, and a further one comes every 10 s.
    assert [1, 2, 4, 8] == counts


def test_probes_of_two_containers_that_fail_at_once_are_told_in_the_plural() -> None:
    probe: dict[str, Json] = {"httpGet": {"port": 80}, "failureThreshold": 1}
    names = ("app", "log")
    containers = [{"name": name, "image": "app:1", "livenessProbe": dict(probe)} for name in names]
    cluster = play(dict(pod("a", containers=containers, nodeName="n1")))
    cluster.play(15)

    assert behave(cluster, liveness=False)
    cluster.play(25)

    assert (21.0, "probe", "kubelet.probe_failed_many") == cluster.acts()[2]


@pytest.mark.parametrize(("version", "status"), [("1.35", "False"), ("1.36", "True")])
def test_the_sandbox_is_reported_before_the_containers_are_created_since_1_36(
    version: str, status: str
) -> None:
    cluster = Cluster(new_server(), [NodeActor("n1", (), release=release(version))])
    cluster.do(lambda api, now: api.create("Pod", pod("a", nodeName="n1"), now))
    cluster.play(0.5)

    condition = cluster.api.pods["default/a"].status.condition("PodReadyToStartContainers")
    assert condition is not None
    assert status == condition.status

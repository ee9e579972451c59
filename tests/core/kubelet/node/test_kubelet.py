"""A pod's life on a node, second by second."""

from __future__ import annotations

from scheduler_core.kubelet import Application, HookBehaviour, NodeActor
from scheduler_core.objects.manifest import find
from tests.core.cluster import Cluster, new_server, pod


def cluster(*applications: Application) -> Cluster:
    return Cluster(new_server(), [NodeActor("n1", applications)])


def running(name: str = "a", *applications: Application, **spec: object) -> Cluster:
    """A cluster at second 10 whose pod runs since second 1."""
    play = cluster(*applications)
    play.do(lambda api, now: api.create("Pod", pod(name, nodeName="n1", **spec), now))  # type: ignore[arg-type]
    play.play(10)
    play.told.clear()
    return play


def test_a_bound_pod_is_created_and_runs_a_second_later() -> None:
    play = cluster()
    play.do(lambda api, now: api.create("Pod", pod("a", nodeName="n1"), now))

    play.play(0)
    waiting = find(play.api.pods["default/a"].manifest, "status", "containerStatuses", 0, "state", "waiting")
    play.play()

    assert {"reason": "ContainerCreating"} == waiting
    assert [(0.0, "start", "kubelet.starts"), (1.0, "ready", "kubelet.ready")] == play.acts()
    status = play.api.pods["default/a"].status
    assert ("Running", "True") == (status.phase, status.condition("Ready").status)  # type: ignore[union-attr]


def test_a_process_that_ignores_sigterm_is_killed_at_the_end_of_its_grace() -> None:
    play = running()

    play.delete("a")
    play.play()

    assert [(10.0, "sigterm"), (40.0, "sigkill"), (41.0, "removed")] == [act[:2] for act in play.acts()]
    assert {} == play.api.pods


def test_a_process_that_exits_is_removed_when_the_kubelet_notices() -> None:
    play = running("a", Application(pods=("default/a",), exits_after_sigterm_ms=3_000))

    play.delete("a")
    play.play()

    assert [(10.0, "sigterm"), (13.0, "exit"), (14.0, "removed")] == [act[:2] for act in play.acts()]


def test_hook_and_exit_share_one_budget() -> None:
    hook = {"preStop": {"exec": {"command": ["/bin/sh", "-c", "sleep 5"]}}}
    play = cluster()
    container = {"name": "app", "image": "app:1", "lifecycle": hook}
    play.do(lambda api, now: api.create("Pod", pod("a", container, nodeName="n1"), now))
    play.play(10)
    play.told.clear()

    play.delete("a")
    play.play()

    expected = [(10.0, "prestop"), (15.0, "sigterm"), (40.0, "sigkill"), (41.0, "removed")]
    assert expected == [act[:2] for act in play.acts()]
    assert 25 == dict(play.told[1].act.message.args)["seconds"]


def test_a_hook_that_hangs_ends_two_seconds_after_the_grace() -> None:
    container = {"name": "app", "image": "a", "lifecycle": {"preStop": {"httpGet": {"port": 80}}}}
    play = cluster(Application(pods=("default/a",), pre_stop=HookBehaviour(None)))
    manifest = pod("a", container, nodeName="n1", terminationGracePeriodSeconds=10)
    play.do(lambda api, now: api.create("Pod", manifest, now))
    play.play(10)
    play.told.clear()

    play.delete("a")
    play.play()

    expected = [(10.0, "prestop"), (20.0, "sigterm"), (22.0, "sigkill"), (23.0, "removed")]
    assert expected == [act[:2] for act in play.acts()]


def test_an_exit_comes_before_the_sigterm_of_the_sidecar_that_waited_for_it() -> None:
    play = cluster(Application(pods=("default/a",), exits_after_sigterm_ms=2_000))
    sidecar = {"name": "proxy", "image": "p", "restartPolicy": "Always"}
    play.do(lambda api, now: api.create("Pod", pod("a", nodeName="n1", initContainers=[sidecar]), now))
    play.play(10)
    play.told.clear()

    play.delete("a")
    play.play()

    expected = [(10.0, "sigterm"), (12.0, "exit"), (12.0, "sigterm"), (14.0, "exit"), (15.0, "removed")]
    assert expected == [act[:2] for act in play.acts()]
    assert ("proxy",) == dict(play.told[2].act.message.args)["containers"]


def test_a_second_delete_with_less_grace_changes_numbers_only() -> None:
    play = running()
    play.delete("a")
    play.play(15)

    play.delete("a", grace_period_seconds=7)
    play.play()

    assert [(10.0, "sigterm"), (40.0, "sigkill"), (41.0, "removed")] == [act[:2] for act in play.acts()]


def test_a_force_deleted_pod_lives_on_its_node_for_two_more_seconds() -> None:
    play = running()
    kubelet = play.actors[0]
    assert isinstance(kubelet, NodeActor)

    play.delete("a", force=True)
    gone, ghosts = dict(play.api.pods), list(kubelet.running().values())
    play.play()

    assert {} == gone
    assert ["default/a"] == ghosts
    assert [(10.0, "sigterm"), (12.0, "sigkill"), (13.0, "removed")] == [act[:2] for act in play.acts()]
    assert {} == kubelet.running()


def test_a_pod_reborn_under_the_same_name_is_left_alone_by_the_old_ones_end() -> None:
    play = running()
    play.delete("a", force=True)

    play.do(lambda api, now: api.create("Pod", pod("a", nodeName="n1"), now))
    play.play()

    assert "Running" == play.api.pods["default/a"].status.phase
    assert not play.api.pods["default/a"].terminating


def test_a_pod_deleted_before_its_containers_ran_is_removed_at_once() -> None:
    play = cluster()
    play.do(lambda api, now: api.create("Pod", pod("a", nodeName="n1"), now))
    play.play(0.5)

    play.delete("a")
    play.play()

    assert [(0.0, "start"), (0.5, "removed")] == [act[:2] for act in play.acts()]
    assert {} == play.api.pods


def test_finalizers_keep_the_object_of_a_dead_pod() -> None:
    play = cluster()
    manifest = pod("a", nodeName="n1")
    held = {**manifest, "metadata": {"name": "a", "finalizers": ["example.com/wait"]}}
    play.do(lambda api, now: api.create("Pod", held, now))
    play.play(10)

    play.delete("a", grace_period_seconds=1)
    play.play()

    assert "kubelet.held" == play.acts()[-1][2]
    assert 0 == play.api.pods["default/a"].meta.deletion_grace_period_seconds

    play.do(lambda api, now: api.remove_finalizer("Pod", "default/a", "example.com/wait"))

    assert {} == play.api.pods


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
    assert "Back-off restarting failed container app in pod a" == events["BackOff"].message


def test_a_kubelet_that_comes_anew_counts_the_grace_from_the_beginning() -> None:
    play = running()
    play.delete("a")
    play.play(30)
    fresh = NodeActor("n1")
    for key, stored_pod in play.api.pods.items():
        from scheduler_core.apiserver import EventType, WatchEvent

        fresh.observe(WatchEvent(EventType.ADDED, "Pod", key, None, stored_pod), play.now_ms)
    play.actors = [fresh]
    play.told.clear()

    play.play()

    assert [(30.0, "sigterm"), (60.0, "sigkill"), (61.0, "removed")] == [act[:2] for act in play.acts()]


def test_a_pasted_pod_whose_image_cannot_be_pulled_stays_as_it_is() -> None:
    play = cluster()
    waiting = {"name": "app", "state": {"waiting": {"reason": "ImagePullBackOff"}}}
    stuck = {**pod("a", nodeName="n1"), "status": {"phase": "Pending", "containerStatuses": [waiting]}}
    play.do(lambda api, now: api.load("Pod", stuck, now))

    assert [] == play.play()


def test_a_copy_goes_its_own_way() -> None:
    play = running()
    play.delete("a")
    kubelet = play.actors[0]
    before = kubelet.fingerprint()

    twin = kubelet.copy()
    play.play()

    assert before == twin.fingerprint()
    assert before != kubelet.fingerprint()


def test_a_hook_of_a_kind_that_no_kubelet_runs_fails_at_once() -> None:
    play = cluster()
    container = {"name": "app", "image": "app:1", "lifecycle": {"preStop": {"tcpSocket": {"port": 80}}}}
    play.do(lambda api, now: api.create("Pod", pod("a", container, nodeName="n1"), now))
    play.play(10)
    play.told.clear()

    play.delete("a")
    play.play()

    assert (10.0, "sigterm") in [act[:2] for act in play.acts()]
    told = [(event.type, event.message) for event in play.api.events() if event.reason == "FailedPreStopHook"]
    assert [("Warning", "PreStopHook failed")] == told

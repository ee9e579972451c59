"""The kill of a pod on its node: hooks, signals and their times."""

from __future__ import annotations

from scheduler_core.kubelet import Application, HookBehaviour, NodeActor
from tests.builders import pod
from tests.core.kubelet.nodes import one_kubelet, running_pod


def test_a_process_that_ignores_sigterm_is_killed_at_the_end_of_its_grace() -> None:
    play = running_pod()

    play.delete("a")
    play.play()

    assert [(10.0, "sigterm"), (40.0, "sigkill"), (41.0, "removed")] == [act[:2] for act in play.acts()]
    assert {} == play.api.pods


def test_hook_and_exit_share_one_budget() -> None:
    hook = {"preStop": {"exec": {"command": ["/bin/sh", "-c", "sleep 5"]}}}
    play = one_kubelet()
    container = {"name": "app", "image": "app:1", "lifecycle": hook}
    play.do(lambda api, now: api.create("Pod", pod("a", containers=[container], nodeName="n1"), now))
    play.play(10)
    play.act_log.clear()

    play.delete("a")
    play.play()

    expected = [(10.0, "prestop"), (15.0, "sigterm"), (40.0, "sigkill"), (41.0, "removed")]
    assert expected == [act[:2] for act in play.acts()]
    assert 25 == dict(play.act_log[1].act.message.args)["seconds"]


def test_a_hook_that_hangs_ends_two_seconds_after_the_grace() -> None:
    container = {"name": "app", "image": "a", "lifecycle": {"preStop": {"httpGet": {"port": 80}}}}
    play = one_kubelet(Application(pods=("default/a",), pre_stop=HookBehaviour(None)))
    manifest = pod("a", containers=[container], nodeName="n1", terminationGracePeriodSeconds=10)
    play.do(lambda api, now: api.create("Pod", manifest, now))
    play.play(10)
    play.act_log.clear()

    play.delete("a")
    play.play()

    expected = [(10.0, "prestop"), (20.0, "sigterm"), (22.0, "sigkill"), (23.0, "removed")]
    assert expected == [act[:2] for act in play.acts()]


def test_an_exit_comes_before_the_sigterm_of_the_sidecar_that_waited_for_it() -> None:
    play = one_kubelet(Application(pods=("default/a",), exits_after_sigterm_ms=2_000))
    sidecar = {"name": "proxy", "image": "p", "restartPolicy": "Always"}
    play.do(lambda api, now: api.create("Pod", pod("a", nodeName="n1", initContainers=[sidecar]), now))
    play.play(10)
    play.act_log.clear()

    play.delete("a")
    play.play()

    expected = [(10.0, "sigterm"), (12.0, "exit"), (12.0, "sigterm"), (14.0, "exit"), (15.0, "removed")]
    assert expected == [act[:2] for act in play.acts()]
    assert ("proxy",) == dict(play.act_log[2].act.message.args)["containers"]


def test_a_sidecar_whose_hook_is_over_waits_for_its_turn_by_name() -> None:
    play = one_kubelet(Application(pods=("default/a",), exits_after_sigterm_ms=5_000))
    hook = {"preStop": {"exec": {"command": ["sleep", "1"]}}}
    sidecar = {"name": "proxy", "image": "p", "restartPolicy": "Always", "lifecycle": hook}
    play.do(lambda api, now: api.create("Pod", pod("a", nodeName="n1", initContainers=[sidecar]), now))
    play.play(10)
    play.act_log.clear()

    play.delete("a")
    play.play(12)
    message = play.act_log[-1].act.message

    assert (11.0, "kubelet.waits_turn") == (play.act_log[-1].t, message.id)
    assert {"pod": "a", "containers": ("proxy",)} == dict(message.args)


def test_a_force_deleted_pod_lives_on_its_node_for_two_more_seconds() -> None:
    play = running_pod()
    kubelet = play.actors[0]
    assert isinstance(kubelet, NodeActor)

    play.delete("a", force=True)
    gone, ghosts = dict(play.api.pods), list(kubelet.running().values())
    play.play()

    assert {} == gone
    assert ["default/a"] == ghosts
    assert [(10.0, "sigterm"), (12.0, "sigkill"), (13.0, "removed")] == [act[:2] for act in play.acts()]
    assert {} == kubelet.running()


def test_a_hook_of_a_kind_that_no_kubelet_runs_fails_at_once() -> None:
    play = one_kubelet()
    container = {"name": "app", "image": "app:1", "lifecycle": {"preStop": {"tcpSocket": {"port": 80}}}}
    play.do(lambda api, now: api.create("Pod", pod("a", containers=[container], nodeName="n1"), now))
    play.play(10)
    play.act_log.clear()

    play.delete("a")
    play.play()

    assert (10.0, "sigterm") in [act[:2] for act in play.acts()]
    messages = [
        (event.type, event.message) for event in play.api.events() if event.reason == "FailedPreStopHook"
    ]
    assert [("Warning", "PreStopHook failed")] == messages

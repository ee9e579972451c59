"""DaemonSets: one pod a node, where it may be, and how an update goes from node to node."""

from __future__ import annotations

from random import Random

import pytest

from scheduler_core.actor import Act, message
from scheduler_core.apiserver import ApiServer, DeleteOptions
from scheduler_core.controllers.daemon.daemonset import DaemonSetController
from scheduler_core.controllers.daemon.daemonset_pods import node_of
from scheduler_core.objects.manifest import Json, find, with_value
from scheduler_core.objects.selection.selectors import Taint
from tests.builders import workload
from tests.core.cluster import Cluster, InstantScheduler, new_server, stored
from tests.core.controllers.builders import (
    QuickKubelet,
    apply,
    events,
    finish,
    kubelet_of,
    names,
    status,
)
from tests.core.kubectl_writes import label

SURGE: Json = {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}}


class AffineScheduler(InstantScheduler):
    """Binds every pod to the node its affinity names."""

    def act(self, api: ApiServer, now_ms: int, random: Random) -> Act | None:
        key = next(iter(self._waiting))
        del self._waiting[key]
        pod = api.pods[key]
        api.bind(pod.namespace, pod.name, node_of(pod), now_ms)
        return Act("scheduler", self.name, "bind", message("bound", pod=pod.name))


def playing(nodes: int = 3, **spec: Json) -> Cluster:
    play = Cluster(new_server(), [AffineScheduler("n1"), QuickKubelet(), DaemonSetController()])
    for number in range(1, nodes + 1):
        add_node(play, f"n{number}")
    apply(play, workload("DaemonSet", "log", None, **spec))
    play.play(10)
    return play


def add_node(play: Cluster, name: str, **labels: str) -> None:
    node = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": labels}}
    stored(play.do(lambda api, now: api.create("Node", node, now)))


def nodes_of(play: Cluster) -> list[str]:
    return sorted(pod.node_name for pod in play.api.pods.values() if not pod.terminating)


def pod_on(play: Cluster, node: str) -> str:
    return names(play, lambda pod: pod.node_name == node and not pod.terminating)[0]


def images(play: Cluster) -> list[str]:
    return sorted(pod.spec.containers[0].image for pod in play.api.pods.values() if not pod.terminating)


def test_each_node_gets_a_pod_that_only_fits_there_and_tolerates_its_troubles() -> None:
    play = playing(2)

    assert ["n1", "n2"] == nodes_of(play)
    spec = play.api.pods[f"default/{pod_on(play, 'n1')}"].manifest["spec"]
    terms = find(
        spec,
        "affinity",
        "nodeAffinity",
        "requiredDuringSchedulingIgnoredDuringExecution",
        "nodeSelectorTerms",
    )
    assert [{"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["n1"]}]}] == terms
    assert [
        ("not-ready", "NoExecute"),
        ("unreachable", "NoExecute"),
        ("disk-pressure", "NoSchedule"),
        ("memory-pressure", "NoSchedule"),
        ("pid-pressure", "NoSchedule"),
        ("unschedulable", "NoSchedule"),
    ] == [
        (str(find(one, "key")).removeprefix("node.kubernetes.io/"), find(one, "effect"))
        for one in find(spec, "tolerations")  # type: ignore[union-attr]
    ]
    assert (2, 2, 2, 2, 0) == status(
        play,
        "DaemonSet",
        "log",
        "desiredNumberScheduled",
        "currentNumberScheduled",
        "numberReady",
        "updatedNumberScheduled",
        "numberMisscheduled",
    )


def test_a_new_node_gets_its_pod() -> None:
    play = playing(1)
    add_node(play, "n9")
    play.play()

    assert ["n1", "n9"] == nodes_of(play)


def test_only_nodes_that_fit_count_and_others_lose_their_pod() -> None:
    template = workload("DaemonSet", "log", None)
    chosen = with_value(template, ("spec", "template", "spec", "nodeSelector"), {"disk": "ssd"})
    play = Cluster(new_server(), [AffineScheduler("n1"), QuickKubelet(), DaemonSetController()])
    add_node(play, "n1", disk="ssd")
    add_node(play, "n2")
    apply(play, chosen)
    play.play(10)
    assert ["n1"] == nodes_of(play)

    play.do(lambda api, now: label(api, "Node", "n1", {"disk": None}))
    play.do(lambda api, now: label(api, "Node", "n2", {"disk": "ssd"}))
    play.play()
    assert ["n2"] == nodes_of(play)


def test_a_taint_against_scheduling_keeps_the_pod_and_one_against_execution_does_not() -> None:
    play = playing(3)
    play.do(lambda api, now: api.add_taint("n1", Taint("k", "", "NoSchedule")))
    play.do(lambda api, now: api.add_taint("n2", Taint("k", "", "NoExecute")))
    play.play(20)
    assert ["n1", "n3"] == nodes_of(play)
    assert (1, 1) == status(play, "DaemonSet", "log", "desiredNumberScheduled", "numberMisscheduled")

    play.delete(pod_on(play, "n1"))
    play.play()
    assert ["n3"] == nodes_of(play)


def test_a_terminating_pod_counts_as_present() -> None:
    play = playing(1)
    name = pod_on(play, "n1")
    kubelet_of(play).deaf.add(name)
    play.delete(name)
    play.play(60)
    assert [name] == names(play)

    finish(play, name, "Failed")
    play.play()
    assert 1 == len(nodes_of(play))


def test_failed_pods_are_killed_after_ever_longer_waits() -> None:
    play = playing(1)
    times = []
    for _ in range(4):
        name = pod_on(play, "n1")
        kubelet_of(play).deaf.add(name)
        finish(play, name, "Failed")
        before = play.now_ms
        play.play(play.now_ms / 1000 + 20)
        deleted = [one.t for one in play.act_log if one.act.kind == "delete"][-1]
        times.append(round(deleted - before / 1000, 1))
        # The next one fails at once.
        play.now_ms = round(deleted * 1000) + 200

    assert [0.1] == times[:1]
    assert times == sorted(times)
    _, words, _ = next(one for one in events(play, "DaemonSet", "log") if one[0] == "FailedDaemonPod")
    assert words.startswith("Found failed daemon pod default/log-")
    assert words.endswith(" on node n1, will try to kill it")


def test_a_succeeded_pod_is_replaced_with_a_word() -> None:
    play = playing(1)
    name = pod_on(play, "n1")
    finish(play, name, "Succeeded")
    play.play()

    assert (
        "SucceededDaemonPod",
        f"Found succeeded daemon pod default/{name} on node n1, will try to delete it",
        1,
    ) in (events(play, "DaemonSet", "log"))
    assert name not in names(play)
    assert 1 == len(names(play))


def test_an_update_takes_one_node_after_the_other() -> None:
    play = playing(3)
    apply(play, workload("DaemonSet", "log", None, "app:2"))

    fewest = 3
    while play.play(play.now_ms / 1000 + 0.1) or play.now_ms < 60_000:
        available = status(play, "DaemonSet", "log", "numberAvailable")[0]
        fewest = min(fewest, available)  # type: ignore[type-var]

    assert ["app:2"] * 3 == images(play)
    assert 2 == fewest
    assert (3,) == status(play, "DaemonSet", "log", "updatedNumberScheduled")


def test_with_a_surge_the_new_pod_stands_beside_the_old_one_until_it_is_available() -> None:
    play = playing(2, updateStrategy=SURGE)
    apply(play, workload("DaemonSet", "log", None, "app:2", updateStrategy=SURGE))

    most, fewest = 0, 2
    while play.play(play.now_ms / 1000 + 0.1) or play.now_ms < 60_000:
        living = [pod for pod in play.api.pods.values() if not pod.terminating]
        most = max(most, len(living))
        ready = [pod for pod in living if (c := pod.status.condition("Ready")) and c.status == "True"]
        fewest = min(fewest, len({pod.node_name for pod in ready}))

    assert (3, 2) == (most, fewest)
    assert ["app:2"] * 2 == images(play)


@pytest.mark.parametrize(("strategy", "pods"), [(SURGE, 2), ({"type": "RollingUpdate"}, 1)])
def test_with_a_surge_a_failed_pod_that_waits_for_its_backoff_is_replaced_at_once(
    strategy: Json, pods: int
) -> None:
    play = playing(1, updateStrategy=strategy)
    for _ in range(2):
        name = names(play, lambda pod: not pod.finished and not pod.terminating)[0]
        kubelet_of(play).deaf.add(name)
        finish(play, name, "Failed")
        play.play(play.now_ms / 1000 + 0.3)

    assert pods == len(nodes_of(play))


def test_with_a_surge_a_ready_old_pod_stays_before_it_counts_as_available() -> None:
    play = playing(1, updateStrategy=SURGE, minReadySeconds=30)
    apply(play, workload("DaemonSet", "log", None, "app:2", updateStrategy=SURGE, minReadySeconds=30))
    play.play(13)

    assert ["app:1", "app:2"] == images(play)


def test_on_delete_nothing_is_updated_by_itself() -> None:
    play = playing(2, updateStrategy={"type": "OnDelete"})
    apply(play, workload("DaemonSet", "log", None, "app:2", updateStrategy={"type": "OnDelete"}))
    play.play(20)
    assert ["app:1"] * 2 == images(play)

    play.delete(pod_on(play, "n1"))
    play.play()
    assert ["app:1", "app:2"] == images(play)


def test_pods_that_only_waited_for_a_lost_node_object_go_with_the_next_sync() -> None:
    play = playing(1)
    play.actors = [actor for actor in play.actors if not isinstance(actor, InstantScheduler)]
    add_node(play, "n2")
    play.play(20)
    assert 2 == len(names(play))

    play.do(lambda api, now: api.delete("Node", "n2", DeleteOptions(), now))
    play.play()
    assert 2 == len(names(play))

    play.do(lambda api, now: api.delete("Pod", f"default/{names(play)[0]}", DeleteOptions(), now))
    play.play()
    assert ["n1"] == [node_of(pod) for pod in play.api.pods.values()]

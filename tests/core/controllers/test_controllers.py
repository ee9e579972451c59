"""Controllers in a small cluster: what is wanted comes about, step by step."""

from __future__ import annotations

from scheduler_core.controllers import all_controllers
from scheduler_core.kubelet import Application, NodeActor
from scheduler_core.objects.manifest import Json, Manifest, find, with_value
from scheduler_core.objects.selection.selectors import LabelSelector
from tests.builders import api_object, pod, workload
from tests.core.cluster import Cluster, InstantScheduler, load, server_with_node, stored
from tests.core.kubectl_writes import apply, label, scale

EXITS = Application(selector=LabelSelector(), exits_after_sigterm_ms=2_000)


def cluster() -> Cluster:
    return Cluster(
        server_with_node("n1"), [InstantScheduler("n1"), NodeActor("n1", [EXITS]), *all_controllers()]
    )


def images(play: Cluster) -> list[str]:
    return sorted(pod.spec.containers[0].image for pod in play.api.pods.values() if not pod.terminating)


def test_a_replica_set_creates_its_pods_and_says_so() -> None:
    play = cluster()
    play.do(lambda api, now: apply(api, workload("ReplicaSet", "web", 3), now))

    play.play()

    names = list(play.api.pods)
    assert 3 == len(names)
    assert all(name.startswith("default/web-") and len(name) == len("default/web-xxxxx") for name in names)
    events = [event.message for event in play.api.events_about("ReplicaSet", "default/web")]
    assert [f"Created pod: {name.partition('/')[2]}" for name in names] == events
    assert 3 == find(play.api.get("ReplicaSet", "default/web").manifest, "status", "readyReplicas")  # type: ignore[union-attr]


def test_a_deleted_pod_is_replaced_before_it_is_gone() -> None:
    play = cluster()
    play.do(lambda api, now: apply(api, workload("ReplicaSet", "web", 1), now))
    play.play(10)
    first = next(iter(play.api.pods.values()))

    play.delete(first.name)
    play.play(11)

    assert 2 == len(play.api.pods)
    play.play()
    assert [first.key not in play.api.pods, 1] == [True, len(play.api.pods)]


def test_scaling_down_takes_the_pod_that_is_not_bound() -> None:
    play = Cluster(
        server_with_node("n1"), [InstantScheduler("n1"), NodeActor("n1", [EXITS]), *all_controllers()]
    )
    play.do(lambda api, now: apply(api, workload("ReplicaSet", "web", 2), now))
    play.play(10)
    play.actors = [actor for actor in play.actors if not isinstance(actor, InstantScheduler)]
    play.do(lambda api, now: scale(api, "ReplicaSet", "default/web", 3))
    play.play(20)
    unbound = next(pod.key for pod in play.api.pods.values() if not pod.node_name)

    play.do(lambda api, now: scale(api, "ReplicaSet", "default/web", 2))
    play.play()

    assert unbound not in play.api.pods
    assert 2 == len(play.api.pods)


def test_a_matching_orphan_is_adopted_instead_of_a_new_pod() -> None:
    play = cluster()
    orphan = with_value(pod("lonely"), ("metadata", "labels"), {"app": "web"})
    play.do(lambda api, now: api.create("Pod", orphan, now))

    play.do(lambda api, now: apply(api, workload("ReplicaSet", "web", 1), now))
    play.play()

    assert ["default/lonely"] == list(play.api.pods)
    assert "web" == play.api.pods["default/lonely"].meta.controller.name  # type: ignore[union-attr]


def test_a_pod_relabelled_is_released_and_replaced() -> None:
    play = cluster()
    play.do(lambda api, now: apply(api, workload("ReplicaSet", "web", 1), now))
    play.play(10)
    key = next(iter(play.api.pods))

    play.do(lambda api, now: label(api, "Pod", key, {"app": "debug"}))
    play.play()

    assert play.api.pods[key].meta.controller is None
    assert 2 == len(play.api.pods)


def test_a_refused_pod_is_told_once_and_tried_again_when_its_class_comes() -> None:
    play = cluster()
    manifest = workload("ReplicaSet", "web", 1)
    path = ("spec", "template", "spec", "priorityClassName")
    play.do(lambda api, now: apply(api, with_value(manifest, path, "gold"), now))
    play.play(10)
    events = play.api.events_about("ReplicaSet", "default/web")

    assert {} == play.api.pods
    assert ["FailedCreate"] == [event.reason for event in events]
    assert events[0].message.endswith("is forbidden: no PriorityClass with name gold was found")

    gold = api_object("PriorityClass", "gold", value=7)
    play.do(lambda api, now: apply(api, gold, now))
    play.play()

    assert [7] == [pod.priority for pod in play.api.pods.values()]


def test_a_deployment_makes_a_replica_set_that_makes_pods() -> None:
    play = cluster()
    play.do(lambda api, now: apply(api, workload("Deployment", "web", 2), now))

    play.play()

    replica_set = next(iter(play.api.workloads("ReplicaSet").values()))
    assert "web" == replica_set.meta.controller.name  # type: ignore[union-attr]
    assert replica_set.meta.name == f"web-{replica_set.meta.labels['pod-template-hash']}"
    assert 2 == len(play.api.pods)
    status = play.api.workloads("Deployment")["default/web"].status_manifest
    assert (2, 2, 0) == (status["readyReplicas"], status["updatedReplicas"], status["unavailableReplicas"])


def test_a_rolling_update_never_has_fewer_available_than_allowed_nor_more_than_surge() -> None:
    play = cluster()
    play.do(lambda api, now: apply(api, workload("Deployment", "web", 4), now))
    play.play(10)
    play.do(lambda api, now: apply(api, workload("Deployment", "web", 4, "app:2"), now))

    active, ready = [], []
    while play.play(play.now_ms / 1000 + 0.1) or play.now_ms < 30_000:
        pods = [pod for pod in play.api.pods.values() if not pod.terminating]
        active.append(len(pods))
        conditions = [pod.status.condition("Ready") for pod in pods]
        ready.append(sum(1 for condition in conditions if condition and condition.status == "True"))

    assert (5, 3) == (max(active), min(ready))
    assert ["app:2"] * 4 == images(play)


def test_recreate_waits_until_the_last_old_pod_is_gone() -> None:
    play = cluster()
    strategy: Json = {"type": "Recreate"}
    play.do(lambda api, now: apply(api, workload("Deployment", "web", 2, strategy=strategy), now))
    play.play(10)

    play.do(lambda api, now: apply(api, workload("Deployment", "web", 2, "app:2", strategy=strategy), now))
    play.play(12)
    between = images(play)
    play.play()

    assert [] == between
    assert ["app:2", "app:2"] == images(play)


def test_going_back_to_an_old_template_takes_the_old_replica_set_with_a_new_revision() -> None:
    play = cluster()
    for image in ("app:1", "app:2", "app:1"):
        play.do(lambda api, now, image=image: apply(api, workload("Deployment", "web", 1, image), now))
        play.play()

    sets = {replica_set.replicas: replica_set for replica_set in play.api.workloads("ReplicaSet").values()}
    assert {0, 1} == set(sets)
    assert "3" == sets[1].meta.annotations["deployment.kubernetes.io/revision"]


def test_deleting_a_deployment_takes_all_it_made() -> None:
    play = cluster()
    play.do(lambda api, now: apply(api, workload("Deployment", "web", 2), now))
    play.play(10)

    from scheduler_core.apiserver import DeleteOptions

    play.do(lambda api, now: api.delete("Deployment", "default/web", DeleteOptions(), now))
    play.play()

    assert ({}, {}) == (dict(play.api.pods), dict(play.api.workloads("ReplicaSet")))


def test_a_stateful_set_creates_in_order_and_waits_for_a_terminating_pod() -> None:
    play = cluster()
    play.do(lambda api, now: apply(api, workload("StatefulSet", "db", 2), now))
    play.play(10)
    created = [
        (message.t, dict(message.act.message.args)["pod"])
        for message in play.act_log
        if message.act.kind == "create"
    ]

    assert [(0.1, "db-0"), (1.2, "db-1")] == created

    play.delete("db-0")
    play.play(12)

    assert play.api.pods["default/db-0"].terminating
    play.play()
    assert ["default/db-0", "default/db-1"] == sorted(play.api.pods)


def test_a_stateful_set_scales_down_from_the_highest_ordinal() -> None:
    play = cluster()
    play.do(lambda api, now: apply(api, workload("StatefulSet", "db", 3), now))
    play.play(20)
    play.act_log.clear()

    play.do(lambda api, now: scale(api, "StatefulSet", "default/db", 1))
    play.play()

    deleted = [
        dict(message.act.message.args)["pod"] for message in play.act_log if message.act.kind == "delete"
    ]
    assert ["db-2", "db-1"] == deleted


def test_a_budget_counts_the_scale_of_the_deployment_behind_the_replica_set() -> None:
    play = cluster()
    budget: Manifest = api_object(
        "PodDisruptionBudget", "web", spec={"maxUnavailable": 1, "selector": {"matchLabels": {"app": "web"}}}
    )
    play.do(lambda api, now: apply(api, workload("Deployment", "web", 3), now))
    play.do(lambda api, now: apply(api, budget, now))

    play.play()

    status = find(play.api.budgets["default/web"].manifest, "status")
    assert (3, 2, 3, 1) == tuple(
        find(status, name)
        for name in ("expectedPods", "desiredHealthy", "currentHealthy", "disruptionsAllowed")
    )


def test_pods_of_a_pasted_replica_set_are_adopted_not_made_again() -> None:
    live = cluster()
    live.do(lambda api, now: apply(api, workload("Deployment", "web", 2), now))
    live.play()
    play = cluster()
    for kind in ("Deployment", "ReplicaSet", "Pod"):
        for stored_object in live.api.objects(kind).values():
            stored(
                play.do(
                    lambda api, now, kind=kind, stored_object=stored_object: load(
                        api, kind, stored_object.manifest, now
                    )
                )
            )

    play.play()

    assert list(live.api.pods) == list(play.api.pods)
    assert list(live.api.objects("ReplicaSet")) == list(play.api.objects("ReplicaSet"))


def test_the_same_seed_gives_the_same_names() -> None:
    runs = []
    for _ in range(2):
        play = cluster()
        play.do(lambda api, now: apply(api, workload("Deployment", "web", 3), now))
        play.play()
        runs.append((list(play.api.pods), play.api.fingerprint()))

    assert runs[0] == runs[1]

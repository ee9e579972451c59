"""Budgets in a living cluster: what counts, what is announced and does not come, and who cannot be counted."""

from __future__ import annotations

from scheduler_core.apiserver import DeleteOptions, Ok
from scheduler_core.controllers.disruption.disruption import DisruptionController
from scheduler_core.controllers.replicaset.replicaset import ReplicaSetController
from scheduler_core.objects.manifest import Json, Manifest, find, with_value
from tests.builders import api_object, pod, workload
from tests.core.cluster import Cluster, stored
from tests.core.controllers.builders import apply, cluster, events, kubelet_of, names, status
from tests.core.kubectl_writes import apply as kubectl_apply
from tests.core.kubectl_writes import label


def budget(**spec: Json) -> Manifest:
    return api_object(
        "PodDisruptionBudget", "web", spec={"selector": {"matchLabels": {"app": "web"}}, **spec}
    )


def playing(*manifests: Manifest, until_s: float = 10) -> Cluster:
    play = cluster(ReplicaSetController(), DisruptionController())
    for manifest in manifests:
        apply(play, manifest)
    play.play(until_s)
    return play


def evict(play: Cluster, name: str) -> None:
    assert isinstance(play.do(lambda api, now: api.evict(f"default/{name}", DeleteOptions(), now)), Ok)


def test_an_eviction_uses_up_the_budget_until_a_new_pod_is_ready() -> None:
    play = playing(workload("ReplicaSet", "web", 3), budget(minAvailable=2))
    assert (3, 2, 1) == status(
        play, "PodDisruptionBudget", "web", "currentHealthy", "desiredHealthy", "disruptionsAllowed"
    )

    evict(play, names(play)[0])
    assert (0,) == status(play, "PodDisruptionBudget", "web", "disruptionsAllowed")
    play.play(10.5)
    assert (2, 0) == status(play, "PodDisruptionBudget", "web", "currentHealthy", "disruptionsAllowed")
    play.play()
    assert (3, 1) == status(play, "PodDisruptionBudget", "web", "currentHealthy", "disruptionsAllowed")


def test_a_pod_that_was_not_deleted_after_all_counts_again_after_two_minutes() -> None:
    play = playing(workload("ReplicaSet", "web", 3), budget(minAvailable=2))
    name = names(play)[0]
    noted = {**play.api.budgets["default/web"].manifest["status"], "disruptionsAllowed": 0}  # type: ignore[dict-item]
    noted["disruptedPods"] = {name: "2030-01-01T00:00:10Z"}
    play.do(lambda api, now: api.update_status("PodDisruptionBudget", "default/web", noted))

    play.play(100)
    assert (2, 0) == status(play, "PodDisruptionBudget", "web", "currentHealthy", "disruptionsAllowed")
    play.play()

    assert (3, 1, None) == status(
        play, "PodDisruptionBudget", "web", "currentHealthy", "disruptionsAllowed", "disruptedPods"
    )
    assert [("NotDeleted", "Pod was expected by PDB default/web to be deleted but it wasn't", 1)] == events(
        play, "Pod", name
    )
    assert 130 <= play.act_log[-1].t <= 131


def test_an_announced_disruption_that_does_not_come_is_taken_back_after_two_minutes() -> None:
    play = playing(pod("p"))
    message: Manifest = {"type": "DisruptionTarget", "status": "True", "reason": "PreemptionByScheduler"}
    play.do(lambda api, now: api.patch_pod_status("default/p", {}, now, (message,)))
    play.play()

    condition = play.api.pods["default/p"].status.condition("DisruptionTarget")
    assert condition is not None
    assert ("False", "") == (condition.status, condition.reason)
    assert 130 == play.act_log[-1].t


def test_the_kubelets_own_word_and_finished_or_terminating_pods_stand() -> None:
    play = playing(pod("a"), pod("b"))
    kubelet_of(play).deaf.add("b")
    by_kubelet: Manifest = {"type": "DisruptionTarget", "status": "True", "reason": "TerminationByKubelet"}
    play.do(lambda api, now: api.patch_pod_status("default/a", {}, now, (by_kubelet,)))
    evict(play, "b")
    play.play()

    for name in ("a", "b"):
        condition = play.api.pods[f"default/{name}"].status.condition("DisruptionTarget")
        assert condition is not None
        assert "True" == condition.status


def test_pods_without_a_controller_are_told_of_once() -> None:
    lone = with_value(pod("lone"), ("metadata", "labels"), {"app": "web"})
    play = playing(lone, budget(maxUnavailable=1))
    play.do(lambda api, now: label(api, "Pod", "default/lone", {"more": "yes"}))
    play.play()

    ((reason, words, count),) = events(play, "PodDisruptionBudget", "web")
    assert ("UnmanagedPods", 1) == (reason, count)
    assert "(selector: &LabelSelector{MatchLabels:map[string]string{app: web,}," in words
    assert "MatchExpressions:[]LabelSelectorRequirement{},}) were found to be unmanaged" in words


def test_a_daemon_has_no_scale_to_reckon_with() -> None:
    play = playing(budget(maxUnavailable=1))
    daemons = play.do(lambda api, now: kubectl_apply(api, workload("DaemonSet", "web", None), now))
    owner = stored(daemons)
    reference = {
        "apiVersion": "apps/v1",
        "kind": "DaemonSet",
        "name": "web",
        "uid": find(owner, "metadata", "uid"),
        "controller": True,
    }
    owned = with_value(pod("d"), ("metadata", "labels"), {"app": "web"})
    apply(play, with_value(owned, ("metadata", "ownerReferences"), [reference]))
    play.play()

    assert (0,) == status(play, "PodDisruptionBudget", "web", "disruptionsAllowed")
    assert "daemonsets.apps does not implement the scale subresource" == find(
        play.api.budgets["default/web"].manifest, "status", "conditions", 0, "message"
    )

"""`kubectl rollout undo`: which template comes back, and what is refused in which words."""

from __future__ import annotations

import pytest

from scheduler_core.apiserver import Ok, Refused
from scheduler_core.controllers.statefulset.statefulset import StatefulSetController
from scheduler_core.objects.manifest import find
from tests.builders import workload
from tests.core.cluster import Cluster
from tests.core.controllers.builders import apply, cluster
from tests.core.controllers.deployment.builders import REVISION, playing, sets
from tests.core.kubectl_writes import roll_back


def test_rolling_back_takes_the_revision_before_and_keeps_its_number_in_the_history() -> None:
    play = playing(1)
    apply(play, workload("Deployment", "web", 1, "app:2"))
    play.play(20)

    result = play.do(lambda api, now: roll_back(api, "Deployment", "default/web", 0))
    play.play()

    assert isinstance(result, Ok)
    assert {"app:1": (1, "3"), "app:2": (0, "2")} == sets(play)
    back = next(one for one in play.api.workloads("ReplicaSet").values() if one.replicas)
    assert "1" == back.meta.annotations["deployment.kubernetes.io/revision-history"]
    assert "3" == play.api.workloads("Deployment")["default/web"].meta.annotations[REVISION]


def test_rolling_back_refuses_in_kubectls_words() -> None:
    play = playing(1)

    def back(to: int) -> str:
        result = play.do(lambda api, now: roll_back(api, "Deployment", "default/web", to))
        assert isinstance(result, Refused)
        return result.text

    assert 'error: no rollout history found for deployment "web"' == back(0)
    assert "error: unable to find specified revision 7 in history" == back(7)
    same = play.do(lambda api, now: roll_back(api, "Deployment", "default/web", 1))
    assert isinstance(same, Ok)
    assert not same.changed

    apply(play, workload("Deployment", "web", 1, "app:2", paused=True))
    assert (
        "error: you cannot rollback a paused deployment; resume it first with 'kubectl rollout resume "
        "deployment/web' and try again"
    ) == back(1)


def image_of(play: Cluster, kind: str, key: str) -> object:
    return find(play.api.workloads(kind)[key].template, "spec", "containers", 0, "image")


def test_a_stateful_set_takes_its_template_from_its_controller_revisions() -> None:
    play = cluster(StatefulSetController())
    for image in ("app:1", "app:2", "app:3"):
        apply(play, workload("StatefulSet", "db", 1, image, serviceName="db"))
        play.play()

    play.do(lambda api, now: roll_back(api, "StatefulSet", "default/db", 0))
    assert "app:2" == image_of(play, "StatefulSet", "default/db")

    play.do(lambda api, now: roll_back(api, "StatefulSet", "default/db", 1))

    assert "app:1" == image_of(play, "StatefulSet", "default/db")


@pytest.mark.parametrize(
    ("kind", "to", "words"),
    [
        ("ReplicaSet", 0, 'error: no rollbacker has been implemented for "ReplicaSet"'),
        ("StatefulSet", 0, "error: no last revision to roll back to"),
        ("StatefulSet", 7, "error: unable to find specified revision 7 in history"),
        ("StatefulSet", -1, "error: unable to find specified revision -1 in history"),
        ("Deployment", 0, 'deployments.apps "db" not found'),
    ],
)
def test_what_cannot_be_rolled_back_is_refused(kind: str, to: int, words: str) -> None:
    play = cluster(StatefulSetController())
    apply(play, workload("StatefulSet", "db", 1, serviceName="db"))
    play.play(60)

    result = play.do(lambda api, now: roll_back(api, kind, "default/db", to))

    assert isinstance(result, Refused)
    assert words in result.text

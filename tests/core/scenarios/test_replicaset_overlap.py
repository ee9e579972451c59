"""D04: a ReplicaSet answers the beginning of a termination, a StatefulSet its end."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.pets import counts, said, steps
from tests.core.playing import Documents, Play, delete, gallery

SLUG = "replicaset-overlap"


def living(play: Play) -> list[tuple[float, int]]:
    """How many processes of any pod live: (second, number), at every change."""
    found: list[tuple[float, int]] = []
    for seq in steps(play):
        number = sum(len(keys) for keys in play.processes(seq).values())
        if not found or found[-1][1] != number:
            found.append((float(play.recording.time(seq)), number))
    return found


def overlaps(play: Play, old: str) -> None:
    """Two processes from about 1 to 30; the replacement has another name, and is on n2."""
    bound = play.frames(kind="bind")[-1]
    new = bound["focus"]["pods"][0].removeprefix("default/")

    assert new != old
    assert bound["t"] == pytest.approx(0, abs=3)
    assert ("n2", {"n1": 595, "n2": 597}) == (play.decision(new)["node"], play.decision(new)["totals"])
    seen = living(play)
    assert [1, 2, 1] == [number for _, number in seen]
    assert seen[1][0] == pytest.approx(1, abs=3)
    assert seen[2][0] == pytest.approx(30, abs=3)


def replicas(play: Play, name: str = "web", kind: str = "ReplicaSet") -> list[int]:
    """What status.replicas shows, one entry for each change."""
    found: list[int] = []
    for seq in steps(play):
        stored: Any = play.questions.manifest(seq, kind, f"default/{name}")
        shown = stored.get("status", {}).get("replicas")
        if shown is not None and found[-1:] != [shown]:
            found.append(shown)
    return found


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery(SLUG))
    made.until_quiet()
    return made


def test_the_replacement_runs_beside_the_old_process(play: Play) -> None:
    overlaps(play, "web-7xk2p")


def test_the_status_shows_0_for_a_moment_then_1_and_never_2(play: Play) -> None:
    assert [0, 1] == replicas(play)


def with_deployment() -> Documents:
    documents = gallery(SLUG)
    owned = next(each for each in documents[1:] if each["kind"] == "ReplicaSet")
    deployment = {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "web", "uid": "deployment-uid"},
        "spec": {
            "replicas": 1,
            "selector": {"matchLabels": {"app": "web"}},
            "template": {
                "metadata": {"labels": {"app": "web"}},
                "spec": {"containers": [{"name": "app", "image": "example/app:1"}]},
            },
        },
    }
    hashed = {"app": "web", "pod-template-hash": "6d5f8"}
    owner = {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "name": "web",
        "uid": "deployment-uid",
        "controller": True,
    }
    owned["metadata"] |= {
        "name": "web-6d5f8",
        "labels": hashed,
        "annotations": {"deployment.kubernetes.io/revision": "1"},
        "ownerReferences": [owner],
    }
    owned["spec"]["selector"]["matchLabels"] = hashed
    owned["spec"]["template"]["metadata"]["labels"] = hashed
    running = next(each for each in documents[1:] if each["kind"] == "Pod")
    running["metadata"]["labels"] = hashed
    running["metadata"]["ownerReferences"][0]["name"] = "web-6d5f8"
    return [*documents, deployment]


def test_a_deployment_does_the_same() -> None:
    play = Play(with_deployment())
    play.until_quiet()

    overlaps(play, "web-7xk2p")
    assert [0, 1] == replicas(play, "web-6d5f8") == replicas(play, kind="Deployment")


def test_a_statefulset_waits_for_the_end() -> None:
    documents = gallery(SLUG)
    for each in documents[1:]:
        if each["kind"] == "ReplicaSet":
            each["kind"] = "StatefulSet"
            each["spec"]["serviceName"] = "web"
        if each["kind"] == "Pod":
            each["metadata"]["name"] = "web-0"
            each["metadata"]["ownerReferences"][0]["kind"] = "StatefulSet"
    play = Play(documents, [delete(0, "web-0")])
    play.until_quiet()

    assert [pytest.approx(30, abs=3)] == said(play, "statefulset.created_pod")
    assert [1, 0, 1] == [number for _, number in counts(play, "default/web-0")]
    assert [1, 0, 1] == [number for _, number in living(play)]

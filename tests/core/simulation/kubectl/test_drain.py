"""kubectl drain: who goes, who stands in the way, budgets that say no, and the end of patience."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import api_object, node, pod
from tests.core.play import Play, apply, header


def budget(least: int) -> dict[str, Any]:
    return api_object(
        "PodDisruptionBudget",
        "web",
        spec={"minAvailable": least, "selector": {"matchLabels": {"app": "web"}}},
    )


def web(replicas: int) -> dict[str, Any]:
    return api_object(
        "ReplicaSet",
        "web",
        spec={
            "replicas": replicas,
            "selector": {"matchLabels": {"app": "web"}},
            "template": {
                "metadata": {"labels": {"app": "web"}},
                "spec": {"containers": [{"name": "c", "image": "i"}], "terminationGracePeriodSeconds": 5},
            },
        },
    )


def playing(*documents: dict[str, Any], drain: dict[str, Any] | None = None, at: float = 30) -> Play:
    drains = {"at": at, "kind": "drain", "node": "n1", **(drain or {})}
    play = Play([header(drains), *documents])
    play.until_quiet()
    return play


def messages(play: Play, *prefixes: str) -> list[tuple[float, str, dict[str, Any]]]:
    return [
        (frame["t"], frame["message"]["id"], frame["message"]["args"])
        for frame in play.frames()
        if frame["message"]["id"].startswith(prefixes or ("drain.", "script.began_drain"))
    ]


def test_pods_are_evicted_side_by_side_and_the_node_is_drained_when_they_are_gone() -> None:
    play = playing(node("n1"), web(2))

    assert ["script.began_drain", "drain.evicted", "drain.evicted", "drain.done"] == [
        act[1] for act in messages(play)
    ]
    assert [30, 30, 30] == [act[0] for act in messages(play)][:3]
    assert 35 <= messages(play)[-1][0] <= 37
    view = play.recording.snapshot(play.until(100))["nodes"][0]  # type: ignore[index,call-overload]
    assert view["cordoned"]


@pytest.mark.parametrize(
    ("documents", "text"),
    [
        (
            [pod("lone", on="n1")],
            "cannot delete Pods that declare no controller (use --force to override): default/lone",
        ),
        (
            [
                {
                    **pod("daemon", on="n1"),
                    "metadata": {
                        "name": "daemon",
                        "ownerReferences": [
                            {
                                "apiVersion": "apps/v1",
                                "kind": "DaemonSet",
                                "name": "gone",
                                "uid": "u",
                                "controller": True,
                            }
                        ],
                    },
                }
            ],
            'cannot delete daemonsets.apps "gone" not found: default/daemon',
        ),
        (
            [pod("scratch", on="n1", volumes=[{"name": "tmp", "emptyDir": {}}])],
            "cannot delete Pods with local storage (use --delete-emptydir-data to override): default/scratch",
        ),
    ],
)
def test_what_stands_in_the_way_is_told_in_kubectls_words_and_the_node_stays_cordoned(
    documents: list[dict[str, Any]], text: str
) -> None:
    play = playing(node("n1"), *documents)

    ((_, kind, args),) = messages(play)
    assert "drain.failed" == kind
    assert f'error: unable to drain node "n1" due to error: {text}, continuing command...' == args["text"]
    assert len(documents) == len(play.recording.snapshot(play.until(100))["pods"])  # type: ignore[arg-type]


def test_with_the_flags_they_go_with_a_warning() -> None:
    play = playing(
        node("n1"),
        pod("scratch", on="n1", volumes=[{"name": "tmp", "emptyDir": {}}], terminationGracePeriodSeconds=2),
        drain={"force": True, "deleteEmptyDirData": True},
    )

    began = messages(play)[0]
    assert "script.began_drain_warned" == began[1]
    assert (
        "Warning: deleting Pods with local storage: default/scratch; deleting Pods that declare no "
        "controller: default/scratch"
    ) == began[2]["text"]
    assert "drain.done" == messages(play)[-1][1]


def test_a_budget_makes_kubectl_try_again_every_five_seconds() -> None:
    play = playing(node("n1"), node("n2"), web(2), budget(2), apply(60), drain=None)
    refused = [act for act in messages(play) if act[1] == "drain.refused"]

    assert refused
    text = refused[0][2]["text"]
    assert text.startswith('error when evicting pods/"web-')
    assert text.endswith(
        '" -n "default" (will retry after 5s): Cannot evict pod as it would violate the pod\'s disruption '
        "budget."
    )
    assert "drain.done" not in [act[1] for act in messages(play)]


def test_it_goes_on_when_the_budget_allows_it_again() -> None:
    scaled = {"kind": "ReplicaSet", "namespace": "default", "name": "web"}
    inputs = [
        {"at": 30, "kind": "drain", "node": "n1"},
        {"at": 62, "kind": "scale", "object": scaled, "replicas": 3},
    ]
    taints = [{"key": "k", "effect": "NoSchedule"}]
    second = {**node("n2"), "spec": {"taints": taints}}
    set_ = web(1)
    play = Play([header(*inputs), node("n1"), second, set_, budget(1)])
    play.until_quiet()
    assert "drain.done" not in [act[1] for act in messages(play)]

    open_again = {**node("n2")}
    inputs.append(apply(80, {**open_again, "spec": {"taints": []}}))
    play = Play([header(*inputs), node("n1"), second, web(1), budget(1)])
    play.until_quiet()
    evicted = [t for t, kind, _ in messages(play) if kind == "drain.evicted"]
    assert evicted
    assert all(t > 80 and (t - 30) % 5 == 0 for t in evicted)
    assert "drain.done" == messages(play)[-1][1]


def test_patience_may_have_an_end() -> None:
    play = playing(node("n1"), web(1), budget(1), drain={"timeout": 90})

    t, kind, args = messages(play)[-1]
    assert (120, "drain.failed") == (t, kind)
    assert args["text"].startswith(
        'error: unable to drain node "n1" due to error: error when evicting pods/"web-'
    )
    assert args["text"].endswith('" -n "default": global timeout reached: 1m30s, continuing command...')


def test_without_evictions_budgets_are_not_asked() -> None:
    play = playing(node("n1"), web(1), budget(1), drain={"disableEviction": True})

    assert ["script.began_drain", "drain.deleted", "drain.done"] == [act[1] for act in messages(play)]


def test_an_unknown_node_cannot_be_drained() -> None:
    play = playing(node("n2"), web(1))

    refused = [frame["message"]["args"]["text"] for frame in play.frames() if frame["kind"] == "input-drain"]
    assert ['nodes "n1" not found'] == refused

"""T08: a zone that the pod may not use is no eligible domain, unless nodeAffinityPolicy says otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import pod
from tests.core.playing import NO_VICTIMS, NOT_HELPFUL, Documents, Play, fs, gallery, named, tail, without
from tests.core.scenarios.test_one_constraint_zone import spread

SLUG = "affinity-excludes-zone"


def ignoring(documents: Documents | None = None) -> Documents:
    documents = documents or gallery(SLUG)
    named(documents, "mypod")["spec"]["topologySpreadConstraints"][0]["nodeAffinityPolicy"] = "Ignore"
    return documents


def test_by_default_the_excluded_zone_does_not_count() -> None:
    play = Play(gallery(SLUG))
    last = play.until_quiet()
    decision = play.decision("mypod")

    assert [("zone", 2, 1, 1, 2, False)] == spread(decision, "node1") == spread(decision, "node2")
    assert {"node3": 395, "node4": 397} == decision["totals"]
    assert "node4" == play.node(last, "mypod")


def test_with_ignore_its_zero_counts_and_the_pod_fits_nowhere() -> None:
    play = Play(ignoring())
    last = play.until_quiet()

    text = fs(
        5,
        "1 node(s) didn't match Pod's node affinity/selector, 4 node(s) didn't match pod topology spread "
        "constraints.",
    ) + tail(5, f"1 {NOT_HELPFUL}, 4 {NO_VICTIMS}")
    assert ("", text) == (play.node(last, "mypod"), play.text(last, "mypod"))


def test_without_affinity_node5_is_the_only_one() -> None:
    documents = gallery(SLUG)
    del named(documents, "mypod")["spec"]["affinity"]
    play = Play(documents)
    last = play.until_quiet()
    decision = play.decision("mypod")

    assert "node5" == play.node(last, "mypod")
    assert [("zone", 2, 1, 0, 3, False)] == spread(decision, "node1")
    assert [("zone", 1, 1, 0, 2, False)] == spread(decision, "node3")


def test_a_node_selector_counts_as_the_affinity_does() -> None:
    documents = gallery(SLUG)
    spec = named(documents, "mypod")["spec"]
    del spec["affinity"]
    spec["nodeSelector"] = {"pool": "ab"}
    play = Play(documents)

    assert "node4" == play.node(play.until_quiet(), "mypod")
    assert {"node3": 395, "node4": 397} == play.decision("mypod")["totals"]


# The lesson: from the Ignore board, get mypod into zone B.


def solved(play: Play) -> bool:
    last = play.until_quiet()
    mypod = play.manifest(last, "mypod")
    constraint = mypod["spec"]["topologySpreadConstraints"][0]
    affinity = mypod["spec"].get("affinity", {}).get("nodeAffinity", {})
    terms = affinity.get("requiredDuringSchedulingIgnoredDuringExecution", {}).get("nodeSelectorTerms", [])
    nodes: list[Any] = play.recording.snapshot(last)["nodes"]  # type: ignore[assignment]
    zones = {view["name"]: view["labels"].get("zone") for view in nodes}
    return (
        play.node(last, "mypod") in ("node3", "node4")
        and {"foo": "bar"} == mypod["metadata"]["labels"]
        and (1, "zone", "DoNotSchedule")
        == (constraint["maxSkew"], constraint["topologyKey"], constraint["whenUnsatisfiable"])
        and [{"matchExpressions": [{"key": "zone", "operator": "NotIn", "values": ["zoneC"]}]}] == terms
        and "zoneB" == zones["node3"] == zones["node4"]
    )


def cordoned(documents: Documents, **constraint: str) -> Documents:
    named(documents, "node5")["spec"] = {"unschedulable": True}
    named(documents, "mypod")["spec"]["topologySpreadConstraints"][0].update(constraint)
    return documents


@pytest.mark.parametrize(
    "documents",
    [
        gallery(SLUG),
        without(ignoring(), "node5"),
        [*ignoring(), pod("c1", on="node5", labels={"foo": "bar"}, since=9)],
        cordoned(ignoring(), nodeTaintsPolicy="Honor"),
    ],
    ids=["Honor", "node5 deleted", "a pod on node5", "cordoned and nodeTaintsPolicy Honor"],
)
def test_the_lesson_is_solved_by(documents: Documents) -> None:
    assert solved(Play(documents))


def test_the_lesson_is_not_solved_by_only_cordoning_node5_or_dropping_the_affinity() -> None:
    free = ignoring()
    del named(free, "mypod")["spec"]["affinity"]

    assert not solved(Play(ignoring()))
    assert not solved(Play(cordoned(ignoring())))
    assert not solved(Play(free))

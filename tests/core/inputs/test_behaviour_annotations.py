"""Annotations of a pod that say how its application behaves."""

from __future__ import annotations

from scheduler_core import SourceDocument, parse_scenario


def test_an_annotation_that_nobody_can_follow_is_named_with_what_should_stand_there() -> None:
    annotations = {
        "podium/exits-after": "soon",
        "podium/exist-after": "5",
        "podium/web.memory": "1Gi",
        "other": "x",
    }
    containers = [{"name": "app", "image": "a"}]
    pod = {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "p", "annotations": annotations},
        "spec": {"containers": containers},
    }

    problems = parse_scenario([SourceDocument(0, pod)]).problems

    assert [
        ("metadata.annotations[podium/exits-after]", "value.not_a_behaviour", "soon", "seconds or never"),
        ("metadata.annotations[podium/web.memory]", "value.not_a_behaviour", "web", "of a container: app"),
    ] == [
        (one.path, one.code, one.args["got"], one.args["expected"])
        for one in problems
        if one.args["got"] != "exist-after"
    ]
    assert 3 == len(problems)

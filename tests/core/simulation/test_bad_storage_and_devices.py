"""Bad storage and devices, imported with the scenario and applied as an input: a problem that names the place,
or a pod that says why it waits; never a run that breaks.
"""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Problem, Refused, SourceDocument, parse_input, parse_scenario
from tests import builders
from tests.builders import api_object, claim_spec, claiming, device_class, resource_claim, resource_slice
from tests.core.kubelet.nodes import OneNode
from tests.core.play import Documents, Play, header

Manifest = dict[str, Any]
UNBOUND = "0/1 nodes are available: pod has unbound immediate PersistentVolumeClaims. not found"
WITHOUT_CLASS = resource_claim("c", {"devices": {"requests": [{"name": "device", "exactly": {}}]}})
USER = builders.pod("p", **claiming(gpu="c"))
MIGRATED = "storage.alpha.kubernetes.io/migrated-plugins"


def claim(name: str, **spec: Any) -> Manifest:
    """A claim for a volume, without a class unless `spec` names one."""
    whole = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}, **spec}
    return api_object("PersistentVolumeClaim", name, spec=whole)


def volume(name: str, **spec: Any) -> Manifest:
    whole = {"accessModes": ["ReadWriteOnce"], "capacity": {"storage": "1Gi"}, **spec}
    return {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": name}, "spec": whole}


def using(name: str, claim_name: str) -> Manifest:
    data = {"name": "data", "persistentVolumeClaim": {"claimName": claim_name}}
    return dict(builders.pod(name, volumes=[data]))


def played(documents: Documents, way: str) -> Play:
    """The documents beside node n1, imported or applied at the start, played for a minute."""
    start: Documents = [header(), dict(builders.node("n1"))]
    if way == "import":
        play = Play([*start, *documents])
    else:
        play = Play(start)
        done = play.give(0, {"kind": "apply", "documents": documents})
        assert isinstance(done, dict), done
    play.until(60)
    return play


both_ways = pytest.mark.parametrize("way", ["import", "input"])


@pytest.mark.parametrize(
    ("document", "path", "words"),
    [
        (WITHOUT_CLASS, "spec.devices.requests[0].exactly.deviceClassName", "Required value"),
        (
            resource_slice("n1", *[f"d{index}" for index in range(10_000)]),
            "spec.devices",
            "Too many: 10000: must have at most 128 items",
        ),
        (
            resource_claim("c", claim_spec("gpu", "this is (no expression")),
            "spec.devices.requests[0].exactly.selectors[0].cel.expression",
            "compilation failed: Syntax error",
        ),
        (device_class("gpu", "((("), "spec.selectors[0].cel.expression", "compilation failed: Syntax error"),
    ],
    ids=["claim without class", "slice of 10 000 devices", "selector of a claim", "selector of a class"],
)
def test_what_the_api_server_refuses_is_named_with_its_place(
    document: Manifest, path: str, words: str
) -> None:
    parsed = parse_scenario(
        [SourceDocument(place, item) for place, item in enumerate([header(), builders.node("n1"), document])]
    )
    assert {(path, "warning")} == {(problem.path, problem.severity) for problem in parsed.problems}
    assert (document["kind"], path) in {
        (entry.kind, entry.path) for entry in parsed.report if entry.code.startswith("invalid.")
    }

    given = parse_input({"kind": "apply", "documents": [document]})
    assert not isinstance(given, Problem)
    refused = Play([header(), dict(builders.node("n1"))]).recording.give(0, given)

    assert isinstance(refused, Refused)
    assert (422, f"input.documents[0].{path}") == (refused.code, refused.path)
    assert words in refused.text


@both_ways
def test_a_volume_claim_without_a_class_waits_and_its_pod_says_so(way: str) -> None:
    play = played([claim("c"), using("p", "c")], way)
    last = play.recording.head_seq

    assert ("", UNBOUND) == (play.node(last, "p"), play.text(last, "p"))


@both_ways
def test_a_volume_claimed_twice_goes_to_one_claim_and_the_other_is_told(way: str) -> None:
    disk = volume("v", csi={"driver": "d.example.com", "volumeHandle": "h"})
    first, second = (claim(name, volumeName="v", storageClassName="") for name in "ab")
    play = played([disk, first, second, using("p", "a"), using("q", "b")], way)
    last = play.recording.head_seq
    answer: list[Any] = play.recording.ask("events", last, key="default/b")  # type: ignore[assignment]

    assert ("n1", "") == (play.node(last, "p"), play.node(last, "q"))
    assert UNBOUND == play.text(last, "q")
    assert [("Warning", "FailedBinding", 'volume "v" already bound to a different claim.')] == [
        (item["type"], item["reason"], item["message"]) for item in answer
    ]
    assert 1 == len([f for f in play.frames() if f["message"]["id"] == "volume.taken"])


@both_ways
@pytest.mark.parametrize("source", [{"unknownDisk": {"name": "x"}}, {"flexVolume": {"driver": "x/y"}}])
def test_a_disk_of_an_unknown_kind_on_a_node_that_migrates_unknown_plugins_is_mounted(
    source: Manifest, way: str
) -> None:
    annotations = {MIGRATED: "kubernetes.io/unknown-disk,,kubernetes.io/aws-ebs"}
    drivers: Manifest = api_object(
        "CSINode", "n1", metadata={"annotations": annotations}, spec={"drivers": []}
    )
    disk = volume("v", claimRef={"namespace": "default", "name": "a"}, **source)
    play = played([drivers, disk, claim("a", volumeName="v", storageClassName=""), using("p", "a")], way)

    assert 1 == len(play.frames(kind="ready", pod="p"))


def test_a_kubelet_that_restarts_a_thousand_times_keeps_its_pod_and_nothing_grows() -> None:
    play = OneNode().with_pod("a")
    sizes = []
    for _ in range(1_000):
        play.crash()
        play.start()
        play.play()
        sizes.append(len(repr(play.host.fingerprint())))

    assert ["default/a"] == list(play.host.running().values())
    assert sizes[-1] <= sizes[0]
    assert [("Starting", 1_000)] == [
        (event.reason, event.count) for event in play.api.events_about("Node", "n1")
    ]


def test_a_script_of_a_thousand_restarts_is_refused_with_its_limit() -> None:
    document = header()
    document["spec"]["inputs"] = [
        {"at": number, "kind": kind, "component": "kubelet/n1"}
        for number in range(1_000)
        for kind in ("crash", "start")
    ]
    parsed = parse_scenario([SourceDocument(0, document)])

    assert [("spec.inputs", "scenario.too_many", 1_000, 2_000)] == [
        (problem.path, problem.code, problem.args["limit"], problem.args["got"])
        for problem in parsed.problems
    ]

"""A text becomes a scenario: what is kept, what is dropped, and what the report says of it."""

import json

import pytest

from playground.texts.manifests import importer, object_reports, yaml_source, yaml_text
from playground.texts.manifests.importer import Imported, import_text
from scheduler_core import Scenario
from tests.core.counted_defaults import counted_defaults

POD = """apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers:
  - {name: c, image: i, env: [{name: KEY, value: hush-1}]}
"""
HEADER = """apiVersion: podium/v1
kind: Scenario
metadata: {name: s}
spec:
  title: S
  inputs:
  - at: 5
    kind: apply
    documents:
    - apiVersion: v1
      kind: Pod
      metadata: {name: b}
      spec: {containers: [{name: c, image: i, env: [{name: KEY, value: hush-2}]}]}
"""


def remarks_of(imported: Imported) -> list[tuple[str, str, list[str]]]:
    return [(entry.kind, entry.fate, [remark.code for remark in entry.remarks]) for entry in imported.report]


def test_what_may_be_secret_is_dropped_once_and_reported_with_its_object() -> None:
    imported = import_text(f"{HEADER}---\n{POD}", add_nodes=False)

    reported = [entry for entry in remarks_of(imported) if "dropped.env_value" in entry[2]]
    assert [("Scenario", "changed"), ("Pod", "changed")] == [entry[:2] for entry in reported]
    assert [1, 1] == [entry[2].count("dropped.env_value") for entry in reported]
    assert imported.canonical is not None
    assert not any("hush" in text for text in (imported.canonical, imported.source, str(imported.report)))


def test_the_pod_that_the_cluster_could_not_place_is_chosen_before_others_that_wait() -> None:
    node = {"kind": "Node", "metadata": {"name": "n1"}, "status": {"allocatable": {"cpu": "2", "pods": "9"}}}
    waits = {"phase": "Pending"}
    refused = {"type": "PodScheduled", "status": "False", "reason": "Unschedulable"}
    pods = [
        {
            "kind": "Pod",
            "metadata": {"name": name},
            "spec": {"containers": [{"name": "c", "image": "i", "resources": {"requests": {"cpu": cpu}}}]},
            "status": status,
        }
        for name, cpu, status in (("new", "1", waits), ("stuck", "9", waits | {"conditions": [refused]}))
    ]
    documents = [json.dumps(manifest | {"apiVersion": "v1"}) for manifest in (node, *pods)]

    chosen = [import_text("\n---\n".join(documents[:count]), play=True) for count in (2, 3)]

    assert [("default/new", True), ("default/stuck", True)] == [
        (decision.pod, decision.answer_seq > 0) for decision in chosen
    ]


def test_an_item_of_a_list_is_reported_with_its_own_line_and_path() -> None:
    pods = [
        json.dumps({"kind": "Pod", "metadata": {"name": name}, "spec": {"containers": 5}}) for name in "xy"
    ]

    imported = import_text('{"kind": "List", "apiVersion": "v1", "items": [\n' + ",\n".join(pods) + "]}")

    results = [(problem.path, problem.position and problem.position.line) for problem in imported.problems]
    assert [("items[0].spec.containers", 2), ("items[1].spec.containers", 3), ("", 1)] == results
    assert [("x", 2), ("y", 3)] == [(entry.name, entry.line) for entry in imported.report]


def test_items_of_lists_in_a_list_are_reported_one_by_one_with_their_own_lines() -> None:
    def listed(kind: str, *names: str) -> dict[str, object]:
        items = [{"apiVersion": "v1", "kind": kind, "metadata": {"name": name}} for name in names]
        return {"apiVersion": "v1", "items": items, "kind": "List"}

    text = yaml_text.dump(listed("Node") | {"items": [listed("Node", "a", "b"), listed("Secret", "x", "z")]})

    imported = import_text(text)

    lines = text.split("\n")
    assert [(name, fate) for name, fate in zip("abxz", ["kept"] * 2 + ["ignored"] * 2, strict=True)] == [
        (entry.name, entry.fate) for entry in imported.report
    ]
    assert list("abxz") == [
        next(line for line in lines[entry.line - 1 :] if "name:" in line).split()[-1]
        for entry in imported.report
    ]
    assert all(lines[entry.line - 1].startswith("  - ") for entry in imported.report)


def test_managed_fields_of_a_list_are_not_kept_and_named_as_dropped() -> None:
    node = {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": "a", "managedFields": [{"manager": "m"}]},
    }
    value = {"apiVersion": "v1", "kind": "List", "items": [node]}

    for text in (yaml_text.dump(value), json.dumps(value)):
        (item,) = yaml_source.first_value(text)["items"]
        remarks = [remark.code for entry in import_text(text).report for remark in entry.remarks]

        assert ([{}], ["dropped.managed_fields"]) == (item["metadata"]["managedFields"], remarks)


def test_a_text_without_nodes_gets_those_that_its_pods_name() -> None:
    imported = import_text(
        "kind: Pod\nmetadata: {name: a}\nspec: {nodeName: n7, containers: [{name: c, image: i}]}"
    )

    assert imported.canonical is not None
    scenario = Scenario.from_canonical(json.loads(imported.canonical))
    nodes = [source.manifest["metadata"] for source in scenario.objects if source.kind == "Node"]
    assert [("n7", {"podium/added": "true"})] == [(node["name"], node["annotations"]) for node in nodes]
    assert ("Node", "changed", ["added.named_nodes"]) == remarks_of(imported)[-1]


def test_a_text_that_is_read_given_nodes_and_tried_gets_its_defaults_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counts = counted_defaults(monkeypatch)

    imported = import_text(POD, play=True)

    assert imported.pod is not None
    assert counts.pop("Namespace/default") > 1
    assert {1} == set(counts.values())
    assert {"Pod", "Node"} == {count.partition("/")[0] for count in counts}


def test_a_document_that_is_no_map_is_reported_and_the_rest_is_read() -> None:
    imported = import_text(f"- 1\n---\n{POD}")

    assert (
        object_reports.ObjectReport("ignored", "", "", "", 1, (object_reports.Remark("document.not_a_map"),))
        in imported.report
    )
    assert imported.canonical is not None


def test_a_large_scenario_is_not_played_ahead_but_its_waiting_pod_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = import_text(POD, play=True)
    monkeypatch.setattr(importer, "PLAYED_OBJECTS", 1)
    large = import_text(POD, play=True)

    assert played.answer_seq > 0
    assert (played.pod, 0) == (large.pod, large.answer_seq)

"""Output that ends in the middle: what stands before the cut is read, the cut object is named with its line."""

import json

import pytest

from playground.texts.manifests.importer import import_text
from playground.texts.manifests.yaml_text import dump
from tests import builders

OBJECTS = [
    builders.node("n1"),
    *(builders.pod(f"p{number}", "1", metadata={"namespace": "shop"}) for number in range(4)),
]
LIST = {"apiVersion": "v1", "items": OBJECTS, "kind": "List", "metadata": {"resourceVersion": ""}}
YAML, JSON, COMPACT = dump(LIST), json.dumps(LIST, indent=4), json.dumps(LIST)
FOUR = [("Node", "n1"), ("Pod", "p0"), ("Pod", "p1"), ("Pod", "p2")]


def line_of(text: str, part: str) -> int:
    return 1 + text.count("\n", 0, text.index(part))


@pytest.mark.parametrize("text", [YAML, JSON, COMPACT], ids=["yaml", "json", "compact"])
def test_wherever_the_last_object_is_cut_the_others_are_read_and_it_is_named(text: str) -> None:
    name = text.index("p3")
    end = text.index("resourceVersion") - 20 if text is YAML else text.rindex("kind") - 8
    read = [import_text(text[:cut], add_nodes=False) for cut in range(name + 3, end, (end - name) // 9)]

    objects = [
        [
            (value["kind"], value["metadata"]["name"])
            for value in json.loads(imported.canonical or "")["objects"]
        ]
        for imported in read
    ]
    cuts = [
        (problem.severity, str(problem.args["object"])[-2:])
        for imported in read
        for problem in imported.problems
        if problem.code.startswith("text.cut")
    ]
    lines = [problem.position.line for imported in read for problem in imported.problems if problem.position]
    assert len(read) > 5
    assert [FOUR] * len(read) == objects
    assert [("warning", "p3")] * len(read) == cuts
    assert line_of(text, "p3") >= max(lines)


@pytest.mark.parametrize("indent", [None, 4])
def test_a_cut_object_has_its_own_name_and_not_that_of_a_managed_field_or_a_label(indent: int | None) -> None:
    fields = {"f:spec": {"f:containers": {'k:{"name":"app"}': {".": {}}}}}
    managed = {"apiVersion": "v1", "fieldsV1": fields, "manager": "kubelet", "name": "theirs"}
    metadata = {"managedFields": [managed], "labels": {"name": "label"}, "name": "web", "namespace": "shop"}
    objects = [
        OBJECTS[0],
        {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": {"nodeName": "n1"}},
    ]
    value = {"apiVersion": "v1", "items": objects, "kind": "List"}
    text = dump(value) if indent is None else json.dumps(value, indent=indent)

    imported = import_text(text[: text.rindex("nodeName") + 4], add_nodes=False)

    assert ["Pod shop/web"] == [problem.args["object"] for problem in imported.problems]


def test_a_document_that_is_cut_is_left_out_only_where_a_cluster_has_written_it() -> None:
    first = dump(OBJECTS[0])
    theirs = f"{first}---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: p\n  uid: a\nspec:\n  nodeName: n1\n  contai"
    typed = f"{first}---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  nodeName: n1\n  contai"

    assert ["text.cut"] == [problem.code for problem in import_text(theirs).problems]
    assert ["yaml.syntax"] == [problem.code for problem in import_text(typed).problems]


@pytest.mark.parametrize(
    "text", [YAML, JSON, dump({"items": OBJECTS}), dump({"kind": "List", "items": OBJECTS})]
)
def test_a_whole_text_is_not_taken_for_one_that_was_cut(text: str) -> None:
    imported = import_text(text)

    assert (0, 5) == (len(imported.problems), sum(row.fate in ("kept", "changed") for row in imported.report))


def test_two_uids_of_a_node_are_named_as_two_clusters() -> None:
    nodes = [builders.node("n1", cpu) | {} for cpu in ("4", "8")]
    for node, uid in zip(nodes, ("a-1", "b-2"), strict=True):
        node["metadata"]["uid"] = uid

    imported = import_text("\n---\n".join(map(json.dumps, nodes)))

    assert [("invalid.two_clusters", "Node n1")] == [
        (problem.code, problem.args["object"]) for problem in imported.problems
    ]
    assert imported.canonical is not None


def test_two_nodes_of_a_name_without_uids_are_named_with_both_places() -> None:
    nodes = [builders.node("n1", "4"), builders.node("n2", "4"), builders.node("n1", "8")]
    text = dump({"apiVersion": "v1", "kind": "List", "items": nodes})
    imported = import_text(text)
    (problem,) = imported.problems
    place = problem.position

    assert ("invalid.same_node", "items[0].metadata.name") == (problem.code, problem.path)
    assert ("Node n1", "items[2].metadata.name") == (problem.args["object"], problem.args["other"])
    assert place is not None
    assert "name: n1" in text.split("\n")[place.line - 1]
    assert [["invalid.same_node", problem.args]] == imported.situation["odd"]
    assert imported.canonical is not None


@pytest.mark.parametrize("uids", [("a", "a"), ("a", "b")], ids=["two moments", "two clusters"])
def test_nodes_with_uids_are_told_apart_by_them(uids: tuple[str, str]) -> None:
    nodes = [builders.node("n1", cpu) for cpu in ("4", "8")]
    for node, uid in zip(nodes, uids, strict=True):
        node["metadata"]["uid"] = uid
    imported = import_text(json.dumps({"kind": "List", "items": nodes}))

    assert "invalid.same_node" not in {problem.code for problem in imported.problems}

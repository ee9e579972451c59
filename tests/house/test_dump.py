"""The generator of large dumps, with which imports and boards are measured."""

from __future__ import annotations

from collections import Counter

from playground.texts.manifests import importer, yaml_source
from tools.dump import dump, text_of


def test_a_dump_has_the_nodes_and_pods_that_were_asked_for() -> None:
    kinds = Counter(item["kind"] for item in dump(30, 200)["items"])

    assert (30, 200, kinds["Deployment"]) == (kinds["Node"], kinds["Pod"], kinds["ReplicaSet"])


def test_the_same_arguments_give_the_same_text_in_which_nothing_is_an_alias() -> None:
    texts = [text_of(dump(5, 40, seed=7)) for _ in range(2)]

    assert texts[0] == texts[1]
    assert "&id" not in texts[0]


def test_yaml_and_json_say_the_same_and_every_object_can_be_imported() -> None:
    made = dump(6, 60, whole=True)

    assert [made, made] == [
        document.value
        for form in ("yaml", "json")
        for document in yaml_source.read(text_of(made, form)).documents
    ]
    assert () == importer.import_text(text_of(made)).problems


def test_pods_stand_where_they_fit() -> None:
    made = dump(4, 300)["items"]
    used: Counter[str] = Counter()
    room = {entry["metadata"]["name"]: 0 for entry in made if entry["kind"] == "Node"}
    for item in made:
        if item["kind"] == "Node":
            room[item["metadata"]["name"]] = int(item["status"]["allocatable"]["cpu"][:-1])
        if item["kind"] == "Pod" and "nodeName" in item["spec"]:
            requests = item["spec"]["containers"][0]["resources"]["requests"]
            used[item["spec"]["nodeName"]] += int(requests["cpu"][:-1])

    assert [] == [name for name, milli in used.items() if milli > room[name]]
    assert used.total() > 0


def test_stuck_pods_fit_on_no_node() -> None:
    imported = importer.import_text(text_of(dump(6, 60, stuck=2)), play=True, add_nodes=False)

    assert "shop/stuck-0" == imported.pod
    assert imported.decided_at > 0

"""Lists as kubectl prints them are read block by block, with the values and places that the parser gives."""

import json

import pytest

from playground.imports.worker import imported_from
from playground.texts.manifests import yaml_blocks, yaml_source
from playground.texts.manifests.yaml_text import dump
from playground.texts.manifests.yaml_values import Budget, Builder
from scheduler_core import Position
from tools.dump import dump as cluster
from tools.dump import text_of

ODD = """\
apiVersion: v1
items:
- apiVersion: v1
  kind: Pod
  metadata:
    annotations:
      text: |
        - not an entry
        key: not a key

      folded: a sentence that goes on
        in the next line
      json: '{"a": "it''s"}'
      empty: ""
      number: "5"
    finalizers: []
    # a comment
    name: a
  spec:
    containers:
    - args:
      - --level=5
      - -v
      - "quoted: text"
      - 5
      command: ["sh", "-c"]
      name: c
      on: 010
    - name: d
      resources: {}
    nodeName:
    overhead: null
  status:
    seen: 2026-01-12T08:15:00Z
- - nested
  - list
- alone

- kind: Pod
kind: List
metadata:
  resourceVersion: ''
"""


@pytest.fixture(autouse=True)
def short_texts_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_blocks, "LEAST_CHARACTERS", 0)


def parsed(text: str) -> tuple[object, list[int]]:
    builder = Builder(text, Budget(0))
    value = builder.next_document()[1]
    return value, builder.item_lines


@pytest.mark.parametrize(
    "text", [ODD, dump(cluster(3, 30)), dump(cluster(2, 10, whole=True)), f"# head\n{ODD}"]
)
def test_values_and_lines_are_those_of_the_parser(text: str) -> None:
    read = yaml_blocks.read_list(text)

    assert read is not None
    assert parsed(text) == (read.value, list(read.lines))


def test_equal_blocks_are_one_value() -> None:
    pod = "- kind: Pod\n  metadata:\n    name: {}\n    labels:\n      app: web\n"
    read = yaml_blocks.read_list("items:\n" + pod.format("a") + pod.format("b"))

    assert read is not None
    first, second = (each["metadata"]["labels"] for each in read.value["items"])
    assert first is second


@pytest.mark.parametrize(
    "text",
    [
        "kind: Pod\nspec: {}\n",
        "items:\n- a: &x 1\n- b: *x\n",
        "items:\n- a: {b: 1}\n- <<: {c: 1}\n",
        "items:\n- a: {b: 1, << : {c: 1}}\n",
        "items:\n- a: !!map &x {b: 1}\n",
        "items:\n- a: [1, *x]\n",
        "items:\n- a: 1\n  a: 2\n",
        "items:\n- a: 1\n   b: 2\n",
        "items:\n- a: 'no end\n- b: 1\n",
        "items:\n- a: 1\n...\n---\nb: 1\n",
        "items:\n- a: 1\nitems:\n- b: 1\n",
        "items:\n-\n  a: 1\n",
        "items:\n- a:\n\t- 1\n",
    ],
)
def test_other_texts_are_left_to_the_parser(text: str) -> None:
    assert yaml_blocks.read_list(text) is None


@pytest.mark.parametrize("path", ["items[1].spec.containers[1].image", "items[2].metadata", "items[0]"])
def test_places_in_blocks_are_those_of_the_parser(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = dump(cluster(1, 2))

    in_blocks = yaml_source.read(f"# head\n---\n{text}")
    monkeypatch.setattr(yaml_blocks, "LEAST_CHARACTERS", len(text) * 2)
    as_parsed = yaml_source.read(f"# head\n---\n{text}")

    assert (True, False) == (in_blocks.documents[0].in_blocks, as_parsed.documents[0].in_blocks)
    assert as_parsed.locate(0, [path]) == in_blocks.locate(0, [path])
    assert as_parsed.documents[0].item_lines == in_blocks.documents[0].item_lines
    assert Position(1, 1) != in_blocks.locate(0, [path])[path]


def test_the_share_that_was_read_is_told() -> None:
    text, told = dump(cluster(3, 900)), []
    yaml_blocks.read_list(text, told.append)

    assert told == sorted(told)
    assert 0 < told[0] < told[-1] <= 1


def test_scripts_in_a_text_do_not_keep_it_from_being_read_in_blocks() -> None:
    script = "cat <<EOF &wait\n\tx: 1\nEOF\nls *log <<<x\n"
    text = dump({"kind": "List", "items": [{"kind": "Pod", "command": ["sh", "-c", script], "tab": "a\tb"}]})
    by_hand = "items:\n- command:\n  - |\n    cat <<EOF\n    \ta: b\n    EOF\n  quoted: 'a\tb &c *d'\n"

    for each in (text, by_hand):
        read = yaml_blocks.read_list(each)

        assert read is not None
        assert parsed(each) == (read.value, list(read.lines))


MANAGED = """\
    managedFields:
    - fieldsV1:
        f:metadata: {f:name: {}}
        k:{"uid":"%s"}: {}
      manager: kubectl
"""


def test_managed_fields_are_not_read_and_the_report_is_that_of_the_parser(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = text_of(cluster(3, 30))
    parts = plain.split("\n    name: ")
    text = "".join(f"{part}\n{MANAGED % n}    name: " for n, part in enumerate(parts[:-1])) + parts[-1]
    listed = yaml_blocks.read_list(text)
    assert listed is not None
    monkeypatch.setattr(yaml_blocks, "read_list", lambda *args: None)
    parsed, in_blocks = imported_from(text, False, False), listed.value["items"]

    assert {len(parts) - 1} == {str(in_blocks).count("'managedFields': [{}]")}
    monkeypatch.undo()
    again = imported_from(text, False, False)
    assert (parsed.digest, parsed.groups) == (again.digest, again.groups)
    as_json = imported_from(json.dumps(listed.value), False, False)
    assert {"dropped.managed_fields"} <= {remark.code for group in again.groups for remark in group.remarks}
    assert again.digest == as_json.digest


def test_what_was_read_is_forgotten_when_it_is_not_met_again(monkeypatch: pytest.MonkeyPatch) -> None:
    most = 20_000
    monkeypatch.setattr(yaml_blocks, "REMEMBERED_CHARACTERS", most)
    remembered = []
    forgotten = yaml_blocks._Reader.item

    def looked(reader: yaml_blocks._Reader, text: str) -> object:
        tables = (reader._maps, reader._pairs, reader._older_maps, reader._older_pairs)
        remembered.append(sum(len(key) for table in tables for key in table))
        return forgotten(reader, text)

    monkeypatch.setattr(yaml_blocks._Reader, "item", looked)
    text = text_of(cluster(20, 300, whole=True))
    listed = yaml_blocks.read_list(text)

    assert listed is not None
    assert max(remembered) < 3 * most < len(text) / 10

"""Text becomes documents as kubectl reads it, and every path has a place."""

import json
import re
import time
from typing import Any

import pytest

from playground import limits
from playground.texts.manifests import words, yaml_source
from scheduler_core import Position
from scheduler_core.inputs.json_check import not_json


def values(text: str | bytes) -> list[object]:
    source = yaml_source.read(text)
    assert () == source.problems
    return [document.value for document in source.documents]


def only_problem(text: str | bytes) -> tuple[str, Position | None, str]:
    source = yaml_source.read(text)
    assert 1 == len(source.problems), source.problems
    problem = source.problems[0]
    return problem.code, problem.position, problem.path


@pytest.mark.parametrize(
    ("scalar", "expected"),
    [
        ("yes", True),
        ("off", False),
        ("y", True),
        ("~", None),
        ("", None),
        ("010", 8),
        ("0o10", 8),
        ("0x1F", 31),
        ("0b101", 5),
        ("08", 8),
        ("1_000", 1000),
        ("-5", -5),
        ("1e3", 1000),
        (".5", 0.5),
        ("1.50", 1.5),
        ("1:30", "1:30"),
        ("2030-01-01", "2030-01-01"),
        ("2030-01-01T00:00:00Z", "2030-01-01T00:00:00Z"),
        ("500m", "500m"),
        ("1Gi", "1Gi"),
        ("'1'", "1"),
        ('"yes"', "yes"),
        ("!!str 1", "1"),
        ("!!int '7'", 7),
        ("!Ref x", "x"),
        ("-", [None]),
        ("=", "="),
    ],
)
def test_a_plain_scalar_has_the_value_that_kubectl_gives_it(scalar: str, expected: object) -> None:
    assert [{"a": expected}] == values(f"a:\n  {scalar}\n")


def test_keys_become_strings() -> None:
    assert [{"5": 1, "3.14": 2, "true": 3}] == values("5: 1\n3.14: 2\ntrue: 3\n")


def test_many_documents_come_each_with_its_line() -> None:
    source = yaml_source.read("# first\na: 1\n---\n# nothing here\n---\nb: 2\n...\n---\nc: 3\n")

    assert [({"a": 1}, 2), ({"b": 2}, 6), ({"c": 3}, 9)] == [(d.value, d.line) for d in source.documents]


def test_windows_line_ends_and_byte_order_marks_change_nothing() -> None:
    assert [{"a": "x", "b": [1]}] == values("a: x\r\nb:\r\n- 1\r\n")
    assert [{"a": 1}] == values(b"\xef\xbb\xbfa: 1\n")
    assert [{"a": 1}] == values("a: 1\n".encode("utf-16"))


def test_a_directive_belongs_to_the_document_after_it() -> None:
    assert [{"a": 1}, {"b": 2}] == values("%YAML 1.1\n---\na: 1\n---\nb: 2\n")


def test_json_may_follow_json() -> None:
    assert [{"a": 1}, {"b": [1, {"c": None}]}] == values('{"a": 1}\n{"b": [1, {"c": null}]}\n')


def test_a_backslash_before_the_letters_of_half_a_pair_is_text() -> None:
    assert [{"a": r"\ud800y", "b": "\U0001f600"}] == values(r'{"a": "\\ud800y", "b": "\ud83d\ude00"}')


def test_a_number_beyond_all_bounds_is_refused() -> None:
    for text in ('{"a": 1e999}', "a: .inf"):
        assert "yaml.not_json" == only_problem(text)[0]
    for digits in (309, 400, 5000):
        assert [{"a": "9" * digits}] == values('{"a": ' + "9" * digits + "}") == values("a: " + "9" * digits)


def test_kyaml_is_read() -> None:
    text = '---\n{\n  apiVersion: "v1",\n  kind: "Pod", # a comment\n  spec: {hosts: ["a", "b",],},\n}\n'
    assert [{"apiVersion": "v1", "kind": "Pod", "spec": {"hosts": ["a", "b"]}}] == values(text)
    assert [{"kind": "Pod"}] == values("{kind: Pod}")


def test_anchors_aliases_and_merge_keys_are_resolved_and_the_explicit_keys_after_them_win() -> None:
    text = "base: &b {x: 1, z: 2}\nuse: {<<: *b, z: 3}\nboth: {<<: [{x: 9}, *b]}\nagain: *b\n"

    expected = {
        "base": {"x": 1, "z": 2},
        "use": {"x": 1, "z": 3},
        "both": {"x": 9, "z": 2},
        "again": {"x": 1, "z": 2},
    }
    assert [expected] == values(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("0o", "0o"), ("-0O", "-0O"), ("0o_7", 7), ("12e4567", "12e4567"), (".1_5", 0.15), ("._15", "._15")],
)
def test_what_nearly_is_a_number_reads_as_in_kubectl(text: str, expected: object) -> None:
    """As sigs.k8s.io/yaml in gojsonnet 0.22.0 (`goyaml.v2`, `resolve.go`) read them, next to 200 000 others."""
    assert [{"a": expected}] == values(f"a: {text}\n")


def test_a_merge_key_replaces_the_keys_before_it_as_in_kubectl() -> None:
    """kubectl v1.34 reads with sigs.k8s.io/yaml v1.6.0 on go.yaml.in/yaml/v2, `decode.go`, `decoder.mapping`:
    a merge is carried out where it stands. See findings/merge_key_order.sh."""
    text = "a: {x: 1, <<: {x: 2, z: 2}, z: 3}\n"

    assert [{"a": {"x": 2, "z": 3}}] == values(text)


@pytest.mark.parametrize(
    ("header", "expected"), [("|", "a\n"), (">", "a\n"), ("|+", "a\n"), ("|-", "a"), (">-", "a")]
)
def test_a_block_scalar_at_the_end_of_a_text_without_a_line_break_reads_as_in_kubectl(
    header: str, expected: str
) -> None:
    """libyaml 0.2.6 drops the line break, goyaml.v2 of kubectl v1.34 does not. See findings/last_line_break.sh."""
    text = f"one: {header}\n  a"

    assert [{"one": expected}] == values(text)


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "path"),
    [
        ("a: 1\nb:\n  - c\n   d: 2\n", "yaml.syntax", 4, 5, ""),
        ("a: {b: c\n", "yaml.syntax", 1, 9, ""),
        ("a:\n\tb: 2\n", "yaml.tab", 2, 1, ""),
        ("a: 1\nb:\n  c: 1\n  c: 2\n", "yaml.duplicate_key", 4, 3, "b.c"),
        ('{"a": {"x": 1,\n"x": 2}}', "yaml.duplicate_key", 2, 1, "a.x"),
        ("a: *nobody\n", "yaml.unknown_alias", 1, 4, "a"),
        ("a: &a [*a]\n", "yaml.alias_in_itself", 1, 8, "a[0]"),
        ("? [a]\n: b\n", "yaml.key_type", 1, 3, ""),
        ("a:\n  ~: b\n", "yaml.key_type", 2, 3, "a"),
        ("a: .nan\n", "yaml.not_json", 1, 4, "a"),
        ("a: !!int x\n", "yaml.tag", 1, 4, "a"),
        ("a: !!binary eA\u00e9\n", "yaml.tag", 1, 4, "a"),
        ("a: !!binary x\n", "yaml.tag", 1, 4, "a"),
        ("a: {<<: 5}\n", "yaml.merge", 1, 9, "a"),
        ("kind: X\n{{- if .Values.x }}\nb: 1\n{{- end }}\n", "yaml.template", 2, 1, ""),
        ("a: b\x07c\n", "yaml.control_character", 1, 5, ""),
        ("a: 1\nb: \0\n", "text.binary", 2, 4, ""),
        (b"\x7fELF\0\0", "text.binary", 1, 5, ""),
        (b"a: \xff\n", "text.not_utf8", 1, 4, ""),
        ('a: 1\nb: "\\0"\n', "yaml.control_character", 2, 4, "b"),
        ('{"a": 1,\n"b": "\\u0000"}', "text.nul", 2, 7, ""),
        ('{"a": 1,\n"b": "\\\\\\ud800x"}', "text.surrogate", 2, 9, ""),
        ('{"b": "\\ud83d\\ude00\\ude00"}', "text.surrogate", 1, 20, ""),
        ('{"b": "\ud800"}', "text.surrogate", 1, 8, ""),
        ("a: 1\nb: \udfff\n", "text.surrogate", 2, 4, ""),
        ('a: "\\ud800"\n', "yaml.syntax", 1, 7, ""),
    ],
)
def test_what_cannot_be_read_is_named_with_line_and_column(
    text: str | bytes, code: str, line: int, column: int, path: str
) -> None:
    (problem,) = yaml_source.read(text).problems

    assert (code, Position(line, column), path) == only_problem(text)
    assert not re.search(r"\{\w+\}", words.say(problem.code, problem.args))


def test_a_backslash_before_the_letters_of_nul_is_text() -> None:
    assert [{"a": r"\u0000"}] == values(r'{"a": "\\u0000"}')


def test_one_broken_document_does_not_take_the_others_with_it() -> None:
    source = yaml_source.read("a: 1\n---\nb: [\n---\nc: 3\n")

    assert [0, 2] == [document.index for document in source.documents]
    assert [1] == [problem.document for problem in source.problems]


def test_an_alias_bomb_is_refused_at_once() -> None:
    lines = ["a: &a [" + ",".join("x" * 9) + "]"]
    lines += [f"{c}: &{c} [{','.join([f'*{p}'] * 9)}]" for p, c in zip("abcdefghi", "bcdefghij", strict=True)]
    before = time.monotonic()

    code, place, _ = only_problem("\n".join(lines))

    assert "yaml.expands_too_far" == code
    assert place is not None
    assert time.monotonic() - before < 1


def test_nesting_is_bounded_in_yaml_and_json() -> None:
    for text in ("a: " + "[" * 200 + "]" * 200, '{"a": ' + "[" * 200 + "]" * 200 + "}", "[" * 100_000):
        assert "yaml.too_deep" == only_problem(text)[0]


def test_size_and_number_of_objects_are_bounded() -> None:
    large = yaml_source.read("x" * 11, max_bytes=10)
    many = yaml_source.read("---\na: 1\n" * 11, max_objects=10)

    assert ["text.too_large", "text.too_many_objects"] == [
        problem.code for source in (large, many) for problem in source.problems
    ]
    items = [{"kind": "Pod"}] * (limits.IMPORT_OBJECTS + 1)
    assert "text.too_many_objects" == only_problem(json.dumps({"kind": "PodList", "items": items}))[0]


def test_paths_are_found_again_in_yaml_and_json() -> None:
    yaml_text = (
        "metadata:\n  labels:\n    app.kubernetes.io/name: x\nspec:\n  containers:\n"
        "  - name: a\n  - name: b\n    resources: {requests: {cpu: -5}}\n"
    )
    source = yaml_source.read("first: 1\n---\n" + yaml_text)
    paths = [
        "spec.containers[1].resources.requests.cpu",
        "metadata.labels[app.kubernetes.io/name]",
        "metadata.labels.app.kubernetes.io/name",
        "spec.containers[0]",
        "spec.missing.deeper",
        "",
    ]

    result = source.locate(1, paths)

    expected = [(10, 28), (5, 5), (5, 5), (8, 5), (6, 1), (3, 1)]
    assert expected == [(result[path].line, result[path].column) for path in paths]
    as_json = yaml_source.read('{"spec": {"a": [1,\n {"b": 2}]}}')
    assert Position(2, 3) == as_json.locate(0, ["spec.a[1].b"])["spec.a[1].b"]


def test_megabytes_are_read_within_seconds() -> None:
    pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: p, labels: {a: b}}\nspec:\n  containers:\n" + (
        "  - name: c\n    image: i\n    resources:\n      requests: {cpu: 100m, memory: 1Gi}\n" * 20
    )
    text = f"{pod}---\n" * 3000
    assert len(text) > 4_000_000
    before = time.process_time()

    count = len(values(text))

    assert 3000 == count
    assert time.process_time() - before < 40


@pytest.mark.parametrize("style", ["a list", "documents", "JSON"])
def test_a_long_text_tells_how_much_of_it_has_been_read_however_it_is_written(style: str) -> None:
    items = [{"kind": "Pod", "metadata": {"name": f"p{number}"}} for number in range(1_200)]
    text = {
        "a list": "items: [" + ",\n".join(f"{{kind: Pod, name: p{n}}}" for n in range(1_200)) + "]\n",
        "documents": "---\n".join(f"kind: Pod\nname: p{n}\n" for n in range(1_200)),
        "JSON": json.dumps({"kind": "PodList", "items": items}),
    }[style]
    messages: list[float] = []

    yaml_source.read(text, progress=messages.append)

    assert len(messages) >= 2
    assert messages == sorted(messages)
    assert 0.7 < messages[-1] <= 1


MANAGED = "items:\n- metadata:\n    name: a\n    managedFields:\n{fields}    uid: b\n"
MANAGED_FIELDS = {
    "usual": ("    - manager: kubectl\n      fieldsV1:\n        f:a: {}\n", [{}]),
    "an alias": ("    - &x {a: 1}\n    - *x\n", [{}]),
    "an empty list": ("    - []\n", [{}]),
    "nothing in it": ("      []\n", []),
    "a text": ("      a\n", [{}]),
    "null": ("      null\n", None),
}


@pytest.mark.parametrize(("fields", "kept"), MANAGED_FIELDS.values(), ids=MANAGED_FIELDS)
def test_managed_fields_are_passed_over(fields: str, kept: Any) -> None:
    (document,) = yaml_source.read(MANAGED.format(fields=fields)).documents

    assert document.value == {"items": [{"metadata": {"name": "a", "managedFields": kept, "uid": "b"}}]}


def test_what_is_wrong_in_managed_fields_is_found() -> None:
    (problem,) = yaml_source.read(MANAGED.format(fields="    - a: *b\n")).problems

    assert problem.code == "yaml.unknown_alias"


def test_equal_parts_of_a_long_list_are_one_value() -> None:
    entry = "- spec:\n    containers:\n    - name: a\n  place: {n}\n"
    text = "items:\n" + "".join(entry.format(n=n) for n in range(600))
    (document,) = yaml_source.read(text).documents
    values = document.value["items"]

    assert len({id(value["spec"]["containers"]) for value in values}) == 1
    assert [value["place"] for value in values] == [*range(600)]


ODD_NUMBERS_AND_TEXTS = (
    *('{"a": 1' + "0" * 400 + "}", '{"a": 1e400}', '{"a": "\\u0000"}', '{"a\\ud800": 1}', 'a: "\\0"'),
    *('"\\0": 1', "a: 1" + "0" * 400, "a: !!float 1e999", "a: .inf", "? !!binary AAAA\n: 1", "1: {2.5: y}"),
    *("[" * 100 + "]" * 100, "[" * 101 + "]" * 101, "a: " + "[" * 99 + "]" * 99, "{" * 1 + "a: ~}"),
)


@pytest.mark.parametrize("text", ODD_NUMBERS_AND_TEXTS)
def test_a_reader_makes_nothing_that_the_core_refuses_as_json(text: str) -> None:
    documents = yaml_source.read(text).documents

    assert [not_json(document.value) for document in documents] == [None] * len(documents)

"""The table of fields: whole, and known to everyone who reads a field."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import scheduler_core
from scheduler_core.apiserver.validation.validation import RULES, check_of
from scheduler_core.objects.fields.table import BY_TYPE, FILE, IMMUTABLE, TYPE_RULES, TYPES
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.releases.releases import Release

CORE = Path(scheduler_core.__file__).parent
UPSTREAM = Path(__file__).with_name("validated_upstream.txt")
NOT_KEPT = {
    "ConfigMap.metadata",  # kinds upon which nothing acts stay outside
    "Secret.metadata",
    "ServiceAccount.metadata",
    "ConfigMap.data",  # described as they are, which is empty for those that come from outside
    "ConfigMap.binaryData",
    "Secret.type",
    "ServiceAccount.imagePullSecrets",
    "DaemonSetSpec.replicas",  # one parser serves all workloads, and one all requests of a claim
    "JobSpec.replicas",
    "DeviceSubRequest.adminAccess",
    "NodeCondition.message",  # the words of others, and where they are
    "PodCondition.message",
    "PodStatus.message",
    "NodeStatus.addresses",
    "PriorityClass.description",
}
"""What is read of objects that the model makes itself, and not kept of those that come from outside."""
ROWS = [(name, row) for name, rows in TYPES.items() for row in rows.values()]
ALONE = {"b", "i", "n", "o", "q", "s", "t", "x", "y"}
VALUES: Mapping[str, Any] = {
    "b": True,
    "i": 1,
    "n": 1.0,
    "o": {},
    "q": "1",
    "s": "x",
    "t": "2026-01-01T00:00:00Z",
    "x": 1,
    "y": "eA==",
}


def test_the_file_is_as_it_would_be_written() -> None:
    heads = {name: "+".join((name, *rules)) for name, rules in TYPE_RULES.items()}
    written = [" ".join((heads[name], *map(str, rows.values()))) for name, rows in TYPES.items()]

    assert FILE.read_text(encoding="utf-8").strip().replace("\n ", " ").split("\n") == written
    assert sorted(TYPES) == list(TYPES)


def test_every_shape_names_a_type() -> None:
    shapes = {row.shape.strip("[]{}") for _, row in ROWS} - ALONE

    assert set() == shapes - set(TYPES)


def test_every_kind_has_a_type_and_metadata() -> None:
    assert [] == [kind for kind in KINDS if "metadata" not in TYPES.get(kind, ())]


def test_no_two_fields_of_a_type_share_a_number() -> None:
    for name, rows in TYPES.items():
        numbers = [row.number for row in rows.values() if row.number]

        assert (name, len(numbers)) == (name, len(set(numbers)))


def test_every_feature_is_one_of_a_release() -> None:
    own = {field.name for field in fields(Release)}
    derived = {name for name, value in vars(Release).items() if isinstance(value, property)}

    assert set() == {row.feature for _, row in ROWS if row.feature} - own - derived


def upstream() -> Iterator[tuple[str, str]]:
    """Type and name of each field that upstream's validation names."""
    lines = UPSTREAM.read_text(encoding="utf-8").strip().replace("\n ", " ").split("\n")
    for name, *names in (line.split() for line in lines if not line.startswith("#")):
        for field in names:
            yield name, field


def test_a_field_that_upstream_validates_is_validated_or_its_row_says_that_it_is_not() -> None:
    named = list(upstream())
    rows = {(name, field): TYPES[name][field] for name, field in named}
    silent = [place for place, row in rows.items() if row.policy is not None and row.check is None]

    assert len(named) > 800
    assert [] == silent


def test_every_row_names_rules_that_there_are_and_every_rule_is_named() -> None:
    named = {rule for rules in TYPE_RULES.values() for rule in rules}
    for name, row in ROWS:
        check_of(name)  # fails for a check that there is not, or for a shape that says too little
        named |= {row.check or "", *row.rules}

    assert set() == set(RULES) - named
    assert {IMMUTABLE} == {rule for _, row in ROWS for rule in row.rules} - set(RULES)
    assert set() == {rule for rules in TYPE_RULES.values() for rule in rules} - set(RULES)


def test_a_field_that_is_left_to_a_rule_is_read_by_one() -> None:
    read = {
        node.value
        for file in (CORE / "apiserver/validation").glob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
    }
    left = [(name, row.name) for name, row in ROWS if row.check == BY_TYPE]

    assert len(left) > 50
    assert [] == [place for place in left if place[1] not in read]


class Watched(dict[str, Any]):
    """A value of a type that notes which of its fields are asked for."""

    def __init__(self, name: str, request: set[tuple[str, str]], depth: int = 9) -> None:
        self.type, self.keys = name, request
        super().__init__(
            {row.name: value(row.shape, request, depth - 1) for row in TYPES[name].values() if depth}
        )

    def __getitem__(self, key: str) -> Any:
        self.keys.add((self.type, key))
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        self.keys.add((self.type, key))
        return super().get(key, default)


def value(shape: str, request: set[tuple[str, str]], depth: int) -> Any:
    if shape[0] == "[":
        return [value(shape[1:-1], request, depth)]
    if shape[0] == "{":
        return {"x": value(shape[1:-1], request, depth)}
    return VALUES[shape] if shape in VALUES else Watched(shape, request, depth)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_what_is_parsed_is_kept_when_a_document_comes_from_outside(kind: str) -> None:
    requests: set[tuple[str, str]] = set()
    KINDS[kind].parse(Watched(kind, requests))
    lost = {
        f"{name}.{field}"
        for name, field in requests
        if field not in TYPES[name] or TYPES[name][field].policy is None
    }

    assert len(requests) > 0
    assert set() == lost - NOT_KEPT


def paths() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Where the core reads a manifest when it needs a field, and which field."""
    for file in sorted(CORE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case (
                    ast.Call(func=ast.Name("Read"), args=[_, *steps])
                    | ast.Call(func=ast.Name("find"), args=[ast.Attribute(attr="manifest"), *steps])
                ):
                    texts = tuple(step.value for step in steps if isinstance(step, ast.Constant))
                    if len(texts) == len(steps):
                        yield f"{file.relative_to(CORE)}:{node.lineno}", tuple(map(str, texts))


def is_kept(kind: str, path: tuple[str, ...]) -> bool:
    shape = kind
    for step in path:
        if shape[0] == "{" or shape == "o":
            return True
        row = TYPES.get(shape, {}).get(step)
        if row is None or (row.policy is None and f"{shape}.{step}" not in NOT_KEPT):
            return False
        shape = row.shape
    return True


def test_what_a_rule_reads_of_a_manifest_is_kept_of_some_kind() -> None:
    read = list(paths())
    lost = [
        f"{where}: {'.'.join(path)}" for where, path in read if not any(is_kept(kind, path) for kind in KINDS)
    ]

    assert len(read) > 10
    assert [] == lost


def test_a_path_that_is_lost_would_be_found() -> None:
    assert is_kept("Pod", ("spec", "nodeName"))
    assert not is_kept("Pod", ("spec", "hostIPC"))
    assert not is_kept("Pod", ("spec", "nodename"))

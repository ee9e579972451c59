"""The table of kinds is the only list of kinds in the core."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import scheduler_core
from scheduler_core.objects.kinds import DRAWN_ALONE, KINDS

CORE = Path(scheduler_core.__file__).parent
WATCHES = {"watches", "WATCHED_KINDS"}
# The field names of recorded cases are plurals of kinds: a file format, not a list of kinds.
FORMATS = {CORE / "parity" / "case_documents.py", CORE / "parity" / "case_cluster.py"}
# The histories of recorded clusters hold the kinds that their recorder wrote: a file format too.
RECORDED = CORE / "parity" / "live"


def test_each_kind_has_its_own_place_in_the_order_of_creation() -> None:
    assert list(range(len(KINDS))) == sorted(kind.creation_rank for kind in KINDS.values())


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("Namespace", "Pod"),
        ("PriorityClass", "Pod"),
        ("StorageClass", "PersistentVolumeClaim"),
        ("PersistentVolume", "PersistentVolumeClaim"),
        ("Deployment", "ReplicaSet"),
        ("ReplicaSet", "Pod"),
        ("Node", "CSINode"),
        ("DeviceClass", "ResourceClaim"),
        ("ResourceClaimTemplate", "Deployment"),
        ("ResourceClaim", "Pod"),
        ("Service", "EndpointSlice"),
        ("CronJob", "Job"),
    ],
)
def test_what_others_refer_to_is_created_first(first: str, then: str) -> None:
    assert KINDS[first].creation_rank < KINDS[then].creation_rank


def test_what_is_scaled_makes_pods_of_a_template() -> None:
    scalable = {kind.name for kind in KINDS.values() if kind.scalable}

    assert {"Deployment", "ReplicaSet", "StatefulSet", "ReplicationController"} == scalable
    assert scalable < {kind.name for kind in KINDS.values() if kind.has_template}


def test_a_kind_is_written_in_its_first_group() -> None:
    assert ["v1", "apps/v1", "storage.k8s.io/v1"] == [
        KINDS[name].api_version for name in ("Pod", "Deployment", "CSINode")
    ]


def test_classes_claims_volumes_services_and_groups_alone_are_no_board() -> None:
    drawn = {kind.name for kind in KINDS.values() if kind.view is not None}

    assert {
        "PodGroup",
        "PriorityClass",
        "PersistentVolume",
        "PersistentVolumeClaim",
        "Service",
        "Workload",
    } == drawn - DRAWN_ALONE


def test_no_other_list_of_kinds_stands_in_the_core() -> None:
    files = [
        file
        for file in CORE.rglob("*.py")
        if file.name not in ("kinds.py", "__init__.py")
        and file not in FORMATS
        and RECORDED not in file.parents
    ]
    lists = [
        f"{file.relative_to(CORE)}:{line}: {', '.join(names)}"
        for file in files
        for line, names in _lists_of_kinds(ast.parse(file.read_text()))
    ]

    assert len(files) > 250
    assert [] == lists


def test_a_list_of_kinds_would_be_found() -> None:
    source = """A = ("Deployment", "ReplicaSet", "Job", "x")
B = {"Job": 1, "Pod": 2, "Node": 3}
C = x in ["Pod", "Node"]
match x:
    case "Pod" | "Node" | "Job":
        pass
"""

    assert [1, 2, 5] == [line for line, _ in _lists_of_kinds(ast.parse(source))]


def _lists_of_kinds(tree: ast.Module) -> Iterator[tuple[int, list[str]]]:
    """Literal collections, maps to constants and patterns that name three kinds or more; which kinds an actor
    watches is the actor's own.
    """
    own = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and {ast.unparse(target) for target in node.targets} & WATCHES
        for part in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in own:
            continue
        match node:
            case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
                named = elements
            case ast.Dict(keys=keys, values=values) if all(isinstance(one, ast.Constant) for one in values):
                named = [key for key in keys if key is not None]
            case ast.MatchOr(patterns=patterns):
                named = [one.value for one in patterns if isinstance(one, ast.MatchValue)]
            case _:
                continue
        names = [one.value for one in named if isinstance(one, ast.Constant) and one.value in KINDS]
        if len(names) > 2:
            yield node.lineno, names

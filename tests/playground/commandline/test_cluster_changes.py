"""What changed in a cluster between two polls."""

from __future__ import annotations

import json
from typing import Any

import pytest

from playground import limits
from playground.commandline.cluster_changes import by_key, changes, opening
from playground.texts.manifests import importer
from scheduler_core import parse_input
from tests.builders import node, pod

START, LATER = "2026-01-01T12:00:00Z", "2026-01-01T12:00:10Z"


def at(manifest: dict[str, Any], moment: str, **status: Any) -> dict[str, Any]:
    placed = {"namespace": "default"} if manifest["kind"] == "Pod" else {}
    metadata = {**manifest["metadata"], **placed, "creationTimestamp": moment, "resourceVersion": moment}
    return {**manifest, "metadata": metadata, "status": {**manifest.get("status", {}), **status}}


def between(before: list[dict[str, Any]], now: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return list(changes(by_key(before), by_key(now), LATER, START))


def test_moments_and_versions_alone_are_no_change() -> None:
    assert [] == between([at(pod("a"), START)], [at(pod("a"), LATER)])


def test_what_is_new_changed_or_gone_is_one_input() -> None:
    before = [at(pod("stays"), START), at(pod("goes"), START), at(pod("runs"), START, phase="Pending")]
    now = [at(pod("stays"), START), at(pod("comes"), LATER), at(pod("runs"), START, phase="Running")]
    (made,) = between(before, now)
    by_name = {item["metadata"]["name"]: item for item in made["document"]["items"]}

    assert ["goes", "comes", "runs"] == [item["name"] for item in made["objects"]]
    assert ["comes", "runs"] == list(by_name)
    assert (LATER, START) == (
        made["document"]["metadata"]["creationTimestamp"],
        by_name["comes"]["metadata"]["creationTimestamp"],
    )
    assert made["verb"] == parse_input(made).verb  # type: ignore[union-attr]


def test_leases_and_slices_are_no_change() -> None:
    lease = {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease", "metadata": {"name": "n1"}}

    assert {} == by_key([lease])


def test_a_large_poll_becomes_inputs_that_a_run_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "INPUT_CHARACTERS_MAX", 4_000)
    made = between([], [at(node(f"n{number}"), START) for number in range(20)])

    assert len(made) > 1
    assert max(len(json.dumps(item)) for item in made) <= limits.INPUT_CHARACTERS_MAX
    assert 20 == sum(len(item["objects"]) for item in made)


def test_the_run_begins_at_the_moment_of_the_first_poll() -> None:
    imported = importer.import_text(opening([at(node("n1"), START)], START), add_nodes=False)

    assert (False, START) == (imported.failed, json.loads(imported.canonical or "{}")["start"])

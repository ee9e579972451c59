"""Objects that occur twice in a text, and the sign that a text holds two clusters."""

from __future__ import annotations

from collections.abc import Iterable

from scheduler_core.apiserver.documents.items import Item, ReportEntry
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.problem import Problem

_OF_A_CLUSTER = frozenset(("Node", "Namespace"))
"""Kinds whose objects live as long as their cluster or their machine."""


def repeated(earlier: Item, later: Item) -> ReportEntry:
    """What the report says of an object in whose place a later one of the same name is used."""
    if earlier.manifest == later.manifest:
        return earlier.entry("kept.repeated", document=later.document)
    other = bool(earlier.uid and later.uid and earlier.uid != later.uid)
    return earlier.entry("changed.other_uid" if other else "changed.duplicate", document=later.document)


def two_clusters(report: Iterable[ReportEntry]) -> Problem | None:
    """The problem of the first node or namespace with two uids."""
    for entry in report:
        if entry.code == "changed.other_uid" and entry.kind in _OF_A_CLUSTER:
            name = f"{entry.kind} {entry.name}"
            args: dict[str, Json] = {"text": f"{name} occurs with two uids", "object": name}
            return Problem(entry.path, "invalid.two_clusters", args, entry.document, severity="warning")
    return None


def same_node(earlier: Item, later: Item) -> Problem | None:
    """The problem of two nodes of one name that may be two machines: they differ, and no uids say what they
    are."""
    if later.kind != "Node" or (earlier.uid and later.uid) or earlier.manifest == later.manifest:
        return None
    first, other, name = earlier.at("metadata.name"), later.at("metadata.name"), f"Node {later.name}"
    args: dict[str, Json] = {
        "text": f"{name} occurs again at {other}",
        "object": name,
        "document": later.document,
        "other": other,
    }
    return Problem(first, "invalid.same_node", args, earlier.document, severity="warning")

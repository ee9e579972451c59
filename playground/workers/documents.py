"""Questions about the document of a run. Code that reads and writes YAML is imported on first use."""

from __future__ import annotations

from typing import Any

from scheduler_core import Argument, Problem, Query, rolling_upgrade

_TEXT = Argument("text", "string")


def document(recording: Any, seq: int) -> Any:
    """The document of the run, for editing."""
    from playground.workers import changed_document

    return changed_document.document(recording)


def changed(recording: Any, seq: int, text: str, whole: bool) -> Any:
    """The run before and after its document is changed to `text`."""
    from playground.workers import changed_document

    return changed_document.changed(recording, text, whole).encode("ascii")


def beside(recording: Any, seq: int, what: str, value: str, whole: bool) -> Any:
    """The run beside a variant of it, or beside itself with chips; None when it has no such value."""
    from playground.workers import changed_document

    answer = changed_document.beside(recording, seq, what, value, whole)
    return answer.encode("ascii") if isinstance(answer, str) else answer


def with_chips(recording: Any, seq: int, chips: Any) -> Any:
    """The values to store for the run with its chips."""
    from playground.workers import changed_document

    return changed_document.with_chips(recording, seq, chips)


def chips_document(recording: Any, seq: int, chips: Any) -> Any:
    """The document of the run with its chips."""
    from playground.workers import changed_document

    return changed_document.chips_document(recording, seq, chips)


def kept(recording: Any, seq: int, text: str, second: float) -> Any:
    """The values to store after the run's document was changed to `text`."""
    from playground.workers import changed_document

    return changed_document.kept(recording, text, second)


def varied(recording: Any, seq: int, what: str, value: str) -> Any:
    """The document of the run with one value changed; None when the run has no such value."""
    from playground.workers import changed_document

    return changed_document.varied(recording, what, value)


def rolled(recording: Any, seq: int, to: str, most: int) -> Any:
    """`{canonical, seed, stuck}`: the scenario of a rolling upgrade of the nodes, and the node that it does
    not empty."""
    from playground.texts.manifests.importer import canonical_text

    upgraded = rolling_upgrade(recording, seq, to, most)
    if isinstance(upgraded, Problem):
        return upgraded
    scenario = upgraded.scenario
    return {"canonical": canonical_text(scenario), "seed": scenario.seed, "stuck": upgraded.stuck}


QUERIES = {
    "rolled": Query(rolled, (Argument("to", "string"), Argument("most", "integer"))),
    "document": Query(document),
    "changed": Query(changed, (_TEXT, Argument("whole", "boolean"))),
    "beside": Query(
        beside, (Argument("what", "string"), Argument("value", "string"), Argument("whole", "boolean"))
    ),
    "chips_document": Query(chips_document, (Argument("chips", "array"),)),
    "with_chips": Query(with_chips, (Argument("chips", "array"),)),
    "kept": Query(kept, (_TEXT, Argument("second", "number"))),
    "varied": Query(varied, (Argument("what", "string"), Argument("value", "string")), nullable=True),
}

"""Questions about the document of a run. What reads and writes YAML is loaded when it is needed."""

from __future__ import annotations

from typing import Any

from scheduler_core import Argument, Query

_TEXT = Argument("text", "string")


def document(recording: Any, seq: int) -> Any:
    """The document of the run, for somebody who changes it."""
    from playground.workers import changed_document

    return changed_document.document(recording)


def changed(recording: Any, seq: int, text: str, whole: bool) -> Any:
    """The run as it is and as it goes after its document was changed into `text`."""
    from playground.workers import changed_document

    return changed_document.changed(recording, text, whole).encode("ascii")


def kept(recording: Any, seq: int, text: str, second: float) -> Any:
    """What is to be stored of the run's document after it was changed into `text`."""
    from playground.workers import changed_document

    return changed_document.kept(recording, text, second)


def varied(recording: Any, seq: int, what: str, value: str) -> Any:
    """The document of the run with another value in one respect; None where it has nothing of the kind."""
    from playground.workers import changed_document

    return changed_document.varied(recording, what, value)


QUERIES = {
    "document": Query(document),
    "changed": Query(changed, (_TEXT, Argument("whole", "boolean"))),
    "kept": Query(kept, (_TEXT, Argument("second", "number"))),
    "varied": Query(varied, (Argument("what", "string"), Argument("value", "string")), nullable=True),
}

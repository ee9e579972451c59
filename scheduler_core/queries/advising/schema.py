"""The answer of the question `advice` as a JSON schema, for programs that read it."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.objects.manifest import Json

_TEXT: Mapping[str, Json] = {"type": "string"}
_SENTENCE: Mapping[str, Json] = {
    "type": "object",
    "properties": {"id": _TEXT, "args": {"type": "object"}},
    "required": ["id"],
}
_LINE: Mapping[str, Json] = {
    "type": "object",
    "properties": {"line": _TEXT, "documents": {"type": "array", "items": {"type": "object"}}},
    "required": ["line", "documents"],
    "additionalProperties": False,
}
FIELDS: Mapping[str, Mapping[str, Json]] = {
    "id": {**_TEXT, "description": "the same for the same changes"},
    "messages": {"type": "array", "items": _SENTENCE, "description": "the changes"},
    "price": {"type": "array", "items": _SENTENCE, "description": "what the changes cost or allow besides"},
    "note": {"anyOf": [_SENTENCE, {"type": "null"}], "description": "where the changes belong"},
    "lines": {
        "type": "array",
        "items": _LINE,
        "description": "kubectl lines that do the same, each with the manifests that it reads",
    },
    "inputs": {
        "type": "array",
        "items": {"type": "object"},
        "description": "inputs for a fork of this step, in this order",
    },
    "pod": {**_TEXT, "description": "the pod that then gets its node, the same or its successor"},
    "node": {**_TEXT, "description": "its node"},
    "result": {
        "enum": ["bound", "nominated", "none"],
        "description": "bound; nominated after a preemption; none for a remark about what does not help",
    },
    "victims": {"type": "array", "items": _TEXT, "description": "the pods that are preempted"},
    "group": {
        "anyOf": [
            {
                "type": "object",
                "properties": {"name": _TEXT, "placed": {"type": "array", "items": {"type": "object"}}},
                "required": ["name", "placed"],
            },
            {"type": "null"},
        ],
        "description": "the group that then fits, and where its pods go; null for a pod without one",
    },
}
ADVICE: Mapping[str, Json] = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {**FIELDS},
        "required": [*FIELDS],
        "additionalProperties": False,
    },
}

"""Bodies of requests as JSON values."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from playground import limits
from playground.texts.manifests.texts import read_json
from playground.texts.manifests.yaml_source import read
from scheduler_core import TEMPLATES, Problem, ProtobufError, fill, from_protobuf, not_json

JSON_TYPES = frozenset(
    (
        "",
        "*/*",
        "application/json",
        "application/json-patch+json",
        "application/merge-patch+json",
        "application/strategic-merge-patch+json",
    )
)
YAML_TYPES = frozenset(("application/yaml", "application/apply-patch+yaml"))
PROTOBUF = "application/vnd.kubernetes.protobuf"


@dataclass(frozen=True, slots=True)
class Body:
    value: Any = None
    duplicates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unreadable:
    """`code` is the HTTP status; `text` is the reason."""

    code: int
    text: str


class _Pairs:
    """Collects the keys that occur twice in a map."""

    def __init__(self) -> None:
        self.twice: list[str] = []

    def __call__(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        entries: dict[str, Any] = {}
        for key, value in pairs:
            if key in entries:
                self.twice.append(key)
            entries[key] = value
        return entries


_OBJECT = "couldn't get version/kind; json parse error: "
_BEFORE = {
    "application/json-patch+json": "error decoding patch: ",
    "application/merge-patch+json": "error decoding patch: ",
    "application/strategic-merge-patch+json": "",
}
_WHERE = {
    "Expecting value": "looking for beginning of value",
    "Expecting property name": "looking for beginning of object key string",
    "Expecting ':'": "after object key",
    "Expecting ','": "after object key:value pair",
    "Illegal trailing comma": "looking for beginning of object key string",
    "Extra data": "after top-level value",
}


def go_words(error: ValueError) -> str:
    """The error of Go's decoder for a text that is not JSON. Source: encoding/json scanner.go."""
    if not isinstance(error, json.JSONDecodeError):
        return str(error)[:200]
    rest = error.doc[error.pos :].lstrip()
    if not rest or error.msg.startswith("Unterminated string"):
        return "unexpected end of JSON input"
    where = next((words for start, words in _WHERE.items() if error.msg.startswith(start)), "")
    return f"invalid character {rest[0]!r} {where}" if where else error.msg


def media_type(content_type: str) -> str:
    return content_type.partition(";")[0].strip().lower()


def read_body(data: bytes, content_type: str) -> Body | Unreadable:
    """The value of a body; without a media type it is JSON."""
    kind = media_type(content_type)
    if not data:
        return Body()
    if kind in YAML_TYPES and not data.lstrip().startswith(b"{"):
        return _yaml(data)
    if kind == PROTOBUF:
        try:
            made = from_protobuf(data)
        except ProtobufError as error:
            return Unreadable(400, str(error))
        wrong = not_json(made)
        return Body(made) if wrong is None else Unreadable(400, _sentence(wrong))
    if kind not in JSON_TYPES and kind not in YAML_TYPES:
        accepted = "application/json, application/yaml"
        return Unreadable(
            415,
            f"the body of the request was in an unknown format - accepted media types include: {accepted}",
        )
    pairs = _Pairs()
    value = read_json(data, pairs=pairs, words=go_words)
    if isinstance(value, Problem):
        return Unreadable(400, f"{_BEFORE.get(kind, _OBJECT)}{_sentence(value)}")
    return Body(value, tuple(pairs.twice))


def _yaml(data: bytes) -> Body | Unreadable:
    source = read(data, max_expanded=limits.INPUT_EXPANDED)
    if source.problems:
        return Unreadable(400, f"error converting YAML to JSON: yaml: {source.problems[0].code}")
    if len(source.documents) != 1:
        return Unreadable(400, f"the body must hold one document, got {len(source.documents)}")
    return Body(source.documents[0].value)


def _sentence(wrong: Problem) -> str:
    """The sentence in English, like all texts of the Kubernetes API."""
    if wrong.code == "value.too_deep":
        return "exceeded max depth"
    text = wrong.args.get("detail") or fill(TEMPLATES[wrong.code], wrong.args)
    return f"{wrong.path}: {text}" if wrong.path else str(text)

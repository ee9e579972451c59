"""An object that a client of the API writes, as it is kept.

What may be secret goes as everywhere (`secrets`), but the annotations and the messages of conditions stay:
their author wrote them here, and reads them back. kubectl's copy of what was applied loses what the object
itself loses.
"""

from __future__ import annotations

import json

from scheduler_core.apiserver.documents.secrets import LAST_APPLIED, drop_secrets
from scheduler_core.objects.kinds import INERT
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text, texts, with_value

_PLACES = (
    ("metadata", "annotations"),
    ("spec", "template", "metadata", "annotations"),
    ("spec", "jobTemplate", "spec", "template", "metadata", "annotations"),
)
_OF_INERT = (
    "apiVersion",
    "kind",
    "type",
    "immutable",
    "secrets",
    "imagePullSecrets",
    "automountServiceAccountToken",
)
_OF_METADATA = (
    "name",
    "namespace",
    "generateName",
    "uid",
    "resourceVersion",
    "creationTimestamp",
    "labels",
    "annotations",
    "finalizers",
    "ownerReferences",
)
_MOST_COPY = 256 * 1024
_MOST_MESSAGE = 1024


def as_written(document: Manifest) -> Manifest:
    """The object without secrets. Doing it twice removes nothing more."""
    kept, _ = drop_secrets(document)
    made = mapping(kept)
    if text(document.get("kind")) in INERT:
        made = _inert(document, made)
    for place in _PLACES:
        given = texts(find(document, *place))
        if given and find(made, *place[:-1]) is not None:
            cleaned = ((key, _copy(value) if key == LAST_APPLIED else value) for key, value in given.items())
            annotations: dict[str, Json] = {key: value for key, value in cleaned if value}
            made = with_value(made, place, {**annotations, **_empty(given)})
    return _with_messages(document, made)


def _with_messages(document: Manifest, made: Manifest) -> Manifest:
    """The object with the messages of the conditions in its status, of at most `_MOST_MESSAGE` characters."""
    given = {text(find(entry, "type")): entry for entry in items(find(document, "status", "conditions"))}
    kept = items(find(made, "status", "conditions"))
    if not any(text(find(entry, "message")) for entry in given.values()):
        return made
    conditions: list[Json] = []
    for entry in kept:
        words = text(find(given.get(text(find(entry, "type"))), "message"))
        conditions.append({**mapping(entry), "message": words[:_MOST_MESSAGE]} if words else entry)
    return with_value(made, ("status", "conditions"), conditions)


def _inert(document: Manifest, made: Manifest) -> Manifest:
    """An object upon which nothing acts: its known fields, and of its data the keys."""
    kept = {name: made[name] for name in _OF_INERT if name in made}
    metadata = mapping(made.get("metadata"))
    kept["metadata"] = {name: metadata[name] for name in _OF_METADATA if name in metadata}
    for field in ("data", "stringData", "binaryData"):
        given = mapping(document.get(field))
        if given:
            place = "data" if field == "stringData" else field
            keys: dict[str, Json] = dict.fromkeys(map(str, given), "")
            kept[place] = {**mapping(kept.get(place)), **keys}
    return kept


def _empty(given: Manifest) -> dict[str, Json]:
    return {key: value for key, value in given.items() if value == ""}


def _copy(configuration: str) -> str:
    """The last applied configuration without secrets; "" for a text that is not a JSON object."""
    if len(configuration) > _MOST_COPY:
        return ""
    try:
        document = json.loads(configuration)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(document, dict):
        return ""
    return json.dumps(as_written(document), separators=(",", ":"), sort_keys=True) + "\n"

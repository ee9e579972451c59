"""`kubectl describe` of kinds for which kubectl has no describer: all fields of the object, under labels
that are made from their names.

Source: k8s.io/kubectl/pkg/describe `genericDescriber`, `printUnstructuredContent`, `smartLabelFor` (v0.37).
"""

from __future__ import annotations

import re

from scheduler_core.kubectl.describe.common import (
    Events,
    annotation_lines,
    describe_events,
    label_lines,
    listing,
)
from scheduler_core.kubectl.describe.tab_writer import Tabbed
from scheduler_core.objects import Object
from scheduler_core.objects.manifest import Json, Manifest, is_map

_PRINTED_ABOVE = {
    f".metadata.{field}" for field in ("managedFields", "name", "namespace", "labels", "annotations")
}
_ACRONYMS = {"API", "URL", "UID", "OSB", "GUID"}
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z][a-z]*|[a-z]+|-+")
"""The words of a name in camel case; the last of several capitals belongs to the small letters behind it."""


def describe_fields(stored: Object, events: Events, now_ms: int) -> str:
    """The text for an object of a kind without a describer of its own. Fields are in alphabetical order."""
    out = Tabbed()
    out.line(0, f"Name:\t{stored.meta.name}")
    out.line(0, f"Namespace:\t{stored.meta.namespace}")
    listing(out, "Labels", label_lines(stored.meta.labels))
    listing(out, "Annotations", annotation_lines(stored.meta.annotations))
    _fields(out, 0, stored.manifest, "")
    describe_events(out, events, now_ms)
    return out.text()


def _fields(out: Tabbed, level: int, content: Manifest, path: str) -> None:
    for name in sorted(content):
        value, place = content[name], f"{path}.{name}"
        if place in _PRINTED_ABOVE:
            continue
        if is_map(value):
            out.line(level, f"{label_of(name)}:")
            _fields(out, level + 1, value, place)
        elif isinstance(value, (list, tuple)):
            out.line(level, f"{label_of(name)}:")
            for entry in value:
                if is_map(entry):
                    _fields(out, level + 1, entry, place)
                else:
                    out.line(level + 1, value_text(entry))
        else:
            out.line(level, f"{label_of(name)}:\t{value_text(value)}")


def value_text(value: Json) -> str:
    """A value as Go's `%v` prints it."""
    if value is None:
        return "<nil>"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return f"[{' '.join(map(value_text, value))}]"
    return str(value)


def label_of(name: str) -> str:
    """`resourceVersion` as `Resource Version`; a name with other characters than letters and `-` stays."""
    if not all(character.isalpha() or character == "-" for character in name):
        return name
    words = _WORDS.findall(name)
    return " ".join(
        word.upper() if word.upper() in _ACRONYMS else word[:1].upper() + word[1:] for word in words
    )

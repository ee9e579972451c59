"""An Event that a client of the API writes, as it is kept: what it says about which object.

Both forms are read, that of the core group and that of events.k8s.io. Source: pkg/apis/core/v1/conversion.go
`Convert_v1_Event…`, pkg/apis/core/validation/events.go (v1.34).
"""

from __future__ import annotations

from scheduler_core.objects.manifest import Json, Manifest, find, mapping, text

MOST_MESSAGE, MOST_WORD = 1_024, 253
TYPES = ("Normal", "Warning")


def reported(document: Manifest) -> Manifest:
    """The core/v1 Event with the fields that are shown. Doing it twice changes nothing more."""
    metadata = mapping(document.get("metadata"))
    about = mapping(document.get("involvedObject")) or mapping(document.get("regarding"))
    source = mapping(document.get("source")) or mapping(document.get("deprecatedSource"))
    component = text(document.get("reportingComponent")) or text(document.get("reportingController"))
    message = text(document.get("message")) or text(document.get("note"))
    type_ = text(document.get("type"))
    made: dict[str, Json] = {
        "apiVersion": "v1",
        "kind": "Event",
        "metadata": _words(metadata, ("name", "generateName", "namespace")),
        "involvedObject": _words(about, ("apiVersion", "kind", "namespace", "name", "uid", "fieldPath")),
        "type": type_ if type_ in TYPES else "Normal",
        "reason": text(document.get("reason"))[:MOST_WORD],
        "message": message[:MOST_MESSAGE],
        "source": _words({"component": component or source.get("component"), "host": source.get("host")}),
    }
    return made


def _words(value: Manifest, names: tuple[str, ...] = ("component", "host")) -> dict[str, Json]:
    return {name: text(value[name])[:MOST_WORD] for name in names if text(value.get(name))}


def about_key(event: Manifest) -> str:
    """`namespace/name` (or `name`) of the object that a kept Event is about."""
    about = mapping(find(event, "involvedObject"))
    namespace, name = text(about.get("namespace")), text(about.get("name"))
    return f"{namespace}/{name}" if namespace else name

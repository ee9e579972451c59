"""What is never stored: the data of Secrets and ConfigMaps, and the values of environment variables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scheduler_core.objects.manifest import Json, Manifest, items, mapping, text

LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration"
_DATA_FIELDS = {"Secret": ("data", "stringData"), "ConfigMap": ("data", "binaryData")}
_MAX_DEPTH = 60


@dataclass(frozen=True, slots=True)
class Dropped:
    """What was taken out: `code` as in the report, `path` of the first place, `args` with how many; `owner`
    is the path of the object it was taken from ("" = the document itself).
    """

    code: str
    path: str
    args: Mapping[str, Json] = field(default_factory=dict)
    owner: str = ""


def drop_secrets(document: Json) -> tuple[Json, tuple[Dropped, ...]]:
    """A copy of a document without anything secret, and one entry per thing taken out.

    Keys stay where they tell something harmless (an env variable keeps its name, a Secret its `type`). Lists
    of every kind are looked into. Doing it twice changes nothing more. Entries' paths start at the document.
    """
    dropped: list[Dropped] = []
    return _clean_document(document, "", dropped, 0), tuple(dropped)


def _clean_document(value: Json, path: str, dropped: list[Dropped], depth: int) -> Json:
    if not isinstance(value, (dict, Mapping)):
        return value
    if isinstance(value.get("items"), (list, tuple)) and depth < 3:
        entries = [
            _clean_document(
                _with_kind(entry, value),
                f"{path}.items[{index}]" if path else f"items[{index}]",
                dropped,
                depth + 1,
            )
            for index, entry in enumerate(items(value["items"]))
        ]
        return {**value, "items": entries}
    return _clean_object(value, path, dropped)


def _with_kind(entry: Json, parent: Manifest) -> Json:
    """Items of a typed list (SecretList) may leave their kind out."""
    kind = text(parent.get("kind"))
    if (
        isinstance(entry, (dict, Mapping))
        and not entry.get("kind")
        and kind.endswith("List")
        and kind != "List"
    ):
        return {"apiVersion": parent.get("apiVersion") or "v1", "kind": kind.removesuffix("List"), **entry}
    return entry


def _clean_object(value: Manifest, path: str, dropped: list[Dropped]) -> Json:
    cleaned = dict(value)
    prefix = f"{path}." if path else ""
    for name in _DATA_FIELDS.get(text(value.get("kind")), ()):
        if name in cleaned:
            count = len(mapping(cleaned.pop(name)))
            if count:
                code = "dropped.secret_data" if value.get("kind") == "Secret" else "dropped.config_data"
                dropped.append(Dropped(code, f"{prefix}{name}", {"count": count}, path))
    values: list[str] = []
    copies: list[str] = []
    for name, entry in cleaned.items():
        if name not in ("apiVersion", "kind") and isinstance(entry, (dict, list, tuple, Mapping)):
            cleaned[name] = _without_values(entry, f"{prefix}{name}", values, copies, 0)
    if copies:
        dropped.append(Dropped("dropped.last_applied", copies[0], owner=path))
    if values:
        dropped.append(Dropped("dropped.env_value", values[0], {"count": len(values)}, path))
    return cleaned


def _without_values(value: Json, path: str, values: list[str], copies: list[str], depth: int) -> Json:
    """Without env values and kubectl's copies of them, wherever they stand; the lists get the paths."""
    if depth > _MAX_DEPTH:
        # Deeper than any object of Kubernetes: not looked into, hence not kept.
        return None
    if isinstance(value, (dict, Mapping)):
        changed: dict[str, Json] | None = None
        for name, entry in value.items():
            if not isinstance(entry, (dict, list, tuple, Mapping)):
                continue
            here = f"{path}.{name}"
            if name == "env" and isinstance(entry, (list, tuple)):
                kept: Json = [
                    _without_value(variable, f"{here}[{index}]", values)
                    for index, variable in enumerate(entry)
                ]
            elif name == "annotations" and isinstance(entry, (dict, Mapping)) and LAST_APPLIED in entry:
                kept = {key: note for key, note in entry.items() if key != LAST_APPLIED}
                copies.append(f"{here}[{LAST_APPLIED}]")
            else:
                kept = _without_values(entry, here, values, copies, depth + 1)
            if kept is not entry:
                changed = changed if changed is not None else dict(value)
                changed[name] = kept
        return value if changed is None else changed
    if isinstance(value, (list, tuple)):
        entries: list[Json] = []
        same = True
        for index, entry in enumerate(value):
            kept = entry
            if isinstance(entry, (dict, list, tuple, Mapping)):
                kept = _without_values(entry, f"{path}[{index}]", values, copies, depth + 1)
            same = same and kept is entry
            entries.append(kept)
        return value if same else entries
    return value


def _without_value(variable: Json, path: str, places: list[str]) -> Json:
    if not isinstance(variable, (dict, Mapping)) or variable.get("value") in (None, ""):
        return variable
    places.append(f"{path}.value")
    return {name: entry for name, entry in variable.items() if name != "value"}

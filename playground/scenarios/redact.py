"""What may be secret is dropped before anything is stored, shown or logged.

Dropped are `data` and `stringData` of Secrets, `data` and `binaryData` of ConfigMaps, every `env[].value`
wherever it stands, and the annotation in which kubectl keeps a copy of all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration"
_DATA: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "Secret": ("dropped.secret_data", ("data", "stringData")),
    "ConfigMap": ("dropped.config_data", ("data", "binaryData")),
}


@dataclass(frozen=True, slots=True)
class Dropped:
    """One place from which something was taken; `names` are keys, never values."""

    code: str
    path: str
    names: tuple[str, ...]


def clean(document: Any) -> tuple[Any, tuple[Dropped, ...]]:
    """`document` without what may be secret, and what was taken.

    The argument is not changed; what holds nothing secret is shared with it.
    """
    dropped: list[Dropped] = []
    return _clean(document, "", "", dropped), tuple(dropped)


def _clean(value: Any, path: str, default_kind: str, dropped: list[Dropped]) -> Any:
    if isinstance(value, dict):
        return _clean_map(value, path, default_kind, dropped)
    if isinstance(value, list):
        changed: list[Any] | None = None
        for index, item in enumerate(value):
            if isinstance(item, dict | list):
                new = _clean(item, f"{path}[{index}]", default_kind, dropped)
                if new is not item:
                    changed = list(value) if changed is None else changed
                    changed[index] = new
        return value if changed is None else changed
    return value


def _clean_map(value: dict[str, Any], path: str, default_kind: str, dropped: list[Dropped]) -> dict[str, Any]:
    result = value
    kind = value.get("kind", default_kind)
    if isinstance(kind, str) and kind in _DATA:
        code, fields = _DATA[kind]
        for field in fields:
            if value.get(field):
                held = value[field]
                names = tuple(map(str, held)) if isinstance(held, dict) else ()
                dropped.append(Dropped(code, _join(path, field), names))
            if field in value:
                result = {key: inner for key, inner in result.items() if key != field}
    for key, inner in value.items():
        if key not in result or not isinstance(inner, dict | list):
            continue
        here = _join(path, key)
        new: Any = inner
        if key == "env" and isinstance(inner, list):
            new = _clean_env(inner, here, dropped)
        elif key == "annotations" and isinstance(inner, dict) and LAST_APPLIED in inner:
            new = {name: text for name, text in inner.items() if name != LAST_APPLIED}
            dropped.append(Dropped("dropped.last_applied", here, (LAST_APPLIED,)))
        items_of = kind[:-4] if key == "items" and isinstance(kind, str) and kind.endswith("List") else ""
        new = _clean(new, here, items_of, dropped)
        if new is not inner:
            result = dict(result) if result is value else result
            result[key] = new
    return result


def _clean_env(entries: list[Any], path: str, dropped: list[Dropped]) -> list[Any]:
    names = tuple(
        str(entry.get("name", index))
        for index, entry in enumerate(entries)
        if isinstance(entry, dict) and entry.get("value") not in (None, "")
    )
    if not names:
        return entries
    dropped.append(Dropped("dropped.env_value", path, names))
    return [
        {key: inner for key, inner in entry.items() if key != "value"} if isinstance(entry, dict) else entry
        for entry in entries
    ]


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key

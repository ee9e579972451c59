"""Writes YAML text as kubectl prints it: block style, lists not indented, strings quoted when needed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from playground.texts.manifests.yaml_values import TIMESTAMP, plain_value

_SAFE = re.compile(r"[A-Za-z0-9_/.][A-Za-z0-9_/.@+=,()%<>-]*(?:[ :][A-Za-z0-9_/.@+=,()%<>-]+)*\Z")
_UNPRINTABLE = re.compile(
    "[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)


def dump_documents(documents: Iterable[Any]) -> str:
    """The documents separated by `---`."""
    return "---\n".join(dump(document) for document in documents)


def dump(value: Any, *, sort_keys: bool = False) -> str:
    """One document. `sort_keys` gives kubectl's order; otherwise the order of the value is kept."""
    lines: list[str] = []
    _block(value, "", "", lines, sort_keys)
    return "\n".join(lines) + "\n"


def _block(value: Any, lead: str, indent: str, lines: list[str], sort_keys: bool) -> None:
    """Writes `value`: the first line begins with `lead`, further ones with `indent`."""
    if isinstance(value, Mapping) and value:
        for key in sorted(value) if sort_keys else value:
            inner = value[key]
            start = f"{lead}{_string(str(key))}:"
            lead = indent
            if isinstance(inner, Mapping) and inner:
                lines.append(start)
                _block(inner, indent + "  ", indent + "  ", lines, sort_keys)
            elif isinstance(inner, list | tuple) and inner:
                lines.append(start)
                _block(inner, indent, indent, lines, sort_keys)
            else:
                _scalar_line(inner, start + " ", indent, lines)
    elif isinstance(value, list | tuple) and value:
        for inner in value:
            _block(inner, lead + "- ", indent + "  ", lines, sort_keys)
            lead = indent
    else:
        _scalar_line(value, lead, indent, lines)


def _scalar_line(value: Any, lead: str, indent: str, lines: list[str]) -> None:
    if isinstance(value, str) and _fits_literal(value):
        body = value.split("\n")
        lines.append(lead + ("|" if value.endswith("\n") else "|-"))
        body = body[:-1] if value.endswith("\n") else body
        lines.extend(f"{indent}  {line}" if line else "" for line in body)
    else:
        lines.append(lead + _scalar(value))


def _fits_literal(text: str) -> bool:
    return (
        "\n" in text
        and text[0] not in " \n\t"
        and not text.endswith("\n\n")
        and text.strip() != ""
        and not any(line != line.rstrip() for line in text.split("\n"))
        and not _UNPRINTABLE.search(text)
    )


def _scalar(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        text = repr(value)
        return text if "e" not in text or "." in text else text.replace("e", ".0e")
    if isinstance(value, Mapping):
        return "{}"
    if isinstance(value, list | tuple):
        return "[]"
    return _string(str(value))


def _string(text: str) -> str:
    if _SAFE.match(text) and isinstance(plain_value(text), str) and not TIMESTAMP.match(text):
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    return _UNPRINTABLE.sub(lambda match: f"\\U{ord(match.group()):08x}", quoted)

"""The YAML and the description of an object in which values can be turned or typed over by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import yaml
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from scheduler_core import member_path

_NUMBERS = frozenset(("number", "quantity", "number or text"))
_MOST_CHARACTERS = 60_000
"""A longer text is shown as it is."""


def turned(text: str, fields: Sequence[Mapping[str, Any]]) -> str:
    """The YAML as HTML: the value of each of the `fields` (of the question `handles`) is an element."""
    by_path = {field["path"]: field for field in fields}
    if not by_path or len(text) > _MOST_CHARACTERS:
        return escape(text)
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    parts: list[str] = []
    at = 0
    for path, node in _scalars("", yaml.compose(text, Loader=yaml.CSafeLoader)):
        field = by_path.get(path)
        begin, end = (starts[mark.line] + mark.column for mark in (node.start_mark, node.end_mark))
        if field is None or begin < at:
            continue
        parts += (escape(text[at:begin]), _value(field, text[begin:end]))
        at = end
    return mark_safe("".join((*parts, escape(text[at:]))))


_HEADING = re.compile(r"(?P<indent> *)(?P<name>[^\s:][^:]*):(?P<gap> *)(?P<value>.*)")
_PAIR = re.compile(r"(?P<key>[^\s=,]+)=(?P<value>[^\s,:]+)(?::(?P<effect>\w+))?")
_PAIRED = {"Labels": "metadata.labels", "Node-Selectors": "spec.nodeSelector"}
_SINGLE = {
    "Priority": "spec.priority",
    "Priority Class Name": "spec.priorityClassName",
    "Unschedulable": "spec.unschedulable",
    "Termination Grace Period": "spec.terminationGracePeriodSeconds",
    "Replicas": "spec.replicas",
    "MinReadySeconds": "spec.minReadySeconds",
}
_RESOURCES = {"Allocatable": "status.allocatable", "Capacity": "status.capacity"}


def described(text: str, fields: Sequence[Mapping[str, Any]], linked: Callable[[str], str] = escape) -> str:
    """The text of `kubectl describe` as HTML: the values of those `fields` (of the question `handles`) that
    it shows are elements. `linked` gives the HTML of the text between them."""
    by_path = {field["path"]: field for field in fields}
    if not by_path or len(text) > _MOST_CHARACTERS:
        return linked(text)
    parts: list[str] = []
    at = 0
    for path, begin, end in _described(text, by_path):
        field = by_path.get(path)
        if field is not None and begin >= at and text[begin:end] == _shown(field["value"]):
            parts += (linked(text[at:begin]), _value(field, text[begin:end]))
            at = end
    return mark_safe("".join((*parts, linked(text[at:]))))


def _described(text: str, by_path: Mapping[str, Any]) -> Iterator[tuple[str, int, int]]:
    """Paths of fields with the places at which a description may show their values."""
    names = {field["value"]: path for path, field in by_path.items() if path.endswith("].name")}
    above: list[tuple[int, str]] = []
    start = 0
    for line in text.split("\n"):
        match = _HEADING.fullmatch(line)
        continued = above and above[0][1] in (*_PAIRED, "Taints") and line.startswith(" ")
        if match is not None and not continued:
            indent = len(match["indent"])
            above = [(level, name) for level, name in above if level < indent]
            above.append((indent, match["name"]))
        if above:
            value_at = match.start("value") if match is not None and not continued else 0
            for path, begin, end in _of_line(
                line, value_at, tuple(name for _, name in above), names, by_path
            ):
                yield path, start + begin, start + end
        start += len(line) + 1


def _of_line(
    line: str, value_at: int, above: tuple[str, ...], names: Mapping[str, str], by_path: Mapping[str, Any]
) -> Iterator[tuple[str, int, int]]:
    """The same for one line below the headings `above`, whose value begins at `value_at`."""
    top, last = above[0], above[-1]
    value = re.compile(r"-?[\w.]+?(?=s?\s|s?$)" if top == "Termination Grace Period" else r"\S+")
    if top in _PAIRED:
        for pair in _PAIR.finditer(line, value_at):
            yield member_path(_PAIRED[top], pair["key"]), pair.start("value"), pair.end("value")
    elif top == "Taints":
        for pair in _PAIR.finditer(line, value_at):
            number = next((n for n in range(20) if _is_taint(by_path, n, pair["key"], pair["effect"])), None)
            if number is not None:
                yield f"spec.taints[{number}].value", pair.start("value"), pair.end("value")
                yield f"spec.taints[{number}].effect", pair.start("effect"), pair.end("effect")
    elif (match := value.match(line, value_at)) is None:
        return
    elif len(above) == 1 and top in _SINGLE:
        yield _SINGLE[top], match.start(), match.end()
    elif len(above) == 2 and top in _RESOURCES:
        yield member_path(_RESOURCES[top], last), match.start(), match.end()
    elif len(above) == 4 and top == "Containers" and above[2] in ("Requests", "Limits") and above[1] in names:
        container = names[above[1]].removesuffix(".name")
        yield member_path(f"{container}.resources.{above[2].lower()}", last), match.start(), match.end()
    elif len(above) == 3 and top == "Containers" and last == "Image" and above[1] in names:
        yield f"{names[above[1]].removesuffix('.name')}.image", match.start(), match.end()


def _is_taint(by_path: Mapping[str, Any], number: int, key: str, effect: str | None) -> bool:
    taint = f"spec.taints[{number}]"
    key_field, effect_field = by_path.get(f"{taint}.key"), by_path.get(f"{taint}.effect")
    return bool(
        key_field and effect_field and (key_field["value"], effect_field["value"]) == (key, effect or "")
    )


def _shown(value: Any) -> str:
    return json.dumps(value) if isinstance(value, bool) else str(value)


def _scalars(path: str, node: yaml.Node | None) -> Iterator[tuple[str, yaml.ScalarNode]]:
    """The values with their paths, in the order of the text."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _scalars(member_path(path, key.value), value)
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            yield from _scalars(f"{path}[{index}]", value)
    elif isinstance(node, yaml.ScalarNode):
        yield path, node


def _value(field: Mapping[str, Any], token: str) -> SafeString:
    value = field["value"]
    now = _shown(value)
    choices = format_html(' data-choices="{}"', json.dumps(field["choices"])) if field.get("choices") else ""
    role = "spinbutton" if field["type"] in _NUMBERS else "button"
    return format_html(
        '<b class="turn" role="{}" tabindex="0" aria-label="{}"{} data-turns'
        ' data-path="{}" data-type="{}" data-value="{}" data-turn="{}"{} data-now="{}"'
        ' data-token="{}">{}</b>',
        role,
        field["path"] if role == "spinbutton" else f"{field['path']}: {now}",
        format_html(' aria-valuetext="{}"', now) if role == "spinbutton" else "",
        field["path"],
        field["type"],
        json.dumps(value),
        field["turn"] or "",
        choices,
        now,
        token,
        token,
    )

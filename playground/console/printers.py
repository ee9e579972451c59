"""Prints objects as kubectl does: the server's tables, YAML, JSON, names, paths, columns.

Source: cli-runtime printers (v0.34)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from playground.console.api import Kind
from playground.console.jsonpath import render, results
from playground.console.line import Arguments
from playground.console.output import MOST_CHARACTERS, LineError, Output, Part, link
from playground.texts.manifests import yaml_text

GAP = 3
Row = list[tuple[str, Part]]
"""The cells of a row: the plain text, and the text as shown."""


def columns(output: Output, rows: Sequence[Row]) -> None:
    """Prints rows in columns, without blanks after the last one."""
    if not rows:
        return
    count = max(len(row) for row in rows)
    widths = [max((len(row[at][0]) for row in rows if at < len(row)), default=0) for at in range(count)]
    for row in rows:
        if output.full:
            return
        parts: list[Part] = []
        for at, (text, shown) in enumerate(row):
            parts.append(shown)
            if at < len(row) - 1:
                parts.append(" " * (widths[at] - len(text) + GAP))
        output.say(*parts)


def table_rows(
    kind: Kind, table: Any, args: Arguments, *, everywhere: bool, prefix: bool, heading: bool = True
) -> list[Row]:
    """The rows of a server's table, with the columns that the flags request."""
    wide = args.text("output") == "wide"
    defined = table.get("columnDefinitions") or []
    shown = [at for at, column in enumerate(defined) if wide or not column.get("priority")]
    labels = [name for text in args.all("label-columns") for name in text.split(",")]
    rows: list[Row] = []
    if heading and not args.on("no-headers"):
        heads = [defined[at]["name"].upper() for at in shown]
        heads = (["NAMESPACE"] if everywhere and kind.namespaced else []) + heads
        heads += [name.rpartition("/")[2].upper() for name in labels]
        heads += ["LABELS"] if args.on("show-labels") else []
        rows.append([(head, head) for head in heads])
    for row in table.get("rows") or []:
        metadata = (row.get("object") or {}).get("metadata") or {}
        rows.append(
            _row(
                kind,
                row["cells"],
                metadata,
                shown,
                defined,
                args,
                labels,
                everywhere=everywhere,
                prefix=prefix,
            )
        )
    return rows


def _row(
    kind: Kind,
    cells: Sequence[Any],
    metadata: dict[str, Any],
    shown: Sequence[int],
    defined: Sequence[Any],
    args: Arguments,
    labels: Sequence[str],
    *,
    everywhere: bool,
    prefix: bool,
) -> Row:
    row: Row = []
    namespace, name = metadata.get("namespace", ""), metadata.get("name", "")
    if everywhere and kind.namespaced:
        row.append((namespace, namespace))
    for at in shown:
        cell = _cell(cells[at])
        if at < len(defined) and defined[at].get("format") == "name":
            cell = f"{kind.qualified}/{cell}" if prefix else cell
            row.append((cell, link(kind.kind, namespace, name, cell)))
        elif kind.kind == "Pod" and at < len(defined) and defined[at]["name"] == "Node" and cell != "<none>":
            row.append((cell, link("Node", "", cell)))
        else:
            row.append((cell, cell))
    own = metadata.get("labels") or {}
    row += [(own.get(label, ""), own.get(label, "")) for label in labels]
    if args.on("show-labels"):
        cell = ",".join(f"{key}={value}" for key, value in sorted(own.items())) or "<none>"
        row.append((cell, cell))
    return row


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def shown_object(value: Any, args: Arguments) -> Any:
    """An object for printing: managedFields only when requested."""
    if args.on("show-managed-fields") or not isinstance(value, dict):
        return value
    shown = dict(value)
    if isinstance(shown.get("metadata"), dict):
        shown["metadata"] = {
            name: member for name, member in shown["metadata"].items() if name != "managedFields"
        }
    if isinstance(shown.get("items"), list):
        shown["items"] = [shown_object(item, args) for item in shown["items"]]
    return shown


def print_value(output: Output, value: Any, form: str, args: Arguments) -> bool:
    """Prints whole objects, as for `-o yaml`. False when `form` is a table."""
    name, equals, argument = form.partition("=")
    value = shown_object(value, args)
    if name == "yaml":
        output.text(yaml_text.dump(value, sort_keys=True))
    elif name == "json":
        output.text(json.dumps(value, indent=4, ensure_ascii=False))
    elif name == "jsonpath" and equals:
        output.text(render(argument, value))
    elif name == "custom-columns" and equals:
        _custom(output, value, argument, args)
    elif name not in ("", "wide"):
        raise LineError(
            f'error: unable to match a printer suitable for the output format "{form[:60]}", '
            "allowed formats are: custom-columns,json,jsonpath,name,wide,yaml"
        )
    else:
        return False
    return True


def _custom(output: Output, value: Any, spec: str, args: Arguments) -> None:
    pairs = [part.partition(":") for part in spec.split(",")]
    if not all(path for _, _, path in pairs):
        raise LineError("error: custom-columns format: expected <header>:<json-path-expr>")
    rows: list[Row] = [] if args.on("no-headers") else [[(head, head) for head, _, _ in pairs]]
    size = 0
    for item in value.get("items", [value]):
        row: Row = []
        for _, _, path in pairs:
            text = ",".join(_plain(result) for result in results(path, item)) or "<none>"
            row.append((text, text))
            size += len(text)
            if size > MOST_CHARACTERS:
                raise LineError("error: the result is too long")
        rows.append(row)
    columns(output, rows)


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def sorted_rows(table: Any, path: str) -> Any:
    """A table whose rows contain whole objects, sorted by a field."""

    def order(row: Any) -> tuple[bool, Any]:
        return _order(results(path, row.get("object") or {}))

    return {**table, "rows": sorted(table.get("rows") or [], key=order)}


def _order(values: list[Any]) -> tuple[bool, Any]:
    first = values[0] if values else ""
    number = isinstance(first, int | float) and not isinstance(first, bool)
    return (not number, first if number else str(first))

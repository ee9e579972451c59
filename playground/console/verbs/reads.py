"""Verbs that read objects: get, describe, events."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from playground.console.api import TABLE, Api, Kind, query
from playground.console.line import Arguments
from playground.console.output import LineError, Output, link
from playground.console.printers import Row, columns, print_value, sorted_rows, table_rows
from playground.console.targets import MOST, Target, targets_of
from playground.runs import questions


def get(api: Api, args: Arguments, text: str, output: Output) -> None:
    places = targets_of(api, args, args.words)
    form = args.text("output")
    if args.on("watch") or args.on("watch-only"):
        _watch(api, args, places, output)
    elif form == "name":
        for place in places:
            for item in _objects(api, place, args):
                name = item["metadata"]["name"]
                output.say(
                    link(
                        place.kind.kind,
                        item["metadata"].get("namespace", ""),
                        name,
                        f"{place.kind.qualified}/{name}",
                    )
                )
    elif form and form != "wide":
        _whole(api, args, places, output, form)
    else:
        _tables(api, args, places, output)


def _selectors(args: Arguments) -> dict[str, str]:
    return query(
        labelSelector=args.text("selector"), fieldSelector=args.text("field-selector"), limit=str(MOST)
    )


def _objects(api: Api, place: Target, args: Arguments) -> list[Any]:
    if not place.name:
        items: list[Any] = api.must("GET", place.path, query=_selectors(args))["items"]
        return items
    code, answer = api.call("GET", place.path)
    if code == 404 and args.on("ignore-not-found"):
        return []
    return [api.must("GET", place.path)] if code >= 400 else [answer]


def _whole(api: Api, args: Arguments, places: Sequence[Target], output: Output, form: str) -> None:
    if len(places) == 1 and places[0].name:
        item = _objects(api, places[0], args)
        if item:
            print_value(output, item[0], form, args)
        return
    listed = [
        {"apiVersion": place.kind.api_version, "kind": place.kind.kind, **item}
        for place in places
        for item in _objects(api, place, args)
    ]
    whole = {"apiVersion": "v1", "kind": "List", "items": listed, "metadata": {"resourceVersion": ""}}
    print_value(output, whole, form, args)


def _tables(api: Api, args: Arguments, places: Sequence[Target], output: Output) -> None:
    """Prints the server's tables; objects of one kind share a table."""
    several = len({target.kind for target in places}) > 1
    everywhere, ahead = args.on("all-namespaces"), False
    shown: Kind | None = None
    rows: list[Row] = []
    for place in places:
        table = _table(api, place, args)
        if not table.get("rows"):
            continue
        if place.kind != shown:
            _flush(output, rows, ahead=ahead)
            ahead = ahead or bool(rows)
            rows = []
        heading = place.kind != shown
        rows += table_rows(place.kind, table, args, everywhere=everywhere, prefix=several, heading=heading)
        shown = place.kind
    _flush(output, rows, ahead=ahead)
    if shown is None and not args.on("ignore-not-found") and not any(target.name for target in places):
        namespaced = places[0].kind.namespaced and not everywhere
        output.say(
            f"No resources found in {api.namespace} namespace." if namespaced else "No resources found"
        )


def _flush(output: Output, rows: Sequence[Row], *, ahead: bool) -> None:
    if rows and ahead:
        output.say("")
    columns(output, rows)


def _table(api: Api, place: Target, args: Arguments) -> Any:
    selectors = {} if place.name else _selectors(args)
    order = args.text("sort-by")
    if order:
        selectors["includeObject"] = "Object"
    code, answer = api.call("GET", place.path, query=selectors, accept=TABLE)
    if code == 404 and args.on("ignore-not-found"):
        return {}
    if code >= 400:
        answer = api.must("GET", place.path, query=selectors, accept=TABLE)
    return sorted_rows(answer, order) if order else answer


def _watch(api: Api, args: Arguments, places: Sequence[Target], output: Output) -> None:
    """Prints changing rows; the console repeats the command for later changes."""
    if len(places) != 1:
        raise LineError("error: you may only specify a single resource type")
    if api.step is not None:
        raise LineError("error: a step of the past has no changes to watch")
    place = places[0]
    selectors = _selectors(args) | ({"fieldSelector": f"metadata.name={place.name}"} if place.name else {})
    path = place.kind.path(place.namespace)
    since = args.text("resource-version")
    if not since:
        table = api.must("GET", path, query=selectors, accept=TABLE)
        since = table["metadata"]["resourceVersion"]
        if not args.on("watch-only"):
            columns(output, table_rows(place.kind, table, args, everywhere=not place.namespace, prefix=False))
    else:
        answers = api.changes(path, {**selectors, "watch": "1"}, TABLE, since)
        since = answers.version
        _print_events(place.kind, answers.lines, args, output, everywhere=not place.namespace)
    output.next = f"--resource-version={since}"


def _print_events(kind: Kind, lines: str, args: Arguments, output: Output, *, everywhere: bool) -> None:
    rows: list[Row] = []
    defined: Any = None
    for line in lines.splitlines():
        table = json.loads(line)["object"]
        defined = table.get("columnDefinitions") or defined
        if table.get("kind") == "Status":
            raise LineError(f"error: {table.get('message', '')}")
        rows += table_rows(
            kind,
            {**table, "columnDefinitions": defined},
            args,
            everywhere=everywhere,
            prefix=False,
            heading=False,
        )
    columns(output, rows)


def describe(api: Api, args: Arguments, text: str, output: Output) -> None:
    described: list[tuple[Target, dict[str, Any]]] = []
    missing: list[LineError] = []
    for place in targets_of(api, args, args.words):
        try:
            items = _objects(api, place, args)
        except LineError as error:
            missing.append(error)
            continue
        if not items and not place.name:
            output.say(f"No resources found in {api.namespace} namespace.")
        described += [(place, item) for item in items]
    shown = {"events": args.on("show-events")} if "show-events" in args.flags else {}
    for number, (place, item) in enumerate(described):
        metadata = item["metadata"]
        key = "/".join(part for part in (metadata.get("namespace", ""), metadata["name"]) if part)
        seq = api.standing.head if api.step is None else api.step
        arguments = {"kind": place.kind.kind, "key": key, "several": len(described) > 1, **shown}
        answer = questions.value(api.standing, "describe", seq, **arguments)
        if number:
            output.say("")
            output.say("")
        if answer is None:
            print_value(output, item, "yaml", args)
        else:
            output.text(answer)
    if missing:
        raise missing[0]


def events(api: Api, args: Arguments, text: str, output: Output) -> None:
    selectors = {}
    about = args.text("for")
    if about:
        kind, _, name = about.partition("/")
        selectors = {
            "fieldSelector": f"involvedObject.kind={api.kind_named(kind).kind},involvedObject.name={name}"
        }
    namespace = "" if args.on("all-namespaces") else api.namespace
    table = api.must("GET", api.kind_named("events").path(namespace), query=selectors, accept=TABLE)
    rows = table_rows(api.kind_named("events"), table, args, everywhere=not namespace, prefix=False)
    if len(rows) > (0 if args.on("no-headers") else 1):
        columns(output, rows)
    else:
        output.say(f"No events found in {namespace} namespace." if namespace else "No events found.")

"""Verbs that read: get, describe, events, top, explain, api-resources and their like."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from playground.console.api import TABLE, Api, Kind, kind_named, kinds, query
from playground.console.line import Given
from playground.console.output import Output, SaidError, link
from playground.console.printing import Row, columns, print_value, sorted_rows, table_rows
from playground.console.targets import MOST, Target, target, targets_of
from playground.runs import stepper
from scheduler_core import ApiRequest, answer_alone


def get(api: Api, given: Given, text: str, output: Output) -> None:
    places = targets_of(api, given, given.words)
    form = given.text("output")
    if given.on("watch") or given.on("watch-only"):
        _watch(api, given, places, output)
    elif form == "name":
        for each in places:
            for found in _objects(api, each, given):
                name = found["metadata"]["name"]
                output.say(
                    link(
                        each.kind.kind,
                        found["metadata"].get("namespace", ""),
                        name,
                        f"{each.kind.qualified}/{name}",
                    )
                )
    elif form and form != "wide":
        _whole(api, given, places, output, form)
    else:
        _tables(api, given, places, output)


def _wanted(given: Given) -> dict[str, str]:
    return query(
        labelSelector=given.text("selector"), fieldSelector=given.text("field-selector"), limit=str(MOST)
    )


def _objects(api: Api, place: Target, given: Given) -> list[Any]:
    if not place.name:
        found: list[Any] = api.must("GET", place.path, query=_wanted(given))["items"]
        return found
    code, answer = api.call("GET", place.path)
    if code == 404 and given.on("ignore-not-found"):
        return []
    return [api.must("GET", place.path)] if code >= 400 else [answer]


def _whole(api: Api, given: Given, places: Sequence[Target], output: Output, form: str) -> None:
    if len(places) == 1 and places[0].name:
        found = _objects(api, places[0], given)
        if found:
            print_value(output, found[0], form, given)
        return
    listed = [
        {"apiVersion": each.kind.api_version, "kind": each.kind.kind, **found}
        for each in places
        for found in _objects(api, each, given)
    ]
    whole = {"apiVersion": "v1", "kind": "List", "items": listed, "metadata": {"resourceVersion": ""}}
    print_value(output, whole, form, given)


def _tables(api: Api, given: Given, places: Sequence[Target], output: Output) -> None:
    several = len({each.kind for each in places}) > 1
    everywhere, ahead = given.on("all-namespaces"), False
    shown: Kind | None = None
    rows: list[Row] = []
    for place in places:
        table = _table(api, place, given)
        if not table.get("rows"):
            continue
        if place.kind != shown:
            _flush(output, rows, ahead=ahead)
            ahead = ahead or bool(rows)
            rows = []
        heading = place.kind != shown
        rows += table_rows(place.kind, table, given, everywhere=everywhere, prefix=several, heading=heading)
        shown = place.kind
    _flush(output, rows, ahead=ahead)
    if shown is None and not given.on("ignore-not-found") and not any(each.name for each in places):
        namespaced = places[0].kind.namespaced and not everywhere
        output.say(
            f"No resources found in {api.namespace} namespace." if namespaced else "No resources found"
        )


def _flush(output: Output, rows: Sequence[Row], *, ahead: bool) -> None:
    if rows and ahead:
        output.say("")
    columns(output, rows)


def _table(api: Api, place: Target, given: Given) -> Any:
    wanted = {} if place.name else _wanted(given)
    order = given.text("sort-by")
    if order:
        wanted["includeObject"] = "Object"
    code, answer = api.call("GET", place.path, query=wanted, accept=TABLE)
    if code == 404 and given.on("ignore-not-found"):
        return {}
    if code >= 400:
        answer = api.must("GET", place.path, query=wanted, accept=TABLE)
    return sorted_rows(answer, order) if order else answer


def _watch(api: Api, given: Given, places: Sequence[Target], output: Output) -> None:
    """Rows that change; the console asks again for what comes next."""
    if len(places) != 1:
        raise SaidError("error: you may only specify a single resource type")
    if api.step is not None:
        raise SaidError("error: a step of the past has no changes to watch")
    place = places[0]
    wanted = _wanted(given) | ({"fieldSelector": f"metadata.name={place.name}"} if place.name else {})
    path = place.kind.path(place.namespace)
    since = given.text("resource-version")
    if not since:
        table = api.must("GET", path, query=wanted, accept=TABLE)
        since = table["metadata"]["resourceVersion"]
        if not given.on("watch-only"):
            columns(
                output, table_rows(place.kind, table, given, everywhere=not place.namespace, prefix=False)
            )
    else:
        told = api.changes(path, {**wanted, "watch": "1"}, TABLE, since)
        since = told.version
        _print_events(place.kind, told.lines, given, output, everywhere=not place.namespace)
    output.next = f"--resource-version={since}"


def _print_events(kind: Kind, lines: str, given: Given, output: Output, *, everywhere: bool) -> None:
    rows: list[Row] = []
    defined: Any = None
    for line in lines.splitlines():
        table = json.loads(line)["object"]
        defined = table.get("columnDefinitions") or defined
        if table.get("kind") == "Status":
            raise SaidError(f"error: {table.get('message', '')}")
        rows += table_rows(
            kind,
            {**table, "columnDefinitions": defined},
            given,
            everywhere=everywhere,
            prefix=False,
            heading=False,
        )
    columns(output, rows)


def describe(api: Api, given: Given, text: str, output: Output) -> None:
    places = targets_of(api, given, given.words)
    first = True
    for place in places:
        found = _objects(api, place, given)
        if not found and not place.name:
            output.say(f"No resources found in {api.namespace} namespace.")
        for each in found:
            metadata = each["metadata"]
            key = "/".join(part for part in (metadata.get("namespace", ""), metadata["name"]) if part)
            seq = api.known.head if api.step is None else api.step
            told = stepper.inspect(api.known, seq, "describe", kind=place.kind.kind, key=key)
            if not first:
                output.say("")
                output.say("")
            first = False
            if told is None:
                print_value(output, each, "yaml", given)
            else:
                output.text(json.loads(told))


def events(api: Api, given: Given, text: str, output: Output) -> None:
    wanted = {}
    about = given.text("for")
    if about:
        kind, _, name = about.partition("/")
        wanted = {"fieldSelector": f"involvedObject.kind={kind_named(kind).kind},involvedObject.name={name}"}
    namespace = "" if given.on("all-namespaces") else api.namespace
    table = api.must("GET", kind_named("events").path(namespace), query=wanted, accept=TABLE)
    rows = table_rows(kind_named("events"), table, given, everywhere=not namespace, prefix=False)
    if len(rows) > (0 if given.on("no-headers") else 1):
        columns(output, rows)
    else:
        output.say(f"No events found in {namespace} namespace." if namespace else "No events found.")


def top(api: Api, given: Given, text: str, output: Output) -> None:
    what = given.words[0] if given.words else ""
    if what not in ("node", "nodes", "no", "pod", "pods", "po"):
        raise SaidError("error: top needs `nodes` or `pods`")
    nodes = what.startswith("n")
    root = "/apis/metrics.k8s.io/v1beta1"
    place = "" if nodes or given.on("all-namespaces") else f"/namespaces/{api.namespace}"
    listed = api.must("GET", f"{root}{place}/{'nodes' if nodes else 'pods'}")["items"]
    rows: list[Row] = []
    heads = (
        ("NAME", "CPU(cores)", "CPU(%)", "MEMORY(bytes)", "MEMORY(%)")
        if nodes
        else ("NAME", "CPU(cores)", "MEMORY(bytes)")
    )
    rows.append([(head, head) for head in heads])
    sizes = (
        {each["metadata"]["name"]: each["status"].get("allocatable", {}) for each in _nodes(api)}
        if nodes
        else {}
    )
    for each in listed:
        name, namespace = each["metadata"]["name"], each["metadata"].get("namespace", "")
        used = [each["usage"]] if nodes else [one["usage"] for one in each["containers"]]
        cpu = sum(_milli(one.get("cpu", "0")) for one in used)
        memory = sum(_bytes(one.get("memory", "0")) for one in used)
        cells = [f"{cpu}m", f"{memory // 2**20}Mi"]
        if nodes:
            has = sizes.get(name, {})
            cells = [
                f"{cpu}m",
                _share(cpu, _milli(has.get("cpu", "0"))),
                cells[1],
                _share(memory, _bytes(has.get("memory", "0"))),
            ]
        row: Row = [(name, link("Node" if nodes else "Pod", namespace, name))]
        rows.append(row + [(cell, cell) for cell in cells])
    columns(output, rows)


def _nodes(api: Api) -> list[Any]:
    found: list[Any] = api.must("GET", "/api/v1/nodes")["items"]
    return found


def _share(used: int, has: int) -> str:
    return f"{used * 100 // has}%" if has else "<unknown>"


_UNITS = {"Ki": 2**10, "Mi": 2**20, "Gi": 2**30, "Ti": 2**40, "k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


def _milli(said: str) -> int:
    if said.endswith("n"):
        return int(said[:-1]) // 10**6
    return int(said[:-1]) if said.endswith("m") else int(float(said) * 1000)


def _bytes(said: str) -> int:
    for unit, size in _UNITS.items():
        if said.endswith(unit):
            return int(float(said.removesuffix(unit)) * size)
    return int(float(said))


def explain(api: Api, given: Given, text: str, output: Output) -> None:
    if not given.words:
        raise SaidError("error: You must specify the type of resource to explain.")
    name, *fields = given.words[0].split(".")
    kind = kind_named(name)
    response = answer_alone(
        ApiRequest("GET", f"/openapi/v3/{'apis/' if kind.group else 'api/'}{kind.api_version}")
    )
    assert response is not None
    body: Any = response.body
    schemas = body["components"]["schemas"]
    found = next(
        (
            each
            for each in schemas.values()
            if any(
                (gvk["group"], gvk["version"], gvk["kind"]) == (kind.group, kind.version, kind.kind)
                for gvk in each.get("x-kubernetes-group-version-kind", ())
            )
        ),
        None,
    )
    if found is None:
        raise SaidError(f'error: couldn\'t find resource for "{kind.api_version}, Kind={kind.kind}"')
    said = found.get("description", "")
    for at, field in enumerate(fields):
        properties = found.get("properties", {})
        if field not in properties:
            raise SaidError(f'error: field "{field[:60]}" does not exist')
        said = properties[field].get("description", "")
        found = _referred(properties[field], schemas)
        if at == len(fields) - 1:
            said = said or found.get("description", "")
    if kind.group:
        output.say(f"GROUP:      {kind.group}")
    output.say(f"KIND:       {kind.kind}")
    output.say(f"VERSION:    {kind.version}")
    output.say("")
    if fields:
        output.say(f"FIELD: {fields[-1]} <{_type(found)}>")
        output.say("")
    output.say("DESCRIPTION:")
    output.text(f"    {said}")
    if found.get("properties"):
        output.say("")
        output.say("FIELDS:")
        for name, each in sorted(found["properties"].items()):
            output.say(f"  {name}\t<{_type(each)}>")
            output.say(f"    {each.get('description', '')}")


def _referred(field: Any, schemas: Any) -> Any:
    inner = field.get("items") or field
    reference = inner.get("$ref") or next(
        (each.get("$ref") for each in inner.get("allOf", ()) if each.get("$ref")), ""
    )
    return schemas.get(reference.rpartition("/")[2], inner) if reference else inner


def _type(field: Any) -> str:
    if field.get("type") == "array":
        return f"[]{_type(field.get('items', {}))}"
    reference = field.get("$ref") or next((each.get("$ref", "") for each in field.get("allOf", ())), "")
    if reference:
        return str(reference.rpartition(".")[2])
    if isinstance(field.get("additionalProperties"), dict):
        return f"map[string]{_type(field['additionalProperties'])}"
    return str(field.get("type") or "Object")


def api_resources(api: Api, given: Given, text: str, output: Output) -> None:
    heads = ("NAME", "SHORTNAMES", "APIVERSION", "NAMESPACED", "KIND")
    rows: list[Row] = [[(head, head) for head in heads]]
    for each in kinds():
        if "list" not in each.verbs or ("api-group" in given.flags and given.text("api-group") != each.group):
            continue
        cells = (
            each.plural,
            ",".join(each.short),
            each.api_version,
            "true" if each.namespaced else "false",
            each.kind,
        )
        rows.append([(cell, cell) for cell in cells])
    columns(output, rows)


def version(api: Api, given: Given, text: str, output: Output) -> None:
    said = api.must("GET", "/version")
    output.say("Client Version: the console of this page")
    output.say(f"Server Version: {said['gitVersion']}")


def cluster_info(api: Api, given: Given, text: str, output: Output) -> None:
    output.say(f"Kubernetes control plane is running at /r/{api.known.run}/k8s")


def auth(api: Api, given: Given, text: str, output: Output) -> None:
    asked = given.words[:1]
    root = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews"
    if asked == ["whoami"]:
        root = "/apis/authentication.k8s.io/v1/selfsubjectreviews"
        told = api.must("POST", root, {"kind": "SelfSubjectReview"})["status"]["userInfo"]
        output.say("ATTRIBUTE   VALUE")
        output.say(f"Username    {told['username']}")
        output.say(f"Groups      [{' '.join(told['groups'])}]")
    elif asked == ["can-i"] and len(given.words) == 3:
        verb, name = given.words[1:]
        kind = kind_named(name.partition("/")[0])
        attributes = {"verb": verb, "resource": kind.plural, "group": kind.group, "namespace": api.namespace}
        body = {"kind": "SelfSubjectAccessReview", "spec": {"resourceAttributes": attributes}}
        allowed = api.must("POST", root, body)["status"]["allowed"]
        output.say("yes" if allowed else "no")
        output.code = 0 if allowed else 1
    else:
        raise SaidError("error: you must specify two arguments: verb resource, or whoami")
    api.changed = False


def refused(api: Api, given: Given, text: str, output: Output) -> None:
    """logs, exec, attach, port-forward, cp: the server's own sentence."""
    sub = {"logs": "log", "port-forward": "portforward"}.get(given.words[0], given.words[0])
    name = given.words[1] if len(given.words) > 1 else ""
    if not name:
        raise SaidError("error: expected 'POD'")
    kind, _, pod = name.rpartition("/")
    place = target(api, kind_named(kind or "pod"), pod)
    if place.kind.kind != "Pod":
        labels = (api.must("GET", place.path).get("spec") or {}).get("selector", {}).get("matchLabels", {})
        selector = ",".join(f"{key}={value}" for key, value in labels.items())
        pods = api.must("GET", kind_named("pod").path(api.namespace), query=query(labelSelector=selector))[
            "items"
        ]
        if not pods:
            raise SaidError(f"error: no pods found for {name}")
        place = target(api, kind_named("pod"), pods[0]["metadata"]["name"])
    api.must("GET", f"{place.path}/{sub if sub != 'cp' else 'exec'}")

"""Verbs about the server: api-resources, version, cluster-info, auth, and the refused ones."""

from __future__ import annotations

from playground.console.api import Api, query
from playground.console.line import Arguments
from playground.console.output import LineError, Output
from playground.console.printers import Row, columns
from playground.console.targets import target


def api_resources(api: Api, args: Arguments, text: str, output: Output) -> None:
    heads = ("NAME", "SHORTNAMES", "APIVERSION", "NAMESPACED", "KIND")
    rows: list[Row] = [[(head, head) for head in heads]]
    for kind in api.kinds():
        if "list" not in kind.verbs or ("api-group" in args.flags and args.text("api-group") != kind.group):
            continue
        cells = (
            kind.plural,
            ",".join(kind.short),
            kind.api_version,
            "true" if kind.namespaced else "false",
            kind.kind,
        )
        rows.append([(cell, cell) for cell in cells])
    columns(output, rows)


def version(api: Api, args: Arguments, text: str, output: Output) -> None:
    info = api.must("GET", "/version")
    output.say("Client Version: the console of this page")
    output.say(f"Server Version: {info['gitVersion']}")


def cluster_info(api: Api, args: Arguments, text: str, output: Output) -> None:
    output.say(f"Kubernetes control plane is running at /r/{api.standing.run}/k8s")


def auth(api: Api, args: Arguments, text: str, output: Output) -> None:
    subcommand = args.words[:1]
    root = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews"
    if subcommand == ["whoami"]:
        root = "/apis/authentication.k8s.io/v1/selfsubjectreviews"
        user = api.must("POST", root, {"kind": "SelfSubjectReview"})["status"]["userInfo"]
        output.say("ATTRIBUTE   VALUE")
        output.say(f"Username    {user['username']}")
        output.say(f"Groups      [{' '.join(user['groups'])}]")
    elif subcommand == ["can-i"] and len(args.words) == 3:
        verb, name = args.words[1:]
        kind = api.kind_named(name.partition("/")[0])
        attributes = {"verb": verb, "resource": kind.plural, "group": kind.group, "namespace": api.namespace}
        body = {"kind": "SelfSubjectAccessReview", "spec": {"resourceAttributes": attributes}}
        allowed = api.must("POST", root, body)["status"]["allowed"]
        output.say("yes" if allowed else "no")
        output.code = 0 if allowed else 1
    else:
        raise LineError("error: you must specify two arguments: verb resource, or whoami")
    api.changed = False


def refused(api: Api, args: Arguments, text: str, output: Output) -> None:
    """logs, exec, attach, port-forward, cp: prints the server's refusal."""
    sub = {"logs": "log", "port-forward": "portforward"}.get(args.words[0], args.words[0])
    name = args.words[1] if len(args.words) > 1 else ""
    if not name:
        raise LineError("error: expected 'POD'")
    kind, _, pod = name.rpartition("/")
    place = target(api, api.kind_named(kind or "pod"), pod)
    if place.kind.kind != "Pod":
        labels = (api.must("GET", place.path).get("spec") or {}).get("selector", {}).get("matchLabels", {})
        selector = ",".join(f"{key}={value}" for key, value in labels.items())
        pods = api.must(
            "GET", api.kind_named("pod").path(api.namespace), query=query(labelSelector=selector)
        )["items"]
        if not pods:
            raise LineError(f"error: no pods found for {name}")
        place = target(api, api.kind_named("pod"), pods[0]["metadata"]["name"])
    api.must("GET", f"{place.path}/{sub if sub != 'cp' else 'exec'}")

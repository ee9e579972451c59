"""Verbs that create, change and delete objects."""

from __future__ import annotations

import difflib
from typing import Any

from playground.console.api import (
    APPLY,
    JSON_PATCH,
    MERGE,
    STRATEGIC,
    Api,
    documents_of,
    patch_of,
    refusal_text,
)
from playground.console.line import Arguments
from playground.console.output import LineError, Output, link
from playground.console.printers import print_value, shown_object
from playground.console.targets import Target, chosen, of_document, only
from playground.texts.manifests import yaml_text

CLIENT_SIDE = "kubectl-client-side-apply"


def print_change(output: Output, place: Target, what: str, args: Arguments, answer: Any = None) -> None:
    """Prints `pod/web created`, or the object in the requested form."""
    form = args.text("output")
    if form and form != "name" and answer is not None and print_value(output, answer, form, args):
        return
    name = link(place.kind.kind, place.namespace, place.name, place.label)
    dry = " (server dry run)" if args.text("dry-run") in ("server", "client") else ""
    output.say(name) if form == "name" else output.say(name, f" {what}{dry}")


def query_of(args: Arguments, manager: str, **more: str) -> dict[str, str]:
    dry = args.text("dry-run", "none")
    if dry not in ("none", "client", "server"):
        raise LineError(f'error: Invalid dry-run value ({dry[:40]}). Must be "none", "server", or "client".')
    level = {"true": "Strict", "strict": "Strict", "warn": "Warn", "false": "Ignore", "ignore": "Ignore"}
    query = {"fieldManager": args.text("field-manager", manager), **more}
    if dry != "none":
        query["dryRun"] = "All"
    return {**query, "fieldValidation": level.get(args.text("validate", "true"), "Strict")}


def needs_text(args: Arguments, text: str, output: Output, line: str) -> bool:
    """Whether `-f -` still needs its text; the console then opens its editor."""
    if not args.all("filename"):
        raise LineError("error: must specify one of -f and -k")
    if args.text("filename") != "-":
        raise LineError("error: the console reads no files: use -f - and write or paste the text")
    if text.strip():
        return False
    output.edit = ("", line)
    return True


def apply(api: Api, args: Arguments, text: str, output: Output) -> None:
    if needs_text(args, text, output, ""):
        return
    server = args.on("server-side")
    force = "true" if args.on("force-conflicts") or not server else "false"
    manager = "kubectl" if server else CLIENT_SIDE
    failed = 0
    for document in documents_of(text):
        place = of_document(api, document)
        if not place.name:
            raise LineError("error: resource name may not be empty")
        before = api.call("GET", place.path)[1]
        code, answer = api.call(
            "PATCH",
            place.path,
            document,
            query=query_of(args, manager, force=force),
            content_type=APPLY,
        )
        api.tell(output)
        if code >= 400:
            failed += 1
            output.text(refusal_text(code, answer))
            continue
        same = before.get("metadata", {}).get("resourceVersion") == answer["metadata"]["resourceVersion"]
        what = (
            "serverside-applied"
            if server
            else "created"
            if code == 201
            else "unchanged"
            if same
            else "configured"
        )
        print_change(output, place, what, args, answer)
    output.code = 1 if failed else 0


def diff(api: Api, args: Arguments, text: str, output: Output) -> None:
    if needs_text(args, text, output, ""):
        return
    server = args.on("server-side")
    force = "true" if args.on("force-conflicts") or not server else "false"
    for document in documents_of(text):
        place = of_document(api, document)
        code, before = api.call("GET", place.path)
        after = api.must(
            "PATCH",
            place.path,
            document,
            query={**query_of(args, "kubectl" if server else CLIENT_SIDE, force=force), "dryRun": "All"},
            content_type=APPLY,
        )
        texts = [_yaml({} if code == 404 else before, args), _yaml(after, args)]
        name = f"{place.kind.api_version.replace('/', '.')}.{place.kind.kind}.{place.namespace}.{place.name}"
        lines = list(difflib.unified_diff(texts[0], texts[1], f"LIVE/{name}", f"MERGED/{name}", lineterm=""))
        for line in lines:
            output.say(line)
        output.code = 1 if lines or output.code else 0
    api.changed = False


def _yaml(value: Any, args: Arguments) -> list[str]:
    shown = shown_object(value, args)
    return yaml_text.dump(shown, sort_keys=True).splitlines() if shown else []


def replace(api: Api, args: Arguments, text: str, output: Output) -> None:
    if needs_text(args, text, output, ""):
        return
    edited = args.on("edited")
    for document in documents_of(text):
        place = of_document(api, document)
        before = api.must("GET", place.path)["metadata"]["resourceVersion"]
        answer = api.must(
            "PUT",
            place.path,
            document,
            query=query_of(args, "kubectl-edit" if edited else "kubectl-replace"),
        )
        same = answer["metadata"]["resourceVersion"] == before
        if edited and same:
            output.say("Edit cancelled, no changes made.")
        else:
            print_change(output, place, "edited" if edited else "replaced", args, answer)


def edit(api: Api, args: Arguments, text: str, output: Output) -> None:
    place = only(api, args, args.words)
    current = shown_object(api.must("GET", place.path), args)
    current = {"apiVersion": place.kind.api_version, "kind": place.kind.kind, **current}
    namespace = f" -n {place.namespace}" if place.namespace else ""
    output.edit = (yaml_text.dump(current, sort_keys=True), f"replace -f - --edited{namespace}")


def patch(api: Api, args: Arguments, text: str, output: Output) -> None:
    if not args.text("patch"):
        raise LineError("error: must specify --patch or --patch-file containing the contents of the patch")
    kinds = {"json": JSON_PATCH, "merge": MERGE, "strategic": STRATEGIC}
    kind = kinds.get(args.text("type", "strategic"))
    if kind is None:
        raise LineError(
            f'error: --type must be one of [json merge strategic], not "{args.text("type")[:40]}"'
        )
    place, body = only(api, args, args.words), patch_of(args.text("patch"))
    sub = f"/{args.text('subresource')}" if args.text("subresource") else ""
    _patched(api, place, body, kind, args, output, ("kubectl-patch", "patched", "patched (no change)"), sub)


def _patched(
    api: Api,
    place: Target,
    body: Any,
    kind: str,
    args: Arguments,
    output: Output,
    words: tuple[str, str, str],
    sub: str = "",
) -> None:
    """`words`: the manager, the message after a change, and the message without one."""
    before = api.must("GET", place.path)["metadata"]["resourceVersion"]
    answer = api.must("PATCH", place.path + sub, body, query=query_of(args, words[0]), content_type=kind)
    same = answer["metadata"].get("resourceVersion") == before
    print_change(output, place, words[2] if same else words[1], args, answer)


def label(api: Api, args: Arguments, text: str, output: Output) -> None:
    _marks(api, args, text, output, "labels", "label", "labeled")


def annotate(api: Api, args: Arguments, text: str, output: Output) -> None:
    _marks(api, args, text, output, "annotations", "annotation", "annotated")


def _marks(api: Api, args: Arguments, text: str, output: Output, field: str, noun: str, done: str) -> None:
    """The verbs label and annotate: sets `key=value` and removes `key-`."""
    marks = [word for word in args.words if "=" in word or word.endswith("-")]
    places = chosen(api, args, [word for word in args.words if word not in marks], text)
    if not marks:
        raise LineError(f"error: at least one {noun} update is required")
    values = {
        key if equals else word.removesuffix("-"): value if equals else None
        for word in marks
        for key, equals, value in [word.partition("=")]
    }
    for place in places:
        current = api.must("GET", place.path)["metadata"].get(field) or {}
        for key, value in values.items():
            if value is not None and key in current and current[key] != value and not args.on("overwrite"):
                raise LineError(
                    f"error: '{key}' already has a value ({current[key]}), and --overwrite is false"
                )
        body = {"metadata": {field: values}}
        words = (f"kubectl-{'label' if field == 'labels' else 'annotate'}", done, f"not {done}")
        _patched(api, place, body, MERGE, args, output, words)


def delete(api: Api, args: Arguments, text: str, output: Output) -> None:
    if args.all("filename") and needs_text(args, text, output, ""):
        return
    options: dict[str, Any] = {
        "propagationPolicy": _CASCADE.get(args.text("cascade", "background"), "Background")
    }
    grace = args.whole("grace-period")
    if args.on("now"):
        grace = 1
    if args.on("force"):
        grace = 0 if grace is None else grace
        output.say(
            "Warning: Immediate deletion does not wait for confirmation that the running resource has been "
            "terminated. The resource may continue to run on the cluster indefinitely."
        )
    if grace is not None and grace >= 0:
        options["gracePeriodSeconds"] = grace
    dry = {"dryRun": "All"} if args.text("dry-run", "none") != "none" else {}
    waited: list[Target] = []
    for place in chosen(api, args, args.words, text):
        code, answer = api.call("DELETE", place.path, options, query=dry)
        if code == 404 and args.on("ignore-not-found"):
            continue
        if code >= 400:
            output.text(refusal_text(code, answer))
            output.code = 1
            continue
        output.say(
            f'{place.kind.qualified} "{place.name}" {"force deleted" if args.on("force") else "deleted"}'
        )
        if answer.get("kind") != "Status":
            waited.append(place)
    if not output.lines:
        output.say("No resources found")
    remaining = [target for target in waited if api.call("GET", target.path)[0] != 404]
    if remaining and not dry and args.text("wait", "true") != "false" and not args.on("force"):
        names = " ".join(
            f"{target.kind.plural}{'.' + target.kind.group if target.kind.group else ''}/{target.name}"
            for target in remaining[:20]
        )
        output.next = f"wait --for=delete --quiet {names}" + (
            f" -n {remaining[0].namespace}" if remaining[0].namespace else ""
        )


_CASCADE = {
    "background": "Background",
    "true": "Background",
    "orphan": "Orphan",
    "false": "Orphan",
    "foreground": "Foreground",
}


_WORKLOAD = ("spec", "template", "spec")
_TEMPLATES: dict[str, tuple[str, ...]] = {
    "Pod": ("spec",),
    "CronJob": ("spec", "jobTemplate", *_WORKLOAD),
    **dict.fromkeys(
        ("Deployment", "DaemonSet", "StatefulSet", "ReplicaSet", "ReplicationController", "Job"), _WORKLOAD
    ),
}
"""The path to the pod spec in an object. Source: kubectl updatepodspec.go."""


def set_(api: Api, args: Arguments, text: str, output: Output) -> None:
    """The verb set: changes images or resources of a pod template."""
    what = args.words[:1]
    pairs = [word.partition("=") for word in args.words[1:] if "=" in word]
    place = only(api, args, [word for word in args.words[1:] if "=" not in word])
    current = api.must("GET", place.path)
    path = _TEMPLATES.get(place.kind.kind)
    if path is None:
        raise LineError(
            f"error: {place.kind.plural}/{place.name} the object is not a pod or does not have a pod "
            f"template: *{place.kind.version}.{place.kind.kind}"
        )
    pod = current
    for name in path:
        pod = pod[name]
    names = [container["name"] for container in pod["containers"]]
    if what == ["image"] and pairs:
        images = {name: image for name, _, image in pairs}
        missing = [name for name in images if name != "*" and name not in names]
        if missing:
            raise LineError(f'error: unable to find container named "{missing[0]}"')
        changes = [
            {"name": name, "image": images.get(name, images.get("*"))}
            for name in names
            if name in images or "*" in images
        ]
        words = "image updated"
    elif what == ["resources"]:
        resources = {
            flag: dict(part.split("=", 1) for part in args.text(flag).split(",") if "=" in part)
            for flag in ("requests", "limits")
            if args.text(flag)
        }
        chosen = args.text("containers").split(",") if args.text("containers") else names
        changes = [{"name": name, "resources": resources} for name in names if name in chosen]
        words = "resource requirements updated"
    else:
        raise LineError(
            "error: set what? image CONTAINER=IMAGE, or resources --requests=cpu=1 --limits=cpu=1"
        )
    body: dict[str, Any] = {"containers": changes}
    for name in reversed(path):
        body = {name: body}
    _patched(api, place, body, STRATEGIC, args, output, ("kubectl-set", words, words))


def scale(api: Api, args: Arguments, text: str, output: Output) -> None:
    replicas, current = args.whole("replicas"), args.whole("current-replicas")
    if replicas is None:
        raise LineError('error: required flag(s) "replicas" not set')
    for place in chosen(api, args, args.words, text):
        if current is not None and api.must("GET", place.path)["spec"].get("replicas") != current:
            raise LineError(f"error: Expected replicas to be {current}")
        api.must(
            "PATCH",
            f"{place.path}/scale",
            {"spec": {"replicas": replicas}},
            content_type=MERGE,
            query=query_of(args, "kubectl"),
        )
        print_change(output, place, "scaled", args)


def autoscale(api: Api, args: Arguments, text: str, output: Output) -> None:
    raise LineError("error: podium simulates no HorizontalPodAutoscaler: nothing would scale the workload")

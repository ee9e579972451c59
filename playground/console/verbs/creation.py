"""Verbs that create an object from a few words: create, run, expose."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from playground.console.api import Api, documents_of, patch_of
from playground.console.line import Arguments
from playground.console.output import LineError, Output
from playground.console.targets import Target, of_document, only
from playground.console.verbs.changes import needs_text, print_change, query_of


def create(api: Api, args: Arguments, text: str, output: Output) -> None:
    if args.all("filename"):
        if needs_text(args, text, output, ""):
            return
        for document in documents_of(text):
            _post(api, of_document(api, document), document, args, output)
        return
    if not args.words:
        raise LineError("error: must specify one of -f and -k")
    what, *names = args.words
    if what in ("secret", "service", "svc") and names:
        names = names[1:]
    if what not in _MAKERS or len(names) != 1:
        raise LineError(f"error: create what? One of {', '.join(sorted(_MAKERS))}, or -f -")
    document = _MAKERS[what](names[0], args)
    _post(api, of_document(api, document), document, args, output)


def _post(api: Api, place: Target, document: Any, args: Arguments, output: Output) -> None:
    answer = api.must(
        "POST", place.kind.path(place.namespace), document, query=query_of(args, "kubectl-create")
    )
    api.tell(output)
    named = Target(place.kind, answer["metadata"]["name"], place.namespace)
    print_change(output, named, "created", args, answer)


def _deployment(name: str, args: Arguments) -> dict[str, Any]:
    image = args.text("image")
    if not image:
        raise LineError('error: required flag(s) "image" not set')
    container: dict[str, Any] = {"name": _name_of_image(image), "image": image}
    if args.whole("port"):
        container["ports"] = [{"containerPort": args.whole("port")}]
    replicas = args.whole("replicas")
    labels = {"app": name}
    spec = {
        "replicas": 1 if replicas is None else replicas,
        "selector": {"matchLabels": labels},
        "template": {"metadata": {"labels": labels}, "spec": {"containers": [container]}},
    }
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": name, "labels": labels},
        "spec": spec,
    }


def _name_of_image(image: str) -> str:
    plain = image.rpartition("/")[2].partition("@")[0].partition(":")[0]
    return re.sub(r"[^a-z0-9-]", "-", plain.lower())[:63] or "app"


def _job(name: str, args: Arguments) -> dict[str, Any]:
    pod = {
        "containers": [{"name": name, "image": args.text("image", "busybox"), **_command(args)}],
        "restartPolicy": "Never",
    }
    return {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": name},
        "spec": {"template": {"spec": pod}},
    }


def _command(args: Arguments) -> dict[str, Any]:
    return {"command": args.after} if args.after else {}


def _priority_class(name: str, args: Arguments) -> dict[str, Any]:
    manifest: dict[str, Any] = {
        "apiVersion": "scheduling.k8s.io/v1",
        "kind": "PriorityClass",
        "metadata": {"name": name},
        "value": args.whole("value") or 0,
        "globalDefault": args.on("global-default"),
        "description": args.text("description"),
    }
    return {**manifest, "preemptionPolicy": args.text("preemption-policy", "PreemptLowerPriority")}


def _budget(name: str, args: Arguments) -> dict[str, Any]:
    labels = dict(part.split("=", 1) for part in args.text("selector").split(",") if "=" in part)
    spec: dict[str, Any] = {"selector": {"matchLabels": labels}}
    for flag, field in (("min-available", "minAvailable"), ("max-unavailable", "maxUnavailable")):
        if args.text(flag):
            value = args.text(flag)
            spec[field] = int(value) if value.isdecimal() and len(value) < 10 else value
    return {
        "apiVersion": "policy/v1",
        "kind": "PodDisruptionBudget",
        "metadata": {"name": name},
        "spec": spec,
    }


def _service(name: str, args: Arguments) -> dict[str, Any]:
    ports = []
    for text in args.all("tcp"):
        port, _, target_port = text.partition(":")
        if not port.isdecimal() or len(port) > 5:
            raise LineError("error: --tcp needs <port>:<targetPort>")
        ports.append(
            {
                "name": text.replace(":", "-"),
                "port": int(port),
                "targetPort": int(target_port) if target_port.isdecimal() else int(port),
            }
        )
    spec = {"selector": {"app": name}, "ports": ports, "type": "ClusterIP"}
    return {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": name, "labels": {"app": name}},
        "spec": spec,
    }


def _literals(args: Arguments) -> dict[str, str]:
    return dict(text.split("=", 1) for text in args.all("from-literal") if "=" in text)


def _plain(kind: str, name: str, **more: Any) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": kind, "metadata": {"name": name}, **more}


_MAKERS: Mapping[str, Callable[[str, Arguments], dict[str, Any]]] = {
    "deployment": _deployment,
    "deploy": _deployment,
    "job": _job,
    "namespace": lambda name, args: _plain("Namespace", name),
    "ns": lambda name, args: _plain("Namespace", name),
    "priorityclass": _priority_class,
    "pc": _priority_class,
    "poddisruptionbudget": _budget,
    "pdb": _budget,
    "service": _service,
    "svc": _service,
    "configmap": lambda name, args: _plain("ConfigMap", name, data=_literals(args)),
    "cm": lambda name, args: _plain("ConfigMap", name, data=_literals(args)),
    "secret": lambda name, args: _plain("Secret", name, type="Opaque", stringData=_literals(args)),
    "serviceaccount": lambda name, args: _plain("ServiceAccount", name),
    "sa": lambda name, args: _plain("ServiceAccount", name),
}


def run(api: Api, args: Arguments, text: str, output: Output) -> None:
    if len(args.words) != 1 or not args.text("image"):
        raise LineError("error: NAME and --image are required for run")
    name = args.words[0]
    labels = dict(part.split("=", 1) for part in args.text("labels").split(",") if "=" in part) or {
        "run": name
    }
    container: dict[str, Any] = {"name": name, "image": args.text("image")}
    if args.after:
        container["command" if args.on("command") else "args"] = args.after
    for flag in ("requests", "limits"):
        if args.text(flag):
            amounts = dict(part.split("=", 1) for part in args.text(flag).split(",") if "=" in part)
            container.setdefault("resources", {})[flag] = amounts
    if args.whole("port"):
        container["ports"] = [{"containerPort": args.whole("port")}]
    spec = {"containers": [container], "restartPolicy": args.text("restart", "Always")}
    document = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "labels": labels}, "spec": spec}
    overrides = args.text("overrides")
    if overrides:
        changes = patch_of(overrides)
        if not isinstance(changes, dict):
            raise LineError("error: Invalid JSON Patch")
        document = _merged(document, changes)
    _post(api, of_document(api, document), document, args, output)


def _merged(base: Any, override: Any) -> Any:
    if not isinstance(base, dict) or not isinstance(override, dict):
        return override
    return {**base, **{key: _merged(base.get(key), value) for key, value in override.items()}}


def expose(api: Api, args: Arguments, text: str, output: Output) -> None:
    place = only(api, args, args.words)
    workload = api.must("GET", place.path)
    port, spec = args.whole("port"), workload.get("spec", {})
    selector = (
        spec.get("selector", {}).get("matchLabels")
        or spec.get("selector")
        or workload["metadata"].get("labels")
    )
    if place.kind.kind == "Pod":
        selector = workload["metadata"].get("labels")
    if not port:
        raise LineError("error: couldn't find port via --port flag or introspection")
    aimed = args.text("target-port") or str(port)
    name = args.text("name") or place.name
    document = _plain(
        "Service",
        name,
        spec={
            "selector": selector,
            "ports": [
                {
                    "port": port,
                    "targetPort": int(aimed) if aimed.isdecimal() else aimed,
                    "protocol": args.text("protocol", "TCP"),
                }
            ],
            "type": args.text("type", "ClusterIP"),
        },
    )
    service = api.kind_named("services")
    answer = api.must("POST", service.path(api.namespace), document, query=query_of(args, "kubectl-expose"))
    print_change(output, Target(service, name, api.namespace), "exposed", args, answer)


WORDS = "deployment namespace job priorityclass poddisruptionbudget service configmap secret serviceaccount"

"""Verbs that make an object of a few words: create, run, expose."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from playground.console.api import Api, documents_of, kind_named, patch_of
from playground.console.line import Given
from playground.console.output import Output, SaidError
from playground.console.targets import Target, of_document, only
from playground.console.verbs.changes import needs_text, query_of, said


def create(api: Api, given: Given, text: str, output: Output) -> None:
    if given.all("filename"):
        if needs_text(given, text, output, ""):
            return
        for document in documents_of(text):
            _post(api, of_document(api, document), document, given, output)
        return
    if not given.words:
        raise SaidError("error: must specify one of -f and -k")
    what, *names = given.words
    if what in ("secret", "service", "svc") and names:
        names = names[1:]
    if what not in _MAKERS or len(names) != 1:
        raise SaidError(f"error: create what? One of {', '.join(sorted(_MAKERS))}, or -f -")
    document = _MAKERS[what](names[0], given)
    _post(api, of_document(api, document), document, given, output)


def _post(api: Api, place: Target, document: Any, given: Given, output: Output) -> None:
    answer = api.must(
        "POST", place.kind.path(place.namespace), document, query=query_of(given, "kubectl-create")
    )
    api.tell(output)
    named = Target(place.kind, answer["metadata"]["name"], place.namespace)
    said(output, named, "created", given, answer)


def _deployment(name: str, given: Given) -> dict[str, Any]:
    image = given.text("image")
    if not image:
        raise SaidError('error: required flag(s) "image" not set')
    container: dict[str, Any] = {"name": _name_of_image(image), "image": image}
    if given.whole("port"):
        container["ports"] = [{"containerPort": given.whole("port")}]
    replicas = given.whole("replicas")
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


def _job(name: str, given: Given) -> dict[str, Any]:
    pod = {
        "containers": [{"name": name, "image": given.text("image", "busybox"), **_command(given)}],
        "restartPolicy": "Never",
    }
    return {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": name},
        "spec": {"template": {"spec": pod}},
    }


def _command(given: Given) -> dict[str, Any]:
    return {"command": given.after} if given.after else {}


def _priority_class(name: str, given: Given) -> dict[str, Any]:
    made: dict[str, Any] = {
        "apiVersion": "scheduling.k8s.io/v1",
        "kind": "PriorityClass",
        "metadata": {"name": name},
        "value": given.whole("value") or 0,
        "globalDefault": given.on("global-default"),
        "description": given.text("description"),
    }
    return {**made, "preemptionPolicy": given.text("preemption-policy", "PreemptLowerPriority")}


def _budget(name: str, given: Given) -> dict[str, Any]:
    labels = dict(part.split("=", 1) for part in given.text("selector").split(",") if "=" in part)
    spec: dict[str, Any] = {"selector": {"matchLabels": labels}}
    for flag, field in (("min-available", "minAvailable"), ("max-unavailable", "maxUnavailable")):
        if given.text(flag):
            value = given.text(flag)
            spec[field] = int(value) if value.isdecimal() and len(value) < 10 else value
    return {
        "apiVersion": "policy/v1",
        "kind": "PodDisruptionBudget",
        "metadata": {"name": name},
        "spec": spec,
    }


def _service(name: str, given: Given) -> dict[str, Any]:
    ports = []
    for text in given.all("tcp"):
        port, _, target_port = text.partition(":")
        if not port.isdecimal() or len(port) > 5:
            raise SaidError("error: --tcp needs <port>:<targetPort>")
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


def _literals(given: Given) -> dict[str, str]:
    return dict(text.split("=", 1) for text in given.all("from-literal") if "=" in text)


def _plain(kind: str, name: str, **more: Any) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": kind, "metadata": {"name": name}, **more}


_MAKERS: Mapping[str, Callable[[str, Given], dict[str, Any]]] = {
    "deployment": _deployment,
    "deploy": _deployment,
    "job": _job,
    "namespace": lambda name, given: _plain("Namespace", name),
    "ns": lambda name, given: _plain("Namespace", name),
    "priorityclass": _priority_class,
    "pc": _priority_class,
    "poddisruptionbudget": _budget,
    "pdb": _budget,
    "service": _service,
    "svc": _service,
    "configmap": lambda name, given: _plain("ConfigMap", name, data=_literals(given)),
    "cm": lambda name, given: _plain("ConfigMap", name, data=_literals(given)),
    "secret": lambda name, given: _plain("Secret", name, type="Opaque", stringData=_literals(given)),
    "serviceaccount": lambda name, given: _plain("ServiceAccount", name),
    "sa": lambda name, given: _plain("ServiceAccount", name),
}


def run(api: Api, given: Given, text: str, output: Output) -> None:
    if len(given.words) != 1 or not given.text("image"):
        raise SaidError("error: NAME and --image are required for run")
    name = given.words[0]
    labels = dict(part.split("=", 1) for part in given.text("labels").split(",") if "=" in part) or {
        "run": name
    }
    container: dict[str, Any] = {"name": name, "image": given.text("image")}
    if given.after:
        container["command" if given.on("command") else "args"] = given.after
    for flag in ("requests", "limits"):
        if given.text(flag):
            amounts = dict(part.split("=", 1) for part in given.text(flag).split(",") if "=" in part)
            container.setdefault("resources", {})[flag] = amounts
    if given.whole("port"):
        container["ports"] = [{"containerPort": given.whole("port")}]
    spec = {"containers": [container], "restartPolicy": given.text("restart", "Always")}
    document = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "labels": labels}, "spec": spec}
    overrides = given.text("overrides")
    if overrides:
        changes = patch_of(overrides)
        if not isinstance(changes, dict):
            raise SaidError("error: Invalid JSON Patch")
        document = _merged(document, changes)
    _post(api, of_document(api, document), document, given, output)


def _merged(one: Any, other: Any) -> Any:
    if not isinstance(one, dict) or not isinstance(other, dict):
        return other
    return {**one, **{key: _merged(one.get(key), value) for key, value in other.items()}}


def expose(api: Api, given: Given, text: str, output: Output) -> None:
    place = only(api, given, given.words)
    workload = api.must("GET", place.path)
    port, spec = given.whole("port"), workload.get("spec", {})
    selector = (
        spec.get("selector", {}).get("matchLabels")
        or spec.get("selector")
        or workload["metadata"].get("labels")
    )
    if place.kind.kind == "Pod":
        selector = workload["metadata"].get("labels")
    if not port:
        raise SaidError("error: couldn't find port via --port flag or introspection")
    aimed = given.text("target-port") or str(port)
    name = given.text("name") or place.name
    document = _plain(
        "Service",
        name,
        spec={
            "selector": selector,
            "ports": [
                {
                    "port": port,
                    "targetPort": int(aimed) if aimed.isdecimal() else aimed,
                    "protocol": given.text("protocol", "TCP"),
                }
            ],
            "type": given.text("type", "ClusterIP"),
        },
    )
    service = kind_named("services")
    answer = api.must("POST", service.path(api.namespace), document, query=query_of(given, "kubectl-expose"))
    said(output, Target(service, name, api.namespace), "exposed", given, answer)


WORDS = "deployment namespace job priorityclass poddisruptionbudget service configmap secret serviceaccount"

"""The pod whose copies are counted: from a file with a Pod, or with a workload and its template."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from playground.commandline.arguments import BadInputError
from playground.texts.manifests import words, yaml_source, yaml_text

MOST_REPLICAS = 1_000_000


@dataclass(frozen=True, slots=True)
class Shape:
    """`text` is a Pod as YAML, `key` its namespace/name, `replicas` the number in its file."""

    text: bytes
    key: str
    replicas: int


def shapes(name: str, data: bytes) -> tuple[Shape, ...]:
    """The shapes of all documents with pods. Raises BadInputError when a file has none."""
    source = yaml_source.read(data)
    for problem in source.problems:
        line = problem.position.line if problem.position else 1
        raise BadInputError(f"{name}:{line}: {words.say(problem.code, problem.args)}")
    workloads = [shape for document in source.documents if (shape := _shape(document.value)) is not None]
    if not workloads:
        raise BadInputError(f"{name}: there is no Pod and no workload with a pod template")
    return tuple(workloads)


def _shape(document: Any) -> Shape | None:
    """The pod of a document, or of its template; None when it has none."""
    if not isinstance(document, Mapping):
        return None
    spec = _map(document.get("spec"))
    pod = document
    if document.get("kind") != "Pod":
        job = _map(_map(spec.get("jobTemplate")).get("spec")) if document.get("kind") == "CronJob" else spec
        pod, spec = _map(job.get("template")), job
    if not isinstance(pod.get("spec"), Mapping):
        return None
    outer, inner = _map(document.get("metadata")), _map(pod.get("metadata"))
    named = {
        "name": f"{outer.get('name', 'pod')}-shape" if pod is not document else outer.get("name", "pod"),
        "namespace": outer.get("namespace", "default"),
        **{key: inner[key] for key in ("labels", "annotations") if key in inner},
    }
    manifest = {"apiVersion": "v1", "kind": "Pod", "metadata": named, "spec": _unbound(pod["spec"])}
    replicas = spec.get("replicas", spec.get("parallelism", 1)) if pod is not document else 1
    count = replicas if isinstance(replicas, int) and 0 <= replicas <= MOST_REPLICAS else 1
    return Shape(yaml_text.dump(manifest).encode(), f"{named['namespace']}/{named['name']}", count)


def _unbound(spec: Mapping[str, Any]) -> dict[str, Any]:
    """A pod spec without nodeName."""
    return {key: value for key, value in spec.items() if key != "nodeName"}


def _map(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}

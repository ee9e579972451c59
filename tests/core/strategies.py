"""Hypothesis strategies for clusters and for what a person does to them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.builders import api_object, node, pod
from tests.core.play import apply, priority_class

NODES = ("n1", "n2", "n3")
PODS = ("a", "b", "c", "d", "e")
CLASSES = (0, 10, 100)


@st.composite
def inputs(draw: st.DrawFn) -> dict[str, Any]:
    """One input that may well be refused."""
    name, node_name = draw(st.sampled_from(PODS)), draw(st.sampled_from(NODES))
    target = {"kind": "Pod", "namespace": "default", "name": name}
    match draw(
        st.sampled_from(
            (
                "apply",
                "apply",
                "delete",
                "cordon",
                "uncordon",
                "taint",
                "untaint",
                "label",
                "scale",
                "node",
                "remove",
                "scheduler",
            )
        )
    ):
        case "apply":
            return unscheduled(draw(pods(name)))
        case "delete":
            grace = draw(st.sampled_from((None, 0, 1, 5)))
            return {"kind": "delete", "object": target, "gracePeriodSeconds": grace}
        case "cordon":
            return {"kind": "cordon", "node": node_name}
        case "uncordon":
            return {"kind": "uncordon", "node": node_name}
        case "taint":
            return {"kind": "taint", "node": node_name, "key": "k", "value": "", "effect": "NoSchedule"}
        case "untaint":
            return {"kind": "untaint", "node": node_name, "key": "k", "effect": None}
        case "label":
            return {"kind": "label", "object": target, "labels": {"app": draw(st.sampled_from(("x", None)))}}
        case "scale":
            deployment = {"kind": "Deployment", "namespace": "default", "name": "web"}
            return {"kind": "scale", "object": deployment, "replicas": draw(st.integers(0, 4))}
        case "remove":
            return {"kind": "delete", "object": {"kind": "Node", "name": node_name}}
        case "node":
            return unscheduled(node(node_name, draw(st.sampled_from(("1", "2")))))
        case _:
            return {"kind": "scheduler", "running": draw(st.booleans())}


def unscheduled(document: dict[str, Any]) -> dict[str, Any]:
    given = apply(0, document)
    del given["at"]
    return given


@st.composite
def pods(draw: st.DrawFn, name: str) -> dict[str, Any]:
    value = draw(st.sampled_from(CLASSES))
    made = pod(
        name,
        draw(st.sampled_from((None, "500m", "1", "2"))),
        priority=f"p{value}" if value else None,
        labels={"app": draw(st.sampled_from(("x", "y")))},
    )
    if draw(st.booleans()):
        made["spec"]["terminationGracePeriodSeconds"] = draw(st.sampled_from((0, 1, 7)))
    if draw(st.integers(0, 3)) == 0:
        made["spec"]["topologySpreadConstraints"] = [
            {
                "maxSkew": 1,
                "topologyKey": "kubernetes.io/hostname",
                "whenUnsatisfiable": draw(st.sampled_from(("DoNotSchedule", "ScheduleAnyway"))),
                "labelSelector": {"matchLabels": {"app": "x"}},
            }
        ]
    return made


DEPLOYMENT: dict[str, Any] = api_object(
    "Deployment",
    "web",
    spec={
        "replicas": 2,
        "selector": {"matchLabels": {"app": "web"}},
        "template": {
            "metadata": {"labels": {"app": "web"}},
            "spec": {"containers": [{"name": "app", "image": "example/app:1"}]},
        },
    },
)


@st.composite
def clusters(draw: st.DrawFn) -> list[dict[str, Any]]:
    """The documents of a scenario with up to three nodes, some running pods and some timed inputs."""
    names = NODES[: draw(st.integers(1, 3))]
    documents: list[dict[str, Any]] = [priority_class(value) for value in CLASSES if value]
    documents += [node(name, draw(st.sampled_from(("1", "2", "4")))) for name in names]
    for place, name in enumerate(PODS[: draw(st.integers(0, 4))]):
        made = draw(pods(name))
        if draw(st.booleans()):
            made["spec"]["nodeName"] = draw(st.sampled_from(names))
            made["status"] = {"phase": "Running", "startTime": f"2029-12-31T23:00:0{place}Z"}
        documents.append(made)
    if draw(st.booleans()):
        documents.append(DEPLOYMENT)
    times = sorted(draw(st.lists(st.integers(0, 20), max_size=4)))
    header: dict[str, Any] = {
        "apiVersion": "podium/v1",
        "kind": "Scenario",
        "metadata": {"name": "drawn"},
        "spec": {
            "seed": draw(st.integers(0, 5)),
            "scheduler": {"running": draw(st.integers(0, 3)) > 0},
            "inputs": [{"at": at, **draw(inputs())} for at in times],
        },
    }
    return [header, *documents]

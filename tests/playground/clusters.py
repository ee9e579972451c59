"""Small clusters for tests of the wire: plain manifests, as a scenario's file has them."""

from typing import Any

from playground.runs import new_runs, revisions
from playground.runs.models import Run
from scheduler_core import Scenario, SourceDocument, parse_scenario
from tests.builders import node, pod


def scenario(*manifests: dict[str, Any], seed: int = 1) -> Scenario:
    header = {
        "apiVersion": "podium/v1",
        "kind": "Scenario",
        "metadata": {"name": "wire"},
        "spec": {"title": "A small cluster", "seed": seed},
    }
    documents = [SourceDocument(index, value) for index, value in enumerate([header, *manifests])]
    parsed = parse_scenario(documents)
    assert parsed.scenario is not None, parsed.problems
    return parsed.scenario


def canonical_run(*documents: dict[str, Any], title: str) -> Run:
    """The stored run of these documents, played to its end and owned by nobody."""
    parsed = parse_scenario([SourceDocument(index, value) for index, value in enumerate(documents)])
    assert parsed.scenario is not None, parsed.problems
    return new_runs.create_canonical_run(revisions.store_scenario(parsed.scenario), title=title)


def small() -> Scenario:
    """Three nodes, six pods to place: some twenty steps."""
    return scenario(*(node(f"n{n}") for n in (1, 2, 3)), *(pod(f"p{n}", "500m", "64Mi") for n in range(6)))


def large(nodes: int = 30, pods: int = 300) -> Scenario:
    """As large as the aims for latency are: over a thousand steps."""
    return scenario(
        *(node(f"n{n:02}", cpu="8") for n in range(nodes)),
        *(pod(f"p{n:03}", "500m", "64Mi") for n in range(pods)),
    )

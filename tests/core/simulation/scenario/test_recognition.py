"""Which release a dump comes from."""

from __future__ import annotations

import pytest

from scheduler_core.apiserver.documents.manifests import SourceDocument
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.releases.chosen import ChosenRelease
from scheduler_core.simulation.scenario.parse import parse_scenario


def node(name: str, version: str) -> dict[str, Json]:
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name},
        "status": {"nodeInfo": {"kubeletVersion": version}},
    }


def version_of(*documents: Json, version: str = "1.36") -> str:
    parsed = parse_scenario([SourceDocument(*item) for item in enumerate(documents)], version=version)
    assert parsed.scenario is not None
    return parsed.scenario.version


@pytest.mark.parametrize(
    ("kubelets", "version"),
    [
        (("v1.35.4",), "1.35.4"),
        (("v1.35.4-eks-1-2", "v1.36.2+k3s1"), "1.36.2"),
        (("v1.34.1", "v1.37.0", "v1.36.2", "v1.35.3"), "1.37.0"),
        (("v1.99.0",), "1.36"),
        (("v1.99.0", "v1.34.1"), "1.34.1"),
        (("newest",), "1.36"),
    ],
)
def test_the_newest_kubelet_names_the_release_of_a_dump(kubelets: tuple[str, ...], version: str) -> None:
    nodes: list[Json] = [node(f"n{number}", kubelet) for number, kubelet in enumerate(kubelets)]
    assert version == version_of(*nodes)
    assert version == version_of({"apiVersion": "v1", "kind": "List", "items": nodes})


def test_a_version_in_the_header_outranks_the_kubelets() -> None:
    header: Json = {"apiVersion": "podium/v1", "kind": "Scenario", "spec": {"version": "1.34"}}
    assert "1.34" == version_of(header, node("n1", "v1.36.2"))


def test_the_release_of_a_document_that_names_none_is_the_callers() -> None:
    header: Json = {"apiVersion": "podium/v1", "kind": "Scenario", "spec": {"seed": 2}}
    assert ("1.35", "1.34") == (version_of(header, version="1.35"), version_of(header, version="1.34"))


def test_a_chosen_release_outranks_header_and_kubelets() -> None:
    header: Json = {
        "apiVersion": "podium/v1",
        "kind": "Scenario",
        "spec": {"version": "1.34", "featureGates": {"ImageVolume": True}},
    }
    documents = [SourceDocument(0, header), SourceDocument(1, node("n1", "v1.35.4"))]
    parsed = parse_scenario(documents, chosen=ChosenRelease("1.37"))
    assert parsed.scenario is not None
    assert ("1.37", {"ImageVolume": True}) == (parsed.scenario.version, parsed.scenario.feature_gates)


def test_chosen_gates_are_held_against_the_release_of_the_document() -> None:
    documents = [SourceDocument(0, node("n1", "v1.34.1"))]
    parsed = parse_scenario(documents, chosen=ChosenRelease("", {"NodeDeclaredFeatures": True}))
    assert ["unrecognized feature gate: NodeDeclaredFeatures"] == [
        problem.args["text"] for problem in parsed.problems
    ]
    assert parsed.scenario is None

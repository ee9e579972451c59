"""The release of an import: recognised, chosen, and changed in the report."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from playground.imports.models import ImportReport
from playground.runs import revisions
from playground.runs.models import Run
from playground.texts.manifests.importer import import_text

pytestmark = pytest.mark.django_db(transaction=True)


def nodes(*versions: str) -> str:
    return "".join(
        f"---\napiVersion: v1\nkind: Node\nmetadata: {{name: n{number}}}\nstatus: {{allocatable: {{cpu: '4', memory: "
        f"8Gi, pods: '110'}}, nodeInfo: {{kubeletVersion: {version}}}}}\n"
        for number, version in enumerate(versions)
    )


def kubelets_of(run: str) -> list[Any]:
    """(version, nodes) of the kubelets that are not of the run's release."""
    canonical = json.loads(Run.objects.get(pk=run).revision.canonical)
    return [(entry["version"], entry["nodes"]) for entry in canonical.get("kubelets", ())]


def words_of(run: str) -> dict[str, Any]:
    return revisions.scenario_words(Run.objects.get(pk=run).revision_id)


def opened(client: Client, text: str, **form: str) -> str:
    answer = client.post("/import", {"text": text, "do": "draw", **form})
    assert 303 == answer.status_code, answer.content.decode()[-3000:]
    return answer.headers["Location"].split("?")[0].removeprefix("/r/")


@pytest.mark.parametrize(
    ("versions", "version", "sentences"),
    [
        (["v1.36.2"], "1.36.2", ["The kubelets of the nodes report this release."]),
        (
            ["v1.34.1", "v1.36.2"],
            "1.36.2",
            [
                "The kubelets of the nodes report this release.",
                "The nodes have several releases: v1.34.1, v1.36.2. The control plane has the newest of them, "
                "and each kubelet its own.",
            ],
        ),
        (
            ["v1.35.4", "v1.99.0"],
            "1.35.4",
            [
                "The kubelets of the nodes report this release.",
                "podium does not know the release v1.99.0 that nodes report.",
            ],
        ),
    ],
)
def test_the_report_says_where_the_release_comes_from(
    client: Client, versions: list[str], version: str, sentences: list[str]
) -> None:
    run = opened(client, nodes(*versions))
    page = client.get(f"/r/{run}/report").content.decode()

    assert version == words_of(run)["version"]
    assert f"Kubernetes v{version}" in page
    assert all(sentence in page for sentence in sentences)


def test_each_kubelet_keeps_its_release_where_the_nodes_have_several(client: Client) -> None:
    text = nodes("v1.36.2", "v1.33.1-eks-3", "v1.35.4", "v1.34.1", "v1.35.4", "v1.99.0")
    several, alike = opened(client, text), opened(client, nodes("v1.35.4", "v1.35.4"))
    chosen = opened(client, text, release="1.36.2")

    assert [("1.33.1", ["n1"]), ("1.34.1", ["n3"]), ("1.35.4", ["n2", "n4"])] == kubelets_of(several)
    assert [[], []] == [kubelets_of(alike), kubelets_of(chosen)]


def test_a_release_that_is_chosen_outranks_that_of_the_nodes(client: Client) -> None:
    run = opened(client, nodes("v1.34.1"), release="1.37", gates="StorageCapacityScoring=false")
    words = words_of(run)
    page = client.get(f"/r/{run}/report").content.decode()

    assert ("1.37", "StorageCapacityScoring=false") == (words["version"], words["gates"])
    assert "You chose this release." in page
    assert "The kubelets of the nodes report v1.34.1." in page
    board = client.get(f"/r/{run}").content.decode()
    assert "Kubernetes v1.37, with the feature gates StorageCapacityScoring=false" in board


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"release": "1.99"}, "1.99 is no release of Kubernetes that podium knows"),
        ({"release": "1.36", "gates": "Nonsense=true"}, "unrecognized feature gate: Nonsense"),
        ({"gates": "NodeDeclaredFeatures=true"}, "unrecognized feature gate: NodeDeclaredFeatures"),
        ({"gates": "ImageVolume"}, "missing bool value for ImageVolume"),
    ],
)
def test_what_cannot_be_chosen_comes_back_in_kubernetes_words(
    client: Client, form: dict[str, str], sentence: str
) -> None:
    text = nodes("v1.34.1")
    answer = client.post("/import", {"text": text, "do": "draw", **form})

    assert 422 == answer.status_code
    assert sentence in answer.content.decode()
    assert "kubeletVersion: v1.34.1" in answer.content.decode()
    assert 0 == Run.objects.count()
    query = "&".join(f"{name}={value}" for name, value in form.items())
    linted = client.post(f"/lint?{query}", text, content_type="text/plain").json()
    assert sentence in linted["problems"][0]["message"]


def test_the_report_opens_the_same_text_in_another_release(client: Client) -> None:
    run = opened(client, nodes("v1.36.2"))
    answer = client.post(f"/r/{run}/report", {"release": "1.34", "gates": ""})
    other = answer.headers["Location"].removeprefix("/r/")
    refused = client.post(f"/r/{run}/report", {"release": "1.34", "gates": "NodeDeclaredFeatures=true"})

    assert ("1.34", "1.36.2") == (words_of(other)["version"], words_of(run)["version"])
    assert ImportReport.objects.get(pk=run).groups == ImportReport.objects.get(pk=other).groups
    assert "You chose this release." in client.get(f"/r/{other}/report").content.decode()
    assert 422 == refused.status_code
    assert "unrecognized feature gate: NodeDeclaredFeatures" in refused.content.decode()


def test_a_report_from_before_releases_were_recognised_says_nothing_of_them(client: Client) -> None:
    run = opened(client, nodes("v1.36.2"))
    ImportReport.objects.update(release={})
    page = client.get(f"/r/{run}/report").content.decode()

    assert 'class="report-release"' not in page
    assert not re.search(r'name="release"', page)


def test_a_document_that_names_its_release_says_so() -> None:
    header = "apiVersion: podium/v1\nkind: Scenario\nspec: {version: '1.35'}\n"
    recognised = import_text(header + nodes("v1.36.2")).release

    assert ("1.35", "document", ("1.36.2",)) == (recognised.version, recognised.source, recognised.kubelets)
    assert "The text names this release." in recognised.sentences()

"""Nothing that may be secret outlives an import: a marker stands in every such string of large dumps, and is
looked for in the database, the log, the pages and what sockets are sent.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.db import connection
from django.test import Client

from playground.runs import questions, services
from tests.playground.imports.markers import PLANTED, Planting, dump

pytestmark = pytest.mark.django_db(transaction=True)

OBJECTS = ("pods/default/p", "pods/default/mapped", "nodes/n1")
TABS = ("describe", "events", "yaml", "why")


def everything_stored() -> str:
    with connection.cursor() as cursor:
        results = []
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT * FROM "{table}"')
            results += [repr(row) for row in cursor.fetchall()]
    return "\n".join(results)


def everything_told(client: Client, run: str) -> str:
    """What pages and sockets say of a run, at its start and at its newest step."""
    run_state = services.standing(run)
    assert run_state is not None
    addresses = [f"/r/{run}", f"/r/{run}/report", f"/r/{run}/film.json"]
    addresses += [f"/r/{run}/{item}/{tab}" for item in OBJECTS for tab in TABS]
    addresses += [f"/r/{run}/faults", f"/r/{run}/faults?node=n1"]
    pages = [client.get(address).content.decode() for address in addresses]
    snapshots = [questions.text(run_state, "snapshot", seq) or "" for seq in (0, run_state.head)]
    kinds = [("Deployment", "default/web"), ("CronJob", "default/nightly"), ("PersistentVolume", "pv")]
    messages = [questions.text(run_state, "manifest", 0, kind=kind, key=key) or "" for kind, key in kinds]
    return "\n".join([*pages, *snapshots, *messages])


def planted(documents: list[Any]) -> tuple[str, int]:
    """The documents with their markers, as YAML text, and how many there are."""
    planting = Planting()
    text = yaml.safe_dump_all([planting.plant(document) for document in documents], allow_unicode=True)
    assert len(set(PLANTED.findall(text))) == planting.planted
    return text, planting.planted


def test_no_marker_of_a_whole_cluster_survives(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    text, count = planted(dump())

    response = client.post("/import", {"text": text})

    assert 303 == response.status_code, response.context["problems"]
    assert count > 200
    run = response["Location"].split("/r/")[1].partition("?")[0]
    client.post(f"/r/{run}/fork", {"at": "0"})
    result = everything_told(client, run)
    everywhere = "\n".join([response["Location"], everything_stored(), result, caplog.text])
    assert '"mapped"' in result
    assert [] == sorted(set(PLANTED.findall(everywhere)))


def test_the_report_names_each_field_that_went(client: Client) -> None:
    text, _ = planted(dump())

    page = client.post("/import", {"text": text, "do": "check"}).content.decode()

    for field in (
        "spec.containers[].command",
        "spec.containers[].livenessProbe.httpGet.httpHeaders",
        "metadata.annotations[other.example/copy]",
        "spec.csi.volumeAttributes",
        "status.nodeInfo.machineID",
        "parameters",
        "spec.somethingNew",
    ):
        assert field in page, field


def test_what_decides_stays_in_a_command_that_goes(client: Client) -> None:
    text, _ = planted(dump())
    response = client.post("/import", {"text": text})
    run_state = services.standing(response["Location"].split("/r/")[1].partition("?")[0])
    assert run_state is not None

    pod = questions.value(run_state, "manifest", 0, kind="Pod", key="default/p")

    container = pod["spec"]["containers"][0]
    assert ["sleep", "5"] == container["lifecycle"]["preStop"]["exec"]["command"]
    assert ["sleep", "2"] == pod["spec"]["initContainers"][0]["command"]
    assert {"podium/exits-after-sigterm": "3"} == pod["metadata"]["annotations"]


def _manifests() -> Path | None:
    named = os.environ.get("PODIUM_MANIFESTS")
    folder = Path(named) if named else Path(__file__).parents[4] / "shared" / "manifests"
    return folder if (folder / "index.tsv").exists() else None


def test_no_marker_of_real_manifests_survives(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    folder = _manifests()
    if folder is None:
        pytest.skip("THE REAL MANIFESTS ARE NOT HERE: set PODIUM_MANIFESTS to their folder (with index.tsv)")
    rows = [line.split("\t") for line in (folder / "index.tsv").read_text().splitlines()[2:]]
    documents: list[Any] = []
    for name, *_, well_formed in rows:
        if well_formed == "yes":
            loaded = yaml.load_all((folder / name).read_text(encoding="utf-8"), yaml.CSafeLoader)
            documents += json.loads(json.dumps(list(loaded), default=str))
    text, count = planted([document for document in documents if isinstance(document, dict)])

    response = client.post("/import", {"text": text})

    assert 303 == response.status_code, response.context["problems"][:5]
    assert count > 1_400
    run = response["Location"].split("/r/")[1].partition("?")[0]
    pages = [client.get(f"/r/{run}{part}").content.decode() for part in ("", "/report", "/film.json")]
    everywhere = "\n".join([everything_stored(), *pages, caplog.text])
    assert [] == sorted(set(PLANTED.findall(everywhere)))


HIDDEN = """\
apiVersion: v1
kind: Node
metadata: {name: acme-frankfurt-1, labels: {kubernetes.io/hostname: acme-frankfurt-1}}
status: {allocatable: {cpu: '4', memory: 8Gi, pods: '110'}}
---
apiVersion: v1
kind: Pod
metadata: {name: payroll-0, namespace: finance, labels: {app: payroll}, annotations: {acme.example/x: y}}
spec: {nodeName: acme-frankfurt-1, containers: [{name: payroll, image: registry.acme.example/payroll:v1}]}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: payroll, namespace: finance}
data: {acme: x}
"""


def test_names_that_are_hidden_are_nowhere(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    response = client.post("/import", {"text": HIDDEN, "hide_names": "1"})

    assert 303 == response.status_code, response.context["problems"]
    run = response["Location"].split("/r/")[1].partition("?")[0]
    messages = [
        client.get(f"/r/{run}{part}").content.decode() for part in ("", "/report", "/film.json", "/nodes")
    ]
    everywhere = "\n".join([response["Location"], everything_stored(), *messages, caplog.text])
    assert [] == [word for word in ("acme", "frankfurt", "payroll", "finance") if word in everywhere]


def test_names_in_the_sentences_of_a_scenario_cannot_be_hidden(client: Client) -> None:
    header = "apiVersion: podium/v1\nkind: Scenario\nmetadata: {name: x}\nspec: {title: Payroll}\n---\n"

    response = client.post("/import", {"text": header + HIDDEN, "hide_names": "1"})

    assert 422 == response.status_code
    assert ["text.names_in_scenario"] == [problem["code"] for problem in response.context["problems"]]

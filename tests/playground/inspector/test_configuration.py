"""A KubeSchedulerConfiguration through the web: refused by line, kept in the report, told on the pages."""

import pytest
from django.test import Client

from playground.runs import new_runs, revisions
from playground.runs.models import Run
from playground.texts.manifests import importer

pytestmark = pytest.mark.django_db(transaction=True)

CLUSTER = """
apiVersion: podium/v1
kind: Scenario
metadata: {name: in-vain}
spec:
  inputs:
    - at: 3
      kind: apply
      documents:
        - {apiVersion: v1, kind: Node, metadata: {name: n2}, status: {allocatable: {cpu: "1", pods: "9"}}}
---
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection: {leaderElect: false}
profiles:
  - schedulerName: default-scheduler
---
apiVersion: v1
kind: Node
metadata: {name: n1}
status: {allocatable: {cpu: "1", pods: "9"}}
---
apiVersion: v1
kind: Pod
metadata: {name: p}
spec: {containers: [{name: c, image: app, resources: {requests: {cpu: "4"}}}]}
"""


def run_of(text: str) -> Run:
    revision = revisions.store_revision(importer.import_text(text))
    return new_runs.create_canonical_run(revision, title="x")


def test_why_names_the_event_that_did_not_wake_the_pod_and_the_plugins_that_said_so(client: Client) -> None:
    run = run_of(CLUSTER)

    page = client.get(f"/r/{run.pk}/pods/default/p/why").content.decode()

    assert "Later events that did not requeue the pod" in page
    assert "NodeAdd" in page
    assert "NodeResourcesFit: its queueing hint says the event does not help" in page


def test_a_wrong_configuration_is_refused_with_its_line(client: Client) -> None:
    wrong = CLUSTER.replace("profiles:\n", "percentageOfNodesToScore: 101\nprofiles:\n")

    response = client.post("/import", {"text": wrong})
    [problem] = client.post("/lint", wrong, content_type="text/plain").json()["problems"]

    assert 422 == response.status_code
    assert "Invalid value: 101: not in valid range [0-100]" in response.content.decode()
    assert 15 == problem["line"]


def test_what_is_not_read_of_a_configuration_is_told(client: Client) -> None:
    client.post("/import", {"text": CLUSTER})

    page = client.get(f"/r/{Run.objects.get().pk}/report").content.decode()

    assert "KubeSchedulerConfiguration" in page
    assert "podium does not read these fields: leaderElection" in page

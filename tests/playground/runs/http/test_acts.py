"""What persons did in a run: its page, and the run without one of these acts."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from playground import limits
from playground.runs.models import Run

pytestmark = pytest.mark.django_db(transaction=True)

NODE = {
    "apiVersion": "v1",
    "kind": "Node",
    "metadata": {"name": "n9"},
    "status": {"allocatable": {"cpu": "1"}},
}
ADD, CORDON_IT = {"kind": "apply", "documents": [NODE]}, {"kind": "cordon", "node": "n9"}
CORDON = {"kind": "cordon", "node": "n1"}
TAINT = {"kind": "taint", "node": "n1", "key": "k", "value": "", "effect": "NoSchedule"}
TAINT_LINE = "kubectl taint nodes n1 k:NoSchedule"


def did(client: Client, run: Run, *inputs: dict[str, object]) -> str:
    """A fork of a run in which a person gave these inputs."""
    form = {"at": "0", "inputs": json.dumps(inputs)}
    answer = client.post(f"/r/{run.pk}/fork", form, headers={"Accept": "application/json"})
    return str(answer.json()["run"])


def lines(page: str) -> list[str]:
    return re.findall(r"<code[^>]*>(kubectl [^<]*)</code>", page)


def test_an_act_is_taken_out_in_a_copy_and_the_run_keeps_it(client: Client, gallery_run: Run) -> None:
    run = did(client, gallery_run, CORDON, TAINT)
    answer = client.post(f"/r/{run}/acts/without", {"number": "0"})
    copy = Run.objects.exclude(pk__in=[run, gallery_run.pk]).get()

    assert (303, f"/r/{copy.pk}?at={copy.head}") == (answer.status_code, answer["Location"])
    assert [TAINT_LINE] == lines(client.get(f"/r/{copy.pk}/acts").content.decode())
    assert ["kubectl cordon n1", TAINT_LINE] == lines(client.get(f"/r/{run}/acts").content.decode())
    assert 200 == client.get(f"/r/{copy.pk}", {"at": copy.head}).status_code


def test_what_no_longer_makes_sense_is_marked(client: Client, gallery_run: Run) -> None:
    run = did(client, gallery_run, ADD, CORDON_IT)
    answer = client.post(f"/r/{run}/acts/without", {"number": "0"})
    page = client.get(answer["Location"]).content.decode()
    stranger = client.get(re.sub("of=[^&]*", "of=other", answer["Location"])).content.decode()

    assert "These later acts no longer apply" in page
    assert "<s><code>kubectl cordon n9</code></s>" in page
    assert "no longer apply" not in stranger


def test_a_script_hears_where_the_copy_is(client: Client, gallery_run: Run) -> None:
    run = did(client, gallery_run, ADD, CORDON_IT)
    answer = client.post(f"/r/{run}/acts/without", {"number": "0"}, headers={"Accept": "application/json"})

    assert 201 == answer.status_code
    assert "kubectl cordon n9" in answer.json()["lost"][0]


@pytest.mark.parametrize("number", ["", "7", "-1", "all", "9" * 40])
def test_an_act_that_is_not_there_makes_no_run(client: Client, gallery_run: Run, number: str) -> None:
    run = did(client, gallery_run, CORDON)
    runs = Run.objects.count()
    answer = client.post(f"/r/{run}/acts/without", {"number": number})

    assert (422, runs) == (answer.status_code, Run.objects.count())
    assert "There is no such act." in answer.content.decode()


def test_of_many_acts_the_older_ones_stand_in_a_list(
    client: Client, gallery_run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ACTS_SHOWN", 1)
    run = did(client, gallery_run, CORDON, TAINT)
    page = client.get(f"/r/{run}/acts").content.decode()

    assert "1 older act" in page
    assert page.index(TAINT_LINE) < page.index("1 older act") < page.index("cordon n1")

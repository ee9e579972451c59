"""`open_case`: a recorded case of the comparison becomes runs that anybody may look at."""

import gzip
import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

import scheduler_core as core
from playground.runs.models import Run

pytestmark = pytest.mark.django_db(transaction=True)

DATA = Path(__file__).parents[2] / "core" / "parity" / "data"


def recorded(file: str, setting: str = "") -> dict[str, object]:
    """The first case of the file, or the first whose config has `setting`."""
    with gzip.open(DATA / file, "rt") as lines:
        cases = (json.loads(line)["case"] for line in lines)
        return next(case for case in cases if not setting or setting in (case.get("config") or {}))


def opened(file: str, case_id: object) -> tuple[list[str], str]:
    out, err = io.StringIO(), io.StringIO()
    call_command("open_case", str(DATA / file), str(case_id), stdout=out, stderr=err)
    return out.getvalue().split(), err.getvalue()


def test_a_sequence_becomes_one_run_with_all_its_pods(client: Client) -> None:
    case = recorded("mixed.sequence.jsonl.gz")

    links, _ = opened("mixed.sequence.jsonl.gz", case["id"])

    assert 1 == len(links)
    assert 200 == client.get(links[0]).status_code
    run = Run.objects.get()
    assert "" == run.owner_digest
    recording = core.Run(core.Scenario.from_canonical(json.loads(run.revision.canonical)))
    names = {pod["key"].split("/")[1] for pod in recording.snapshot(0)["pods"]}  # type: ignore[union-attr,index,call-overload]
    assert {entry["metadata"]["name"] for entry in case["pending"]} <= names  # type: ignore[attr-defined]


def test_each_pod_of_a_decide_case_gets_a_run_of_its_own(client: Client) -> None:
    case = recorded("taints.decide.jsonl.gz")

    links, _ = opened("taints.decide.jsonl.gz", case["id"])

    assert len(links) == len(case["pending"])  # type: ignore[arg-type]
    assert all(client.get(link).status_code == 200 for link in links)


def test_a_profile_of_the_case_is_the_run_s() -> None:
    case = recorded("resources.decide.jsonl.gz", "scoringStrategy")

    opened("resources.decide.jsonl.gz", case["id"])

    assert "KubeSchedulerConfiguration" in Run.objects.all()[0].revision.canonical


def test_volumes_and_claims_of_the_case_are_the_run_s() -> None:
    case = recorded("volumes.decide.jsonl.gz")

    _, message = opened("volumes.decide.jsonl.gz", case["id"])

    assert "" == message
    assert '"kind":"PersistentVolume"' in Run.objects.all()[0].revision.canonical


@pytest.mark.parametrize(
    ("file", "case_id"), [("hints.json.gz", "x"), ("taints.decide.jsonl.gz", "x"), ("none.gz", "x")]
)
def test_what_cannot_be_opened_is_said(file: str, case_id: str) -> None:
    with pytest.raises(CommandError):
        opened(file, case_id)


def test_every_configuration_of_the_recordings_can_be_written_as_one_of_kubernetes() -> None:
    refused = []
    for path in sorted(DATA.glob("*.decide.jsonl.gz")):
        with gzip.open(path, "rt") as lines:
            for line in lines:
                case = json.loads(line)["case"]
                if not case.get("config"):
                    continue
                first = core.case_scenarios(case)[0]
                configuration = next(d for d in first.documents if d["kind"] == "KubeSchedulerConfiguration")
                parsed = core.parse_scenario([core.SourceDocument(0, configuration)])
                refused += [(case["id"], problem.path, problem.code) for problem in parsed.problems]

    assert [] == refused

"""`/api/v1`: a program makes a run, plays it, asks about it, and is told plainly what is wrong."""

import json
from pathlib import Path

import pytest

from playground.runs import edit_links, services
from playground.runs.models import Run, RunInput
from playground.runs.retention import lifetimes
from tests.builders import node, pod
from tests.playground.api.conftest import Api

pytestmark = pytest.mark.django_db(transaction=True)

CORDON = {"kind": "cordon", "node": "n1"}
OBJECTS = (node("n1", cpu="1"), pod("fits", "500m", "64Mi"), pod("stuck", "2", "64Mi"))
DESCRIPTIONS = (Path(__file__).parents[1] / "texts/manifests/described/cluster.txt").read_text()
MANIFEST = "\n---\n".join(json.dumps(manifest) for manifest in OBJECTS)


def test_a_manifest_becomes_a_run_that_its_token_plays_to_the_end(stranger: Api) -> None:
    status, made = stranger.post("/runs", {"manifest": MANIFEST, "addNodes": False, "title": "Mine"})
    mine = Api(made["token"])
    _, played = mine.post(f"/runs/{made['run']}/steps", {"size": "quiet"})
    _, story = mine.get(f"/runs/{made['run']}/story")
    _, why = stranger.get(f"/runs/{made['run']}/why?pod=default/stuck")

    assert (201, "Mine", []) == (status, made["title"], made["problems"])
    assert played["head"] == played["to"] == story[-1]["seq"]
    assert "stuck fits on no node" in " ".join(item["said"] for item in story)
    assert "default/stuck" == why["pod"]["key"]


@pytest.mark.parametrize(
    ("text", "status", "codes", "doubt"),
    [
        (f"$ kubectl get nodes -o json\n{MANIFEST}", 201, [], ""),
        (DESCRIPTIONS, 201, [], "the text lacks pods, "),
        ("NAME   READY   STATUS   RESTARTS   AGE\nweb   0/1   Pending   0   4m\n", 422, ["text.table"], ""),
        (
            '{"apiVersion": "v1", "items": [' + json.dumps(OBJECTS[0]) + ', {"kind"',
            201,
            ["text.cut"],
            "the text was cut",
        ),
        (f"{MANIFEST}\n---\nkind: ClusterQueue\napiVersion: kueue.x-k8s.io/v1beta1\n", 201, [], ""),
    ],
)
def test_what_people_paste_is_read_or_named(
    stranger: Api, text: str, status: int, codes: list[str], doubt: str
) -> None:
    got, made = stranger.post("/runs", {"manifest": text})

    assert (status, codes) == (got, [problem["code"] for problem in made["problems"]])
    assert doubt in made.get("doubt", "")


def test_a_scenario_becomes_a_run(stranger: Api, run: Run) -> None:
    status, problem = stranger.post("/runs", {"scenario": "no-such"})

    assert (404, "api.no_scenario", "scenario") == (status, problem["code"], problem["path"])


def test_steps_and_inputs_move_the_head_and_are_durable(api: Api, run: Run) -> None:
    _, stepped = api.post(f"/runs/{run.pk}/steps", {"size": "act", "from": 0})
    _, given = api.post(f"/runs/{run.pk}/inputs", {"input": CORDON})
    status, lost = api.post(f"/runs/{run.pk}/steps", {"size": "act", "from": 0})
    kept = RunInput.objects.get(run=run)

    assert (0, 1, 1) == (stepped["from"], stepped["to"], stepped["head"])
    assert (1, 2, 2) == (given["from"], given["to"], given["head"])
    assert (409, "input.lost_race", 2) == (status, lost["code"], lost["head"])
    assert (1, 2) == (kept.seq, services.heads([run.pk])[run.pk])


def test_conditions_are_looked_for_and_judged(api: Api, run: Run) -> None:
    _, result = api.post(f"/runs/{run.pk}/until", {"condition": "pod: {name: p0, bound: true}"})
    api.post(f"/runs/{run.pk}/steps", {"size": "quiet"})
    conditions = [{"pod": {"name": "p0", "bound": True}}, {"not": {"pod": {"name": "p0", "bound": True}}}]
    _, judged = api.post(f"/runs/{run.pk}/judge", {"conditions": conditions, "at": result["seq"]})

    assert result["holds"]
    assert [True, False] == [verdict["holds"] for verdict in judged["verdicts"]]


def test_a_fork_has_the_past_up_to_its_step(api: Api, run: Run) -> None:
    api.post(f"/runs/{run.pk}/steps", {"size": "quiet"})
    status, made = api.post(f"/runs/{run.pk}/forks", {"at": 2})
    frames = [api.get(f"/runs/{item}/frames?from=0&to=2")[1]["frames"] for item in (run.pk, made["run"])]

    assert (201, 2) == (status, made["head"])
    assert frames[0] == frames[1] != []


@pytest.mark.parametrize(
    ("path", "body", "kind", "message"),
    [
        ("/runs", "{", "application/json", (400, "protocol.not_json", "")),
        ("/runs", "[" * 100_000, "application/json", (400, "value.too_deep", "")),
        ("/runs", "[]", "application/json", (400, "protocol.not_an_object", "")),
        ("/runs", {"manifest": "a: b"}, "text/plain", (415, "api.json_needed", "")),
        ("/runs", {"manifests": "a: b"}, "application/json", (400, "protocol.unknown_field", "manifests")),
        ("/runs", {"manifest": 5}, "application/json", (400, "protocol.wrong_type", "manifest")),
        ("/runs", {}, "application/json", (422, "api.scenario_or_manifest", "scenario")),
        ("/runs/{run}/steps", {}, "application/json", (400, "protocol.missing", "size")),
        ("/runs/{run}/steps", {"size": "time"}, "application/json", (400, "protocol.missing", "until")),
        ("/runs/{run}/steps", {"size": "leap"}, "application/json", (400, "protocol.not_one_of", "size")),
        ("/runs/{run}/steps", {"size": "act", "limit": 10**6}, "application/json",
         (400, "step.too_many_frames", "to")),
        ("/runs/{run}/inputs", {"input": {"kind": "cordon", "node": 5}}, "application/json",
         (422, "input.not_a_name", "input.node")),
        ("/runs/{run}/inputs", {"input": {"kind": "dance"}}, "application/json",
         (422, "input.unknown_kind", "input.kind")),
        ("/runs/{run}/until", {"condition": "pod: {name: a, nam: a}"}, "application/json",
         (422, "input.unknown_field", "condition.pod.nam")),
        ("/runs/{run}/judge", {"conditions": [{"moon": {}}]}, "application/json",
         (422, "condition.unknown_word", "conditions")),
        ("/runs/{run}/forks", {"at": 99}, "application/json", (404, "step.out_of_range", "at")),
    ],
)  # fmt: skip
def test_a_bad_body_is_told_its_field_and_changes_nothing(
    api: Api, run: Run, path: str, body: object, kind: str, message: tuple[int, str, str]
) -> None:
    before = Run.objects.count(), RunInput.objects.count()
    status, text = api.post(path.replace("{run}", run.pk), body, kind)

    assert message == (status, text["code"], text["path"])
    assert before == (Run.objects.count(), RunInput.objects.count())


def test_a_bad_manifest_is_told_its_path_and_its_line(stranger: Api) -> None:
    text = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - name: c\n    image: 5\n"
    status, message = stranger.post("/runs", {"manifest": text + "  bad: [\n"})

    assert (422, True) == (status, message["line"] >= 7)
    assert message["problems"][0]["message"] == message["message"]


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/runs/{run}/snapshot?at=99", (404, "step.out_of_range", "at")),
        ("/runs/{run}/snapshot?at=x", (400, "protocol.wrong_type", "at")),
        ("/runs/{run}/snapshot?step=1", (400, "protocol.unknown_field", "step")),
        ("/runs/{run}/why", (400, "protocol.missing", "pod")),
        ("/runs/{run}/why?pod=default/nobody", (404, "api.nothing_there", "pod")),
        ("/runs/{run}/manifest?kind=Moon&key=x", (404, "api.nothing_there", "kind")),
        ("/runs/nosuchrun234", (404, "run.gone", "")),
        ("/moons", (404, "api.nothing_here", "")),
    ],
)
def test_a_bad_address_is_told_its_field(
    api: Api, run: Run, path: str, message: tuple[int, str, str]
) -> None:
    status, text = api.get(path.replace("{run}", run.pk))

    assert message == (status, text["code"], text["path"])


def test_only_the_token_of_a_run_moves_it(api: Api, stranger: Api, run: Run) -> None:
    other = Api("guessed")
    steps = f"/runs/{run.pk}/steps", {"size": "act"}
    results = [item.post(*steps)[0] for item in (stranger, other, api)]
    edit_links.revoke(run.pk)

    assert [401, 403, 200] == results
    assert 403 == api.post(*steps)[0]


def test_a_run_that_went_says_so(api: Api, run: Run) -> None:
    lifetimes.remove(run.pk)
    status, message = api.get(f"/runs/{run.pk}")

    assert (410, "run.gone") == (status, message["code"])

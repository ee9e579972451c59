"""A link that holds everything brings the same state back, here and on another podium; a broken one says so."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from playground import limits
from playground.gallery.loader import FOLDER
from playground.runs import new_runs, questions, revisions, services, stepper
from playground.runs.models import Run
from playground.runs.services import Standing
from playground.server.refusals import BusyError
from playground.takeaway import account, full_link
from playground.takeaway.full_link import Full, Wrong
from playground.texts.manifests import importer
from tests.playground.conftest import OWNER
from tests.playground.given import give
from tests.playground.takeaway.builders import unpacked

LINKS = Path(__file__).parent / "links"
A12 = "gap-and-reservation"


def run_of(name: str, head: int) -> Standing:
    """A run of a scenario of the gallery that was played to a step."""
    imported = importer.import_text((FOLDER / f"{name}.yaml").read_bytes(), add_nodes=False, with_source=True)
    run = new_runs.create_run(revisions.store_revision(imported), owner=OWNER, title=name, seed=imported.seed)
    return played(standing(run.pk), head)


def standing(run_id: str) -> Standing:
    run_state = services.standing(run_id)
    assert run_state is not None
    return run_state


def played(run_state: Standing, to: int) -> Standing:
    return full_link._played(run_state, to, math.inf)[0]


def state(run_state: Standing, at: int) -> str:
    result: dict[str, Any] = questions.value(run_state, "snapshot", at)
    return str(result["hash"])


def opened(fragment: str) -> Standing:
    full = full_link.read(unpacked(fragment))
    assert isinstance(full, Full)
    made = full_link.opened(full, OWNER)
    assert isinstance(made, Standing), made
    return made


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.parametrize("name", [A12, "chaos-nodes", "soft-score-numbers"])
def test_a_full_link_brings_the_same_state_back_hash_for_hash(name: str) -> None:
    run_state = run_of(name, 12)
    fragment = full_link.fragment(run_state, run_state.head, "default/p", name)

    assert state(run_state, run_state.head) == state(opened(fragment), run_state.head)


@pytest.mark.usefixtures("transactional_db")
def test_inputs_of_a_person_come_back_at_their_steps() -> None:
    run_state = run_of(A12, 5)
    for at in (5, 6):
        give(run_state.run, at, json.dumps({"kind": "cordon" if at == 5 else "uncordon", "node": "n2"}))
    run_state = played(standing(run_state.run), 15)
    made = opened(full_link.fragment(run_state, 15, "", ""))

    assert (15, 2) == (made.head, made.inputs)
    assert [state(run_state, at) for at in (5, 6, 7, 15)] == [state(made, at) for at in (5, 6, 7, 15)]


@pytest.mark.usefixtures("transactional_db")
def test_the_link_of_a12_has_at_most_2000_characters() -> None:
    run_state = run_of(A12, 12)

    assert len(full_link.fragment(run_state, 12, "default/p", "The preemptor waits")) <= 2_000


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.parametrize("path", sorted(LINKS.glob("*.txt")), ids=lambda path: path.stem)
def test_every_old_link_still_opens_on_the_state_that_it_was_made_of(path: Path) -> None:
    fragment, at, expected = path.read_text().split()

    assert expected == state(opened(fragment), int(at))


WHOLE = {"v": 1, "doc": "kind: Node\napiVersion: v1\nmetadata: {name: n1}\n", "in": [], "at": 0}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not whole"),
        ("[" * 100_000, "not whole"),
        ("x" * (full_link.MOST_TEXT + 1), "too long"),
        (json.dumps({**WHOLE, "v": 2}), "newer version"),
        (json.dumps({**WHOLE, "v": "1"}), "not whole"),
        (json.dumps({**WHOLE, "v": 0}), "not whole"),
        (json.dumps({**WHOLE, "v": -1}), "not whole"),
        (json.dumps({**WHOLE, "v": True}), "not whole"),
        (json.dumps({**WHOLE, "v": 1.0}), "not whole"),
        (json.dumps({**WHOLE, "v": None}), "not whole"),
        (json.dumps({**WHOLE, "doc": 5}), "not whole"),
        (json.dumps({**WHOLE, "at": -1}), "not whole"),
        (json.dumps({**WHOLE, "at": True}), "not whole"),
        (json.dumps({**WHOLE, "in": [[1]]}), "not whole"),
        (json.dumps({**WHOLE, "in": [[2, {"kind": "cordon", "node": "n"}], [1, {"kind": "cordon", "node": "n"}]]}), "not whole"),
        (json.dumps({**WHOLE, "in": [[0, "x"]]}), "inputs[0]"),
        (json.dumps({**WHOLE, "in": [[0, {"kind": "cordon"}]] * 2_000}), "not whole"),
    ],
)  # fmt: skip
def test_a_link_that_is_cut_changed_or_newer_is_refused_in_words(text: str, message: str) -> None:
    result = full_link.read(text)

    assert isinstance(result, Wrong)
    assert message in result.sentences[0]


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"doc": "a: ["}, "Not valid YAML"),
        ({"doc": ""}, "empty"),
        ({"in": [[0, {"kind": "cordon", "node": "none"}]]}, "Input 1 cannot be given at step 0"),
        ({"in": [[5_000, {"kind": "cordon", "node": "n1"}]]}, "the run has no such step"),
    ],
)
def test_what_cannot_be_played_is_told_on_the_page_and_leaves_no_run(
    change: dict[str, Any], message: str
) -> None:
    response = Client().post("/open", {"full": json.dumps({**WHOLE, **change})})

    assert 422 == response.status_code
    assert message in response.content.decode().replace("&#x27;", "'")
    assert 0 == Run.objects.count()


CRON_JOB = """
apiVersion: batch/v1
kind: CronJob
metadata: {name: tick}
spec:
  schedule: "* * * * *"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
          containers: [{name: c, image: i}]
"""
"""Runs that never become quiet."""


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.parametrize(
    "far", [{"at": 100_000}, {"in": [[100_000, {"kind": "cordon", "node": "n1"}]]}], ids=["at", "in"]
)
def test_a_link_to_a_step_far_away_is_played_for_a_bounded_time_and_leaves_no_run(
    far: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LINK_WALL_SECONDS", 0.5)
    monkeypatch.setattr(limits, "STEP_FRAMES_MAX", account.MOST_LINES)
    endless = {**WHOLE, "doc": f"{WHOLE['doc']}---{CRON_JOB}", **far}
    response = Client().post("/open", {"full": json.dumps(endless)})

    assert (422, 0) == (response.status_code, Run.objects.count())
    assert "takes too long to open" in response.content.decode()


@pytest.mark.usefixtures("transactional_db")
def test_a_link_that_a_busy_server_does_not_play_leaves_no_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_: Any) -> None:
        raise BusyError("page")

    full = full_link.read(json.dumps({**WHOLE, "at": 7}))
    assert isinstance(full, Full)
    monkeypatch.setattr(stepper, "wait_in_time", busy)

    with pytest.raises(BusyError):
        full_link.opened(full, OWNER)
    assert 0 == Run.objects.count()


@pytest.mark.usefixtures("transactional_db")
def test_a_link_whose_scenario_was_edited_is_refused_and_leaves_no_run() -> None:
    text = unpacked(full_link.fragment(run_of(A12, 12), 9, "", "")).replace("name: low2", "name: low9")
    before = Run.objects.count()
    response = Client().post("/open", {"full": text})

    assert (422, before) == (response.status_code, Run.objects.count())
    assert "a part of it is missing or was changed" in response.content.decode()


@pytest.mark.usefixtures("transactional_db")
def test_a_link_to_a_step_that_its_run_never_reaches_opens_at_the_newest_one() -> None:
    response: Any = Client().post("/open", {"full": json.dumps({**WHOLE, "at": 7})})

    assert (303, "at=0") == (response.status_code, response.url.partition("?")[2])


@pytest.mark.usefixtures("transactional_db")
def test_a_link_opens_as_a_run_of_the_visitor_at_its_step() -> None:
    run_state = run_of(A12, 12)
    fragment = full_link.fragment(run_state, 9, "default/p", "A title")
    client = Client()
    response: Any = client.post("/open", {"full": unpacked(fragment)})
    made = standing(response.url.split("/")[2].partition("?")[0])

    assert (303, "at=9&pod=default%2Fp") == (response.status_code, response.url.partition("?")[2])
    assert ("A title", True) == (
        made.title,
        made.rights({k: v.value for k, v in client.cookies.items()}).owner,
    )


def test_the_page_without_a_link_is_there() -> None:
    assert 200 == Client().get("/open").status_code

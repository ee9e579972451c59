"""The account of a stretch: a page, Markdown, asciinema, files for kubectl, and names that are hidden."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from django.test import Client

from playground.imports.services import store_run
from playground.imports.worker import imported_from
from playground.runs import services
from playground.runs.models import Run
from playground.takeaway.pseudonyms import rename_of
from tests.builders import node, pod

OBJECTS = (node("acme-1", "1"), pod("shop", "500m", "64Mi"), pod("stuck", "2", "64Mi"))


@pytest.fixture
def played(transactional_db: None) -> Run:
    text = "\n---\n".join(json.dumps(item) for item in OBJECTS)
    run = store_run(imported_from(text, add_nodes=False, play=True), owner="somebody")
    services.advance_head(run.pk, inputs=0, to=4, state="")
    return run


def got(run: Run, path: str) -> Any:
    return Client().get(f"/r/{run.pk}/{path}")


def test_a_picture_may_hold_the_why_of_the_chosen_pod_also_with_hidden_names(played: Run) -> None:
    path = "picture.svg?at=4&size=mini&pod=default/stuck"
    plain, why, hidden = (
        got(played, path + more).content.decode() for more in ("", "&why=1", "&why=1&hide=1")
    )

    assert [False, True, True] == ["(NodeResourcesFit)" in text for text in (plain, why, hidden)]
    assert [True, False] == ["acme-1" in text for text in (why, hidden)]


def test_the_page_tells_the_stretch_the_pods_and_why_the_chosen_one_waits(played: Run) -> None:
    text = got(played, "account?at=4&from=0&pod=default/stuck").content.decode()

    assert all(
        name in text for name in ("shop is bound to acme-1", "Insufficient cpu", "0:00", "picture.svg?at=4")
    )


def test_the_markdown_has_a_row_for_each_step_and_nothing_in_it_is_markup(played: Run) -> None:
    Run.objects.filter(pk=played.pk).update(title="a|b <script> *x*")
    answer = got(played, "account.md?at=4&from=2")
    text = answer.content.decode()
    rows = [line for line in text.splitlines() if line.startswith(("| 3 ", "| 4 "))]

    assert "text/markdown; charset=utf-8" == answer.headers["Content-Type"]
    assert (2, "# a\\|b \\<script\\> \\*x\\*") == (len(rows), text.splitlines()[0])


def test_a_terminal_recording_tells_every_step_in_time(played: Run) -> None:
    head, *rows = [json.loads(line) for line in got(played, "account.cast?at=4&from=0").content.splitlines()]
    times = [row[0] for row in rows]

    assert (2, 4) == (head["version"], len(rows))
    assert times == sorted(times)
    assert {("o", True)} == {(row[1], row[2].endswith("\r\n")) for row in rows}


def test_the_files_for_kubectl_hold_what_was_given_and_no_state(played: Run) -> None:
    results = list(yaml.safe_load_all(got(played, "account.yaml?at=4").content))

    assert [("Node", "acme-1"), ("Pod", "shop"), ("Pod", "stuck")] == [
        (item["kind"], item["metadata"]["name"]) for item in results
    ]
    assert not any("uid" in item["metadata"] for item in results)


@pytest.mark.parametrize(
    "path",
    ["account?at=4", "account.md?at=4&pod=default/stuck", "account.cast?at=4", "account.yaml?at=4",
     "picture.svg?at=4", "film.svg?at=4"],
)  # fmt: skip
def test_with_hidden_names_no_name_of_the_cluster_is_left(played: Run, path: str) -> None:
    plain, hidden = got(played, path).content, got(played, f"{path}&hide=1").content

    assert [True, True] == [name in plain for name in (b"acme", b"stuck")]
    assert [False, False, False] == [name in hidden for name in (b"acme", b"stuck", b"shop")]


def test_a_name_has_one_code_in_every_form(played: Run) -> None:
    objects = list(yaml.safe_load_all(got(played, "account.yaml?at=4&hide=1").content))
    result = got(played, "account.md?at=4&from=0&hide=1").content.decode()

    assert f"{objects[1]['metadata']['name']} is bound to {objects[0]['metadata']['name']}" in result


def test_with_hidden_names_no_link_leads_to_them(played: Run) -> None:
    page = got(played, "take?at=4&hide=1").content.decode()

    assert (True, False) == ("full-link" in got(played, "take?at=4").content.decode(), "full-link" in page)


def test_the_names_in_the_inputs_of_a_run_have_codes_too(played: Run) -> None:
    given = {"kind": "apply", "documents": [pod("secretive", "1", "64Mi")]}
    services.record_input(played.pk, ordinal=0, seq=4, value=json.dumps(given), state="")
    run_state = services.standing(played.pk)
    assert run_state is not None

    assert "secretive" not in rename_of(run_state)("secretive")


@pytest.mark.parametrize(
    ("path", "status"),
    [("account?at=99", 404), ("account?at=x", 404), ("account.exe?at=0", 404), ("account.md?at=0", 200)],
)
def test_what_is_asked_wrongly_is_answered_plainly(played: Run, path: str, status: int) -> None:
    assert status == got(played, path).status_code

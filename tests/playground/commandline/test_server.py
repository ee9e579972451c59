"""`--server`: the same answers as here, played on a server."""

from __future__ import annotations

import contextlib
import email.message
import io
import json
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request

import pytest
from django.test import Client

from playground.commandline import opened_run, run
from playground.runs.models import Run
from tests import builders
from tests.playground.commandline.builders import DEPLOYMENT, NODE, NOMINATED, PREEMPTION
from tests.playground.kubeapi.podium import podium

pytestmark = pytest.mark.django_db(transaction=True)
SERVER = ("--server", "http://testserver")


class Opener:
    """A way to a server in this process."""

    def __init__(self) -> None:
        self.client, self.refuse = Client(), 0

    @contextlib.contextmanager
    def open(self, request: Request, timeout: float) -> Iterator[Any]:
        if self.refuse:
            self.refuse -= 1
            headers = email.message.Message()
            headers["Retry-After"] = "0"
            raise HTTPError(request.full_url, 429, "", headers, io.BytesIO(b"{}"))
        path = request.full_url.removeprefix("http://testserver")
        sent = {name: value for name, value in request.header_items() if name != "Content-type"}
        if request.data is None:
            answer = self.client.get(path, headers=sent)
        else:
            answer = self.client.post(path, request.data, content_type="application/json", headers=sent)
        if answer.status_code >= 400:
            body = io.BytesIO(answer.content)
            raise HTTPError(request.full_url, answer.status_code, "", email.message.Message(), body)
        yield io.BytesIO(answer.content)


@pytest.fixture(autouse=True)
def opener(monkeypatch: pytest.MonkeyPatch) -> Opener:
    made = Opener()
    monkeypatch.setattr(run, "_opener", made)
    return made


@pytest.mark.parametrize("output", ["story", "events", "frames", "yaml"])
def test_a_run_tells_the_same_here_and_there(output: str) -> None:
    here, there = podium("run", PREEMPTION, "-o", output), podium("run", PREEMPTION, "-o", output, *SERVER)

    assert here == there
    assert 1 == Run.objects.count()


def test_until_a_condition_holds_the_steps_are_the_same(opener: Opener) -> None:
    opener.refuse = 2
    results = [podium("run", PREEMPTION, *NOMINATED, *more) for more in ((), SERVER)]

    assert results[0] == results[1]
    assert 0 == results[0][0]


def test_a_condition_that_never_holds_has_exit_code_1() -> None:
    never = ("--until", "pod: {name: p, node: n9}")

    assert podium("run", PREEMPTION, *never)[0] == podium("run", PREEMPTION, *never, *SERVER)[0] == 1


@pytest.mark.parametrize("output", ["text", "json"])
def test_why_says_the_same_here_and_there(output: str) -> None:
    question = ("why", "pod/p", "-f", PREEMPTION, *NOMINATED, "-o", output)

    assert podium(*question) == podium(*question, *SERVER)


def test_capacity_says_the_same_here_and_there(tmp_path: Path) -> None:
    (tmp_path / "cluster.yaml").write_text(NODE)
    (tmp_path / "shape.yaml").write_text(DEPLOYMENT)
    question = ("capacity", "-f", str(tmp_path / "cluster.yaml"), "--pod", str(tmp_path / "shape.yaml"))
    answers = [podium(*question, *more) for more in ((), SERVER, ("--replicas", "5", *SERVER))]

    assert answers[0] == answers[1]
    assert [0, 0, 1] == [code for code, _ in answers]


def test_a_bad_file_or_address_has_exit_code_2(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("kind: Pod\nspec: [\n")
    codes = [
        podium("run", str(tmp_path / "bad.yaml"), *SERVER)[0],
        podium("run", PREEMPTION, "--server", "ftp://x")[0],
        podium("why", "pod/nobody", "-f", PREEMPTION, *SERVER)[0],
    ]

    assert [2, 2, 2] == codes


def test_import_opens_an_archive_and_says_what_was_left_out_and_what_is_lacking(
    tmp_path: Path, opener: Opener, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(opened_run, "urlopen", opener.open)
    (tmp_path / "nodes.yaml").write_text(NODE)
    (tmp_path / "pod.yaml").write_text("kind: Pod\nmetadata: {name: a}\nspec: [\n")
    (tmp_path / "pods.txt").write_text(json.dumps(builders.pod("p", priorityClassName="high")))
    with tarfile.open(tmp_path / "dump.tgz", "w:gz") as archive:
        for name in ("nodes.yaml", "pod.yaml", "pods.txt"):
            archive.add(tmp_path / name, f"dump/{name}")

    code, message = podium("import", str(tmp_path / "dump.tgz"), *SERVER)

    errors = capsys.readouterr().err
    assert 0 == code, message
    assert Run.objects.get().pk in message
    assert "dump/pod.yaml:3: " in errors
    assert "Your answer may be wrong because the text lacks priorityclasses." in errors

"""A fork that is given inputs on the way: "what if", in one request."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client as Browser

from playground import limits
from playground.runs.models import Run, RunInput

pytestmark = pytest.mark.django_db(transaction=True)

CORDON = {"kind": "cordon", "node": "n1"}


def forked(run: Run, inputs: Any, at: int = 0) -> Any:
    text = inputs if isinstance(inputs, str) else json.dumps(inputs)
    return Browser().post(
        f"/r/{run.pk}/fork", {"at": str(at), "inputs": text}, headers={"Accept": "application/json"}
    )


def test_inputs_happen_one_after_the_other_at_the_step_of_the_fork(run: Run) -> None:
    answer = forked(run, [CORDON, {"kind": "uncordon", "node": "n1"}])

    assert 201 == answer.status_code
    made = Run.objects.get(pk=answer.json()["run"])
    assert (2, 0, run.pk) == (made.head, made.forked_at, made.forked_from_id)
    assert f"/r/{made.pk}?at=2" == answer.json()["url"]
    given = [(row.ordinal, row.seq) for row in RunInput.objects.filter(run=made).order_by("ordinal")]
    assert [(0, 0), (1, 1)] == given
    run.refresh_from_db()
    assert 0 == run.head


@pytest.mark.parametrize(
    ("inputs", "path"),
    [
        ("no json", "inputs"),
        ("[" * 100_000, "inputs"),
        ({"kind": "cordon"}, "inputs"),
        ([CORDON] * (limits.FORK_INPUTS_MAX + 1), "inputs"),
        ([CORDON, "cordon"], "inputs[1]"),
        ([CORDON, {"kind": "nothing"}], "inputs[1].kind"),
        ([CORDON, {"kind": "cordon"}], "inputs[1].node"),
        ([{"kind": "apply", "yaml": "a: [", "documents": []}], "inputs[0].yaml"),
        ([CORDON, {"kind": "delete", "object": {"kind": "Pod", "name": "nobody"}}], "inputs[1]"),
    ],
)
def test_an_input_that_cannot_happen_is_named_and_there_is_no_fork(run: Run, inputs: Any, path: str) -> None:
    before = Run.objects.count()

    answer = forked(run, inputs)

    assert 422 == answer.status_code
    assert answer.json()["path"].startswith(path), answer.json()
    assert answer.json()["message"]["id"]
    assert before == Run.objects.count()


def test_without_inputs_a_fork_is_a_copy(run: Run) -> None:
    answer = forked(run, "")

    assert (201, 0) == (answer.status_code, Run.objects.get(pk=answer.json()["run"]).head)
    assert "?" not in answer.json()["url"]


def test_what_breaks_while_a_fork_is_given_inputs_leaves_no_fork(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = Run.objects.count()

    def broken(*_: Any, **__: Any) -> Any:
        raise KeyError("Foo")

    monkeypatch.setattr("playground.runs.changes.moves.move_and_wait", broken)
    with pytest.raises(KeyError):
        forked(run, [CORDON])

    assert before == Run.objects.count()

"""What inputs stand for is bounded as it is stored, and a fork refers to the texts of its past."""

import json
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from playground import limits
from playground.runs import services
from playground.runs.changes.fork_inputs import fork_and_give
from playground.runs.changes.input_text import InputText as ReadInput
from playground.runs.changes.input_text import read_text
from playground.runs.models import InputText, Run, RunInput
from playground.runs.retention import lifetimes
from playground.runs.services import Standing
from scheduler_core import Problem
from tests.playground.conftest import OWNER, Connect
from tests.playground.given import give

pytestmark = pytest.mark.django_db(transaction=True)

CORDON = json.dumps({"kind": "cordon", "node": "n1"})
#: Some 600 characters that stand for some 40 million.
ALIASES = "\n".join(
    [
        "apiVersion: v1",
        "kind: ConfigMap",
        "metadata: {name: c}",
        f"a0: &a0 [{', '.join(['xxxxxxxxxx'] * 10)}]",
        *(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 6)),
    ]
)


def test_a_fork_refers_to_the_inputs_of_its_past(run: Run) -> None:
    give(run.pk, 0, CORDON)
    made = fork_and_give(run.pk, at=1, owner="another", inputs=[])

    assert isinstance(made, Standing)
    assert (1, 2) == (InputText.objects.count(), RunInput.objects.count())
    assert services.recipe(made) == services.recipe(services.standing(run.pk) or made)


def test_a_text_goes_with_the_last_run_that_refers_to_it(run: Run) -> None:
    give(run.pk, 0, CORDON)
    made = fork_and_give(run.pk, at=1, owner="another", inputs=[])
    assert isinstance(made, Standing)
    lifetimes.remove(run.pk)
    left = InputText.objects.count()
    lifetimes.remove(made.run)

    assert (1, 0) == (left, InputText.objects.count())


def test_an_input_whose_aliases_stand_for_much_is_refused_quickly() -> None:
    read = read_text({"kind": "apply", "yaml": ALIASES})

    assert isinstance(read, Problem)
    assert ("yaml.expands_too_far", limits.INPUT_EXPANDED) == (read.code, read.args["limit"])


def test_an_input_is_measured_as_it_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    once = {"kind": "apply", "yaml": "a: &a [one, two]\nb: *a\n"}
    fits = read_text(once)
    assert isinstance(fits, ReadInput)
    monkeypatch.setattr(limits, "INPUT_CHARACTERS_MAX", len(fits.text) - 1)
    refused = read_text(once)

    assert isinstance(refused, Problem)
    assert ("input.too_large", len(fits.text)) == (refused.code, refused.args["n"])


async def test_the_inputs_of_a_run_have_a_limit_together(
    run: Run, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "RUN_INPUT_CHARACTERS_MAX", len(CORDON) + 10)
    client = await connect(run)
    await client.hello()
    first = await client.ask("input", **{"from": 0, "input": json.loads(CORDON)})
    second = await client.ask("input", **{"from": 1, "input": {"kind": "uncordon", "node": "n1"}})

    assert ("frames", "step.bounded", "input.too_much") == (
        first["type"],
        second["code"],
        second["message"]["id"],
    )


def test_a_fork_with_too_much_input_is_no_fork(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RUN_INPUT_CHARACTERS_MAX", len(CORDON) + 10)

    result = fork_and_give(run.pk, at=0, owner=OWNER, inputs=[CORDON, CORDON])

    assert isinstance(result, Problem)
    assert ("input.too_much", "inputs[1]") == (result.code, result.path)
    assert 1 == Run.objects.count()


def test_inputs_of_an_old_database_keep_their_texts() -> None:
    before, after = [("runs", "0004_keeping")], MigrationExecutor(connection).loader.graph.leaf_nodes()
    executor = MigrationExecutor(connection)
    executor.migrate(before)
    old: Any = MigrationExecutor(connection).loader.project_state(before).apps
    revision = old.get_model("runs", "ScenarioRevision").objects.create(digest="d" * 64, canonical="{}")
    for name in ("a" * 12, "b" * 12):
        run = old.get_model("runs", "Run").objects.create(id=name, revision=revision, head=1)
        old.get_model("runs", "RunInput").objects.create(run=run, ordinal=0, seq=0, value=CORDON)
    MigrationExecutor(connection).migrate(after)

    assert [CORDON, CORDON] == [row.text.value for row in RunInput.objects.all()]
    assert [len(CORDON)] * 2 == [row.size for row in RunInput.objects.all()]
    assert 1 == InputText.objects.count()


def test_an_input_that_is_nested_too_deeply_to_be_written_is_a_problem() -> None:
    value: dict[str, Any] = {"kind": "apply", "documents": []}
    inner = value["documents"]
    for _ in range(100_000):
        inner.append([])
        inner = inner[0]
    result = read_text(value)
    while value["documents"]:  # taken apart from the outside: as a whole its end would be as deep as it is
        value["documents"] = value["documents"][0]

    assert isinstance(result, Problem)
    assert ("protocol.not_json", "input") == (result.code, result.path)

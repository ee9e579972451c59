"""Inputs over a socket: the frame that they make, and the words of those that are refused."""

from typing import Any

import pytest
from django.db import OperationalError

from playground.runs import services
from playground.runs.models import Run, RunInput
from tests.playground.conftest import Connect
from tests.playground.runs.truth import truth

pytestmark = pytest.mark.django_db(transaction=True)

CORDON = {"kind": "cordon", "node": "n1"}


async def test_an_input_is_one_frame_and_moves_the_head(run: Run, connect: Connect) -> None:
    client = await connect(run)
    await client.hello()
    await client.ask("step", **{"from": 0, "size": "act"})

    answer = await client.ask("input", **{"from": 1, "input": CORDON})

    assert ("frames", 1, 2, 2) == (answer["type"], answer["from"], answer["to"], answer["head"])
    assert "you" == answer["frames"][0]["actor"]
    assert await truth(run, 2) == answer["hash"]


async def test_an_input_at_an_earlier_step_is_told_where_the_head_is(run: Run, connect: Connect) -> None:
    client = await connect(run)
    await client.hello()
    await client.ask("step", **{"from": 0, "size": "quiet", "limit": 5})
    await client.ask("seek", to=2)

    answer = await client.ask("input", **{"from": 2, "input": CORDON})

    assert ("input.not_at_head", 5) == (answer["code"], answer["head"])
    assert {"head": 5, "at": 2} == answer["message"]["args"]
    assert 0 == await RunInput.objects.filter(run=run).acount()


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ({"kind": "scale", "object": {"kind": "Deployment", "name": "x"}, "replicas": -1}, "input.replicas"),
        ({"kind": "nonsense"}, "input.kind"),
        ({"kind": "cordon"}, "input.node"),
        ({"kind": "apply", "documents": "text"}, "input.documents"),
        ({"kind": "apply", "yaml": 7}, "input.yaml"),
        ({"kind": "apply", "yaml": "a: 1", "documents": [{}]}, "input.yaml"),
    ],
)
async def test_an_input_that_is_none_names_the_path_and_changes_nothing(
    run: Run, connect: Connect, given: dict[str, Any], path: str
) -> None:
    client = await connect(run)
    await client.hello()

    answer = await client.ask("input", **{"from": 0, "input": given})

    assert ("input.invalid", path) == (answer["code"], answer["path"])
    after = await client.ask("seek", to=0)
    assert (0, await truth(run, 0)) == (after["head"], after["snapshot"]["hash"])


async def test_broken_yaml_names_its_line(run: Run, connect: Connect) -> None:
    client = await connect(run)
    await client.hello()

    answer = await client.ask(
        "input", **{"from": 0, "input": {"kind": "apply", "yaml": "kind: Pod\na: [1\n"}}
    )

    assert "input.invalid" == answer["code"]
    assert answer["line"] >= 2


async def test_a_refusal_carries_the_words_of_the_api_server(run: Run, connect: Connect) -> None:
    client = await connect(run)
    await client.hello()

    answer = await client.ask("input", **{"from": 0, "input": {"kind": "cordon", "node": "nowhere"}})

    assert "input.refused" == answer["code"]
    assert 404 == answer["message"]["args"]["code"]
    assert 'nodes "nowhere" not found' == answer["message"]["args"]["text"]
    assert 0 == (await client.ask("seek", to=0))["head"]


async def test_what_the_api_server_refuses_in_a_yaml_text_is_named_by_its_field_and_line(
    run: Run, connect: Connect
) -> None:
    client = await connect(run)
    await client.hello()
    text = (
        "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers: [{name: app, image: a}]\n---\n"
        "apiVersion: v1\nkind: Pod\nmetadata: {name: b}\nspec:\n  containers: [{name: app, image: b}]\n"
        "  tolerations:\n    - key: gpu\n      operator: Maybe\n"
    )

    answer = await client.ask("input", **{"from": 0, "input": {"kind": "apply", "yaml": text}})

    assert ("input.refused", 14) == (answer["code"], answer["line"])
    assert "input.documents[1].spec.tolerations[0].operator" == answer["path"]


async def test_apply_happens_at_the_second_that_it_names_as_other_inputs_do(
    run: Run, connect: Connect
) -> None:
    client = await connect(run)
    await client.hello()
    quiet = await client.ask("step", **{"from": 0, "size": "quiet"})
    yaml = "apiVersion: v1\nkind: Namespace\nmetadata: {name: late}\n"
    at = quiet["frames"][-1]["t"] + 2

    value = {"kind": "apply", "yaml": yaml, "at": at}
    made = await client.ask("input", **{"from": quiet["to"], "input": value})

    assert at == made["frames"][0]["t"]


async def test_an_input_that_was_stored_is_not_called_lost_when_the_database_goes_away_in_answering(
    run: Run, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, friend = await connect(run), await connect(run)
    for item in (client, friend):
        await item.hello()
    store, failed = services.record_input, []

    def stored_without_a_word(*args: Any, **kwargs: Any) -> Any:
        moved = store(*args, **kwargs)
        if not failed:
            failed.append(moved)
            raise OperationalError("the server closed the connection unexpectedly")
        return moved

    monkeypatch.setattr(services, "record_input", stored_without_a_word)
    answer = await client.ask("input", **{"from": 0, "input": {"kind": "cordon", "node": "n1"}})
    message = await friend.hear()

    assert ("frames", 1, 1) == (answer["type"], answer["to"], len(failed))
    assert ("frames", 1) == (message["type"], message["to"])
    assert await truth(run, 1) == answer["hash"]


async def test_an_input_that_another_one_gave_meanwhile_is_still_a_lost_race(
    run: Run, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = await connect(run)
    await client.hello()
    store, failed = services.record_input, []

    def another_is_first(run_id: str, **kwargs: Any) -> Any:
        if not failed:
            failed.append(True)
            store(run_id, **kwargs | {"value": '{"kind":"cordon","node":"n2"}', "state": ""})
            raise OperationalError("the server closed the connection unexpectedly")
        return store(run_id, **kwargs)

    monkeypatch.setattr(services, "record_input", another_is_first)
    answer = await client.ask("input", **{"from": 0, "input": {"kind": "cordon", "node": "n1"}})

    assert ("error", "input.lost_race") == (answer["type"], answer["code"])

"""What a worker answers, asked directly."""

import json
from dataclasses import replace

from playground.workers.answers import Ok, Recipe, Replay
from playground.workers.engine import Engine
from tests.builders import node, pod
from tests.core.playing import scenario_from

SECRET = {"name": "TOKEN", "value": "hush"}


def test_an_input_is_stored_without_its_secrets() -> None:
    scenario = scenario_from([{"apiVersion": "podium/v1", "kind": "Scenario"}, node("n1")])
    recipe = Recipe(json.dumps(scenario.canonical()), 1)
    manifest = pod("p")
    manifest["spec"]["containers"][0]["env"] = [SECRET]
    given = json.dumps({"kind": "apply", "documents": [manifest]})

    answer = Engine(keep=1, budget=10.0).call("run", 0, recipe, "input", {"at": 0, "value": given})

    assert isinstance(answer, Ok)
    assert "hush" not in answer.stored + answer.text
    assert "TOKEN" in answer.stored


def cordoned(name: str) -> str:
    return json.dumps({"kind": "cordon", "node": name})


def engine_with_an_input_of(giver: str) -> tuple[Engine, Recipe, Recipe]:
    """An engine in which `giver` gave the first input of a run, and the recipes before and after it."""
    scenario = scenario_from([{"apiVersion": "podium/v1", "kind": "Scenario"}, node("n1"), node("n2")])
    before = Recipe(json.dumps(scenario.canonical()), 1)
    engine = Engine(keep=1, budget=10.0)
    answer = engine.call("run", 0, before, "input", {"at": 0, "value": cordoned("n1")}, giver)
    assert isinstance(answer, Ok)
    return engine, before, replace(before, inputs=((0, answer.stored),))


def test_an_input_counts_for_its_giver_and_for_others_when_a_recipe_has_it_too() -> None:
    engine, _, after = engine_with_an_input_of("one")
    played = engine.runs["run"].recording

    answers = [
        engine.call("run", 1, recipe, "hash", {"seq": 1}, giver)
        for giver, recipe in (("one", None), ("other", None), ("other", after), ("third", None))
    ]

    assert [Ok, Replay, Ok, Ok] == [type(each) for each in answers]
    assert played is engine.runs["run"].recording, "nothing was played again"


def test_an_input_that_the_recipe_does_not_have_did_not_happen() -> None:
    engine, before, _ = engine_with_an_input_of("one")
    other = Engine(keep=1, budget=10.0).call("run", 0, before, "input", {"at": 0, "value": cordoned("n2")})
    assert isinstance(other, Ok)
    durable = replace(before, inputs=((0, other.stored),))

    answer = engine.call("run", 1, durable, "hash", {"seq": 1}, "other")

    assert Engine(keep=1, budget=10.0).call("run", 1, durable, "hash", {"seq": 1}) == answer

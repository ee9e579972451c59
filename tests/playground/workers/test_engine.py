"""What a worker answers, asked directly."""

import json

from playground.workers.answers import Ok, Recipe
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

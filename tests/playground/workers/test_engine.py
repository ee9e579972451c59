"""What a worker answers, asked directly."""

import gc
import itertools
import json
from dataclasses import replace
from types import SimpleNamespace

import pytest

from playground.workers import engine as module
from playground.workers import run_tasks
from playground.workers.answers import Answer, Behind, Ok, Recipe, Replay
from playground.workers.engine import Engine
from scheduler_core.engine.checkpoints import CHECKPOINT_EVERY
from scheduler_core.engine.world import World
from tests.builders import node, pod
from tests.core.play import scenario_from
from tests.harness.series import thorough

MOST = {"limit": 50, "max_seq": None}
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

    assert [Ok, Replay, Ok, Ok] == [type(answer) for answer in answers]
    assert played is engine.runs["run"].recording, "nothing was played again"


def test_an_input_that_the_recipe_does_not_have_did_not_happen() -> None:
    engine, before, _ = engine_with_an_input_of("one")
    other = Engine(keep=1, budget=10.0).call("run", 0, before, "input", {"at": 0, "value": cordoned("n2")})
    assert isinstance(other, Ok)
    durable = replace(before, inputs=((0, other.stored),))

    answer = engine.call("run", 1, durable, "hash", {"seq": 1}, "other")

    assert Engine(keep=1, budget=10.0).call("run", 1, durable, "hash", {"seq": 1}) == answer


def long_run(inputs: int) -> tuple[Engine, Recipe]:
    """A run whose inputs came after every fourth step, in an engine that played all of it, and its recipe."""
    pods = [pod(f"p{n}", "10m", "1Mi") for n in range(inputs)]
    scenario = scenario_from([{"apiVersion": "podium/v1", "kind": "Scenario"}, node("n1"), node("n2"), *pods])
    recipe = Recipe(json.dumps(scenario.canonical()), 1)
    engine = Engine(keep=1, budget=60.0)
    for number in range(inputs):
        value = json.dumps({"kind": ("cordon", "uncordon")[number % 2], "node": "n1"})
        answer = engine.call("run", number, recipe, "input", {"at": 4 * number, "value": value}, "one")
        assert isinstance(answer, Ok)
        recipe = replace(recipe, inputs=(*recipe.inputs, (4 * number, answer.stored)))
    return engine, recipe


@pytest.mark.parametrize("lost", [True, False], ids=["a lost race", "an input of another worker"])
def test_a_writer_who_was_overtaken_plays_no_more_than_from_the_last_checkpoint(
    lost: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine, recipe = long_run(30)
    head, last = recipe.inputs[-1]
    winner = (head, last.replace("n1", "n2"))
    durable = replace(
        recipe, inputs=(*recipe.inputs[:-1], winner) if lost else (*recipe.inputs, (head + 4, last))
    )
    if lost:
        engine.doubt("run")
    played: list[int] = []
    step = World.step
    monkeypatch.setattr(World, "step", lambda world, **more: played.append(world.seq) or step(world, **more))
    end, inputs = head + 5, len(durable.inputs)

    request = engine.call("run", inputs, None, "hash", {"seq": end}, "one")
    result = engine.call("run", inputs, durable, "hash", {"seq": end}, "one")
    steps = len(played)

    assert Replay() == request
    assert Engine(keep=1, budget=60.0).call("run", inputs, durable, "hash", {"seq": end}) == result
    assert CHECKPOINT_EVERY + 5 >= steps < head


def left_over(characters: float, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many objects in circles are left when nine runs have gone."""
    scenario = scenario_from([{"apiVersion": "podium/v1", "kind": "Scenario"}, node("n1"), pod("p")])
    recipe = Recipe(json.dumps(scenario.canonical()), 1)
    monkeypatch.setattr(module, "LET_GO_CHARACTERS", characters * recipe.size)
    engine = Engine(keep=1, budget=10.0)
    gc.collect()
    for number in range(10):
        engine.call(f"run {number}", 0, recipe, "snapshot", {"seq": 0})
        engine.call(f"run {number}", 0, None, "step", {"start": 0, "size": "quiet", "until": None, **MOST})
    return gc.collect()


@thorough
def test_the_memory_of_runs_that_went_is_freed_when_as_much_has_gone_as_is_alive(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    never, soon = left_over(1_000, monkeypatch), left_over(1, monkeypatch)

    assert 0 < 3 * soon < never


def test_a_replay_on_a_starved_machine_takes_few_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the clock each step takes as long as a slice, as it does where a worker gets a small part of a core."""
    pods = [pod(f"p{n}", "10m", "1Mi") for n in range(8)]
    scenario = scenario_from([{"apiVersion": "podium/v1", "kind": "Scenario"}, node("n1"), *pods])
    recipe = Recipe(json.dumps(scenario.canonical()), 1)
    budget, now = 10.0, itertools.count(0.0, 10.0)
    clock = SimpleNamespace(monotonic=lambda: next(now), thread_time=lambda: 0.0)
    for item in (module, run_tasks):
        monkeypatch.setattr(item, "time", clock)
    engine = Engine(keep=1, budget=budget)
    answers: list[Answer] = []
    while not answers or isinstance(answers[-1], Behind):
        answers.append(engine.call("run", 0, recipe, "hash", {"seq": 16}))

    assert isinstance(answers[-1], Ok)
    assert len(answers) <= 3

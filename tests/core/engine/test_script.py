"""What the script of a scenario does is not said of the person at the board."""

from __future__ import annotations

from scheduler_core.actor import Act, message
from scheduler_core.engine.script import MESSAGES, scripted
from scheduler_core.inputs.outcome import SCRIPT, you
from scheduler_core.messages import TEMPLATES
from tests.builders import node, pod
from tests.core.play import Play, header


def test_each_sentence_about_a_person_has_one_about_the_script() -> None:
    of_a_person = [name for name, text in TEMPLATES.items() if text.startswith("You ")]

    assert len(MESSAGES) == len(of_a_person) > 40
    assert "The scenario deleted {kind} {name}" == MESSAGES["script.deleted"]


def test_a_sentence_without_a_person_stays_as_it_is() -> None:
    result = scripted(you("apply", message("you.changed_nothing")))

    assert ("script", "script", "you.changed_nothing") == (result.actor, result.who, result.message.id)


def test_kubectl_stays_the_name_of_the_tool_that_the_script_runs() -> None:
    result = scripted(Act("you", "kubectl drain n1", "input-drain", message("you.began_drain", node="n1")))

    assert (SCRIPT, "kubectl drain n1", "script.began_drain") == (result.actor, result.who, result.message.id)


def test_an_input_of_the_script_and_one_of_a_person_have_different_authors() -> None:
    cordon = {"at": 1, "kind": "cordon", "node": "n1"}
    play = Play([header(cordon), node("n1"), pod("p")])
    play.give(play.until_quiet(), {"kind": "uncordon", "node": "n1"})

    cordons = [frame for frame in play.frames() if frame["kind"] in ("input-cordon", "input-uncordon")]
    assert [("script", "script.cordoned"), ("you", "you.uncordoned")] == [
        (frame["actor"], frame["message"]["id"]) for frame in cordons
    ]

"""What a person can do to each thing of the board: every verb is taken as it stands, and says its kubectl line."""

from __future__ import annotations

import re
from typing import Any

import pytest

from scheduler_core import Problem, Refused, parse_input
from scheduler_core.queries.verbs import additions
from tests.core.play import Play, gallery

FIELD = re.compile(r"\{(\w+)\}")
SLUGS = ("disk-with-deployment", "pdb-best-effort", "shared-claim", "partitioned-pet", "queue-by-priority")
PLAYED_S = 5


def filled(value: Any, values: dict[str, Any]) -> Any:
    """The value with its fields in place of their names, as the board fills it."""
    if isinstance(value, dict):
        return {filled(key, values): filled(entry, values) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [filled(item, values) for item in value]
    if not isinstance(value, str):
        return value
    whole = FIELD.fullmatch(value)
    if whole and whole[1] in values:
        return values[whole[1]]
    return FIELD.sub(lambda result: str(values.get(result[1], result[0])), value)


def verbs(play: Play, seq: int, kind: str, key: str) -> dict[str, dict[str, Any]]:
    result: Any = play.recording.ask("verbs", seq, kind=kind, key=key)
    return {
        f"{verb['id']} {verb['args'].get('kind', '')}".strip(): {
            **verb,
            "inputs": filled(verb["inputs"], {field["name"]: field["value"] for field in verb["fields"]}),
        }
        for verb in result["verbs"]
    }


def refused(play: Play, seq: int, inputs: list[dict[str, Any]]) -> list[str]:
    """What is wrong with inputs that are given one after the other to a copy of the cluster."""
    world = play.recording.world(seq).copy()
    wrong = []
    for item in inputs:
        parsed = parse_input(item)
        assert not isinstance(parsed, Problem), (item, parsed)
        answer = world.give(parsed)  # type: ignore[arg-type]
        if isinstance(answer, Problem | Refused):
            wrong.append(str(answer))
    return wrong


@pytest.mark.parametrize("slug", SLUGS)
def test_every_verb_of_everything_is_taken_with_the_values_that_stand_in_its_form(slug: str) -> None:
    play = Play(gallery(slug))
    seq = play.until(PLAYED_S)
    result: Any = play.recording.ask("matching_objects", seq, query="")
    wrong = []
    tried = 0
    for thing in [{"kind": "", "key": ""}, *result["things"]]:
        for name, item in verbs(play, seq, thing["kind"], thing["key"]).items():
            tried += 1
            outcome = refused(play, seq, item["inputs"])
            # A budget may forbid the eviction, a first revision has none before it, a default class stays.
            if outcome and name not in ("evict", "undo"):
                wrong.append((thing, name, outcome))

    assert tried > 40
    assert [] == wrong


def test_the_line_of_kubectl_stands_beside_the_verb() -> None:
    play = Play(gallery("disk-with-deployment"))
    seq = play.until(PLAYED_S)
    result: Any = play.recording.ask("matching_objects", seq, query="")
    key = next(thing["key"] for thing in result["things"] if thing["kind"] == "Deployment")
    name = key.partition("/")[2]
    lines = {
        verb["id"]: verb["kubectl"]
        for verb in play.recording.ask("verbs", seq, kind="Deployment", key=key)["verbs"]
    }  # type: ignore[index, call-overload, union-attr]

    assert f"kubectl scale deployment {name} --replicas={{replicas}}" == lines["scale"]
    assert f"kubectl rollout restart deployment/{name}" == lines["restart"]
    assert f"kubectl delete deployment {name} --cascade=orphan" == lines["delete_orphan"]


def test_a_restart_makes_new_pods() -> None:
    play = Play(gallery("scale-down-lopsided"))
    seq = play.until_quiet()
    result: Any = play.recording.ask("matching_objects", seq, query="")
    key = next(thing["key"] for thing in result["things"] if thing["kind"] == "Deployment")
    before = set(play.recording.world(seq).api.pods)
    play.give(seq, verbs(play, seq, "Deployment", key)["restart"]["inputs"][0])
    after = set(play.recording.world(play.until_quiet()).api.pods)

    assert before
    assert after
    assert set() == before & after


def test_what_belongs_to_a_pod_is_named_with_it() -> None:
    play = Play(gallery("disk-with-deployment"))
    seq = play.until(PLAYED_S)
    pod = next(key for key, entry in play.recording.world(seq).api.pods.items() if entry.node_name)
    result: Any = play.recording.ask("verbs", seq, kind="Pod", key=pod)

    assert ["ReplicaSet", "Deployment", "Node"] == [item["kind"] for item in result["related"]][:3]


def test_a_new_zone_is_as_large_as_most_are() -> None:
    play = Play(gallery("pdb-best-effort"))
    zone: Any = next(
        addition for addition in additions.additions(play.recording.world(0)) if addition["args"].get("n")
    )

    assert zone["args"]["n"] == len(zone["inputs"][0]["documents"])


@pytest.mark.parametrize(("kind", "key"), [("Pod", "default/nobody"), ("Zone", "nowhere"), ("Nothing", "x")])
def test_a_thing_that_is_not_there_has_no_verbs(kind: str, key: str) -> None:
    play = Play(gallery("disk-with-deployment"))

    assert play.recording.ask("verbs", 0, kind=kind, key=key) is None


def test_things_can_be_asked_for_by_a_part_of_their_name() -> None:
    play = Play(gallery("partitioned-pet"))
    result: Any = play.recording.ask("matching_objects", 0, query="n3")

    assert {"things": [{"kind": "Node", "key": "n3"}], "more": False} == result

"""What servers and workers send each other comes as it went, and only from one who knows the key."""

import pytest

from playground.workers.answers import Answer, Behind, NotFound, Ok, Recipe, Replay, Slow
from playground.workers.kube_tasks import InputReply, Reply
from playground.workers.remote.wire import (
    Channel,
    ForgedError,
    answer_in,
    answer_out,
    recipe_in,
    recipe_out,
)
from scheduler_core import Position, Problem, Refused

OURS, THEIRS = Channel.of("our key"), Channel.of("their key")

WRONG = Problem("spec.x", "code", {"n": 3, "text": "ä"}, document=1, position=Position(2, 3))
ANSWERS: list[Answer] = [
    Ok('"a": "ü \\ud800"', 7, False, '"hash":1', "{}"),
    Reply(200, "body", "text/plain", (("a", "b"),), ("take care",)),
    InputReply(Reply(201, "{}", "application/json", (("a", "b"),)), 4, '{"seq":4}', '"hash":1', "{}"),
    Replay(),
    Behind(3),
    NotFound(),
    Slow(),
    WRONG,
    Refused(409, "Conflict", "said", "cause", 5, "input", (WRONG, Problem("", "other"))),
]


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: type(answer).__name__)
def test_an_answer_comes_as_it_went(answer: Answer) -> None:
    header, text = OURS.unpacked("place", OURS.packed("place", *answer_out(answer)))

    assert answer == answer_in(header, text)


@pytest.mark.parametrize("recipe", [None, Recipe('{"a": "ж"}', 7, ((3, "{}"), (9, '{"b": 1}')))])
def test_a_recipe_comes_as_it_went(recipe: Recipe | None) -> None:
    run_state, text = recipe_out(recipe)
    header, came = OURS.unpacked("place", OURS.packed("place", {"recipe": run_state}, text))

    assert recipe == recipe_in(header["recipe"], came)


@pytest.mark.parametrize(
    ("channel", "place", "change"),
    [(THEIRS, "place", 0), (OURS, "elsewhere", 0), (OURS, "place", 1)],
    ids=["another key", "another place", "a changed byte"],
)
def test_a_message_with_a_wrong_signature_is_not_read(channel: Channel, place: str, change: int) -> None:
    message = bytearray(channel.packed(place, {"what": "call"}, "text"))
    message[-1] ^= change

    with pytest.raises(ForgedError):
        OURS.unpacked("place", bytes(message))


@pytest.mark.parametrize("message", [b"", b"short", bytes(40)])
def test_what_is_no_message_is_not_read(message: bytes) -> None:
    with pytest.raises(ForgedError):
        OURS.unpacked("place", message)


def test_two_installations_on_one_broker_use_other_names() -> None:
    assert OURS.name("workers") != THEIRS.name("workers")

"""Answers are kept until others need their place."""

from playground.runs.answers import Answers, Key


def key(n: int) -> Key:
    return ("run", 0, n, "why", "{}")


def test_the_answers_used_last_are_kept() -> None:
    answers = Answers(characters=40_000)
    for n in range(3):
        answers.keep(key(n), "x" * 2_000)
    answers.get(key(0))
    for n in range(3, 20):
        answers.keep(key(n), "x" * 2_000)

    assert [True, False, False] == [answers.get(key(n)) is not None for n in range(3)]


def test_that_there_is_no_such_thing_is_kept_too() -> None:
    answers = Answers(characters=10_000)
    answers.keep(key(1), None)

    assert (None, "not kept") == (answers.get(key(1), "not kept"), answers.get(key(2), "not kept"))


def test_one_answer_never_takes_the_place_of_all_others() -> None:
    answers = Answers(characters=16_000)
    answers.keep(key(1), "small")
    answers.keep(key(2), "x" * 15_000)

    assert ("small", None) == (answers.get(key(1)), answers.get(key(2)))

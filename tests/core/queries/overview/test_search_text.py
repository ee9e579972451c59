"""The language of the search: what a text means, and what is said of nonsense."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler_core.messages import say
from scheduler_core.objects.problem import Problem
from scheduler_core.queries.overview.search_text import (
    MOST_CHARACTERS,
    Comparison,
    Equality,
    Phrase,
    Term,
    parse_search,
)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("", ()),
        ("   ", ()),
        ("Pending", (Phrase("pending"),)),
        ("Insufficient cpu", (Phrase("insufficient cpu"),)),
        ('"a b" c', (Phrase("a b"), Phrase("c"))),
        ("app=web", (Equality("app", "web"),)),
        ("topology.kubernetes.io/zone=a", (Equality("topology.kubernetes.io/zone", "a"),)),
        ('reason="Insufficient cpu"', (Equality("reason", "Insufficient cpu"),)),
        ("taint=gpu=true:NoSchedule", (Equality("taint", "gpu=true:NoSchedule"),)),
        ("cpu>80%", (Comparison("cpu", ">", 80, percent=True),)),
        ("cpu<=1500m", (Comparison("cpu", "<=", 1500, percent=False),)),
        ("memory>=1Gi", (Comparison("memory", ">=", 2**30, percent=False),)),
        ("pods=3", (Comparison("pods", "=", 3, percent=False),)),
        ("priority<-1", (Comparison("priority", "<", -1, percent=False),)),
        ("web app=x down", (Phrase("web"), Equality("app", "x"), Phrase("down"))),
    ],
)
def test_a_text_is_a_list_of_terms(text: str, terms: tuple[Term, ...]) -> None:
    assert terms == parse_search(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('app="web', "Character 5: the quotation mark is not closed, or nothing stands in it."),
        ('""', "Character 1: the quotation mark is not closed, or nothing stands in it."),
        ("x =web", "Character 3: before = a label or an amount is missing."),
        ("app!=web", "Character 4: unknown operator !=. Known operators: >=, <=, =, >, <."),
        ("app=", "Character 5: after app= a value is missing."),
        ("app>3", "Character 1: app cannot be compared; only cpu, memory, pods, priority can."),
        (
            "web cpu>lots",
            "Character 9: cpu is compared with an amount, like 80% or 500m; got lots.",
        ),
        ("memory>5q", "Character 8: memory is compared with an amount, like 80% or 1Gi; got 5q."),
        ("pods>½", "Character 6: pods are compared with a number, like 80% or 30; got ½."),
        ("priority>5%", "Character 10: a priority is compared with a whole number; got 5%."),
        ("!", "Character 1: ! cannot stand alone."),
        ("x" * 201, "The search may have at most 200 characters."),
        (" ".join(["a=b"] * 13), "The search may have at most 12 terms; got 13."),
    ],
)
def test_nonsense_is_told_with_its_place(text: str, says: str) -> None:
    wrong = parse_search(text)

    assert isinstance(wrong, Problem)
    assert says == say({"id": wrong.code, "args": dict(wrong.args)})


@given(st.text(alphabet='ab=<>!"% \n€5mi', max_size=30))
def test_every_text_has_terms_or_a_place_within_it(text: str) -> None:
    result = parse_search(text)

    if isinstance(result, Problem):
        assert result.position is not None
        assert 1 <= result.position.column <= min(len(text), MOST_CHARACTERS) + 1
    else:
        assert bool(result) == bool(text.strip())

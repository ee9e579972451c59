"""Scores of a card, and templates as a reader sees them."""

from playground.explain import example
from playground.explain.services import card, scores
from playground.runs.models import Run


def test_the_formula_of_least_allocated_gives_the_numbers_that_are_shown() -> None:
    by_name = {score.node: score.raw for score in scores(example.decision(), "NodeResourcesFit")}
    cpu = [(4000 - 2000) * 100 // 4000, (8000 - 1000) * 100 // 8000, (4000 - 3000) * 100 // 4000]
    memory = [(8 - 4) * 100 // 8, (8 - 2) * 100 // 8, (16 - 4) * 100 // 16]

    assert [(a + b) // 2 for a, b in zip(cpu, memory, strict=True)] == [
        by_name[n] for n in ("n1", "n2", "n3")
    ]


def test_a_plugin_without_scores_in_the_decision_has_no_rows() -> None:
    assert () == scores({}, "NodeResourcesFit")
    assert () == scores(example.decision(), "Nothing")


def test_a_card_names_its_texts_with_places_for_values(run: Run) -> None:
    shown = card("NodeResourcesFit", {})

    assert shown is not None
    assert ["Too many pods", "Insufficient <resource>"] == [text for text, _point, _words in shown.reasons]
    assert card("NoSuchPlugin", {}) is None

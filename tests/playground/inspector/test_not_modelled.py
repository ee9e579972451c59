"""Fields of a pod that have no effect here are named where its decision is shown."""

import pytest
from django.template.loader import render_to_string

import scheduler_core as core
from playground.inspector.not_modelled import WORDS, left_out
from playground.inspector.why.view import PodWhy, of_pod


def test_every_field_that_the_core_names_has_words() -> None:
    assert WORDS.keys() == core.POD_FIELDS.keys()


@pytest.mark.parametrize("path", list(WORDS))
def test_a_field_is_told_with_what_is_left_out(path: str) -> None:
    result = left_out([path])

    assert [(one.path, one.words) for one in result] == [(path, str(WORDS[path]))]


def why(*fields: str) -> PodWhy:
    """The Why of a pod with these fields, before its first decision."""
    pod = {"cpu": 0, "priority": 0, "node": None, "why": None, "notModelled": list(fields)}
    return of_pod(
        "default/p",
        {
            "pod": pod,
            "decision": None,
            "last": None,
            "columns": [],
            "inVain": [],
            "fromStart": False,
            "added": [],
        },
    )


def test_the_why_of_a_pod_names_the_fields_also_before_a_decision() -> None:
    result = why("spec.runtimeClassName")
    page = render_to_string("inspector/why/pod.html", {"why": result, "advice_url": "/advice"})

    assert ["spec.runtimeClassName"] == [one.path for one in result.left_out]
    assert "Not modelled here" in page
    assert "<code>spec.runtimeClassName</code>" in page


def test_a_pod_whose_fields_all_count_says_nothing_of_them() -> None:
    page = render_to_string("inspector/why/pod.html", {"why": why(), "advice_url": "/advice"})

    assert "Not modelled here" not in page

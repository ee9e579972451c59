"""Fields of a pod that have no effect here are named where its decision is shown."""

import pytest

import scheduler_core as core
from playground.inspector.not_modelled import WORDS, left_out
from playground.inspector.why.view import of_pod


def test_every_field_that_the_core_names_has_words() -> None:
    assert WORDS.keys() == core.POD_FIELDS.keys()


@pytest.mark.parametrize("path", list(WORDS))
def test_a_field_is_told_with_what_is_left_out(path: str) -> None:
    told = left_out([path])

    assert [(one.path, one.words) for one in told] == [(path, str(WORDS[path]))]


def test_the_why_of_a_pod_names_the_fields_also_before_a_decision() -> None:
    value = {
        "pod": {"cpu": 0, "priority": 0, "node": None, "why": None, "notModelled": ["spec.runtimeClassName"]},
        "decision": None,
        "last": None,
        "columns": [],
        "inVain": [],
    }

    assert [one.path for one in of_pod("default/p", value).left_out] == ["spec.runtimeClassName"]

"""Label and field selectors of lists."""

from __future__ import annotations

import pytest

from scheduler_core.objects.selection.selectors import selector_text
from scheduler_core.rest.reads.selectors import SelectorError, label_selector, selection
from scheduler_core.rest.resources import resource_of


@pytest.mark.parametrize(
    ("source", "read"),
    [
        ("a=b", "a=b"),
        ("a==b, c != d", "a=b,c!=d"),
        ("a in (y,x),!b", "a in (x,y),!b"),
        ("example.com/a notin (x)", "example.com/a!=x"),
        ("a", "a"),
        ("a=", "a="),
    ],
)
def test_label_selectors_are_read_as_kubectl_writes_them(source: str, read: str) -> None:
    assert read == selector_text(label_selector(source))


UNREADABLE = {
    "a b": "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt",
    "a in x": "unable to parse requirement: found 'x' expected: '('",
    "a in": "unable to parse requirement: found '' expected: '('",
    ",a": "found ',', expected: !, identifier, or 'end of string'",
    "a=b,": "found '', expected: identifier after ','",
    "a in (b": "unable to parse requirement: found '', expected: ')'",
    "=b": "found '=', expected: !, identifier, or 'end of string'",
    "a=b c": "found 'c', expected: ',' or 'end of string'",
}


@pytest.mark.parametrize("source", UNREADABLE)
def test_what_is_no_label_selector_is_refused_in_the_words_of_the_api_server(source: str) -> None:
    with pytest.raises(SelectorError) as caught:
        label_selector(source)

    assert UNREADABLE[source] == str(caught.value)


@pytest.mark.parametrize(
    ("source", "matches"),
    [
        ("spec.nodeName=n1", True),
        ("spec.nodeName!=n1", False),
        ("spec.nodeName=n1,status.phase=Pending", False),
        ("spec.hostNetwork=false", True),
        ("metadata.namespace==default", True),
        ("status.nominatedNodeName=", True),
    ],
)
def test_field_selectors_compare_texts(source: str, matches: bool) -> None:
    pod = {
        "metadata": {"name": "p", "namespace": "default"},
        "spec": {"nodeName": "n1"},
        "status": {"phase": "Running"},
    }

    assert matches == selection(resource_of("Pod"), "", source).matches(pod)


def test_a_field_that_cannot_be_selected_by_is_named() -> None:
    with pytest.raises(SelectorError, match="field label not supported: spec"):
        selection(resource_of("Node"), "", "spec=x")

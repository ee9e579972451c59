"""What becomes a part of a run can be read again: it is refused, or its stored text is read as the same input."""

from __future__ import annotations

import json
import math
import os
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scheduler_core import (
    ApiRequest,
    Problem,
    Run,
    Scenario,
    SourceDocument,
    TimedInput,
    answer_write,
    parse_scenario,
    read_input_text,
)
from scheduler_core.inputs.api_inputs import ApiWrite
from scheduler_core.inputs.json_check import MAX_DEPTH
from scheduler_core.inputs.kubectl_inputs import Cordon
from scheduler_core.inputs.reader import ObjectRef
from scheduler_core.inputs.stored_text import as_read_back, input_text
from scheduler_core.objects.manifest import Json
from tests.builders import node, pod
from tests.core.inputs.valid import FAULTS, INPUTS, POD
from tests.core.play import header, scenario_from

EXAMPLES = int(os.environ.get("PODIUM_FUZZ", "100"))
MANY = settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))


def nested(levels: int, inner: Any = 1) -> Any:
    for level in range(levels):
        inner = [inner] if level % 2 else {"a": inner}
    return inner


#: Values that no reader of JSON texts takes everywhere, and their neighbours that it takes. A value is drawn by its
#: name: Hypothesis writes what it draws, and Python writes no number of 5 000 digits.
ODD: dict[str, Any] = {
    "<NUL>": "\0",
    "<NUL inside>": "a\0b",
    "<high half>": "\ud800",
    "<halves>": "\udfff\ud800",
    "<pair>": "a\U0001f600b",
    "<inf>": math.inf,
    "<-inf>": -math.inf,
    "<nan>": math.nan,
    "<309 digits>": 1e308,
    "<-0.0>": -0.0,
    "<401 digits>": 10**400,
    "<5001 digits>": 10**5_000,
    "<-5001 digits>": -(10**5_000),
    "<NUL key>": {"\0": 1},
    "<half key>": {"\ud800": 1},
    "<$patch>": {"$patch": "delete"},
    "<long>": "x" * 5_000,
    **{f"<{levels} levels>": nested(levels) for levels in (*range(MAX_DEPTH - 6, MAX_DEPTH + 2), 500)},
}
scalars = (
    st.sampled_from(sorted(ODD))
    | st.integers()
    | st.floats()
    | st.booleans()
    | st.none()
    | st.text(st.characters(exclude_categories=()))
)
drawn = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(st.characters(exclude_categories=()), max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)


def odd_of(value: Any) -> Any:
    """What was drawn, with the values in place of their names."""
    if isinstance(value, dict):
        return {key: odd_of(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return list(map(odd_of, value))
    return ODD.get(value, value) if isinstance(value, str) else value


EVENT = {
    "apiVersion": "v1",
    "kind": "Event",
    "metadata": {"name": "e", "namespace": "default"},
    "involvedObject": {"kind": "Pod", "namespace": "default", "name": "p"},
    "reason": "Tried",
    "message": "words",
    "type": "Normal",
}
#: A write of each kind: method, path, type and sound body.
WRITES: tuple[tuple[str, str, str, dict[str, Any]], ...] = (
    ("POST", "/api/v1/namespaces/default/events", "", EVENT),
    ("POST", "/apis/events.k8s.io/v1/namespaces/default/events", "", {**EVENT, "regarding": EVENT["involvedObject"]}),
    ("POST", "/api/v1/namespaces/default/pods", "", pod("new", "1")),
    ("PUT", "/api/v1/nodes/n1", "", node("n1")),
    ("PUT", "/api/v1/nodes/n1/status", "", node("n1")),
    ("PATCH", "/api/v1/nodes/n1", "application/merge-patch+json", {"metadata": {"annotations": {"a": "b"}}}),
    ("PATCH", "/api/v1/namespaces/default/pods/p", "application/strategic-merge-patch+json", {"spec": {}}),
    ("PATCH", "/api/v1/namespaces/default/configmaps/c", "application/apply-patch+yaml", {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}, "data": {"a": "b"}}),
    ("DELETE", "/api/v1/namespaces/default/pods/p", "", {"gracePeriodSeconds": 3, "propagationPolicy": "Orphan"}),
    ("DELETE", "/api/v1/namespaces/default/pods", "", {"gracePeriodSeconds": 3}),
    ("POST", "/api/v1/namespaces/default/pods/p/eviction", "", {"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": "p"}}),
    ("POST", "/api/v1/namespaces/default/pods/p/binding", "", {"apiVersion": "v1", "kind": "Binding", "metadata": {"name": "p"}, "target": {"kind": "Node", "name": "n1"}}),
)  # fmt: skip


@pytest.fixture(scope="module")
def recording() -> Run:
    return Run(scenario_from([header(), node("n1"), pod("p", "1")]))


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where something stands in a value, the whole of it first."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, inner in inside for place in places(inner, (*path, key)))]


def with_odd(value: Any, path: tuple[Any, ...], odd: Any) -> Any:
    """The value with another part at a place."""
    if not path:
        return odd
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = with_odd(value[path[0]], path[1:], odd)
    return copy


def given_at_start(recording: Run, value: Any) -> str:
    """The stored text of an input that was taken; "" for one that was refused."""
    recording.take_inputs([])
    made = recording.give(0, value)
    return recording.input_text(0) if isinstance(made, dict) else ""


def assert_the_same_again(recording: Run, text: str) -> None:
    """A run that is opened from what was stored is the one that was played."""
    read = read_input_text(text)

    assert not isinstance(read, Problem), read
    assert text == input_text(read)
    assert ((0, read),) == recording.inputs
    assert Run(recording.scenario, [(0, read)]).hash(1) == recording.hash(1)


@MANY
@given(
    st.sampled_from(WRITES).flatmap(lambda item: st.tuples(st.just(item), st.sampled_from(places(item[3])))),
    drawn,
)
@example((WRITES[0], ("message",)), "<NUL>")
@example((WRITES[0], ("message",)), "<high half>")
@example((WRITES[0], ("metadata", "name")), "<inf>")
def test_a_write_with_anything_in_its_body_is_refused_or_can_be_read_again(
    recording: Run, written: tuple[tuple[str, str, str, dict[str, Any]], tuple[Any, ...]], odd: Any
) -> None:
    (method, path, content_type, body), place = written
    recording.take_inputs([])
    request = ApiRequest(
        method, path, {}, "", content_type, with_odd(body, place, odd_of(odd)), agent="kubectl/v1"
    )
    made = answer_write(recording.world(0), request, 0, may_write=True)

    assert made.input is None or made.response.code < 300
    if made.input is not None:
        text = given_at_start(recording, made.input)
        assert text, "it was answered as done, and is refused as an input"
        assert_the_same_again(recording, text)


ALL = [*INPUTS, *FAULTS]


@MANY
@given(
    st.sampled_from(ALL).flatmap(lambda item: st.tuples(st.just(item), st.sampled_from(places(item)))), drawn
)
def test_an_input_with_anything_in_it_is_refused_or_can_be_read_again(
    recording: Run, written: tuple[dict[str, Any], tuple[Any, ...]], odd: Any
) -> None:
    try:
        sent = json.dumps(with_odd(*written, odd_of(odd)))
    except ValueError:  # Python writes no such number, but a client may
        sent = json.dumps(with_odd(*written, "ODD")).replace('"ODD"', "9" * 5_000)
    read = read_input_text(sent)
    text = "" if isinstance(read, Problem) else given_at_start(recording, read)

    if text:
        assert_the_same_again(recording, text)


@pytest.mark.parametrize("value", ALL, ids=[item["kind"] for item in ALL])
def test_an_input_of_each_kind_is_read_back_as_itself(value: dict[str, Any]) -> None:
    read = read_input_text(json.dumps(value))

    assert not isinstance(read, Problem)
    assert read == as_read_back(read)


@pytest.mark.parametrize(
    "document",
    [{**POD, "data": odd} for odd in ("\0", math.inf, 10**5_000, nested(MAX_DEPTH), {"\0": 1})],
    ids=["NUL", "infinite", "5 000 digits", "too deep", "NUL in a key"],
)
def test_what_could_not_be_read_again_is_a_problem_and_no_error(recording: Run, document: Json) -> None:
    recording.take_inputs([])
    write = ApiWrite("create", "kubectl", (ObjectRef("Pod", "default", "p"),), document)  # type: ignore[arg-type]

    assert isinstance(as_read_back(write), Problem)
    assert isinstance(recording.give(0, write), Problem)
    assert () == recording.inputs


def test_what_happens_is_what_is_read_and_not_what_was_sent(recording: Run) -> None:
    secret = {
        **POD,
        "metadata": {"name": "q"},
        "spec": {"containers": [{"name": "c", "env": [{"name": "A", "value": "hush"}]}]},
    }
    write = ApiWrite("create", "kubectl", (ObjectRef("Pod", "default", "q"),), secret)

    text = given_at_start(recording, write)

    assert "hush" not in text
    assert ((0, read_input_text(text)),) == recording.inputs


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "input.no_json"),
        ('{"kind": "cordon"', "input.no_json"),
        ("9" * 5_000, "input.no_json"),
        ("[" * 100_000, "input.text_too_deep"),
        ("null", "input.not_a_map"),
        ('{"kind": "nothing"}', "input.unknown_kind"),
        ('{"kind": "cordon", "node": "\\u0000"}', "value.nul"),
        ('{"kind": "cordon", "node": "n1", "at": 1e400}', "value.not_finite"),
        ('{"kind": "request", "verb": "obliterate"}', "input.unknown_choice"),
    ],
)
def test_a_text_that_is_no_input_is_a_problem(text: str, code: str) -> None:
    read = read_input_text(text)

    assert isinstance(read, Problem)
    assert code == read.code


def test_the_last_of_keys_that_stand_twice_counts_and_is_all_that_is_stored(recording: Run) -> None:
    read = read_input_text('{"kind": "cordon", "node": "n9", "node": "n1"}')

    assert Cordon("n1") == read
    assert '{"kind":"cordon","node":"n1"}' == given_at_start(recording, read)


def test_a_timed_input_keeps_its_time(recording: Run) -> None:
    text = given_at_start(recording, TimedInput(1_234, Cordon("n1")))

    assert TimedInput(1_234, Cordon("n1")) == read_input_text(text)


def test_a_run_ends_at_an_input_that_cannot_be_read_and_says_which_it_is() -> None:
    scenario = scenario_from([header(), node("n1"), pod("p", "1")])
    recording = Run(scenario, [(0, Cordon("n1")), (2, read_input_text("{"))])
    reached = recording.reach(3)

    assert (False, 2) == (reached, recording.head_seq)
    assert (2, recording.refused) == recording.unread
    assert 2 == recording.snapshot(2)["seq"]


def test_a_run_goes_on_once_it_has_a_readable_input_there() -> None:
    scenario = scenario_from([header(), node("n1"), pod("p", "1")])
    recording = Run(scenario, [(0, read_input_text("{"))])
    assert not recording.reach(1)
    recording.take_inputs([(0, Cordon("n1"))])

    assert recording.reach(1)
    assert recording.unread is None


SCENARIO: list[dict[str, Any]] = [
    header(
        *({"at": place, **value} for place, value in enumerate(FAULTS[:4])),
        {"at": 9, "kind": "apply", "documents": [POD]},
        title="t",
        seed=3,
        focus={"pod": "default/p"},
        expect=[{"pod": {"name": "p", "node": ["n1"]}}, {"not": {"pod": {"name": "p", "pending": True}}}],
        kubelets=[{"nodes": ["n1"], "configuration": {"maxPods": 5}}],
    ),
    {
        "apiVersion": "kubescheduler.config.k8s.io/v1",
        "kind": "KubeSchedulerConfiguration",
        "profiles": [
            {"schedulerName": "default-scheduler", "plugins": {"score": {"disabled": [{"name": "*"}]}}}
        ],
    },
    node("n1"),
    pod("p", "1"),
]


def read_scenario(documents: list[Any]) -> Scenario | None:
    return parse_scenario([SourceDocument(place, value) for place, value in enumerate(documents)]).scenario


@MANY
@given(st.sampled_from(places(SCENARIO)), drawn)
def test_a_scenario_with_anything_in_it_is_refused_or_can_be_read_again(
    place: tuple[Any, ...], odd: Any
) -> None:
    documents = with_odd(SCENARIO, place, odd_of(odd))
    scenario = read_scenario(documents if isinstance(documents, list) else [documents])

    assert read_scenario(SCENARIO) is not None
    if scenario is not None:
        text = json.dumps(scenario.canonical())
        again = Scenario.from_canonical(json.loads(text))
        assert scenario.digest == again.digest
        assert text == json.dumps(again.canonical())

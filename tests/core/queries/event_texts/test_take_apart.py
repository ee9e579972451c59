"""Texts of Events in their parts: what a cluster wrote, what was cut, and what nothing here says."""

import pytest

from scheduler_core.queries.event_texts.catalogue import catalogue_texts
from scheduler_core.queries.event_texts.take_apart import MOST_CHARACTERS, MOST_PARTS, take_apart
from scheduler_core.scheduler.framework.diagnosis.fit_error import fit_error
from scheduler_core.scheduler.framework.status import unresolvable, unschedulable

WHOLE = (
    "0/12 nodes are available: 3 Insufficient cpu, 4 node(s) had untolerated taint {a/b: }, 5 quantum. "
    "no new claims to deallocate, preemption: 0/12 nodes are available: 3 No preemption victims found for "
    "incoming pod, 9 Preemption is not helpful for scheduling."
)


def rows(text: str) -> list[tuple[int | None, str, str, bool]]:
    return [
        (
            part.nodes,
            (part.catalogue_text.plugin or part.catalogue_text.event) if part.catalogue_text else "?",
            part.catalogue_text.point if part.catalogue_text else "",
            part.preemption,
        )
        for part in take_apart(text).parts
    ]


def test_a_whole_message_is_taken_apart_with_its_numbers_of_nodes() -> None:
    expected = [
        (3, "NodeResourcesFit", "filter", False),
        (4, "TaintToleration", "filter", False),
        (5, "?", "", False),
        (None, "DynamicResources", "postFilter", False),
        (3, "DefaultPreemption", "postFilter", True),
        (9, "DefaultPreemption", "postFilter", True),
    ]

    assert expected == rows(WHOLE)
    assert 12 == take_apart(WHOLE).nodes
    assert ("NodeResourcesFit", "TaintToleration", "DynamicResources", "DefaultPreemption") == (
        take_apart(WHOLE).plugins
    )


def test_values_of_a_part_are_named() -> None:
    parts = take_apart(WHOLE).parts

    assert [{"resource": "cpu"}, {"key": "a/b", "value": ""}] == [dict(part.values) for part in parts[:2]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "0/3 nodes are available: pod has unbound immediate PersistentVolumeClaims. preemption: not eligible "
            "due to preemptionPolicy=Never.",
            [(None, "VolumeBinding", "preFilter", False), (None, "DefaultPreemption", "postFilter", True)],
        ),
        (
            "0/1 nodes are available: pod has unbound immediate PersistentVolumeClaims. not found",
            [(None, "VolumeBinding", "preFilter", False), (None, "?", "", False)],
        ),
        (
            "0/6 nodes are available: 2 node(s) had taint {dedicated: gpu}, that the pod didn't tolerate, "
            "4 node(s) didn't match node selector.",
            [(2, "TaintToleration", "filter", False), (4, "NodeAffinity", "filter", False)],
        ),
        (
            "pod has unbound immediate PersistentVolumeClaims (repeated 2 times)",
            [(None, "VolumeBinding", "preFilter", False)],
        ),
        (
            'running PreBind plugin "VolumeBinding": binding volumes: context deadline exceeded',
            [(None, "", "preBind", False)],
        ),
        (
            "Pod was rejected: Node didn't have enough resource: cpu, requested: 2, used: 1, capacity: 2",
            [(None, "OutOfcpu", "", False)],
        ),
        ("0/0 nodes are available:", []),
        ("", []),
        (" \n ", []),
        ("hello", [(None, "?", "", False)]),
        ("Insufficient cpu", [(None, "NodeResourcesFit", "filter", False)]),
        ("3 Insufficient cpu, 2 Too many pods", [(n, "NodeResourcesFit", "filter", False) for n in (3, 2)]),
        ("FailedMount", [(None, "FailedMount", "", False)]),
        (
            "Warning  BackOff  5s (x3 over 9s)  kubelet  Back-off restarting failed container app in pod p_d(1)",
            [(None, "BackOff", "", False)],
        ),
        (
            "The node was low on resource: memory. Threshold quantity: 100Mi, available: 20Mi. ",
            [(None, "Evicted", "", False)],
        ),
    ],
)
def test_texts_as_they_are_pasted(text: str, expected: list[tuple[int | None, str, str, bool]]) -> None:
    assert expected == rows(text)


def test_every_known_text_is_recognised_when_it_is_filled() -> None:
    wrong = []
    for text in catalogue_texts():
        part = take_apart(text.template.replace("%(", "<").replace(")s", ">")).parts[0]
        if part.catalogue_text is None or part.catalogue_text.template != text.template:
            wrong.append((text.template, part))

    assert [] == wrong


def test_what_the_scheduler_writes_is_known_in_all_its_parts() -> None:
    refused = [unschedulable("NodeResourcesFit", "Insufficient cpu", "Too many pods")] * 2
    text = fit_error(5, refused, unresolvable("NodeUnschedulable", "node(s) were unschedulable"))

    expected = [(2, "NodeResourcesFit"), (2, "NodeResourcesFit"), (3, "NodeUnschedulable")]
    assert expected == [(nodes, plugin) for nodes, plugin, *_rest in rows(text)]


def test_a_text_without_end_is_bounded() -> None:
    many = "0/9 nodes are available: " + ", ".join("1 a" for _ in range(200))
    long = take_apart("x " * MOST_CHARACTERS)

    assert (MOST_PARTS, True) == (len(take_apart(many).parts), take_apart(many).cut)
    assert (1, True) == (len(long.parts), long.cut)

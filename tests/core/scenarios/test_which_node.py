"""A20: the criteria are applied one after another until one node is left."""

from __future__ import annotations

import pytest

from tests.builders import pod
from tests.core.playing import Documents, Play, gallery, priority_class, without

SLUG = "which-node"
Group = list[tuple[int, int]]
"""(priority, second of the start) of the pods that fill a node in equal shares."""


def board(n1: Group, n2: Group, seed: int = 1) -> Play:
    documents: Documents = without(gallery(SLUG), "a1", "a2", "b1", "b2", "p50", "p1", "p10")
    documents[0]["spec"]["seed"] = seed
    documents += [priority_class(value) for value in sorted({value for value, _ in n1 + n2})]
    for name, group in (("n1", n1), ("n2", n2)):
        for place, (value, since) in enumerate(group):
            named = f"p{value}" if value >= 0 else f"minus{-value}"
            cpu = f"{2000 // len(group)}m"
            documents.append(pod(f"{name}-{place}", cpu, on=name, since=since, priority=named))
    play = Play(documents)
    play.until(20)
    return play


def decided(play: Play) -> tuple[str, str]:
    """The node, and the criterion that left it alone (the last one that was looked at)."""
    preemption = play.decision("p", 0)["preemption"]
    last = preemption["criteria"][-1]
    assert [preemption["chosen"]] == last["left"] or "order" == last["id"]
    return preemption["chosen"], last["id"]


@pytest.mark.parametrize(
    ("n1", "n2", "expected"),
    [
        ([(50, 1), (1, 1)], [(10, 1), (10, 1)], ("n2", "highest")),
        ([(-5, 1)], [(-5, 1), (-5, 1)], ("n1", "sum")),
        ([(50, 1), (1, 1)], [(50, 1)], ("n2", "sum")),
        ([(1, 10)], [(1, 20)], ("n2", "start")),
    ],
    ids=["highest priority", "sum, fewer pods", "sum", "latest start"],
)
def test_one_criterion_decides(n1: Group, n2: Group, expected: tuple[str, str]) -> None:
    play = board(n1, n2)

    assert expected == decided(play)
    assert expected[0] == play.nominated(play.until(20), "p")


def test_without_a_difference_it_is_a_tie() -> None:
    preemptions = [board([(1, 10)], [(1, 10)], seed).decision("p", 0)["preemption"] for seed in range(1, 7)]

    assert {"n1", "n2"} == {preemption["chosen"] for preemption in preemptions}
    for preemption in preemptions:
        left = [criterion["left"] for criterion in preemption["criteria"] if criterion["id"] == "start"]
        assert [["n1", "n2"]] == [sorted(names) for names in left]


def test_the_file_is_the_first_board() -> None:
    play = Play(gallery(SLUG))
    last = play.until_quiet()

    assert ("n2", "highest") == decided(play)
    assert "n2" == play.node(last, "p")
    assert [True, True] == [play.untouched(last, name) for name in ("a1", "a2")]

"""T24: the minimum after each change of one domain, and the two entries that upstream keeps."""

from __future__ import annotations

import pytest

from tests.core.playing import Play, gallery
from tests.core.scenarios.test_one_constraint_zone import spread

Path = tuple[str, int]


def update(paths: list[Path], domain: str, count: int) -> list[Path]:
    """The reference's rule (topology-spread.md, 4.1) for one domain that changed."""
    first, second = paths
    if domain == first[0]:
        first = (domain, count)
        return [second, first] if count > second[1] else [first, second]
    if domain == second[0]:
        second = (domain, count)
        return [second, first] if count < first[1] else [first, second]
    if count < first[1]:
        return [(domain, count), first]
    return [first, (domain, count)] if count < second[1] else [first, second]


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery("critical-path-drill"))
    made.until_quiet()
    return made


def test_the_probes_read_the_plain_minimum(play: Play) -> None:
    counts = {"na": 1, "nb": 2}
    for number, (here, minimum) in enumerate([(1, 1), (0, 0), (1, 1), (2, 1)], 1):
        decision = play.decision(f"probe{number}")
        for name, count in {**counts, "nc": here}.items():
            assert [("zone", count, 0, minimum, count - minimum, True)] == spread(decision, name)


def test_two_critical_paths_give_the_same_minima() -> None:
    paths, seen = [("A", 1), ("B", 2)], []
    for count in (1, 0, 1, 2):
        paths = update(paths, "C", count)
        seen.append(paths)

    assert [
        [("A", 1), ("C", 1)],
        [("C", 0), ("A", 1)],
        [("C", 1), ("A", 1)],
        [("A", 1), ("C", 2)],
    ] == seen
    assert [1, 0, 1, 1] == [pair[0][1] for pair in seen]

"""Which plugins' answers can be kept between two decisions."""

from __future__ import annotations

from typing import Any

from scheduler_core.scheduler.configuration.locality import Locality
from scheduler_core.scheduler.framework.reads import Reads


class Filter:
    def __init__(self, name: str, *, local: bool) -> None:
        self.name = name
        self.reads = Reads.POD | (Reads.NODE if local else Reads.CLUSTER)

    def pre_filter(self, *given: object) -> object: ...

    def filter(self, *given: object) -> object: ...


class Scorer:
    def __init__(self, name: str, *, local: bool) -> None:
        self.name = name
        self.reads = Reads.POD | (Reads.NODE if local else Reads.CLUSTER)

    def pre_score(self, *given: object) -> object: ...

    def score(self, *given: object) -> object: ...


def names(plugins: Any) -> list[str]:
    return [plugin.name for plugin in plugins]


def locality(filters: list[Any], scorers: list[Any]) -> Locality:
    return Locality(filters, filters, scorers, scorers)


def test_filters_are_local_up_to_the_first_that_is_not() -> None:
    made = locality([Filter("a", local=True), Filter("b", local=False), Filter("c", local=True)], [])

    assert (["a"], ["b", "c"]) == (names(made.local_filters), names(made.other_filters))


def test_all_filters_are_local_when_none_reads_more_than_its_node() -> None:
    made = locality([Filter("a", local=True), Filter("b", local=True)], [])

    assert (["a", "b"], []) == (names(made.local_filters), names(made.other_filters))


def test_the_order_of_scorers_does_not_matter() -> None:
    made = locality([], [Scorer("a", local=False), Scorer("b", local=True)])

    assert (["b"], ["a"]) == (names(made.local_scores), names(made.other_scores))
    assert ["b"] == names(made.local_pre_scores)


def test_a_plugin_with_pre_filter_alone_is_never_local() -> None:
    class Alone:
        name = "alone"
        reads = Reads.POD

        def pre_filter(self, *given: object) -> object: ...

    made: Any = Locality([Alone()], [], [], [])  # type: ignore[list-item]

    assert ([], ["alone"]) == (names(made.local_pre_filters), names(made.other_pre_filters))


def test_a_filter_of_the_cluster_looks_objects_up_unless_it_is_told_of_added_and_removed_pods() -> None:
    class Counting(Filter):
        def add_pod(self, *given: object) -> object: ...

        def remove_pod(self, *given: object) -> object: ...

    filters = [Filter("node", local=True), Filter("claims", local=False), Counting("pods", local=False)]
    made = locality(filters, [])

    assert {"claims"} == made.looks_up

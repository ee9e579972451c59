"""DynamicResources: for pods without claims it steps aside, and adds its words when nothing fits."""

from tests.core.scheduler.making import cluster, judged, node, pod
from tests.core.scheduler.plugins.asking import skips_filter
from tests.core.scheduler.plugins.storage import using, with_storage


def test_a_pod_without_resource_claims_is_not_filtered() -> None:
    assert skips_filter("DynamicResources", pod("p"), node("n1"))


def test_where_nothing_fits_its_words_come_before_those_of_preemption() -> None:
    text = judged(cluster(node("n1", "1")), pod("p", "2")).message

    assert text.startswith(
        "0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: "
    )


def test_where_an_earlier_prefilter_broke_off_it_finds_no_state_and_says_so() -> None:
    text = judged(with_storage(node("n1")), using("p", "gone")).message

    assert text.endswith("not found")
    assert "preemption" not in text

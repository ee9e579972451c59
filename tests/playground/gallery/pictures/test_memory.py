"""Pictures of memory pressure."""

from playground.gallery.pictures import memory
from tests.playground.gallery.pictures.builders import drawn


def test_the_threshold_stands_over_the_bar_and_the_evicted_pod_is_striped() -> None:
    picture = drawn("soft-eviction")

    assert "memory" == picture.kind
    assert ["soft"] == [line.look for line in picture.lines if line.look != "request"]
    assert 1 == len({box.name for box in picture.boxes if box.look == "pod d-dying"})


def test_each_ranked_pod_has_a_tick_at_its_request() -> None:
    picture = drawn("kubelet-ranking")

    assert "memory" == picture.kind
    assert memory.MAX_PODS == sum(line.look == "request" for line in picture.lines)


def test_a_run_without_pressure_has_no_such_picture() -> None:
    assert memory.draw({"pressures": [], "seq": 0}) is None

"""ImageLocality: nodes that have the images, weighed by size and by how many nodes have them."""

from typing import Any

import pytest

from scheduler_core.scheduler.plugins.image_locality import normalized_name
from tests.core.scheduler.builders import in_version, node, pod
from tests.core.scheduler.plugins.plugin_answers import scores

PLUGIN = "ImageLocality"
MEBI = 1024 * 1024


def with_images(name: str, **sizes: int) -> Any:
    images = [{"names": [f"{image}:v1"], "sizeBytes": size * MEBI} for image, size in sizes.items()]
    return node(name, images=images)


def running(*images: str, **more: Any) -> Any:
    return pod("p", containers=[{"name": f"c{i}", "image": image} for i, image in enumerate(images)], **more)


def raw(waiting: Any, *nodes: Any) -> dict[str, int]:
    return {name: pair[0] for name, pair in scores(PLUGIN, waiting, *nodes).items()}


@pytest.mark.parametrize(
    ("written", "complete"),
    [
        ("root", "root:latest"),
        ("root:tag", "root:tag"),
        ("registry.example:5000/root", "registry.example:5000/root:latest"),
        ("root@sha256:abc", "root@sha256:abc"),
    ],
)
def test_a_name_without_a_tag_means_latest(written: str, complete: str) -> None:
    assert normalized_name(written) == complete


def test_the_node_with_the_larger_image_wins() -> None:
    result = raw(
        running("small:v1", "large:v1"), with_images("n1", small=40, large=300), with_images("n2", small=250)
    )

    assert result["n1"] > result["n2"]


def test_an_image_that_all_nodes_have_counts_whole_and_one_that_few_have_less() -> None:
    everywhere = raw(running("app:v1"), with_images("n1", app=500), with_images("n2", app=500))
    once = raw(running("app:v1"), with_images("n1", app=500), node("n2"))

    assert {"n1": 48, "n2": 48} == everywhere
    assert {"n1": 23, "n2": 0} == once


def test_below_23_mebibytes_an_image_counts_nothing_and_above_1000_no_more() -> None:
    assert {"n1": 0} == raw(running("tiny:v1"), with_images("n1", tiny=20))
    assert {"n1": 100} == raw(running("huge:v1"), with_images("n1", huge=4000))


def test_init_containers_images_count_too() -> None:
    waiting = running("app:v1", initContainers=[{"name": "i", "image": "tool:v1"}])

    assert raw(waiting, with_images("n1", tool=900), with_images("n2", app=100))["n1"] > 0


@pytest.mark.parametrize(
    ("images", "nodes", "result"),
    [
        # 40 / 2 is below the least of 23; 250 / 2 = 125 of at most 2000.
        pytest.param(
            ("small", "large"), [{"small": 40, "other": 300}, {"large": 250}], [0, 5], id="the larger of two"
        ),
        # 40 / 2 + 300 / 2 = 170.
        pytest.param(
            ("small", "large"), [{"small": 40, "large": 300}, {"x": 10}], [7, 0], id="both on one node"
        ),
        # 2000 / 2 = 1000.
        pytest.param(("small", "huge"), [{"huge": 2000}, {"small": 10}], [49, 0], id="a huge one"),
        # 2000 / 3 = 666.
        pytest.param(
            ("small", "huge"), [{"huge": 2000}, {"small": 10}, {}], [32, 0, 0], id="beside a bare node"
        ),
        # Each counts 30 / 2; four containers raise the ceiling, not the least.
        pytest.param(
            ("a", "b", "c", "d"), [{"a": 30, "b": 30, "c": 30, "d": 30}, {}], [0, 0], id="many small ones"
        ),
    ],
)
def test_how_many_points_images_give(
    images: tuple[str, ...], nodes: list[dict[str, int]], result: list[int]
) -> None:
    there = [with_images(f"n{place}", **sizes) for place, sizes in enumerate(nodes)]
    waiting = running(*(f"{image}:v1" for image in images))

    assert list(raw(waiting, *there).values()) == result


@pytest.mark.parametrize(
    ("written", "complete"),
    [
        ("registry.example:5000/team/root:v1", "registry.example:5000/team/root:v1"),
        ("registry.example/team/root", "registry.example/team/root:latest"),
        ("registry.example:5000/root@sha256:abc", "registry.example:5000/root@sha256:abc"),
    ],
)
def test_a_port_of_the_registry_is_no_tag(written: str, complete: str) -> None:
    assert normalized_name(written) == complete


def test_image_volumes_count_since_1_36_and_raise_the_threshold_since_1_37() -> None:
    volume = {"name": "data", "image": {"reference": "model:v1"}}
    waiting = running("app:v1", volumes=[volume])
    nodes = with_images("n1", model=1000), with_images("n2", other=1)
    results = [
        scores(PLUGIN, waiting, *nodes, config=in_version(version))["n1"][0]
        for version in ("1.35", "1.36", "1.37")
    ]

    # Half of the nodes have the image: 500 of 23…1000 MiB, then of 23…2000 MiB.
    assert [0, 48, 24] == results

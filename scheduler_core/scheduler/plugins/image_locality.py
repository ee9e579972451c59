"""ImageLocality: nodes that have the pod's images already get points, fewer for images that only few nodes
have.

Source: pkg/scheduler/framework/plugins/imagelocality (v1.34, v1.36).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from scheduler_core.objects.manifest import find, text
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.scheduler.cluster.image_counts import ImageState
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.cycle_state import CycleState, FixedState, StateKey
from scheduler_core.scheduler.framework.reads import Reads

NAME = "ImageLocality"
MEGABYTE = 1024 * 1024
MIN_THRESHOLD = 23 * MEGABYTE
MAX_CONTAINER_THRESHOLD = 1000 * MEGABYTE


@dataclass(frozen=True, slots=True)
class _Images(FixedState):
    """The names and states of the pod's images that some node has, one for each container and image volume;
    `ceiling` is in bytes."""

    states: tuple[tuple[str, ImageState], ...]
    ceiling: int
    nodes: int


_KEY: StateKey[_Images] = StateKey(NAME)


def normalized_name(image: str) -> str:
    """The image name with `:latest` where it has no tag; nothing else is completed."""
    return f"{image}:latest" if image.rfind(":") <= image.rfind("/") else image


class ImageLocality:
    """The plugin. Upstream looks up the images for each node; here this is done once for each cycle."""

    name: ClassVar[str] = NAME
    reads: ClassVar[Reads] = Reads.POD | Reads.NODE | Reads.CLUSTER

    def __init__(self, release: Release = BASELINE) -> None:
        self._release = release

    def _images(self, snapshot: Snapshot, pod: PodInfo) -> _Images:
        spec, release = pod.pod.spec, self._release
        names = [container.image for container in (*spec.init_containers, *spec.containers)]
        counted = len(names)
        if release.scores_image_volumes:
            references = (text(find(volume, "image", "reference")) for volume in spec.volumes)
            names += [reference for reference in references if reference]
        if release.image_volumes_raise_threshold:
            counted = len(names)
        images = ((name, snapshot.images.get(name)) for name in map(normalized_name, names))
        return _Images(
            tuple((name, image) for name, image in images if image is not None),
            MAX_CONTAINER_THRESHOLD * counted,
            len(snapshot.nodes),
        )

    def _counted(self, state: CycleState, pod: PodInfo) -> _Images:
        """The pod's images, worked out once for each cycle."""
        if not state.has(_KEY):
            state.write(_KEY, self._images(state.snapshot, pod))
        return state.read(_KEY)

    def scores_alike(self, state: CycleState, pod: PodInfo) -> bool:
        return not state.snapshot.images or not self._counted(state, pod).states

    def score_all(self, state: CycleState, pod: PodInfo, nodes: Sequence[NodeInfo]) -> list[int]:
        if not state.snapshot.images:
            return [0] * len(nodes)
        return [self.score(state, pod, node) for node in nodes]

    def score(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> int:
        if not state.snapshot.images:
            return 0
        images = self._counted(state, pod)
        if not images.states:
            return 0
        total = 0
        counts = state.snapshot.image_counts
        for name, image in images.states:
            if node.name in image.nodes:
                spread = float(counts.of(node, name, len(image.nodes))) / float(images.nodes)
                total += int(float(image.size_bytes) * spread)
        total = min(max(total, MIN_THRESHOLD), images.ceiling)
        return 100 * (total - MIN_THRESHOLD) // (images.ceiling - MIN_THRESHOLD)

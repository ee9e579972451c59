"""`eviction_ranking.json`: the order of eviction under pressure of one signal."""

from __future__ import annotations

from scheduler_core.kubelet.eviction.config import EvictionConfig
from scheduler_core.kubelet.eviction.ranking import rank
from scheduler_core.objects.manifest import Manifest, flag, items, mapping, text
from scheduler_core.parity.vectors.candidates import candidate_of


def evaluate(case: Manifest) -> Manifest:
    """`case` is the vector's `input`."""
    config = EvictionConfig(
        dedicated_image_fs=flag(case.get("dedicatedImageFs")),
        split_container_fs=flag(case.get("splitContainerFs")),
    )
    candidates = [candidate_of(mapping(entry)) for entry in items(case.get("pods"))]
    places = rank(text(case.get("signal")), candidates, config)
    first = next((index for index, place in enumerate(places) if not place.critical), None)
    return {
        "order": [place.name for place in places],
        "evicted": None if first is None else places[first].name,
        "criticalSkipped": [place.name for place in places[:first]],
        "podRequest": {place.name: place.request for place in places},
    }

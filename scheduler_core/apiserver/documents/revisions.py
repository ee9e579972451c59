"""Keeps the revisions of a Deployment apart that differed only in fields that are not kept.

The deployment controller takes the oldest ReplicaSet with the Deployment's template for its own. Of two
templates that differed in a command or in the value of a variable both are that template, so it would go back
to an old one.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from scheduler_core.apiserver.documents.items import Item
from scheduler_core.objects.manifest import Json, Manifest, find, mapping, without
from scheduler_core.objects.replacing import replace
from scheduler_core.objects.scalars.whole_number import whole_number

_REVISION = "deployment.kubernetes.io/revision"
_HASH = "pod-template-hash"
_TEMPLATE_NOTE = ("spec", "template", "metadata", "annotations", _REVISION)


def with_revisions_apart(objects: Sequence[Item]) -> list[Item]:
    """The items. Of ReplicaSets of one owner with one template all but the newest have the number of their
    revision in an annotation of the template.
    """
    alike: dict[tuple[str, str], list[int]] = {}
    for place, item in enumerate(objects):
        owner = _deployment_of(item) if item.kind == "ReplicaSet" else ""
        if owner:
            key = (f"{item.namespace}/{owner}", _bare_template(item.manifest))
            alike.setdefault(key, []).append(place)
    annotated = list(objects)
    for places in alike.values():
        newest = max(places, key=lambda place: _revision(objects[place]))
        for place in places:
            if place != newest:
                number = str(_revision(objects[place]))
                item = objects[place]
                annotated[place] = replace(item, source=item.source.with_value(_TEMPLATE_NOTE, number))
    return annotated


def _deployment_of(item: Item) -> str:
    return next((owner.name for owner in item.owner_references if owner.kind == "Deployment"), "")


def _bare_template(manifest: Manifest) -> str:
    template: Json = without(mapping(find(manifest, "spec", "template")), ("metadata", "labels", _HASH))
    return json.dumps(template, sort_keys=True, default=dict)


def _revision(item: Item) -> int:
    return whole_number(item.annotations.get(_REVISION, "")) or 0

"""A private copy of a manifest, and the ways to what may be changed in it."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from scheduler_core.advice.editable import editable, entries, part, parts
from scheduler_core.objects.manifest import Manifest

POD: Manifest = MappingProxyType(
    {"spec": {"nodeSelector": {"a": "b"}, "tolerations": ({"key": "x"}, {"key": "y"})}}
)


def test_a_change_of_the_copy_leaves_the_manifest_as_it_was() -> None:
    document = editable(POD)

    part(document, "spec", "nodeSelector")["a"] = "c"
    parts(document, "spec", "tolerations")[1]["key"] = "z"
    entries(part(document, "spec"), "tolerations").pop(0)

    assert {"spec": {"nodeSelector": {"a": "c"}, "tolerations": [{"key": "z"}]}} == document
    assert {"nodeSelector": {"a": "b"}, "tolerations": ({"key": "x"}, {"key": "y"})} == POD["spec"]


def test_a_missing_map_or_list_is_an_error_where_one_is_needed() -> None:
    document = editable(POD)

    with pytest.raises(KeyError, match="affinity"):
        part(document, "spec", "affinity", "nodeAffinity")
    with pytest.raises(KeyError, match="nodeSelector"):
        entries(part(document, "spec"), "nodeSelector")


def test_a_missing_list_has_no_parts() -> None:
    assert [] == parts(editable(POD), "spec", "containers")
    assert [] == parts(editable(POD), "status", "conditions")

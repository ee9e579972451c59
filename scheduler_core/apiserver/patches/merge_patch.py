"""JSON Merge Patch (RFC 7386)."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.objects.manifest import Json


def merge_patched(document: Json, patch: Json) -> Json:
    """The document after the patch: maps are merged, null removes a key, everything else replaces."""
    if not isinstance(patch, Mapping):
        return patch
    merged = dict(document) if isinstance(document, Mapping) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = merge_patched(merged.get(key), value)
    return merged

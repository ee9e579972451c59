"""A chip as the request that kubectl would send: the write, its patch as a document, and the line."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from scheduler_core.apiserver.patches.managed_fields import UPDATE, Writer
from scheduler_core.apiserver.patches.merge_keys import merge_key
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.inputs.api_inputs import KUBECTL, ApiWrite
from scheduler_core.objects.manifest import Json, Manifest, find, items, text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.problem import Problem
from scheduler_core.queries.advising.command_lines import CREATED_AGAIN
from scheduler_core.queries.advising.json_patch import json_patch
from scheduler_core.queries.scalpel.chip import Chip
from scheduler_core.queries.scalpel.paths import Place, with_value_at
from scheduler_core.queries.verbs.verb import named, reference

PATCHER = "kubectl-patch"
"""The field manager of `kubectl patch`."""


def write_of(api: ApiServer, chip: Chip, place: Place) -> ApiWrite | Problem:
    """The write that kubectl's patch comes to, for the object as it is stored now."""
    stored = api.get(chip.kind, chip.key)
    if stored is None:
        return Problem(chip.path, "scalpel.no_object", {"kind": chip.kind, "key": chip.key})
    document = with_value_at(stored.manifest, place, chip.now)
    if isinstance(document, Problem):
        return document
    verb = "resize" if resizes(stored, place) else "update"
    subresource = verb if verb == "resize" else ""
    writer = Writer(PATCHER, UPDATE, subresource)
    return ApiWrite(verb, KUBECTL, (reference(chip.kind, chip.key),), document, writer=writer)


def resizes(stored: object, place: Place) -> bool:
    """Whether the field is one of the resize subresource: an amount of a container of a pod on a node."""
    of_container = place.steps[:1] == ("spec",) and "resources" in place.steps[3:4]
    return isinstance(stored, Pod) and bool(stored.node_name) and of_container


def patch_of(manifest: Manifest, place: Place, value: Json) -> dict[str, Json] | None:
    """The strategic merge patch that sets one field; None where a list on the way is not merged by a key."""
    patch = _patch("", manifest, place.steps, value)
    return dict(patch) if isinstance(patch, Mapping) else None


def _patch(name: str, value: Json, steps: Sequence[str | int], new: Json) -> Json:
    if not steps:
        return new
    head, rest = steps[0], steps[1:]
    if isinstance(head, int):
        entries = items(value)
        key = merge_key(name, entries)
        if not key or find(value, head, key) is None or not rest:
            return None
        inner = _patch("", entries[head], rest, new)
        return [{key: find(value, head, key), **inner}] if isinstance(inner, Mapping) else None
    inner = _patch(head, find(value, head), rest, new)
    return None if inner is None and rest else {head: inner}


def line_of(manifest: Manifest, chip: Chip, place: Place, *, again: bool, resize: bool) -> str:
    """The line of kubectl. `again`: the object is deleted and made again with the change, because the API
    server refuses it for the object that is there."""
    target = reference(chip.kind, chip.key)
    if chip.kind == "Node" and place.steps[:2] == ("spec", "taints") and len(place.steps) == 3:
        key, effect = (text(find(manifest, *place.steps, name)) for name in ("key", "effect"))
        return f"kubectl taint node {chip.key} {key}:{effect}-"
    patch: Json = patch_of(manifest, place, chip.now)
    how = "strategic"
    if patch is None:
        changed = with_value_at(manifest, place, chip.now)
        how, patch = "json", list(json_patch(manifest, manifest if isinstance(changed, Problem) else changed))
    words = json.dumps(patch, separators=(",", ":"), ensure_ascii=False).replace("'", "'\\''")
    kind = "" if how == "strategic" else f" --type={how}"
    sub = " --subresource resize" if resize else ""
    line = f"kubectl patch {named(target)}{sub}{kind} -p '{words}'"
    return line + CREATED_AGAIN if again else line

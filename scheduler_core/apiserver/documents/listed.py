"""The objects of a document: itself, or the items of a list, which may be nested."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.objects.manifest import Json, Manifest, is_map, items, text

MAX_NESTED_LISTS = 3


def is_list(value: Manifest) -> bool:
    """Whether a map is a list of objects: `List`, `PodList`, or `items` without a kind."""
    kind = text(value.get("kind"))
    return isinstance(value.get("items"), (list, tuple)) and (kind.endswith("List") or not kind)


def listed_objects(value: Json) -> Iterator[tuple[str, int | None, Manifest]]:
    """The maps of a document that are objects, lists left apart: the path of each, its place in the list
    around it (None for the document itself), and the object. Lists deeper than `MAX_NESTED_LISTS` are left
    out."""
    yield from _objects(value, "", None, 0)


def _objects(
    value: Json, path: str, index: int | None, depth: int
) -> Iterator[tuple[str, int | None, Manifest]]:
    if not is_map(value):
        return
    if not is_list(value):
        yield path, index, value
        return
    if depth >= MAX_NESTED_LISTS:
        return
    for place, entry in enumerate(items(value["items"])):
        inner = with_kind(entry, value)
        if is_map(inner) and not is_list(inner):
            yield item_path(path, place), place, inner
        else:
            yield from _objects(inner, item_path(path, place), place, depth + 1)


def with_kind(entry: Json, parent: Manifest) -> Json:
    """An item of a list. Items of a typed list (SecretList) may leave out their kind."""
    if not is_map(entry) or entry.get("kind"):
        return entry
    kind = text(parent.get("kind"))
    if kind.endswith("List") and kind != "List":
        return {"apiVersion": parent.get("apiVersion") or "v1", "kind": kind.removesuffix("List"), **entry}
    return entry


def item_path(path: str, place: int) -> str:
    """The path of an item of the list at `path`."""
    return f"{path}.items[{place}]" if path else f"items[{place}]"

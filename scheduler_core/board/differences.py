"""The changes of a union in short: of a view that was there before, only what differs.

Upstream has no such thing; the form is that of docs/protocol.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scheduler_core.board.object_views.views import View, ViewKey
from scheduler_core.objects.manifest import Json, find, items, text

_ROWS = {("pressure", "ranking"): "pod"}
"""Fields with long lists of rows of which few differ: kind and field → the field that tells rows apart."""


def shortened(
    changes: Iterable[Mapping[str, Json]], before: Mapping[ViewKey, View]
) -> list[Mapping[str, Json]]:
    """The same changes with `set` in place of `put` for views in `before`: their `view` has the fields that
    differ.

    In the ranking of a pressure a number stands for the row with that index in the ranking before, and a row
    with `was` for that row with the fields that differ.
    """
    return [_shortened(change, before) for change in changes]


def _shortened(change: Mapping[str, Json], before: Mapping[ViewKey, View]) -> Mapping[str, Json]:
    view, kind = change.get("view"), text(change["kind"])
    old = before.get((kind, text(change["key"])))
    if old is None or not isinstance(view, dict) or not old.keys() <= view.keys():
        return change
    differing = {name: value for name, value in view.items() if name not in old or old[name] != value}
    for name in differing:
        key_field = _ROWS.get((kind, name))
        if key_field is not None:
            differing[name] = _rows(items(old.get(name)), items(differing[name]), key_field)
    return {**change, "op": "set", "view": differing}


def _rows(old: Sequence[Json], new: Sequence[Json], key_field: str) -> list[Json]:
    places = {text(find(row, key_field)): place for place, row in enumerate(old)}
    return [_row(old, places.get(text(find(row, key_field))), row) for row in new]


def _row(old: Sequence[Json], place: int | None, row: Json) -> Json:
    """The index of an equal old row; `{"was": index, …}` with the changed fields of an old row; else the
    whole row."""
    before = None if place is None else old[place]
    if place is None or not isinstance(row, dict) or not isinstance(before, dict):
        return row
    if before.keys() != row.keys():
        return row
    differing = {name: value for name, value in row.items() if before[name] != value}
    return {"was": place, **differing} if differing else place

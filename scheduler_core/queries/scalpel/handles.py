"""The fields of an object that can be turned by hand."""

from __future__ import annotations

from scheduler_core.engine.recording import Recording
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, Manifest, find, items, text
from scheduler_core.objects.scalars.quantity import QuantityError, parse_quantity
from scheduler_core.queries.scalpel.fights import top_of
from scheduler_core.queries.scalpel.paths import Place, fields_of, place_of

MOST_FIELDS = 400
_UNWRITTEN = {"Node": "spec.unschedulable"}
"""A flag that is false where the object does not have it, by kind."""
_MEBIBYTE = 1024 * 1024


def turn_of(place: Place, value: Json) -> str | None:
    """A quantity in a unit in which it is turned by small steps: cpu in thousandths, bytes in Mi. None for
    what is turned as it is written."""
    if place.type != "quantity" or isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        quantity = parse_quantity(str(value))
    except QuantityError:
        return None
    name = str(place.steps[-1])
    if name.endswith("cpu"):
        return f"{quantity.milli_value}m"
    if name.endswith(("memory", "storage")) and quantity.value % _MEBIBYTE == 0:
        return f"{quantity.value // _MEBIBYTE}Mi"
    return None


def _taints(node: Manifest) -> list[dict[str, Json]]:
    """Each taint as kubectl writes it; the other choice, "", takes it away."""
    rows: list[dict[str, Json]] = []
    for number, taint in enumerate(items(find(node, "spec", "taints"))):
        value = f"={text(find(taint, 'value'))}" if find(taint, "value") else ""
        words = f"{text(find(taint, 'key'))}{value}:{text(find(taint, 'effect'))}"
        path = f"spec.taints[{number}]"
        rows.append({"path": path, "value": words, "type": "text", "choices": [words, ""], "turn": None})
    return rows


def handles(recording: Recording, seq: int, kind: str, key: str) -> dict[str, Json] | None:
    """`{"fields", "more", "owner"}`: each field has `path`, `value`, `type`, `choices` and `turn`. `type` is
    `flag`, `number`, `quantity`, `number or text` or `text`; `choices` are the values of a field with few, ""
    for one that is taken away; `turn` is a quantity in a unit of small steps, else None. `owner` is
    `{"kind", "key"}` of the workload whose template makes the object, or None. None where there is no such
    object."""
    api = recording.world(seq).api
    stored = api.get(kind, key) if kind in KINDS else None
    if stored is None:
        return None
    rows: list[dict[str, Json]] = [
        {
            "path": place.path,
            "value": value,
            "type": place.type,
            "choices": list[Json](place.choices),
            "turn": turn_of(place, value),
        }
        for place, value in fields_of(kind, stored.manifest)
    ]
    if kind == "Node":
        rows[:0] = _taints(stored.manifest)
    flag = place_of(kind, _UNWRITTEN.get(kind, ""))
    if isinstance(flag, Place) and all(row["path"] != flag.path for row in rows):
        absent: dict[str, Json] = {"path": flag.path, "value": False, "type": flag.type, "turn": None}
        rows.insert(0, {**absent, "choices": []})
    top = top_of(api, stored)
    return {
        "fields": list[Json](rows[:MOST_FIELDS]),
        "more": max(0, len(rows) - MOST_FIELDS),
        "owner": None if top is None else {"kind": top.kind, "key": top.stored.meta.key},
    }

"""A reference for what a browser does with frames: applies their changes to a snapshot, and nothing else."""

from __future__ import annotations

from typing import Any

LISTS = {
    "node": "nodes",
    "pod": "pods",
    "span": "spans",
    "class": "classes",
    "group": "groups",
    "workload": "workloads",
    "service": "services",
    "tally": "tallies",
    "volume": "volumes",
    "claim": "claims",
    "disk": "disks",
    "process": "processes",
    "identity": "identities",
    "timer": "timers",
    "pressure": "pressures",
    "drain": "drains",
    "truth": "truths",
    "stuck": "stuck",
}


def key_of(kind: str, view: dict[str, Any]) -> str:
    match kind:
        case "node" | "class" | "volume":
            return str(view["name"])
        case "span":
            return str(view["id"])
        case "process":
            return f"{view['node']}/{view['uid']}"
        case "pressure" | "drain" | "truth":
            return str(view["node"])
        case "workload":
            return f"{view['kind']}/{view['key']}"
        case "stuck":
            return str(view["pod"])
        case _:
            return str(view["key"])


def model_of(snapshot: dict[str, Any]) -> dict[str, Any]:
    """A snapshot as maps by kind and key."""
    model: dict[str, Any] = {
        kind: {key_of(kind, view): view for view in snapshot[name]} for kind, name in LISTS.items()
    }
    model["scheduler"] = {"scheduler": snapshot["scheduler"]}
    for single in ("network", "safety", "trouble"):
        view = snapshot[single]
        model[single] = {} if view is None else {single: view}
    model["seq"], model["t"] = snapshot["seq"], snapshot["t"]
    return model


def apply_frame(model: dict[str, Any], frame: dict[str, Any]) -> None:
    assert model["seq"] + 1 == frame["seq"]
    _apply(model, frame)


def apply_union(model: dict[str, Any], union: dict[str, Any]) -> None:
    """Takes over all that happened between two steps at once."""
    assert model["seq"] == union["from"]
    assert len(union["changes"]) == len({(change["kind"], change["key"]) for change in union["changes"]})
    _apply(model, union)


def _set_fields(old: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """The fields of a `set`, with the rows of a ranking as they were before where it refers to them."""
    fields: dict[str, Any] = dict(change["view"])
    if change["kind"] == "pressure" and "ranking" in fields:
        fields["ranking"] = [_row(old["ranking"], row) for row in fields["ranking"]]
    return fields


def _row(before: list[dict[str, Any]], row: Any) -> Any:
    if isinstance(row, int):
        return before[row]
    result = dict(row)
    return {**before[result.pop("was")], **result} if "was" in result else result


def _apply(model: dict[str, Any], message: dict[str, Any]) -> None:
    for change in message["changes"]:
        if change["op"] == "put":
            model[change["kind"]][change["key"]] = change["view"]
        elif change["op"] == "set":
            assert change["view"], change
            old = model[change["kind"]][change["key"]]
            model[change["kind"]][change["key"]] = {**old, **_set_fields(old, change)}
        else:
            del model[change["kind"]][change["key"]]
    model["seq"], model["t"] = message["seq"], message["t"]

"""The walk through a decision: its stops in order, with the sums that a page shows at each stop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scheduler_core.engine.recording import Recording
from scheduler_core.objects.manifest import Json, find, integer, items, mapping, strings, text
from scheduler_core.scheduler.cycle.rail import rail

_NOT_RUN = ("", "skipped")
MOST_REPRIEVE_STOPS = 8
"""Where a candidate has more pods to put back, several of them try at one stop."""


def decision(recording: Recording, seq: int) -> dict[str, Json] | None:
    """The whole decision that led to step `seq`, with the walk through it; None where none did."""
    view = recording.decision(seq)
    return None if view is None else {**view, **decision_walk(view)}


def decision_walk(view: Mapping[str, Json]) -> dict[str, Json]:
    """`{stops, rails}` of a DecisionView.

    A stop is `{point}`; of Filter `{point, node, k, of, speaker}`, one for each node in the order of judging,
    where `speaker` `{plugin, n, of}` is the filter plugin whose word decided and its number among the filter
    plugins; of PostFilter with candidates of preemption `{point, act: "remove"}`, where the pods of lower
    priority leave each candidate, `{point, act: "reprieve", tries}`, where so many of them have tried to come
    back, `{point, act: "criterion", id, left}`, which leaves so many candidates, and `{point, act: "choice",
    node}`, else `{point}`; of Score `{point, plugin, weight, sums}`, one for each plugin that gave a score,
    with the sums of all nodes so far, and at last `{point, choice: true, sums}`. `rails` is the rail by point
    of a stop.
    """
    states = {text(find(row, "point")): text(find(row, "state")) for row in items(view["points"])}
    stops = [
        _stop("PreFilter"),
        *_filter_stops(view),
        *(_post_filter_stops(view) if view["preemption"] or _ran(states, "PostFilter") else []),
        *(_score_stops(view, states) if view["scored"] else []),
        *([_stop("Reserve")] if _reserved(view, states) else []),
    ]
    points = dict.fromkeys(text(stop["point"]) for stop in stops)
    return {"stops": list[Json](stops), "rails": {point: rail(states, point) for point in points}}


def _stop(point: str, **more: Json) -> dict[str, Json]:
    return {"point": point, **more}


def _ran(states: Mapping[str, str], point: str) -> bool:
    return states.get(point, "") not in _NOT_RUN


def _reserved(view: Mapping[str, Json], states: Mapping[str, str]) -> bool:
    return bool(view["node"]) and (view["result"] == "bound" or _ran(states, "Reserve"))


def _filter_stops(view: Mapping[str, Json]) -> list[dict[str, Json]]:
    order, plugins = strings(view["order"]), strings(view["filterPlugins"])
    return [
        _stop("Filter", node=node, k=k, of=len(order), speaker=_speaker(view, node, plugins))
        for k, node in enumerate(order, 1)
    ]


def _post_filter_stops(view: Mapping[str, Json]) -> list[dict[str, Json]]:
    preemption = view["preemption"]
    candidates = items(find(preemption, "candidates"))
    if not candidates:
        return [_stop("PostFilter")]
    most = max(len(items(find(candidate, "tries"))) for candidate in candidates)
    parts = min(most, MOST_REPRIEVE_STOPS)
    node = find(preemption, "chosen")
    return [
        _stop("PostFilter", act="remove"),
        *(_stop("PostFilter", act="reprieve", tries=-(-most * n // parts)) for n in range(1, parts + 1)),
        *(
            _stop("PostFilter", act="criterion", id=find(row, "id"), left=len(items(find(row, "left"))))
            for row in items(find(preemption, "criteria"))
        ),
        *([_stop("PostFilter", act="choice", node=node)] if node else []),
    ]


def _speaker(view: Mapping[str, Json], node: str, plugins: Sequence[str]) -> dict[str, Json]:
    """The plugin that refused the node, else the last one."""
    plugin = text(find(view["nodes"], node, "plugin")) or (plugins[-1] if plugins else "")
    number = plugins.index(plugin) + 1 if plugin in plugins else 1
    return {"plugin": plugin, "n": number, "of": len(plugins)}


def _score_stops(view: Mapping[str, Json], states: Mapping[str, str]) -> list[dict[str, Json]]:
    stops = [_stop("PreScore")] if _ran(states, "PreScore") else []
    sums = dict.fromkeys(mapping(view["scores"]), 0)
    for plugin in strings(view["scorePlugins"]):
        for node, row in mapping(view["scores"]).items():
            triple = items(find(row, plugin))
            sums[node] += (integer(triple[2]) or 0) if triple else 0
        weight = find(view["weights"], plugin)
        stops.append(_stop("Score", plugin=plugin, weight=1 if weight is None else weight, sums={**sums}))
    return [*stops, _stop("Score", choice=True, sums=view["totals"])]

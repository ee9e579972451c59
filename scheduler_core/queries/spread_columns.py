"""The topology spread of one decision as columns: for each constraint its domains, and the pods counted in
each.

Hard constraints (DoNotSchedule) come from the results of Filter on each node, soft ones (ScheduleAnyway) from
PreScore and Score.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from scheduler_core.engine.world import World
from scheduler_core.objects.manifest import Json, find, integer, items, mapping, strings, text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.selection.selectors import LabelSelector
from scheduler_core.scheduler.cluster.spread_counting import counted_pods
from scheduler_core.scheduler.plugins.pod_topology_spread.spread_scoring import score_for_count

PLUGIN = "PodTopologySpread"
MOST_NAMES = 30
"""When more pods than this are counted in a domain, they are not named."""
Column: TypeAlias = dict[str, Json]


def spread_columns(decision: Json, world: World) -> list[Json]:
    """Charts `{effect, key, maxSkew, selector, domains, lacking, …}`, hard constraints before soft ones.

    A domain of a hard constraint is `{domain, nodes, pods, count, self, skew, ok}`, and the chart has `min`
    and `ceiling`, the largest count that maxSkew allows.
    A domain of a soft one is `{domain, nodes, pods, count, part, scores}`: `part` is what the constraint adds
    to the raw score of its nodes, `scores` are their normalised scores, the best first. The chart has
    `weight`, `bonus` (maxSkew - 1), `counted` (the number of domains that the weight counts) and `parts`: the
    part by node, null for a node without the key.
    `pods` are the names of the counted pods, null when this world has fewer of them than the decision
    counted. `lacking` are the nodes without the key.
    """
    charts = [*_hard(decision), *_soft(decision, world)]
    for chart, selector in charts:
        names = _counted(world, decision, selector, text(chart["key"]))
        for column in items(chart["domains"]):
            assert isinstance(column, dict)
            named = names.get(text(column["domain"]), [])
            complete = len(named) == column["count"] and len(named) <= MOST_NAMES
            column["pods"] = list(named) if complete else None
    return [chart for chart, _selector in charts]


Chart: TypeAlias = tuple[dict[str, Json], LabelSelector | None]


def _hard(decision: Json) -> list[Chart]:
    """A chart for each constraint that Filter checked, in the order of the spec."""
    states = items(find(decision, "spreadState"))
    selectors = [LabelSelector.parse(find(state, "labelSelector")) for state in states]
    charts: list[dict[str, Json]] = []
    columns: list[dict[str, Column]] = []
    lacking: list[list[Json]] = []
    for node in _filtered_nodes(decision):
        for index, row in enumerate(items(find(decision, "nodes", node, "spread"))):
            if index == len(charts):
                charts.append(
                    {
                        "effect": "DoNotSchedule",
                        "key": find(row, "key"),
                        "maxSkew": find(row, "maxSkew"),
                        "min": find(row, "min"),
                        "ceiling": (integer(find(row, "min")) or 0) + (integer(find(row, "maxSkew")) or 0),
                        "selector": find(row, "selector"),
                    }
                )
                columns.append({})
                lacking.append([])
            domain = find(row, "domain")
            if not isinstance(domain, str):
                lacking[index].append(node)
                continue
            column = {key: find(row, key) for key in ("domain", "count", "self", "skew", "ok", "texts")}
            _add_node(columns[index].setdefault(domain, {**column, "nodes": []}), node)
    for chart, by_name, without in zip(charts, columns, lacking, strict=True):
        chart["domains"] = _sorted(by_name)
        chart["lacking"] = without
    return list(zip(charts, selectors, strict=False))


def _soft(decision: Json, world: World) -> Iterable[Chart]:
    """A chart for each constraint that contributed to the scores."""
    ignored = set(strings(find(decision, "spreadScores", "ignored")))
    nodes = mapping(find(decision, "spreadScores", "nodes"))
    for index, entry in enumerate(items(find(decision, "spreadScores", "constraints"))):
        key = text(find(entry, "key"))
        weight, bonus = find(entry, "weight"), (integer(find(entry, "maxSkew")) or 1) - 1
        assert isinstance(weight, int | float)
        columns: dict[str, Column] = {}
        lacking: list[Json] = []
        parts: dict[str, Json] = {}
        for node, trace in nodes.items():
            count = integer(find(trace, "counts", index))
            part = None if count is None else score_for_count(count, weight, bonus)
            parts[node] = part
            stored = world.api.nodes.get(node)
            domain = None if stored is None else stored.labels.get(key)
            if part is None or domain is None:
                lacking.append(node)
                continue
            column = columns.setdefault(
                domain, {"domain": domain, "count": count, "part": part, "nodes": [], "scores": []}
            )
            _add_node(column, node)
            if node not in ignored:
                _add_score(column, find(decision, "scores", node, PLUGIN, 1))
        chart: dict[str, Json] = {
            "effect": "ScheduleAnyway",
            "key": key,
            "maxSkew": find(entry, "maxSkew"),
            "selector": find(entry, "selector"),
            "weight": weight,
            "bonus": bonus,
            "parts": parts,
            "counted": find(entry, "domains"),
            "domains": _sorted(columns),
            "lacking": lacking,
        }
        yield chart, LabelSelector.parse(find(entry, "labelSelector"))


def _filtered_nodes(decision: Json) -> list[str]:
    """The nodes that were filtered, in that order."""
    nodes = mapping(find(decision, "nodes"))
    filtered = [name for name in strings(find(decision, "order")) if name in nodes]
    return [*filtered, *(name for name in nodes if name not in set(filtered))]


def _add_node(column: Column, node: str) -> None:
    nodes = column["nodes"]
    assert isinstance(nodes, list)
    nodes.append(node)


def _add_score(column: Column, score: Json) -> None:
    scores = {integer(value) for value in items(column["scores"])} | {integer(score)}
    column["scores"] = sorted((value for value in scores if value is not None), reverse=True)


def _sorted(columns: Mapping[str, Column]) -> list[Json]:
    return [columns[name] for name in sorted(columns)]


def _counted(world: World, decision: Json, selector: LabelSelector | None, key: str) -> dict[str, list[str]]:
    """Domain → names of its pods that the selector counts, as far as this world has them."""
    names: dict[str, list[str]] = {}
    if selector is None:
        return names
    incoming = text(find(decision, "pod"))
    for pod in counted_pods(world.api.pods.values(), (incoming.partition("/")[0], selector)):
        domain = _domain(world, pod, key) if pod.key != incoming else None
        if domain is not None:
            names.setdefault(domain, []).append(pod.name)
    return names


def _domain(world: World, pod: Pod, key: str) -> str | None:
    node = world.api.nodes.get(pod.node_name)
    return None if node is None else node.labels.get(key)

"""One scenario with many seeds: where its pods go, and how often."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from scheduler_core.objects.manifest import Json, find, integer, items, mapping, text
from scheduler_core.scheduler.own_plugins.own_plugin import NO_OWN_PLUGINS, OwnPlugins
from scheduler_core.simulation.comparison.course import Course, PodCourse, course_of
from scheduler_core.simulation.comparison.facts import clock_text
from scheduler_core.simulation.comparison.play_out import play_out
from scheduler_core.simulation.engine.recording import Recording
from scheduler_core.simulation.scenario.scenario import Scenario

_SEEDS_NAMED = 5


def outcome(
    scenario: Scenario, seed: int, most: int, plugins: OwnPlugins = NO_OWN_PLUGINS
) -> dict[str, Json]:
    """`{seed, pods}`: where each pod was bound (`{node, at}`, None for one that stays pending) when the
    scenario is played with a seed, at most `most` steps.

    Pods of one workload have other names with each seed, so they are counted in the order of their creation.
    """
    recording = Recording(replace(scenario, seed=seed), plugins=plugins)
    course = course_of(recording, play_out(recording, most))
    pods: dict[str, Json] = {}
    for name, pod in _named(course):
        bound = pod.bound_s
        pods[name] = None if bound is None else {"node": pod.node, "at": bound}
    return {"seed": seed, "pods": pods}


def _named(course: Course) -> Iterable[tuple[str, PodCourse]]:
    met: Counter[str] = Counter()
    for pod in sorted(course.pods.values(), key=lambda each: (each.order, each.key, each.life)):
        if pod.group:
            met[pod.group] += 1
            yield f"{pod.group.rpartition('/')[2]} #{met[pod.group]}", pod
        else:
            yield pod.name if not pod.life else f"{pod.name} ({pod.life + 1})", pod


def tally(outcomes: Iterable[Mapping[str, Json]]) -> list[Json]:
    """What many seeds led to, pod by pod, those first whose place is the least certain.

    Each is `{name, of, ways, first, last}`: `ways` are `{node, n, seeds}` (node None for pending), the most
    frequent first, with the first few seeds; `first` and `last` are the earliest and the latest binding as
    texts, None where there is none.
    """
    seeds: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    seconds: dict[str, list[float]] = defaultdict(list)
    for each in outcomes:
        for name, place in mapping(each.get("pods")).items():
            seeds[name][text(find(place, "node"))].append(integer(each.get("seed")) or 0)
            at = find(place, "at")
            if isinstance(at, int | float):
                seconds[name].append(float(at))
    rows = [_row(name, ways, seconds[name]) for name, ways in seeds.items()]
    rows.sort(key=_certainty)
    return list[Json](rows)


def _row(name: str, ways: Mapping[str, list[int]], seconds: list[float]) -> dict[str, Json]:
    ordered = sorted(ways.items(), key=lambda way: (-len(way[1]), way[0]))
    told: list[Json] = [
        {"node": node or None, "n": len(found), "seeds": list[Json](found[:_SEEDS_NAMED])}
        for node, found in ordered
    ]
    return {
        "name": name,
        "of": sum(map(len, ways.values())),
        "ways": told,
        "first": clock_text(min(seconds)) if seconds else None,
        "last": clock_text(max(seconds)) if seconds else None,
    }


def _certainty(row: Mapping[str, Json]) -> float:
    most = max((integer(find(way, "n")) or 0 for way in items(row.get("ways"))), default=0)
    return most / max(1, integer(row.get("of")) or 0)

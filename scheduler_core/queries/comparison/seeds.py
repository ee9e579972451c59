"""One scenario with many seeds: where its pods go, and how often."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from scheduler_core.engine.recording import Recording
from scheduler_core.objects.manifest import Json, find, integer, items, mapping, strings, text
from scheduler_core.queries.comparison.course import Course, PodCourse, course_of
from scheduler_core.queries.comparison.facts import clock_text
from scheduler_core.queries.comparison.play_out import play_out, with_given_inputs
from scheduler_core.queries.comparison.played_once import PlayedOnce
from scheduler_core.scheduler.own_plugins.own_plugin import NO_OWN_PLUGINS, OwnPlugins
from scheduler_core.simulation.scenario.scenario import Scenario

_SEEDS_NAMED = 5


def outcomes(recording: Recording, seq: int, first: int, count: int, most: int) -> list[Json]:
    """What becomes of the run, with the inputs that it was given, with the seed `first` and those after it:
    `outcome` of each."""
    scenario = with_given_inputs(recording)
    return [outcome(scenario, seed, most, recording.plugins) for seed in range(first, first + count)]


def outcome(
    scenario: Scenario, seed: int, most: int, plugins: OwnPlugins = NO_OWN_PLUGINS
) -> dict[str, Json]:
    """`{seed, pods}`: where each pod was bound (`{node, at, among}`, None for one that stays pending) when
    the scenario is played with a seed, at most `most` steps. `among` are the nodes of equal score between
    which a toss decided, empty where none did.

    Pods of one workload have other names with each seed, so they are counted in the order of their creation.
    """
    recording = PlayedOnce(replace(scenario, seed=seed), plugins)
    upto = play_out(recording, most)
    course, tosses = course_of(recording, upto), _tosses(recording, upto)
    pods: dict[str, Json] = {}
    for name, pod in _named(course):
        bound = pod.bound_s
        among = list[Json](tosses.get((pod.key, pod.node), ()))
        pods[name] = None if bound is None else {"node": pod.node, "at": bound, "among": among}
    return {"seed": seed, "pods": pods}


def _tosses(recording: Recording, upto: int) -> dict[tuple[str, str], tuple[str, ...]]:
    """Key of a pod and the node that a toss chose for it → the nodes among which it chose."""
    nodes: dict[tuple[str, str], tuple[str, ...]] = {}
    for row in recording.acts(upto, newest=upto):
        if row[3] != "schedule" or row[4] is None:
            continue
        for toss in items(recording.frame(row[0]).get("tosses")):
            if find(toss, "what") == "host":
                nodes[row[4], text(find(toss, "chose"))] = strings(find(toss, "among"))
    return nodes


def _named(course: Course) -> Iterable[tuple[str, PodCourse]]:
    counts: Counter[str] = Counter()
    for pod in sorted(course.pods.values(), key=lambda pod: (pod.order, pod.key, pod.life)):
        if pod.group:
            counts[pod.group] += 1
            yield f"{pod.group.rpartition('/')[2]} #{counts[pod.group]}", pod
        else:
            yield pod.name if not pod.life else f"{pod.name} ({pod.life + 1})", pod


def tally(outcomes: Iterable[Mapping[str, Json]]) -> list[Json]:
    """The outcomes of many seeds summed up by pod, the pod with the least certain node first.

    A row is `{name, of, ways, first, last, toss, follows, odd}`. `ways` are `{node, n, seeds}` (node None for
    pending), the most frequent first, with the first few seeds. `first` and `last` are the earliest and the
    latest binding as texts, None without a binding. For a pod with several ways, `toss` are the nodes among
    which its own toss decided, in order; without a toss `follows` is the name of the pod whose node
    determines this pod's node, None when no single pod does. `odd` is a seed of the rarest way, None for a
    pod with one way.
    """
    outcomes = list(outcomes)
    seeds: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    seconds: dict[str, list[float]] = defaultdict(list)
    for result in outcomes:
        for name, place in mapping(result.get("pods")).items():
            seeds[name][text(find(place, "node"))].append(integer(result.get("seed")) or 0)
            at = find(place, "at")
            if isinstance(at, int | float):
                seconds[name].append(float(at))
    rows = [_row(name, ways, seconds[name]) | _why(name, ways, outcomes) for name, ways in seeds.items()]
    rows.sort(key=_certainty)
    return list[Json](rows)


def _row(name: str, ways: Mapping[str, list[int]], seconds: list[float]) -> dict[str, Json]:
    ordered = sorted(ways.items(), key=lambda way: (-len(way[1]), way[0]))
    rows: list[Json] = [
        {"node": node or None, "n": len(seeds), "seeds": list[Json](seeds[:_SEEDS_NAMED])}
        for node, seeds in ordered
    ]
    return {
        "name": name,
        "of": sum(map(len, ways.values())),
        "ways": rows,
        "first": clock_text(min(seconds)) if seconds else None,
        "last": clock_text(max(seconds)) if seconds else None,
    }


def _why(name: str, ways: Mapping[str, list[int]], outcomes: Sequence[Mapping[str, Json]]) -> dict[str, Json]:
    """What decides between the ways of a pod."""
    if len(ways) < 2:
        return {"toss": [], "follows": None, "odd": None}
    among = {node for result in outcomes for node in strings(find(result, "pods", name, "among"))}
    rarest = min(ways.values(), key=lambda seeds: (len(seeds), seeds))
    follows = None if among else _settled_by(name, outcomes)
    return {"toss": sorted(among), "follows": follows, "odd": rarest[0]}


def _settled_by(name: str, outcomes: Sequence[Mapping[str, Json]]) -> str | None:
    """The first pod with a toss of its own whose node determines this pod's node in every run; None without
    one."""
    tossed = (other for result in outcomes for other in mapping(result.get("pods")) if other != name)
    for other in dict.fromkeys(tossed):
        if not any(strings(find(result, "pods", other, "among")) for result in outcomes):
            continue
        places = {(_place(result, other), _place(result, name)) for result in outcomes}
        if len(places) == len({place for place, _ in places}):
            return other
    return None


def _place(outcome: Mapping[str, Json], name: str) -> str:
    return text(find(outcome, "pods", name, "node"))


def _certainty(row: Mapping[str, Json]) -> float:
    """The share of the runs in which the pod goes its most frequent way."""
    most = max((integer(find(way, "n")) or 0 for way in items(row.get("ways"))), default=0)
    return most / max(1, integer(row.get("of")) or 0)

"""A storm, and runs that are long or many: `python -m scheduler_core.bench --storm`.

The storm: 100 nodes, a Deployment of 1 000 pods whose image changes while the memory of every fifth node runs
out, so kubelets evict. Its times are user CPU seconds, so that a busy machine does not spoil them; as in the
playground, Python looks for circles of garbage seldom.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from resource import RUSAGE_SELF, getrusage
from time import perf_counter
from zlib import MAX_WBITS, Z_SYNC_FLUSH, compressobj

from scheduler_core.apiserver.documents.manifests import SourceDocument
from scheduler_core.bench.busy import (
    NODES,
    PODS,
    SPEED,
    collect_seldom,
    deployment_manifest,
    node_manifest,
    pressed,
)
from scheduler_core.engine.recording import Recording
from scheduler_core.engine.world import World
from scheduler_core.objects.manifest import Json
from scheduler_core.simulation.scenario.parse import parse_scenario
from scheduler_core.simulation.scenario.scenario import Scenario

BEGINS_S, LASTS_S = 5, 60
"""The second at which the storm begins, when all pods run, and the seconds for which it is measured."""
LOOKS_PER_SECOND = 10
SEEDS, ACTS_OF_A_SEED = 100, 60
LONG_ACTS = 100_000
_ENDLESS = 10_000_000


@dataclass(frozen=True, slots=True)
class Played:
    """A storm that was played: its acts, virtual and CPU seconds, and for a follower the bytes of the
    messages as JSON (`sent`) and as permessage-deflate sends them (`deflated`)."""

    acts: int
    virtual_s: float
    cpu_s: float
    sent: int = 0
    deflated: int = 0

    @property
    def virtual_per_cpu(self) -> float:
        """Virtual seconds that one CPU second plays."""
        return self.virtual_s / self.cpu_s


def storm(nodes: int = NODES, pods: int = PODS) -> Scenario:
    """The storm as a scenario; it begins at second `BEGINS_S`."""
    return _parsed(storm_documents(nodes, pods))


def storm_documents(nodes: int = NODES, pods: int = PODS) -> list[Json]:
    """The documents of the storm's scenario."""
    changes: list[Json] = [pressed(index) for index in range(0, nodes, 5)]
    changes.append({"kind": "apply", "documents": [deployment_manifest("app:2", pods)]})
    inputs: list[Json] = [{"at": BEGINS_S, **change} for change in changes if isinstance(change, dict)]
    start = (node_manifest(index) for index in range(nodes))
    return [_header(inputs), *start, deployment_manifest("app:1", pods)]


def headless(scenario: Scenario, lasts_s: float = LASTS_S) -> Played:
    """Plays the storm without a follower."""
    world = World(scenario)
    # The turns that follow are taken as this step is: without frames.
    world.step(full_frame=False)
    _play_until(world, BEGINS_S * 1000 - 1)
    began, acts = _cpu_s(), world.seq
    _play_until(world, int((BEGINS_S + lasts_s) * 1000))
    return Played(world.seq - acts, lasts_s, _cpu_s() - began)


def _play_until(world: World, end_ms: int) -> None:
    while (turn := world.next_turn()) is not None and turn.at_ms <= end_ms:
        world.take(turn)


def followed(scenario: Scenario, lasts_s: float = LASTS_S) -> Played:
    """Plays the storm as a recorded run with one follower at 16x: ten messages a real second, each with
    what has changed."""
    recording = Recording(scenario)
    at = first = recording.advance(0, "time", until=BEGINS_S - 0.001, limit=_ENDLESS, frames=False)
    recording.encoded_union(at, at)
    wire, sent, deflated = compressobj(wbits=-MAX_WBITS), 0, 0
    looks = int(lasts_s * LOOKS_PER_SECOND / SPEED)
    began = _cpu_s()
    for look in range(1, looks + 1):
        until = BEGINS_S + look * SPEED / LOOKS_PER_SECOND
        to = recording.advance(at, "time", until=until, limit=_ENDLESS, frames=False)
        if to > at:
            message = recording.encoded_union(at, to)
            sent += len(message)
            deflated += len(wire.compress(message)) + len(wire.flush(Z_SYNC_FLUSH))
        at = to
    return Played(at - first, looks * SPEED / LOOKS_PER_SECOND, _cpu_s() - began, sent, deflated)


def _cpu_s() -> float:
    return getrusage(RUSAGE_SELF).ru_utime


# Many runs, and a long one


def small() -> Scenario:
    """A Deployment of eight pods on four nodes whose image changes: more than 60 acts."""
    change: Json = {"at": 2, "kind": "apply", "documents": [deployment_manifest("app:2", 8)]}
    nodes = (node_manifest(index) for index in range(4))
    return _parsed([_header([change]), *nodes, deployment_manifest("app:1", 8)])


def acts_of_seed(scenario: Scenario, seed: int, acts: int) -> int:
    """Plays the first `acts` acts of a run with this seed. Raises ValueError when it is shorter."""
    world = World(replace(scenario, seed=seed))
    while world.seq < acts and world.step(full_frame=False) is not None:
        pass
    if world.seq < acts:
        raise ValueError(f"a run of {world.seq} acts is shorter than {acts}")
    return world.seq


def many_seeds(seeds: int = SEEDS, acts: int = ACTS_OF_A_SEED, workers: int = 2) -> float:
    """Real seconds for so many runs of `small` with different seeds in `workers` processes that are running
    already."""
    scenario = small()
    with ProcessPoolExecutor(workers, get_context("spawn"), collect_seldom) as pool:
        list(pool.map(_seed, [(scenario, seed, acts) for seed in range(workers)]))
        began = perf_counter()
        list(pool.map(_seed, [(scenario, seed, acts) for seed in range(seeds)], chunksize=5))
        return perf_counter() - began


def _seed(args: tuple[Scenario, int, int]) -> int:
    return acts_of_seed(*args)


@dataclass(frozen=True, slots=True)
class Long:
    """A long run: CPU seconds for playing it, for a step back into its middle, and for the way on from its
    end; `megabytes` is the most memory that its process ever had, `fresh` that before the first act."""

    acts: int
    played_s: float
    sought_s: float
    resumed_s: float
    megabytes: float
    fresh: float


def restless(pods: int = 20) -> Scenario:
    """A scenario that never ends: the containers of its pods exit and are started again."""
    documents: list[Json] = [_header([]), *(node_manifest(index) for index in range(2))]
    for index in range(pods):
        spec: Json = {"containers": [{"name": "app", "image": "app"}]}
        metadata: Json = {"name": f"p{index}", "annotations": {"podium/exits-after": "1"}}
        documents.append({"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec})
    return _parsed(documents)


def long_run(acts: int = LONG_ACTS) -> Long:
    """Plays, seeks and resumes in a process of its own, so that its memory is known."""
    with ProcessPoolExecutor(1, get_context("spawn"), collect_seldom) as pool:
        return pool.submit(_long_run, acts).result()


def _long_run(acts: int) -> Long:
    fresh = _megabytes()
    recording = Recording(restless())
    began = _cpu_s()
    reached = recording.advance(0, "time", until=float("inf"), limit=acts, frames=False)
    played = _cpu_s()
    recording.encoded_snapshot(reached // 2 + 1)
    sought = _cpu_s()
    recording.reach(reached + 100)
    resumed = _cpu_s()
    return Long(reached, played - began, sought - played, resumed - sought, _megabytes(), fresh)


def _megabytes() -> float:
    return getrusage(RUSAGE_SELF).ru_maxrss / 1024


def _header(inputs: Sequence[Json]) -> Json:
    return {"apiVersion": "podium/v1", "kind": "Scenario", "spec": {"inputs": list(inputs)}}


def _parsed(documents: Sequence[Json]) -> Scenario:
    parsed = parse_scenario([SourceDocument(place, document) for place, document in enumerate(documents)])
    assert parsed.scenario is not None, parsed.problems
    return parsed.scenario


def print_storm(nodes: int = NODES, pods: int = PODS, lasts_s: float = LASTS_S) -> None:
    """Prints what the first minute of the storm costs, alone and with a follower."""
    scenario = storm(nodes, pods)
    alone, with_follower = headless(scenario, lasts_s), followed(scenario, lasts_s)
    for what, played, aim in (("nobody looks", alone, 16), ("one follower", with_follower, 4)):
        print(
            f"storm of {nodes} nodes and {pods} pods, {what}: "
            f"{played.virtual_per_cpu:.2f} virtual s per CPU s (aim {aim}), "
            f"{played.acts} acts, {played.acts / played.cpu_s:.0f} acts/s",
            flush=True,
        )
    real_s = with_follower.virtual_s / SPEED
    print(
        f"sent to a follower at {SPEED}x: {with_follower.sent / real_s / 1000:.0f} kB/s, "
        f"deflated {with_follower.deflated / real_s / 1000:.0f} kB/s, aim 60"
    )


def print_many(seeds: int = SEEDS, acts: int = ACTS_OF_A_SEED) -> None:
    print(
        f"{seeds} seeds of {acts} acts in two processes: {many_seeds(seeds, acts):.1f} s, aim 3", flush=True
    )


def print_long(acts: int = LONG_ACTS) -> None:
    run = long_run(acts)
    print(
        f"a run of {run.acts} acts: played in {run.played_s:.0f} s, a step in its middle sought in "
        f"{run.sought_s:.1f} s, resumed at its end in {run.resumed_s:.1f} s, "
        f"{run.megabytes:.0f} MB at most, {run.fresh:.0f} MB before the first act"
    )

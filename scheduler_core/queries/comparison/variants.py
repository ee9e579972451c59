"""A scenario that differs from another one in one respect: its seed, its version of Kubernetes, how its
profiles score nodes, or a number that can be swept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scheduler_core.objects.manifest import Json, find, items, mapping
from scheduler_core.objects.releases.chosen import ChosenRelease, chosen_release
from scheduler_core.queries.comparison.sweep import PARAMETERS, applies, varied
from scheduler_core.scheduler.configuration.configuration import KIND as CONFIGURATION
from scheduler_core.scheduler.plugins.node_resources_fit import LEAST_ALLOCATED, MOST_ALLOCATED
from scheduler_core.simulation.scenario.scenario import Scenario

SEED, VERSION, SCORING = "seed", "version", "scoring"
VARIANTS = (SEED, VERSION, SCORING, *PARAMETERS)
"""In what a scenario can be varied."""
STRATEGIES = (LEAST_ALLOCATED, MOST_ALLOCATED)
"""Values of SCORING: `scoringStrategy.type` of NodeResourcesFit."""
_FIT = "NodeResourcesFit"
_HEAD: Mapping[str, Json] = {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": CONFIGURATION}
_DEFAULT_PROFILE: Mapping[str, Json] = {"schedulerName": "default-scheduler"}
_LARGEST = 10**9


def variant(scenario: Scenario, what: str, value: str) -> Scenario | None:
    """The scenario with `value` for one of VARIANTS; None where it has nothing of the kind, or the value is
    none."""
    if what == VERSION:
        return _released(scenario, value)
    if what == SCORING:
        return _scored(scenario, value) if value in STRATEGIES else None
    if not (value.isascii() and value.isdecimal()) or len(value) > 19 or int(value) > _LARGEST:
        return None
    if what == SEED:
        return replace(scenario, seed=int(value))
    return varied(scenario, what, int(value)) if what in PARAMETERS and applies(scenario, what) else None


def _released(scenario: Scenario, value: str) -> Scenario | None:
    """The scenario in a release, `1.36` or with feature gates behind it: `1.36,ImageVolume=false`."""
    version, _, gates = value.partition(",")
    chosen = chosen_release(version, gates)
    if not isinstance(chosen, ChosenRelease) or not chosen.version:
        return None
    version, settings = chosen.applied(scenario.version, scenario.feature_gates)
    return replace(scenario, version=version, feature_gates=settings)


def _scored(scenario: Scenario, strategy: str) -> Scenario:
    profiles = items(scenario.configuration.get("profiles")) or [_DEFAULT_PROFILE]
    changed: list[Json] = [_with_strategy(mapping(profile), strategy) for profile in profiles]
    return replace(scenario, configuration={**_HEAD, **scenario.configuration, "profiles": changed})


def _with_strategy(profile: Mapping[str, Json], strategy: str) -> dict[str, Json]:
    others = [entry for entry in items(profile.get("pluginConfig")) if find(entry, "name") != _FIT]
    mine = next((entry for entry in items(profile.get("pluginConfig")) if find(entry, "name") == _FIT), None)
    args = mapping(find(mine, "args"))
    kept = {
        name: value for name, value in mapping(args.get("scoringStrategy")).items() if name == "resources"
    }
    changed: Json = {"name": _FIT, "args": {**args, "scoringStrategy": {**kept, "type": strategy}}}
    return {**profile, "pluginConfig": [*others, changed]}

"""Gives each PodDisruptionBudget of a changed document the status that follows from its changed spec."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from scheduler_core.apiserver.documents.source_object import SourceObject
from scheduler_core.controllers.disruption.disruption import DisruptionController
from scheduler_core.engine.recording import Recording
from scheduler_core.objects.manifest import Json
from scheduler_core.scheduler.own_plugins.own_plugin import NO_OWN_PLUGINS, OwnPlugins
from scheduler_core.simulation.scenario.scenario import Scenario

_KIND = "PodDisruptionBudget"
_NUMBERS = ("currentHealthy", "desiredHealthy", "disruptionsAllowed", "expectedPods")


def with_settled_budgets(base: Scenario, changed: Scenario, plugins: OwnPlugins = NO_OWN_PLUGINS) -> Scenario:
    """The changed scenario, in which a PodDisruptionBudget with a changed spec and an unchanged status gets
    the status that the disruption controller writes for the start state.

    Otherwise the first decisions would read the `disruptionsAllowed` of the old spec; in a real cluster the
    controller has written the status long before the start.
    """
    stale = set(_stale(base, changed))
    if not stale:
        return changed
    api = Recording(changed, plugins=plugins).world(0).api
    controller = DisruptionController()
    for key in stale:
        controller.sync(api, key, 0, Random(0))

    def settled(source: SourceObject) -> SourceObject:
        budget = api.budgets.get(source.meta.key)
        if source.kind != _KIND or source.meta.key not in stale or budget is None:
            return source
        status = budget.status_manifest
        numbers: dict[str, Json] = {name: status[name] for name in _NUMBERS if name in status}
        return source.with_value(("status",), {**source.status_manifest, **numbers})

    return replace(changed, objects=tuple(settled(source) for source in changed.objects))


def _stale(base: Scenario, changed: Scenario) -> Iterator[str]:
    """The keys of the budgets whose spec changed although their written status did not."""
    before = {source.meta.key: source for source in base.objects if source.kind == _KIND}
    for source in changed.objects:
        old = before.get(source.meta.key) if source.kind == _KIND else None
        if old is None or old.spec_manifest == source.spec_manifest:
            continue
        if old.status_manifest == source.status_manifest and "status" in source.manifest:
            yield source.meta.key

"""Replaces the names of a cluster in exports: each word gets one code wherever it occurs."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import scheduler_core as core
from playground.pictures.board import Moment
from playground.runs import services
from playground.runs.services import Standing

Rename = Callable[[str], str]
_NAMES = frozenset({"name", "key", "node", "zone", "nominated", "namespace", "pod", "title"})
"""Members of a snapshot that hold names; all text arguments of messages count as names, too."""


def same(name: str) -> str:
    """The `Rename` that hides nothing."""
    return name


def rename_of(standing: Standing) -> Rename:
    """The codes for all names of a run: those in its scenario, and in the objects of its script and
    inputs."""
    recipe = services.recipe(standing)
    scenario = core.Scenario.from_canonical(json.loads(recipe.scenario))
    documents: list[Any] = list(scenario.documents)
    for given in [
        *(timed.to_json() for timed in scenario.inputs),
        *(given for _, given in services.inputs_of(standing)),
    ]:
        documents += given.get("documents") or []
    return core.codes_for(core.words_in(documents))


def hidden(moment: Moment, rename: Rename) -> Moment:
    """The moment with the names in its texts and snapshot replaced."""
    if rename is same:
        return moment
    return replace(
        moment,
        snapshot=_renamed(moment.snapshot, rename, everything=False),
        title=rename(moment.title),
        pod=rename(moment.pod),
        why=tuple(map(rename, moment.why)),
    )


def _renamed(value: Any, rename: Rename, *, everything: bool) -> Any:
    """Replaces names in members of `_NAMES`; with `everything`, in all strings."""
    if isinstance(value, str):
        return rename(value) if everything else value
    if isinstance(value, list):
        return [_renamed(item, rename, everything=everything) for item in value]
    if not isinstance(value, dict):
        return value
    if everything and "id" in value:  # a message among the arguments of another one
        return {**value, "args": _renamed(value.get("args"), rename, everything=True)}
    return {
        name: _renamed(inner, rename, everything=everything or name == "args" or name in _NAMES)
        for name, inner in value.items()
    }


def document(manifest: Any, rename: Rename) -> Any:
    return manifest if rename is same else core.drop_secrets(manifest, rename)[0]

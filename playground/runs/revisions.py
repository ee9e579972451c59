"""Stores the revisions of scenarios and reads them back.

A revision is addressed by its content and never changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from django.db.models.functions import Length

import scheduler_core as core
from playground.runs.models import ScenarioRevision
from playground.texts.manifests.importer import Imported, canonical_text, digest

OLD = "1.23"
"""The release with which a visitor may compare how pods end: its kubelets did otherwise."""


def store_revision(imported: Imported) -> ScenarioRevision:
    """The revision of a successful import. Equal content is stored once."""
    assert imported.canonical is not None
    revision, _ = ScenarioRevision.objects.get_or_create(
        digest=imported.digest, defaults={"canonical": imported.canonical, "source": imported.source}
    )
    if not revision.source:
        revision.source = imported.source
        revision.save(update_fields=["source"])
    return revision


def store_scenario(scenario: core.Scenario) -> ScenarioRevision:
    """The revision of a scenario that the program made, which has no YAML source."""
    return _stored(canonical_text(scenario))


def store_canonical(canonical: str) -> ScenarioRevision:
    """The revision of a canonical JSON text that a worker made."""
    return _stored(canonical)


def _stored(canonical: str) -> ScenarioRevision:
    revision, _ = ScenarioRevision.objects.get_or_create(
        digest=digest(canonical), defaults={"canonical": canonical, "source": ""}
    )
    return revision


def in_release(
    revision: ScenarioRevision, chosen: core.ChosenRelease
) -> ScenarioRevision | tuple[core.Problem, ...]:
    """The revision of the same scenario in another release of Kubernetes. Problems where the release refuses
    the gates.
    """
    scenario = without_its_objects(revision)
    version, gates = chosen.applied(scenario.version, scenario.feature_gates)
    problems = tuple(core.gate_problems(core.parse_version(version), gates))
    return problems or _changed(revision, lambda old: replace(old, version=version, feature_gates=gates))


def without_its_objects(revision: ScenarioRevision) -> core.Scenario:
    """The scenario of a revision without its objects: those of a large cluster take seconds to read."""
    return core.Scenario.from_canonical(without_objects(revision.canonical))


def with_script_up_to(revision: ScenarioRevision, count: int) -> ScenarioRevision:
    """The revision of the same scenario with only the first `count` inputs of its script."""
    return _changed(revision, lambda scenario: replace(scenario, inputs=scenario.inputs[:count]))


def _changed(
    revision: ScenarioRevision, change: Callable[[core.Scenario], core.Scenario]
) -> ScenarioRevision:
    """The revision of the scenario that `change` makes of this one. `change` gets the scenario without its
    objects, which stay as they are: reading those of a large cluster takes seconds."""
    begin, end = _objects_in(revision.canonical)
    scenario = change(without_its_objects(revision))
    changed = canonical_text(scenario)
    at, after = _objects_in(changed)
    canonical = changed[:at] + revision.canonical[begin:end] + changed[after:]
    return _stored(canonical)


def revision_named(digest: str) -> ScenarioRevision | None:
    return ScenarioRevision.objects.filter(pk=digest).first()


def canonical_of(digest: str) -> str:
    """The canonical JSON text of an existing revision."""
    return str(ScenarioRevision.objects.values_list("canonical", flat=True).get(pk=digest))


def characters_of(digest: str) -> int:
    """The characters of a revision's canonical text; 0 for one that is not there."""
    rows = ScenarioRevision.objects.filter(pk=digest).annotate(characters=Length("canonical"))
    return rows.values_list("characters", flat=True).first() or 0


def scenario_of(revision: ScenarioRevision) -> core.Scenario:
    return core.Scenario.from_canonical(json.loads(revision.canonical))


def seed_of(revision: ScenarioRevision) -> int:
    return without_its_objects(revision).seed


def scenario_named(digest: str) -> core.Scenario:
    """The scenario of an existing revision."""
    return core.Scenario.from_canonical(json.loads(canonical_of(digest)))


def without_objects(canonical: str) -> dict[str, Any]:
    """The value of a canonical JSON text with an empty list of objects. They are not read, because those of a
    large cluster take seconds."""
    begin, end = _objects_in(canonical)
    value: dict[str, Any] = json.loads(f"{canonical[:begin]}[]{canonical[end:]}")
    return value


def _objects_in(canonical: str) -> tuple[int, int]:
    """The bounds of the list of objects in a canonical JSON text."""
    decoder, at = json.JSONDecoder(), 1
    while True:  # names are sorted
        name, at = decoder.raw_decode(canonical, at)
        if name == "objects":
            break
        _, at = decoder.raw_decode(canonical, at + 1)
        at += 1
    # Quotation marks within a text are escaped, so the last such place is the end.
    return at + 1, canonical.rindex('],"podium":') + 1


@lru_cache(256)
def scenario_words(digest: str) -> dict[str, Any]:
    """The scenario's texts for people: title, topic, summary, question, answer, because and focus. `version`
    is its release of Kubernetes (`1.36`, `1.36.2`, or a name), `gates` the feature gates that it sets
    (`Gate=true,…`); `versions` are those in which playing it again is worthwhile. Cached, because a revision
    never changes."""
    canonical = without_objects(canonical_of(digest))
    scenario = core.Scenario.from_canonical(canonical)
    names = ("title", "topic", "summary", "question", "answer", "because", "focus")
    words = {name: getattr(scenario, name) for name in names}
    release = {"version": scenario.version, "gates": core.settings_text(scenario.feature_gates)}
    return {**words, **release, "versions": list(scenario.versions)}


def other_versions(words: dict[str, Any]) -> list[str]:
    """The other versions in which a visitor may play the scenario of these `words` (`scenario_words`) with
    one click; the chip of the release offers all.

    A scenario may list its own. Without a list only scenarios with ending pods get the choice, because old
    releases differ there."""
    now = words["version"]
    if words["versions"]:
        return [version for version in words["versions"] if version != now]
    if not is_offered(now):
        return [core.NEW_RUNS]
    return [OLD] if words["topic"] == "exit" else []


def is_offered(version: str) -> bool:
    """Whether a version is one that anybody may choose for any run, at any patch level."""
    return version != "proposal" and ".".join(map(str, core.parse_minor(version))) in core.OFFERED

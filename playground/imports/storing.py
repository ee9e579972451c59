"""Writes what was imported: the revision, the visitor's run of it, and the report."""

from __future__ import annotations

import json
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext_noop

import scheduler_core as core
from playground.gallery.models import ImportReport, ScenarioRevision
from playground.manifests.importing import Imported, canonical_text, digest
from playground.runs import services as runs
from playground.runs.models import Run

NAMELESS = gettext_noop("Your cluster")
VERSIONS = ("1.34", "1.23")
"""Of the kubelets, newest first: what a visitor may play a scenario with."""


def store_revision(imported: Imported) -> ScenarioRevision:
    """The revision of an import that succeeded; equal content is stored once."""
    assert imported.canonical is not None
    revision, _ = ScenarioRevision.objects.get_or_create(
        digest=imported.digest, defaults={"canonical": imported.canonical, "source": imported.source}
    )
    if not revision.source:
        revision.source = imported.source
        revision.save(update_fields=["source"])
    return revision


def with_version(revision: ScenarioRevision, version: str) -> ScenarioRevision:
    """The same scenario with kubelets of another version. Nobody wrote it down, so it has no source."""
    scenario = core.Scenario.from_canonical(json.loads(revision.canonical))
    canonical = canonical_text(replace(scenario, version=version))
    made, _ = ScenarioRevision.objects.get_or_create(
        digest=digest(canonical), defaults={"canonical": canonical, "source": ""}
    )
    return made


def store_run(imported: Imported, *, owner: str) -> Run:
    """A run that belongs to `owner`, played up to the scheduler's first word about the pod that waits."""
    with transaction.atomic():
        run = runs.create_run(store_revision(imported), owner=owner, title=imported.title or NAMELESS)
        groups = [group.to_json() for group in imported.groups]
        ImportReport.objects.create(run=run, groups=groups)
    if imported.answer_seq:
        runs.advance_head(run.pk, inputs=0, to=imported.answer_seq)
    return run

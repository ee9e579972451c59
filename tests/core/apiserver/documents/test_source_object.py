"""An object of a file keeps its author's text, and gets its defaults once."""

from __future__ import annotations

import pytest

from scheduler_core.apiserver.defaults.defaulting import with_defaults
from scheduler_core.apiserver.documents.source_object import SourceObject
from scheduler_core.objects.manifest import Manifest, find
from tests.builders import pod
from tests.core.counted_defaults import counted_defaults

POD: Manifest = pod("p", limits={"cpu": "1"})


def test_the_defaults_are_computed_on_first_use_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = counted_defaults(monkeypatch)
    source = SourceObject("Pod", POD)
    before = dict(counts)

    assert {} == before
    assert source.defaulted is source.defaulted
    assert {"Pod/p": 1} == counts


def test_the_authors_text_stays_as_it_was() -> None:
    source = SourceObject("Pod", POD)

    assert with_defaults("Pod", POD) == source.defaulted
    assert POD is source.manifest
    assert None is find(source.manifest, "spec", "schedulerName")


def test_a_changed_field_is_changed_in_both_without_new_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = counted_defaults(monkeypatch)
    changed = SourceObject("Pod", POD).with_value(("spec", "priority"), 0)

    assert [0, 0] == [find(item, "spec", "priority") for item in (changed.manifest, changed.defaulted)]
    assert "default-scheduler" == find(changed.defaulted, "spec", "schedulerName")
    assert {"Pod/p": 1} == counts

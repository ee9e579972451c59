"""Counts how often each object gets its defaults, whichever module of the core asks for them."""

from __future__ import annotations

import sys
from collections import Counter

import pytest

from scheduler_core.apiserver.defaults import defaulting
from scheduler_core.objects.manifest import Manifest, find, text


def counted_defaults(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """A counter of `Kind/name`, which counts from now on."""
    counts: Counter[str] = Counter()
    real = defaulting.with_defaults

    def counting(kind: str, manifest: Manifest) -> defaulting.Defaulted:
        counts[f"{kind}/{text(find(manifest, 'metadata', 'name'))}"] += 1
        return real(kind, manifest)

    for name, module in list(sys.modules.items()):
        if name.startswith("scheduler_core.") and getattr(module, "with_defaults", None) is real:
            monkeypatch.setattr(module, "with_defaults", counting)
    return counts

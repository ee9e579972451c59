"""Adapters from the vectors' rules to the functions that hold them: one file a rule, one line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scheduler_core.objects.manifest import Json, Manifest

Rule = Callable[[Manifest], Mapping[str, Json]]

RULES: Mapping[str, Rule] = {}

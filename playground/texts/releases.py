"""Releases of Kubernetes as people choose them: what a list offers, what was chosen, and in which words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

import scheduler_core as core
from playground.texts.manifests import words

GATES_CHARACTERS = 2_000
"""Characters of the text that sets feature gates."""


def label(version: str) -> str:
    """`1.36`, or `1.37 (not held against the original yet)`."""
    minor = ".".join(map(str, core.parse_minor(version)))
    if version == "proposal" or minor in core.HELD or minor not in core.OFFERED:
        return version
    return _("%(version)s (not held against the original yet)") % {"version": version}


def offered(also: Iterable[str] = (), without: str = "") -> list[tuple[str, str]]:
    """The releases to choose from, newest first, then `also`; each with its words."""
    versions = dict.fromkeys((*core.OFFERED, *also))
    return [(version, label(version)) for version in versions if version != without]


def chosen(form: Mapping[str, Any]) -> core.ChosenRelease | tuple[core.Problem, ...]:
    """What `release` and `gates` of a form or an address choose."""
    gates = str(form.get("gates", ""))
    if len(gates) > GATES_CHARACTERS:
        return (core.Problem("gates", "text.too_long", {"limit": GATES_CHARACTERS}),)
    return core.chosen_release(str(form.get("release", ""))[:40], gates)


def sentences(problems: Iterable[core.Problem]) -> list[str]:
    """What is wrong with a choice, as people read it: the text of a gate is that of Kubernetes."""
    return [words.say(problem.code, problem.args) for problem in problems]

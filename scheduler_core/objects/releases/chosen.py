"""The release that somebody chooses for a run beside its document: a version, and feature gates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.gates import accepted, gate_problems, parse_settings
from scheduler_core.objects.releases.version import OFFERED, is_version, parse_version


@dataclass(frozen=True, slots=True)
class ChosenRelease:
    """`version` "" leaves the version of the document. `gates` None leaves its settings, without those that
    the chosen version refuses. `unnamed` is the version of a document that names none; "" for that of new
    runs.
    """

    version: str = ""
    gates: Mapping[str, bool] | None = None
    unnamed: str = ""

    def applied(self, version: str, gates: Mapping[str, bool]) -> tuple[str, Mapping[str, bool]]:
        """The version and the settings of a document with these ones."""
        version = self.version or version
        if self.gates is not None:
            return version, self.gates
        return version, accepted(parse_version(version), gates) if self.version else gates


DOCUMENTS = ChosenRelease()
"""What the document says."""


def unknown_release(path: str, version: str) -> Problem:
    """That a text names no release, with those that may be chosen."""
    return Problem(path, "release.unknown", {"got": version[:20], "supported": list(OFFERED)})


def chosen_release(version: str, gates: str = "") -> ChosenRelease | tuple[Problem, ...]:
    """What a person typed: a version such as `1.36` or `v1.36.2`, and gates as `Gate=true,Gate2=false`; each
    may be empty. Problems where the version is none, where a gate cannot be read, and where a component of
    the version refuses to start; without a version the gates are held against the document later.
    """
    version = version.strip().removeprefix("v")
    if version and not is_version(version):
        return (unknown_release("version", version),)
    if not gates.strip():
        return ChosenRelease(version)
    settings = parse_settings(gates.strip())
    if isinstance(settings, Problem):
        return (settings,)
    problems = tuple(gate_problems(parse_version(version), settings)) if version else ()
    return problems or ChosenRelease(version, settings)

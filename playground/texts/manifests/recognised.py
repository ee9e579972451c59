"""Which release of Kubernetes a text was taken for, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

from django.utils.translation import gettext as _

import scheduler_core as core
from playground.texts import messages

Source: TypeAlias = Literal["chosen", "document", "nodes", "nothing"]
_MOST_NAMED = 8


@dataclass(frozen=True, slots=True)
class Recognised:
    """`version` is that of the run, `source` says what decided it; `kubelets` are the versions that nodes
    report, oldest first, `unknown` those of them that podium does not know; `gates` are set for the run.
    `version` "" stands for a text of which no run was made, or before releases were recognised.
    """

    version: str = ""
    source: Source = "nothing"
    kubelets: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    gates: str = ""
    clouds: tuple[str, ...] = ()
    """Where the nodes run: names of clouds and distributions."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Recognised:
        """What `to_json` wrote; an empty map for an import from before releases were recognised."""
        kubelets, unknown = (tuple(value.get(name, ())) for name in ("kubelets", "unknown"))
        source: Source = value.get("source", "nothing")
        clouds = tuple(value.get("clouds", ()))
        return cls(value.get("version", ""), source, kubelets, unknown, value.get("gates", ""), clouds)

    def sentences(self) -> list[str]:
        """In the active language: where the release comes from, and what is odd about the nodes' own."""
        if not self.version:
            return []
        by_source = {
            "chosen": _("You chose this release."),
            "document": _("The text names this release."),
            "nodes": _("The kubelets of the nodes report this release."),
            "nothing": _("The text names no release; this is the one of new runs."),
        }
        lines = [by_source[self.source]]
        reported = [version for version in self.kubelets if version not in self.unknown]
        if len(reported) > 1 and self.source == "nodes":
            text = _(
                "The nodes have several releases: {versions}. The control plane has the newest of them, and "
                "each kubelet its own."
            )
            lines.append(messages.fill(text, {"versions": _named(reported)}))
        elif len(reported) > 1 or (reported and self.source != "nodes" and not self._is(reported[0])):
            text = _("The kubelets of the nodes report {versions}.")
            lines.append(messages.fill(text, {"versions": _named(reported)}))
        if self.unknown:
            text = _("podium does not know the release {versions} that nodes report.")
            lines.append(messages.fill(text, {"versions": _named(self.unknown)}))
        return lines

    def _is(self, version: str) -> bool:
        return core.git_version(self.version) == core.git_version(version)


NOT_RECOGNISED = Recognised()


def _named(versions: Iterable[str]) -> str:
    names = [f"v{version}" for version in versions]
    return messages.listed([*names[:_MOST_NAMED], "…"] if len(names) > _MOST_NAMED else names)


def recognised(
    documents: Iterable[Mapping[str, Any]], scenario: core.Scenario, chosen: core.ChosenRelease
) -> Recognised:
    """What decided the release of the scenario that some documents and a choice made."""
    documents = list(documents)
    headers = [document for document in documents if document.get("kind") == "Scenario"]
    stated = any("version" in (header.get("spec") or {}) for header in headers)
    kubelets = tuple(sorted(core.kubelet_versions(documents), key=core.parse_version))
    unknown = tuple(version for version in kubelets if not core.is_version(version))
    source: Source = "nothing"
    if chosen.version:
        source = "chosen"
    elif stated:
        source = "document"
    elif len(unknown) < len(kubelets):
        source = "nodes"
    gates, clouds = core.settings_text(scenario.feature_gates), core.clouds(documents)
    return Recognised(scenario.version, source, kubelets, unknown, gates, clouds)

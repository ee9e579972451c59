"""The commands that print a cluster for podium. Pages, docs and help show these texts and no others."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from playground.texts import messages

KINDS = (
    "nodes",
    "pods",
    "deployments",
    "replicasets",
    "statefulsets",
    "daemonsets",
    "jobs",
    "services",
    "pvc",
    "pv",
    "storageclasses",
    "csinodes",
    "pdb",
    "priorityclasses",
    "namespaces",
    "leases",
)
"""Resources of every cluster, whatever its release."""
DEVICE_KINDS = ("resourceclaims", "resourceslices", "deviceclasses")
"""Resources of clusters with dynamic resource allocation; kubectl refuses a command that names one that the
cluster does not have."""


def command(kinds: Iterable[str]) -> str:
    return f"kubectl get {','.join(kinds)} -A -o yaml"


WHOLE_CLUSTER = command(KINDS)
DEVICES = command(DEVICE_KINDS)


def in_lines(width: int = 60) -> str:
    """The command that prints a whole cluster as a shell reads it from several lines, for narrow places."""
    lines = ["kubectl get "]
    for kind in KINDS:
        comma = "" if kind == KINDS[-1] else ","
        if len(lines) == 1 or len(lines[-1]) + len(kind) > width:
            lines.append("")
        lines[-1] += kind + comma
    return "\\\n".join([*lines, "\x20-A -o yaml"])


def cut_warning() -> str:
    return _(
        "Your answer may be wrong because the text was cut: objects that stood after its end are missing."
    )


def warning(missing: Iterable[str]) -> str:
    """That an answer may be wrong because of what the text lacks, with the command that prints it; "" where
    it lacks nothing."""
    kinds = list(missing)
    if not kinds:
        return ""
    text = _("Your answer may be wrong because the text lacks {kinds}. Add the output of: {command}")
    return messages.fill(text, {"kinds": messages.listed(kinds), "command": command(kinds)})

"""Tables that `kubectl get` prints: how one is recognised, and the command that prints its objects whole."""

from __future__ import annotations

import re

_HEADER = re.compile(
    r"(?:NAMESPACE[ ]+)?NAME[ ]{2,}[A-Z][-A-Z0-9()%]*(?:[ ]+[-A-Z0-9()%]+){0,20}\Z"
    r"|(?:NAMESPACE[ ]+)?LAST SEEN[ ]+TYPE\b"
)
_COLUMNS = (
    ("events", ("LAST SEEN",)),
    ("nodes", ("ROLES", "VERSION")),
    ("nodes", ("CPU(cores)", "CPU%")),
    ("pods", ("READY", "STATUS", "RESTARTS")),
    ("pods", ("CPU(cores)",)),
    ("deployments", ("UP-TO-DATE", "AVAILABLE", "READY")),
    ("daemonsets", ("DESIRED", "UP-TO-DATE")),
    ("replicasets", ("DESIRED", "CURRENT", "READY")),
    ("statefulsets", ("READY", "AGE", "CONTAINERS")),
    ("cronjobs", ("SCHEDULE",)),
    ("jobs", ("COMPLETIONS",)),
    ("services", ("CLUSTER-IP",)),
    ("pv", ("CAPACITY", "RECLAIM")),
    ("pvc", ("VOLUME", "STORAGECLASS")),
    ("storageclasses", ("PROVISIONER",)),
    ("pdb", ("MIN", "DISRUPTIONS")),
    ("priorityclasses", ("GLOBAL-DEFAULT",)),
    ("csinodes", ("DRIVERS",)),
    ("leases", ("HOLDER",)),
)
"""Resource → words of the header of its table; the first one whose words are all there counts. Source:
pkg/printers/internalversion/printers.go (v1.36)."""
_OF_PODS = frozenset(("pods", "nodes", "events"))


def is_header(line: str) -> bool:
    """Whether a line is the header of a table of kubectl."""
    return _HEADER.match(line) is not None


def is_of_events(header: str) -> bool:
    return header.removeprefix("NAMESPACE").lstrip().startswith("LAST SEEN")


def command(header: str) -> str:
    """The command that prints the objects of a table; "" where its header is that of no known kind."""
    words = {*header.split(), *(("LAST SEEN",) if is_of_events(header) else ())}
    resource = next((name for name, columns in _COLUMNS if words.issuperset(columns)), "")
    if not resource:
        return ""
    kinds = "nodes,pods" if resource in _OF_PODS else f"nodes,pods,{resource}"
    return f"kubectl get {kinds} -A -o yaml"

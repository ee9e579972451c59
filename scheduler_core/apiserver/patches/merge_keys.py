"""Which lists are merged entry by entry, and by which field. Lists that are not named are replaced whole.

Source: the patchStrategy and patchMergeKey tags of k8s.io/api (v0.34). Names of lists do not mean two things
in the kinds of the model, but for `ports`, whose key follows from the entries, and `conditions` of all kinds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scheduler_core.objects.manifest import Json, find

_KEYS: Mapping[str, str] = {
    "containers": "name",
    "initContainers": "name",
    "ephemeralContainers": "name",
    "volumes": "name",
    "env": "name",
    "imagePullSecrets": "name",
    "schedulingGates": "name",
    "resourceClaims": "name",
    "secrets": "name",
    "volumeMounts": "mountPath",
    "volumeDevices": "devicePath",
    "hostAliases": "ip",
    "podIPs": "ip",
    "hostIPs": "ip",
    "topologySpreadConstraints": "topologyKey",
    "conditions": "type",
    "addresses": "type",
    "ownerReferences": "uid",
}
SETS = frozenset(("finalizers", "podCIDRs"))
"""Lists of texts that are merged as sets."""
RETAIN = frozenset(("strategy", "updateStrategy"))


def merge_key(name: str, entries: Sequence[Json]) -> str:
    """The field by which entries of a list are told apart; "" for a list that is replaced."""
    if name == "ports":
        if any(find(each, "containerPort") is not None for each in entries):
            return "containerPort"
        return "port" if any(find(each, "port") is not None for each in entries) else ""
    return _KEYS.get(name, "")


def apply_keys(name: str, entries: Sequence[Json]) -> tuple[str, ...]:
    """The same for server-side apply, which needs two fields for some lists."""
    if name == "topologySpreadConstraints":
        return ("topologyKey", "whenUnsatisfiable")
    key = merge_key(name, entries)
    if key in ("containerPort", "port"):
        return (key, "protocol")
    return (key,) if key else ()

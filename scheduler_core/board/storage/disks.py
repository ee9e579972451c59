"""Disks: a volume with the claim that is bound to it, a volume without one, or a claim without a volume.

A disk is `{"key", "volume", "claim", "state", "phase", "leaving", "modes", "zone", "users"}`:

- `volume`, `claim`: the name and the key of these views, or null; `key` is the name of the volume, or the key
  of the claim when there is no volume
- `state`: `bound`, `free` (a volume without a claim), `pending` (a claim without a volume) or `lost` (the
  bound volume or claim no longer exists, or the volume has failed)
- `phase`: the phase of the volume, or of the claim when there is no volume
- `leaving`: kubectl's word while the volume or the claim is being deleted, else null
- `modes`: the access modes in kubectl's short form
- `zone`: the zone to which the disk is tied, or null when it is tied to no zone or to several
- `users`: keys of the pods that use the claim, in the order of their creation
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scheduler_core.board.object_views.views import View
from scheduler_core.objects.manifest import Json, strings, text

_MODES = {
    "ReadWriteOnce": "RWO",
    "ReadOnlyMany": "ROX",
    "ReadWriteMany": "RWX",
    "ReadWriteOncePod": "RWOP",
}
"""In the order in which kubectl prints them."""
_LOST = frozenset({"Lost", "Failed", "Released"})


def belong_together(volume: View | None, claim: View | None) -> bool:
    """Whether a volume and a claim name each other."""
    return (
        volume is not None
        and claim is not None
        and claim["volume"] == volume["name"]
        and volume["claim"] == claim["key"]
    )


def disk_of_volume(volume: View, claim: View | None, zones: Mapping[str, str], users: Sequence[str]) -> View:
    """The disk of a volume. `claim` belongs to it; `zones` maps the nodes that are shown to their zones."""
    shown = volume if claim is None else claim
    return {
        "key": volume["name"],
        "volume": volume["name"],
        "claim": None if claim is None else claim["key"],
        "state": _state(volume, claim),
        "phase": volume["phase"],
        "leaving": _leaving(claim, volume),
        "modes": modes_text(strings(shown["modes"])),
        "zone": zone_of(volume, zones),
        "users": list[Json](users),
    }


def disk_of_claim(claim: View, users: Sequence[str]) -> View:
    """The disk of a claim that no volume belongs to."""
    return {
        "key": claim["key"],
        "volume": None,
        "claim": claim["key"],
        "state": _state(None, claim),
        "phase": claim["phase"],
        "leaving": _leaving(claim),
        "modes": modes_text(strings(claim["modes"])),
        "zone": None,
        "users": list[Json](users),
    }


def _state(volume: View | None, claim: View | None) -> str:
    shown = volume if claim is None or (volume is not None and claim["phase"] == "Pending") else claim
    phase = "" if shown is None else text(shown["phase"])
    if phase == "Bound":
        return "bound"
    if phase in _LOST:
        return "lost"
    return "pending" if volume is None else "free"


def _leaving(*views: View | None) -> str | None:
    words = (text(view["state"]) for view in views if view is not None)
    return next((word for word in words if word == "Terminating"), None)


def zone_of(volume: View, zones: Mapping[str, str]) -> str | None:
    """The zone to which a volume is tied, itself or through its nodes; None when it is tied to none, to
    several, or to one of which no node is shown."""
    if volume["nodes"] is not None:
        tied = {zones.get(name) for name in strings(volume["nodes"])}
        return next(iter(tied)) if len(tied) == 1 else None
    zone = text(volume["zone"])
    return zone if zone and zone in zones.values() else None


def modes_text(modes: Sequence[str]) -> str:
    """Access modes as kubectl prints them: `RWO,ROX`. Source: v1helper.GetAccessModesAsString."""
    return ",".join(short for mode, short in _MODES.items() if mode in modes)

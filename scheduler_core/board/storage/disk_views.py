"""The views of disks, and which other views depend on volumes and claims, kept up to date after each act."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.board.object_views.storage_views import attached_to
from scheduler_core.board.object_views.views import View, ViewKey
from scheduler_core.board.storage.disks import belong_together, disk_of_claim, disk_of_volume
from scheduler_core.board.storage.volume_users import VolumeUsers
from scheduler_core.objects.manifest import integer, mapping, strings, text
from scheduler_core.objects.replacing import State
from scheduler_core.objects.storage import CSINode, PersistentVolumeClaim

ObjectKey = tuple[str, str]
"""Kind and key of an object."""


@dataclass
class DiskViews(State):
    """What is needed to make the views of disks.

    - `users`: which pods use a claim
    - `zones`: the zone of each node that is shown
    - `volumes`: the names of all volumes
    """

    users: VolumeUsers = field(default_factory=VolumeUsers)
    zones: dict[str, str] = field(default_factory=dict)
    volumes: dict[str, None] = field(default_factory=dict)

    def touched_with(self, api: ApiServer, touched: Iterable[ObjectKey]) -> list[ObjectKey]:
        """Takes in the pods among the touched objects. Returns further objects whose views have to be made
        anew: the pods that use a touched claim, and the nodes whose volumes a limit counts."""
        claims, volumes, classes = list[str](), list[str](), list[str]()
        nodes, pods = dict[str, None](), dict[str, None]()
        for kind, key in touched:
            if kind == "Pod":
                if self.users.concerns(key, api.pods.get(key)):
                    nodes.update(dict.fromkeys(self._follow(api, key)))
            elif kind == "PersistentVolumeClaim":
                claims.append(key)
            elif kind == "PersistentVolume":
                volumes.append(key)
            elif kind == "StorageClass":
                classes.append(key)
        # The users of claims are known only when all pods have been taken in.
        for key in claims:
            pods.update(dict.fromkeys(self.users.by_claim.get(key, ())))
        nodes.update(dict.fromkeys(self.users.nodes_of(claims)))
        for key in volumes:
            nodes.update(dict.fromkeys(self.users.nodes_of(_claims_of(api, key))))
            nodes.update(dict.fromkeys(strings(attached_to(api, key))))
        if classes:
            nodes.update(dict.fromkeys(self.users.by_node))
        limited = [("Node", name) for name in nodes if _is_limited(api, name)]
        return [*(("Pod", key) for key in pods if key in api.pods), *limited]

    def _follow(self, api: ApiServer, key: str) -> Iterator[str]:
        """The nodes on which a pod's volumes counted before, and on which they count now."""
        before = self.users.node_of(key)
        self.users.follow(key, api.pods.get(key))
        yield from (name for name in (before, self.users.node_of(key)) if name)

    def update(
        self, views: Mapping[ViewKey, View], after: Mapping[ViewKey, View | None]
    ) -> dict[ViewKey, View | None]:
        """The disks that may differ once `views` have become `after`; None means removed."""
        volumes, claims = self._affected(views, after)

        def look(kind: str, key: str) -> View | None:
            return after[kind, key] if (kind, key) in after else views.get((kind, key))

        def users(claim: str) -> list[str]:
            shown = {pod: look("pod", pod) for pod in self.users.by_claim.get(claim, ())}
            orders = {pod: integer(view["order"]) or 0 for pod, view in shown.items() if view is not None}
            return sorted(orders, key=orders.__getitem__)

        for key in claims:
            if (claim := look("claim", key)) is not None and claim["volume"]:
                volumes[text(claim["volume"])] = None
        disks: dict[ViewKey, View | None] = {}
        for name in volumes:
            volume = look("volume", name)
            disks["disk", name] = None
            if volume is not None:
                claim = look("claim", text(volume["claim"]))
                own = claim if belong_together(volume, claim) else None
                pods = [] if own is None else users(text(own["key"]))
                disks["disk", name] = disk_of_volume(volume, own, self.zones, pods)
        for key in claims:
            claim = look("claim", key)
            disks["disk", key] = None
            if claim is not None and not belong_together(look("volume", text(claim["volume"])), claim):
                disks["disk", key] = disk_of_claim(claim, users(key))
        return disks

    def _affected(
        self, views: Mapping[ViewKey, View], after: Mapping[ViewKey, View | None]
    ) -> tuple[dict[str, None], dict[str, None]]:
        """The names of volumes and the keys of claims whose disks may differ."""
        volumes: dict[str, None] = {}
        claims: dict[str, None] = {}
        moved = False
        for (kind, key), view in after.items():
            if kind == "node":
                moved = self._zone(key, view) or moved
            if kind not in ("pod", "claim", "volume"):
                continue
            if kind == "volume":
                if view is not None:
                    self.volumes[key] = None
                else:
                    self.volumes.pop(key, None)
                volumes[key] = None
            if kind == "claim":
                claims[key] = None
            for version in (views.get((kind, key)), view):
                if version is None:
                    continue
                if kind == "pod":
                    claims.update(dict.fromkeys(_claims_in(version)))
                elif kind == "claim" and version["volume"]:
                    volumes[text(version["volume"])] = None
                elif kind == "volume" and version["claim"]:
                    claims[text(version["claim"])] = None
        if moved:
            volumes.update(self.volumes)
        return volumes, claims

    def _zone(self, node: str, view: View | None) -> bool:
        """Notes the zone of a node; True when it changed."""
        zone = None if view is None else text(view["zone"])
        if self.zones.get(node) == zone:
            return False
        if zone is None:
            del self.zones[node]
        else:
            self.zones[node] = zone
        return True


def _claims_in(pod: View) -> Iterator[str]:
    """The keys of the claims in a pod's view."""
    for name in strings(mapping(pod["claims"]).get("names")):
        yield f"{pod['ns']}/{name}"


def _claims_of(api: ApiServer, volume: str) -> tuple[str, ...]:
    """The claims that name a volume."""
    return tuple(
        key
        for key, claim in api.objects("PersistentVolumeClaim").items()
        if isinstance(claim, PersistentVolumeClaim) and claim.volume_name == volume
    )


def _is_limited(api: ApiServer, node: str) -> bool:
    csi_node = api.get("CSINode", node)
    return isinstance(csi_node, CSINode) and bool(csi_node.limits)

"""The quota controller: keeps in status.used what a namespace uses of the resources that a quota limits.

Source: pkg/controller/resourcequota `syncResourceQuota` (v1.34).
"""

from __future__ import annotations

from random import Random

from scheduler_core.actor import Act, message
from scheduler_core.apiserver.admission.quota_usage import quota_usage
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.controllers.common.controller import Controller
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.resource_quota import ResourceQuota


class ResourceQuotaController(Controller):
    """The quota controller; its queue holds the keys of ResourceQuotas."""

    name = "resourcequota-controller"
    rank = 29
    watches = frozenset(name for name, kind in KINDS.items() if kind.namespaced and not kind.derived)

    def __init__(self) -> None:
        super().__init__()
        # The keys of all quotas, by namespace.
        self._quotas: dict[str, tuple[str, ...]] = {}

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        namespace = event.key.partition("/")[0]
        keys = self._quotas.get(namespace, ())
        if event.kind == "ResourceQuota":
            others = tuple(key for key in keys if key != event.key)
            keys = others if event.new is None else (*others, event.key)
            self._quotas[namespace] = keys
        for key in keys:
            self.queue.add(key, now_ms + self.reaction_ms)

    def sync(self, api: ApiServer, key: str, now_ms: int, random: Random) -> Act | None:
        quota = api.get("ResourceQuota", key)
        if not isinstance(quota, ResourceQuota):
            return None
        used: dict[str, Json] = {
            name: str(amount)
            for name, amount in quota_usage(quota, api.tables_of(quota.meta.namespace)).items()
        }
        status: dict[str, Json] = {"hard": quota.hard_manifest, "used": used}
        if status == quota.status_manifest:
            return None
        api.update_status("ResourceQuota", key, status)
        return self._act("update", message("quota.counted", quota=quota.meta.name))

    def fingerprint(self) -> Json:
        return [self.queue.fingerprint(), {name: list(keys) for name, keys in self._quotas.items()}]

"""The TTL controller: deletes Jobs ttlSecondsAfterFinished after they finished, their pods first.

Source: pkg/controller/ttlafterfinished (v1.34).
"""

from __future__ import annotations

from random import Random

from scheduler_core.actor import Act, message
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.controllers.common.controller import Controller
from scheduler_core.objects.manifest import find, items, text
from scheduler_core.objects.scalars.times import parse_time
from scheduler_core.objects.workloads import Workload


class TtlController(Controller):
    """The TTL controller; its queue holds the keys of Jobs."""

    name = "ttl-after-finished-controller"
    watches = frozenset({"Job"})
    rank = 26

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        if event.kind == "Job" and isinstance(event.new, Workload) and _expires_at(event.new) is not None:
            self.queue.add(event.key, now_ms)

    def sync(self, api: ApiServer, key: str, now_ms: int, random: Random) -> Act | None:
        job = api.workloads("Job").get(key)
        expires = _expires_at(job) if job is not None else None
        if job is None or expires is None or job.meta.deletion_at is not None:
            return None
        if expires > api.epoch_ms(now_ms):
            self.queue.add(key, expires - api.start_at)
            return None
        options = DeleteOptions(propagation="Foreground", precondition_uid=job.meta.uid)
        api.delete("Job", key, options, now_ms)
        return self._act("delete", message("job.expired", job=job.meta.name))


def _expires_at(job: Workload) -> int | None:
    """Epoch milliseconds at which the Job is deleted; None when it has not finished or has no TTL."""
    seconds = job.ttl_seconds_after_finished
    if seconds is None:
        return None
    for entry in items(job.status_manifest.get("conditions")):
        if find(entry, "type") in ("Complete", "Failed") and find(entry, "status") == "True":
            at = parse_time(text(find(entry, "lastTransitionTime")))
            return None if at is None else at + seconds * 1000
    return None

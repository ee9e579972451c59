"""What the board shows of a pod's containers, read from its status."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scheduler_core.objects import Pod
from scheduler_core.objects.manifest import Json, find, integer, items, mapping, text
from scheduler_core.objects.scalars.durations import DurationError, parse_duration
from scheduler_core.objects.scalars.times import parse_time

_BACK_OFF = "back-off "
_WAITS_AFTER_FAILURE = ("CrashLoopBackOff", "ImagePullBackOff", "ErrImagePull")


def unusual_containers(pod: Pod, epoch_ms: int = 0) -> list[Json]:
    """The pod's containers, init containers first; empty when all run and are ready, or when none has
    started.

    `backoff` are the beginning and the end of a crashed container's wait for its restart, in seconds after
    `epoch_ms`.
    """
    status = pod.status_manifest
    if _all_run(status):
        return []
    ordinary = True
    rows: list[Mapping[str, Json]] = []
    sidecars = {container.name for container in pod.spec.init_containers if container.sidecar}
    for field, kind in (("initContainerStatuses", "init"), ("containerStatuses", "regular")):
        for entry in items(find(status, field)):
            name = text(find(entry, "name"))
            state = next(iter(mapping(find(entry, "state"))), "waiting")
            reason = text(find(entry, "state", state, "reason"))
            ready, restarts = find(entry, "ready") is True, integer(find(entry, "restartCount")) or 0
            sidecar = name in sidecars
            usual = state == "running" and ready
            usual = usual or (kind == "init" and not sidecar and reason == "Completed")
            ordinary = ordinary and usual and not restarts
            rows.append(
                {
                    "name": name,
                    "kind": "sidecar" if sidecar else kind,
                    "state": state,
                    "ready": ready,
                    "restarts": restarts,
                    "reason": reason or None,
                    "standing": _standing(kind, state, reason, ready=ready, sidecar=sidecar),
                    "backoff": _backoff(entry, epoch_ms),
                }
            )
    begun = any((entry["state"], entry["reason"]) != ("waiting", "ContainerCreating") for entry in rows)
    return [] if ordinary or not begun else list(rows)


def _all_run(status: Json) -> bool:
    """Whether all containers of a pod without init containers run, are ready and were never restarted."""
    return not items(find(status, "initContainerStatuses")) and all(
        find(entry, "ready") is True
        and not find(entry, "restartCount")
        and "running" in mapping(find(entry, "state"))
        for entry in items(find(status, "containerStatuses"))
    )


def _standing(kind: str, state: str, reason: str, *, ready: bool, sidecar: bool) -> str:
    """The state of a container: `up` (runs and is ready), `on` (runs), `done`, `bad` (ended with a failure),
    `crash` (waits because it failed) or `wait`. An init container that is not a sidecar is never ready."""
    if state == "running":
        return "up" if ready and (sidecar or kind != "init") else "on"
    if state == "terminated":
        return "done" if reason == "Completed" else "bad"
    return "crash" if reason in _WAITS_AFTER_FAILURE else "wait"


def init_progress(containers: Sequence[Json]) -> Json:
    """The number of init containers that are finished (`done`) and of all (`all`); None when there are none.
    A sidecar counts as finished once it runs."""
    init = [entry for entry in containers if find(entry, "kind") != "regular"]
    through = [
        entry
        for entry in init
        if find(entry, "standing") == "done"
        or (find(entry, "kind") == "sidecar" and find(entry, "state") == "running")
    ]
    return {"done": len(through), "all": len(init)} if init else None


def _backoff(entry: Json, epoch_ms: int) -> Json:
    text_of_wait = text(find(entry, "state", "waiting", "message"))
    ended = parse_time(text(find(entry, "lastState", "terminated", "finishedAt")))
    if not text_of_wait.startswith(_BACK_OFF) or ended is None:
        return None
    try:
        waits = parse_duration(text_of_wait.removeprefix(_BACK_OFF).split(" ", 1)[0])
    except DurationError:  # the status was written by hand
        return None
    return {"from": (ended - epoch_ms) // 1000, "to": (ended - epoch_ms + waits) // 1000}

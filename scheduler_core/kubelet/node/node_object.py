"""The Node object and the Lease of one machine, as its kubelet writes them.

Source: pkg/kubelet/kubelet_node_status.go, component-helpers/apimachinery/lease (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.actor import Message, message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.events import Occurrence
from scheduler_core.kubelet.node.connection import Connection
from scheduler_core.kubelet.node.lease_renewal import StalledRenewal, next_attempt_ms
from scheduler_core.kubelet.node.node_status import (
    BOOT_ID,
    HEALTHY,
    KubeletCondition,
    boot_id,
    changed_conditions,
    event_reasons,
    next_status_ms,
    posted_unready,
    refreshed_status,
    registration,
)
from scheduler_core.kubelet.oom.kill_container import SYSTEM_OOM
from scheduler_core.kubelet.status_manager.pending_writes import PendingEvent
from scheduler_core.kubelet.volume_manager import mounts
from scheduler_core.objects.lease import (
    RENEW_TIME,
    Lease,
    node_lease,
    node_lease_key,
    renewal_after,
    renewal_before,
)
from scheduler_core.objects.manifest import Json, mapping, with_value
from scheduler_core.objects.node import Node
from scheduler_core.objects.replacing import replace, twin_of


class NodeObject:
    """The kubelet's view of its Node object.

    - `conditions`: the unhealthy conditions that this kubelet has found, by type
    - `first`, `last`: the Node object as it was first and last seen
    - `registers`: the kubelet process has just started and registers its node once
    - `posts_ms`: when the next status is posted; None when there is nothing to post
    - `renewed_ms`: when renewing the Lease began
    - `last_renewal_ms`: time (ms) of the renewal after which renewals last stopped or from which they
      resumed; None before the first of these
    - `stalled`: renewals over a connection that is too slow; None while they are answered, or not sent at all
    - `in_use`: the volumes that this kubelet last listed in the status
    - `boot_id`: identifies the current boot of the machine; "" before its first reboot
    - `version`: the version of the kubelet; "" for a kubelet that names none. `features` are those that it
      declares
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.conditions: Mapping[str, KubeletCondition] = {}
        self.first: Node | None = None
        self.last: Node | None = None
        self.registers = False
        self.posts_ms: int | None = None
        self.renewed_ms = 0
        self.last_renewal_ms: int | None = None
        self.stalled: StalledRenewal | None = None
        self.in_use: tuple[str, ...] = ()
        self.boot_id = ""
        self.version = ""
        self.features: tuple[str, ...] = ()

    def copy(self) -> NodeObject:
        # All fields are immutable values.
        return twin_of(self)

    def fingerprint(self) -> tuple[Json, Json, Json]:
        """Conditions, pending writes and volumes, in canonical JSON."""
        conditions: Json = [[kind, state.status, state.reason] for kind, state in self.conditions.items()]
        pending: list[Json] = [self.registers, self.posts_ms, self.renewed_ms]
        if self.stalled is not None:
            pending.append([self.stalled.began_ms, self.stalled.arrives_ms, self.stalled.resumes_ms])
        return conditions, pending, list(self.in_use)

    def node_changed(self, new: Node, old: Node | None, now_ms: int, *, speaks: bool) -> None:
        """Takes in a version of the Node object. `speaks` means that the kubelet's writes arrive."""
        contradicted = speaks and old is not None and old.ready and not new.ready
        differs = refreshed_status(new.manifest, "", self.conditions) is not None if contradicted else False
        if differs and self.posts_ms is None:
            # The node controller has marked the node as silent; the next regular status corrects this.
            self.posts_ms = next_status_ms(now_ms)
        if self.first is None and now_ms == 0 and (posted := posted_unready(new)) is not None:
            self.conditions = {**self.conditions, "Ready": posted}
        self.last = new
        self.first = self.first or new

    def finds(self, conditions: Mapping[str, KubeletCondition], posts_ms: int) -> None:
        """Notes the conditions that the kubelet finds; a change is in the status posted at `posts_ms`."""
        if conditions != self.conditions:
            self.conditions = conditions
            self.posts_ms = posts_ms if self.posts_ms is None else min(self.posts_ms, posts_ms)

    def booted(self, boots: int) -> None:
        """Notes that the machine was switched on again, for the `boots`-th time."""
        self.boot_id = boot_id(self.name, boots)

    def birth_cry(self, now_ms: int) -> PendingEvent | None:
        """The Event of a kubelet process that starts; None when the kubelet never had a Node object. Source:
        kubelet.go `BirthCry`.
        """
        if self.last is None:
            return None
        return PendingEvent(self.last, "Normal", "Starting", "Starting kubelet.", now_ms, now_ms)

    def kernel_log_event(self, text: str, now_ms: int) -> PendingEvent | None:
        """The Event of an out-of-memory kill that a kubelet which starts finds in the kernel's log."""
        if self.last is None:
            return None
        return PendingEvent(self.last, "Warning", SYSTEM_OOM, text, now_ms, now_ms)

    def kubelet_died(self) -> None:
        """Resets the findings: the next kubelet process starts with a node that is healthy as far as it
        knows.
        """
        self.conditions = {kind: HEALTHY[kind] for kind in self.conditions}
        self.stalled = None

    def speaks_again(self, now_ms: int, delay_ms: int) -> None:
        """Notes that the kubelet's writes arrive again, `delay_ms` later."""
        self.stalled = None
        self.renewed_ms = now_ms
        self.posts_ms = now_ms + delay_ms

    def connected(self, link: Connection, now_ms: int, *, spoke: bool, renewed: bool) -> bool:
        """Notes that the kubelet speaks over this connection; `spoke` and `renewed` say how it was before.
        False when that changes nothing for its heartbeats.
        """
        if not link.heartbeats:
            self._stalls(now_ms, link.delay_ms, renewed=renewed)
        elif self.stalled is not None:
            at_ms = next_attempt_ms(self.stalled.began_ms, now_ms)
            self.stalled = replace(self.stalled, resumes_ms=at_ms)
        elif not spoke:
            self.speaks_again(now_ms, link.delay_ms)
        else:
            return False
        return True

    def starts_unanswered(self, now_ms: int) -> None:
        """Notes that a kubelet starts whose heartbeats are not answered in time. It asks for its Lease first,
        so no update is on its way.
        """
        self.stalled = StalledRenewal(now_ms)

    def due_ms(self, *, renews: bool) -> int | None:
        """The time (ms) of the next write; statuses are posted while the kubelet `renews` its Lease."""
        times = (self.posts_ms if renews else None, None if self.stalled is None else self.stalled.due_ms)
        return min((at for at in times if at is not None), default=None)

    def _stalls(self, now_ms: int, delay_ms: int, *, renewed: bool) -> None:
        """Notes that answers to heartbeats take too long from now on. `renewed` means that renewals went on
        until now, so that the next regular one is the first without an answer.
        """
        if self.stalled is not None:
            self.stalled = replace(self.stalled, resumes_ms=None)
            return
        began_ms = renewal_after(now_ms) if renewed else now_ms
        self.stalled = StalledRenewal(began_ms, began_ms + delay_ms)

    def renew_late(self, api: ApiServer, now_ms: int, clock_offset_ms: int, delay_ms: int) -> None:
        """Carries out what is due of a renewal over a slow connection: a late one arrives, or they go on."""
        stalled = self.stalled
        if stalled is None or stalled.due_ms is None or now_ms < stalled.due_ms:
            return
        if stalled.resumes_ms is not None and stalled.resumes_ms <= now_ms:
            self.speaks_again(now_ms, delay_ms)
            self.keep_lease(api, now_ms, clock_offset_ms, renews=True)
            return
        self.stalled = replace(stalled, arrives_ms=None)
        lease = api.get("Lease", node_lease_key(self.name))
        if isinstance(lease, Lease):
            self.last_renewal_ms = now_ms
            renew_time = api.timestamp(stalled.began_ms + clock_offset_ms)
            api.replace(
                "Lease", node_lease_key(self.name), with_value(lease.manifest, RENEW_TIME, renew_time)
            )

    def keep_lease(self, api: ApiServer, now_ms: int, clock_offset_ms: int, *, renews: bool) -> bool:
        """Writes the Lease if its renewal has stopped or resumed since it was written; True when it wrote."""
        key = node_lease_key(self.name)
        lease = api.get("Lease", key)
        renewing = not isinstance(lease, Lease) or lease.renewing
        if renewing == renews or (lease is None and self.name not in api.nodes):
            return False
        renewed_ms = now_ms if renews else max(renewal_before(now_ms), self.renewed_ms)
        self.last_renewal_ms = renewed_ms
        manifest = node_lease(self.name, api.timestamp(renewed_ms + clock_offset_ms), renewing=renews)
        if lease is None:
            api.create("Lease", manifest, now_ms)
        else:
            metadata = {**lease.metadata_manifest, **mapping(manifest["metadata"])}
            api.replace("Lease", key, {**lease.manifest, **manifest, "metadata": metadata})
        return True

    def write_volumes(self, used: tuple[str, ...], api: ApiServer, *, again: bool) -> None:
        """Writes node.status.volumesInUse. With `again` the stored list may differ from the one that this
        kubelet wrote last.
        """
        if (used != self.in_use or again) and mounts.write_in_use(used, api, self.name):
            self.in_use = used

    def register(self, api: ApiServer, now_ms: int, clock_ms: int) -> bool:
        """Creates the Node object when the kubelet process has just started; True when it did."""
        registers, self.registers = self.registers, False
        if not registers or self.first is None or self.last is None:
            return False
        fresh = registration(self.first, self.last, api.timestamp(clock_ms))
        if self.boot_id:
            fresh = with_value(fresh, BOOT_ID, self.boot_id)
        api.create("Node", fresh, now_ms)
        return True

    def post_status(self, api: ApiServer, now_ms: int, clock_ms: int) -> Message | None:
        """Posts the node status; None when the stored one is the same."""
        self.registers = False
        stored = self.last = api.nodes[self.name]
        status = refreshed_status(stored.manifest, api.timestamp(clock_ms), self.conditions)
        rebooted = bool(self.boot_id) and stored.info.get("bootID") != self.boot_id
        upgraded = bool(self.version) and stored.info.get("kubeletVersion") != self.version
        if status is None and not rebooted and not upgraded:
            return None
        before = stored.status_manifest
        status = dict(before) if status is None else status
        changed = changed_conditions(before, status)
        if rebooted:
            status["nodeInfo"] = {**mapping(status.get("nodeInfo")), "bootID": self.boot_id}
            text = f"Node {self.name} has been rebooted, boot id: {self.boot_id}"
            api.record_event(
                Occurrence(stored, "Warning", "Rebooted", text, "kubelet", host=self.name), now_ms
            )
        if upgraded:
            status["nodeInfo"] = {**mapping(status.get("nodeInfo")), "kubeletVersion": self.version}
            status.pop("declaredFeatures", None)
            if self.features:
                status["declaredFeatures"] = list[Json](self.features)
        api.update_status("Node", self.name, status)
        for reason in event_reasons(changed):
            text = f"Node {self.name} status is now: {reason}"
            api.record_event(Occurrence(stored, "Normal", reason, text, "kubelet", host=self.name), now_ms)
        if ("Ready", "True") in changed:
            return message("kubelet.posts_node", node=self.name)
        if upgraded and not changed:
            return message("kubelet.upgraded", node=self.name, version=self.version)
        if rebooted and not changed:
            return message("kubelet.rebooted", node=self.name)
        changes = tuple(f"{kind} {value}" for kind, value in changed)
        return message("kubelet.posts_conditions", node=self.name, conditions=changes)

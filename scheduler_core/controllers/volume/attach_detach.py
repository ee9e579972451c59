"""The attach/detach controller: attaches volumes to the nodes of the pods that use them, a volume to one node
at a time unless its access modes allow several.

Source: pkg/controller/volume/attachdetach (v1.34). Its loop runs every 100 ms, detaches before it attaches,
and is played only when something it reads has changed. Attaching and detaching take no time of their own.
Every step is a write that fails if another client was faster: a VolumeAttachment is created under a name
derived from volume and node, and deleted by the uid that was read.

Unlike upstream, a terminating pod no longer gets volumes attached, and nodes that are not ready come last.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from scheduler_core.actor import Act, message
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.events import Occurrence
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.apiserver.storage.watch import EventType, WatchEvent
from scheduler_core.controllers.common.timers import Timer
from scheduler_core.controllers.volume.attachments import (
    FORCE_AFTER_MS,
    Attachments,
    Place,
    attachment_manifest,
    attachments,
    may_detach,
    multi_attach_texts,
    out_of_service,
    releases_volumes,
    with_attached,
)
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.replacing import State
from scheduler_core.objects.storage import PersistentVolumeClaim, VolumeAttachment
from scheduler_core.objects.volumes.attachable import (
    allows_many_nodes,
    attached_as,
    attacher,
    attachment_name,
    claim_keys,
    volumes_attached,
    volumes_in_use,
)

LOOP_MS = 100
COMPONENT = "attachdetach-controller"


class AttachDetachController(State):
    """The attach/detach controller; it sleeps while no pod uses a claim and no attachment exists."""

    name = "attachdetach-controller"
    watches = frozenset(
        {"Pod", "Node", "VolumeAttachment", "PersistentVolumeClaim", "PersistentVolume", "CSIDriver"}
    )
    rank = 28

    def __init__(self) -> None:
        # Keys of bound pods that use claims, and (volume, node) of the attachments.
        self._users: dict[str, None] = {}
        self._attached: dict[Place, None] = {}
        # Volumes in use on deleted nodes, from the last status of the node.
        self._last_in_use: dict[str, tuple[str, ...]] = {}
        # Attachments that another client deleted.
        self._broken: dict[Place, None] = {}
        self._due_ms: int | None = None
        # Time (ms) since which no pod of the node needs the volume, and the Events that have been recorded.
        self._requested: dict[Place, int] = {}
        self._reported: dict[tuple[str, Place], None] = {}

    # Watch events

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        match event.kind:
            case "Pod":
                self._observe_pod(event, now_ms)
            case "Node":
                self._observe_node(event, now_ms)
            case "VolumeAttachment":
                self._observe_attachment(event, now_ms)
            case "PersistentVolumeClaim":
                old, new = (
                    claim.volume_name
                    if isinstance(claim, PersistentVolumeClaim) and claim.phase == "Bound"
                    else ""
                    for claim in (event.old, event.new)
                )
                if old != new and self._users:
                    self._schedule_loop(now_ms)
            case "PersistentVolume" | "CSIDriver":
                if self._users and (event.old is None or event.new is None):
                    self._schedule_loop(now_ms)

    def _observe_pod(self, event: WatchEvent, now_ms: int) -> None:
        old = event.old if isinstance(event.old, Pod) else None
        new = event.new if isinstance(event.new, Pod) else None
        pod = new or old
        if pod is None or not pod.spec.volumes or next(claim_keys(pod), None) is None:
            return
        if new is not None and new.node_name:
            self._users[event.key] = None
        else:
            self._users.pop(event.key, None)
        if _pod_fields(old) != _pod_fields(new):
            self._schedule_loop(now_ms)

    def _observe_node(self, event: WatchEvent, now_ms: int) -> None:
        if isinstance(event.new, Node):
            self._last_in_use.pop(event.key, None)
        elif isinstance(event.old, Node):
            self._last_in_use[event.key] = volumes_in_use(event.old)
        if (self._users or self._attached) and _node_fields(event.old) != _node_fields(event.new):
            self._schedule_loop(now_ms)

    def _observe_attachment(self, event: WatchEvent, now_ms: int) -> None:
        attachment = event.new or event.old
        if not isinstance(attachment, VolumeAttachment):
            return
        place = (attachment.persistent_volume_name, attachment.node_name)
        if event.type is EventType.DELETED:
            self._attached.pop(place, None)
            self._broken[place] = None
        else:
            self._attached[place] = None
        self._schedule_loop(now_ms)

    def _schedule_loop(self, now_ms: int) -> None:
        due = now_ms + LOOP_MS
        self._due_ms = due if self._due_ms is None else min(self._due_ms, due)

    # Acting

    def next_ms(self, now_ms: int) -> int | None:
        return self._due_ms

    def act(self, api: ApiServer, now_ms: int, random: Random) -> Act | None:
        """Does the first write that is due; the loop runs again at once until none is."""
        self._due_ms = None
        state = attachments(api, self._users)
        act = (
            self._sync_volumes_attached(state, api, now_ms)
            or self._detach_unneeded(state, api, now_ms)
            or self._attach_missing(state, api, now_ms)
        )
        if act is not None:
            self._due_ms = now_ms
            return act
        forced = [
            at + FORCE_AFTER_MS + LOOP_MS
            for (volume, node), at in self._requested.items()
            if (stored := api.nodes.get(node)) is None or not stored.ready
        ]
        times = [at for at in (*forced, self._due_ms) if at is not None and at > now_ms]
        self._due_ms = min(times, default=None)
        return None

    def _retry(self, now_ms: int) -> None:
        """The object has changed in the meantime, so the next loop reads it again."""
        self._due_ms = now_ms + LOOP_MS

    def _sync_volumes_attached(self, state: Attachments, api: ApiServer, now_ms: int) -> Act | None:
        """Brings status.volumesAttached of the nodes in line with the attachments."""
        for place in list(self._broken):
            del self._broken[place]
            if place not in state.actual:
                self._update_volumes_attached(state, place, api, now_ms, attached=False)
        for place in state.actual:
            if place in state.desired and self._update_volumes_attached(
                state, place, api, now_ms, attached=True
            ):
                sentence = message("attach.attached", volume=place[0], node=place[1])
                return self._volume_act(sentence.id, place, state.desired[place])
        return None

    def _update_volumes_attached(
        self, state: Attachments, place: Place, api: ApiServer, now_ms: int, *, attached: bool
    ) -> bool:
        """Whether the node's volumesAttached had to be changed, and was."""
        node, unique = api.nodes.get(place[1]), state.unique_name(place[0])
        if node is None or not unique or (unique in volumes_attached(node)) == attached:
            return False
        status = with_attached(node, unique, attached=attached)
        if isinstance(api.update_status("Node", node.name, status), Refused):
            self._retry(now_ms)
            return False
        return True

    # Detaching

    def _detach_unneeded(self, state: Attachments, api: ApiServer, now_ms: int) -> Act | None:
        """Detaches the first volume that no pod of its node needs and that may be detached."""
        for place in list(self._requested):
            if place in state.desired or place not in state.actual:
                del self._requested[place]
        for place, attachment in state.actual.items():
            if place in state.desired:
                self._reported.pop(("waits", place), None)
                continue
            since = self._requested.setdefault(place, now_ms)
            node = api.nodes.get(place[1])
            in_use = self._in_use(state, place, attachment, node)
            if may_detach(in_use=in_use, node=node, waited_ms=now_ms - since):
                act = self._detach(state, place, attachment, api, now_ms, forced=in_use)
            else:
                act = self._wait(place, node, now_ms - since)
            if act is not None:
                return act
        return None

    def _in_use(
        self, state: Attachments, place: Place, attachment: VolumeAttachment, node: Node | None
    ) -> bool:
        """Whether the node reports the volume as in use; a node that was never seen counts as using it."""
        listed = self._last_in_use.get(place[1]) if node is None else volumes_in_use(node)
        if listed is None:
            return True
        # A volume whose object was removed by force may still be mounted.
        return (state.unique_name(place[0]) or attached_as(listed, attachment)) in listed

    def _detach(
        self,
        state: Attachments,
        place: Place,
        attachment: VolumeAttachment,
        api: ApiServer,
        now_ms: int,
        *,
        forced: bool,
    ) -> Act | None:
        """Removes the volume from volumesAttached, then detaches it."""
        node = api.nodes.get(place[1])
        attached = () if node is None else volumes_attached(node)
        unique = state.unique_name(place[0]) or attached_as(attached, attachment)
        if node is not None and unique in attached:
            status = with_attached(node, unique, attached=False)
            if isinstance(api.update_status("Node", node.name, status), Refused):
                self._retry(now_ms)
                return None
        meta = attachment.meta
        result = api.delete("VolumeAttachment", meta.name, DeleteOptions(precondition_uid=meta.uid), now_ms)
        if isinstance(result, Refused):
            self._retry(now_ms)
            return None
        self._requested.pop(place, None)
        self._reported.pop(("waits", place), None)
        return self._volume_act("attach.forced" if forced else "attach.detached", place, ())

    def _wait(self, place: Place, node: Node | None, waited_ms: int) -> Act | None:
        """Records once that the timer of a forced detachment runs."""
        if (node is not None and node.ready) or ("waits", place) in self._reported:
            return None
        self._reported["waits", place] = None
        seconds = (FORCE_AFTER_MS - waited_ms) // 1000
        sentence = message("attach.waits", volume=place[0], node=place[1], seconds=seconds)
        focus = (place[1],) if node is not None else ()
        return Act("controller", self.name, "update", sentence, focus_nodes=focus)

    # Attaching

    def _attach_missing(self, state: Attachments, api: ApiServer, now_ms: int) -> Act | None:
        """Attaches the first volume that a pod waits for, or reports that another node still has it."""
        for report in list(self._reported):
            if report[0] == "multi" and report[1] not in state.desired:
                del self._reported[report]
        missing = [
            (place, pods)
            for place, pods in state.desired.items()
            if place not in state.actual
            and place[1] in api.nodes
            and not all(pod.terminating for pod in pods)
        ]
        for place, pods in sorted(missing, key=lambda entry: not api.nodes[entry[0][1]].ready):
            elsewhere = state.nodes_with(place[0])
            if elsewhere and not allows_many_nodes(state.volumes[place[0]]):
                act = self._report(state, place, pods, elsewhere, api, now_ms)
            else:
                act = self._attach(state, place, pods, api, now_ms)
            if act is not None:
                return act
        return None

    def _attach(
        self, state: Attachments, place: Place, pods: Sequence[Pod], api: ApiServer, now_ms: int
    ) -> Act | None:
        """Creates the VolumeAttachment; None when another client was faster."""
        volume = state.volumes[place[0]]
        driver = attacher(volume, api.objects("CSIDriver"))
        name = attachment_name(volume, driver, place[1])
        if isinstance(
            api.create("VolumeAttachment", attachment_manifest(name, driver, place), now_ms), Refused
        ):
            self._retry(now_ms)
            return None
        # If the node has changed in the meantime, the next loop corrects volumesAttached.
        self._update_volumes_attached(state, place, api, now_ms, attached=True)
        note = f'AttachVolume.Attach succeeded for volume "{place[0]}"'
        for pod in pods:
            api.record_event(Occurrence(pod, "Normal", "SuccessfulAttachVolume", note, COMPONENT), now_ms)
        return self._volume_act("attach.attached", place, pods)

    def _report(
        self,
        state: Attachments,
        place: Place,
        pods: Sequence[Pod],
        elsewhere: Sequence[str],
        api: ApiServer,
        now_ms: int,
    ) -> Act | None:
        """Reports the multi-attach error once for each volume and waiting node."""
        if ("multi", place) in self._reported:
            return None
        self._reported["multi", place] = None
        users = [pod for node in elsewhere for pod in state.desired.get((place[0], node), ())]
        for pod, note in zip(pods, multi_attach_texts(place[0], pods, users), strict=True):
            api.record_event(Occurrence(pod, "Warning", "FailedAttachVolume", note, COMPONENT), now_ms)
        sentence = message("attach.multi", volume=place[0], node=place[1], others=tuple(elsewhere))
        keys = tuple(pod.key for pod in pods)
        return Act("controller", self.name, "update", sentence, focus_pods=keys, focus_nodes=(place[1],))

    def _volume_act(self, what: str, place: Place, pods: Sequence[Pod]) -> Act:
        sentence = message(what, volume=place[0], node=place[1])
        keys = tuple(pod.key for pod in pods)
        return Act("controller", self.name, "update", sentence, focus_pods=keys, focus_nodes=(place[1],))

    # Views for the board

    def timers(self) -> tuple[Timer, ...]:
        """The forced detachments that are planned."""
        timers: list[Timer] = []
        for what, place in self._reported:
            since = self._requested.get(place)
            if what == "waits" and since is not None:
                why = message("timer.detach", volume=place[0], node=place[1])
                due = since + FORCE_AFTER_MS + LOOP_MS
                timers.append(Timer("detach", since, due, why, node=place[1], volume=place[0]))
        return tuple(timers)

    # Checkpoints

    def fingerprint(self) -> Json:
        return [
            self._due_ms,
            [[*place, at] for place, at in self._requested.items()],
            [[what, *place] for what, place in self._reported],
            [list(place) for place in self._broken],
            {node: list(names) for node, names in self._last_in_use.items()},
        ]


def _pod_fields(pod: Pod | None) -> tuple[str, bool, bool]:
    """The fields of a pod that the loop reads."""
    return ("", False, False) if pod is None else (pod.node_name, releases_volumes(pod), pod.terminating)


def _node_fields(node: object) -> tuple[bool, bool, bool, tuple[str, ...], tuple[str, ...]]:
    """The fields of a node that the loop reads."""
    if not isinstance(node, Node):
        return False, False, False, (), ()
    return True, node.ready, out_of_service(node), volumes_in_use(node), volumes_attached(node)

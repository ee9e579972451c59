"""What an input that may lose data changes: how it is now, and how it will be afterwards.

An answer is `{"safe", "says", "rows"}`. `safe` means that no process can do harm afterwards that cannot do
harm now; `says` is the sentence about the input. A row is `{"what", "now", "after", "level"}`, where `level`
is `ok`, `bad` or empty. `says` and the cells of a row are phrases: `{"say", "args"}` names a sentence and its
arguments, `{"text"}` is drawn as it is.

Source: the documentation on force deletion of StatefulSet pods and on node deletion (v1.34);
`process_fate.py`, pkg/controller/podgc and pkg/controller/volume/attachdetach for what follows.
"""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.board.object_views.storage_views import attached_to
from scheduler_core.board.safety.name_locks import UID_CHARACTERS, of_a_stateful_set
from scheduler_core.board.safety.node_state import is_apart
from scheduler_core.board.safety.process_fate import SAFE_FATES, process_fate
from scheduler_core.board.safety.writers import writers_on
from scheduler_core.controllers.pod_gc import REMOVED_MS
from scheduler_core.controllers.volume.attachments import FORCE_AFTER_MS
from scheduler_core.engine.world import World
from scheduler_core.inputs.kubectl_inputs import BreakAttachment, Delete
from scheduler_core.inputs.parse import TimedInput, parse_input
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.storage import PersistentVolume, PersistentVolumeClaim
from scheduler_core.objects.volumes.attachable import allows_many_nodes, claim_keys

Phrase = dict[str, Json]
Answer = dict[str, Json]


def consequences(world: World, input_json: Json) -> Answer | Problem | None:
    """What an input (JSON) that may lose data would change: the consequences of deleting a pod by force, of
    deleting a Node object, or of removing an attachment. None for any other input, and where there is no such
    object."""
    parsed = parse_input(input_json)
    if isinstance(parsed, Problem):
        return parsed
    value = parsed.input if isinstance(parsed, TimedInput) else parsed
    if isinstance(value, BreakAttachment):
        return _break_attachment(world, value.volume, value.node)
    if not isinstance(value, Delete):
        return None
    if value.target.kind == "Node":
        return _delete_node(world, value.target.name)
    pod = world.api.pods.get(value.target.key) if value.target.kind == "Pod" and value.force else None
    return None if pod is None else _force_delete(world, pod)


def _force_delete(world: World, pod: Pod) -> Answer:
    fate = process_fate(world.cluster, pod)
    live = sum(key == pod.key for _, host in world.cluster.machines() for key in host.running().values())
    released = {"none": "released_safe", "isolated": "released_isolated"}.get(fate, "released")
    level = {"none": "ok", "isolated": "ok", "ends": ""}.get(fate, "bad")
    rows = [
        _row(
            _say("name", name=pod.name),
            _say("held", uid=pod.uid[:UID_CHARACTERS]),
            _say(released),
            level,
        ),
        _row(
            _say("processes", name=pod.name),
            _text(str(live)),
            _processes_after(pod, fate, live),
            "bad" if level == "bad" else "ok",
        ),
        *_claims_after(world, pod, fate),
    ]
    says = {"none": "force_says_safe", "isolated": "force_says_isolated"}.get(fate, "force_says")
    return _answer(_say(says, name=pod.name, node=pod.node_name), rows, safe=fate in SAFE_FATES)


def _processes_after(pod: Pod, fate: str, live: int) -> Phrase:
    """How many processes of the pod's name there can be afterwards. Only a StatefulSet creates a second pod
    of the name."""
    again = of_a_stateful_set(pod)
    match fate:
        case "none":
            return _say("none")
        case "ends":
            return _say("ends_soon")
        case "isolated":
            return _say("replaced") if again else _say("run_on", n=live)
    sentence = "up_to_two" if fate == "cut" else "up_to_two_down"
    return _say(sentence, n=live + again, node=pod.node_name)


def _claims_after(world: World, pod: Pod, fate: str) -> Iterator[Json]:
    """A row for each claim of the pod: when its volume is free for a pod on another node."""
    api = world.api
    for key in dict.fromkeys(claim_keys(pod)):
        claim = api.get("PersistentVolumeClaim", key)
        name = claim.volume_name if isinstance(claim, PersistentVolumeClaim) else ""
        volume = api.get("PersistentVolume", name)
        now = _text(pod.node_name) if pod.node_name else _say("nobody")
        after, level = _say("volume_free"), ""
        if isinstance(volume, PersistentVolume) and fate not in SAFE_FATES:
            if allows_many_nodes(volume):
                after, level = _say("volume_both"), "bad"
            elif fate != "ends" and pod.node_name in attached_to(api, name):
                after = _say("volume_waits", seconds=FORCE_AFTER_MS // 1000)
        yield _row(_text(key.partition("/")[2]), now, after, level)


def _break_attachment(world: World, volume_name: str, node: str) -> Answer | None:
    volume, host = world.api.get("PersistentVolume", volume_name), world.cluster.host(node)
    if not isinstance(volume, PersistentVolume) or host is None:
        return None
    claim = volume.claim
    key = "" if claim is None else f"{claim.namespace}/{claim.name}"
    pods: list[Json] = [*writers_on(host).get(key, [])]
    rows = [
        _row(_text(volume_name), _say("on_node", node=node), _say("attachable")),
        _row(
            _text(volume_name if claim is None else claim.name),
            _say("writers", pods=pods, node=node) if pods else _say("nobody"),
            _say("may_go_on", pods=pods) if pods else _say("nobody"),
            "bad" if pods else "ok",
        ),
    ]
    return _answer(_say("break_says", node=node, volume=volume_name), rows, safe=not pods)


def _delete_node(world: World, name: str) -> Answer | None:
    host = world.cluster.host(name)
    if name not in world.api.nodes or host is None:
        return None
    objects = sum(pod.node_name == name for pod in world.api.pods.values())
    running = len(host.running())
    unseen = is_apart(host, registered=True) and host.hardware.power
    removed = _say("pods_removed", **{"from": REMOVED_MS[0] // 1000, "until": REMOVED_MS[1] // 1000})
    ended = _say("ends_soon") if running else _say("none_runs")
    bad = "bad" if unseen else ""
    rows = [
        _row(
            _say("objects", node=name),
            _say("pods", n=objects),
            removed if objects else _say("pods", n=0),
            bad if objects else "",
        ),
        _row(
            _say("processes_of", node=name),
            _text(str(running)),
            _say("run_on", n=running) if running and unseen else ended,
            "bad" if running and unseen else "ok",
        ),
    ]
    return _answer(_say("node_says", node=name), rows, safe=running == 0)


def _answer(says: Phrase, rows: list[Json], *, safe: bool) -> Answer:
    return {"safe": safe, "says": says, "rows": rows}


def _row(what: Phrase, now: Phrase, after: Phrase, level: str = "") -> Json:
    return {"what": what, "now": now, "after": after, "level": level}


def _say(sentence: str, **args: Json) -> Phrase:
    return {"say": sentence, "args": args}


def _text(text: str) -> Phrase:
    return {"text": text}

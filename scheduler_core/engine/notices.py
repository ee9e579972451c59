"""Acts that no component reports itself: a scripted input that failed, an actor that only waits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scheduler_core.actor import Act, Message, MessageArg, message
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.controllers.common.timers import waits_for
from scheduler_core.inputs.outcome import you
from scheduler_core.inputs.untimed import Untimed
from scheduler_core.kubelet.eviction.resource_words import resource_word
from scheduler_core.objects.manifest import Json, find
from scheduler_core.objects.problem import Problem
from scheduler_core.simulation.cluster.cluster import Cluster

NOTICE = "notice"
"""The kind of the act of an actor that began to wait for something, or ceased to."""


def failed(value: Untimed, outcome: Refused | Problem) -> Act:
    """The act of a scripted input that was refused or names something that does not exist."""
    if isinstance(outcome, Refused):
        return you(value.kind, message("you.were_refused", text=outcome.text))
    args = tuple((name, _argument(arg)) for name, arg in outcome.args.items())
    return you(value.kind, message("you.could_not", why=Message(outcome.code, args)))


def noticed(cluster: Cluster, name: str, changes: Sequence[Mapping[str, Json]]) -> Act:
    """The act of an actor that wrote nothing but started or stopped a timer on the board."""
    pods = tuple(str(change["key"]) for change in changes if change["kind"] == "pod")
    waited_for = [waits_for(str(change["key"])) for change in changes if change["kind"] == "timer"]
    nodes = tuple(node for _, node in waited_for if node)
    if pods:
        sentence = message("noticed.pods", who=name, pods=_names(pods))
    elif any(change["op"] != "del" for change in changes):
        sentence = message("noticed.looked", who=name)
    elif waited_for:
        pods = tuple(pod for pod, _ in waited_for if pod)
        sentence = message("noticed.over_for", who=name, names=(*_names(pods), *nodes))
    else:
        sentence = message("noticed.over", who=name)
    for change in changes:
        bar = find(change.get("view"), "bar")
        if change["kind"] == "pressure" and isinstance(bar, Mapping):
            amount, resource = _argument(bar["freeText"]), resource_word(str(bar["resource"]))
            sentence = message("noticed.measured", who=name, amount=amount, resource=resource)
            nodes += (str(change["key"]),)
        why = find(change.get("view"), "why")
        if change["kind"] == "timer" and isinstance(why, Mapping):
            sentence = _read(why)
    side = "kubelet" if cluster.components.is_kubelet(name) else "controller"
    if name == cluster.components.scheduler_name:
        side = "scheduler"
    return Act(side, name, NOTICE, sentence, focus_pods=pods, focus_nodes=nodes)


def _names(pods: Sequence[str]) -> tuple[str, ...]:
    return tuple(key.rpartition("/")[2] for key in pods)


def _read(value: Mapping[str, Json]) -> Message:
    """A message from its JSON."""
    arguments = value.get("args")
    given = arguments if isinstance(arguments, Mapping) else {}
    return Message(str(value.get("id")), tuple((name, _read_argument(arg)) for name, arg in given.items()))


def _read_argument(value: Json) -> MessageArg:
    if isinstance(value, Mapping):
        return _read(value)
    if isinstance(value, (list, tuple)):
        return tuple(str(entry) for entry in value)
    return _argument(value)


def _argument(value: Json) -> MessageArg:
    return value if isinstance(value, (str, int, float)) or value is None else str(value)

"""The kubectl line that does the same as an input."""

from __future__ import annotations

import json
from collections.abc import Mapping

from scheduler_core.inputs.api_inputs import ApiWrite
from scheduler_core.inputs.kubectl_inputs import (
    DRAIN,
    LOSE,
    AddTaint,
    Apply,
    BreakAttachment,
    Cordon,
    Delete,
    Drain,
    Evict,
    Maintenance,
    RemoveFinalizer,
    RemoveTaint,
    Rollback,
    Scale,
    SetCondition,
    SetLabels,
    Uncordon,
)
from scheduler_core.inputs.reader import ObjectRef
from scheduler_core.inputs.untimed import Untimed
from scheduler_core.objects.manifest import text
from scheduler_core.queries.verbs.verb import named, slashed

MOST_NAMED = 3
"""The largest number of objects of an `apply` that the line names."""


def kubectl_line(command: Untimed) -> str:
    """The line, or "" where kubectl cannot do it: a fault."""
    match command:
        case Apply():
            return _apply(command)
        case Delete():
            return _delete(command)
        case Cordon() | Uncordon():
            return f"kubectl {command.kind} {command.node}"
        case AddTaint():
            return _taint(command)
        case RemoveTaint():
            return _untaint(command)
        case SetLabels():
            return _label(command)
        case Scale():
            return f"kubectl scale {named(command.target)} --replicas={command.replicas}"
        case Evict():
            return _evict(command)
        case Drain():
            return _drain(command)
        case Maintenance():
            return _maintenance(command)
        case _:
            return _other(command)


def _other(command: Untimed) -> str:
    """Those that kubectl has no verb of its own for, or that are seldom."""
    match command:
        case Rollback():
            return _rollback(command)
        case RemoveFinalizer():
            return _finalizer(command)
        case SetCondition():
            return _condition(command)
        case BreakAttachment():
            about = f"{command.volume}, node {command.node}"
            return f"kubectl delete volumeattachment --grace-period=0 --force  # {about}"
        case ApiWrite():
            return _request(command)
        case _:
            return ""


def _apply(apply: Apply) -> str:
    names = []
    for document in apply.documents:
        meta = document.get("metadata")
        name = text(meta.get("name")) if isinstance(meta, Mapping) else ""
        names.append(f"{text(document.get('kind')).lower()}/{name}")
    more = ", …" if len(names) > MOST_NAMED else ""
    return f"kubectl apply -f -  # {', '.join(names[:MOST_NAMED])}{more}"


def _delete(delete: Delete) -> str:
    line = f"kubectl delete {named(delete.target)}"
    if delete.grace_period_seconds is not None:
        line += f" --grace-period={delete.grace_period_seconds}"
    if delete.force:
        line += " --force"
    if delete.propagation is not None:
        line += f" --cascade={delete.propagation.lower()}"
    return line


def _taint(taint: AddTaint) -> str:
    value = f"={taint.value}" if taint.value else ""
    return f"kubectl taint nodes {taint.node} {taint.key}{value}:{taint.effect}"


def _untaint(taint: RemoveTaint) -> str:
    effect = f":{taint.effect}" if taint.effect else ""
    return f"kubectl taint nodes {taint.node} {taint.key}{effect}-"


def _label(change: SetLabels) -> str:
    pairs = " ".join(f"{key}-" if value is None else f"{key}={value}" for key, value in change.labels.items())
    return f"kubectl label --overwrite {named(change.target)} {pairs}"


def _drain(drain: Drain) -> str:
    flags = {
        " --ignore-daemonsets": drain.ignore_daemon_sets,
        " --delete-emptydir-data": drain.delete_empty_dir_data,
        " --force": drain.force,
        " --disable-eviction": drain.disable_eviction,
        f" --grace-period={drain.grace_period_seconds}": drain.grace_period_seconds is not None,
        f" --timeout={drain.timeout_seconds}s": drain.timeout_seconds > 0,
    }
    return f"kubectl drain {drain.node}" + "".join(name for name, on in flags.items() if on)


def _maintenance(value: Maintenance) -> str:
    """One line for all nodes; "" for machines that are switched off, for which kubectl has no verb."""
    flags = f"--ignore-daemonsets --delete-emptydir-data{' --force' if value.force else ''}"
    names = " ".join(value.nodes)
    if value.plan == DRAIN:
        return f"kubectl drain {names} {flags}"
    if value.plan == LOSE:
        return ""
    extra = " ".join(value.surge or ())
    end = f" && kubectl drain {extra} {flags} && kubectl delete node {extra}" if extra else ""
    if value.at_once == 1:
        failed = "exit 1" if extra else "break"
        loop = f"for n in {names}; do kubectl drain $n {flags} || {failed}; kubectl uncordon $n; done"
        return f"({loop}){end}" if extra else loop
    one_node = f"kubectl drain {{}} {flags} && kubectl uncordon {{}}"
    return f"printf '%s\\n' {names} | xargs -P {value.at_once} -I {{}} sh -c '{one_node} || exit 255'{end}"


def _rollback(rollback: Rollback) -> str:
    revision = f" --to-revision={rollback.revision}" if rollback.revision else ""
    return f"kubectl rollout undo {slashed(rollback.target)}{revision}"


def _evict(eviction: Evict) -> str:
    namespace, _, name = eviction.pod.partition("/")
    path = f"/api/v1/namespaces/{namespace}/pods/{name}/eviction"
    body = f'{{"apiVersion":"policy/v1","kind":"Eviction","metadata":{{"name":"{name}"}}}}'
    return f"echo '{body}' | kubectl create --raw {path} -f -"


def _finalizer(removal: RemoveFinalizer) -> str:
    return f"kubectl edit {named(removal.target)}  # metadata.finalizers without {removal.finalizer}"


def _condition(value: SetCondition) -> str:
    namespace, _, name = value.pod.partition("/")
    conditions = [{"type": value.condition, "status": value.status}]
    patch = json.dumps({"status": {"conditions": conditions}}, separators=(",", ":"))
    return f"kubectl patch {named(ObjectRef('Pod', namespace, name))} --subresource=status -p '{patch}'"


def _request(write: ApiWrite) -> str:
    target = write.target
    if write.verb in ("observe", "report"):
        return ""
    if write.verb == "bind":
        body = f'{{"target":{{"kind":"Node","name":"{write.node}"}},"metadata":{{"name":"{target.name}"}}}}'
        path = f"/api/v1/namespaces/{target.namespace}/pods/{target.name}/binding"
        return f"echo '{body}' | kubectl create --raw {path} -f -"
    if write.verb == "evict":
        return _evict(Evict(target.key))
    if write.verb == "delete":
        return f"kubectl delete {named(target)}"
    return f"kubectl {'create' if write.verb == 'create' else 'replace'} -f -  # {slashed(target)}"

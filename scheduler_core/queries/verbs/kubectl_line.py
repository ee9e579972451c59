"""The kubectl line that does the same as an input."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.inputs.api_inputs import ApiWrite
from scheduler_core.inputs.kubectl_inputs import (
    AddTaint,
    Apply,
    BreakAttachment,
    Cordon,
    Delete,
    Drain,
    Evict,
    RemoveFinalizer,
    RemoveTaint,
    Rollback,
    Scale,
    SetLabels,
    Uncordon,
)
from scheduler_core.inputs.untimed import Untimed
from scheduler_core.objects.manifest import text
from scheduler_core.queries.verbs.verb import named, slashed

MOST_NAMED = 3
"""The largest number of objects of an `apply` that the line names."""


def kubectl_line(given: Untimed) -> str:
    """The line, or "" where kubectl cannot do it: a fault."""
    match given:
        case Apply():
            return _apply(given)
        case Delete():
            return _delete(given)
        case Cordon() | Uncordon():
            return f"kubectl {given.kind} {given.node}"
        case AddTaint():
            return _taint(given)
        case RemoveTaint():
            return _untaint(given)
        case SetLabels():
            return _label(given)
        case Scale():
            return f"kubectl scale {named(given.target)} --replicas={given.replicas}"
        case Evict():
            return _evict(given)
        case Drain():
            return _drain(given)
        case _:
            return _other(given)


def _other(given: Untimed) -> str:
    """Those that kubectl has no verb of its own for, or that are seldom."""
    match given:
        case Rollback():
            return _rollback(given)
        case RemoveFinalizer():
            return _finalizer(given)
        case BreakAttachment():
            about = f"{given.volume}, node {given.node}"
            return f"kubectl delete volumeattachment --grace-period=0 --force  # {about}"
        case ApiWrite():
            return _request(given)
        case _:
            return ""


def _apply(given: Apply) -> str:
    names = []
    for document in given.documents:
        meta = document.get("metadata")
        name = text(meta.get("name")) if isinstance(meta, Mapping) else ""
        names.append(f"{text(document.get('kind')).lower()}/{name}")
    more = ", …" if len(names) > MOST_NAMED else ""
    return f"kubectl apply -f -  # {', '.join(names[:MOST_NAMED])}{more}"


def _delete(given: Delete) -> str:
    line = f"kubectl delete {named(given.target)}"
    if given.grace_period_seconds is not None:
        line += f" --grace-period={given.grace_period_seconds}"
    if given.force:
        line += " --force"
    if given.propagation is not None:
        line += f" --cascade={given.propagation.lower()}"
    return line


def _taint(given: AddTaint) -> str:
    value = f"={given.value}" if given.value else ""
    return f"kubectl taint nodes {given.node} {given.key}{value}:{given.effect}"


def _untaint(given: RemoveTaint) -> str:
    effect = f":{given.effect}" if given.effect else ""
    return f"kubectl taint nodes {given.node} {given.key}{effect}-"


def _label(given: SetLabels) -> str:
    pairs = " ".join(f"{key}-" if value is None else f"{key}={value}" for key, value in given.labels.items())
    return f"kubectl label --overwrite {named(given.target)} {pairs}"


def _drain(given: Drain) -> str:
    flags = {
        " --ignore-daemonsets": given.ignore_daemon_sets,
        " --delete-emptydir-data": given.delete_empty_dir_data,
        " --force": given.force,
        " --disable-eviction": given.disable_eviction,
        f" --grace-period={given.grace_period_seconds}": given.grace_period_seconds is not None,
        f" --timeout={given.timeout_seconds}s": given.timeout_seconds > 0,
    }
    return f"kubectl drain {given.node}" + "".join(name for name, on in flags.items() if on)


def _rollback(given: Rollback) -> str:
    revision = f" --to-revision={given.revision}" if given.revision else ""
    return f"kubectl rollout undo {slashed(given.target)}{revision}"


def _evict(given: Evict) -> str:
    namespace, _, name = given.pod.partition("/")
    path = f"/api/v1/namespaces/{namespace}/pods/{name}/eviction"
    body = f'{{"apiVersion":"policy/v1","kind":"Eviction","metadata":{{"name":"{name}"}}}}'
    return f"echo '{body}' | kubectl create --raw {path} -f -"


def _finalizer(given: RemoveFinalizer) -> str:
    return f"kubectl edit {named(given.target)}  # metadata.finalizers without {given.finalizer}"


def _request(given: ApiWrite) -> str:
    target = given.target
    if given.verb in ("observe", "report"):
        return ""
    if given.verb == "bind":
        body = f'{{"target":{{"kind":"Node","name":"{given.node}"}},"metadata":{{"name":"{target.name}"}}}}'
        path = f"/api/v1/namespaces/{target.namespace}/pods/{target.name}/binding"
        return f"echo '{body}' | kubectl create --raw {path} -f -"
    if given.verb == "evict":
        return _evict(Evict(target.key))
    if given.verb == "delete":
        return f"kubectl delete {named(target)}"
    return f"kubectl {'create' if given.verb == 'create' else 'replace'} -f -  # {slashed(target)}"

"""Verbs that wait, and rollouts. A command checks once; the console repeats it while it waits."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from playground.console.api import JSON_PATCH, STRATEGIC, Api
from playground.console.jsonpath import render, results
from playground.console.line import Arguments
from playground.console.output import LineError, Output, link
from playground.console.printers import Row, columns
from playground.console.targets import Target, chosen, only

WORKLOADS, PAUSED = frozenset(("Deployment", "DaemonSet", "StatefulSet")), frozenset(("Deployment",))
"""Kinds with rollouts, and those whose rollouts can be paused."""
REVISION, CAUSE = "deployment.kubernetes.io/revision", "kubernetes.io/change-cause"


def wait(api: Api, args: Arguments, text: str, output: Output) -> None:
    condition = args.text("for")
    if not condition:
        raise LineError(
            "error: must specify a condition with --for: delete, create, condition=NAME or "
            "jsonpath='{PATH}'=VALUE"
        )
    places = chosen(api, args, args.words, text)
    holds = _condition(condition)
    remaining = [place for place in places if not _met(api, place, holds, args, output)]
    if remaining:
        quiet = " --quiet" if args.on("quiet") else ""
        names = " ".join(
            f"{target.kind.plural}{'.' + target.kind.group if target.kind.group else ''}/{target.name}"
            for target in remaining
        )
        namespace = f" -n {remaining[0].namespace}" if remaining[0].namespace else ""
        output.next = f"wait '--for={condition}'{quiet} {names}{namespace}"


def _condition(text: str) -> Callable[[int, Any], bool]:
    """The awaited condition, a function of the status and the body of a GET."""
    if text == "delete":
        return lambda code, value: code == 404
    if text == "create":
        return lambda code, value: code == 200
    kind, _, rest = text.partition("=")
    if kind == "condition" and rest:
        name, _, status = rest.partition("=")
        expected = (status or "True").lower()

        def has(code: int, value: Any) -> bool:
            listed = (value.get("status") or {}).get("conditions", ()) if code == 200 else ()
            return any(
                item["type"].lower() == name.lower() and item["status"].lower() == expected for item in listed
            )

        return has
    if kind == "jsonpath" and rest:
        path, equals, expected = rest.rpartition("=") if "}=" in rest else (rest, "", "")
        path = path.strip("'\"")
        return lambda code, value: (
            code == 200
            and (
                render(path if path.startswith("{") else f"{{{path}}}", value) == expected.strip("'\"")
                if equals
                else bool(results(path, value))
            )
        )
    raise LineError(f'error: unrecognized condition: "{text[:60]}"')


def _met(api: Api, place: Target, holds: Callable[[int, Any], bool], args: Arguments, output: Output) -> bool:
    """Whether the condition holds for an object; prints it when it does."""
    code, value = api.call("GET", place.path, waits=True)
    if not holds(code, value):
        if code == 404 and args.text("for") not in ("create", "delete"):
            api.must("GET", place.path)
        return False
    if not args.on("quiet"):
        output.say(link(place.kind.kind, place.namespace, place.name, place.label), " condition met")
    return True


def rollout(api: Api, args: Arguments, text: str, output: Output) -> None:
    if not args.words or args.words[0] not in _ROLLOUT:
        raise LineError(f"error: rollout what? One of {', '.join(sorted(_ROLLOUT))}")
    _ROLLOUT[args.words[0]](api, args, only(api, args, args.words[1:]), output)


def _status(api: Api, args: Arguments, place: Target, output: Output) -> None:
    value = api.call("GET", place.path, waits=True)[1]
    if value.get("kind") == "Status":
        api.must("GET", place.path)
    sentence, done = status_of(place.kind.kind, value)
    if sentence != args.text("said"):
        output.say(sentence)
    if not done:
        output.code = 1
        if api.step is None and args.text("watch", "true") != "false":
            unquoted = sentence.replace("'", "")
            named = f"{place.kind.plural}.{place.kind.group}/{place.name} -n {place.namespace}"
            output.next = f"rollout status {named} '--said={unquoted}'"
            output.code = 0


def status_of(kind: str, value: Any) -> tuple[str, bool]:
    """kubectl's sentence about a rollout, and whether it is complete. Source: kubectl rollout_status.go."""
    if kind not in WORKLOADS:
        raise LineError(f"error: no status viewer has been implemented for {kind}")
    spec, status, name = value["spec"], value.get("status") or {}, value["metadata"]["name"]
    if status.get("observedGeneration", 0) < value["metadata"].get("generation", 0):
        return f"Waiting for {kind.lower()} spec update to be observed...", False
    replicas = spec.get("replicas", 1)
    if kind == "Deployment":
        for condition in status.get("conditions", ()):
            if condition["type"] == "Progressing" and condition.get("reason") == "ProgressDeadlineExceeded":
                raise LineError(f'error: deployment "{name}" exceeded its progress deadline')
        updated, total, ready = (
            status.get(field, 0) for field in ("updatedReplicas", "replicas", "availableReplicas")
        )
        head = f'Waiting for deployment "{name}" rollout to finish: '
        if updated < replicas:
            return f"{head}{updated} out of {replicas} new replicas have been updated...", False
        if total > updated:
            return f"{head}{total - updated} old replicas are pending termination...", False
        if ready < updated:
            return f"{head}{ready} of {updated} updated replicas are available...", False
        return f'deployment "{name}" successfully rolled out', True
    if kind == "DaemonSet":
        desired, updated, ready = (
            status.get(field, 0)
            for field in ("desiredNumberScheduled", "updatedNumberScheduled", "numberAvailable")
        )
        head = f'Waiting for daemon set "{name}" rollout to finish: '
        if updated < desired:
            return f"{head}{updated} out of {desired} new pods have been updated...", False
        if ready < desired:
            return f"{head}{ready} of {desired} updated pods are available...", False
        return f'daemon set "{name}" successfully rolled out', True
    if status.get("readyReplicas", 0) < replicas:
        return f"Waiting for {replicas - status.get('readyReplicas', 0)} pods to be ready...", False
    strategy = spec.get("updateStrategy") or {}
    updated = status.get("updatedReplicas", 0)
    if strategy.get("type", "RollingUpdate") == "RollingUpdate" and strategy.get("rollingUpdate"):
        replicas -= strategy["rollingUpdate"].get("partition", 0)
        if updated < replicas:
            head = "Waiting for partitioned roll out to finish: "
            return f"{head}{updated} out of {replicas} new pods have been updated...", False
        return f"partitioned roll out complete: {updated} new pods have been updated...", True
    if status.get("updateRevision") != status.get("currentRevision"):
        sentence = "waiting for statefulset rolling update to complete "
        sentence += f"{status.get('updatedReplicas', 0)} pods at revision "
        return f"{sentence}{status.get('updateRevision', '')}...", False
    return (
        f"statefulset rolling update complete {status.get('currentReplicas', 0)} pods at revision "
        f"{status.get('currentRevision', '')}...",
        True,
    )


def _able(place: Target, kinds: frozenset[str], what: str) -> None:
    """Refuses kinds outside `kinds`. Source: kubectl polymorphichelpers objectpauser.go, objectresumer.go,
    objectrestarter.go."""
    if place.kind.kind not in kinds:
        group = f".{place.kind.group}" if place.kind.group else ""
        raise LineError(f'error: {place.kind.plural}{group} "{place.name}" {what} is not supported')


def _restart(api: Api, args: Arguments, place: Target, output: Output) -> None:
    _able(place, WORKLOADS, "restarting")
    stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    notes = {"kubectl.kubernetes.io/restartedAt": stamp}
    body = {"spec": {"template": {"metadata": {"annotations": notes}}}}
    api.must("PATCH", place.path, body, content_type=STRATEGIC, query={"fieldManager": "kubectl-rollout"})
    output.say(f"{place.label} restarted")


def _paused(api: Api, args: Arguments, place: Target, output: Output) -> None:
    _pause(api, place, output, paused=True)


def _resumed(api: Api, args: Arguments, place: Target, output: Output) -> None:
    _pause(api, place, output, paused=False)


def _pause(api: Api, place: Target, output: Output, *, paused: bool) -> None:
    _able(place, PAUSED, "pausing" if paused else "resuming")
    if bool(api.must("GET", place.path)["spec"].get("paused")) == paused:
        raise LineError(f"error: {place.label} is {'already' if paused else 'not'} paused")
    body = {"spec": {"paused": True if paused else None}}
    api.must("PATCH", place.path, body, content_type=STRATEGIC, query={"fieldManager": "kubectl-rollout"})
    output.say(f"{place.label} {'paused' if paused else 'resumed'}")


def _revisions(api: Api, place: Target) -> dict[int, Any]:
    """The templates of a workload by revision: pairs of annotations and the object that has the template."""
    owner = api.must("GET", place.path)["metadata"]["uid"]
    if place.kind.kind == "Deployment":
        listed = api.must("GET", api.kind_named("replicasets").path(place.namespace))["items"]
        return {
            int(item["metadata"].get("annotations", {}).get(REVISION, "0")): item
            for item in listed
            if _owned(item, owner)
        }
    listed = api.must("GET", api.kind_named("controllerrevisions").path(place.namespace))["items"]
    return {item["revision"]: item for item in listed if _owned(item, owner)}


def _owned(value: Any, owner: str) -> bool:
    return any(reference["uid"] == owner for reference in value["metadata"].get("ownerReferences", ()))


def _history(api: Api, args: Arguments, place: Target, output: Output) -> None:
    if place.kind.kind not in WORKLOADS:
        raise LineError(f'error: no history viewer has been implemented for "{place.kind.kind}"')
    output.say(place.label, " ")
    rows: list[Row] = [[("REVISION", "REVISION"), ("CHANGE-CAUSE", "CHANGE-CAUSE")]]
    for number, stored in sorted(_revisions(api, place).items()):
        cause = stored["metadata"].get("annotations", {}).get(CAUSE, "<none>")
        rows.append([(str(number), str(number)), (cause, cause)])
    columns(output, rows)


def _undo(api: Api, args: Arguments, place: Target, output: Output) -> None:
    if place.kind.kind not in WORKLOADS:
        raise LineError(f'error: no rollbacker has been implemented for "{place.kind.kind}"')
    revisions = _revisions(api, place)
    revision = args.whole("to-revision") or 0
    numbers = sorted(revisions)
    if not revision:
        if len(numbers) < 2:
            raise LineError(f'error: no rollout history found for {place.kind.kind.lower()} "{place.name}"')
        revision = numbers[-2]
    if revision not in revisions:
        raise LineError(f"error: unable to find specified revision {revision} in history")
    target = revisions[revision]
    if place.kind.kind == "Deployment":
        template = target["spec"]["template"]
        labels = {
            key: value
            for key, value in template["metadata"].get("labels", {}).items()
            if key != "pod-template-hash"
        }
        template = {**template, "metadata": {**template["metadata"], "labels": labels}}
        body: Any = [{"op": "replace", "path": "/spec/template", "value": template}]
        api.must(
            "PATCH", place.path, body, content_type=JSON_PATCH, query={"fieldManager": "kubectl-rollout"}
        )
    else:
        api.must(
            "PATCH",
            place.path,
            target["data"],
            content_type=STRATEGIC,
            query={"fieldManager": "kubectl-rollout"},
        )
    output.say(f"{place.label} rolled back")


_ROLLOUT: dict[str, Callable[[Api, Arguments, Target, Output], None]] = {
    "status": _status,
    "restart": _restart,
    "pause": _paused,
    "resume": _resumed,
    "history": _history,
    "undo": _undo,
}
SUBVERBS = " ".join(_ROLLOUT)

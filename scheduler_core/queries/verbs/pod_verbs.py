"""What a person can do to a pod."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.inputs.kubectl_inputs import Evict, RemoveFinalizer, SetCondition
from scheduler_core.inputs.reader import MAX_SECONDS
from scheduler_core.objects.manifest import Json, find, text
from scheduler_core.objects.pod import Pod
from scheduler_core.queries.verbs.kubectl_line import kubectl_line
from scheduler_core.queries.verbs.verb import (
    Verb,
    choice,
    in_namespace,
    named,
    number,
    reference,
    verb,
)

SHORT_GRACE = 5
CRASH_CODE = 1


def pod_verbs(pod: Pod) -> Iterator[Verb]:
    target = reference("Pod", pod.key)
    line = f"kubectl delete {named(target)}"
    delete: dict[str, Json] = {
        "kind": "delete",
        "object": target.to_json(),
        "gracePeriodSeconds": None,
        "force": False,
    }
    yield verb("delete", line, [delete], level="bad")
    grace = number("seconds", SHORT_GRACE, 0, MAX_SECONDS)
    with_grace: dict[str, Json] = {**delete, "gracePeriodSeconds": "{seconds}"}
    yield verb("delete_grace", f"{line} --grace-period={{seconds}}", [with_grace], grace, level="bad")
    forced: dict[str, Json] = {**delete, "gracePeriodSeconds": 0, "force": True}
    force = f"{line} --grace-period=0 --force"
    yield verb("force_delete", force, [forced], level="bad", danger="force_delete")
    if pod.node_name:
        yield verb("evict", kubectl_line(Evict(pod.key)), [{"kind": "evict", "pod": pod.key}], level="bad")
    for finalizer in pod.meta.finalizers:
        removal = RemoveFinalizer(target, finalizer)
        args: dict[str, Json] = {"name": finalizer}
        yield verb("remove_finalizer", kubectl_line(removal), [removal.to_json()], args=args)
    if pod.node_name:
        yield from _readiness_gates(pod)
    if pod.node_name and not pod.terminating:
        yield from _application(pod, f" {pod.name}{in_namespace(target)} -- kill 1")


def _readiness_gates(pod: Pod) -> Iterator[Verb]:
    """What the owner of a readiness gate does: it opens the gate, or closes it again."""
    for gate in pod.readiness_gates:
        name = text(find(gate, "conditionType"))
        condition = pod.status.condition(name)
        is_open = condition is not None and condition.status == "True"
        change = SetCondition(pod.key, name, "False" if is_open else "True")
        args: dict[str, Json] = {"name": name, "status": change.status}
        level = "bad" if is_open else "ok"
        yield verb("set_condition", kubectl_line(change), [change.to_json()], level=level, args=args)


def _application(pod: Pod, kill: str) -> Iterator[Verb]:
    """What its processes can do by themselves."""
    crash: dict[str, Json] = {"kind": "behave", "pod": pod.key, "crash": CRASH_CODE}
    yield verb("crash", f"kubectl exec{kill}", [crash], level="bad")
    answers: dict[str, Json] = {"kind": "behave", "pod": pod.key, "{probe}": False}
    probe = choice("probe", ("readiness", "liveness", "startup"))
    yield {**verb("probe_fails", "", [answers], probe, level="bad"), "group": "machine"}
    better: dict[str, Json] = {"kind": "behave", "pod": pod.key, "{probe}": True}
    yield {**verb("probe_succeeds", "", [better], probe, level="ok"), "group": "machine"}

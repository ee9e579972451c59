"""`priority_admission.json`: the priority of pods, and the validation of PriorityClasses."""

from __future__ import annotations

from scheduler_core.apiserver.admission.admission import admit
from scheduler_core.apiserver.defaults.defaulting import with_defaults
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.policy import PriorityClass


def evaluate(case: Manifest) -> Manifest:
    """`case` is the vector's `input`."""
    existing = [PriorityClass.parse(_class(mapping(entry))) for entry in items(case.get("classes"))]
    classes = {priority_class.key: priority_class for priority_class in existing}
    of_pods = text(case.get("operation")).endswith("Pod")
    kind = "Pod" if of_pods else "PriorityClass"
    if of_pods:
        old_pod = case.get("oldPod")
        admitted = admit(
            kind,
            with_defaults(kind, _pod(mapping(case.get("pod")))),
            classes,
            old=None if old_pod is None else Pod.parse(_pod(mapping(old_pod))),
            options=False,
        )
    else:
        old_class = case.get("oldClass")
        admitted = admit(
            kind,
            with_defaults(kind, _class(mapping(case.get("class")))),
            classes,
            old=None if old_class is None else PriorityClass.parse(_class(mapping(old_class))),
            options=False,
        )
    if isinstance(admitted, Refused):
        return {"allowed": False, "code": admitted.code, "message": admitted.text}
    if not of_pods:
        return {"allowed": True, "preemptionPolicy": admitted.get("preemptionPolicy")}
    spec = mapping(admitted.get("spec"))
    result: dict[str, Json] = {"allowed": True}
    for field in ("priority", "preemptionPolicy"):
        result[field] = spec.get(field)
    result["priorityClassName"] = text(find(spec, "priorityClassName"))
    return result


def _pod(source: Manifest) -> Manifest:
    spec = {field: value for field, value in source.items() if field != "name" and value is not None}
    return {"metadata": {"name": source.get("name")}, "spec": spec}


def _class(source: Manifest) -> Manifest:
    fields = {field: value for field, value in source.items() if field != "name"}
    return {"metadata": {"name": source.get("name")}, **fields}

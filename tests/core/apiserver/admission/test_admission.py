"""Priority and DefaultTolerationSeconds: what a pod and a PriorityClass get, and what is refused."""

from __future__ import annotations

import pytest

from scheduler_core.apiserver.admission.admission import admit, resolve_priority
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.objects import Pod
from scheduler_core.objects.manifest import Json, Manifest, find, mapping
from scheduler_core.objects.policy import PriorityClass
from tests.builders import pod


def class_of(name: str, value: int, **fields: Json) -> dict[str, Json]:
    return {"kind": "PriorityClass", "metadata": {"name": name}, "value": value, **fields}


def classes(*manifests: Manifest) -> dict[str, PriorityClass]:
    made = [PriorityClass.parse(manifest) for manifest in manifests]
    return {one.meta.name: one for one in made}


def pod_with(**spec: Json) -> Manifest:
    manifest = pod("p")
    return {**manifest, "spec": {**mapping(manifest["spec"]), **spec}}


def admitted(manifest: Manifest, run_state: dict[str, PriorityClass], **how: bool) -> Manifest:
    result = admit("Pod", manifest, run_state, old=None, options=how.pop("options", False), **how)
    assert not isinstance(result, Refused)
    return result


def refusal(kind: str, manifest: Manifest, run_state: dict[str, PriorityClass]) -> str:
    result = admit(kind, manifest, run_state, old=None, options=False)
    assert isinstance(result, Refused)
    return result.text


HIGH = class_of("high", 1000, preemptionPolicy="Never")


def test_a_pod_gets_value_and_policy_of_its_class() -> None:
    spec = mapping(admitted(pod_with(priorityClassName="high"), classes(HIGH))["spec"])

    assert (1000, "Never") == (spec["priority"], spec["preemptionPolicy"])


def test_a_pod_without_a_class_gets_the_global_default_and_of_two_the_lower_one() -> None:
    two = classes(class_of("a", 9, globalDefault=True), class_of("b", 5, globalDefault=True))

    assert ("b", 5, "PreemptLowerPriority") == resolve_priority("", two)
    assert ("", 0, "PreemptLowerPriority") == resolve_priority("", classes(HIGH))
    assert "b" == find(admitted(pod_with(), two), "spec", "priorityClassName")


def test_system_classes_are_known_without_an_object_and_others_are_not() -> None:
    assert ("system-node-critical", 2_000_001_000, "PreemptLowerPriority") == (
        resolve_priority("system-node-critical", {})
    )
    assert "no PriorityClass with name high was found" in refusal(
        "Pod", pod_with(priorityClassName="high"), {}
    )


def test_a_pod_may_not_give_a_priority_of_its_own() -> None:
    result = refusal("Pod", pod_with(priorityClassName="high", priority=7), classes(HIGH))

    assert (
        "the integer value of priority (7) must not be provided in pod spec; priority admission controller "
        "computed 1000 from the given PriorityClass name"
    ) in result


def test_a_resolved_pod_keeps_its_priority_and_an_old_release_gives_none() -> None:
    kept = admitted(pod_with(priorityClassName="high", priority=7), classes(HIGH), resolved=True)
    without = admitted(pod_with(), classes(HIGH), priorities=False)

    assert (7, "PreemptLowerPriority") == (
        find(kept, "spec", "priority"),
        find(kept, "spec", "preemptionPolicy"),
    )
    assert None is find(without, "spec", "priority")


def test_an_update_without_a_priority_keeps_the_stored_one() -> None:
    old = Pod.parse(pod_with(priority=7, preemptionPolicy="Never"))
    result = admit("Pod", pod_with(), {}, old=old, options=False)

    assert not isinstance(result, Refused)
    assert (7, "Never") == (find(result, "spec", "priority"), find(result, "spec", "preemptionPolicy"))


def test_the_default_tolerations_are_added_where_the_pod_tolerates_no_such_taint() -> None:
    own: dict[str, Json] = {
        "key": "node.kubernetes.io/not-ready",
        "operator": "Exists",
        "effect": "NoExecute",
    }
    only_schedule: Json = {**own, "effect": "NoSchedule"}
    added: list[Json] = [
        {**own, "key": f"node.kubernetes.io/{key}", "tolerationSeconds": 300}
        for key in ("not-ready", "unreachable")
    ]

    def tolerations(*given: Json) -> Json:
        return find(admitted(pod_with(tolerations=list(given)), {}, options=True), "spec", "tolerations")

    assert added == tolerations()
    assert [own, added[1]] == tolerations(own)
    assert [only_schedule, *added] == tolerations(only_schedule)
    assert [{"operator": "Exists"}] == tolerations({"operator": "Exists"})


@pytest.mark.parametrize(
    ("manifest", "message"),
    [
        (class_of("big", 1_000_000_001), "maximum allowed value of a user defined priority is 1000000000"),
        (class_of("system-mine", 1), "system-mine is not a known system priority class"),
        (class_of("system-node-critical", 1), "must be 2000001000"),
        (class_of("a", 1, preemptionPolicy="Maybe"), 'Unsupported value: "Maybe"'),
        (class_of("a", 1, globalDefault=True), "PriorityClass d is already marked as default"),
    ],
)
def test_a_wrong_class_is_refused(manifest: Manifest, message: str) -> None:
    assert message in refusal("PriorityClass", manifest, classes(class_of("d", 1, globalDefault=True)))


def test_the_value_and_the_policy_of_a_class_cannot_change() -> None:
    old = PriorityClass.parse(HIGH)
    same = admit("PriorityClass", HIGH, {}, old=old, options=False)
    changed = admit("PriorityClass", class_of("high", 1001), {}, old=old, options=False)

    assert HIGH == same
    assert isinstance(changed, Refused)
    assert "value: Forbidden: may not be changed in an update." in changed.text
    assert 'preemptionPolicy: Invalid value: "PreemptLowerPriority": field is immutable' in changed.text

"""Random commands against a small cluster: the promises hold after each act, and it comes to rest."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scheduler_core.apiserver import ApiServer, DeleteOptions, Ok, Refused
from scheduler_core.controllers import all_controllers
from scheduler_core.kubelet import Application, NodeActor
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, Manifest
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.selection.selectors import LabelSelector
from tests.builders import pod
from tests.core.cluster import Cluster, InstantScheduler, server_with_node
from tests.core.kubectl_writes import apply as kubectl_apply
from tests.core.kubectl_writes import label, scale

_PHASES = {"Pending": 0, "Running": 1, "Succeeded": 2, "Failed": 2}
_NAMES = ("web", "db", "x")


def _workload(kind: str, name: str, replicas: int, image: str) -> Manifest:
    container: Json = {"name": "c", "image": image}
    template: Json = {"metadata": {"labels": {"app": name}}, "spec": {"containers": [container]}}
    selector: Json = {"matchLabels": {"app": name}}
    if kind == "ReplicationController":
        selector = {"app": name}
    spec: dict[str, Json] = {"selector": selector, "template": template}
    if kind != "DaemonSet":
        spec["replicas"] = replicas
    return {
        "apiVersion": "v1" if kind == "ReplicationController" else "apps/v1",
        "kind": kind,
        "metadata": {"name": f"{name}-{kind.lower()}"},
        "spec": spec,
    }


_KINDS = ("Deployment", "ReplicaSet", "StatefulSet", "ReplicationController", "DaemonSet")
_kinds = st.sampled_from(_KINDS)
_commands = st.one_of(
    st.tuples(
        st.just("apply"), _kinds, st.sampled_from(_NAMES), st.integers(0, 4), st.sampled_from(["a", "b"])
    ),
    st.tuples(st.just("scale"), _kinds, st.sampled_from(_NAMES), st.integers(0, 4)),
    st.tuples(
        st.just("delete workload"),
        _kinds,
        st.sampled_from(_NAMES),
        st.sampled_from(["Background", "Foreground", "Orphan"]),
    ),
    st.tuples(st.just("evict pod"), st.integers(0, 9)),
    st.tuples(st.just("delete pod"), st.integers(0, 9), st.none() | st.integers(-1, 40)),
    st.tuples(st.just("create pod"), st.integers(0, 3)),
    st.tuples(st.just("label pod"), st.integers(0, 9), st.sampled_from(_NAMES)),
)


def _do(play: Cluster, command: tuple[object, ...]) -> None:
    def change(api: ApiServer, now: int) -> Ok | Refused:
        match command:
            case ("apply", str(kind), str(name), int(replicas), str(image)):
                return kubectl_apply(api, _workload(kind, name, replicas, image), now)
            case ("scale", str(kind), str(name), int(replicas)):
                return scale(api, kind, f"default/{name}-{kind.lower()}", replicas)
            case ("delete workload", str(kind), str(name), str(propagation)):
                options = DeleteOptions(propagation=propagation)
                return api.delete(kind, f"default/{name}-{kind.lower()}", options, now)
            case ("evict pod", int(place)) if api.pods:
                return api.evict(list(api.pods)[place % len(api.pods)], DeleteOptions(), now)
            case ("create pod", int(number)):
                return api.create("Pod", pod(f"p{number}"), now)
            case ("delete pod", int(place), grace) if api.pods:
                key = list(api.pods)[place % len(api.pods)]
                options = DeleteOptions(grace_period_seconds=grace if isinstance(grace, int) else None)
                return api.delete("Pod", key, options, now)
            case ("label pod", int(place), str(name)) if api.pods:
                return label(api, "Pod", list(api.pods)[place % len(api.pods)], {"app": name})
        return Refused(404, "NotFound", "")

    play.do(change)


class Promises:
    """Watches every write and holds it against what Kubernetes promises."""

    rank = 99
    name = "promises"
    watches = frozenset(KINDS)

    def observe(self, event: object, now_ms: int) -> None:
        old, new = getattr(event, "old", None), getattr(event, "new", None)
        if not isinstance(old, Pod) or not isinstance(new, Pod):
            return
        assert old.uid == new.uid
        assert not old.node_name or old.node_name == new.node_name
        assert _PHASES[old.status.phase] <= _PHASES[new.status.phase]
        if old.meta.deletion_at is not None:
            assert new.meta.deletion_at is not None
            assert new.meta.deletion_at <= old.meta.deletion_at or not new.meta.deletion_grace_period_seconds
            assert (new.meta.deletion_grace_period_seconds or 0) <= (
                old.meta.deletion_grace_period_seconds or 0
            )

    def next_ms(self, now_ms: int) -> None:
        return None

    def act(self, api: ApiServer, now_ms: int, random: object) -> None:
        return None

    def copy(self) -> Promises:
        return self

    def fingerprint(self) -> Json:
        return None


@given(script=st.lists(st.tuples(st.integers(0, 12), _commands), max_size=12))
def test_promises_hold_and_the_wanted_state_comes_about(
    script: list[tuple[int, tuple[object, ...]]],
) -> None:
    exits = Application(selector=LabelSelector(), exits_after_sigterm_ms=2_000)
    kubelet = NodeActor("n1", [exits])
    play = Cluster(server_with_node("n1"), [InstantScheduler("n1"), kubelet, *all_controllers(), Promises()])  # type: ignore[list-item]

    for wait, command in script:
        play.play(play.now_ms / 1000 + wait)
        _do(play, command)
    play.play()

    for kind in _KINDS:
        for one in play.api.workloads(kind).values():
            # A pod whose labels were changed is no longer the set's, and keeps its name from it.
            lost = kind == "StatefulSet" and any(
                pod.name.rpartition("-")[0] == one.meta.name
                and (pod.meta.controller is None or pod.meta.controller.uid != one.meta.uid)
                for pod in play.api.pods.values()
            )
            assert lost or one.replicas == one.ready, (kind, one.key)
    assert not any(one.terminating for one in play.api.pods.values())
    assert sorted(play.api.pods) == sorted(kubelet.running().values())
    uids = {one.meta.uid for kind in _KINDS for one in play.api.objects(kind).values()}
    for one in play.api.pods.values():
        assert all(reference.uid in uids for reference in one.meta.owner_references)

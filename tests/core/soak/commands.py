"""Random commands and faults, as the inputs of the wire. `filled` gives those about a pod their pod."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from tests.core.soak.clusters import (
    BUDGETS,
    HOLD,
    IMAGES,
    NODES,
    WORKLOADS,
    ZONE,
    bare_pods,
    budgets,
    workloads,
)

Command = dict[str, Any]

SOME_POD = "some pod"
"""Stands where a pod's key belongs until it is known which there are."""
COMPONENTS = (
    "scheduler",
    "controller-manager",
    "replicaset-controller",
    "deployment-controller",
    "statefulset-controller",
    "daemonset-controller",
    "job-controller",
    "disruption-controller",
    "garbage-collector",
    "node-lifecycle-controller",
    "taint-eviction-controller",
    "pod-garbage-collector",
    "attachdetach-controller",
)
_node = st.sampled_from(NODES)
_grace = st.sampled_from((None, None, 0, 1, 45))
_central = st.sampled_from(("scheduler", "controller-manager"))
_propagation = st.sampled_from(("Background", "Foreground", "Orphan"))


def _about(kind: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Command]:
    return st.fixed_dictionaries({"kind": st.just(kind), **fields})


def _object(kinds: Sequence[str]) -> st.SearchStrategy[Command]:
    known_names = [workload for workload in WORKLOADS if workload[0] in kinds]
    return st.sampled_from(known_names).map(
        lambda item: dict(zip(("kind", "namespace", "name"), item, strict=True))
    )


_ALL = tuple({kind: None for kind, _, _ in WORKLOADS})
_SCALED = ("Deployment", "StatefulSet", "ReplicaSet", "ReplicationController")


@st.composite
def _images(draw: st.DrawFn) -> Command:
    """`kubectl set image`, the rest as it is: filled by the machine, which knows how it is."""
    return {"kind": "image", "object": draw(_object(_ALL)), "image": draw(st.sampled_from(IMAGES))}


def _applied(document: st.SearchStrategy[Any]) -> st.SearchStrategy[Command]:
    return document.map(lambda value: {"kind": "apply", "documents": [value]})


commands: st.SearchStrategy[Command] = st.one_of(
    _applied(st.sampled_from(WORKLOADS).flatmap(lambda names: workloads(*names))),
    _applied(bare_pods()),
    _applied(st.sampled_from(BUDGETS).flatmap(budgets)),
    _images(),
    _images(),
    _about("scale", object=_object(_SCALED), replicas=st.integers(0, 4)),
    _about("rollback", object=_object(("Deployment",))),
    _about("delete", object=_object(_ALL), propagation=_propagation),
    _about("delete", object=st.just(SOME_POD), gracePeriodSeconds=_grace),
    _about("delete", object=st.just(SOME_POD), gracePeriodSeconds=_grace),
    _about("delete", object=st.just(SOME_POD), force=st.just(True)),
    _about("delete", object=st.just({"kind": "Namespace", "name": "shop"})),
    _applied(st.just({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "shop"}})),
    _about("evict", pod=st.just(SOME_POD), gracePeriodSeconds=_grace),
    _about("evict", pod=st.just(SOME_POD)),
    _about("drain", node=_node, ignoreDaemonSets=st.just(True), force=st.booleans(), timeout=st.just(120)),
    _about("cordon", node=_node),
    _about("uncordon", node=_node),
    _about(
        "taint",
        node=_node,
        key=st.just("k"),
        value=st.just(""),
        effect=st.sampled_from(("NoSchedule", "NoExecute")),
    ),
    _about("untaint", node=_node, key=st.just("k"), effect=st.none()),
    _about(
        "label",
        object=st.just(SOME_POD),
        labels=st.fixed_dictionaries({"app": st.sampled_from(("web", "db", "set", "none"))}),
    ),
    _about(
        "label",
        object=_node.map(lambda name: {"kind": "Node", "name": name}),
        labels=st.fixed_dictionaries({ZONE: st.sampled_from(("a", "b"))}),
    ),
    _about("remove-finalizer", object=st.just(SOME_POD), finalizer=st.just(HOLD)),
    _about(
        "set-condition",
        pod=st.just(SOME_POD),
        condition=st.just("example.com/ready"),
        status=st.sampled_from(("True", "False")),
    ),
    _about(
        "usage", node=_node, memory=st.sampled_from(("0", "1Gi", "1980Mi")), over=st.sampled_from((0, 90))
    ),
    _about("usage", pod=st.just(SOME_POD), memory=st.sampled_from(("0", "600Mi")), over=st.just(30)),
    _about(
        "behave",
        pod=st.just(SOME_POD),
        exitsAfterSigterm=st.sampled_from((None, 0, 5)),
        readiness=st.booleans(),
    ),
    _about("catch-up", client=st.just("kubectl")),
    _about("catch-up", client=st.just("kubectl")),
    _about("behave", pod=st.just(SOME_POD), liveness=st.booleans()),
    _about("behave", pod=st.just(SOME_POD), crash=st.sampled_from((0, 1))),
)


@st.composite
def _ways(draw: st.DrawFn) -> list[str]:
    name = draw(_node)
    return draw(
        st.sampled_from(
            (
                [f"node/{name}", "api-server"],
                [f"node/{name}", "api-server"],
                [f"node/{name}", "storage"],
                [f"node/{name}", f"node/{NODES[0]}"],
                ["controller-manager", "api-server"],
                ["scheduler", "api-server"],
                ["api-server", "store"],
            )
        ).filter(lambda way: way[0] != way[1])
    )


_component = st.one_of(st.sampled_from(COMPONENTS), _node.map(lambda name: f"kubelet/{name}"))
_kubelet = _node.map(lambda name: f"kubelet/{name}")

faults: st.SearchStrategy[Command] = st.one_of(
    _about("cut", between=_ways(), direction=st.sampled_from(("both", "to", "from"))),
    _about("cut", between=_ways(), direction=st.just("both")),
    _about("heal", between=_ways()),
    _about("heal", between=st.none()),
    _about(
        "delay",
        between=st.one_of(
            _node.map(lambda name: [f"node/{name}", "api-server"]),
            _central.map(lambda name: [name, "api-server"]),
        ),
        seconds=st.sampled_from((0, 2, 45)),
    ),
    _about("crash", component=_component),
    _about("crash", component=_kubelet),
    _about("start", component=_component),
    _about("start", component=_kubelet),
    _about("second", component=st.sampled_from((COMPONENTS[0], *COMPONENTS[2:])), running=st.booleans()),
    _about("power", node=_node, on=st.booleans()),
    _about("destroy", node=_node),
    _about("delete", object=_node.map(lambda name: {"kind": "Node", "name": name})),
    _about("clock", node=_node, seconds=st.sampled_from((-120, 0, 300))),
    _about("shutdown", node=_node),
    _about("fence", node=_node, by=st.sampled_from(("power", "ipmi", "network", "storage"))),
    _about("scheduler", running=st.booleans()),
    _about("actor", name=st.sampled_from(("fencing-controller", "descheduler")), running=st.booleans()),
    _about(
        "taint",
        node=_node,
        key=st.just("node.kubernetes.io/out-of-service"),
        value=st.just("nodeshutdown"),
        effect=st.just("NoExecute"),
    ),
)


def filled(command: Command, pods: Sequence[str], place: int) -> Command | None:
    """The command about one of the pods that there are; None: there is none."""
    if SOME_POD not in (command.get("object"), command.get("pod")):
        return command
    if not pods:
        return None
    key = pods[place % len(pods)]
    if command.get("pod") == SOME_POD:
        return {**command, "pod": key}
    namespace, _, name = key.partition("/")
    return {**command, "object": {"kind": "Pod", "namespace": namespace, "name": name}}

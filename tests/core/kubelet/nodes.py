"""A node with its kubelet against a real API server, and what may happen to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from scheduler_core.apiserver import ApiServer
from scheduler_core.kubelet import CONNECTED, Application, Connection, NodeActor
from scheduler_core.objects.manifest import EMPTY, Json, Manifest
from scheduler_core.objects.releases.releases import BASELINE, Release
from tests.builders import api_object, pod
from tests.core.cluster import Cluster, new_server

CUT = Connection(hears=False, speaks=False)


def exits(seconds: float, *pods: str) -> Application:
    """An application that ends by itself so long after SIGTERM."""
    names = pods or ("a",)
    keys = tuple(f"default/{name}" for name in names)
    return Application(pods=keys, exits_after_sigterm_ms=round(seconds * 1000))


def hooked(seconds: int = 5) -> Manifest:
    """A container whose preStop hook sleeps."""
    hook = {"preStop": {"exec": {"command": ["/bin/sh", "-c", f"sleep {seconds}"]}}}
    return {"name": "app", "image": "app:1", "lifecycle": hook}


def node_manifest(name: str = "n1", conditions: Sequence[Json] = ()) -> Manifest:
    return api_object(
        "Node",
        name,
        metadata={"labels": {"kubernetes.io/hostname": name}},
        status={
            "capacity": {"cpu": "4", "memory": "8Gi", "pods": "110"},
            **({"conditions": list(conditions)} if conditions else {}),
        },
    )


class OneNode(Cluster):
    """A cluster of node n1."""

    def __init__(
        self,
        *applications: Application,
        release: Release = BASELINE,
        node: Manifest | None = None,
        configuration: Manifest = EMPTY,
    ):
        host = NodeActor("n1", applications, release=release, configuration=configuration)
        super().__init__(new_server(release=release), [host])
        manifest = node or node_manifest()
        self.do(lambda api, now: api.create("Node", manifest, now))

    @property
    def host(self) -> NodeActor:
        return cast(NodeActor, self.actors[0])

    def with_pod(self, name: str = "a", *containers: Manifest, **spec: Json) -> OneNode:
        """The pod runs (from second 1 on, the first one); ten seconds have passed, and nothing was told."""
        manifest = pod(name, containers=containers, **{"nodeName": "n1", **spec})
        self.do(lambda api, now: api.create("Pod", manifest, now))
        self.play(self.now_ms / 1000 + 10)
        self.act_log.clear()
        return self

    def at(self, seconds: float) -> OneNode:
        self.play(seconds)
        return self

    def link(self, link: Connection) -> None:
        received = self.host.connection.hears
        self.host.set_connection(link, self.now_ms)
        if link.hears and not received:
            self.host.relist(self.api.pods, self.now_ms)
        self.host.keep_lease(self.api, self.now_ms)
        self.settle()

    def cut(self) -> None:
        self.link(CUT)

    def heal(self) -> None:
        self.link(CONNECTED)

    def crash(self) -> None:
        self.host.crash(self.now_ms)
        self.host.keep_lease(self.api, self.now_ms)
        self.settle()

    def start(self) -> None:
        self.host.start(self.api.pods, self.now_ms)
        self.host.keep_lease(self.api, self.now_ms)
        self.settle()

    def power(self, on: bool) -> None:
        self.host.power(on, self.now_ms, self.api.pods)
        self.host.keep_lease(self.api, self.now_ms)
        self.settle()

    def kinds(self) -> list[tuple[float, str]]:
        """(seconds, frame kind) of what was told."""
        return [(message.t, message.act.kind) for message in self.act_log]


def one_kubelet(*applications: Application) -> Cluster:
    """The kubelet of n1 alone: no Node object, no time has passed."""
    return Cluster(new_server(), [NodeActor("n1", applications)])


def running_pod(name: str = "a", *applications: Application, **spec: Json) -> Cluster:
    """The kubelet of n1 at second 10 with a pod that has been running since second 1; nothing was told."""
    play = one_kubelet(*applications)
    play.do(lambda api, now: api.create("Pod", pod(name, nodeName="n1", **spec), now))
    play.play(10)
    play.act_log.clear()
    return play


def processes(api: ApiServer, host: NodeActor) -> list[tuple[str, str]]:
    """(pod name, state) of all that runs on the machine; ghosts are marked."""
    uids = {stored.uid for stored in api.pods.values()}
    return [(one.pod.name + ("" if one.pod.uid in uids else "!"), one.state) for one in host.processes()]

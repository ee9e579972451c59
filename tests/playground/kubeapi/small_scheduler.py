"""A scheduler of some sixty lines with the official Python client: each pod of its own goes to the node with the
fewest pods.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from kubernetes import client, config, watch

NAME = "small-scheduler"


def pod(name: str) -> client.V1Pod:
    return client.V1Pod(
        metadata=client.V1ObjectMeta(name=name),
        spec=client.V1PodSpec(scheduler_name=NAME, containers=[client.V1Container(name="a", image="b")]),
    )


def emptiest(api: client.CoreV1Api) -> str:
    nodes = [item.metadata.name for item in api.list_node().items if not item.spec.unschedulable]
    bound = Counter(item.spec.node_name for item in api.list_pod_for_all_namespaces().items)
    return min(nodes, key=lambda name: (bound[name], name))


def bind(api: client.CoreV1Api, result: Any, node: str) -> None:
    target = client.V1ObjectReference(api_version="v1", kind="Node", name=node)
    body = client.V1Binding(metadata=client.V1ObjectMeta(name=result.metadata.name), target=target)
    # The typed call expects a Binding, and every API server answers with a Status.
    api.create_namespaced_binding(result.metadata.namespace, body, _preload_content=False)


def run(kubeconfig: str, names: list[str]) -> dict[str, str]:
    """Creates pods, schedules them as a watch tells of them, and says where they run."""
    with config.new_client_from_config(kubeconfig) as connection:
        api = client.CoreV1Api(connection)
        for name in names:
            api.create_namespaced_pod("default", pod(name))
        running: dict[str, str] = {}
        selected = f"spec.schedulerName={NAME}"
        result = watch.Watch()
        for event in result.stream(
            api.list_namespaced_pod, "default", field_selector=selected, timeout_seconds=900
        ):
            finding = event["object"]
            if not finding.spec.node_name:
                bind(api, finding, emptiest(api))
            elif finding.status.phase == "Running":
                running[finding.metadata.name] = finding.spec.node_name
            if len(running) == len(names):
                result.stop()
        return dict(sorted(running.items()))

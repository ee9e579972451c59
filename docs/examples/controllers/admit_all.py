"""Admits jobs to a run of podium as a whole or not at all, with scheduling gates, as Kueue does.

    python docs/examples/controllers/admit_all.py podium-<run>.yaml

A job is the pods with the same label example.com/job; its annotation example.com/pods says how many they are.
Each pod is created with the gate example.com/admission, so the scheduler does not try it. When all pods of a
job exist and there is room for each of them, the gates of all of them are removed; until then none is.
"""

import sys
from decimal import Decimal

from kubernetes import client, config, watch
from kubernetes.utils.quantity import parse_quantity

GATE, JOB, PODS = "example.com/admission", "example.com/job", "example.com/pods"


def gated(job, number, pods, cpu):
    """One pod of a job, with its gate. In a real cluster an admission webhook sets the gate."""
    container = client.V1Container(
        name="app", image="example/app:1", resources=client.V1ResourceRequirements(requests={"cpu": cpu})
    )
    return client.V1Pod(
        metadata=client.V1ObjectMeta(
            name=f"{job}-{number}", labels={JOB: job}, annotations={PODS: str(pods)}
        ),
        spec=client.V1PodSpec(
            scheduling_gates=[client.V1PodSchedulingGate(name=GATE)], containers=[container]
        ),
    )


def is_held(pod):
    return any(gate.name == GATE for gate in pod.spec.scheduling_gates or [])


def cpu_of(pod):
    requests = [(container.resources.requests or {}) for container in pod.spec.containers]
    return sum((parse_quantity(request.get("cpu", "0")) for request in requests), Decimal(0))


def free_cpu(nodes, pods):
    """The free CPU of each node. Pods that were admitted and have no node yet take the first that fits."""
    free = {
        node.metadata.name: parse_quantity(node.status.allocatable["cpu"])
        for node in nodes
        if not node.spec.unschedulable
    }
    counted = [pod for pod in pods if not is_held(pod) and pod.status.phase not in ("Succeeded", "Failed")]
    for pod in sorted(counted, key=lambda pod: not pod.spec.node_name):
        name = pod.spec.node_name or first_with(free, cpu_of(pod))
        if name in free:
            free[name] -= cpu_of(pod)
    return free


def first_with(free, cpu):
    return next((name for name, amount in free.items() if amount >= cpu), None)


def room_for_all(pods, free):
    """Whether each of the pods finds a node, the largest first."""
    left = dict(free)
    for cpu in sorted(map(cpu_of, pods), reverse=True):
        name = first_with(left, cpu)
        if name is None:
            return False
        left[name] -= cpu
    return True


def next_job(nodes, pods):
    """The held pods of the oldest job that is complete and fits; empty where there is none."""
    jobs = {}
    for pod in sorted(pods, key=lambda pod: (pod.metadata.creation_timestamp, pod.metadata.name)):
        if is_held(pod) and JOB in (pod.metadata.labels or {}):
            jobs.setdefault(pod.metadata.labels[JOB], []).append(pod)
    free = free_cpu(nodes, pods)
    for held in jobs.values():
        wanted = int((held[0].metadata.annotations or {}).get(PODS, "1"))
        if len(held) >= wanted and room_for_all(held, free):
            return held
    return []


def admit(api, pod):
    """Removes the gate of one pod."""
    place = [gate.name for gate in pod.spec.scheduling_gates].index(GATE)
    path = f"/spec/schedulingGates/{place}"
    body = [{"op": "test", "path": f"{path}/name", "value": GATE}, {"op": "remove", "path": path}]
    api.patch_namespaced_pod(pod.metadata.name, pod.metadata.namespace, body)


def reconcile(api):
    """Admits jobs until none fits any more; their names, in order."""
    admitted = []
    while True:
        held = next_job(api.list_node().items, api.list_pod_for_all_namespaces().items)
        if not held:
            return admitted
        for pod in held:
            admit(api, pod)
        admitted.append(held[0].metadata.labels[JOB])


def main(kubeconfig):
    with config.new_client_from_config(kubeconfig) as connection:
        api = client.CoreV1Api(connection)
        for _ in watch.Watch().stream(api.list_pod_for_all_namespaces):
            for job in reconcile(api):
                print(f"admitted {job}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])

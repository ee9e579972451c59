"""Texts of `kubectl describe` become the objects that they describe, as far as that is plain."""

import json
from pathlib import Path
from typing import Any

import pytest

from playground.texts.manifests.importer import Imported, import_text
from scheduler_core.kubectl.describe.describe_pod import describe_pod
from scheduler_core.objects import Pod
from tests import builders

CLUSTER = (Path(__file__).parent / "cluster.txt").read_text()
"""A node with three pods, of which one is described too."""


def objects(imported: Imported) -> dict[str, Any]:
    """kind/name → the manifest that was kept."""
    assert imported.canonical is not None
    kept = json.loads(imported.canonical)["objects"]
    return {f"{value['kind']}/{value['metadata']['name']}": value for value in kept}


def test_a_described_node_has_its_labels_taints_sizes_conditions_and_lease() -> None:
    kept = objects(import_text(CLUSTER))

    node = kept["Node/pool-a-1"]
    assert "eu-1a" == node["metadata"]["labels"]["topology.kubernetes.io/zone"]
    assert [("dedicated", "gpu"), ("node.kubernetes.io/memory-pressure", None)] == [
        (taint["key"], taint.get("value")) for taint in node["spec"]["taints"]
    ]
    assert ("7820m", "8", "2") == (
        node["status"]["allocatable"]["cpu"],
        node["status"]["capacity"]["cpu"],
        node["status"]["allocatable"]["nvidia.com/gpu"],
    )
    assert {"MemoryPressure": "True", "Ready": "True"} == {
        condition["type"]: condition["status"] for condition in node["status"]["conditions"]
    }
    assert "v1.33.1" == node["status"]["nodeInfo"]["kubeletVersion"]
    assert "2025-06-06T07:00:10.000000Z" == kept["Lease/pool-a-1"]["spec"]["renewTime"]


def test_a_described_pod_has_what_the_scheduler_and_the_kubelet_go_by() -> None:
    pod = objects(import_text(CLUSTER))["Pod/web-0"]

    spec, container = pod["spec"], pod["spec"]["containers"][0]
    assert ("pool-a-1", 1000, "high") == (spec["nodeName"], spec["priority"], spec["priorityClassName"])
    assert {"kubernetes.io/os": "linux", "pool": "a"} == spec["nodeSelector"]
    assert [None, 300, 300] == [entry.get("tolerationSeconds") for entry in spec["tolerations"]]
    assert {"cpu": "500m", "memory": "1Gi"} == container["resources"]["requests"]
    assert [None, 8443] == [port.get("hostPort") for port in container["ports"]]
    assert "data-web-0" == spec["volumes"][0]["persistentVolumeClaim"]["claimName"]
    assert {
        "matchLabels": {"app": "web"},
        "matchExpressions": [
            {"key": "tier", "operator": "In", "values": ["a", "b"]},
            {"key": "old", "operator": "DoesNotExist"},
        ],
    } == spec["topologySpreadConstraints"][0]["labelSelector"]
    status = pod["status"]["containerStatuses"][0]
    assert (1, 137) == (status["restartCount"], status["lastState"]["terminated"]["exitCode"])
    # five minutes before the newest moment of the text
    assert "2025-06-06T06:55:10Z" == pod["metadata"]["deletionTimestamp"]


def test_pods_in_the_table_of_a_node_take_its_room_and_a_sum_is_counted_once() -> None:
    kept = objects(import_text(CLUSTER))

    requests = {
        name: kept[f"Pod/{name}"]["spec"]["containers"][0]["resources"]["requests"]
        for name in ("cni-8x2kp", "job-abc")
    }
    assert {
        "cni-8x2kp": {"cpu": "100m", "memory": "50Mi", "nvidia.com/gpu": "2"},
        "job-abc": {"cpu": "4", "memory": "16Gi"},
    } == requests


def test_a_manifest_of_a_pod_counts_more_than_its_row_in_a_table() -> None:
    own = json.dumps(builders.pod("job-abc", "2", on="pool-a-1", metadata={"namespace": "train"}))

    for text in (f"{own}\n{CLUSTER}", f"{CLUSTER}\n---\n{own}\n"):
        kept = objects(import_text(text))

        assert {"cpu": "2"} == kept["Pod/job-abc"]["spec"]["containers"][0]["resources"]["requests"]


def test_what_a_description_leaves_out_is_named_with_the_command_that_prints_it() -> None:
    imported = import_text(CLUSTER)

    remarks = {remark.code: remark.args for row in imported.report for remark in row.remarks}
    assert "kubectl get pod web-0 -n shop -o yaml" == remarks["changed.described_pod"]["command"]
    assert "kubectl get node pool-a-1 -o yaml" == remarks["changed.described_node"]["command"]
    assert "pods" in imported.situation["missing"]


@pytest.mark.parametrize(
    "manifest",
    [
        builders.pod("a", "250m", "64Mi", labels={"app": "x"}, priority=7, nodeSelector={"disk": "ssd"}),
        builders.pod(
            "b",
            tolerations=[
                {"operator": "Exists"},
                {"key": "k", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 9},
                {"key": "v", "operator": "Equal", "value": "w"},
            ],
        ),
        builders.pod(
            "c",
            containers=[builders.container("one", "1"), builders.container("two", limits={"memory": "1Gi"})],
            topologySpreadConstraints=[
                {
                    "maxSkew": 2,
                    "topologyKey": "zone",
                    "whenUnsatisfiable": "ScheduleAnyway",
                    "labelSelector": {"matchExpressions": [{"key": "a", "operator": "Exists"}]},
                }
            ],
        ),
    ],
)
def test_what_podium_describes_is_read_back(manifest: dict[str, Any]) -> None:
    pod = Pod.parse(manifest)

    read = objects(import_text(describe_pod(pod, [], 0, 0)))[f"Pod/{pod.name}"]

    again = Pod.parse(read)
    for part in ("containers", "node_selector", "tolerations", "topology_spread_constraints", "priority"):
        assert getattr(pod.spec, part) == getattr(again.spec, part)
    assert (pod.labels, pod.node_name) == (again.labels, again.node_name)


def test_an_init_container_that_runs_beside_the_others_is_a_sidecar() -> None:
    begin, _, rest = CLUSTER.partition("    State:          Terminated\n      Reason:       Completed\n")
    text = f"{begin}    State:          Running\n{rest}"

    (whole,), (changed,) = (
        objects(import_text(it))["Pod/web-0"]["spec"]["initContainers"] for it in (CLUSTER, text)
    )

    assert (None, "Always") == (whole.get("restartPolicy"), changed.get("restartPolicy"))


@pytest.mark.parametrize(
    ("text", "command"),
    [
        (
            "Name:  web\nNamespace:  shop\nStrategyType:  Recreate\n",
            "kubectl get deployment web -n shop -o yaml",
        ),
        ("Name:    a\nRoles:   <none>\n", "kubectl get node a -o yaml"),
        (
            "Name:         q\nNamespace:    \nAPI Version:  kueue.x-k8s.io/v1beta1\nKind:         ClusterQueue\n",
            "kubectl get clusterqueue q -o yaml",
        ),
        ("Name:  x\nOther:  y\n", "kubectl get nodes,pods -A -o yaml"),
    ],
)
def test_another_kind_is_named_with_the_command_for_it(text: str, command: str) -> None:
    (problem,) = import_text(text).problems

    assert ("text.description", command) == (problem.code, problem.args["command"])


@pytest.mark.parametrize(
    ("header", "kinds"),
    [
        ("NAMESPACE   NAME   READY   STATUS   RESTARTS   AGE   IP   NODE   NOMINATED NODE", "nodes,pods"),
        ("NAME   STATUS   ROLES    AGE   VERSION   INTERNAL-IP   OS-IMAGE", "nodes,pods"),
        ("NAME   READY   UP-TO-DATE   AVAILABLE   AGE   CONTAINERS   IMAGES", "nodes,pods,deployments"),
        ("NAME   STATUS   VOLUME   CAPACITY   ACCESS MODES   STORAGECLASS   AGE", "nodes,pods,pvc"),
        ("NAME   MIN AVAILABLE   MAX UNAVAILABLE   ALLOWED DISRUPTIONS   AGE", "nodes,pods,pdb"),
        ("NAME   CLUSTERQUEUE   PENDING WORKLOADS", "nodes,pods"),
    ],
)
def test_a_table_is_named_with_the_command_for_its_kind(header: str, kinds: str) -> None:
    (problem,) = import_text(f"$ kubectl get x\n{header}\nweb   1   2   3\n").problems

    assert ("text.table", f"kubectl get {kinds} -A -o yaml") == (problem.code, problem.args["command"])


def test_a_long_description_is_read_in_time_that_grows_with_its_length() -> None:
    block = CLUSTER.partition("\n\n\n")[2]
    text = "\n".join(block.replace("web-0", f"web-{number}") for number in range(60))

    assert 60 == sum(name.startswith("Pod/web-") for name in objects(import_text(text)))

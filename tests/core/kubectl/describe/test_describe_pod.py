"""`kubectl describe pod`, letter by letter where the cluster is small enough to be written down."""

from __future__ import annotations

from textwrap import dedent

import pytest

from scheduler_core.kubectl.describe.describe_pod import describe_pod, qos_class
from scheduler_core.objects import Pod
from tests.builders import node, pod
from tests.core.play import Play, gallery, named


def test_a_nominated_pod(play: Play) -> None:
    expected = """\
        Name:                 p
        Namespace:            default
        Priority:             100
        Priority Class Name:  p100
        Node:                 <none>
        Labels:               <none>
        Annotations:          <none>
        Status:               Pending
        IP:                   
        IPs:                  <none>
        NominatedNodeName:    n1
        Containers:
          app:
            Image:      example/app:1
            Port:       <none>
            Host Port:  <none>
            Requests:
              cpu:        1
            Environment:  <none>
            Mounts:       <none>
        Conditions:
          Type           Status
          PodScheduled   False 
        Volumes:         <none>
        QoS Class:       Burstable
        Node-Selectors:  <none>
        Tolerations:     node.kubernetes.io/not-ready:NoExecute op=Exists for 300s
                         node.kubernetes.io/unreachable:NoExecute op=Exists for 300s
        Events:
          Type     Reason            Age   From               Message
          ----     ------            ----  ----               -------
          Warning  FailedScheduling  0s    default-scheduler  0/1 nodes are available: 1 Insufficient cpu.
        """  # noqa: W291

    assert dedent(expected) == play.recording.ask("describe", play.until(10), kind="Pod", key="default/p")


def test_a_terminating_pod_lasts_an_invalid_time_until_its_deadline(play: Play) -> None:
    answer = play.recording.ask("describe", play.until(10), kind="Pod", key="default/low2")

    assert answer is not None
    assert "Status:                    Terminating (lasts <invalid>)\n" in answer
    assert "Termination Grace Period:  30s\n" in answer
    assert "  Normal  Preempted  0s    default-scheduler  Preempted by pod " in answer


def test_probes_are_told() -> None:
    made = pod("p")
    made["spec"]["containers"][0] |= {
        "livenessProbe": {"httpGet": {"path": "/healthz", "port": 8080}, "periodSeconds": 5},
        "readinessProbe": {"exec": {"command": ["cat", "/tmp/ready"]}},
        "startupProbe": {"tcpSocket": {"port": 80}, "failureThreshold": 30},
    }
    header = gallery("basic-preemption")[0]
    answer = Play([header, node("n1"), made], []).recording.ask("describe", 0, kind="Pod", key="default/p")

    assert answer is not None
    assert "http-get http://:8080/ delay=0s timeout=1s period=5s #success=1 #failure=3" in answer
    assert "exec [removed] delay=0s timeout=1s period=10s #success=1 #failure=3" in answer
    assert "tcp-socket :80 delay=0s timeout=1s period=10s #success=1 #failure=30" in answer


def test_constraints_and_selectors_are_told() -> None:
    documents = gallery("two-constraints")
    named(documents, "mypod")["spec"]["nodeSelector"] = {"zone": "zoneB"}
    play = Play(documents)
    answer = play.recording.ask("describe", play.until_quiet(), kind="Pod", key="default/mypod")

    assert answer is not None
    first = "node:DoNotSchedule when max skew 1 is exceeded for selector foo=bar"
    assert f"Topology Spread Constraints:  {first}\n" in answer
    assert "zone:DoNotSchedule when max skew 1 is exceeded for selector foo=bar\n" in answer
    assert "zone=zoneB\n" in answer
    assert "Normal  Scheduled" in answer
    assert "Successfully assigned default/mypod to node4\n" in answer


def test_repeated_events_are_counted() -> None:
    play = Play(gallery("gap-and-reservation"))
    answer = play.recording.ask("describe", play.until(60), kind="Pod", key="default/small2")

    assert answer is not None
    assert "(x3 over 28s)" in answer


def test_why_finds_the_latest_decision_and_its_step(play: Play) -> None:
    last = play.until_quiet()
    before, after = (
        play.recording.ask("why", 1, pod="default/p"),
        play.recording.ask("why", last, pod="default/p"),
    )

    assert before is not None
    assert after is not None
    assert (None, None) == (before["decidedAt"], before["decision"])
    assert after["decision"] == play.recording.decision(after["decidedAt"])  # type: ignore[arg-type]
    assert "bound" == after["decision"]["result"]  # type: ignore[index,call-overload]


@pytest.mark.parametrize(
    ("resources", "expected"),
    [
        ({}, "BestEffort"),
        ({"requests": {"cpu": "1"}}, "Burstable"),
        ({"limits": {"cpu": "1"}}, "Burstable"),
        ({"limits": {"cpu": "1", "memory": "1Gi"}}, "Guaranteed"),
        ({"limits": {"cpu": "1", "memory": "1Gi"}, "requests": {"cpu": "1000m"}}, "Guaranteed"),
        ({"limits": {"cpu": "1", "memory": "1Gi"}, "requests": {"cpu": "500m"}}, "Burstable"),
    ],
)
def test_the_qos_class(resources: dict[str, dict[str, str]], expected: str) -> None:
    container = {"name": "app", "resources": resources}
    made = Pod.parse({"metadata": {"name": "p"}, "spec": {"containers": [container]}})

    assert expected == qos_class(made)


def test_a_pod_with_everything() -> None:
    container = {
        "name": "app",
        "image": "example/app:1",
        "command": ["sh", "-c"],
        "args": ["one\ntwo"],
        "ports": [{"containerPort": 80}, {"containerPort": 443, "hostPort": 8443, "protocol": "UDP"}],
        "env": [{"name": "TOKEN"}],
        "volumeMounts": [{"name": "data", "mountPath": "/data", "readOnly": True}],
    }
    status = {
        "phase": "Failed",
        "reason": "Evicted",
        "message": "The node was low on memory.",
        "containerStatuses": [
            {
                "name": "app",
                "ready": False,
                "restartCount": 2,
                "state": {"terminated": {"exitCode": 137, "reason": "Error"}},
                "lastState": {"terminated": {"exitCode": 1, "reason": "Error"}},
            }
        ],
    }
    volumes = [{"name": "data", "persistentVolumeClaim": {"claimName": "c"}}, {"name": "tmp", "emptyDir": {}}]
    spec = {"containers": [container], "volumes": volumes, "nodeName": "n1"}
    metadata = {"name": "p", "namespace": "x", "annotations": {"note": "a\nb"}}
    description = describe_pod(Pod.parse({"metadata": metadata, "spec": spec, "status": status}), (), 0, 0)

    for line in (
        "Annotations:  note:",
        "Reason:       Evicted",
        "Ports:         80/TCP, 443/UDP",
        "Host Ports:    0/TCP, 8443/UDP",
        "      one\n      two",
        "Exit Code:    137",
        "Last State:     Terminated",
        "      TOKEN:",
        "/data from data (ro)",
        "ClaimName:  c",
        "Events:          <none>",
    ):
        assert line in description, description

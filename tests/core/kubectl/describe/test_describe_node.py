"""`kubectl describe node`, letter by letter, and what its conditions and events say."""

from __future__ import annotations

from textwrap import dedent
from typing import Any

from tests.builders import node
from tests.core.play import Play, gallery, header

CUT = {"at": 0, "kind": "cut", "between": ["node/n1", "api-server"]}


def test_a_node(play: Play) -> None:
    expected = """\
        Name:               n1
        Roles:              <none>
        Labels:             kubernetes.io/hostname=n1
        Annotations:        <none>
        CreationTimestamp:  Tue, 01 Jan 2030 00:00:00 +0000
        Taints:             <none>
        Unschedulable:      false
        Lease:
          HolderIdentity:  n1
          AcquireTime:     <unset>
          RenewTime:       Tue, 01 Jan 2030 00:00:00 +0000
        Addresses:
        Capacity:
          cpu:     2
          memory:  8Gi
          pods:    110
        Allocatable:
          cpu:     2
          memory:  8Gi
          pods:    110
        System Info:
          Machine ID:                 
          System UUID:                
          Boot ID:                    
          Kernel Version:             
          OS Image:                   
          Operating System:           
          Architecture:               
          Container Runtime Version:  
          Kubelet Version:            
          Kube-Proxy Version:         
        Non-terminated Pods:          (2 in total)
          Namespace                   Name    CPU Requests  CPU Limits  Memory Requests  Memory Limits  Age
          ---------                   ----    ------------  ----------  ---------------  -------------  ---
          default                     low1    1 (50%)       0 (0%)      0 (0%)           0 (0%)         59m
          default                     low2    1 (50%)       0 (0%)      0 (0%)           0 (0%)         59m
        Allocated resources:
          (Total limits may be over 100 percent, i.e., overcommitted.)
          Resource           Requests  Limits
          --------           --------  ------
          cpu                2 (100%)  0 (0%)
          memory             0 (0%)    0 (0%)
          ephemeral-storage  0 (0%)    0 (0%)
        Events:              <none>
        """  # noqa: W291

    assert dedent(expected) == play.recording.ask("describe", 0, kind="Node", key="n1")


def test_a_cordoned_and_tainted_node() -> None:
    play = Play(gallery("basic-preemption"))
    play.give(0, {"kind": "cordon", "node": "n1"})
    play.give(1, {"kind": "taint", "node": "n1", "key": "k", "value": "v", "effect": "NoSchedule"})
    answer = play.recording.ask("describe", 2, kind="Node", key="n1")

    assert answer is not None
    assert "k=v:NoSchedule\n" in answer
    assert "Unschedulable:      true\n" in answer


def test_the_lease_of_a_silent_node_was_renewed_last_before_it_fell_silent() -> None:
    cut = {"at": 17, "kind": "cut", "between": ["node/n1", "api-server"]}
    play = Play(gallery("basic-preemption"), [cut])
    answer = play.recording.ask("describe", play.until(40), kind="Node", key="n1")

    assert answer is not None
    assert "RenewTime:       Tue, 01 Jan 2030 00:00:10 +0000" in answer


def test_a_silent_node_lists_its_conditions_in_the_kubelets_order() -> None:
    play = Play([header(), node("n1"), node("n2")], [CUT, {"at": 100, "kind": "heal"}])

    answer = play.recording.ask("describe", play.until(60), kind="Node", key="n1")

    assert answer is not None
    lines = [line.split() for line in answer.splitlines() if "NodeStatusUnknown" in line]
    assert ["MemoryPressure", "DiskPressure", "PIDPressure", "Ready"] == [line[0] for line in lines]
    seq = play.until(110)
    events: list[Any] = play.recording.ask("events", seq, key="n1")
    assert [
        "NodeNotReady",
        "NodeHasSufficientMemory",
        "NodeHasNoDiskPressure",
        "NodeHasSufficientPID",
        "NodeReady",
    ] == [event["reason"] for event in events]


def test_a_node_under_pressure_has_all_its_conditions() -> None:
    crowded = node("n1")
    crowded["metadata"]["annotations"] = {"podium/system-memory": "8150Mi"}
    play = Play([header(), crowded])

    answer = play.recording.ask("describe", play.until(60), kind="Node", key="n1")

    assert answer is not None
    conditions = [
        line.split()[:2] for line in answer.splitlines() if "kubelet " in line and "Kubelet" in line
    ]
    assert [
        ["MemoryPressure", "True"],
        ["DiskPressure", "False"],
        ["PIDPressure", "False"],
        ["Ready", "True"],
    ] == conditions
    events: list[Any] = play.recording.ask("events", play.until(60), key="n1")
    assert {"NodeHasInsufficientMemory", "EvictionThresholdMet"} == {event["reason"] for event in events}

"""Inputs of every kind that are as they should be."""

from __future__ import annotations

from typing import Any

DEPLOYMENT = {"kind": "Deployment", "namespace": "default", "name": "web"}

FAULTS: list[dict[str, Any]] = [
    {"kind": "cut", "between": ["node/n3", "api-server"], "direction": "both"},
    {"kind": "cut", "between": ["node/n3", "node/n4"], "direction": "to"},
    {"kind": "cut", "between": ["api-server", "store"], "direction": "from"},
    {"kind": "heal", "between": ["node/n3", "api-server"]},
    {"kind": "heal", "between": None},
    {"kind": "delay", "between": ["node/n3", "api-server"], "seconds": 2.5},
    {"kind": "crash", "component": "kubelet/n1"},
    {"kind": "start", "component": "scheduler"},
    {"kind": "second", "component": "statefulset-controller", "running": True},
    {"kind": "power", "node": "n1", "on": False},
    {"kind": "upgrade", "node": "n1", "version": "1.36"},
    {"kind": "destroy", "node": "n1"},
    {"kind": "clock", "node": "n1", "seconds": -120},
    {"kind": "shutdown", "node": "n1"},
    {"kind": "fence", "node": "n1", "by": "ipmi"},
    {"kind": "break-attachment", "volume": "pv-1", "node": "n1"},
    {"kind": "actor", "name": "fencing-controller", "running": True},
    {"kind": "usage", "node": "n1", "pod": None, "container": None, "memory": "1560Mi", "over": 60},
    {
        "kind": "usage",
        "node": None,
        "pod": "default/x",
        "container": "app",
        "disk": "1Gi",
        "processes": "12",
        "over": 0,
    },
    {"kind": "behave", "pod": "default/x", "container": None, "exitsAfterSigterm": None},
    {
        "kind": "behave",
        "pod": "default/x",
        "container": "app",
        "liveness": False,
        "crash": 1,
        "exitsAfter": 2.5,
    },
    {"kind": "member", "set": "default/etcd", "member": 2, "listed": False},
    {"kind": "reset", "pods": ["default/a", "shop/b"]},
    {"kind": "catch-up", "client": "kubectl"},
    {"kind": "evict", "pod": "default/x", "gracePeriodSeconds": None},
    {
        "kind": "drain",
        "node": "n1",
        "ignoreDaemonSets": True,
        "deleteEmptyDirData": False,
        "force": False,
        "gracePeriodSeconds": None,
        "timeout": 0,
        "disableEviction": False,
    },
    {"kind": "maintenance", "plan": "upgrade", "nodes": ["n1", "n2"], "atOnce": 2, "force": False},
    {
        "kind": "maintenance",
        "plan": "upgrade",
        "nodes": ["n1"],
        "atOnce": 1,
        "force": False,
        "surge": ["s1"],
    },
    {"kind": "remove-finalizer", "object": DEPLOYMENT, "finalizer": "example.com/x"},
    {"kind": "set-condition", "pod": "default/x", "condition": "example.com/ready", "status": "True"},
    {"kind": "rollback", "object": DEPLOYMENT, "revision": 2},
    {
        "kind": "delete",
        "object": DEPLOYMENT,
        "gracePeriodSeconds": None,
        "force": False,
        "propagation": "Orphan",
        "preconditionUid": "u-1",
    },
]


POD = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}}


INPUTS: list[dict[str, Any]] = [
    {"kind": "apply", "documents": [POD]},
    {
        "kind": "delete",
        "object": {"kind": "Pod", "namespace": "default", "name": "p"},
        "gracePeriodSeconds": 5,
        "force": False,
    },
    {"kind": "cordon", "node": "n1"},
    {"kind": "uncordon", "node": "n1"},
    {"kind": "taint", "node": "n1", "key": "k", "value": "", "effect": "NoSchedule"},
    {"kind": "untaint", "node": "n1", "key": "k", "effect": None},
    {
        "kind": "label",
        "object": {"kind": "Node", "namespace": "", "name": "n1"},
        "labels": {"zone": "a", "old": None},
    },
    {
        "kind": "scale",
        "object": {"kind": "Deployment", "namespace": "default", "name": "web"},
        "replicas": 3,
    },
    {"kind": "scheduler", "running": True},
    {
        "kind": "request",
        "verb": "delete",
        "client": "kubectl",
        "objects": [{"kind": "Pod", "namespace": "default", "name": "x"}],
        "gracePeriodSeconds": 5,
        "propagation": "Background",
    },
]

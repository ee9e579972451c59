"""Texts that people paste about a pod that waits."""

from __future__ import annotations

NODES = """\
apiVersion: v1
kind: Node
metadata: {name: n1, labels: {kubernetes.io/hostname: n1}}
status: {allocatable: {cpu: '4', memory: 8Gi, pods: '110'}}
---
apiVersion: v1
kind: Node
metadata: {name: n2, labels: {kubernetes.io/hostname: n2}}
spec: {taints: [{key: dedicated, value: gpu, effect: NoSchedule}]}
status: {allocatable: {cpu: '16', memory: 8Gi, pods: '110'}}
"""
MESSAGE = "0/60 nodes are available: 14 node(s) had untolerated taint {dedicated: gpu}, 46 Insufficient cpu."


def pod(name: str, cpu: str = "6", *, unschedulable: bool = False, env: str = "") -> str:
    """A pending pod; `unschedulable`: its condition says Unschedulable."""
    condition = f"{{type: PodScheduled, status: 'False', reason: Unschedulable, message: '{MESSAGE}'}}"
    status = (
        f"status: {{phase: Pending, conditions: [{condition}]}}\n"
        if unschedulable
        else "status: {phase: Pending}\n"
    )
    value = f"    env: [{{name: PASSWORD, value: {env}}}]\n" if env else ""
    return (
        f"---\napiVersion: v1\nkind: Pod\nmetadata: {{name: {name}, namespace: shop}}\nspec:\n  containers:\n"
        f"  - name: app\n    image: example/app:1\n{value}"
        f"    resources: {{requests: {{cpu: '{cpu}'}}}}\n{status}"
    )

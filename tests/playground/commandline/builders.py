"""Documents that the commands read."""

from __future__ import annotations

from playground.gallery.loader import FOLDER

PREEMPTION = str(FOLDER / "basic-preemption.yaml")
NOMINATED = ("--until", "pod: {name: p, nominated: n1}")
NODE = """
apiVersion: v1
kind: Node
metadata: {name: n1}
status: {allocatable: {cpu: "2", memory: 4Gi, pods: "110"}}
"""
DEPLOYMENT = """
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: app, image: web, resources: {requests: {cpu: 500m}}}]}
"""

"""The example of the cards: a small cluster in which every scoring plugin gives different scores and nodes
are refused with arithmetic."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import scheduler_core as core
from playground.texts.manifests import importer

POD = "default/web-2"
REFUSED = {"NodeResourcesFit": "default/large", "PodTopologySpread": "default/web-3"}
"""Plugin → key of the pod whose decision shows how this plugin refuses nodes."""
MOST_STEPS = 20
CLUSTER = """
apiVersion: podium/v1
kind: Scenario
metadata: {name: example}
spec: {title: example, seed: 1}
---
apiVersion: v1
kind: Node
metadata: {name: n1, labels: {kubernetes.io/hostname: n1, zone: a, disk: ssd}}
status: {capacity: {cpu: "4", memory: 8Gi, pods: "110"}}
---
apiVersion: v1
kind: Node
metadata: {name: n2, labels: {kubernetes.io/hostname: n2, zone: b}}
spec: {taints: [{key: old, effect: PreferNoSchedule}]}
status:
  capacity: {cpu: "8", memory: 8Gi, pods: "110"}
  images: [{names: ["example/web:1"], sizeBytes: 900000000}]
---
apiVersion: v1
kind: Node
metadata: {name: n3, labels: {kubernetes.io/hostname: n3, zone: b}}
status: {capacity: {cpu: "4", memory: 16Gi, pods: "110"}}
---
apiVersion: v1
kind: Pod
metadata: {name: web-1, labels: {app: web}}
spec:
  nodeName: n1
  containers: [{name: app, image: "example/web:1", resources: {requests: {cpu: "1", memory: 2Gi}}}]
status: {phase: Running}
---
apiVersion: v1
kind: Pod
metadata: {name: cache, labels: {app: cache}}
spec:
  nodeName: n3
  containers: [{name: app, image: "example/cache:1", resources: {requests: {cpu: "2", memory: 2Gi}}}]
status: {phase: Running}
---
apiVersion: v1
kind: Pod
metadata: {name: web-2, labels: {app: web}}
spec:
  affinity:
    nodeAffinity:
      preferredDuringSchedulingIgnoredDuringExecution:
        - weight: 10
          preference: {matchExpressions: [{key: disk, operator: In, values: [ssd]}]}
    podAffinity:
      preferredDuringSchedulingIgnoredDuringExecution:
        - weight: 50
          podAffinityTerm:
            topologyKey: kubernetes.io/hostname
            labelSelector: {matchLabels: {app: cache}}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: zone
      whenUnsatisfiable: ScheduleAnyway
      labelSelector: {matchLabels: {app: web}}
  containers: [{name: app, image: "example/web:1", resources: {requests: {cpu: "1", memory: 2Gi}}}]
---
apiVersion: v1
kind: Pod
metadata: {name: large}
spec:
  containers: [{name: app, image: "example/large:1", resources: {requests: {cpu: "6", memory: 2Gi}}}]
---
apiVersion: v1
kind: Pod
metadata: {name: web-3, labels: {app: web, tier: front}}
spec:
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: zone
      whenUnsatisfiable: DoNotSchedule
      labelSelector: {matchLabels: {app: web}}
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: DoNotSchedule
      labelSelector: {matchLabels: {app: web}}
  containers: [{name: app, image: "example/web:1"}]
"""


@cache
def decision(pod: str = POD) -> dict[str, Any]:
    """The DecisionView about a pod, made by the scheduler of the core. Each process makes it once."""
    imported = importer.import_text(CLUSTER.encode(), add_nodes=False)
    if imported.canonical is None:
        raise ValueError(f"the example is no valid scenario: {imported.problems}")
    recording = core.Run(core.Scenario.from_canonical(json.loads(imported.canonical)))
    recording.step(0, "quiet", limit=MOST_STEPS)
    answer: Any = recording.ask("why", recording.head_seq, pod=pod)
    view = answer["decision"] if answer is not None else None
    return view if isinstance(view, dict) else {}

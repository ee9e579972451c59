"""Command lines of kubectl, one after the other on one run, and what comes of each; docs/kubectl.md lists them."""

from __future__ import annotations

from dataclasses import dataclass

DEPLOYMENT = """
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {app: web}}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      terminationGracePeriodSeconds: 1
      containers:
      - {name: nginx, image: "nginx:1.14.2", ports: [{containerPort: 80}], resources: {requests: {cpu: 100m}}}
"""
BUDGET = """
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec: {maxUnavailable: 1, selector: {matchLabels: {app: web}}}
"""
STATEFUL = """
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db}
spec:
  serviceName: db
  replicas: 2
  selector: {matchLabels: {app: db}}
  template:
    metadata: {labels: {app: db}}
    spec: {terminationGracePeriodSeconds: 1, containers: [{name: db, image: "db:1"}]}
"""
SPREAD = """
apiVersion: v1
kind: Pod
metadata: {name: spread, labels: {foo: bar}}
spec:
  topologySpreadConstraints:
  - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {foo: bar}}}
  nodeSelector: {disktype: ssd}
  containers: [{name: pause, image: pause}]
"""
URGENT = """
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: urgent}
value: 1000000
---
apiVersion: v1
kind: Pod
metadata: {name: urgent}
spec: {priorityClassName: urgent, containers: [{name: a, image: a}]}
"""
WRONG = """
apiVersion: v1
kind: Pod
metadata: {name: wrong}
spec: {containers: [{name: a, image: b, imgPullPol: Always}]}
"""


@dataclass(frozen=True)
class Line:
    """`output` stands in what the command prints; `code` is its exit code. `since` is the first version that has the
    command.
    """

    command: str
    output: str = ""
    code: int = 0
    text: str = ""
    since: str = "1.20"


LINES = (
    Line("version", "v1.36.2"),
    Line("api-resources --api-group=apps", "deployments"),
    Line("get nodes", "n1     Ready"),
    Line("get nodes -o wide", "INTERNAL-IP"),
    Line("apply -f -", "deployment.apps/web created", text=DEPLOYMENT),
    Line("apply -f -", "deployment.apps/web unchanged", text=DEPLOYMENT),
    Line("diff -f -", text=DEPLOYMENT, since="1.27"),
    Line("rollout status deployment/web --timeout=900s", "successfully rolled out"),
    Line("get deployments", "web    3/3     3            3"),
    Line("get pods -l app=web --field-selector=status.phase=Running -o name", "pod/web-"),
    Line("get all -A", "replicaset.apps/web-"),
    Line("get deployment web -o jsonpath={.status.readyReplicas}", "3"),
    Line("describe deployment web", "StrategyType:"),
    Line("describe node n1", "Non-terminated Pods:"),
    Line("get events --field-selector reason=Scheduled", "Successfully assigned default/web-"),
    Line("events", "Successfully assigned", since="1.27"),
    Line("top nodes", "CPU(cores)"),
    Line("explain pod.spec.nodeName", "The simulation reads this field or shows it.", since="1.31"),
    Line("scale deployment/web --replicas=4", "deployment.apps/web scaled"),
    Line("label deployment web tier=front", "deployment.apps/web labeled"),
    Line("annotate deployment web note=mine", "deployment.apps/web annotate"),
    Line("get deployment web -o jsonpath={.metadata.annotations.note}", "mine"),
    Line("set image deployment/web nginx=nginx:1.16.1", "deployment.apps/web image updated"),
    Line("rollout status deployment/web --timeout=900s", "successfully rolled out"),
    Line("rollout history deployment/web", "REVISION"),
    Line("rollout undo deployment/web", "deployment.apps/web rolled back"),
    Line("rollout restart deployment/web", "deployment.apps/web restarted"),
    Line("rollout pause deployment/web", "deployment.apps/web paused"),
    Line("rollout resume deployment/web", "deployment.apps/web resumed"),
    Line("wait --for=condition=Available deployment/web --timeout=900s", "condition met"),
    Line('patch deployment web -p {"spec":{"minReadySeconds":1}}', "deployment.apps/web patched"),
    Line(
        'patch deployment web --type=merge -p {"spec":{"minReadySeconds":0}}', "deployment.apps/web patched"
    ),
    Line(
        'patch deployment web --type=json -p [{"op":"remove","path":"/spec/nothing"}]',
        "The request is invalid",
        1,
    ),
    Line("expose deployment web --port=80", "service/web exposed"),
    Line("get service web", "ClusterIP"),
    Line("run box --image=busybox --restart=Never", "pod/box created"),
    Line("create priorityclass high --value=1000", "priorityclass.scheduling.k8s.io/high created"),
    Line("create namespace team", "namespace/team created"),
    Line("create deployment other --image=nginx -n team", "deployment.apps/other created"),
    Line("get deployments -n team", "other"),
    Line("create -f -", 'unknown field "spec.containers[0].imgPullPol"', 1, WRONG, "1.27"),
    Line("taint nodes n2 key=value:NoSchedule", "node/n2 tainted"),
    Line("taint nodes n2 key-", "node/n2 untainted"),
    Line("cordon n2", "node/n2 cordoned"),
    Line("uncordon n2", "node/n2 uncordoned"),
    Line("apply --server-side -f -", "poddisruptionbudget.policy/web serverside-applied", text=BUDGET),
    Line("get poddisruptionbudget web -o yaml --show-managed-fields", "manager: kubectl", since="1.27"),
    Line(
        "apply --server-side --field-manager=other -f -",
        'conflict with "kubectl": .spec.maxUnavailable',
        1,
        BUDGET.replace("maxUnavailable: 1", "maxUnavailable: 2"),
    ),
    Line(
        "diff --server-side --force-conflicts --field-manager=other -f -",
        "+  maxUnavailable: 2",
        1,
        BUDGET.replace("maxUnavailable: 1", "maxUnavailable: 2"),
        "1.27",
    ),
    Line(
        "apply --server-side --field-manager=other --force-conflicts -f -",
        "poddisruptionbudget.policy/web serverside-applied",
        text=BUDGET.replace("maxUnavailable: 1", "maxUnavailable: 2"),
    ),
    Line(
        "apply --server-side --force-conflicts -f -",
        "poddisruptionbudget.policy/web serverside-applied",
        text=BUDGET,
    ),
    Line("create configmap settings --from-literal=colour=blue", "configmap/settings created"),
    Line("get configmap settings", "settings   1"),
    Line("create secret generic key --from-literal=word=hidden", "nothing acts upon it"),
    Line("get secret key -o yaml", 'word: ""'),
    Line("create serviceaccount robot", "serviceaccount/robot created"),
    Line("get poddisruptionbudgets", "N/A             1"),
    Line("delete pod box --grace-period=1", 'pod "box" deleted'),
    Line("auth can-i delete pods", "yes"),
    Line("auth whoami", "podium:owner", since="1.31"),
    Line("logs deployment/web", "the simulated containers write no logs", 1),
    Line("get pods nothing", 'Error from server (NotFound): pods "nothing" not found', 1),
    Line("get pods --field-selector foo=bar", "field label not supported: foo", 1),
    Line("apply -f -", "statefulset.apps/db created", text=STATEFUL, since="1.31"),
    Line("rollout status statefulset/db --timeout=900s", "roll out complete", since="1.31"),
    Line("get statefulset db", "db     2/2", since="1.31"),
    Line('patch statefulset db -p {"spec":{"replicas":1}}', "statefulset.apps/db patched", since="1.31"),
    Line("label nodes n1 disktype=ssd zone=a", "node/n1 labeled", since="1.31"),
    Line("apply -f -", "pod/spread created", text=SPREAD, since="1.31"),
    Line("wait pod/spread --for=condition=Ready --timeout=900s", "condition met", since="1.31"),
    Line("apply -f -", "pod/urgent created", text=URGENT, since="1.31"),
    Line("get pod urgent -o jsonpath={.spec.priority}", "1000000", since="1.31"),
    Line("drain n3 --ignore-daemonsets --force --pod-selector=foo=bar", "node/n3 drained", since="1.31"),
    Line("uncordon n3", "node/n3 uncordoned", since="1.31"),
    Line("get endpoints web", ":80", since="1.31"),
    Line("get serviceaccounts", "default", since="1.31"),
    Line("get leases -n kube-node-lease", "n1     n1", since="1.31"),
    Line("label namespace default team=a", "namespace/default labeled", since="1.31"),
    Line("autoscale deployment web --min=2 --max=10", "does not simulate horizontalpod", 1, since="1.31"),
    Line("create role reader --verb=get --resource=pods", "could not find the requested", 1, since="1.31"),
    Line("delete deployment,service web", 'deployment.apps "web" deleted'),
    Line("get deployment web --ignore-not-found"),
)

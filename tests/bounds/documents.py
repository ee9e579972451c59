"""Documents of a few lines with the largest numbers and the hardest texts that their fields take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

INT32, INT64 = 2**31 - 1, 2**63 - 1
Documents = list[dict[str, Any]]
LAST, FIRST = "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z"


def growing(start: str, growth: str, times: int, end: str) -> str:
    """A CEL expression whose value grows by `growth`, in which `_` is the value before, and is `_` in `end`."""
    text = end.replace("_", f"a{times}")
    for number in range(times, 0, -1):
        text = f"cel.bind(a{number}, {growth.replace('_', f'a{number - 1}')}, {text})"
    return f"cel.bind(a0, {start}, {text})"


def template(**spec: Any) -> dict[str, Any]:
    container = {"name": "c", "image": "i", "resources": {"requests": {"cpu": "1m"}}}
    return {"metadata": {"labels": {"app": "w"}}, "spec": {"containers": [container], **spec}}


def made(kind: str, spec: Mapping[str, Any], api: str = "v1", **metadata: Any) -> dict[str, Any]:
    return {"apiVersion": api, "kind": kind, "metadata": {"name": "w", **metadata}, "spec": dict(spec)}


def header(*inputs: Any, **spec: Any) -> dict[str, Any]:
    return {**made("Scenario", {"inputs": [*inputs], **spec}, "podium/v1")}


def node(name: str, cpu: str = "4", memory: str = "8Gi", pods: str = "110") -> dict[str, Any]:
    capacity = {"capacity": {"cpu": cpu, "memory": memory, "pods": pods}}
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name}, "status": capacity}


def pod(name: str, cpu: str) -> dict[str, Any]:
    request = {"name": "app", "image": "example/app:1", "resources": {"requests": {"cpu": cpu}}}
    return made("Pod", {"containers": [request]}, name=name)


def device_class(*expressions: str) -> dict[str, Any]:
    selectors = [{"cel": {"expression": expression}} for expression in expressions]
    return made("DeviceClass", {"selectors": selectors}, "resource.k8s.io/v1", name="gpu")


def devices_of(machine: str, count: int) -> dict[str, Any]:
    pool = {"name": machine, "generation": 1, "resourceSliceCount": 1}
    devices = [{"name": f"d{number}"} for number in range(count)]
    spec = {"driver": "gpu.example.com", "nodeName": machine, "pool": pool, "devices": devices}
    return made("ResourceSlice", spec, "resource.k8s.io/v1", name=machine)


def device_claim() -> dict[str, Any]:
    requests = [{"name": "device", "exactly": {"deviceClassName": "gpu"}}]
    return made("ResourceClaim", {"devices": {"requests": requests}}, "resource.k8s.io/v1", name="c")


def apps(kind: str, **spec: Any) -> dict[str, Any]:
    own = {"selector": {"matchLabels": {"app": "w"}}, "template": template(), **spec}
    return made(kind, own, "apps/v1")


def stateful(**spec: Any) -> dict[str, Any]:
    return apps("StatefulSet", replicas=INT32, serviceName="s", **spec)


def job(**spec: Any) -> dict[str, Any]:
    return made("Job", {"template": template(restartPolicy="Never"), **spec}, "batch/v1")


def cron(schedule: str, status: Mapping[str, Any] | None = None, **spec: Any) -> dict[str, Any]:
    inner = {"spec": {"template": template(restartPolicy="OnFailure")}}
    document = made("CronJob", {"schedule": schedule, "jobTemplate": inner, **spec}, "batch/v1")
    return {**document, "status": status} if status else document


def pod_with(**spec: Any) -> dict[str, Any]:
    document = pod("p", "1m")
    return {**document, "spec": {**document["spec"], **spec}}


def behaving(**message: str) -> dict[str, Any]:
    document = pod("p", "1m")
    by_name = {f"podium/{name.replace('_', '-')}": text for name, text in message.items()}
    return {**document, "metadata": {**document["metadata"], "annotations": by_name}}


def container(**more: Any) -> list[dict[str, Any]]:
    return [{"name": "c", "image": "i", **more}]


def spread(**more: Any) -> list[dict[str, Any]]:
    usual = {"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule"}
    return [{**usual, "labelSelector": {"matchLabels": {"app": "w"}}, **more}]


def probed(**more: Any) -> dict[str, Any]:
    return pod_with(containers=container(readinessProbe={"httpGet": {"port": 80}, **more}))


QUOTA = made("ResourceQuota", {"hard": {"pods": "2"}})
ROLLING = {"type": "RollingUpdate"}
DOUBLED = growing('"xxxxxxxxxx"', "_ + _", 17, "_.contains(_)")
"""An expression that is refused: it makes a text of a megabyte and looks for it in itself."""
TIRING = growing("[1]", "_ + _", 17, "_.all(x, x == 1)")
"""An expression that is accepted, because its cost upstream is below the limit, and that ends at this model's."""
HOSTILE: Mapping[str, Documents] = {
    "replicas of a Deployment": [apps("Deployment", replicas=INT32)],
    "surge": [
        apps("Deployment", replicas=INT32, strategy={
            **ROLLING, "rollingUpdate": {"maxSurge": "999999999%", "maxUnavailable": "100%"}
        })
    ],
    "seconds of a Deployment": [
        apps("Deployment", replicas=2, minReadySeconds=INT32 - 1, progressDeadlineSeconds=INT32)
    ],
    "replicas of a StatefulSet": [stateful()],
    "replicas at once": [stateful(podManagementPolicy="Parallel")],
    "replicas under a quota": [stateful(podManagementPolicy="Parallel"), QUOTA],
    "ordinals": [
        stateful(ordinals={"start": INT32}, podManagementPolicy="Parallel", updateStrategy={
            **ROLLING, "rollingUpdate": {"partition": INT32, "maxUnavailable": INT32}
        })
    ],
    "replicas of a ReplicaSet": [apps("ReplicaSet", replicas=INT32)],
    "a DaemonSet": [
        apps("DaemonSet", updateStrategy={**ROLLING, "rollingUpdate": {"maxUnavailable": INT32}})
    ],
    "a Job": [job(parallelism=INT32, completions=INT32, backoffLimit=INT32)],
    "indexes of a Job": [job(parallelism=100_000, completions=100_000, completionMode="Indexed")],
    "succeeded indexes": [
        job(parallelism=2, completions=100_000, completionMode="Indexed", successPolicy={
            "rules": [{"succeededIndexes": "0-99999", "succeededCount": 3}]
        })
    ],
    "seconds of a Job": [job(activeDeadlineSeconds=INT64, ttlSecondsAfterFinished=INT32)],
    "a schedule of commas": [cron(", * * * *")],
    "31 February": [cron("0 0 31 2 *")],
    "a schedule from of old": [cron("* * * 1-6 *", {"lastScheduleTime": "1999-06-30T23:58:00Z"})],
    "a schedule from ever": [cron("* * * * *", {"lastScheduleTime": FIRST}, timeZone="America/New_York")],
    "a schedule of the last day": [cron("* * * * *", {"lastScheduleTime": LAST})],
    "limits of a CronJob": [
        cron("* * * * *", startingDeadlineSeconds=INT64, successfulJobsHistoryLimit=INT32)
    ],
    "minDomains": [pod_with(topologySpreadConstraints=spread(minDomains=INT32))],
    "maxSkew": [
        pod_with(topologySpreadConstraints=spread(maxSkew=10**9, matchLabelKeys=[f"k{n}" for n in range(200)]))
    ],
    "grace": [pod_with(terminationGracePeriodSeconds=INT64, activeDeadlineSeconds=INT32)],
    "a slow probe": [probed(initialDelaySeconds=INT32, periodSeconds=INT32, timeoutSeconds=INT32)],
    "a patient probe": [probed(periodSeconds=1, timeoutSeconds=1, failureThreshold=INT32)],
    "tolerationSeconds": [
        pod_with(tolerations=[
            {"key": "k", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": INT64}
        ])
    ],
    "priority": [pod_with(priority=INT32)],
    "cpu": [pod("q", "9" * 60), pod("r", "1e999"), pod("s", "1e-999")],
    "an exponent": [pod("q", "1e400000000")],
    "memory": [pod_with(containers=container(resources={"requests": {"memory": "9" * 40 + "Ei"}}))],
    "capacity": [node("n9", cpu="9" * 64, memory="9e999", pods="9" * 64)],
    "a command that sleeps": [pod_with(containers=container(command=["sh", "-c", "sleep " + "9" * 400]))],
    "a hook that sleeps": [
        pod_with(containers=container(lifecycle={"preStop": {"sleep": {"seconds": INT64}}}))
    ],
    "hours": [behaving(exits_after="999999999h" * 100)],
    "crashes": [behaving(crashes_at=",".join(["1"] * 900))],
    "memory over time": [behaving(memory="steps " + "0:1," * 98 + "0:9e999")],
    "an endless failure": [behaving(liveness_fails_at="0-999999999h")],
    "a budget": [
        apps("Deployment", replicas=5),
        made("PodDisruptionBudget", {"maxUnavailable": "999999999%", "selector": {}}, "policy/v1"),
    ],
    "a quota": [made("ResourceQuota", {"hard": {"pods": "1e999", "requests.cpu": "9" * 64}}), pod("q", "1")],
    "weights": [
        pod_with(affinity={"nodeAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": [
            {"weight": 100, "preference": {"matchExpressions": [
                {"key": "a", "operator": "Gt", "values": ["9" * 2_000]}
            ]}}
        ] * 50}})
    ],
    "ports": [pod_with(containers=container(ports=[{"containerPort": n, "hostPort": n} for n in range(1, 800)]))],
    "a generated name": [{**pod("", "1m"), "metadata": {"generateName": "x" * 2_000}}],
    "times": [
        {**pod("q", "1m"), "metadata": {"name": "q", "creationTimestamp": LAST, "deletionTimestamp": LAST}},
        {**pod("r", "1m"), "status": {"phase": "Running", "startTime": LAST}},
    ],
    "an expression that doubles": [device_class(DOUBLED)],
    "expressions that tire": [
        device_class(*[TIRING] * 32),
        *[devices_of(f"n{number}", 100) for number in range(3)],
        device_claim(),
        pod_with(resourceClaims=[{"name": "c", "resourceClaimName": "c"}]),
    ],
    "a lease": [
        made("Lease", {"holderIdentity": "n1", "leaseDurationSeconds": INT32, "renewTime": LAST},
             "coordination.k8s.io/v1", namespace="kube-node-lease")
    ],
    "the last day": [header(start="9999-12-31T23:59:00Z"), job(), cron("* * * * *")],
    "the first day": [header(start=FIRST), job(), cron("* * * * *")],
    "what is used": [
        header({"kind": "usage", "pod": "default/p", "memory": "1e999", "at": 1, "over": 31_536_000}),
        pod("p", "1m"),
    ],
}  # fmt: skip

"""The columns of workloads, Services and budgets. Source: printers.go (v1.34)."""

from __future__ import annotations

from scheduler_core.kubectl.describe.tab_writer import human_duration
from scheduler_core.kubectl.printing.column import (
    AGE,
    CONTAINERS,
    IMAGES,
    NAME,
    NONE,
    SELECTOR,
    UNSET,
    Column,
    containers_column,
    count,
    field,
    labels_text,
    length,
    number,
    since,
)
from scheduler_core.objects.manifest import Json, Manifest, find, flag, items, mapping, text
from scheduler_core.objects.scalars.times import parse_time

WIDE = (CONTAINERS, IMAGES)


def _ready(workload: Manifest, now: int) -> Json:
    return f"{count(workload, 'status', 'readyReplicas')}/{count(workload, 'spec', 'replicas')}"


_REPLICAS = (
    NAME,
    number("Desired", "spec", "replicas"),
    number("Current", "status", "replicas"),
    number("Ready", "status", "readyReplicas"),
    AGE,
    *WIDE,
    SELECTOR,
)


def _node_selector(daemon_set: Manifest, now: int) -> Json:
    return labels_text(find(daemon_set, "spec", "template", "spec", "nodeSelector"))


def _job_status(job: Manifest, now: int) -> Json:
    conditions = [mapping(condition) for condition in items(find(job, "status", "conditions"))]
    true = {text(condition.get("type")) for condition in conditions if condition.get("status") == "True"}
    if "Complete" in true:
        return "Complete"
    if "Failed" in true:
        return "Failed"
    if find(job, "metadata", "deletionTimestamp"):
        return "Terminating"
    for kind in ("Suspended", "FailureTarget", "SuccessCriteriaMet"):
        if kind in true:
            return kind
    return "Running"


def _completions(job: Manifest, now: int) -> Json:
    done, completions = count(job, "status", "succeeded"), find(job, "spec", "completions")
    if completions is not None:
        return f"{done}/{count(job, 'spec', 'completions')}"
    parallel = count(job, "spec", "parallelism")
    return f"{done}/1 of {parallel}" if parallel > 1 else f"{done}/1"


def _duration(job: Manifest, now: int) -> Json:
    began = parse_time(text(find(job, "status", "startTime")))
    ended = parse_time(text(find(job, "status", "completionTime")))
    return "" if began is None else human_duration((now if ended is None else ended) - began)


def _ports(service: Manifest, now: int) -> Json:
    shown: list[str] = []
    for port in items(find(service, "spec", "ports")):
        node_port = count(mapping(port), "nodePort")
        outside = f":{node_port}" if node_port else ""
        shown.append(f"{count(mapping(port), 'port')}{outside}/{text(find(port, 'protocol')) or 'TCP'}")
    return ",".join(shown) or NONE


def _external(service: Manifest, now: int) -> Json:
    if find(service, "spec", "type") == "ExternalName":
        return text(find(service, "spec", "externalName"))
    addresses = [text(address) for address in items(find(service, "spec", "externalIPs"))]
    return ",".join(addresses) or ("<pending>" if find(service, "spec", "type") == "LoadBalancer" else NONE)


def _budget(name: str, *path: str) -> Column:
    def cell(budget: Manifest, now: int) -> Json:
        value = find(budget, *path)
        return "N/A" if value is None else str(value)

    return Column(name, cell)


def _last_scheduled(cron_job: Manifest, now: int) -> Json:
    stamp = find(cron_job, "status", "lastScheduleTime")
    return since(stamp, now) if stamp else NONE


def _controller(revision: Manifest, now: int) -> Json:
    for owner in items(find(revision, "metadata", "ownerReferences")):
        if flag(find(owner, "controller")):
            group = text(find(owner, "apiVersion")).rpartition("/")[0]
            kind = text(find(owner, "kind")).lower()
            return (
                f"{kind}.{group}/{text(find(owner, 'name'))}"
                if group
                else f"{kind}/{text(find(owner, 'name'))}"
            )
    return NONE


DEPLOYMENT = (
    NAME,
    Column("Ready", _ready),
    number("Up-to-date", "status", "updatedReplicas"),
    number("Available", "status", "availableReplicas"),
    AGE,
    *WIDE,
    SELECTOR,
)
DAEMON_SET = (
    NAME,
    number("Desired", "status", "desiredNumberScheduled"),
    number("Current", "status", "currentNumberScheduled"),
    number("Ready", "status", "numberReady"),
    number("Up-to-date", "status", "updatedNumberScheduled"),
    number("Available", "status", "numberAvailable"),
    Column("Node Selector", _node_selector),
    AGE,
    *WIDE,
    SELECTOR,
)
REPLICA_SET = _REPLICAS
STATEFUL_SET = (NAME, Column("Ready", _ready), AGE, *WIDE)
JOB = (
    NAME,
    Column("Status", _job_status),
    Column("Completions", _completions),
    Column("Duration", _duration),
    AGE,
    *WIDE,
    SELECTOR,
)
CRON_JOB = (
    NAME,
    field("Schedule", "spec", "schedule"),
    field("Timezone", "spec", "timeZone", default=NONE),
    Column("Suspend", lambda manifest, now: "True" if flag(find(manifest, "spec", "suspend")) else "False"),
    length("Active", "status", "active"),
    Column("Last Schedule", _last_scheduled),
    AGE,
    containers_column("Containers", "name", "spec", "jobTemplate"),
    containers_column("Images", "image", "spec", "jobTemplate"),
    SELECTOR,
)
SERVICE = (
    NAME,
    field("Type", "spec", "type", default="ClusterIP"),
    field("Cluster-IP", "spec", "clusterIP", default=NONE),
    Column("External-IP", _external),
    Column("Port(s)", _ports),
    AGE,
    SELECTOR,
)
BUDGET = (
    NAME,
    _budget("Min Available", "spec", "minAvailable"),
    _budget("Max Unavailable", "spec", "maxUnavailable"),
    number("Allowed Disruptions", "status", "disruptionsAllowed"),
    AGE,
)
SCALE = (NAME, number("Desired", "spec", "replicas"), number("Available", "status", "replicas"), AGE)
REVISION = (
    NAME,
    Column("Controller", _controller),
    Column("Revision", lambda manifest, now: count(manifest, "revision"), type="string"),
    AGE,
)
ENDPOINT_SLICE = (
    NAME,
    field("AddressType", "addressType"),
    Column(
        "Ports",
        lambda manifest, now: (
            ",".join(str(count(mapping(port), "port")) for port in items(manifest.get("ports"))) or UNSET
        ),
    ),
    Column(
        "Endpoints",
        lambda manifest, now: (
            ",".join(text(find(entry, "addresses", 0)) for entry in items(manifest.get("endpoints"))) or UNSET
        ),
    ),
    AGE,
)

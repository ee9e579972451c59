"""The policy of each kind in the table of kinds."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.apiserver.documents.kept.common import (
    ADDRESS,
    AMOUNTS,
    CLAIM_METADATA,
    CONDITIONS,
    DIGITS,
    LABEL_SELECTOR,
    LABELS,
    METADATA,
    NODE_SELECTOR,
    OPAQUE,
    REFERENCE,
    TIME,
    WORD,
    kept,
    named,
    whole,
)
from scheduler_core.apiserver.documents.kept.devices import DEVICE_POLICIES
from scheduler_core.apiserver.documents.kept.images import IMAGE
from scheduler_core.apiserver.documents.kept.pods import POD_SPEC, POD_STATUS, POD_TEMPLATE
from scheduler_core.apiserver.documents.kept.policy import (
    KEPT,
    NAME,
    Fields,
    ListOf,
    MapOf,
    Policy,
    shaped,
)
from scheduler_core.apiserver.documents.kept.volumes import (
    CLAIM_SPEC,
    PERSISTENT_SOURCES,
)

_VERSION = shaped(r"[A-Za-z0-9][A-Za-z0-9 ._:/()+~-]{0,126}")
_INDEXES = shaped(r"[\d,-]{0,4000}")
_HOST_NAME = shaped(r"[a-zA-Z0-9]([-a-zA-Z0-9.]*[a-zA-Z0-9])?", name=True)

_NODE_STATUS = Fields(
    {
        "phase": WORD,
        "capacity": AMOUNTS,
        "allocatable": AMOUNTS,
        "conditions": CONDITIONS,
        "images": ListOf(Fields({"names": ListOf(IMAGE), "sizeBytes": KEPT})),
        "nodeInfo": Fields(
            dict.fromkeys(
                (
                    "architecture",
                    "containerRuntimeVersion",
                    "kernelVersion",
                    "kubeProxyVersion",
                    "kubeletVersion",
                    "operatingSystem",
                    "osImage",
                ),
                _VERSION,
            )
        ),
        "volumesAttached": ListOf(Fields({"name": OPAQUE})),
        "volumesInUse": ListOf(OPAQUE),
    }
)
_TAINT = Fields({**named("key", "value"), "effect": KEPT, "timeAdded": TIME})

_UPDATE = Fields(
    {
        "type": KEPT,
        "rollingUpdate": Fields(kept("maxSurge", "maxUnavailable", "partition")),
    }
)
_WORKLOAD_STATUS = Fields(
    {
        **kept(
            "availableReplicas",
            "collisionCount",
            "currentNumberScheduled",
            "currentReplicas",
            "desiredNumberScheduled",
            "fullyLabeledReplicas",
            "numberAvailable",
            "numberMisscheduled",
            "numberReady",
            "numberUnavailable",
            "observedGeneration",
            "readyReplicas",
            "replicas",
            "terminatingReplicas",
            "unavailableReplicas",
            "updatedNumberScheduled",
            "updatedReplicas",
        ),
        **named("currentRevision", "updateRevision"),
        "conditions": CONDITIONS,
    }
)
_REPLICATED: Mapping[str, Policy] = {
    **kept("replicas", "minReadySeconds"),
    "selector": LABEL_SELECTOR,
    "template": POD_TEMPLATE,
}
_DEPLOYMENT = Fields(
    {
        **_REPLICATED,
        "strategy": _UPDATE,
        **kept("revisionHistoryLimit", "paused", "progressDeadlineSeconds"),
    }
)
_STATEFUL_SET = Fields(
    {
        **_REPLICATED,
        "serviceName": NAME,
        "updateStrategy": _UPDATE,
        **kept("podManagementPolicy", "revisionHistoryLimit"),
        "ordinals": Fields(kept("start")),
        "persistentVolumeClaimRetentionPolicy": Fields(kept("whenDeleted", "whenScaled")),
        "volumeClaimTemplates": ListOf(
            Fields(
                {
                    **kept("apiVersion", "kind"),
                    "metadata": CLAIM_METADATA,
                    "spec": CLAIM_SPEC,
                }
            )
        ),
    }
)
_DAEMON_SET = Fields(
    {
        "selector": LABEL_SELECTOR,
        "template": POD_TEMPLATE,
        "updateStrategy": _UPDATE,
        **kept("minReadySeconds", "revisionHistoryLimit", "templateGeneration"),
    }
)
_FAILURE_RULE = Fields(
    {
        "action": KEPT,
        "onExitCodes": Fields({"containerName": NAME, "operator": KEPT, "values": ListOf(KEPT)}),
        "onPodConditions": ListOf(Fields({"type": WORD, "status": KEPT})),
    }
)
_SUCCESS_RULE = Fields({"succeededIndexes": _INDEXES, "succeededCount": KEPT})
_JOB = Fields(
    {
        **kept(
            "activeDeadlineSeconds",
            "backoffLimit",
            "backoffLimitPerIndex",
            "completionMode",
            "completions",
            "manualSelector",
            "maxFailedIndexes",
            "parallelism",
            "podReplacementPolicy",
            "suspend",
            "ttlSecondsAfterFinished",
        ),
        "managedBy": WORD,
        "selector": LABEL_SELECTOR,
        "template": POD_TEMPLATE,
        "podFailurePolicy": Fields({"rules": ListOf(_FAILURE_RULE)}),
        "successPolicy": Fields({"rules": ListOf(_SUCCESS_RULE)}),
    }
)
_JOB_STATUS = Fields(
    {
        **kept("active", "failed", "ready", "succeeded", "terminating"),
        "completedIndexes": _INDEXES,
        "failedIndexes": _INDEXES,
        "startTime": TIME,
        "completionTime": TIME,
        "conditions": CONDITIONS,
        "uncountedTerminatedPods": Fields({"succeeded": ListOf(KEPT), "failed": ListOf(KEPT)}),
    }
)
_CRON_JOB = Fields(
    {
        **kept(
            "concurrencyPolicy",
            "failedJobsHistoryLimit",
            "schedule",
            "startingDeadlineSeconds",
            "successfulJobsHistoryLimit",
            "suspend",
            "timeZone",
        ),
        "jobTemplate": Fields({"metadata": METADATA, "spec": _JOB}),
    }
)
_SERVICE = Fields(
    {
        **kept(
            "allocateLoadBalancerNodePorts",
            "externalTrafficPolicy",
            "healthCheckNodePort",
            "internalTrafficPolicy",
            "ipFamilyPolicy",
            "publishNotReadyAddresses",
            "sessionAffinity",
            "trafficDistribution",
            "type",
        ),
        "selector": LABELS,
        "clusterIP": ADDRESS,
        "clusterIPs": ListOf(ADDRESS),
        "externalName": _HOST_NAME,
        "ipFamilies": ListOf(shaped("IPv[46]")),
        "ports": ListOf(
            Fields(
                {
                    **kept("port", "nodePort", "protocol"),
                    **dict.fromkeys(("name", "targetPort"), shaped(r"[-a-zA-Z0-9]{1,63}")),
                    "appProtocol": WORD,
                }
            )
        ),
    }
)
_ENDPOINT = Fields(
    {
        "addresses": ListOf(shaped(r"[0-9A-Fa-f.:]+|[a-z0-9]([-a-z0-9.]*[a-z0-9])?")),
        "conditions": Fields(kept("ready", "serving", "terminating")),
        **named("hostname", "nodeName", "zone"),
        "targetRef": REFERENCE,
        "hints": Fields(
            {"forZones": ListOf(Fields({"name": NAME})), "forNodes": ListOf(Fields({"name": NAME}))}
        ),
    }
)
_DISRUPTED = Fields(
    {
        **kept(
            "currentHealthy", "desiredHealthy", "disruptionsAllowed", "expectedPods", "observedGeneration"
        ),
        "disruptedPods": MapOf(TIME, names=True),
        "conditions": CONDITIONS,
    }
)

POLICIES: Mapping[str, Policy] = {
    "Namespace": whole(
        Fields({"finalizers": ListOf(KEPT)}), Fields({"phase": WORD, "conditions": CONDITIONS})
    ),
    "Node": whole(Fields({"unschedulable": KEPT, "taints": ListOf(_TAINT)}), _NODE_STATUS),
    "Lease": whole(
        Fields(
            {
                "holderIdentity": NAME,
                **kept("leaseDurationSeconds", "leaseTransitions"),
                "renewTime": TIME,
                "acquireTime": TIME,
            }
        )
    ),
    "PriorityClass": whole(**kept("value", "globalDefault", "preemptionPolicy")),
    "StorageClass": whole(
        **kept("provisioner", "reclaimPolicy", "volumeBindingMode", "allowVolumeExpansion"),
        allowedTopologies=ListOf(
            Fields({"matchLabelExpressions": ListOf(Fields({"key": NAME, "values": ListOf(NAME)}))})
        ),
    ),
    "CSIDriver": whole(
        Fields(
            {
                **kept(
                    "attachRequired", "fsGroupPolicy", "podInfoOnMount", "requiresRepublish", "seLinuxMount"
                ),
                "storageCapacity": KEPT,
                "volumeLifecycleModes": ListOf(WORD),
            }
        )
    ),
    "CSINode": whole(
        Fields(
            {
                "drivers": ListOf(
                    Fields(
                        {
                            "name": KEPT,
                            "topologyKeys": ListOf(NAME),
                            "allocatable": Fields(kept("count")),
                        }
                    )
                )
            }
        )
    ),
    "CSIStorageCapacity": whole(
        storageClassName=NAME, nodeTopology=LABEL_SELECTOR, **kept("capacity", "maximumVolumeSize")
    ),
    "PersistentVolume": whole(
        Fields(
            {
                "capacity": AMOUNTS,
                "accessModes": ListOf(KEPT),
                **kept("persistentVolumeReclaimPolicy", "volumeMode"),
                **named("storageClassName", "volumeAttributesClassName"),
                "claimRef": REFERENCE,
                "nodeAffinity": Fields({"required": NODE_SELECTOR}),
                **PERSISTENT_SOURCES,
            }
        ),
        Fields({"phase": WORD, "reason": WORD, "lastPhaseTransitionTime": TIME}),
    ),
    "PersistentVolumeClaim": whole(
        CLAIM_SPEC,
        Fields(
            {
                "phase": WORD,
                "accessModes": ListOf(KEPT),
                "capacity": AMOUNTS,
                "conditions": CONDITIONS,
                "allocatedResources": AMOUNTS,
                "currentVolumeAttributesClassName": NAME,
            }
        ),
    ),
    "VolumeAttachment": whole(
        Fields(
            {
                "attacher": KEPT,
                "nodeName": NAME,
                "source": Fields({"persistentVolumeName": NAME}),
            }
        ),
        Fields(kept("attached")),
    ),
    "Pod": whole(POD_SPEC, POD_STATUS),
    "PodDisruptionBudget": whole(
        Fields(
            {
                "selector": LABEL_SELECTOR,
                **kept("minAvailable", "maxUnavailable", "unhealthyPodEvictionPolicy"),
            }
        ),
        _DISRUPTED,
    ),
    "Service": whole(_SERVICE, Fields({"conditions": CONDITIONS})),
    "ReplicationController": whole(Fields({**_REPLICATED, "selector": LABELS}), _WORKLOAD_STATUS),
    "ReplicaSet": whole(Fields(_REPLICATED), _WORKLOAD_STATUS),
    "Deployment": whole(_DEPLOYMENT, _WORKLOAD_STATUS),
    "StatefulSet": whole(_STATEFUL_SET, _WORKLOAD_STATUS),
    "DaemonSet": whole(_DAEMON_SET, _WORKLOAD_STATUS),
    "Job": whole(_JOB, _JOB_STATUS),
    "ControllerRevision": whole(
        data=Fields(
            {
                "spec": Fields(
                    {
                        "template": Fields({"metadata": METADATA, "spec": POD_SPEC, "$patch": WORD}),
                    }
                )
            }
        ),
        revision=KEPT,
    ),
    "CronJob": whole(
        _CRON_JOB,
        Fields({"active": ListOf(REFERENCE), "lastScheduleTime": TIME, "lastSuccessfulTime": TIME}),
    ),
    "EndpointSlice": whole(
        addressType=KEPT,
        endpoints=ListOf(_ENDPOINT),
        ports=ListOf(Fields({"name": OPAQUE, "port": DIGITS, "protocol": KEPT, "appProtocol": WORD})),
    ),
    **DEVICE_POLICIES,
}

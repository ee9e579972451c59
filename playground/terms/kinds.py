"""Kinds of objects."""

from __future__ import annotations

from collections.abc import Mapping

from playground.terms.card import KIND, CardWords, gettext_noop

KINDS: Mapping[str, CardWords] = {
    "Pod": CardWords(
        KIND,
        gettext_noop(
            "The smallest unit that is placed: one or more containers that run together on one node. "
            "A pod is bound once and never moves."
        ),
        "/concepts/workloads/pods/",
        shows=("Scheduled",),
    ),
    "Node": CardWords(
        KIND,
        gettext_noop(
            "A machine of the cluster, as the API server knows it. Its kubelet runs the pods that are "
            "bound to it and reports its state."
        ),
        "/concepts/architecture/nodes/",
        shows=("NodeReady", "NodeNotReady"),
    ),
    "PriorityClass": CardWords(
        KIND,
        gettext_noop(
            "Gives a name to a priority. A pod that names the class gets its integer at creation; "
            "later changes of the class do not reach existing pods."
        ),
        "/concepts/scheduling-eviction/pod-priority-preemption/#priorityclass",
        shows=("priorityClassName", "globalDefault"),
    ),
    "PodDisruptionBudget": CardWords(
        KIND,
        gettext_noop(
            "Limits how many of the selected pods the Eviction API removes at a time. Preemption "
            "respects it only on a best-effort basis."
        ),
        "/concepts/workloads/pods/disruptions/#pod-disruption-budgets",
        shows=("minAvailable", "disruptionsAllowed"),
        plugin="DefaultPreemption",
    ),
    "Deployment": CardWords(
        KIND,
        gettext_noop(
            "Keeps a number of equal pods running and replaces them step by step when its template "
            "changes. It works through ReplicaSets."
        ),
        "/concepts/workloads/controllers/deployment/",
        shows=("ScalingReplicaSet",),
    ),
    "ReplicaSet": CardWords(
        KIND,
        gettext_noop(
            "Keeps a number of equal pods: it creates missing ones and deletes surplus ones. It does "
            "not care on which node they run."
        ),
        "/concepts/workloads/controllers/replicaset/",
        shows=("SuccessfulCreate",),
    ),
    "ReplicationController": CardWords(
        KIND,
        gettext_noop("The older form of a ReplicaSet: it keeps a number of equal pods."),
        "/concepts/workloads/controllers/replicationcontroller/",
        shows=("SuccessfulCreate",),
    ),
    "StatefulSet": CardWords(
        KIND,
        gettext_noop(
            "Runs pods with fixed names, at most one of each at any time. It replaces a pod only when "
            "the object of the old one has gone."
        ),
        "/concepts/workloads/controllers/statefulset/",
        shows=("serviceName",),
    ),
    "DaemonSet": CardWords(
        KIND,
        gettext_noop("Runs one pod on each node that fits. Its pods tolerate the taints of broken nodes."),
        "/concepts/workloads/controllers/daemonset/",
    ),
    "Job": CardWords(
        KIND,
        gettext_noop("Runs pods until enough of them have succeeded."),
        "/concepts/workloads/controllers/job/",
    ),
    "CronJob": CardWords(
        KIND,
        gettext_noop("Creates Jobs at the times of a schedule."),
        "/concepts/workloads/controllers/cron-jobs/",
    ),
    "Service": CardWords(
        KIND,
        gettext_noop(
            "A stable address for the pods that its selector matches. Only Ready pods get its traffic."
        ),
        "/concepts/services-networking/service/",
        shows=("readinessProbe", "port"),
    ),
    "EndpointSlice": CardWords(
        KIND,
        gettext_noop("Lists the addresses of the pods behind a Service, with their state."),
        "/concepts/services-networking/endpoint-slices/",
        shows=("port",),
    ),
    "Namespace": CardWords(
        KIND,
        gettext_noop("A space for names of objects. Its deletion deletes everything in it first."),
        "/concepts/overview/working-with-objects/namespaces/",
        shows=("namespace",),
    ),
    "Lease": CardWords(
        KIND,
        gettext_noop(
            "The heartbeat of a node: its kubelet renews it every 10 s. When it gets old, the node "
            "counts as lost."
        ),
        "/concepts/architecture/leases/",
        shows=("NodeNotReady",),
    ),
    "PersistentVolume": CardWords(
        KIND,
        gettext_noop(
            "A piece of storage in the cluster. A claim binds it; its node affinity says which nodes "
            "can reach it."
        ),
        "/concepts/storage/persistent-volumes/",
        shows=("claimRef",),
        plugin="VolumeBinding",
    ),
    "PersistentVolumeClaim": CardWords(
        KIND,
        gettext_noop(
            "A request for storage. Pods refer to it by name. A claim that a pod uses is removed only after "
            "the pod."
        ),
        "/concepts/storage/persistent-volumes/#persistentvolumeclaims",
        shows=("persistentVolumeClaim",),
        plugin="VolumeBinding",
    ),
    "StorageClass": CardWords(
        KIND,
        gettext_noop("Says how volumes are provisioned for claims, and when they are bound."),
        "/concepts/storage/storage-classes/",
        shows=("storageClassName",),
        plugin="VolumeBinding",
    ),
    "VolumeAttachment": CardWords(
        KIND,
        gettext_noop(
            "Says that a volume shall be attached to a node, and whether it is. A ReadWriteOnce "
            "volume has one at a time."
        ),
        "/reference/kubernetes-api/config-and-storage-resources/volume-attachment-v1/",
        shows=("SuccessfulAttachVolume", "FailedAttachVolume"),
    ),
    "CSINode": CardWords(
        KIND,
        gettext_noop("Lists the CSI drivers of a node and how many volumes each can attach there."),
        "/reference/kubernetes-api/config-and-storage-resources/csi-node-v1/",
        shows=("driver",),
        plugin="NodeVolumeLimits",
    ),
    "ResourceClaim": CardWords(
        KIND,
        gettext_noop("A request for devices. The scheduler allocates them when it chooses the node."),
        "/concepts/scheduling-eviction/dynamic-resource-allocation/",
        shows=("resourceClaims",),
        plugin="DynamicResources",
    ),
    "ResourceClaimTemplate": CardWords(
        KIND,
        gettext_noop("A pattern from which each pod gets a ResourceClaim of its own."),
        "/concepts/scheduling-eviction/dynamic-resource-allocation/",
        shows=("resourceClaimTemplateName",),
        plugin="DynamicResources",
    ),
    "ResourceSlice": CardWords(
        KIND,
        gettext_noop("Lists devices that a driver offers on a node."),
        "/concepts/scheduling-eviction/dynamic-resource-allocation/",
        shows=("resourceSliceCount",),
        plugin="DynamicResources",
    ),
    "DeviceClass": CardWords(
        KIND,
        gettext_noop("A category of devices, chosen by an expression over their attributes."),
        "/concepts/scheduling-eviction/dynamic-resource-allocation/",
        shows=("deviceClassName",),
        plugin="DynamicResources",
    ),
}

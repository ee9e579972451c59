"""Reasons of Events. `meanings` has their texts; a rule stands here where these are several or none."""

from __future__ import annotations

from collections.abc import Mapping

from playground.terms.card import EVENT, CardWords, gettext_noop

EVENTS: Mapping[str, CardWords] = {
    "FailedScheduling": CardWords(
        EVENT,
        gettext_noop(
            "The scheduler found no node for the pod. The message counts the nodes by reason; after "
            "“preemption:” it says why preemption did not help."
        ),
        "/tasks/debug/debug-application/debug-pods/#my-pod-stays-pending",
        shows=("FailedScheduling",),
    ),
    "Scheduled": CardWords(
        EVENT,
        "",
        "/concepts/scheduling-eviction/kube-scheduler/",
        shows=("Scheduled",),
    ),
    "Preempted": CardWords(
        EVENT,
        "",
        "/concepts/scheduling-eviction/pod-priority-preemption/#preemption",
        shows=("Preempted",),
        plugin="DefaultPreemption",
    ),
    "Evicted": CardWords(
        EVENT,
        "",
        "/concepts/scheduling-eviction/node-pressure-eviction/",
        shows=("Evicted",),
    ),
    "EvictionThresholdMet": CardWords(
        EVENT,
        "",
        "/concepts/scheduling-eviction/node-pressure-eviction/",
        shows=("EvictionThresholdMet",),
    ),
    "ExceededGracePeriod": CardWords(
        EVENT,
        "",
        "/concepts/workloads/pods/pod-lifecycle/#pod-termination",
        shows=("ExceededGracePeriod",),
    ),
    "Created": CardWords(
        EVENT,
        "",
        "/concepts/workloads/pods/pod-lifecycle/#container-states",
        shows=("Created",),
    ),
    "Pulled": CardWords(
        EVENT,
        gettext_noop(
            "The image of a container is on the node: it was there already, or it has been downloaded."
        ),
        "/concepts/containers/images/",
        shows=("Pulled",),
    ),
    "Pulling": CardWords(
        EVENT,
        "",
        "/concepts/containers/images/",
        shows=("Pulling",),
    ),
    "Started": CardWords(
        EVENT,
        "",
        "/concepts/workloads/pods/pod-lifecycle/#container-states",
        shows=("Started",),
    ),
    "Killing": CardWords(
        EVENT,
        "",
        "/concepts/workloads/pods/pod-lifecycle/#pod-termination",
        shows=("Killing",),
    ),
    "BackOff": CardWords(
        EVENT,
        gettext_noop(
            "The kubelet waits before it tries again to start a container or to download its image: "
            "10 s, doubled up to 300 s."
        ),
        "/concepts/workloads/pods/pod-lifecycle/#restart-policy",
        shows=("BackOff",),
    ),
    "Failed": CardWords(
        EVENT,
        "",
        "/tasks/debug/debug-application/debug-pods/",
        shows=("Failed",),
    ),
    "Unhealthy": CardWords(
        EVENT,
        "",
        "/concepts/configuration/liveness-readiness-startup-probes/",
        shows=("Unhealthy",),
    ),
    "FailedPostStartHook": CardWords(
        EVENT,
        "",
        "/concepts/containers/container-lifecycle-hooks/",
        shows=("FailedPostStartHook",),
    ),
    "FailedPreStopHook": CardWords(
        EVENT,
        gettext_noop(
            "The preStop hook of a container failed. The kubelet does not wait for it any longer and "
            "sends SIGTERM."
        ),
        "/concepts/containers/container-lifecycle-hooks/",
        shows=("FailedPreStopHook",),
    ),
    "SandboxChanged": CardWords(
        EVENT,
        "",
        "/concepts/workloads/pods/pod-lifecycle/",
        shows=("SandboxChanged",),
    ),
    "DeadlineExceeded": CardWords(
        EVENT,
        "",
        "/concepts/workloads/controllers/job/#job-termination-and-cleanup",
        shows=("DeadlineExceeded",),
    ),
    "Preempting": CardWords(
        EVENT,
        "",
        "/tasks/administer-cluster/guaranteed-scheduling-critical-addon-pods/",
        shows=("Preempting",),
    ),
    "NodeShutdown": CardWords(
        EVENT,
        "",
        "/concepts/cluster-administration/node-shutdown/",
        shows=("NodeShutdown",),
    ),
    "Terminated": CardWords(
        EVENT,
        "",
        "/concepts/cluster-administration/node-shutdown/",
        shows=("Terminated",),
    ),
    "SystemOOM": CardWords(
        EVENT,
        "",
        "/concepts/scheduling-eviction/node-pressure-eviction/#node-out-of-memory-behavior",
        shows=("SystemOOM",),
    ),
    "OutOfcpu": CardWords(
        EVENT,
        gettext_noop(
            "The kubelet refused a pod, because the node has too little of the named resource free. "
            "The pod ends with the phase Failed."
        ),
        "/tasks/administer-cluster/reserve-compute-resources/",
        shows=("OutOfcpu",),
        also=("OutOfmemory", "OutOfpods", "OutOfephemeral-storage"),
    ),
    "FailedMount": CardWords(
        EVENT,
        "",
        "/concepts/storage/persistent-volumes/",
        shows=("FailedMount",),
    ),
    "FailedAttachVolume": CardWords(
        EVENT,
        "",
        "/concepts/storage/persistent-volumes/#access-modes",
        shows=("FailedAttachVolume",),
    ),
    "FailedBinding": CardWords(
        EVENT,
        "",
        "/concepts/storage/persistent-volumes/#binding",
        shows=("FailedBinding",),
    ),
    "ProvisioningSucceeded": CardWords(
        EVENT,
        "",
        "/concepts/storage/dynamic-provisioning/",
        shows=("ProvisioningSucceeded",),
    ),
    "FailedPrepareDynamicResources": CardWords(
        EVENT,
        "",
        "/concepts/scheduling-eviction/dynamic-resource-allocation/",
        shows=("FailedPrepareDynamicResources",),
    ),
    "TaintManagerEviction": CardWords(
        EVENT,
        gettext_noop(
            "The taint eviction controller deletes the pod, or takes the deletion back because the "
            "taint is gone."
        ),
        "/concepts/scheduling-eviction/taint-and-toleration/#taint-based-evictions",
        shows=("TaintManagerEviction",),
    ),
    "NodeNotReady": CardWords(
        EVENT,
        gettext_noop(
            "The node is not ready any more. On a pod: its node is not ready, so the pod leaves its Services."
        ),
        "/concepts/architecture/nodes/",
        shows=("NodeNotReady",),
    ),
    "SuccessfulCreate": CardWords(
        EVENT,
        "",
        "/concepts/workloads/controllers/replicaset/",
        shows=("SuccessfulCreate",),
    ),
    "SuccessfulDelete": CardWords(
        EVENT,
        gettext_noop("A controller deleted a surplus pod."),
        "/concepts/workloads/controllers/replicaset/",
        shows=("SuccessfulDelete",),
    ),
    "ScalingReplicaSet": CardWords(
        EVENT,
        gettext_noop("A Deployment changed the number of pods of one of its ReplicaSets."),
        "/concepts/workloads/controllers/deployment/",
        shows=("ScalingReplicaSet",),
    ),
    "SuccessfulAttachVolume": CardWords(
        EVENT,
        gettext_noop("The volume is attached to the node of the pod."),
        "/concepts/storage/persistent-volumes/",
        shows=("SuccessfulAttachVolume",),
    ),
    "NodeReady": CardWords(
        EVENT,
        gettext_noop("The kubelet reports that its node can run pods."),
        "/concepts/architecture/nodes/",
        shows=("NodeReady",),
    ),
    "NodeHasSufficientMemory": CardWords(
        EVENT,
        gettext_noop("The node is not under memory pressure."),
        "/concepts/scheduling-eviction/node-pressure-eviction/#node-conditions",
        shows=("NodeHasSufficientMemory",),
    ),
    "NodeHasInsufficientMemory": CardWords(
        EVENT,
        gettext_noop("The node is under memory pressure: an eviction threshold was met."),
        "/concepts/scheduling-eviction/node-pressure-eviction/#node-conditions",
        shows=("NodeHasInsufficientMemory",),
    ),
    "NodeHasNoDiskPressure": CardWords(
        EVENT,
        gettext_noop("The node is not under disk pressure."),
        "/concepts/scheduling-eviction/node-pressure-eviction/#node-conditions",
        shows=("NodeHasNoDiskPressure",),
    ),
    "NodeHasSufficientPID": CardWords(
        EVENT,
        gettext_noop("The node has enough process IDs."),
        "/concepts/scheduling-eviction/node-pressure-eviction/#node-conditions",
        shows=("NodeHasSufficientPID",),
    ),
    "Starting": CardWords(
        EVENT,
        gettext_noop("The kubelet of the node starts."),
        "/concepts/architecture/nodes/",
        shows=("Starting",),
    ),
    "Rebooted": CardWords(
        EVENT,
        gettext_noop("The machine of the node was started again: its kubelet reports another boot ID."),
        "/concepts/architecture/nodes/",
        shows=("Rebooted",),
    ),
    "RegisteredNode": CardWords(
        EVENT,
        gettext_noop("The node lifecycle controller knows the node from now on."),
        "/concepts/architecture/nodes/",
        shows=("RegisteredNode",),
    ),
    "RemovingNode": CardWords(
        EVENT,
        gettext_noop("The Node object was deleted. The node lifecycle controller forgets it."),
        "/concepts/architecture/nodes/",
        shows=("RemovingNode",),
    ),
    "NodeControllerEviction": CardWords(
        EVENT,
        gettext_noop("A controller deletes the pods of a node that is lost."),
        "/concepts/architecture/nodes/",
        shows=("NodeControllerEviction",),
    ),
}

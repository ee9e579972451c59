"""Texts that nothing in this simulator writes: those of an API server, a kubelet and controllers about what
is not simulated, of other releases, of `kubectl drain`, and of autoscalers of nodes.

Sources: pkg/kubelet (events, eviction, lifecycle), pkg/controller, pkg/registry/core/pod (eviction),
k8s.io/kubectl/pkg/drain, cluster-autoscaler (core/scaleup) and sigs.k8s.io/karpenter
(provisioning/scheduling, disruption/events), releases 1.20 to 1.37 of Kubernetes.
"""

from __future__ import annotations

from typing import NamedTuple

KUBELET, CONTROLLERS, APISERVER = "kubelet", "kube-controller-manager", "kube-apiserver"
SCHEDULER, KUBECTL = "kube-scheduler", "kubectl"
AUTOSCALER, KARPENTER = "cluster-autoscaler", "karpenter"


class OtherText(NamedTuple):
    """A text, the reason of its Event or the name of its condition. `inner` names the value that is a text of
    its own, such as the API server's refusal in a line of `kubectl drain`: `groups` are counted groups of
    nodes, `pools` Karpenter's pools. `today` is the text of v1.36 in its place, `releases` are those that
    write it, both "" where they do not matter."""

    component: str
    event: str
    template: str
    inner: str = ""
    today: str = ""
    releases: str = ""


def _of(component: str, *rows: tuple[str, ...]) -> tuple[OtherText, ...]:
    return tuple(OtherText(component, *row) for row in rows)


_API_SERVER = _of(
    APISERVER,
    ("EvictionBlocked", "Cannot evict pod as it would violate the pod's disruption budget."),
    (
        "DisruptionBudget",
        "The disruption budget %(budget)s needs %(needed)s healthy pods and has %(healthy)s currently",
    ),
    ("DisruptionBudget", "The disruption budget %(budget)s is still being processed by the server."),
    (
        "InternalError",
        "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
    ),
    ("EvictionByEvictionAPI", "Eviction API: evicting"),
    (
        "Forbidden",
        'pods "%(pod)s" is forbidden: exceeded quota: %(quota)s, requested: %(requested)s, used: %(used)s, '
        "limited: %(limited)s",
    ),
    ("Forbidden", 'pods "%(pod)s" is forbidden: failed quota: %(quota)s: must specify %(fields)s'),
    ("Forbidden", 'pods "%(pod)s" is forbidden: violates PodSecurity "%(level)s": %(why)s'),
    (
        "Forbidden",
        'pods "%(pod)s" is forbidden: error looking up service account %(account)s: '
        'serviceaccount "%(name)s" not found',
    ),
    ("Forbidden", 'pods "%(pod)s" is forbidden: no PriorityClass with name %(class)s was found'),
    ("Forbidden", 'admission webhook "%(webhook)s" denied the request: %(why)s'),
    ("InternalError", 'failed calling webhook "%(webhook)s": %(why)s'),
)

_SCHEDULER = _of(
    SCHEDULER,
    (
        "Preempted",
        "Preempted by %(pod)s on node %(node)s",
        "",
        "Preempted by pod %(uid)s on node %(node)s",
        "≤ 1.26",
    ),
    ("Preempted", "Preempted by a pod on node %(node)s", "", "Preempted by pod %(uid)s on node %(node)s"),
    ("PreemptionByScheduler", "%(scheduler)s: preempting to accommodate a higher priority pod"),
)

_CONTROLLERS = _of(
    CONTROLLERS,
    ("DeletionByTaintManager", "Taint manager: deleting due to NoExecute taint"),
    ("DeletionByPodGC", "PodGC: node no longer exists"),
    ("RegisteredNode", "Node %(node)s event: Registered Node %(node)s in Controller"),
    ("RemovingNode", "Node %(node)s event: Removing Node %(node)s from Controller"),
    ("DeletingNode", "Deleting node %(node)s because it does not exist in the cloud provider"),
    ("NodeStatusUnknown", "Kubelet stopped posting node status."),
    ("NodeStatusNeverUpdated", "Kubelet never posted node status."),
    ("SuccessfulDelete", "Deleted pod: %(pod)s"),
    ("FailedCreate", "Error creating: %(why)s", "why"),
    ("FailedDelete", "Error deleting: %(error)s"),
    ("ScalingReplicaSet", "Scaled up replica set %(set)s from %(before)s to %(replicas)s"),
    ("ScalingReplicaSet", "Scaled up replica set %(set)s to %(replicas)s from %(before)s"),
    ("ScalingReplicaSet", "Scaled up replica set %(set)s to %(replicas)s"),
    ("ScalingReplicaSet", "Scaled down replica set %(set)s from %(before)s to %(replicas)s"),
    ("ScalingReplicaSet", "Scaled down replica set %(set)s to %(replicas)s from %(before)s"),
    ("ScalingReplicaSet", "Scaled down replica set %(set)s to %(replicas)s"),
    ("SuccessfulCreate", "create Pod %(pod)s in StatefulSet %(set)s successful"),
    ("SuccessfulCreate", "create Claim %(claim)s Pod %(pod)s in StatefulSet %(set)s success"),
    ("SuccessfulDelete", "delete Pod %(pod)s in StatefulSet %(set)s successful"),
    ("FailedDaemonPod", "Found failed daemon pod %(pod)s on node %(node)s, will try to kill it"),
    ("BackoffLimitExceeded", "Job has reached the specified backoff limit"),
    ("DeadlineExceeded", "Job was active longer than specified deadline"),
    ("Completed", "Job completed"),
    ("Suspended", "Job suspended"),
    ("Resumed", "Job resumed"),
    ("ProgressDeadlineExceeded", 'ReplicaSet "%(set)s" has timed out progressing.'),
    ("MinimumReplicasUnavailable", "Deployment does not have minimum availability."),
    ("NoPods", "No matching pods found"),
    ("CalculateExpectedPodCountFailed", "Failed to calculate the number of expected pods: %(error)s"),
    ("WaitForFirstConsumer", "waiting for first consumer to be created before binding"),
    ("WaitForPodScheduled", "waiting for pod %(pod)s to be scheduled"),
    (
        "ExternalProvisioning",
        "Waiting for a volume to be created either by the external provisioner '%(driver)s' or manually by "
        "the system administrator. If volume creation is delayed, please verify that the provisioner is "
        "running and correctly registered.",
    ),
    (
        "ExternalProvisioning",
        'waiting for a volume to be created, either by external provisioner "%(driver)s" or manually created '
        "by system administrator",
    ),
    ("Provisioning", 'External provisioner is provisioning volume for claim "%(claim)s"'),
    ("ProvisioningFailed", 'failed to provision volume with StorageClass "%(class)s": %(error)s'),
    ("FailedBinding", "no persistent volumes available for this claim and no storage class is set"),
    ("FailedAttachVolume", 'AttachVolume.Attach failed for volume "%(volume)s" : %(error)s'),
    ("SuccessfulAttachVolume", 'AttachVolume.Attach succeeded for volume "%(volume)s"'),
)

_KUBELET = _of(
    KUBELET,
    ("Evicted", "Pod ephemeral local storage usage exceeds the total limit of containers %(limit)s."),
    ("Evicted", 'Container %(container)s exceeded its local ephemeral storage limit "%(limit)s".'),
    ("Evicted", 'Usage of EmptyDir volume "%(volume)s" exceeds the limit "%(limit)s".'),
    (
        "UnexpectedAdmissionError",
        "Allocate failed due to requested number of devices unavailable for %(resource)s. "
        "Requested: %(requested)s, Available: %(available)s, which is unexpected",
    ),
    ("UnexpectedAdmissionError", "Allocate failed due to %(why)s, which is unexpected"),
    (
        "UnexpectedAdmissionError",
        "Unexpected error while attempting to recover from admission failure: %(error)s",
    ),
    ("NodeAffinity", "Predicate NodeAffinity failed"),
    ("NodeAffinity", "Predicate NodeAffinity failed: %(why)s"),
    ("NodePorts", "Predicate NodePorts failed"),
    ("NodePorts", "Predicate NodePorts failed: %(why)s"),
    ("TopologyAffinityError", "Resources cannot be allocated with Topology locality"),
    (
        "SMTAlignmentError",
        "SMT Alignment Error: requested %(requested)s cpus not multiple cpus per core = %(per_core)s",
    ),
    ("NodeShutdown", "Node is shutting, evicting pods", "", "", "1.20–1.21"),
    (
        "NodeShutdown",
        "Node is in progress of shutting down, not admitting any new pods",
        "",
        "Pod was rejected as the node is shutting down.",
        "≤ 1.21",
    ),
    (
        "BackOff",
        "Back-off restarting failed container",
        "",
        "Back-off restarting failed container %(container)s in pod %(pod)s",
        "≤ 1.26",
    ),
    ("CrashLoopBackOff", "back-off %(delay)s restarting failed container=%(container)s pod=%(pod)s"),
    ("CrashLoopBackOff", "CrashLoopBackOff"),
    ("ImagePullBackOff", "ImagePullBackOff"),
    ("ErrImagePull", "ErrImagePull"),
    ("CreateContainerConfigError", "CreateContainerConfigError"),
    ("OOMKilled", "OOMKilled"),
    ("ContainerStatusUnknown", "The container could not be located when the pod was %(deed)s."),
    ("Failed", "Error: ErrImagePull"),
    ("Failed", "Error: ImagePullBackOff"),
    ("Failed", "Error: ErrImageNeverPull"),
    ("Failed", 'Error: secret "%(name)s" not found'),
    ("Failed", 'Error: configmap "%(name)s" not found'),
    ("Failed", "Error: couldn't find key %(key)s in %(kind)s %(name)s"),
    ("Failed", "Error: container has runAsNonRoot and image will run as root%(where)s"),
    ("Failed", "Error: container has runAsNonRoot and image has non-numeric user%(where)s"),
    ("Failed", "Error: failed to create containerd container: %(error)s"),
    ("Failed", "Error: failed to create containerd task: %(error)s"),
    ("Failed", 'Error: failed to start container "%(container)s": %(error)s'),
    ("Failed", "Error: context deadline exceeded"),
    ("ErrImageNeverPull", 'Container image "%(image)s" is not present with pull policy of Never'),
    ("InspectFailed", 'Failed to apply default image tag "%(image)s": %(error)s'),
    (
        "Pulled",
        'Successfully pulled image "%(image)s" in %(took)s (%(waited)s including waiting). '
        "Image size: %(bytes)s bytes.",
    ),
    ("Pulled", 'Successfully pulled image "%(image)s" in %(took)s'),
    ("Pulled", 'Successfully pulled image "%(image)s"'),
    (
        "Pulled",
        'Container image "%(image)s" already present on machine and can be accessed by the pod',
    ),
    ("Created", "Created container %(container)s", "", "Created container: %(container)s"),
    (
        "FailedMount",
        "Unable to attach or mount volumes: unmounted volumes=[%(volumes)s], unattached "
        "volumes=[%(others)s]%(error)s",
    ),
    ("FailedMount", 'MountVolume.MountDevice failed for volume "%(volume)s" : %(error)s'),
    ("FailedMount", 'MountVolume.WaitForAttach failed for volume "%(volume)s" : %(error)s'),
    ("FailedMount", 'MountVolume.NewMounter initialization failed for volume "%(volume)s" : %(error)s'),
    ("FailedMapVolume", 'MapVolume.SetUpDevice failed for volume "%(volume)s" : %(error)s'),
    ("Unhealthy", "%(probe)s probe errored: %(error)s"),
    ("Unhealthy", "%(probe)s probe errored and resulted in unknown state: %(error)s"),
    ("ProbeWarning", "%(probe)s probe warning: %(error)s"),
    ("Killing", "Container %(container)s failed liveness probe, will be restarted"),
    ("Killing", "Container %(container)s failed startup probe, will be restarted"),
    ("FailedPreStopHook", "PreStopHook failed"),
    ("FailedCreatePodSandBox", "Failed to create pod sandbox: %(error)s"),
    ("FailedCreatePodSandBox", "Failed create pod sandbox: %(error)s"),
    ("FailedKillPod", "error killing pod: %(error)s"),
    ("FailedCreatePodContainer", "unable to ensure pod container exists: %(error)s"),
    ("NetworkNotReady", "network is not ready: %(error)s"),
    ("KubeletNotReady", "container runtime network not ready: %(error)s"),
    ("KubeletNotReady", "PLEG is not healthy: %(error)s"),
    ("DNSConfigForming", "Nameserver limits were exceeded, %(what)s"),
    ("DNSConfigForming", "Search Line limits were exceeded, %(what)s"),
    ("NodeReady", "Node %(node)s status is now: NodeReady"),
    ("NodeNotSchedulable", "Node %(node)s status is now: NodeNotSchedulable"),
    ("NodeSchedulable", "Node %(node)s status is now: NodeSchedulable"),
    ("NodeHasDiskPressure", "Node %(node)s status is now: NodeHasDiskPressure"),
    ("NodeHasNoDiskPressure", "Node %(node)s status is now: NodeHasNoDiskPressure"),
    ("NodeHasInsufficientMemory", "Node %(node)s status is now: NodeHasInsufficientMemory"),
    ("NodeHasSufficientMemory", "Node %(node)s status is now: NodeHasSufficientMemory"),
    ("NodeHasInsufficientPID", "Node %(node)s status is now: NodeHasInsufficientPID"),
    ("NodeHasSufficientPID", "Node %(node)s status is now: NodeHasSufficientPID"),
    ("KubeletHasDiskPressure", "kubelet has disk pressure"),
    ("KubeletHasInsufficientMemory", "kubelet has insufficient memory available"),
    ("KubeletHasInsufficientPID", "kubelet has insufficient PID available"),
    ("Starting", "Starting kubelet."),
    ("NodeAllocatableEnforced", "Updated Node Allocatable limit across pods"),
    ("Rebooted", "Node %(node)s has been rebooted, boot id: %(id)s"),
    ("InvalidDiskCapacity", "invalid capacity 0 on image filesystem"),
    ("ImageGCFailed", "Failed to garbage collect required amount of images. %(numbers)s"),
    ("ImageGCFailed", "failed to garbage collect required amount of images. %(numbers)s"),
)

_KUBECTL = _of(
    KUBECTL,
    ("drain", "error when evicting %(pod)s (will retry after 5s): %(why)s", "why"),
    ("drain", "error when evicting %(pod)s: global timeout reached: %(timeout)s"),
    ("drain", "error when evicting %(pod)s: %(why)s", "why"),
    ("drain", "error when waiting for pod %(pod)s terminating: %(error)s"),
    ("drain", "error when waiting for pod %(pod)s in namespace %(namespace)s to terminate: %(error)s"),
    ("drain", "evicting pod %(pod)s"),
    ("drain", "pod/%(pod)s evicted"),
    ("drain", "node/%(node)s cordoned"),
    ("drain", "node/%(node)s already cordoned"),
    ("drain", "node/%(node)s uncordoned"),
    ("drain", "node/%(node)s drained"),
    (
        "drain",
        'error: unable to drain node "%(node)s" due to error:%(why)s, continuing command...',
        "why",
    ),
    ("drain", 'error: unable to drain node "%(node)s", aborting command...'),
    ("drain", "There are pending nodes to be drained:"),
    ("drain", 'There are pending pods in node "%(node)s" when an error occurred: %(why)s', "why"),
    ("drain", "cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore): %(pods)s"),
    ("drain", "cannot delete Pods with local storage (use --delete-emptydir-data to override): %(pods)s"),
    (
        "drain",
        "cannot delete Pods with local storage (use --delete-local-data to override): %(pods)s",
        "",
        "cannot delete Pods with local storage (use --delete-emptydir-data to override): %(pods)s",
        "≤ 1.19",
    ),
    ("drain", "cannot delete Pods that declare no controller (use --force to override): %(pods)s"),
    ("drain", "cannot delete Pods declare no controller (use --force to override): %(pods)s"),
    (
        "drain",
        "cannot delete Pods not managed by ReplicationController, ReplicaSet, Job, DaemonSet or StatefulSet "
        "(use --force to override): %(pods)s",
        "",
        "cannot delete Pods that declare no controller (use --force to override): %(pods)s",
    ),
    ("drain", "ignoring DaemonSet-managed Pods: %(pods)s"),
    ("drain", "deleting Pods with local storage: %(pods)s"),
    ("drain", "deleting Pods that declare no controller: %(pods)s"),
    (
        "drain",
        "deleting Pods not managed by ReplicationController, ReplicaSet, Job, DaemonSet or StatefulSet: "
        "%(pods)s",
        "",
        "deleting Pods that declare no controller: %(pods)s",
    ),
)

_AUTOSCALER = _of(
    AUTOSCALER,
    ("NotTriggerScaleUp", "pod didn't trigger scale-up: %(groups)s", "groups"),
    ("NotTriggerScaleUp", "pod didn't trigger scale-up:"),
    (
        "NotTriggerScaleUp",
        "pod didn't trigger scale-up (it wouldn't fit if a new node is added): %(groups)s",
        "groups",
        "",
        "≤ 1.17",
    ),
    ("NotTriggerScaleUp", "pod didn't trigger scale-up (it wouldn't fit if a new node is added)"),
    ("NotTriggerScaleUp", "max node group size reached"),
    ("NotTriggerScaleUp", "in backoff after failed scale-up"),
    ("NotTriggerScaleUp", "not ready for scale-up"),
    ("NotTriggerScaleUp", "max cluster %(resource)s limit reached"),
    ("TriggeredScaleUp", "pod triggered scale-up: %(groups)s"),
    (
        "FailedScaleUp",
        "Node scale up in zones %(zones)s associated with this pod failed: %(error)s. Pod is at risk of not "
        "being scheduled.",
    ),
    ("ScaleDown", "deleting pod for node scale down"),
    ("ScaleDown", "marked the node as toBeDeleted/unschedulable"),
    ("ScaleDown", "node removed by cluster autoscaler"),
    ("ScaleDownFailed", "failed to drain the node, aborting ScaleDown"),
)

_KARPENTER = _of(
    KARPENTER,
    ("FailedScheduling", "Failed to schedule pod, %(pools)s", "pools"),
    ("FailedScheduling", "all available instance types exceed limits for nodepool%(nodepool)s"),
    ("FailedScheduling", "all available instance types exceed limits for provisioner%(nodepool)s"),
    ("FailedScheduling", "did not tolerate %(taint)s"),
    (
        "FailedScheduling",
        "no instance type satisfied resources %(resources)s and requirements %(requirements)s",
    ),
    ("FailedScheduling", "no instance type has enough resources%(details)s"),
    ("FailedScheduling", "no instance type met all requirements%(details)s"),
    ("FailedScheduling", "no instance type has the required offering%(details)s"),
    ("FailedScheduling", "no instance type %(details)s"),
    ("FailedScheduling", "incompatible requirements, %(details)s"),
    ("FailedScheduling", "unsatisfiable topology constraint for %(details)s"),
    ("FailedScheduling", "no nodepools found"),
    ("Nominated", "Pod should schedule on: %(targets)s"),
    ("Nominated", "Pod should schedule on %(targets)s"),
    ("Evicted", "Evicted pod: %(why)s"),
    ("Evicted", "Evicted pod"),
    ("DisruptionTerminating", "Disrupting Node: %(why)s"),
    ("DisruptionBlocked", "Cannot disrupt Node: %(why)s"),
    ("DisruptionBlocked", "Pdb%(budget)s prevents pod evictions"),
    ("DisruptionBlocked", "No allowed disruptions due to blocking budget"),
    ("Unconsolidatable", "Can't replace with a cheaper node"),
    ("FailedDraining", "Failed to drain node, %(count)s pods are waiting to be evicted"),
)

OTHER_TEXTS: tuple[OtherText, ...] = (
    *_API_SERVER,
    *_SCHEDULER,
    *_CONTROLLERS,
    *_KUBELET,
    *_KUBECTL,
    *_AUTOSCALER,
    *_KARPENTER,
)

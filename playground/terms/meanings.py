"""What each text of the core's catalogue means, in a sentence; the key is the text's template."""

from __future__ import annotations

from collections.abc import Mapping

from playground.terms.card import gettext_noop

MEANINGS: Mapping[str, str] = {
    "waiting for scheduling gates: [%(gates)s]": gettext_noop(
        "The pod has scheduling gates. It enters the scheduling queue when the last one is removed."
    ),
    "node(s) were unschedulable": gettext_noop(
        "The node is cordoned (spec.unschedulable), and the pod does not tolerate that."
    ),
    "node(s) didn't match the requested node name": gettext_noop(
        "The pod's spec.nodeName names another node."
    ),
    "node(s) had untolerated taint {%(key)s: %(value)s}": gettext_noop(
        "The node has a taint with the effect NoSchedule or NoExecute, and no toleration of the pod "
        "matches it."
    ),
    "pod affinity terms conflict": gettext_noop(
        "The terms of the pod's node affinity name nodes, but no node is named by all of them."
    ),
    "node(s) didn't match Pod's node affinity/selector": gettext_noop(
        "The labels of the node do not match the pod's nodeSelector or its required node affinity."
    ),
    "node(s) didn't match scheduler-enforced node affinity": gettext_noop(
        "The node does not match the node affinity that the scheduler's configuration adds to every "
        "pod (addedAffinity)."
    ),
    "node(s) didn't have free ports for the requested pod ports": gettext_noop(
        "A pod on the node already uses a host port that this pod requests."
    ),
    "Too many pods": gettext_noop("The node already runs as many pods as its allocatable pods allow."),
    "Insufficient %(resource)s": gettext_noop(
        "The pod requests more of the resource than the node has free: allocatable minus the requests"
        " of the pods on it."
    ),
    'persistentvolumeclaim "%(claim)s" not found': gettext_noop(
        "The pod uses a PersistentVolumeClaim that does not exist in its namespace."
    ),
    "node(s) had no available disk": gettext_noop(
        "A pod on the node already uses the same disk in a way that allows only one user."
    ),
    (
        "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use "
        "by another pod"
    ): gettext_noop("The claim has the access mode ReadWriteOncePod, and another pod already uses it."),
    "node(s) exceed max volume count": gettext_noop(
        "With the pod's volumes, more volumes of a CSI driver would be attached to the node than its "
        "limit allows."
    ),
    'looking up PVC %(key)s: persistentvolumeclaim "%(claim)s" not found': gettext_noop(
        "The limit of volumes cannot be checked, because a claim of the pod does not exist."
    ),
    'waiting for ephemeral volume controller to create the persistentvolumeclaim "%(claim)s"': gettext_noop(
        "The claim of an ephemeral volume has not been created yet. The ephemeral volume controller "
        "creates it."
    ),
    'persistentvolumeclaim "%(claim)s" bound to non-existent persistentvolume "%(volume)s"': gettext_noop(
        "The claim was bound to a volume that no longer exists (phase Lost)."
    ),
    'persistentvolumeclaim "%(claim)s" is being deleted': gettext_noop(
        "The claim is being deleted, so a new pod may not use it."
    ),
    "PVC %(claim)s was not created for pod %(pod)s (pod is not owner)": gettext_noop(
        "A claim with the name of the ephemeral volume's claim exists, but it belongs to another owner."
    ),
    "pod has unbound immediate PersistentVolumeClaims": gettext_noop(
        "A claim of the pod is not bound, and its storage class binds immediately, so the scheduler "
        "waits for the volume controller."
    ),
    "node(s) didn't match PersistentVolume's node affinity": gettext_noop(
        "A volume that is bound to the pod's claim cannot be used on this node."
    ),
    "node(s) didn't find available persistent volumes to bind": gettext_noop(
        "No free volume that fits the claim can be used on this node, and none can be provisioned for"
        " it there."
    ),
    "node(s) did not have enough free storage": gettext_noop(
        "The storage capacity that the driver reports for this node is less than the claim asks for."
    ),
    "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)": gettext_noop(
        "A claim of the pod names a volume that does not exist."
    ),
    "PersistentVolumeClaim had no name": gettext_noop("A volume of the pod uses a claim without a name."),
    'persistentvolume "%(volume)s" not found': gettext_noop(
        "The claim is bound to a volume that does not exist."
    ),
    'storageclass.storage.k8s.io "%(class)s" not found': gettext_noop(
        "The claim names a storage class that does not exist."
    ),
    'VolumeBindingMode not set for StorageClass "%(class)s"': gettext_noop(
        "The storage class of the claim does not say when volumes are bound."
    ),
    "node(s) had no available volume zone": gettext_noop(
        "A volume of the pod has labels of a zone or region that the node is not in."
    ),
    "node(s) didn't match pod topology spread constraints (missing required label)": gettext_noop(
        "The node lacks a topologyKey of the pod's hard spread constraints."
    ),
    "node(s) didn't match pod topology spread constraints": gettext_noop(
        "With the pod on this node, the skew of a hard spread constraint would exceed maxSkew."
    ),
    "node(s) didn't match pod affinity rules": gettext_noop(
        "No pod that the required pod affinity asks for runs in the node's topology domain."
    ),
    "node(s) didn't match pod anti-affinity rules": gettext_noop(
        "A pod that the pod's required anti-affinity excludes runs in the node's topology domain."
    ),
    "node(s) didn't satisfy existing pods anti-affinity rules": gettext_noop(
        "The required anti-affinity of a pod that already runs in the node's topology domain excludes"
        " this pod."
    ),
    'could not find ResourceClaim "%(claim)s"': gettext_noop(
        "The pod names a ResourceClaim that does not exist."
    ),
    'resourceclaim "%(claim)s" is being deleted': gettext_noop(
        "The ResourceClaim is being deleted, so a new pod may not use it."
    ),
    "ResourceClaim %(claim)s was not created for pod %(pod)s (pod is not owner)": gettext_noop(
        "The ResourceClaim was made from a template for another pod."
    ),
    "resource claim %(claim)s is in the process of being allocated": gettext_noop(
        "The scheduler is writing an allocation of this ResourceClaim for another pod."
    ),
    "request %(request)s: device class %(class)s does not exist": gettext_noop(
        "The ResourceClaim asks for a device of a class that does not exist."
    ),
    "resourceclaim in use": gettext_noop(
        "The ResourceClaim is allocated and reserved for as many other pods as may use it."
    ),
    "cannot allocate all claims": gettext_noop(
        "The free devices that this node can reach are not enough for all ResourceClaims of the pod."
    ),
    "resourceclaim not available on the node": gettext_noop(
        "The devices of an allocated ResourceClaim cannot be reached from this node."
    ),
    "no new claims to deallocate": gettext_noop(
        "After the filters refused all nodes, the plugin found no allocated ResourceClaim that could "
        "be given back. In most clusters this part can be ignored."
    ),
    "deallocation of ResourceClaim completed": gettext_noop(
        "The plugin gave back an allocation that no pod used, so that the claim can be allocated elsewhere."
    ),
    "still not schedulable": gettext_noop("The pod has no ResourceClaims, so this plugin cannot help it."),
    "waiting for the preemption for this pod to be finished": gettext_noop(
        "The scheduler is still deleting the victims of this pod's preemption. The pod is tried again"
        " after that."
    ),
    "not eligible due to preemptionPolicy=Never.": gettext_noop(
        "The pod has preemptionPolicy: Never, so it preempts no other pod."
    ),
    "not eligible due to a terminating pod on the nominated node.": gettext_noop(
        "Victims of this pod still terminate on its nominated node, so the scheduler preempts no "
        "further pods for it."
    ),
    "Preemption is not helpful for scheduling": gettext_noop(
        "The node refused the pod for a reason that removing pods does not change, such as a taint or"
        " a label."
    ),
    "No preemption victims found for incoming pod": gettext_noop(
        "No pod of lower priority runs on the node, so there is nothing to preempt."
    ),
    "node(s) didn't satisfy plugin(s) [%(plugins)s]": gettext_noop(
        "These plugins narrowed the search in PreFilter, so the node was not filtered at all."
    ),
    "no nodes available to schedule pods": gettext_noop("The cluster has no nodes."),
    "Successfully assigned %(pod)s to %(node)s": gettext_noop(
        "The pod is bound to the node. From now on the kubelet of this node runs it."
    ),
    "Preempted by pod %(uid)s on node %(node)s": gettext_noop(
        "The scheduler deleted this pod to make room for a pod of higher priority."
    ),
    'Pulling image "%(image)s"': gettext_noop("The kubelet begins to download the image of a container."),
    'Successfully pulled image "%(image)s" in %(took)s (%(waited)s including waiting)': gettext_noop(
        "The image has been downloaded."
    ),
    'Container image "%(image)s" already present on machine': gettext_noop(
        "The image was on the node already, so nothing was downloaded."
    ),
    'Failed to pull image "%(image)s": %(error)s': gettext_noop(
        "The image could not be downloaded. The kubelet tries again after a back-off."
    ),
    'Back-off pulling image "%(image)s"': gettext_noop(
        "The kubelet waits before it tries to download the image again: 10 s, doubled up to 300 s."
    ),
    "Created container: %(container)s": gettext_noop("The container runtime created the container."),
    "Started container %(container)s": gettext_noop("The process of the container runs."),
    "PostStartHook failed": gettext_noop(
        "The postStart hook of the container failed, so the kubelet kills the container."
    ),
    "Back-off restarting failed container %(container)s in pod %(pod)s": gettext_noop(
        "The container ended again and again. The kubelet waits before the next restart: 10 s, "
        "doubled up to 300 s."
    ),
    "%(probe)s probe failed: %(error)s": gettext_noop(
        "A probe of the container failed. Enough failures of a liveness probe restart the container; "
        "those of a readiness probe take the pod out of its Services."
    ),
    "Stopping container %(container)s": gettext_noop(
        "The kubelet stops the container: preStop hook, SIGTERM, and SIGKILL when the grace period is over."
    ),
    "Pod sandbox changed, it will be killed and re-created.": gettext_noop(
        "The sandbox of the pod is gone, for example after a restart of the node, so all containers "
        "start anew."
    ),
    "Container runtime did not kill the pod within specified grace period.": gettext_noop(
        "A process of the pod still ran when the grace period was over."
    ),
    "Pod was active on the node longer than the specified deadline": gettext_noop(
        "The pod ran longer than its activeDeadlineSeconds, so the kubelet fails it."
    ),
    "The node was low on resource: %(resource)s.": gettext_noop(
        "The kubelet evicted the pod, because an eviction threshold of the node was met. The further "
        "sentences name the threshold and what the pod used."
    ),
    "The node had condition: [%(conditions)s].": gettext_noop(
        "The kubelet did not admit the pod, because the node is under pressure."
    ),
    "Attempting to reclaim %(resource)s": gettext_noop(
        "An eviction threshold was met. The kubelet frees resources on the node, and then it evicts pods."
    ),
    "Preempted in order to admit critical pod": gettext_noop(
        "The kubelet ended this pod to make room for a critical pod on the node."
    ),
    "Pod was terminated in response to imminent node shutdown.": gettext_noop(
        "The node shuts down gracefully, and the kubelet ends its pods before that."
    ),
    "Pod was rejected as the node is shutting down.": gettext_noop(
        "The pod came to a node that is shutting down, so the kubelet did not admit it."
    ),
    "System OOM encountered, victim process: %(process)s, pid: %(pid)s": gettext_noop(
        "The node had no memory left, and its kernel killed a process."
    ),
    'MountVolume.SetUp failed for volume "%(volume)s" : %(error)s': gettext_noop(
        "The kubelet could not mount a volume of the pod. It tries again with growing pauses."
    ),
    "Failed to prepare dynamic resources: prepare dynamic resources: %(error)s": gettext_noop(
        "The kubelet or the driver could not prepare the devices of the pod's ResourceClaims, so its "
        "containers do not start."
    ),
    "Marking for deletion Pod %(pod)s": gettext_noop(
        "The node has a taint with the effect NoExecute that the pod does not tolerate (any longer), "
        "so the pod is deleted."
    ),
    "Cancelling deletion of Pod %(pod)s": gettext_noop(
        "The taint was removed before the pod's tolerationSeconds were over, so the pod stays."
    ),
    "Node %(node)s status is now: NodeNotReady": gettext_noop(
        "The node is not ready any more: its kubelet reported it, or stopped reporting."
    ),
    "Node is not ready": gettext_noop(
        "The node of this pod is not ready, so the pod is marked not ready and leaves its Services."
    ),
    'volume "%(volume)s" already bound to a different claim.': gettext_noop(
        "The claim names a volume that another claim already has."
    ),
    "Successfully provisioned volume %(volume)s": gettext_noop("The driver made a new volume for the claim."),
    'Multi-Attach error for volume "%(volume)s" %(why)s': gettext_noop(
        "The volume is still attached to another node and may be attached to one node only. It is "
        "detached there when its pods are gone."
    ),
    "Created pod: %(pod)s": gettext_noop(
        "A controller created the pod to reach the wanted number of replicas."
    ),
    "node(s) didn't match pod affinity/anti-affinity rules": gettext_noop(
        "A required affinity or anti-affinity between pods is not satisfied on the node. Newer "
        "releases say which."
    ),
    "node(s) didn't match pod affinity/anti-affinity": gettext_noop(
        "A required affinity or anti-affinity between pods is not satisfied on the node. Newer "
        "releases say which."
    ),
    'running %(point)s plugin "%(plugin)s": %(error)s': gettext_noop(
        "The plugin met an error at this point, for example because a volume was not bound in time. "
        "The pod is tried again."
    ),
    "Binding rejected: %(error)s": gettext_noop(
        "The API server refused the binding, for example because the pod is bound already. The pod is "
        "tried again."
    ),
    "skip schedule deleting pod: %(pod)s": gettext_noop(
        "The pod was deleted while it stood in the queue, so the scheduler does not try it any more."
    ),
    (
        "Pod was rejected: Node didn't have enough resource: %(resource)s, requested: %(requested)s, "
        "used: %(used)s, capacity: %(capacity)s"
    ): gettext_noop(
        "The kubelet refused the pod when it arrived: the node has less of the resource free than the "
        "pod requests. A pod with spec.nodeName comes past the scheduler, so nothing has checked that "
        "before."
    ),
    (
        "Node didn't have enough resource: %(resource)s, requested: %(requested)s, used: %(used)s, "
        "capacity: %(capacity)s"
    ): gettext_noop(
        "The kubelet refused the pod when it arrived: the node has less of the resource free than the "
        "pod requests. A pod with spec.nodeName comes past the scheduler, so nothing has checked that "
        "before."
    ),
}

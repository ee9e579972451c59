"""Sentences of advice: message id → English with `{argument}` placeholders."""

from __future__ import annotations

from collections.abc import Mapping

MESSAGES: Mapping[str, str] = {
    "nearest.lacks": "{resource}: {amount} more is needed",
    # Changes
    "advice.gates": "Remove the scheduling gates {gates}",
    "advice.tolerate": "Give the pod a toleration of the taint {taint}",
    "advice.drop_selector": "Remove {label} from the pod's nodeSelector",
    "advice.drop_requirement": "Remove {requirement} from the pod's node affinity",
    "advice.drop_affinity": "Remove the pod affinity over {key}",
    "advice.drop_anti_affinity": "Remove the pod anti-affinity over {key}",
    "advice.max_skew": "Raise maxSkew over {key} to {to}",
    "advice.schedule_anyway": "Make the constraint over {key} soft: whenUnsatisfiable: ScheduleAnyway",
    "advice.lower_request": "Lower the pod's request of {resource} to {to}",
    "advice.drop_port": "Remove the host port {port}",
    "advice.priority": "Give the pod the priority class {name} ({value}), so that it may preempt",
    "advice.priority_new": "Give the pod the priority {value}, so that it may preempt",
    "advice.uncordon": "Uncordon {node}",
    "advice.untaint": "Remove the taint {taint} from {node}",
    "advice.label": "Label {node} with {label}",
    "advice.delete_pod": "Delete {pod} on {node}",
    "advice.add_node": "Add a node like {like}",
    "advice.add_nodes": "Add {count} nodes like {like}",
    "advice.lower_minimum": "Lower minCount of group {group} from {minimum} to {to}",
    "advice.more_pods": "Create {count} more pods of group {group} like {like}",
    "advice.group_priority": (
        "Give group {group} and its pods the priority class {name} ({value}), so that they may preempt"
    ),
    "advice.group_priority_new": (
        "Give group {group} and its pods the priority {value}, so that they may preempt"
    ),
    "advice.make_claim": "Create the claim {claim} of {size}",
    "advice.make_claim_of": "Create the claim {claim} of {size} in class {name}",
    "advice.make_volume": "Create a volume of {size} for the claim {claim}",
    "advice.make_volume_on": "Create a volume of {size} on {node} for the claim {claim}",
    "advice.make_class": "Create the storage class {name} with the provisioner {provisioner}",
    "advice.allow_topology": "Allow {label} in the storage class {name}",
    "advice.delete_pod_of_claim": "Delete {pod} on {node}, so that the devices of claim {claim} become free",
    "advice.delete_claim": "Delete the claim {claim}, which has devices and is used by no pod",
    "advice.make_resource_claim": "Create the claim {claim} for one device of the class {name}",
    "advice.make_claim_template": "Create the claim template {template} for one device of the class {name}",
    "advice.make_device_class": "Create the device class {name} for the devices of {driver}",
    "advice.claim_selector": "Remove the selector {words} from {claim}",
    "advice.claim_count": "Lower the number of devices in {claim} to {words}",
    "advice.claim_constraint": "Remove the constraint matchAttribute {words} from {claim}",
    "advice.in_template": "Make the same change in the pod template of {owner}",
    "advice.in_each_pod": "The change is made in each pod of group {group} that waits",
    "advice.start_scheduler": "Start the scheduler",
    "advice.add_node_of_kind": "Add a node with {labels}, otherwise like {like}",
    "advice.in_pool": "Make the same change in the pool {pool}, or its next node lacks it",
    "advice.grow_pool": "The pool {pool} grows by one node",
    "advice.grow_pool_in_zone": "The pool {pool} grows by one node, which has to be in the zone {zone}",
    "advice.of_template": "The change is in the pod template of {owner}, which then replaces its pods",
    "advice.of_job": "The pod template of a Job cannot change: {owner} is created again and begins anew",
    "advice.no_priority_family": (
        "A higher priority does not help: all pods of {owner} would have it, and then none of them preempts "
        "another"
    ),
    "advice.no_priority_many": ("A higher priority would help only this pod and take the places of {pods}"),
    # What a change costs or allows
    "advice.price_budget": "Preemption breaks the budgets {budgets}",
    "advice.price_gone": "No controller creates {pods} again",
    "advice.price_once": (
        "This helps only once: the next pods of {owners} wait for a node in the place of this one"
    ),
    "advice.price_wait": "No node is left for {pods}",
    "advice.price_unknown": (
        "The controllers of {pods} are not in this run, so it does not show whether their next pods find room"
    ),
    "advice.price_moves": "The controllers of {pods} make them again, and they find room on other nodes",
    "advice.price_manager": "{manager} manages {owner}: make the change there, or it will be undone",
    "advice.price_uncordon": "Other pods may then run on {node} too; whoever cordoned it had a reason",
    "advice.price_untaint": "Pods that do not tolerate {taint} may then run on {node} too",
    "advice.price_label": "Other pods that select {label} may then run on {node} too",
    "advice.price_node": "One more machine with {cpu} cpu and {memory} memory has to be paid for",
    "advice.price_nodes": (
        "{count} more machines, each with {cpu} cpu and {memory} memory, have to be paid for"
    ),
    "advice.price_minimum": (
        "The application must run with only {to} of the pods of group {group}, or it stands still"
    ),
    "advice.price_group_again": (
        "Group {group} cannot be changed in this release: a new one takes its place, and its pods are "
        "created again"
    ),
    "advice.price_gate": (
        "{owner} removes the gate {gate} itself when the pod may start; whoever removes it by hand skips "
        "what it waits for"
    ),
    "advice.price_tolerate": "The pod may then run on every node with the taint {taint}",
    "advice.price_image": "Its image must also be built for {platform}",
    "advice.price_selector": "The pod may then run on nodes that do not meet {requirement}",
    "advice.price_affinity": "The pod may then run apart from the pods that it should be near, over {key}",
    "advice.price_anti_affinity": "One failure over {key} may then hit several of these pods",
    "advice.price_max_skew": "One domain of {key} may then have {to} more of these pods than another",
    "advice.price_schedule_anyway": "The scheduler then only prefers an even spread over {key}",
    "advice.price_less_cpu": "The pod has {by} less guaranteed CPU when the node is busy",
    "advice.price_less_memory": (
        "The pod has {by} less guaranteed {resource}; a pod that uses more than it requests is evicted first"
    ),
    "advice.price_less": "The pod has {by} less of {resource}, and its processes must do with that",
    "advice.price_port": "Nobody reaches the pod at port {port} of its node any more",
    "advice.price_claim": "The volume of the claim {claim} begins empty",
    "advice.price_volume": "Somebody has to provide storage of {size} for it",
    "advice.price_class": "{provisioner} creates each volume of the class, which has to be paid for",
    "advice.price_allow": "New volumes of the storage class {name} may then be in {label}",
    "advice.price_delete_claim": "Whoever uses the claim {claim} later gets other devices",
    "advice.price_device": "One device of the class {name} is no longer free for other pods",
    "advice.price_device_class": "Every pod may then request devices of {driver} by this class",
    "advice.price_fewer_devices": "The pod then runs with fewer or other devices than it requests now",
    # What no change of an object mends
    "advice.hint_no_offer": "No node offers {resource}.",
    "advice.hint_device_plugin": (
        "A node offers it once the driver is installed and its device plugin runs there: look at the pods "
        "of the plugin's DaemonSet and at status.allocatable of the nodes."
    ),
    "advice.hint_mig": (
        "A GPU offers such slices once it is divided and the device plugin runs with the MIG strategy "
        "mixed; with the strategy single the slices are called nvidia.com/gpu."
    ),
    "advice.hint_huge_pages": (
        "A node offers huge pages of this size once its kernel has reserved them (the boot parameter "
        "hugepages or vm.nr_hugepages) and its kubelet has restarted."
    ),
    "advice.hint_ephemeral": (
        "The kubelet publishes the size of its disk; a node without it has a kubelet that does not measure "
        "local storage, or the text lacks the field."
    ),
    "advice.hint_resource": (
        "Whoever provides it must publish it in status.allocatable of a node; a wrong name has the same "
        "effect."
    ),
    "advice.hint_offered": "The nodes offer {resources}.",
    "advice.hint_too_large": (
        "The pod requests {needs} of {resource}, and the largest node has {most}: it needs a larger machine "
        "or a smaller request."
    ),
    "advice.hint_no_label": (
        "No node has {requirement}. This label states what a machine is, so setting it by hand would be "
        "untrue: a node of that kind is needed, or another selector."
    ),
    "advice.hint_silent": (
        "Nobody hears the kubelet of {node}: nothing changes there until the node is back, or the pod is "
        "deleted by force."
    ),
    "advice.hint_volume_used": (
        "Its volume {volume} is attached to {node}, where {pods} uses it. It is attached here once it is "
        "detached there."
    ),
    "advice.hint_volume_attached": (
        "Its volume {volume} is still attached to {node}. It is attached here once it is detached there."
    ),
    "advice.hint_container_waits": "The container {container} does not run: {reason}",
    "advice.hint_unready": "The container {container} runs and is not ready.",
    "advice.hint_init_runs": "The init container {container} has not ended.",
    "advice.hint_readiness_gate": "Nobody has set the condition {gate} of its readiness gate to True.",
    "advice.hint_taint_not_ready": (
        "The taint {taint} of {nodes} goes when the kubelet reports Ready again: look at the kubelet and "
        "the network of the node."
    ),
    "advice.hint_taint_pressure": (
        "The taint {taint} of {nodes} goes some minutes after the kubelet no longer sees the pressure: "
        "free that resource on the node."
    ),
    "advice.hint_taint_network": (
        "The taint {taint} of {nodes} goes when the network plugin or the cloud has set up the network of "
        "the node."
    ),
    "advice.hint_taint_out_of_service": (
        "Somebody set the taint {taint} on {nodes} because the machine is off; it comes off when the "
        "machine is back and its disks are detached."
    ),
    "advice.hint_taint_uninitialized": (
        "The cloud controller manager takes the taint {taint} off {nodes} when it has initialised the "
        "node: check that it runs."
    ),
    "advice.hint_taint_leaving": (
        "The taint {taint} says that {nodes} is about to leave the cluster: the pod needs another node."
    ),
    "advice.hint_taint_starting": (
        "An agent of the node takes the taint {taint} off {nodes} when it is ready: look at the pods of "
        "its DaemonSet there."
    ),
    "advice.hint_taint_component": (
        "A component of Kubernetes keeps the taint {taint} of {nodes} and takes it away."
    ),
    "advice.hint_taint_system": (
        "The taint {taint} keeps {nodes} for the cluster's own pods: the pod needs another node."
    ),
    "advice.hint_taint_devices": "The taint {taint} keeps {nodes} for pods that request this resource.",
    "advice.hint_draining": "{nodes} is cordoned and pods are leaving it: wait until that is over.",
    "advice.hint_volume": (
        "The volume {volume} of the claim {claim} stays where it is, and no node can reach it: the pod "
        "needs a node there, or a copy of the data in a new volume."
    ),
}

"""Sentences of the scheduler: message id → English with `{argument}` placeholders."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.scheduler.framework import event_words

MESSAGES: Mapping[str, str] = {
    **event_words.TEMPLATES,
    "scheduler.chosen": "The scheduler chose {node} for {pod}",
    "scheduler.chosen_tie": (
        "{count} nodes had the same highest score for {pod}; the scheduler picked {node} at random"
    ),
    "scheduler.chosen_by_heap": (
        "{count} nodes had the same highest score for {pod}; the scheduler took {node}, which came first in "
        "its heap"
    ),
    "scheduler.bound": "{pod} is bound to {node}",
    "scheduler.bind_failed": "{pod} could not be bound to {node}: {text}",
    "scheduler.volumes_chosen": "The volumes of {pod} are chosen: {volumes}",
    "scheduler.no_node": "No node for {pod}: {text}",
    "scheduler.fits_nowhere": "{pod} fits on no node; it waits for a change in the cluster",
    "scheduler.nominated": (
        "{pod} fits on no node; the scheduler preempts {victims} on {node} and nominates {node}"
    ),
    "scheduler.nominated_waiting": (
        "{pod} fits on no node; the scheduler nominates {node} and waits for pods that are already "
        "terminating there: {victims}"
    ),
    "scheduler.skipped": "The scheduler skips {pod}, because it is being deleted",
    "scheduler.victim": "{pod} is preempted on {node} for {by}",
    "scheduler.victim_gone": "{pod} was a victim on {node} for {by}, but it no longer exists",
    "scheduler.nomination_cleared": (
        "The scheduler clears the nomination of {pod} to {node}, because {by} needs the room"
    ),
    "scheduler.requeued": "The scheduler will try {pods} again, because {cause} ({event})",
    "scheduler.backoff_over": "The backoff of {pods} is over; the scheduler will try again",
    "scheduler.flushed": "{pods} waited for five minutes; the scheduler will try again",
    # Obstacles between a pod and a node
    "obstacle.not_among": "the pod may run only on {nodes}",
    # Criteria by which preemption chooses among its candidates, in this order
    "criterion.pdb": "fewest PDB violations",
    "criterion.highest": "lowest top victim priority",
    "criterion.sum": "lowest sum of priorities",
    "criterion.count": "fewest victims",
    "criterion.start": "latest start of the top victim",
    "criterion.order": "first in order",
    # Advice
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
    "advice.make_claim": "Create the claim {claim} of {size}",
    "advice.make_claim_of": "Create the claim {claim} of {size} in class {name}",
    "advice.make_volume": "Create a volume of {size} for the claim {claim}",
    "advice.make_volume_on": "Create a volume of {size} on {node} for the claim {claim}",
    "advice.make_class": "Create the storage class {name} with the provisioner {provisioner}",
    "advice.allow_topology": "Allow {label} in the storage class {name}",
    "advice.raise_capacity": "Raise the capacity of storage class {name} for {what} to {to}",
    "advice.raise_limit": "Raise the number of volumes that {driver} can attach to {node} to {to}",
    "advice.delete_pod_of_claim": "Delete {pod} on {node}, so that the devices of claim {claim} become free",
    "advice.delete_claim": "Delete the claim {claim}, which has devices and is used by no pod",
    "advice.make_resource_claim": "Create the claim {claim} for one device of the class {name}",
    "advice.make_claim_template": "Create the claim template {template} for one device of the class {name}",
    "advice.make_device_class": "Create the device class {name} for the devices of {driver}",
    "advice.claim_selector": "Remove the selector {words} from {claim}",
    "advice.claim_count": "Lower the number of devices in {claim} to {words}",
    "advice.claim_constraint": "Remove the constraint matchAttribute {words} from {claim}",
    "advice.add_devices": "Give {node} devices of {driver} like those of {like}",
    "advice.in_template": "Make the same change in the pod template of {owner}",
    "advice.start_scheduler": "Start the scheduler",
}

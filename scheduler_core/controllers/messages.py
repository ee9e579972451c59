"""Sentences of the controllers: message id → English with `{argument}` placeholders."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.controllers.node_messages import NODE_MESSAGES

MESSAGES: Mapping[str, str] = {
    "creation.waits": (
        "The API server refused the pods of {kind} {set}: the controller tries again in {seconds} s, because "
        "it waits longer after each refusal"
    ),
    "replicaset.created_pod": "ReplicaSet {set} creates {pod}: it has {have} of {want} pods",
    "replicaset.deleted_pod": "ReplicaSet {set} deletes {pod} to get from {have} to {want} pods",
    "replicaset.adopted_pod": "ReplicaSet {set} adopts {pod}",
    "replicaset.released_pod": "ReplicaSet {set} releases {pod}, because its labels no longer match",
    "replicaset.failed_create": "ReplicaSet {set} could not create a pod: {text}",
    "replicaset.status": "ReplicaSet {set} counts {ready} ready of {have} pods",
    "replication.created_pod": "ReplicationController {set} creates {pod}: it has {have} of {want} pods",
    "replication.deleted_pod": (
        "ReplicationController {set} deletes {pod}: it has {have} pods and wants {want}"
    ),
    "replication.adopted_pod": "ReplicationController {set} adopts {pod}",
    "replication.released_pod": (
        "ReplicationController {set} releases {pod}, because its labels no longer match"
    ),
    "replication.failed_create": "ReplicationController {set} could not create a pod: {text}",
    "replication.status": "ReplicationController {set} counts {ready} ready of {have} pods",
    "deployment.created_set": "Deployment {deployment} creates ReplicaSet {set} (replicas: {replicas})",
    "deployment.adopted_set": "Deployment {deployment} adopts ReplicaSet {set}",
    "deployment.scaled_up": "Deployment {deployment} scales ReplicaSet {set} up from {before} to {after}",
    "deployment.scaled_down": "Deployment {deployment} scales ReplicaSet {set} down from {before} to {after}",
    "deployment.revised": "Deployment {deployment} records revision {revision} on ReplicaSet {set}",
    "deployment.cleaned_up": "Deployment {deployment} deletes the old ReplicaSet {set}",
    "deployment.status": "Deployment {deployment} counts {ready} ready of {want} pods",
    "deployment.failed": "Deployment {deployment} could not create a ReplicaSet: {text}",
    "deployment.paused": "Deployment {deployment} is paused: changes of its template are not rolled out",
    "deployment.resumed": "Deployment {deployment} continues its rollout",
    "statefulset.created_pod": "StatefulSet {set} creates {pod}",
    "statefulset.created_claim": "StatefulSet {set} creates claim {claim} for {pod}",
    "statefulset.adopted_pod": "StatefulSet {set} adopts {pod}",
    "statefulset.deleted_pods": "StatefulSet {set} deletes {pods} together",
    "statefulset.released_pod": "StatefulSet {set} releases {pod}, because its labels no longer match",
    "statefulset.deleted_pod": "StatefulSet {set} deletes {pod}",
    "statefulset.failed_create": "StatefulSet {set} could not create {pod}: {text}",
    "statefulset.status": "StatefulSet {set} counts {ready} ready of {want} pods",
    "daemonset.created_pod": "DaemonSet {set} creates {pod} for node {node}",
    "daemonset.deleted_pod": "DaemonSet {set} deletes {pod}",
    "daemonset.adopted_pod": "DaemonSet {set} adopts {pod}",
    "daemonset.released_pod": "DaemonSet {set} releases {pod}, because its labels no longer match",
    "daemonset.failed_create": "DaemonSet {set} could not create a pod: {text}",
    "daemonset.status": "DaemonSet {set} counts {ready} ready pods on {want} nodes",
    "resourceclaim.created": "The resource claim controller creates claim {claim} from a template for {pod}",
    "resourceclaim.created_for_group": (
        "The resource claim controller creates claim {claim} from a template for the group {group}"
    ),
    "resourceclaim.named_in_group": (
        "The resource claim controller writes the name of claim {claim} into the group {group}"
    ),
    "resourceclaim.failed_for_group": (
        "The resource claim controller could not create a claim for the group {group}: {text}"
    ),
    "resourceclaim.deleted_with_group": (
        "The resource claim controller deletes claim {claim}, because the group {group} is gone"
    ),
    "resourceclaim.named": "The resource claim controller writes the name of claim {claim} into {pod}",
    "resourceclaim.failed": "The resource claim controller could not create a claim for {pod}: {text}",
    "resourceclaim.reserved": "The resource claim controller reserves claim {claim} for {pod}",
    "resourceclaim.released": "Pods that are done no longer hold claim {claim}; other pods still use it",
    "resourceclaim.deallocated": "No pod uses claim {claim} any more, so its devices are free",
    "resourceclaim.deleted": "The resource claim controller deletes claim {claim}, because {pod} is done",
    "job.created_pod": "Job {job} creates {pod}",
    "job.deleted_pod": "Job {job} deletes {pod}",
    "job.released_pod": "The Job controller releases {pod}, because Job {job} no longer exists",
    "job.failed_create": "Job {job} could not create a pod: {text}",
    "job.status": "Job {job} counts {active} active, {succeeded} succeeded and {failed} failed pods",
    "job.indexes_failed": "Job {job} gives up on indexes that failed for good: {indexes}",
    "job.completed": "Job {job} is complete",
    "job.failed": "Job {job} has failed: {text}",
    "job.expired": "Job {job} finished longer ago than its ttlSecondsAfterFinished and is deleted",
    "endpointslice.ready": "Service {service}: traffic goes to {count} of {all} endpoints",
    "endpointslice.last_resort": (
        "Service {service}: no endpoint is ready, so traffic goes to terminating endpoints that still serve "
        "({count} of {all})"
    ),
    "endpointslice.nowhere": "Service {service}: none of {all} endpoints can take traffic",
    "endpointslice.unwritten": "Service {service} has no EndpointSlice yet",
    "endpointslice.empty": "Service {service} has no endpoints, so it has nowhere to send traffic",
    "quota.counted": "The quota controller counts what the namespace uses of quota {quota}",
    "cronjob.created_job": "CronJob {cron} starts Job {job}, which was scheduled for {time}",
    "cronjob.deleted_job": "CronJob {cron} deletes Job {job}",
    "cronjob.ended": "CronJob {cron} sees that Job {job} is no longer active",
    "cronjob.status": "CronJob {cron} notes its last successful run",
    "cronjob.told": "CronJob {cron}: {text}",
    "disruption.status": "Disruptions that budget {budget} now allows: {allowed}",
    "disruption.stale": (
        "{pod} was marked for disruption but not deleted, so the condition DisruptionTarget is removed"
    ),
    "disruption.failed": "Budget {budget} cannot be computed: {text}",
    "volume.available": "Volume {volume} is available",
    "volume.bound": "Volume {volume} is bound to claim {claim}",
    "volume.node_gone": (
        "Node {node}, selected for claim {claim}, does not exist: the scheduler chooses again"
    ),
    "volume.claim_bound": "Claim {claim} is bound to volume {volume}",
    "volume.provisioned": "Volume {volume} is provisioned for claim {claim}",
    "volume.claim_lost": "Claim {claim} lost its volume {volume}",
    "volume.taken": "Claim {claim} asks for volume {volume}, which is bound to a different claim",
    "volume.released": "Volume {volume} is released, because its claim {claim} no longer exists",
    "volume.deleted": "Volume {volume} is deleted with its claim {claim}",
    "protection.claim_used": (
        "Claim {claim} is being deleted but still used by {pods}: it stays Terminating until no pod uses it"
    ),
    "protection.claim_unused": (
        "No pod uses claim {claim} any more: the finalizer kubernetes.io/pvc-protection is removed"
    ),
    "protection.claim_added": "Claim {claim} gets its finalizer kubernetes.io/pvc-protection back",
    "protection.volume_used": (
        "Volume {volume} is being deleted, but it is bound to claim {claim}: it stays Terminating"
    ),
    "protection.volume_unused": (
        "Volume {volume} is no longer bound: the finalizer kubernetes.io/pv-protection is removed"
    ),
    "protection.volume_added": "Volume {volume} gets its finalizer kubernetes.io/pv-protection back",
    "job.created_group": "Job {job} creates {kind} {name}, with which its pods are scheduled together",
    "job.failed_group": "Job {job} cannot create the group of its pods: {text}",
    "protection.group_used": (
        "PodGroup {group} is being deleted, but {pod} still names it: it stays Terminating"
    ),
    "protection.group_unused": (
        "No unfinished pod names PodGroup {group} any more: the finalizer is removed"
    ),
    "garbage.deleted": "The garbage collector deletes {kind} {name}, because its owner no longer exists",
    "garbage.deleted_first": (
        "The garbage collector deletes {kind} {name}, because the deletion of its owner waits for it"
    ),
    "garbage.released": (
        "The garbage collector removes the owner reference from {kind} {name}, and the object stays"
    ),
    "garbage.finished": (
        "The garbage collector has finished with {kind} {name} and removes the finalizer {finalizer}"
    ),
    "namespace.deleted": "Namespace {namespace} is being deleted: its controller deletes {kind} {name}",
    "namespace.status": "Namespace {namespace} is not empty yet: {left}",
    "namespace.finished": "Namespace {namespace} is empty, and its controller removes it",
    "podgc.removed": "Node {node} no longer exists: the pod garbage collector removes {pod}",
    "nodes.tainted": "Node {node} is cordoned: the node lifecycle controller adds the taint {taint}",
    "nodes.untainted": "Node {node} is uncordoned: the node lifecycle controller removes the taint {taint}",
    **NODE_MESSAGES,
}

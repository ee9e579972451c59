"""What controllers say: message id → English with `{argument}` placeholders."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.controllers.node_messages import NODE_MESSAGES

MESSAGES: Mapping[str, str] = {
    "replicaset.created_pod": "ReplicaSet {set} creates {pod}: it has {have} of {want} pods",
    "replicaset.deleted_pod": "ReplicaSet {set} deletes {pod}: it has {have} pods and wants {want}",
    "replicaset.adopted_pod": "ReplicaSet {set} adopts {pod}",
    "replicaset.released_pod": "ReplicaSet {set} lets {pod} go: its labels do not match any more",
    "replicaset.failed_create": "ReplicaSet {set} could not create a pod: {text}",
    "replicaset.status": "ReplicaSet {set} counts {ready} ready of {have} pods",
    "replication.created_pod": "ReplicationController {set} creates {pod}: it has {have} of {want} pods",
    "replication.deleted_pod": "ReplicationController {set} deletes {pod}: it has {have}, wants {want}",
    "replication.adopted_pod": "ReplicationController {set} adopts {pod}",
    "replication.released_pod": "ReplicationController {set} lets {pod} go: its labels do not match any more",
    "replication.failed_create": "ReplicationController {set} could not create a pod: {text}",
    "replication.status": "ReplicationController {set} counts {ready} ready of {have} pods",
    "deployment.created_set": "Deployment {deployment} creates ReplicaSet {set} with {replicas} replicas",
    "deployment.adopted_set": "Deployment {deployment} adopts ReplicaSet {set}",
    "deployment.scaled_up": "Deployment {deployment} scales ReplicaSet {set} up from {before} to {after}",
    "deployment.scaled_down": "Deployment {deployment} scales ReplicaSet {set} down from {before} to {after}",
    "deployment.revised": "Deployment {deployment} notes revision {revision} on ReplicaSet {set}",
    "deployment.cleaned_up": "Deployment {deployment} deletes the old ReplicaSet {set}",
    "deployment.status": "Deployment {deployment} counts {ready} ready of {want} pods",
    "deployment.failed": "Deployment {deployment} could not create a ReplicaSet: {text}",
    "statefulset.created_pod": "StatefulSet {set} creates {pod}",
    "statefulset.deleted_pod": "StatefulSet {set} deletes {pod}",
    "statefulset.failed_create": "StatefulSet {set} could not create {pod}: {text}",
    "statefulset.status": "StatefulSet {set} counts {ready} ready of {want} pods",
    "disruption.status": "Budget {budget} now allows {allowed} disruptions",
    "disruption.failed": "Budget {budget} cannot be computed: {text}",
    "volume.available": "Volume {volume} is available",
    "volume.bound": "Volume {volume} is bound to claim {claim}",
    "volume.provisioned": "Volume {volume} is provisioned for claim {claim}",
    "volume.claim_lost": "Claim {claim} lost its volume {volume}",
    "volume.released": "Volume {volume} is released: its claim {claim} is gone",
    "volume.deleted": "Volume {volume} is deleted with its claim {claim}",
    "garbage.deleted": "The owner of {kind} {name} is gone: the garbage collector deletes it",
    "garbage.deleted_first": "The owner of {kind} {name} waits for it: the garbage collector deletes it",
    "garbage.released": "The garbage collector takes the owner off {kind} {name}, which stays",
    "garbage.finished": "The garbage collector is done with {kind} {name}: it takes off {finalizer}",
    "namespace.deleted": "Namespace {namespace} is being deleted: its controller deletes {kind} {name}",
    "namespace.status": "Namespace {namespace} is not empty yet: {left}",
    "namespace.finished": "Namespace {namespace} is empty: its controller lets it go",
    "podgc.removed": "Node {node} no longer exists: the pod garbage collector removes {pod}",
    "nodes.tainted": "Node {node} is cordoned: the node lifecycle controller adds the taint {taint}",
    "nodes.untainted": "Node {node} is open again: the node lifecycle controller takes off the taint {taint}",
    **NODE_MESSAGES,
}

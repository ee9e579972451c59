"""What a person broke or mended, in one sentence each; and what is wrong with such an input."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        # Names of what a network connects
        "endpoint.api_server": "the API server",
        "endpoint.store": "the store (etcd)",
        "endpoint.storage": "the storage",
        "endpoint.scheduler": "the scheduler",
        "endpoint.controller_manager": "the controller manager",
        # The network
        "you.cut": "You cut the connection between {first} and {second}",
        "you.cut_one_way": "You cut the connection one way: nothing that {first} sends reaches {second}",
        "you.cut_nodes": (
            "You cut the connection between {first} and {second}; the API server does not notice it"
        ),
        "you.cut_store": "You cut the API server off from its store: nothing can be written",
        "you.cut_storage": "You cut {first} off from the storage: its processes cannot write",
        "you.healed": "You restored the connection between {first} and {second}",
        "you.healed_all": "You restored all connections of the network",
        "you.delayed": (
            "You slowed the connection between {first} and {second}: messages arrive {seconds} s later"
        ),
        "you.undelayed": "Messages between {first} and {second} arrive without delay again",
        # Processes
        "you.crashed_kubelet": "You killed the kubelet of {node}; its containers keep running",
        "you.started_kubelet": "You started the kubelet of {node}: it lists its pods again",
        "you.crashed": "You killed {name}; everything it kept in memory is lost",
        "you.started": "You started {name}: it lists all objects from the API server again",
        "you.started_second": "You started a second {name}, which does not know that it is not the leader",
        "you.stopped_second": "You stopped the second {name}",
        "you.started_actor": "You started {name}",
        "you.stopped_actor": "You stopped {name}",
        "conflict.lost": "The write of {who} came too late: {text}",
        # Machines
        "you.powered_off": "You switched {node} off: no process runs on it any more",
        "you.powered_on": "You switched {node} on: its kubelet starts",
        "you.destroyed": "You destroyed {node}, and it never comes back; its Node object still exists",
        "you.set_clock": "You set the clock of {node} wrong by {seconds} s",
        "you.reset_clock": "You set the clock of {node} right",
        "you.shut_down": "You shut {node} down: its kubelet ends the pods before the machine powers off",
        "you.shut_down_hard": (
            "You shut {node} down: graceful node shutdown is not configured, so it powers off at once"
        ),
        "you.fenced_power": "You fenced {node} ({by}): no process runs on it any more",
        "you.fenced_network": "You fenced {node} ({by}): its processes reach neither clients nor storage",
        "you.fenced_storage": "You fenced {node} ({by}): its processes cannot write to any volume",
        "you.broke_attachment": (
            "You removed the attachment of {volume} to {node}; a process there may still be writing to it"
        ),
        # The API server, asked by a person
        "you.evicted": "You evicted {pod} through the Eviction API",
        "you.removed_finalizer": "You removed the finalizer {finalizer} from {kind} {name}",
        "you.rolled_back": "You rolled {kind} {name} back to its previous revision",
        "you.rolled_back_to": "You rolled {kind} {name} back to revision {revision}",
        # Applications that decide by majority
        "you.member_listed": "{set} lists {member} as a member: {votes} of {of} votes",
        "you.member_unlisted": (
            "{set} removes {member} from its members with {votes} of {of} votes; processes that claim to "
            "be {member}: {claims}"
        ),
        "you.member_refused": "{set} cannot change its members: {votes} of {of} votes are no majority",
        # What is waited for, and who is evicted first
        "noticed.looked": "{who} checked and has to wait",
        "noticed.over": "{who} checked and has nothing left to wait for",
        "timer.transition": "{node} keeps its pressure condition until the transition period is over",
        "rank.above": (
            "{pod} uses more than it requests, so it is ranked by priority {priority} and then by how "
            "much more it uses"
        ),
        "rank.within": "{pod} uses no more than it requests",
        "rank.critical": "{pod} is a critical pod, so the kubelet does not evict it",
        "rank.unmeasured": "{pod} has no measurements, so the kubelet evicts it first",
        # Applications
        "you.set_usage": "{what} uses {amounts} from now on",
        "you.set_usage_over": "{what} will use {amounts} within {seconds} s",
        "you.set_behaviour": "{pod} behaves differently from now on: {changes}",
        # What cannot be done
        "you.could_not": "The cluster could not do that: {why}",
        "fault.unknown_node": "there is no machine {node}",
        "fault.unknown_component": "there is no component {got}; the components are {known}",
        "fault.unknown_set": "there is no StatefulSet {set}",
        "fault.unknown_pod": "no process of pod {pod} runs on any machine",
        "fault.unknown_container": "pod {pod} has no container {container}",
        "fault.unknown_volume": "volume {volume} is not attached to {node}",
        "fault.too_many": "at most {limit} connections may be cut or slow at once",
        "fault.destroyed": "{node} is destroyed and cannot come back",
        "fault.no_power": "{node} is switched off",
        "fault.no_kubelet": "the kubelet of {node} is not running",
        "fault.out_of_reach": "{node} cannot be reached",
    }
)

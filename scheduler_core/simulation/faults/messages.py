"""Sentences about faults and their repair, and about why a fault cannot happen."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        "you.started_scheduler": "You started the scheduler",
        "you.stopped_scheduler": "You stopped the scheduler",
        "endpoint.api_server": "the API server",
        "endpoint.store": "the store (etcd)",
        "endpoint.storage": "the storage",
        "endpoint.scheduler": "the scheduler",
        "endpoint.controller_manager": "the controller manager",
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
        "you.crashed_kubelet": "You killed the kubelet of {node}; its containers keep running",
        "you.started_kubelet": "You started the kubelet of {node}: it lists its pods again",
        "you.crashed": "You killed {name}; everything it kept in memory is lost",
        "you.started": "You started {name}: it lists all objects from the API server again",
        "you.started_second": (
            "You started a second instance of {name}, which does not know that it is not the leader"
        ),
        "you.stopped_second": "You stopped the second instance of {name}",
        "you.started_actor": "You started {name}",
        "you.stopped_actor": "You stopped {name}",
        "conflict.lost": "The write of {who} came too late: {text}",
        "you.powered_off": "You switched {node} off: no process runs on it any more",
        "you.powered_on": "You switched {node} on: its kubelet starts",
        "you.upgraded_kubelet": "You installed kubelet {version} on {node}, and it starts there",
        "you.installed_kubelet": "You installed kubelet {version} on {node}: it starts with the machine",
        "you.destroyed": "You destroyed {node}, and it never comes back; its Node object still exists",
        "you.set_clock": "You set the clock of {node} wrong by {seconds} s",
        "you.reset_clock": "You set the clock of {node} right",
        "you.shut_down": "You shut {node} down: its kubelet ends the pods before the machine powers off",
        "you.shut_down_hard": (
            "You shut {node} down: graceful node shutdown is not configured, so it powers off at once"
        ),
        "fencer.power": "power",
        "fencer.agent": "agent",
        "fencer.hypervisor": "hypervisor",
        "fencer.ipmi": "IPMI",
        "fencer.pdu": "PDU",
        "fencer.network": "network",
        "fencer.storage": "storage",
        "you.fenced_power": "You fenced {node} ({by}): no process runs on it any more",
        "you.fenced_network": "You fenced {node} ({by}): its processes reach neither clients nor storage",
        "you.fenced_storage": "You fenced {node} ({by}): its processes cannot write to any volume",
        "you.member_listed": "{set} adds member {member} with {votes} of {of} votes",
        "you.member_unlisted": (
            "{set} removes member {member} with {votes} of {of} votes; processes that claim to be "
            "member {member}: {claims}"
        ),
        "you.member_refused": "{set} cannot change its members: {votes} of {of} votes are no majority",
        "usage.memory": "{amount} memory",
        "usage.disk": "{amount} disk",
        "usage.inodes": "{amount} inodes",
        "usage.processes": "{amount} processes",
        "usage.several": "{first}, {rest}",
        "you.set_usage": "{what} uses {amounts} from now on",
        "you.set_usage_over": "{what} will use {amounts} within {seconds} s",
        "you.set_behaviour": "{pod} behaves differently from now on: {changes}",
        "fault.unknown_node": "there is no machine {node}",
        "fault.unknown_component": "unknown component {got}; known components: {supported}",
        "fault.unknown_set": "there is no StatefulSet {set}",
        "fault.unknown_pod": "no process of pod {pod} runs on any machine",
        "fault.unknown_container": "pod {pod} has no container {container}",
        "fault.too_many": "at most {limit} connections may be cut or slow at once",
        "fault.destroyed": "{node} is destroyed and cannot come back",
        "fault.no_power": "{node} is switched off",
    }
)

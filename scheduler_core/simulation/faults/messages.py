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
        "you.cut": "You cut the way between {first} and {second}",
        "you.cut_one_way": "You cut one way: nothing that {first} sends reaches {second}",
        "you.cut_nodes": "You cut the way between {first} and {second}; the API server does not notice",
        "you.cut_store": "You cut the API server off its store: nothing can be written",
        "you.cut_storage": "You cut {first} off the storage: its processes cannot write",
        "you.healed": "You healed the way between {first} and {second}",
        "you.healed_all": "You healed the network: everything gets through again",
        "you.delayed": "You slowed the way between {first} and {second}: messages arrive {seconds} s later",
        "you.undelayed": "Messages between {first} and {second} arrive at once again",
        # Processes
        "you.crashed_kubelet": "You killed the kubelet of {node}; its containers run on",
        "you.started_kubelet": "You started the kubelet of {node}: it lists its pods anew",
        "you.crashed": "You killed {name}: what it knew is lost",
        "you.started": "You started {name}: it lists everything anew",
        "you.started_second": "You started a second {name}, which does not know that it is not the leader",
        "you.stopped_second": "You stopped the second {name}",
        "you.started_actor": "You started {name}",
        "you.stopped_actor": "You stopped {name}",
        "conflict.lost": "{who} was too late: {text}",
        # Machines
        "you.powered_off": "You switched {node} off: nothing runs there any more",
        "you.powered_on": "You switched {node} on: its kubelet starts",
        "you.destroyed": "{node} is destroyed and never comes back; its Node object is still there",
        "you.set_clock": "The clock of {node} is off by {seconds} s",
        "you.reset_clock": "The clock of {node} is right again",
        "you.shut_down": "You shut {node} down: its kubelet ends the pods first",
        "you.shut_down_hard": "You shut {node} down: no graceful shutdown is set up, it is off at once",
        "you.fenced_power": "You fenced {node} ({by}): nothing runs there any more",
        "you.fenced_network": "You fenced {node} ({by}): what runs there reaches neither clients nor storage",
        "you.fenced_storage": "You fenced {node} ({by}): what runs there cannot write to any volume",
        "you.broke_attachment": "You broke the attachment of {volume} to {node}; who writes there may go on",
        # The API server, asked by a person
        "you.evicted": "You evicted {pod} through the Eviction API",
        "you.removed_finalizer": "You removed the finalizer {finalizer} from {kind} {name}",
        "you.rolled_back": "You rolled {kind} {name} back to the revision before",
        "you.rolled_back_to": "You rolled {kind} {name} back to revision {revision}",
        # Applications that decide by majority
        "you.member_listed": "{set} lists {member} as a member: {votes} of {of} votes",
        "you.member_unlisted": "{set} takes member {member} off its list: {votes} of {of} votes; "
        "processes that claimed to be it: {claims}",
        "you.member_refused": "{set} cannot change its members: {votes} of {of} votes are no majority",
        # What is waited for, and who is evicted first
        "noticed.looked": "{who} looked and waits",
        "noticed.over": "{who} looked: nothing is left to wait for",
        "timer.transition": "{node} keeps its condition until the transition period is over",
        "rank.above": "{pod} uses more than it requests; then priority {priority} counts, then how much more",
        "rank.within": "{pod} uses no more than it requests",
        "rank.critical": "{pod} is critical: it is passed over",
        "rank.unmeasured": "nothing is measured of {pod}: it goes first",
        # Applications
        "you.set_usage": "{what} uses {amounts} from now on",
        "you.set_usage_over": "{what} will use {amounts} within {seconds} s",
        "you.set_behaviour": "{pod} behaves differently from now on: {changes}",
        # What cannot be done
        "you.could_not": "That could not be done: {why}",
        "fault.unknown_node": "there is no machine {node}",
        "fault.unknown_component": "there is no component {got}; known are {known}",
        "fault.unknown_set": "there is no StatefulSet {set}",
        "fault.unknown_pod": "nothing of pod {pod} runs anywhere",
        "fault.unknown_container": "pod {pod} has no container {container}",
        "fault.unknown_volume": "volume {volume} is not attached to {node}",
        "fault.too_many": "at most {limit} ways may be cut or slow at once",
        "fault.destroyed": "{node} is destroyed and never comes back",
        "fault.no_power": "{node} is switched off",
        "fault.no_kubelet": "the kubelet of {node} is not running",
        "fault.out_of_reach": "{node} cannot be reached",
    }
)

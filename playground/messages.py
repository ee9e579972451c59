"""English templates of every message id. Frames carry ids with arguments, so narration can be said in any
language.

An argument may be a message itself or a list of texts. `ngettext` pairs are chosen by the argument `n`. The
ids of the core are `scheduler_core.MESSAGE_IDS`; a test holds ids and placeholders equal.
"""

from collections.abc import Mapping
from typing import Any

from django.utils import translation

import scheduler_core as core


def _(text: str) -> str:
    """Marks a text for extraction; it is translated when it is said."""
    return text


def ngettext(one: str, other: str) -> tuple[str, str]:
    """Marks a pair for extraction."""
    return one, other


#: What the core says: frames, why a pod waits, what is wrong with an input or a Scenario document.
CORE: dict[str, str | tuple[str, str]] = {
    "you.applied": _("You applied {objects}"),
    "you.deleted": _("You deleted {kind} {name}"),
    "you.deleted_grace": _("You deleted {kind} {name} with a grace period of {seconds} s"),
    "you.forced": _("You force-deleted {kind} {name}"),
    "you.cordoned": _("You cordoned {node}: no new pods"),
    "you.uncordoned": _("You uncordoned {node}"),
    "you.tainted": _("You tainted {node} with {taint}"),
    "you.untainted": _("You removed the taint {taint} from {node}"),
    "you.labelled": _("You labelled {kind} {name}: {labels}"),
    "you.scaled": _("You scaled {kind} {name} to {replicas}"),
    "you.started_scheduler": _("You started the scheduler"),
    "you.stopped_scheduler": _("You stopped the scheduler"),
    "you.changed_nothing": _("You asked for what is there already: nothing changed"),
    "you.were_refused": _("The API server refused: {text}"),
    "waits.new": _("{pod} has not been tried yet"),
    "waits.no_scheduler": _("{pod} waits: no scheduler is running"),
    "waits.nobody": _("{pod} waits: there is no scheduler named {scheduler}"),
    "waits.active": _("{pod} is next in line to be tried"),
    "waits.cycle": _("{pod} is being scheduled"),
    "waits.backoff": _("{pod} is backing off until {until} s"),
    "waits.gates": _("{pod} is held by its scheduling gates: {gates}"),
    "waits.victims": _("{pod} waits for room on {node}, its nominated node"),
    "waits.refused": _("{text}"),
    "waits.terminating": _("{pod} is being deleted"),
    "input.not_a_map": _("must be a map"),
    "input.unknown_kind": _("unknown input {kind}; known are {known}"),
    "input.not_a_time": _("must be a number of seconds, not negative; got {got}"),
    "input.not_a_name": _("must be a name; got {got}"),
    "input.not_a_text": _("must be a text; got {got}"),
    "input.too_long": _("must be at most {limit} characters long"),
    "input.not_a_flag": _("must be true or false; got {got}"),
    "input.not_a_whole_number": _("must be a whole number; got {got}"),
    "input.out_of_range": _("must be between {low} and {high}; got {got}"),
    "input.unknown_effect": _("must be one of {known}; got {got}"),
    "input.no_documents": _("must be a list of at least one manifest"),
    "input.too_many_objects": _("at most {limit} objects are allowed; got {got}"),
    "input.lists_too_deep": _("lists may be nested {limit} deep at most"),
    "value.not_finite": _("must be a finite number; got {got}"),
    "value.too_deep": _("lies more than {limit} levels deep"),
    "value.key_not_text": _("keys must be texts; got {got}"),
    "value.not_json": _("must be a text, a number, true, false, null, a list or a map; got {got}"),
    "scenario.two_headers": _("a second Scenario document; one file is one scenario"),
    "scenario.not_a_map": _("must be a map"),
    "scenario.not_a_text": _("must be a text; got {got}"),
    "scenario.too_long": _("must be at most {limit} characters long"),
    "scenario.not_a_name": _("must be a name of small letters, digits and hyphens; got {got}"),
    "scenario.not_a_whole_number": _("must be a whole number; got {got}"),
    "scenario.not_a_time": _("must be a time like 2030-01-01T00:00:00Z; got {got}"),
    "scenario.not_seconds": _("must be a number of seconds, not negative; got {got}"),
    "scenario.not_a_flag": _("must be true or false; got {got}"),
    "scenario.not_a_list": _("must be a list"),
    "scenario.unknown_field": _("unknown field; known are {known}"),
    "scenario.no_selection": _("must name pods or a selector"),
    "scenario.too_many": _("at most {limit} are allowed; got {got}"),
    "config.refused": _("{text}"),
    "config.second": _("a second KubeSchedulerConfiguration; there is one scheduler"),
    "config.weight": _("a weight must be from {low} to {high}; got {got}; what shall not count is disabled"),
    "config.unknown_plugin": _("{text}; plugins of this server's own: {own}"),
    "config.needs_point": _("{plugin} at {point} needs what it prepares at {source}, where it is disabled"),
    "scheduler.chosen": _("The scheduler chose {node} for {pod}"),
    "scheduler.chosen_tie": _("{count} nodes were equally good for {pod}; the toss fell on {node}"),
    "scheduler.bound": _("{pod} is bound to {node}"),
    "scheduler.bind_failed": _("{pod} could not be bound to {node}: {text}"),
    "scheduler.volumes_chosen": _("The volumes of {pod} are chosen: {volumes}"),
    "scheduler.no_node": _("No node for {pod}: {text}"),
    "scheduler.nominated": _("{pod} fits nowhere; {victims} must leave {node}, which is nominated"),
    "scheduler.skipped": _("{pod} is being deleted: the scheduler passes it over"),
    "scheduler.victim": _("{pod} is preempted on {node} for {by}"),
    "scheduler.victim_gone": _("{pod} was to be preempted on {node} for {by}, but is gone already"),
    "scheduler.nomination_cleared": _("{pod} loses its nomination to {node}, which {by} needs"),
    "scheduler.requeued": _("{pods} will be tried again: {event}"),
    "scheduler.backoff_over": _("{pods} backed off long enough and will be tried again"),
    "scheduler.flushed": _("{pods} waited for five minutes and will be tried again"),
    "obstacle.not_among": _("only {nodes} may be chosen"),
    "obstacle.cordoned": _("{node} is cordoned"),
    "obstacle.node_name": _("spec.nodeName asks for {wanted}"),
    "obstacle.taint": _("taint {taint} not tolerated"),
    "obstacle.label_differs": _("wants {wanted}; the node has {has}"),
    "obstacle.label_missing": _("wants {wanted}; the node has no label {key}"),
    "obstacle.field": _("wants {wanted}; the node is {has}"),
    "obstacle.term": _("term {number}: {what}"),
    "obstacle.no_terms": _("the node affinity has no terms, so no node matches it"),
    "obstacle.empty_term": _("an empty term matches no node"),
    "obstacle.port": _("host port {port} is held by {pods}"),
    "obstacle.resource": _("{resource}: needs {needs}, {free} free"),
    "obstacle.resource_nominated": _("{resource}: needs {needs}, {free} free; {held} is kept for {pods}"),
    "obstacle.no_label": _("the node has no label {key}"),
    "obstacle.spread": _("{key}={domain} would have {would}, minimum {minimum}, maxSkew {maxSkew}"),
    "obstacle.affinity": _("wants to be near {selector}; there is no such pod in {key}={domain}"),
    "obstacle.anti_affinity": _("keeps away from {pods} in {key}={domain}"),
    "obstacle.existing_anti": _("{pods} in {key}={domain} keep it away"),
    "obstacle.disk": _("shares a disk with {pods}"),
    "obstacle.claim_in_use": _("claim {claim} is for one pod alone and is used by {pods}"),
    "obstacle.volume_elsewhere": _("volume {volume} of claim {claim} cannot be reached from here"),
    "obstacle.claim_unbound": _("no volume for claim {claim} can be had here"),
    "obstacle.volume_zone": _("volume {volume} is in {key} {zones}"),
    "obstacle.volume_limit": _("{driver}: {attached} volumes attached, {wanted} more wanted, limit {limit}"),
    "advice.gates": _("Remove the scheduling gates {gates}"),
    "advice.tolerate": _("Give the pod a toleration of the taint {taint}"),
    "advice.drop_selector": _("Drop {label} from the pod's nodeSelector"),
    "advice.drop_requirement": _("Drop {requirement} from the pod's node affinity"),
    "advice.drop_affinity": _("Drop the pod affinity over {key}"),
    "advice.drop_anti_affinity": _("Drop the pod anti-affinity over {key}"),
    "advice.max_skew": _("Raise maxSkew over {key} to {to}"),
    "advice.schedule_anyway": _("Let the spread over {key} be a wish: ScheduleAnyway"),
    "advice.lower_request": _("Lower the pod's request of {resource} to {to}"),
    "advice.drop_port": _("Do without the host port {port}"),
    "advice.priority": _("Give the pod the priority class {name} ({value}): then it may preempt"),
    "advice.priority_new": _("Give the pod a priority of {value}: then it may preempt"),
    "advice.uncordon": _("Uncordon {node}"),
    "advice.untaint": _("Remove the taint {taint} from {node}"),
    "advice.label": _("Label {node} with {label}"),
    "advice.delete_pod": _("Delete {pod} on {node}"),
    "advice.add_node": _("Add a node like {like}"),
    "advice.make_claim": _("Create the claim {claim} of {size}"),
    "advice.make_claim_of": _("Create the claim {claim} of {size} in class {name}"),
    "advice.make_volume": _("Create a volume of {size} for the claim {claim}"),
    "advice.make_volume_on": _("Create a volume of {size} on {node} for the claim {claim}"),
    "advice.make_class": _("Create the storage class {name} with the provisioner {provisioner}"),
    "advice.allow_topology": _("Allow {label} in the storage class {name}"),
    "advice.raise_capacity": _("Give {what} room for {to} of the storage class {name}"),
    "advice.raise_limit": _("Let {driver} attach {to} volumes to {node}"),
    "advice.in_template": _("{owner} makes such pods: the same change belongs into its template"),
    "advice.start_scheduler": _("Start the scheduler"),
    "kubelet.starts": _("The kubelet of {node} creates the containers of {pod}"),
    "kubelet.ready": _("{pod} runs on {node} and is ready"),
    "kubelet.prestop": _("{pod} is to go: its preStop hook runs, within a grace of {seconds} s"),
    "kubelet.sigterm": _("{pod} gets SIGTERM and has {seconds} s to exit"),
    "kubelet.sigterm_some": _("{containers} of {pod} get SIGTERM and have {seconds} s to exit"),
    "kubelet.sigkill": _("{pod} did not exit in time: SIGKILL"),
    "kubelet.exited": _("{containers} of {pod} exited"),
    "kubelet.removed": _("{pod} is dead: the kubelet of {node} removes it"),
    "kubelet.dead_unlisted": _("The last process of {pod}, long gone from the API server, is dead on {node}"),
    "kubelet.held": _("{pod} is dead, but finalizers keep the object: {finalizers}"),
    "kubelet.completed": _("{pod} is done: its containers exited with {code}"),
    "kubelet.failed": _("{pod} failed: its containers exited with {code}"),
    "kubelet.backs_off": _("{pod} exited with {code}; the kubelet restarts it in {seconds} s"),
    "kubelet.exceeded": _(
        "The runtime of {node} has not ended {pod} in time; who asked for it is told: {text}"
    ),
    "kubelet.ended": _("{pod} is dead: the kubelet of {node} ended it ({reason})"),
    "kubelet.dead_unsaid": _("The last process of {pod} is dead; the kubelet of {node} cannot say so yet"),
    "kubelet.exited_alone": _("{containers} of {pod} exited on {node}; no kubelet is there to notice"),
    "kubelet.reports": _("The kubelet of {node} posts the status of {pods} again"),
    "kubelet.posts_node": _("The kubelet of {node} posts its status again: the node is ready"),
    "kubelet.registers": _("The kubelet of {node} registers its node"),
    "kubelet.waits_for_volumes": _("{pod} waits on {node} for its volumes: {volumes}"),
    "kubelet.failed_mount": _("{pod} has waited two minutes for its volumes on {node}"),
    "kubelet.mirrors": _("{pod} comes from a file of {node}: its kubelet makes the mirror pod again"),
    "kubelet.failed_kill": _("The runtime of {node} does not answer: {pod} cannot be ended"),
    "kubelet.restarts": _("The kubelet of {node} restarts the containers of {pod}"),
    "kubelet.restarts_some": _("The kubelet of {node} restarts {containers} of {pod}"),
    "kubelet.started": _("{containers} of {pod} started on {node}"),
    "kubelet.ready_some": _("{containers} of {pod} became ready"),
    "kubelet.unready": _("{containers} of {pod} no longer ready: the readiness probe failed"),
    "kubelet.probe_failed": _("The {probe} probe of {containers} in {pod} failed"),
    "kubelet.pulls": _("The image of {containers} in {pod} is being pulled"),
    "kubelet.pulled": _("The image of {containers} in {pod} has been pulled"),
    "kubelet.pull_failed": _("The image of {containers} in {pod} cannot be pulled"),
    "kubelet.post_start_failed": _("The postStart hook of {containers} in {pod} failed"),
    "kubelet.prestop_some": _(
        "The preStop hook of {containers} in {pod} runs, within a grace of {seconds} s"
    ),
    "kubelet.sigkill_some": _("{containers} of {pod} did not exit in time: SIGKILL"),
    "kubelet.exited_with": _("{containers} of {pod} exited with {code}"),
    "kubelet.backs_off_some": _(
        "{containers} of {pod} exited with {code}; the kubelet restarts it in {seconds} s"
    ),
    "kubelet.posts_pod": _("The kubelet of {node} posts the status of {pod}"),
    "replicaset.created_pod": _("ReplicaSet {set} creates {pod}: it has {have} of {want} pods"),
    "replicaset.deleted_pod": _("ReplicaSet {set} deletes {pod}: it has {have} pods and wants {want}"),
    "replicaset.adopted_pod": _("ReplicaSet {set} adopts {pod}"),
    "replicaset.released_pod": _("ReplicaSet {set} lets {pod} go: its labels do not match any more"),
    "replicaset.failed_create": _("ReplicaSet {set} could not create a pod: {text}"),
    "replicaset.status": _("ReplicaSet {set} counts {ready} ready of {have} pods"),
    "deployment.created_set": _("Deployment {deployment} creates ReplicaSet {set} with {replicas} replicas"),
    "deployment.adopted_set": _("Deployment {deployment} adopts ReplicaSet {set}"),
    "deployment.scaled_up": _("Deployment {deployment} scales ReplicaSet {set} up from {before} to {after}"),
    "deployment.scaled_down": _(
        "Deployment {deployment} scales ReplicaSet {set} down from {before} to {after}"
    ),
    "deployment.revised": _("Deployment {deployment} notes revision {revision} on ReplicaSet {set}"),
    "deployment.cleaned_up": _("Deployment {deployment} deletes the old ReplicaSet {set}"),
    "deployment.status": _("Deployment {deployment} counts {ready} ready of {want} pods"),
    "deployment.failed": _("Deployment {deployment} could not create a ReplicaSet: {text}"),
    "statefulset.created_pod": _("StatefulSet {set} creates {pod}"),
    "statefulset.deleted_pod": _("StatefulSet {set} deletes {pod}"),
    "statefulset.failed_create": _("StatefulSet {set} could not create {pod}: {text}"),
    "statefulset.status": _("StatefulSet {set} counts {ready} ready of {want} pods"),
    "disruption.status": _("Budget {budget} now allows {allowed} disruptions"),
    "disruption.failed": _("Budget {budget} cannot be computed: {text}"),
    "volume.available": _("Volume {volume} is available"),
    "volume.bound": _("Volume {volume} is bound to claim {claim}"),
    "volume.provisioned": _("Volume {volume} is provisioned for claim {claim}"),
    "volume.claim_lost": _("Claim {claim} lost its volume {volume}"),
    "volume.released": _("Volume {volume} is released: its claim {claim} is gone"),
    "volume.deleted": _("Volume {volume} is deleted with its claim {claim}"),
    "garbage.deleted": _("The owner of {kind} {name} is gone: the garbage collector deletes it"),
    "podgc.removed": _("Node {node} no longer exists: the pod garbage collector removes {pod}"),
    "nodes.tainted": _("Node {node} is cordoned: the node lifecycle controller adds the taint {taint}"),
    "nodes.untainted": _(
        "Node {node} is open again: the node lifecycle controller takes off the taint {taint}"
    ),
    "nodes.silent": _("{node} was not heard of for more than {seconds} s: its conditions are Unknown now"),
    "nodes.pods_not_ready": _("{node} is not ready, so its {count} pods are not either: Services drop them"),
    "nodes.conditions_taint": _("The state of {node} becomes taints: {taints}"),
    "nodes.conditions_untaint": _("The state of {node} wants these taints no more: {taints}"),
    "nodes.conditions_swap": _("The state of {node} changes its taints: {added} instead of {removed}"),
    "nodes.evicting": _(
        "{node} gets the taint {taint}: for pods that tolerate it a while the time starts now"
    ),
    "nodes.reachable": _("{node} is ready again: the taint {taint} goes"),
    "nodes.disrupted": _(
        "No node is ready any more, so perhaps the control plane is cut off: {node} loses the "
        "taint {taint}, nobody is evicted"
    ),
    "tainteviction.deleted": _("{pod} does not tolerate a taint of {node}, or not any longer: it is deleted"),
    "tainteviction.forced": _("{node} is lost: the node controller removes {pod}, whatever still runs there"),
    "podgc.surplus": _("There are too many finished pods: the pod garbage collector removes {pod}"),
    "podgc.out_of_service": _("{node} is out of service: the pod garbage collector removes {pod}"),
    "podgc.unscheduled": _("{pod} is to go and never had a node: the pod garbage collector removes it"),
    "attach.attached": _("Volume {volume} is attached to {node}"),
    "attach.detached": _("Volume {volume} is detached from {node}"),
    "attach.forced": _(
        "Volume {volume} is detached from {node} by force: who wrote to it there was not asked"
    ),
    "attach.multi": _("Volume {volume} cannot be attached to {node} yet: it still is on {others}"),
    "attach.waits": _(
        "Volume {volume} is still in use on {node}, as far as anybody knows: it is detached by "
        "force in {seconds} s"
    ),
    "fencing.decided": _(
        "For the sake of {pod} the fencing controller decides to fence {node}, silent for {seconds} s"
    ),
    "fencing.fenced": _("The fencing controller fences {node}"),
    "fencing.failed": _("The fencing controller could not fence {node}"),
    "fencing.out_of_service": _("{node} is fenced: the fencing controller marks it out of service"),
    "fencing.force_deleted": _("{node} is fenced: the fencing controller force deletes {pod}"),
    "fencing.in_service": _("{node} is back: the fencing controller takes the taint out-of-service off"),
    "descheduler.spread": _("The descheduler evicts {pod} from {node}: {key} {domain} has too many"),
    "descheduler.taint": _("The descheduler evicts {pod} from {node}: it does not tolerate {taint}"),
    "descheduler.refused": _("The descheduler may not evict {pod}: {text}"),
    "timer.silence": _("{node} is silent: its conditions become Unknown then"),
    "timer.rate": _("{node} waits for its NoExecute taint: one node after another"),
    "timer.toleration": _("{pod} tolerates {taints} of {node} until then"),
    "timer.quarantine": _("{node} is gone: its pods are removed after that"),
    "timer.detach": _("{volume} is still in use on {node}: it is detached by force then"),
    "timer.fence": _("{node} is fenced then, if it stays silent"),
    "timer.fenced": _("The fencing of {node} goes on then"),
}

#: Errors of the socket and of pages: what went wrong, and what to do.
WIRE: dict[str, str | tuple[str, str]] = {
    "protocol.not_json": _("This message is not JSON: {detail}"),
    "protocol.not_an_object": _("A message must be a JSON object."),
    "protocol.binary": _("This socket takes text messages only; a binary one came."),
    "protocol.too_big": _("A message may have at most {limit} bytes, this one has {got}."),
    "protocol.missing": _("{path} is missing."),
    "protocol.wrong_type": _("{path} must be {expected}, got {got}."),
    "protocol.not_one_of": _("{path} must be one of {known}, got {got}."),
    "protocol.unknown_field": _("There is no field {path} in {command}."),
    "protocol.unknown_command": _("There is no command {got}; there are {known}."),
    "protocol.hello_first": _("The first message on a socket must be hello."),
    "protocol.version": _("This server speaks protocol {ours}, not {theirs}. Reload the page."),
    "rate.too_often": _("Too many of these from your address. Wait {seconds} s."),
    "rate.slow_down": _("Too many messages. Wait {seconds} s."),
    "run.not_allowed": _("Only the owner of this run may do that. Fork it to go on from here."),
    "run.gone": _("There is no such run."),
    "step.out_of_range": _("There is no step {got}; the newest is {head}."),
    "step.too_many_frames": _("One step may have at most {limit} frames, {got} were asked for."),
    "step.run_too_long": _("A run may have at most {limit} steps."),
    "step.too_long": _("This step took more than {seconds} s and was given up. The run is as it was."),
    "input.not_at_head": _("Inputs are taken at the newest step, {head}; you stand at {at}."),
    "input.lost_race": _(
        "Someone else acted first. This is the newest state; try again if you still want to."
    ),
    "input.too_many": _("A run may have at most {limit} inputs."),
    "input.refused": _("The API server said no: {text}"),
    "fork.too_many_inputs": _("A fork can be given at most {most} inputs, got {n}."),
    "input.text_and_documents": _("Give either yaml or documents, not both."),
    "server.busy": _("The server could not do that just now. The run is as it was; try again."),
}


def english() -> dict[str, str | tuple[str, str]]:
    """Id → English template, of all ids."""
    return {**core.TEMPLATES, **WIRE}


def say(message: Mapping[str, Any]) -> str:
    """A message as a sentence in the active language."""
    template = english().get(str(message.get("id")))
    args = {name: _argument(value) for name, value in dict(message.get("args") or {}).items()}
    if template is None:
        return str(message.get("id"))
    if isinstance(template, tuple):
        text = translation.ngettext(*template, int(args.get("n", 1)))
    else:
        text = translation.gettext(template)
    return fill(text, args)


def fill(text: str, args: Mapping[str, Any]) -> str:
    """Puts arguments into their places, each once: what an argument contains is never read as a place."""
    parts = text.split("{")
    said = [parts[0]]
    for part in parts[1:]:
        name, brace, rest = part.partition("}")
        said.append(f"{args[name]}{rest}" if brace and name in args else "{" + part)
    return "".join(said)


def _argument(value: Any) -> Any:
    if isinstance(value, Mapping):
        return say(value)
    if isinstance(value, list | tuple):
        return ", ".join(str(_argument(item)) for item in value)
    return value

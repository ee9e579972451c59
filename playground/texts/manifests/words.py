"""The sentences of import reports and problems: code → English text, marked for translation.

The codes of the core are in `playground.texts.messages`; these arise before the core gets a document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.texts import messages
from playground.texts.messages import _, fill, ngettext

WORDS: Mapping[str, str | tuple[str, str]] = {
    # the text as a whole
    "text.empty": _("The text is empty. Paste manifests, or choose a file."),
    "text.too_large": _("The text has {bytes}; the limit is {limit}."),
    "text.dump_too_large": _(
        "The text has {bytes}; the limit is {limit}. Send it packed by gzip (.gz): then it may have "
        "{packed}. Or leave out what podium does not keep: managedFields, annotations and status.images "
        "often make more than half of it."
    ),
    "text.too_long": _("This text may have at most {limit} characters."),
    "text.too_long_to_change": _(
        "A document that is changed here may have at most {limit} characters. Change its file, and open it "
        "under Your cluster."
    ),
    "text.too_many_objects": _("The text has more than {limit} objects, which is the limit for one cluster."),
    "text.unpacks_too_large": _(
        "The file unpacks to more than {limit}, which is the limit for packed files. Leave out what podium "
        "does not keep: managedFields, annotations and status.images often make more than half of it."
    ),
    "text.not_gzip": _("The file is damaged: gzip cannot unpack it to the end."),
    "text.binary": _("This is not a text file: it contains a NUL character."),
    "text.nul": _("The character NUL (U+0000) is not allowed in a text."),
    "text.surrogate": _("{character} is half of a surrogate pair, and no character of a text."),
    "text.not_utf8": _("This is not UTF-8 text."),
    "text.stands_for_too_much": _(
        "Aliases and defaults make {n} characters of this text; at most {limit} are kept. "
        "Write fewer objects."
    ),
    "text.too_much_work": _("Reading the text took more than {seconds} s and was stopped. Try a part of it."),
    "text.too_much_memory": _(
        "Reading the text needs more than {megabytes} MB of memory and was stopped. Try a part of it."
    ),
    "text.took_too_long": _(
        "Reading the text did not go on for {seconds} s and was stopped. Try a part of it."
    ),
    "text.stopped": _("The import was stopped."),
    "text.too_large_to_lint": _(
        "This text is too long to be checked while you type. It is checked when you send it."
    ),
    "text.names_in_scenario": _(
        "Names cannot be hidden in a text with a Scenario or a KubeSchedulerConfiguration, because these "
        "name objects in places that are not known."
    ),
    "text.nothing_known": _(
        "The text contains no node, no pod and no workload, so there is nothing to draw."
    ),
    "text.description": _(
        "This is what kubectl describe prints. It leaves out affinity and other fields by which the "
        "scheduler decides. Paste the output of {command}, and that of kubectl get nodes,pods -A -o yaml. "
        "Its Events are explained at /explain."
    ),
    "text.table": _(
        "This is a table of kubectl. It has no requests, selectors, tolerations and sizes of nodes, by which "
        "the scheduler decides. Paste the output of {command}."
    ),
    "text.messages": _(
        "These are messages of Kubernetes, without objects: /explain takes them apart. To see the pods, "
        "paste the output of {command}."
    ),
    "text.cut": _("The text ends in the middle of {object}. It was left out; everything before it was read."),
    "text.cut_list": _(
        "The text ends before its list does. The last object, {object}, may be incomplete and was left out; "
        "everything before it was read."
    ),
    "text.archive": _(
        "This is an archive. It is read at Your cluster and by podium import; here, paste the text of the "
        "files with nodes and pods in it."
    ),
    "text.archive_alone": _("An archive is read alone. Leave out the other files and the text beside it."),
    "text.archive_damaged": _("The archive is damaged: it cannot be unpacked."),
    "text.archive_empty": _(
        "None of the {n} entries of the archive or folder is a file with manifests (YAML or JSON). "
        "oc adm must-gather and kubectl cluster-info dump --output-directory=dump write such files."
    ),
    "text.archive_too_many": _(
        "The archive has more than {limit} entries, which is the limit. Pack only the folders with nodes, "
        "pods and their controllers."
    ),
    "text.archive_unpacks_too_large": _(
        "The archive unpacks to more than {limit}, which is the limit. Pack it without logs."
    ),
    "text.archive_text_too_large": _(
        "The manifests in the archive are more than {limit}, which is the limit. Pack only the folders with "
        "nodes, pods and their controllers."
    ),
    "text.archive_header": _("The archive is refused, because a name in it is longer than {limit}."),
    "text.archive_leads_out": _(
        "The archive is refused, because the name of an entry leads out of it: {name}"
    ),
    # YAML
    "yaml.syntax": _("Not valid YAML: {text}"),
    "yaml.tab": _("Not valid YAML: this line is indented with a tab. YAML requires spaces."),
    "yaml.template": _(
        "This looks like a template ({{ … }}). Render it first, for example with helm template."
    ),
    "yaml.duplicate_key": _("The key {key} occurs twice; the first one is on line {first}."),
    "yaml.control_character": _("The character {character} is not allowed in YAML."),
    "yaml.key_type": _("A key must be text; this one is {type}."),
    "yaml.unknown_alias": _("The alias *{name} has no anchor &{name} before it."),
    "yaml.alias_in_itself": _("The alias *{name} is inside its own anchor."),
    "yaml.expands_too_far": _("The text is refused, because its aliases expand to more than {limit}."),
    "yaml.too_deep": _("This is nested more than {limit} levels deep."),
    "yaml.merge": _("A merge key (<<) needs a map or a list of maps."),
    "yaml.tag": _("{value} is not a {tag}."),
    "yaml.not_json": _("{value} cannot be written in JSON, so Kubernetes cannot take it."),
    "document.not_a_map": _("This document is not a Kubernetes object, because it is not a map."),
    # the fate of an object
    "kept.fields_not_read": _("podium does not read these fields: {fields}"),
    "kept.fields_not_modelled": _(
        "podium ignores these fields, but a real cluster schedules pods by them: {fields}"
    ),
    "kept.references_not_checked": _(
        "podium does not check whether these objects exist; without them a real cluster would not start its "
        "containers: {objects}"
    ),
    "kept.fields_behind_gates": _(
        "These fields have no effect, because their feature gates ({gates}) are off in the run's release of "
        "Kubernetes: {fields}"
    ),
    "kept.driver_parameters": _(
        "The parameters for these drivers were removed; only a driver understands them, so they change "
        "nothing here: {drivers}"
    ),
    "kept.selector_not_evaluated": _(
        "podium does not evaluate this part of the CEL selector: {part}. Pods that need it are not scheduled."
    ),
    "kept.claims_not_made": _(
        "No StatefulSet or claim in the text creates the volume claims that this object needs."
    ),
    "kept.owner_missing": _("Its owner {owner} is not in the text, so nothing will replace it."),
    "kept.owned": _("Belongs to {owner}."),
    "kept.without_pods": _(
        "None of its pods is in the text. Controllers make them as soon as time runs, after Play was pressed."
    ),
    "kept.not_served": _(
        "The API server of {release} does not serve this API version by default ({text}). podium read the "
        "object all the same."
    ),
    "kept.node_missing": _("Its node {node} is not in the text."),
    "kept.priority_class_missing": _("The PriorityClass {priorityClass} is not in the text."),
    "kept.moment_too_late": _(
        "It names a moment, {moment}, that is later than the rest of the text can be. "
        "Second 0 does not count it."
    ),
    "kept.starts_after_deletion": _(
        "It names {moment} as its start, after its deletion at {deleted}. Second 0 does not count that start."
    ),
    "changed.priority_class_missing": _(
        "The PriorityClass {priorityClass} is not in the text, so the priority is 0."
    ),
    "changed.selector_from_labels": _("The selector was derived from the labels of the pod template."),
    "kept.repeated": _("The same object occurs again in document {document}, without a difference."),
    "changed.other_uid": _(
        "An object of this name with another uid is in document {document}; that one is used. The text holds "
        "two moments of a cluster, or two clusters."
    ),
    "invalid.two_clusters": _(
        "{object} occurs with two uids, so the text seems to hold two clusters, or a cluster before and "
        "after it was made anew. Of objects with the same name the last one is used: bring one cluster at a "
        "time."
    ),
    "invalid.same_node": _(
        "{object} occurs again in document {document} at {other} and differs. A cluster has one node of a "
        "name: the later one is used, and runs the pods of both. If they are two machines, give one of them "
        "another name, also in the nodeName of its pods."
    ),
    "invalid.two_providers": _(
        "The providerID of some nodes begins with {first}, that of others with {second}, so the text seems "
        "to hold two clusters. Pods of both would share all nodes: bring one cluster at a time."
    ),
    "changed.duplicate": _("The same object occurs again in document {document}; the last one is used."),
    "defaulted": _("Set to defaults as the API server does: {fields}"),
    "ignored.unknown_kind": _("podium does not simulate {kind} ({apiVersion})."),
    "ignored.deciding_kind": _(
        "podium does not simulate {kind} ({apiVersion}), which can change how a real cluster schedules pods."
    ),
    "ignored.queues": _(
        "podium does not simulate {kind} ({apiVersion}). {product} holds pods by a scheduling gate until a "
        "quota admits them: pods that are gated in the text stay so, and new pods get no gate."
    ),
    "ignored.gangs": _(
        "podium does not simulate {kind} ({apiVersion}). {product} places the pods of a group only together; "
        "here the scheduler places each pod alone, and ignores pods that name another scheduler."
    ),
    "ignored.machines": _(
        "podium does not simulate {kind} ({apiVersion}). The pods in which {product} runs its virtual "
        "machines are used like others; no machine is started or migrated."
    ),
    "ignored.makes_pods": _(
        "podium does not simulate {kind} ({apiVersion}). Its pods in the text are used; {product} would make "
        "and replace them, and here nothing does."
    ),
    "ignored.makes_nodes": _(
        "podium does not simulate {kind} ({apiVersion}). {product} adds, replaces and removes nodes; here "
        "the nodes stay those of the text."
    ),
    "ignored.scales": _(
        "podium does not simulate {kind} ({apiVersion}). {product} changes the number of replicas; here it "
        "stays that of the text."
    ),
    "ignored.resource_quota": _(
        "podium enforces no ResourceQuota: pods that a real cluster would refuse because of this quota (403) "
        "are created here."
    ),
    "ignored.limit_range": _(
        "podium applies no LimitRange: pods that controllers or you create here get no default requests "
        "and limits from it, and none is refused because of it. Pods in the text keep the requests that "
        "they have."
    ),
    "ignored.command": ngettext(
        "{n} line with a command was left out.", "{n} lines with commands were left out."
    ),
    "ignored.markdown": ngettext(
        "{n} line of Markdown was left out.", "{n} lines of Markdown and of the text around it were left out."
    ),
    "ignored.message": ngettext(
        "{n} line with a message of kubectl was left out.",
        "{n} lines with messages of kubectl were left out.",
    ),
    "ignored.prose": ngettext(
        "{n} line that is no manifest was left out.", "{n} lines that are no manifests were left out."
    ),
    "ignored.omission": ngettext(
        "{n} line stands for lines that the text leaves out; what they say is missing here.",
        "{n} lines stand for lines that the text leaves out; what they say is missing here.",
    ),
    "ignored.archive_files": ngettext(
        "{n} file without manifests was left out.", "{n} files without manifests were left out."
    ),
    "ignored.archive_kinds": ngettext(
        "{n} file was left out, because nothing is scheduled by what it holds: {kinds}",
        "{n} files were left out, because nothing is scheduled by what they hold: {kinds}",
    ),
    "ignored.archive_links": ngettext(
        "{n} link was left out; links are not followed.", "{n} links were left out; links are not followed."
    ),
    "ignored.archive_others": ngettext(
        "{n} entry was left out, because it is encrypted or no file.",
        "{n} entries were left out, because they are encrypted or no files.",
    ),
    "ignored.archive_end": _(
        "The archive is damaged or cut off. What comes after {name} could not be read and was left out."
    ),
    "ignored.description": ngettext(
        "{n} line of kubectl describe was left out; only manifests are read.",
        "{n} lines of kubectl describe were left out; only manifests are read.",
    ),
    "ignored.table": ngettext(
        "{n} line of a table of kubectl was left out; only manifests are read.",
        "{n} lines of a table of kubectl were left out; only manifests are read.",
    ),
    "changed.described_pod": _(
        "It was read from the text of kubectl describe, which prints no affinity, no scheduling gates, no "
        "name of a scheduler, no overhead and no resource claims. The whole object: {command}"
    ),
    "changed.described_node": _(
        "It was read from the text of kubectl describe, which prints no images and no attached volumes. "
        "The whole object: {command}"
    ),
    "changed.described_row": _(
        "It was read from the description of {node}, which prints of its pods only what they request of cpu "
        "and memory."
    ),
    "changed.described_sum": _(
        "It was read from the description of {node}, which prints of its pods only what they request of cpu "
        "and memory. Of {resources} it prints a sum for all pods of the node, which is counted at this pod."
    ),
    "changed.bare_spec": _("It has no kind. It was read as a Pod, because it has containers."),
    "changed.bare_list": _("The document is a list of objects without a kind; each of them was read."),
    "changed.simulator_export": _(
        "This is an export of kube-scheduler-simulator; each of its objects was read."
    ),
    "ignored.no_kind": _("It has no kind, so podium cannot read it."),
    "ignored.empty_list": _("The list is empty."),
    "invalid.object": ngettext("{count} thing is wrong with it.", "{count} things are wrong with it."),
    "dropped.fields": ngettext(
        "{n} field was removed, because nothing here decides by it and nothing shows it: {names}",
        "{n} fields were removed, because nothing here decides by them and nothing shows them: {names}",
    ),
    "dropped.managed_fields": _("Its managedFields were removed, because podium does not use them."),
    # dropped or added things
    "dropped.secret_data": ngettext(
        "{n} value of a Secret was dropped: {names}", "{n} values of a Secret were dropped: {names}"
    ),
    "dropped.config_data": ngettext(
        "{n} value of a ConfigMap was dropped: {names}", "{n} values of a ConfigMap were dropped: {names}"
    ),
    "dropped.env_value": ngettext(
        "The value of {n} variable was dropped: {names}", "The values of {n} variables were dropped: {names}"
    ),
    "dropped.last_applied": _("The copy that kubectl apply keeps in an annotation was removed."),
    "added.named_nodes": ngettext(
        "{n} node that pods name was added, because the text brings none; its size is a guess.",
        "{n} nodes that pods name were added, because the text brings none; their sizes are a guess.",
    ),
    "added.nodes": ngettext(
        "{n} node of {cpu} cpu and {memory} was added, because the text brings none.",
        "{n} nodes of {cpu} cpu and {memory} were added, because the text brings none.",
    ),
    # what is stuck in a dump, and what lets it go
    "stuck.silent_node": _("Nobody hears the kubelet of this node until it is said to be back."),
    "stuck.unready_node": _("The kubelet of this node is heard and says that it is not ready: {reason}"),
    "stuck.silent": _("The pod stays Terminating, because nobody hears the kubelet of {node}."),
    "stuck.finalizers": _("Finalizers keep the deleted object: {names}"),
    "stuck.scheduling_gates": _("The pod is not scheduled while it has scheduling gates: {names}"),
    "stuck.queue_gates": _(
        "{product} holds the pod by the scheduling gate {names} until a quota admits it. Nothing here does."
    ),
    "stuck.other_scheduler": _(
        "The pod waits for the scheduler {scheduler}, which does not run here. The scheduler of this cluster "
        "ignores it."
    ),
    "stuck.readiness_gates": _(
        "The pod is not ready while readiness gates are closed: {names}. Who owns a gate sets its condition; "
        "in the API of the run this line does it: {command}"
    ),
    "stuck.volume_taken": _(
        "Its containers wait for the volume of the claim {claim}, which {pod} on {node} still uses."
    ),
    "stuck.not_ready": _("{container} runs and is not ready."),
    "stuck.not_started": _("The startup probe of {container} fails."),
    "stuck.init_runs": _("The init container {container} does not end."),
    "stuck.image": _("The image of {container} cannot be pulled: {image}"),
    "stuck.crash_loop": _("{container} ends again and again with exit code {code}."),
    "stuck.creating": _("{container} is not created, although nothing that podium knows keeps it."),
    "stuck.waits": _("{container} is not created: {reason}"),
    "stuck.kill_hangs": _("Its processes still run, although its grace period of {seconds} s is over."),
    "cure.silent_node": _("The kubelet is heard again"),
    "cure.unready_node": _("The kubelet starts anew"),
    "cure.finalizers": _("Remove the finalizer"),
    "cure.readiness_gates": _("Its owner opens the gate"),
    "cure.not_ready": _("It becomes ready"),
    "cure.not_started": _("Its startup probe succeeds"),
    "cure.init_runs": _("It ends with exit code 0"),
    "cure.image": _("The image can be pulled"),
    "cure.crash_loop": _("It runs on"),
    "cure.creating": _("It starts"),
    "cure.waits": _("It starts"),
    "cure.kill_hangs": _("Its processes end"),
    # lessons
    "lesson.one_document": _("A lesson's file holds one document, a map with kind: Lesson."),
    "lesson.no_lesson": _("This is not a lesson: kind must be Lesson."),
    "lesson.newer": _("This file is of another version ({got}); this podium reads {supported}."),
    "lesson.version": _("apiVersion must be {supported}, not {got}."),
    "lesson.missing": _("This field is needed."),
    "lesson.not_a_list": _("This must be a list."),
    "lesson.length": _("The list must have {low} to {high} entries; it has {got}."),
    "lesson.language": _("Unknown language. Known languages: {supported}."),
    "lesson.twice": _("The name {name} occurs twice."),
    "lesson.scenario_or_documents": _("Give either scenario or documents."),
    "lesson.no_scenario": _("The gallery has no scenario named {name}."),
    "lesson.revision": _("The scenario has changed: the lesson was written for {got}, it is now {now}."),
    "lesson.choices_or_second": _("Give either choices or second."),
    "lesson.picture": _("An image must be a data: URL of a PNG, JPEG, GIF or WebP of at most {limit} bytes."),
    "lesson.never_comes": _("The run never comes to this moment."),
    "lesson.second_outside": _(
        "The condition holds first at second {got}, which is outside of the range {low} to {high}."
    ),
    "lesson.no_choice_holds": _("None of the choices holds: {message}"),
    "lesson.several_hold": _(
        "The choices {choices} all hold. Without ties: true exactly one choice must hold."
    ),
    "lesson.right_misconception": _("This choice is right, so it has no misconception."),
    "lesson.wrong_without_misconception": _(
        "This choice is wrong; it needs the misconception that it stands for."
    ),
    "lesson.nothing_plays": _(
        "Nothing happens between the question and its answer: both stand at step {step} of the run."
    ),
    "lesson.other_second": _("The text says that it is second {got}; the board shows second {second}."),
    "lesson.not_on_board": _("The text quotes a message that is not on the board at this step: {text}"),
    "lesson.object_not_there": _(
        "The text names what is not on the board at this step: {names}. "
        "If that is meant, list it under absent."
    ),
    "lesson.object_never_there": _(
        "The explanation names what is not on the board between the question and its answer: {names}"
    ),
    "lesson.absent_there": _("{name} stands under absent, but it is on the board at this step."),
    "lesson.other_number": _("The text says “{text}”; the board shows {number}."),
    "lesson.choice_not_there": _("This choice names what is not on the board at this step: {names}"),
    "lesson.shows_fails": _("What the text says is not so on the board at this step: {message}"),
    "lesson.untouched_passes": _("All checks hold without any input, so there is nothing to do."),
    "lesson.too_early": _("The input is given at second {got}, before the task begins at second {begins}."),
    "lesson.never_judged": _(
        "With the inputs of {name} the run never comes to the moment at which it is judged."
    ),
    "lesson.accepted_fails": _("{name} must pass, but {check} does not hold: {message}"),
    "lesson.when_fails": _("{name} must end where its when holds, but there: {message}."),
    "lesson.rejected_passes": _("{name} must fail, but all checks hold."),
    "lesson.fails_otherwise": _("{name} fails at {got}, not at {expected}: {message}"),
}


#: Codes whose arguments `bytes`, `limit` and `packed` are amounts of bytes and are shown with a unit.
SIZED = frozenset(
    (
        *("text.too_large", "text.dump_too_large", "text.unpacks_too_large", "text.archive_header"),
        *("text.archive_unpacks_too_large", "text.archive_text_too_large"),
    )
)


def english() -> dict[str, str | tuple[str, str]]:
    """All sentences about texts and documents, including the core's."""
    return {**messages.english(), **WORDS}


def say(code: str, args: Mapping[str, Any]) -> str:
    """The sentence of a code in the active language; a code without a sentence is shown itself."""
    from django.utils import translation

    template = english().get(code)
    shown = {name: _argument(name, value) for name, value in args.items()}
    if code in SIZED:
        shown |= {name: messages.size(args[name]) for name in ("limit", "packed") if name in args}
        if "bytes" in args:
            shown["bytes"] = messages.size(args["bytes"], above=args.get("limit"))
    if code == "dropped.fields":  # the reader looks for dropped fields and should find each of them
        shown["names"] = messages.listed(args.get("names", ()))
    # after a typing error the reader needs all accepted words
    if isinstance(args.get("supported"), list | tuple):
        shown["supported"] = messages.listed(args["supported"])
    if template is None:  # texts of Kubernetes itself stay as they are
        return str(args.get("text") or code)
    if isinstance(template, tuple):
        count = args.get("n", args.get("count", 1))
        return fill(translation.ngettext(*template, count if isinstance(count, int) else 1), shown)
    return fill(translation.gettext(template), shown)


def _argument(name: str, value: Any) -> Any:
    if name == "document" and isinstance(value, int):
        return value + 1
    if isinstance(value, Mapping) and "id" in value:
        return say(str(value["id"]), value.get("args") or {})
    if isinstance(value, list | tuple):
        rest = ["…"] if len(value) > 6 else []
        return messages.listed([*(str(_argument(name, item)) for item in value[:6]), *rest])
    if isinstance(value, str) and len(value) > 200:
        return value[:200] + "…"
    return value

"""What the report and the problems of an import say: code → sentence, marked for translation.

Codes of the core are in `playground.messages`; these are the ones that arise before the core sees a document.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground import messages
from playground.messages import _, fill, ngettext

WORDS: Mapping[str, str | tuple[str, str]] = {
    # the text as a whole
    "text.empty": _("There is nothing here yet. Paste manifests, or choose a file."),
    "text.too_large": _("This is {bytes} of text; at most {limit} can be read."),
    "text.too_many_objects": _(
        "There are more than {limit} objects here; that is the most one cluster may have."
    ),
    "text.binary": _("This is not text: there is a NUL character in it."),
    "text.not_utf8": _("This is not UTF-8 text."),
    "text.took_too_long": _("Reading this took more than {seconds} s and was given up. Try a part of it."),
    "text.too_large_to_lint": _(
        "This text is too long to be checked while you type. It is checked when you send it."
    ),
    "text.nothing_known": _(
        "There is no node, no pod and nothing that makes pods here, so there is nothing to draw."
    ),
    # YAML
    "yaml.syntax": _("Not valid YAML: {text}"),
    "yaml.tab": _("Not valid YAML: a tab indents this line. YAML wants spaces."),
    "yaml.template": _(
        "This looks like a template ({{ … }}). Render it first, for example with helm template."
    ),
    "yaml.duplicate_key": _("The key {key} is here twice; the first is on line {first}."),
    "yaml.control_character": _("The character {character} is not allowed in YAML."),
    "yaml.key_type": _("A key must be text; this one is {type}."),
    "yaml.unknown_alias": _("The alias *{name} has no anchor &{name} before it."),
    "yaml.alias_in_itself": _("The alias *{name} stands inside of its own anchor."),
    "yaml.expands_too_far": _("Written out, the aliases make more than {limit}. That is refused."),
    "yaml.too_deep": _("This is nested more than {limit} levels deep."),
    "yaml.merge": _("A merge key (<<) needs a map or a list of maps."),
    "yaml.tag": _("{value} is not a {tag}."),
    "yaml.not_json": _("{value} cannot be written in JSON, so Kubernetes cannot take it."),
    "document.not_a_map": _("This document is not a Kubernetes object: it is no map."),
    # what became of an object
    "kept.fields_not_read": _("These fields say nothing here and are not read: {fields}"),
    "kept.claims_not_made": _("Nothing here makes the volume claims that this asks for."),
    "kept.owner_missing": _("Its owner {owner} is not in the text, so nothing will replace it."),
    "kept.owned": _("Belongs to {owner}."),
    "kept.node_missing": _("Its node {node} is not in the text."),
    "kept.priority_class_missing": _("The PriorityClass {priorityClass} is not in the text."),
    "changed.priority_class_missing": _(
        "The PriorityClass {priorityClass} is not in the text, so the priority is 0."
    ),
    "changed.selector_from_labels": _("The selector was made from the labels of the template."),
    "changed.duplicate": _("The same object comes again in document {document}; the last one counts."),
    "defaulted": _("Filled in as the API server does: {fields}"),
    "ignored.unknown_kind": _("{kind} ({apiVersion}) plays no part here."),
    "ignored.no_kind": _("It says no kind, so it cannot be told what it is."),
    "ignored.empty_list": _("The list is empty."),
    "invalid.object": ngettext("{count} thing is wrong with it.", "{count} things are wrong with it."),
    "dropped.managed_fields": _("Its managedFields were dropped: nothing here reads them."),
    # what was dropped or added
    "dropped.secret_data": ngettext(
        "{n} value of a Secret was dropped: {names}", "{n} values of a Secret were dropped: {names}"
    ),
    "dropped.config_data": ngettext(
        "{n} value of a ConfigMap was dropped: {names}", "{n} values of a ConfigMap were dropped: {names}"
    ),
    "dropped.env_value": ngettext(
        "The value of {n} variable was dropped: {names}", "The values of {n} variables were dropped: {names}"
    ),
    "dropped.last_applied": _("The copy that kubectl apply keeps in an annotation was dropped."),
    "added.named_nodes": ngettext(
        "{n} node that pods name was added, because the text brings none; its size is a guess.",
        "{n} nodes that pods name were added, because the text brings none; their sizes are a guess.",
    ),
    "added.nodes": ngettext(
        "{n} node of {cpu} cpu and {memory} was added, because the text brings none.",
        "{n} nodes of {cpu} cpu and {memory} were added, because the text brings none.",
    ),
}


def english() -> dict[str, str | tuple[str, str]]:
    """All sentences about texts and documents, the core's too."""
    return {**messages.english(), **WORDS}


def say(code: str, args: Mapping[str, Any]) -> str:
    """The sentence of a code in the active language; a code without one is shown as it is."""
    from django.utils import translation

    template = english().get(code)
    shown = {name: _argument(name, value) for name, value in args.items()}
    if template is None:  # Kubernetes' own words stay as they are
        return str(args.get("text") or code)
    if isinstance(template, tuple):
        count = args.get("n", args.get("count", 1))
        return fill(translation.ngettext(*template, count if isinstance(count, int) else 1), shown)
    return fill(translation.gettext(template), shown)


def _argument(name: str, value: Any) -> Any:
    if name == "document" and isinstance(value, int):
        return value + 1
    if name in ("bytes", "limit") and isinstance(value, int) and value >= 1024 * 1024:
        return f"{value / 1024 / 1024:.0f} MB"
    if isinstance(value, Mapping) and "id" in value:
        return say(str(value["id"]), value.get("args") or {})
    if isinstance(value, list | tuple):
        shown = ", ".join(str(_argument(name, item)) for item in value[:6])
        return f"{shown}, …" if len(value) > 6 else shown
    if isinstance(value, str) and len(value) > 200:
        return value[:200] + "…"
    return value

"""English templates of all message ids. Frames carry ids with arguments, so that each client can narrate in
its own language.

An argument may itself be a message or a list of texts. The argument `n` chooses between the forms of an
`ngettext` pair. The core's templates are in the tables of its rooms (`scheduler_core.TEMPLATES`) and are
translated from there."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils import formats, translation

import scheduler_core as core
from scheduler_core import Json, Problem

Message = dict[str, Any]
"""The id of a sentence and its arguments."""


def _(text: str) -> str:
    """Marks a text for extraction; it is translated when it is shown."""
    return text


def ngettext(singular: str, plural: str) -> tuple[str, str]:
    """Marks a pair for extraction."""
    return singular, plural


#: The core's templates: frames, why a pod is pending, problems of inputs and Scenario documents.
CORE: Mapping[str, str] = core.TEMPLATES

#: Errors of the socket and of pages: what went wrong, and what to do.
WIRE: dict[str, str | tuple[str, str]] = {
    "request.not_read": _("The address or the form contains a value that the server does not accept."),
    "protocol.not_json": _("This message is not JSON: {detail}"),
    "protocol.not_an_object": _("A message must be a JSON object."),
    "protocol.binary": _("The socket accepts only text messages, but received a binary one."),
    "protocol.too_big": _("A message may have at most {limit} bytes, this one has {got}."),
    "protocol.missing": _("{path} is missing."),
    "protocol.wrong_type": _("{path} must be {expected}, got {got}."),
    "protocol.not_one_of": _("{path} must be one of {supported}, got {got}."),
    "protocol.unknown_field": _("There is no field {path} in {command}."),
    "protocol.unknown_command": _("Unknown command {got}. Known commands: {supported}."),
    "protocol.hello_first": _("The first message on a socket must be hello."),
    "protocol.version": _("This server speaks protocol {ours}, not {theirs}. Reload the page."),
    "request.line_too_long": _("The first line of a request may have at most {limit} bytes."),
    "request.headers_too_long": _(
        "A request may have at most {most} headers, and {limit} bytes in its first line and headers."
    ),
    "request.not_http": _("This is not a request of HTTP/1.1."),
    "request.no_host": _("A request must have one header Host."),
    "api.method": _("This address answers {method} only."),
    "api.json_needed": _("The body must be application/json, got {got}."),
    "api.token_needed": _("This needs the token of the run's edit link: Authorization: Bearer TOKEN."),
    "api.wrong_token": _("This token does not belong to this run, or its edit link was taken back."),
    "api.nothing_here": _("The interface has nothing at this address; /api/v1/openapi.json describes it."),
    "api.nothing_there": _("At this step there is no {got}."),
    "api.no_scenario": _("There is no scenario {got}."),
    "api.scenario_or_manifest": _("Give either scenario or manifest."),
    "rate.too_often": _("Too many requests from your address. Wait {seconds} s."),
    "rate.slow_down": _("Too many messages. Wait {seconds} s."),
    "run.not_allowed": _("Only the owner of this run may do that. Fork it to continue from here."),
    "run.too_many": _("You have {limit} runs, which is the limit. Remove some of them first."),
    "run.gone": _("This run does not exist."),
    "run.stops": _(
        "An earlier version of podium played this run. By the rules of today's it ends at step {step}. "
        "Fork it there to go on."
    ),
    "run.unread": _(
        "Input {number} of this run, at step {step}, cannot be read. {path}: {why}. "
        "Fork the run at step {step} to go on."
    ),
    "step.out_of_range": _("There is no step {got}; the newest is {head}."),
    "step.too_many_frames": _("One step may have at most {limit} frames, {got} were asked for."),
    "step.run_too_long": _("A run may have at most {limit} steps."),
    "step.too_long": _("This step took more than {seconds} s and was stopped. The run has not changed."),
    "step.too_large": _(
        "This needs more than {megabytes} MB of memory and was stopped. The run has not changed."
    ),
    "input.not_at_head": _("Changes can be made only at the newest step, {head}; the board shows step {at}."),
    "input.lost_race": _(
        "Another person changed the run first. This is the newest state; "
        "try again if you still want your change."
    ),
    "input.too_large": _(
        "An input may have at most {limit} characters when its aliases are written out, got {n}."
    ),
    "input.too_much": _("The inputs of a run may have at most {limit} characters together."),
    "input.too_many": _("A run may have at most {limit} inputs."),
    "input.refused": CORE["you.were_refused"],
    "fork.too_many_inputs": _("A fork can be given at most {most} inputs, got {n}."),
    "input.text_and_documents": _("Give either yaml or documents, not both."),
    "room.not_presenter": _("Only a presenter of this room may do that."),
    "room.no_seat": _("That needs a seat in this room. Join with its code."),
    "room.ended": _("This room has ended."),
    "room.full": _("A room may have at most {limit} of these."),
    "room.no_lesson": _("This room has no lesson with such a step, question or task."),
    "room.no_such_seat": _("Nobody has this seat."),
    "room.no_more_seats": _("This room is full: it has {most} seats."),
    "room.locked": _("The presenter has locked this room. Ask them to unlock it."),
    "room.removed": _("The presenter has removed you from this room."),
    "room.bad_name": _("A name may have at most {most} letters."),
    "run.held": _(
        "Room {code} asks for a prediction about this cluster. What happens next, and why, can be seen "
        "after the reveal."
    ),
    "poll.shown_beyond": _("This board was shown beyond this moment. Go to its newest step to ask about it."),
    "poll.none": _("There is no such question."),
    "poll.another": _("Another question is not finished yet."),
    "poll.unrevealed": _("A prediction is open. Reveal the answer or drop the prediction before you go on."),
    "poll.closed": _("Too late: this question is closed."),
    "poll.choice": _("This answer is not one of the choices."),
    "poll.no_pod": _("No pod waits for a node."),
    "poll.no_victims": _("No pod of lower priority than {pod} runs on a node."),
    "poll.too_many": _("There are {n} possible answers; at most {most} can be asked for."),
    "poll.no_range": _("The range must go up, but goes from {low} to {high}."),
    "task.none": _("No task is open."),
    "show.not_allowed": _("This learner has no board of their own, or has not agreed to show it."),
    "server.old_schema": _(
        "The database is older than this server. Whoever runs the server has to run: podium prepare"
    ),
    "server.busy": _("The server could not do that just now. The run has not changed; try again."),
    "server.error": _("The server failed. In its log this is error {reference}."),
}


#: Actors that are not components of the cluster, with their words. Components have Kubernetes' names in every
#: language. The script of a scenario is to a reader the scenario itself.
PEOPLE = {"script": _("scenario"), "you": _("you")}


def actor(name: str) -> str:
    """The actor's name in the active language; a component's name stays as it is."""
    return translation.gettext(PEOPLE[name]) if name in PEOPLE else name


def figure(text: str | float) -> str:
    """A number computed here, or arithmetic with such numbers, with the decimal mark of the active language.

    Kubernetes' own quantities, such as 1.5Gi, and versions are not passed to this function."""
    mark = formats.get_format("DECIMAL_SEPARATOR", use_l10n=True)
    return re.sub(r"(?<=\d)\.(?=\d)", mark, str(text))


def _spelled(value: Any) -> str:
    return figure(value) if isinstance(value, float) else core.spelled(value, say)


def size(count: int, above: int | None = None) -> str:
    """An amount of bytes with its unit in the active language: "160 MB", in Ukrainian "160 МБ".

    Of an amount that exceeds the limit `above` by less than a whole MB, tenths are shown, rounded up.
    """
    if above is not None and count > above >= 1024 * 1024 and size(count) == size(above):
        tenths = -(-count * 10 // (1024 * 1024))
        return fill(translation.gettext("{n} MB"), {"n": figure(f"{tenths / 10:.1f}")})
    if count >= 1024 * 1024:
        return fill(translation.gettext("{n} MB"), {"n": round(count / 1024 / 1024)})
    if count >= 1024:
        return fill(translation.gettext("{n} kB"), {"n": round(count / 1024)})
    return fill(translation.ngettext("{n} byte", "{n} bytes", count), {"n": count})


#: Puts arguments into the placeholders of a template.
fill = core.fill


def listed(entries: Iterable[Any]) -> str:
    """The entries joined by the list separator of the active language: "a, b", in Chinese "a、b"."""
    return _spelled(list(entries))


def english() -> dict[str, str | tuple[str, str]]:
    """Id → English template, for all ids."""
    return {**CORE, **WIRE}


def problem(code: str, path: str = "", /, **args: Json) -> Problem:
    return Problem(path, code, args)


def message_of(wrong: Problem) -> Message:
    """A problem as a message: the id of its sentence, and the arguments."""
    return {"id": wrong.code, "args": dict(wrong.args)}


#: Names that arguments had in messages of stored results before they were called as Kubernetes calls them.
FORMER_ARGUMENTS = {"found": "actual", "known": "supported", "said": "message", "wanted": "expected"}


def with_present_arguments(stored: Any) -> Any:
    """A stored JSON value in which every message has the arguments of today's sentence: an argument under a
    former name gets the present one where the sentence asks for that."""
    if isinstance(stored, list):
        return [with_present_arguments(entry) for entry in stored]
    if not isinstance(stored, dict):
        return stored
    kept = {key: with_present_arguments(value) for key, value in stored.items()}
    template, args = english().get(str(kept.get("id"))), kept.get("args")
    if template is None or not isinstance(args, dict):
        return kept
    placeholders = set(re.findall(r"\{(\w+)\}", str(template)))
    renamed = {
        present if present in placeholders - args.keys() and name not in placeholders else name: value
        for name, value in args.items()
        for present in (FORMER_ARGUMENTS.get(name, name),)
    }
    return kept | {"args": renamed}


def in_language(language: str) -> dict[str, str]:
    """Id → translated sentence of the core, where there is a translation; empty for English."""
    if language == "en":
        return {}
    with translation.override(language):
        sentences = {name: translation.gettext(template) for name, template in CORE.items()}
    return {name: text for name, text in sentences.items() if text != CORE[name]}


def say(message: Mapping[str, Any]) -> str:
    """A message as a sentence in the active language."""
    template = english().get(str(message.get("id")))
    args = {name: _spelled(value) for name, value in dict(message.get("args") or {}).items()}
    if template is None:
        return str(message.get("id"))
    if isinstance(template, tuple):
        text = translation.ngettext(*template, int(args.get("n", 1)))
    else:
        text = translation.gettext(template)
    return fill(text, args)

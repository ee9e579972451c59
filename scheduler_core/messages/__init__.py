"""All sentences of the core: message id → English template with `{argument}` placeholders.

Each room keeps its own table; here they are joined. `MESSAGE_IDS` (id → names of arguments) is what the
playground translates. Kubernetes' own words come as an argument (`{text}`) and stay English.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from string import Formatter
from types import MappingProxyType

from scheduler_core.advice.messages import MESSAGES as ADVICE
from scheduler_core.advice.plugin_table import MESSAGES as OBSTACLES
from scheduler_core.board.messages import MESSAGES as BOARD
from scheduler_core.controllers.messages import MESSAGES as CONTROLLERS
from scheduler_core.engine.script import MESSAGES as SCRIPT
from scheduler_core.inputs.conditions.messages import MESSAGES as CONDITIONS
from scheduler_core.inputs.messages import MESSAGES as INPUTS
from scheduler_core.kubelet.messages import MESSAGES as KUBELET
from scheduler_core.messages.comparison import MESSAGES as COMPARISON
from scheduler_core.messages.history import MESSAGES as HISTORY
from scheduler_core.messages.overview import MESSAGES as QUESTIONS
from scheduler_core.messages.scalpel import MESSAGES as SCALPEL
from scheduler_core.messages.upgrade import MESSAGES as UPGRADE
from scheduler_core.objects.manifest import Json, mapping, text
from scheduler_core.objects.releases.messages import MESSAGES as RELEASES
from scheduler_core.scheduler.messages import MESSAGES as SCHEDULER
from scheduler_core.simulation.faults.messages import MESSAGES as FAULTS
from scheduler_core.simulation.kubectl.messages import MESSAGES as KUBECTL
from scheduler_core.simulation.scenario.messages import MESSAGES as SCENARIO

_BLANK = re.compile("(?<=[\u3400-\u9fff]) (?=[\u3400-\u9fff])")
"""A blank between two Chinese characters."""

BETWEEN = "list.between"
"""The id of what stands between two entries of a list."""
LISTS = {BETWEEN: ", "}

TABLES = (
    LISTS,
    SCHEDULER,
    ADVICE,
    OBSTACLES,
    KUBELET,
    CONTROLLERS,
    INPUTS,
    CONDITIONS,
    SCENARIO,
    RELEASES,
    KUBECTL,
    FAULTS,
    SCRIPT,
    BOARD,
    QUESTIONS,
    COMPARISON,
    HISTORY,
    SCALPEL,
    UPGRADE,
)


def _collect() -> dict[str, str]:
    collected: dict[str, str] = {}
    for table in TABLES:
        for message_id, template in table.items():
            if collected.setdefault(message_id, template) != template:
                raise ValueError(f"message id {message_id!r} has two templates")
    return collected


def arguments(template: str) -> tuple[str, ...]:
    """The names of a template's placeholders, each once, in the order in which they appear."""
    return tuple(dict.fromkeys(name for _, name, _, _ in Formatter().parse(template) if name))


TEMPLATES: Mapping[str, str] = MappingProxyType(_collect())
MESSAGE_IDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {message_id: arguments(template) for message_id, template in TEMPLATES.items()}
)


def fill(template: str, args: Mapping[str, object]) -> str:
    """Replaces each placeholder by its argument. The text of an argument is never read as a placeholder; a
    placeholder without an argument stays. Between two Chinese characters stands no blank, also where an
    argument brings one of them."""
    first, *others = template.split("{")
    filled = [first]
    for part in others:
        name, brace, rest = part.partition("}")
        filled.append(f"{args[name]}{rest}" if brace and name in args else "{" + part)
    return _BLANK.sub("", "".join(filled))


def spelled(value: Json, say_message: Callable[[Mapping[str, Json]], str]) -> str:
    """An argument as text: messages by `say_message`, lists joined by what the language puts
    between two entries, null as an empty text."""
    if value is None:
        return ""
    if isinstance(value, Mapping):
        return say_message(value)
    if isinstance(value, (list, tuple)):
        return say_message({"id": BETWEEN}).join(spelled(entry, say_message) for entry in value)
    return str(value)


def say(message: Mapping[str, Json], templates: Mapping[str, str] = MappingProxyType({})) -> str:
    """Returns the sentence of a message (JSON, `{"id", "args"}`). An id that `templates` lacks has its
    English sentence; an unknown id is returned as it is."""
    message_id = text(message.get("id"))
    args = {
        name: spelled(value, lambda inner: say(inner, templates))
        for name, value in mapping(message.get("args")).items()
    }
    return fill(templates.get(message_id) or TEMPLATES.get(message_id, message_id), args)

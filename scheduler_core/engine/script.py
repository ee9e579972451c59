"""Acts of a scenario's script: the same as those of a person, with the scenario as their subject."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from scheduler_core.actor import Act
from scheduler_core.inputs.outcome import SCRIPT, YOU
from scheduler_core.simulation.faults.messages import MESSAGES as FAULTS
from scheduler_core.simulation.kubectl.messages import MESSAGES as KUBECTL

_PERSON_ID, _PERSON = "you.", "You "
_SCRIPT_ID, _SCENARIO = "script.", "The scenario "


def _about_the_script(templates: Mapping[str, str]) -> dict[str, str]:
    """Each sentence of which a person is the subject, with the scenario as its subject: that is the word a
    reader knows, while nobody at a board has seen a script."""
    return {
        _SCRIPT_ID + message_id.removeprefix(_PERSON_ID): _SCENARIO + template.removeprefix(_PERSON)
        for message_id, template in templates.items()
        if message_id.startswith(_PERSON_ID) and template.startswith(_PERSON)
    }


MESSAGES: Mapping[str, str] = MappingProxyType(_about_the_script({**KUBECTL, **FAULTS}))
"""`you.deleted` ("You deleted …") has its counterpart in `script.deleted` ("The scenario deleted …")."""


def scripted(act: Act) -> Act:
    """The act of an input, as an act of the script. A sentence that has no person as its subject stays."""
    sentence = act.message
    counterpart = _SCRIPT_ID + sentence.id.removeprefix(_PERSON_ID)
    if counterpart in MESSAGES:
        sentence = replace(sentence, id=counterpart)
    return replace(act, actor=SCRIPT, who=SCRIPT if act.who == YOU else act.who, message=sentence)

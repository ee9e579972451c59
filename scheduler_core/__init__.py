"""The simulated cluster: pure Python, standard library only. This is its whole face.

Everything the playground uses is named here; the rooms behind it are not to be imported from outside.

    parsed = parse_scenario([SourceDocument(0, {...}), SourceDocument(1, {...})])
    parsed.scenario                       # Scenario, or None when there are problems
    parsed.report, parsed.problems        # tuples of ReportEntry and Problem, by document and path

    scenario.canonical()                  # JSON-able; Scenario.from_canonical(value) is its inverse
    scenario.digest                       # sha256 (hex) of the canonical form
    dataclasses.replace(scenario, seed=7) # the same with other chances

    recording = Recording(scenario, [(13, parse_input({"kind": "cordon", "node": "n1"}))])
    recording.step(0, "quiet", limit=200) # frames 1…; see the class for the sizes
    recording.snapshot(12)                # the state after frame 12, as docs/protocol.md has it
    recording.hash(12)                    # the same in every process that has scenario, seed and inputs
    recording.add_input(14, an_input)     # Frame 15, or a Refused in Kubernetes' words
    Questions(recording).why(12, "default/p")
    bound = parse_condition({"pod": {"name": "p", "bound": True}}, "until")
    play_until(recording, bound)          # the first step at which it holds, and the Verdict there

Frames, snapshots, decisions are JSON-able dicts of the wire protocol. Times are seconds since the
scenario's start. Step numbers (`seq`): 0 is the start; frame n leads from step n-1 to step n.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scheduler_core.apiserver.documents.hidden_names import codes_for, words_in
    from scheduler_core.apiserver.documents.items import ReportEntry
    from scheduler_core.apiserver.documents.known_fields import FIELD_FLAGS, FIELD_VALUES, known_fields
    from scheduler_core.apiserver.documents.manifests import SourceDocument
    from scheduler_core.apiserver.documents.secrets import Dropped, drop_secrets
    from scheduler_core.apiserver.storage.results import Refused
    from scheduler_core.engine.recording import NoStepError, Recording
    from scheduler_core.engine.step_sizes import StepSize
    from scheduler_core.engine.stops import Stop, find_stop, has_come, parse_stop
    from scheduler_core.engine.stretch import judge, judge_all, play_until
    from scheduler_core.inputs.conditions.parse import parse_condition
    from scheduler_core.inputs.conditions.verdict import Condition, Verdict
    from scheduler_core.inputs.json_check import not_json, text_problem, wrong_character
    from scheduler_core.inputs.limits import LIMITS
    from scheduler_core.inputs.parse import Input, TimedInput, parse_input, parse_timed_input
    from scheduler_core.inputs.stored_text import read_input_text
    from scheduler_core.kubelet.termination.grace import (
        MINIMUM_STOP_SECONDS,
        EffectiveGrace,
        GraceRule,
        GraceStep,
        effective_grace_period,
        grace_steps,
    )
    from scheduler_core.messages import MESSAGE_IDS, TEMPLATES, fill, say, spelled
    from scheduler_core.objects.devices import DEVICE_GATES
    from scheduler_core.objects.kinds import DRAWN_ALONE
    from scheduler_core.objects.manifest import Json
    from scheduler_core.objects.node import ADDED_ANNOTATION
    from scheduler_core.objects.not_modelled import DECIDING_KINDS, POD_FIELDS, POD_SECURITY
    from scheduler_core.objects.problem import Position, Problem
    from scheduler_core.objects.releases.known_fields import GATES
    from scheduler_core.objects.resources import amount_text
    from scheduler_core.parity.case_documents import CaseScenario, case_scenarios, find_case
    from scheduler_core.parity.results import MODELLED
    from scheduler_core.queries.comparison.compare import Comparison, compare, explained
    from scheduler_core.queries.comparison.course import Course, course_of
    from scheduler_core.queries.comparison.edits import edits_between
    from scheduler_core.queries.comparison.facts import clock_text
    from scheduler_core.queries.comparison.play_out import play_out, with_given_inputs
    from scheduler_core.queries.comparison.seeds import outcome, tally
    from scheduler_core.queries.comparison.settled import with_settled_budgets
    from scheduler_core.queries.comparison.sweep import PARAMETERS, applies, swept
    from scheduler_core.queries.comparison.unchanged import Played
    from scheduler_core.queries.comparison.upkeep import PLANS, upkeep
    from scheduler_core.queries.comparison.variants import STRATEGIES, VARIANTS, variant
    from scheduler_core.queries.event_texts.catalogue import (
        PLUGIN_CARDS,
        POINT_ORDER,
        KnownText,
        PluginCard,
        known_texts,
    )
    from scheduler_core.queries.event_texts.take_apart import (
        MOST_CHARACTERS,
        Apart,
        Part,
        take_apart,
    )
    from scheduler_core.queries.history.fields import differences
    from scheduler_core.queries.history.figures import parse_figure
    from scheduler_core.queries.history.find_steps import Finder, parse_query
    from scheduler_core.queries.history.moment_diff import manifests, moment_diff
    from scheduler_core.queries.history.object_history import object_history
    from scheduler_core.queries.questions import Questions
    from scheduler_core.queries.verbs.kubectl_line import kubectl_line
    from scheduler_core.rest.answering import (
        answer_alone,
        answer_read,
        answer_watch,
        answer_write,
        bookmark_of,
        names_object,
        no_such_resource,
    )
    from scheduler_core.rest.clock import as_on_wall
    from scheduler_core.rest.protobuf import ProtobufError, from_protobuf
    from scheduler_core.rest.requests import Request as ApiRequest
    from scheduler_core.rest.status import Response as ApiResponse
    from scheduler_core.rest.status import failure as failure_status
    from scheduler_core.rest.warning_headers import warning_headers
    from scheduler_core.scheduler.configuration.default_profile import (
        default_plugins,
        default_profile,
        profile_fields,
    )
    from scheduler_core.scheduler.own_plugins.own_plugin import OwnPlugin
    from scheduler_core.scheduler.plugins.default_preemption.dry_run import CRITERIA
    from scheduler_core.simulation.scenario.parse import ParsedScenario, parse_scenario, with_documents
    from scheduler_core.simulation.scenario.scenario import Scenario
    from scheduler_core.simulation.scenario.scenario_fields import scenario_fields

_ROOMS = {
    "default_plugins": "scheduler.configuration.default_profile",
    "default_profile": "scheduler.configuration.default_profile",
    "profile_fields": "scheduler.configuration.default_profile",
    "CRITERIA": "scheduler.plugins.default_preemption.dry_run",
    "CaseScenario": "parity.case_documents",
    "case_scenarios": "parity.case_documents",
    "find_case": "parity.case_documents",
    "MINIMUM_STOP_SECONDS": "kubelet.termination.grace",
    "EffectiveGrace": "kubelet.termination.grace",
    "GraceRule": "kubelet.termination.grace",
    "GraceStep": "kubelet.termination.grace",
    "effective_grace_period": "kubelet.termination.grace",
    "grace_steps": "kubelet.termination.grace",
    "Json": "objects.manifest",
    "ADDED_ANNOTATION": "objects.node",
    "DECIDING_KINDS": "objects.not_modelled",
    "POD_FIELDS": "objects.not_modelled",
    "POD_SECURITY": "objects.not_modelled",
    "MODELLED": "parity.results",
    "DEVICE_GATES": "objects.devices",
    "GATES": "objects.releases.known_fields",
    "DRAWN_ALONE": "objects.kinds",
    "amount_text": "objects.resources",
    "Position": "objects.problem",
    "Problem": "objects.problem",
    "ReportEntry": "apiserver.documents.items",
    "codes_for": "apiserver.documents.hidden_names",
    "FIELD_FLAGS": "apiserver.documents.known_fields",
    "FIELD_VALUES": "apiserver.documents.known_fields",
    "known_fields": "apiserver.documents.known_fields",
    "scenario_fields": "simulation.scenario.scenario_fields",
    "words_in": "apiserver.documents.hidden_names",
    "Dropped": "apiserver.documents.secrets",
    "drop_secrets": "apiserver.documents.secrets",
    "SourceDocument": "apiserver.documents.manifests",
    "OwnPlugin": "scheduler.own_plugins.own_plugin",
    "Refused": "apiserver.storage.results",
    "Stop": "engine.stops",
    "find_stop": "engine.stops",
    "has_come": "engine.stops",
    "parse_stop": "engine.stops",
    "Input": "inputs.parse",
    "TimedInput": "inputs.parse",
    "not_json": "inputs.json_check",
    "text_problem": "inputs.json_check",
    "wrong_character": "inputs.json_check",
    "parse_input": "inputs.parse",
    "parse_timed_input": "inputs.parse",
    "read_input_text": "inputs.stored_text",
    "LIMITS": "inputs.limits",
    "MESSAGE_IDS": "messages",
    "TEMPLATES": "messages",
    "Finder": "queries.history.find_steps",
    "parse_figure": "queries.history.figures",
    "parse_query": "queries.history.find_steps",
    "differences": "queries.history.fields",
    "manifests": "queries.history.moment_diff",
    "moment_diff": "queries.history.moment_diff",
    "object_history": "queries.history.object_history",
    "fill": "messages",
    "say": "messages",
    "spelled": "messages",
    "Comparison": "queries.comparison.compare",
    "compare": "queries.comparison.compare",
    "explained": "queries.comparison.compare",
    "edits_between": "queries.comparison.edits",
    "Played": "queries.comparison.unchanged",
    "with_settled_budgets": "queries.comparison.settled",
    "Course": "queries.comparison.course",
    "course_of": "queries.comparison.course",
    "clock_text": "queries.comparison.facts",
    "play_out": "queries.comparison.play_out",
    "PLANS": "queries.comparison.upkeep",
    "upkeep": "queries.comparison.upkeep",
    "PARAMETERS": "queries.comparison.sweep",
    "STRATEGIES": "queries.comparison.variants",
    "VARIANTS": "queries.comparison.variants",
    "variant": "queries.comparison.variants",
    "applies": "queries.comparison.sweep",
    "swept": "queries.comparison.sweep",
    "outcome": "queries.comparison.seeds",
    "tally": "queries.comparison.seeds",
    "with_given_inputs": "queries.comparison.play_out",
    "Condition": "inputs.conditions.verdict",
    "Verdict": "inputs.conditions.verdict",
    "judge": "engine.stretch",
    "judge_all": "engine.stretch",
    "parse_condition": "inputs.conditions.parse",
    "play_until": "engine.stretch",
    "PLUGIN_CARDS": "queries.event_texts.catalogue",
    "POINT_ORDER": "queries.event_texts.catalogue",
    "KnownText": "queries.event_texts.catalogue",
    "PluginCard": "queries.event_texts.catalogue",
    "known_texts": "queries.event_texts.catalogue",
    "MOST_CHARACTERS": "queries.event_texts.take_apart",
    "Apart": "queries.event_texts.take_apart",
    "Part": "queries.event_texts.take_apart",
    "take_apart": "queries.event_texts.take_apart",
    "Questions": "queries.questions",
    "kubectl_line": "queries.verbs.kubectl_line",
    "NoStepError": "engine.recording",
    "Recording": "engine.recording",
    "StepSize": "engine.step_sizes",
    "ParsedScenario": "simulation.scenario.parse",
    "ApiRequest": "rest.requests",
    "ApiResponse": "rest.status",
    "answer_alone": "rest.answering",
    "answer_read": "rest.answering",
    "answer_write": "rest.answering",
    "answer_watch": "rest.answering",
    "bookmark_of": "rest.answering",
    "names_object": "rest.answering",
    "no_such_resource": "rest.answering",
    "as_on_wall": "rest.clock",
    "ProtobufError": "rest.protobuf",
    "from_protobuf": "rest.protobuf",
    "failure_status": "rest.status",
    "warning_headers": "rest.warning_headers",
    "Scenario": "simulation.scenario.scenario",
    "parse_scenario": "simulation.scenario.parse",
    "with_documents": "simulation.scenario.parse",
}

_NAMED_OTHERWISE = {"ApiRequest": "Request", "ApiResponse": "Response", "failure_status": "failure"}

__all__ = [
    "ADDED_ANNOTATION",
    "CRITERIA",
    "DECIDING_KINDS",
    "DEVICE_GATES",
    "DRAWN_ALONE",
    "FIELD_FLAGS",
    "FIELD_VALUES",
    "GATES",
    "LIMITS",
    "MESSAGE_IDS",
    "MINIMUM_STOP_SECONDS",
    "MODELLED",
    "MOST_CHARACTERS",
    "PARAMETERS",
    "PLANS",
    "PLUGIN_CARDS",
    "POD_FIELDS",
    "POD_SECURITY",
    "POINT_ORDER",
    "STRATEGIES",
    "TEMPLATES",
    "VARIANTS",
    "Apart",
    "ApiRequest",
    "ApiResponse",
    "CaseScenario",
    "Comparison",
    "Condition",
    "Course",
    "Dropped",
    "EffectiveGrace",
    "Finder",
    "GraceRule",
    "GraceStep",
    "Input",
    "Json",
    "KnownText",
    "NoStepError",
    "OwnPlugin",
    "ParsedScenario",
    "Part",
    "Played",
    "PluginCard",
    "Position",
    "Problem",
    "ProtobufError",
    "Questions",
    "Recording",
    "Refused",
    "ReportEntry",
    "Scenario",
    "SourceDocument",
    "StepSize",
    "Stop",
    "TimedInput",
    "Verdict",
    "amount_text",
    "answer_alone",
    "answer_read",
    "answer_watch",
    "answer_write",
    "applies",
    "as_on_wall",
    "bookmark_of",
    "case_scenarios",
    "clock_text",
    "codes_for",
    "compare",
    "course_of",
    "default_plugins",
    "default_profile",
    "differences",
    "drop_secrets",
    "edits_between",
    "effective_grace_period",
    "explained",
    "failure_status",
    "fill",
    "find_case",
    "find_stop",
    "from_protobuf",
    "grace_steps",
    "has_come",
    "judge",
    "judge_all",
    "known_fields",
    "known_texts",
    "kubectl_line",
    "manifests",
    "moment_diff",
    "names_object",
    "no_such_resource",
    "not_json",
    "object_history",
    "outcome",
    "parse_condition",
    "parse_figure",
    "parse_input",
    "parse_query",
    "parse_scenario",
    "parse_stop",
    "parse_timed_input",
    "play_out",
    "play_until",
    "profile_fields",
    "read_input_text",
    "say",
    "scenario_fields",
    "spelled",
    "swept",
    "take_apart",
    "tally",
    "text_problem",
    "upkeep",
    "variant",
    "warning_headers",
    "with_documents",
    "with_given_inputs",
    "with_settled_budgets",
    "words_in",
    "wrong_character",
]


def __getattr__(name: str) -> object:
    """Loads a name on first use, so that a part of the core can be used without the rest."""
    if name in _ROOMS:
        return getattr(import_module(f"{__name__}.{_ROOMS[name]}"), _NAMED_OTHERWISE.get(name, name))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

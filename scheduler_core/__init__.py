"""The simulated cluster: pure Python, standard library only. This is its whole face.

Everything the playground uses is named here; the rooms behind it are not to be imported from outside.

    parsed = parse_scenario([SourceDocument(0, {...}), SourceDocument(1, {...})])
    parsed.scenario                       # Scenario, or None when there are problems
    parsed.report, parsed.problems        # tuples of ReportEntry and Problem, by document and path

    scenario.canonical()                  # JSON-able; Scenario.from_canonical(value) is its inverse
    scenario.digest                       # sha256 (hex) of the canonical form
    dataclasses.replace(scenario, seed=7) # the same with other chances

    run = Run(scenario, [(13, parse_input({"kind": "cordon", "node": "n1"}))])
    run.step(0, "quiet", limit=200)       # frames 1…; see the class for the sizes
    run.snapshot(12)                      # the state after frame 12, as docs/protocol.md has it
    run.hash(12)                          # the same in every process that has scenario, seed and inputs
    run.give(14, an_input)                # Frame 15, or a Refused in Kubernetes' words
    run.ask("why", 12, pod="default/p")   # any of QUERIES
    bound = parse_condition({"pod": {"name": "p", "bound": True}}, "until")
    play_until(run, bound)                # the first step at which it holds, and the Verdict there

Frames, snapshots, decisions are JSON-able dicts of the wire protocol. Times are seconds since the
scenario's start. Step numbers (`seq`): 0 is the start; frame n leads from step n-1 to step n.
"""

from __future__ import annotations

from scheduler_core.apiserver.documents.hidden_names import codes_for, words_in
from scheduler_core.apiserver.documents.items import ReportEntry
from scheduler_core.apiserver.documents.known_fields import FIELD_FLAGS, FIELD_VALUES, known_fields
from scheduler_core.apiserver.documents.manifests import SourceDocument
from scheduler_core.apiserver.documents.secrets import Dropped, drop_secrets
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.engine.recording import NoStepError
from scheduler_core.engine.stops import Stop, find_stop, parse_stop
from scheduler_core.engine.stretch import judge_all, play_until
from scheduler_core.inputs.api_inputs import CatchUp
from scheduler_core.inputs.conditions.parse import parse_condition
from scheduler_core.inputs.conditions.verdict import Condition, Verdict
from scheduler_core.inputs.json_check import not_json, text_problem, wrong_character
from scheduler_core.inputs.kubectl_inputs import PLANS
from scheduler_core.inputs.parse import Input, TimedInput, parse_input, parse_timed_input
from scheduler_core.inputs.stored_text import read_input_text
from scheduler_core.kubectl.describe.tab_writer import human_duration
from scheduler_core.kubelet.termination.grace import (
    MINIMUM_STOP_SECONDS,
    GraceRule,
    GraceStep,
    effective_grace_period,
    grace_steps,
)
from scheduler_core.messages import MESSAGE_IDS, TEMPLATES, fill, say, spelled
from scheduler_core.objects.fields.not_modelled import DECIDING_KINDS, POD_FIELDS, POD_SECURITY
from scheduler_core.objects.kinds import DRAWN_ALONE, OBJECT_VIEWS
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import ADDED_ANNOTATION
from scheduler_core.objects.pod import DESCRIBED_ANNOTATION
from scheduler_core.objects.problem import Position, Problem
from scheduler_core.objects.releases.changes import WITHOUT_RULE
from scheduler_core.objects.releases.chosen import DOCUMENTS, ChosenRelease, chosen_release
from scheduler_core.objects.releases.gates import GateState, gate_problems, settings_text
from scheduler_core.objects.releases.known_fields import GATES
from scheduler_core.objects.releases.notes import (
    GateMove,
    Note,
    Turn,
    gate_moves,
    gates_without_rule,
    notes,
    notes_behind_gates,
)
from scheduler_core.objects.releases.version import (
    HELD,
    NEW_RUNS,
    OFFERED,
    git_version,
    is_older,
    is_version,
    parse_minor,
    parse_version,
)
from scheduler_core.objects.resources import amount_text
from scheduler_core.parity.case_documents import CaseScenario, case_scenarios, find_case
from scheduler_core.parity.results import MODELLED
from scheduler_core.queries.comparison.compare import compare, explained
from scheduler_core.queries.comparison.course import Course, course_of
from scheduler_core.queries.comparison.edits import edits_between
from scheduler_core.queries.comparison.facts import clock_text
from scheduler_core.queries.comparison.play_out import play_out, with_given_inputs
from scheduler_core.queries.comparison.seeds import tally
from scheduler_core.queries.comparison.settled import with_settled_budgets
from scheduler_core.queries.comparison.sweep import PARAMETERS, applies, swept
from scheduler_core.queries.comparison.unchanged import Played
from scheduler_core.queries.comparison.upkeep import maintenance_inputs
from scheduler_core.queries.comparison.variants import STRATEGIES, VARIANTS, VERSION, variant
from scheduler_core.queries.event_texts.catalogue import (
    PLUGIN_CARDS,
    POINT_ORDER,
    CatalogueText,
    catalogue_texts,
)
from scheduler_core.queries.event_texts.event_lines import EventText, read_events
from scheduler_core.queries.event_texts.nearest import nearest_text
from scheduler_core.queries.event_texts.take_apart import Apart, Part, take_apart
from scheduler_core.queries.history.fields import member_path
from scheduler_core.queries.history.moment_diff import moment_diff
from scheduler_core.queries.query import AnswerPart, Argument, Query, joined
from scheduler_core.queries.scalpel.along import changed_run, same_moment
from scheduler_core.queries.scalpel.chip import MOST_CHIPS, Chip, chips_text, parse_chips, read_chips
from scheduler_core.queries.table import QUERIES
from scheduler_core.queries.upgrade.rolling_upgrade import rolling_upgrade
from scheduler_core.queries.verbs.kubectl_line import kubectl_line
from scheduler_core.rest.clock import as_on_wall
from scheduler_core.rest.discovery import all_groups
from scheduler_core.rest.handlers import (
    answer_alone,
    answer_read,
    answer_watch,
    answer_write,
    bookmark_of,
    names_object,
    no_such_resource,
)
from scheduler_core.rest.protobuf import ProtobufError, from_protobuf
from scheduler_core.rest.requests import Request as ApiRequest
from scheduler_core.rest.status import Response as ApiResponse
from scheduler_core.rest.status import failure as failure_status
from scheduler_core.rest.warning_headers import warning_headers
from scheduler_core.rest.writes.base import client_of
from scheduler_core.run import Run
from scheduler_core.scheduler.configuration.default_profile import (
    default_plugins,
    default_profile,
    profile_fields,
)
from scheduler_core.scheduler.own_plugins.own_plugin import OwnPlugin
from scheduler_core.scheduler.plugins.default_preemption.dry_run import CRITERIA
from scheduler_core.simulation.scenario.clouds import clouds, two_providers
from scheduler_core.simulation.scenario.header import DEFAULT_VERSION
from scheduler_core.simulation.scenario.moments import DEFAULT_START, second_zero
from scheduler_core.simulation.scenario.parse import parse_scenario, with_documents
from scheduler_core.simulation.scenario.recognition import kubelet_versions
from scheduler_core.simulation.scenario.scenario import Scenario
from scheduler_core.simulation.scenario.scenario_fields import scenario_fields
from scheduler_core.simulation.scenario.troubles import Trouble, troubles

"""Everything that can be asked of a run at a step. None of it changes the run.

A new question is a file, a row here, and the page that shows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scheduler_core.objects.manifest import Json
from scheduler_core.queries import advice, inspector, moments, verdicts
from scheduler_core.queries.advising.schema import ADVICE
from scheduler_core.queries.applicable import applicable
from scheduler_core.queries.comparison import seeds, sweep, upkeep
from scheduler_core.queries.comparison.maintenance_report import begun, maintained
from scheduler_core.queries.consequences import consequences
from scheduler_core.queries.decision_walk import decision
from scheduler_core.queries.history import figures, find_steps, moment_diff, object_history
from scheduler_core.queries.history.own_acts import own_acts, without
from scheduler_core.queries.obstacles import obstacles
from scheduler_core.queries.overview.node_groups import node_groups
from scheduler_core.queries.overview.node_table import node_table
from scheduler_core.queries.overview.search import search
from scheduler_core.queries.pending.nearest_node import nearest_node
from scheduler_core.queries.pending.waiting_pods import first_decisions, waiting_pods
from scheduler_core.queries.pod_capacity import pod_capacity
from scheduler_core.queries.possible_faults import faults
from scheduler_core.queries.query import Argument, Query, of_world
from scheduler_core.queries.scalpel.along import CHIPS, with_chips
from scheduler_core.queries.scalpel.handles import handles
from scheduler_core.queries.scalpel.patches import patches, refused_chip
from scheduler_core.queries.upgrade.course_reasons import course_reasons
from scheduler_core.queries.upgrade.upgrade import upgrade
from scheduler_core.queries.verbs.verbs_of import matching_objects, verbs_of
from scheduler_core.queries.what_if import what_if
from scheduler_core.queries.why import outline, why, why_next, why_node, why_service

_POD = Argument("pod", "string", "namespace/name of a pod")
_KIND = Argument("kind", "string", "for example Pod")
_KEY = Argument("key", "string", "namespace/name, or the name")
_TEXT = Argument("query", "string")
_CONDITION = Argument("condition")
_BEGIN = Argument("begin", "integer")
_LIMIT = Argument("limit", "integer")
_TEMPLATES = Argument("templates", "object")

_OBJECT: Mapping[str, Json] = {"type": "object"}
_OBJECTS: Mapping[str, Json] = {"type": "array", "items": {"type": "object"}}
_OBJECT_OR_NULL: Mapping[str, Json] = {"type": ["object", "null"]}

QUERIES: Mapping[str, Query] = MappingProxyType(
    {
        # part of /api/v1, in this order
        "snapshot": Query(moments.snapshot, words="the whole board at a step", schema=_OBJECT),
        "decision": Query(
            decision,
            nullable=True,
            words="the decision that led to a step, or null",
            schema=_OBJECT_OR_NULL,
        ),
        "events": Query(
            of_world(inspector.events),
            (Argument("key", "string", required=False),),
            words="the Events up to a step",
            schema=_OBJECTS,
        ),
        "why": Query(why, (_POD,), words="why a pod is where it is", schema=_OBJECT),
        "advice": Query(of_world(advice.advice), (_POD,), words="what would make a pod fit", schema=ADVICE),
        "nearest": Query(
            of_world(nearest_node),
            (_POD,),
            words="the node that lacks least for a pod, and what it lacks",
            schema=_OBJECT,
        ),
        "waiting": Query(
            waiting_pods,
            words="the pods that wait for a node, those first that fit on none",
            schema=_OBJECT,
        ),
        "room": Query(
            of_world(pod_capacity),
            (_POD,),
            words="how many more pods like this one fit, and where",
            schema=_OBJECT,
        ),
        "manifest": Query(
            of_world(inspector.manifest),
            (_KIND, _KEY),
            words="the manifest of an object at a step",
            schema=_OBJECT,
        ),
        "upgrade": Query(
            with_chips(upgrade),
            (
                Argument("to", "string", "a release of Kubernetes, for example 1.36"),
                Argument("from", "string", required=False),
                Argument("begin", "integer", required=False),
                Argument("most", "integer", required=False),
                Argument("counts", "object", required=False),
                CHIPS,
            ),
            parts=True,
            words="what an upgrade to another release changes for the objects of the run",
            schema=_OBJECT,
        ),
        # what there is at a step
        "hash": Query(moments.state_hash),
        "script": Query(moments.script),
        "acts": Query(moments.acts, (Argument("newest", "integer"),)),
        "own_acts": Query(own_acts),
        "without": Query(
            without, (Argument("number", "integer"), Argument("most", "integer")), nullable=True
        ),
        "given_inputs": Query(moments.given_inputs),
        "compare_marks": Query(moments.compare_marks, (Argument("marks", "array"),), parts=True),
        "describe": Query(
            of_world(inspector.describe),
            (
                _KIND,
                _KEY,
                Argument("events", "boolean", required=False),
                Argument("several", "boolean", required=False),
            ),
        ),
        "applicable": Query(of_world(applicable)),
        "node_groups": Query(of_world(node_groups)),
        "node_table": Query(of_world(node_table)),
        "search": Query(of_world(search), (_TEXT,)),
        # why it is so
        "why_next": Query(why_next, (_POD,)),
        "why_node": Query(why_node, (Argument("node", "string"),)),
        "why_service": Query(why_service, (Argument("service", "string"),)),
        "outline": Query(outline, (_POD,), nullable=True),
        "obstacles": Query(obstacles, (_POD,)),
        "cures": Query(advice.cures, (_POD,)),
        "first_decisions": Query(first_decisions, parts=True),
        # what would be
        "what_if": Query(of_world(what_if), (_POD, Argument("changes"))),
        "handles": Query(handles, (_KIND, _KEY)),
        "patches": Query(
            patches,
            (
                Argument("chips", "array"),
                Argument("focus", "string", required=False),
                Argument("most", "integer", required=False),
            ),
        ),
        "refused_chip": Query(refused_chip, (Argument("chips", "array"),), nullable=True),
        "consequences": Query(of_world(consequences), (Argument("value"),)),
        "faults": Query(of_world(faults), (Argument("node", "string", required=False),)),
        "verbs": Query(of_world(verbs_of), (_KIND, _KEY)),
        "matching_objects": Query(of_world(matching_objects), (_TEXT,)),
        "seeds": Query(
            with_chips(seeds.outcomes),
            (Argument("first", "integer"), Argument("count", "integer"), Argument("most", "integer"), CHIPS),
        ),
        "sweep": Query(
            with_chips(sweep.sweep),
            (Argument("what", "string"), Argument("values", "array"), Argument("most", "integer"), CHIPS),
            nullable=True,
        ),
        "upkeep": Query(
            with_chips(upkeep.upkeep),
            (
                Argument("plan", "string"),
                Argument("nodes", "array"),
                Argument("most", "integer"),
                Argument("atOnce", "integer", required=False),
                Argument("force", "boolean", required=False),
                Argument("extra", "array", required=False),
                CHIPS,
            ),
        ),
        "maintained": Query(maintained, nullable=True),
        "begun": Query(begun, nullable=True),
        "course_reasons": Query(
            course_reasons,
            (
                Argument("to", "string"),
                Argument("most", "integer"),
                Argument("left", "array", required=False),
            ),
            parts=True,
        ),
        # what held, and when
        "judge": Query(verdicts.judge, (Argument("conditions", "array"), Argument("stop"))),
        "until": Query(
            verdicts.until,
            (_CONDITION, _LIMIT, Argument("held", "boolean", required=False)),
            parts=True,
        ),
        "watch": Query(
            verdicts.watch,
            (_CONDITION, _BEGIN, Argument("since", "number", required=False)),
            parts=True,
        ),
        "figure": Query(
            figures.figure,
            (Argument("figure"), _BEGIN, Argument("last", "number", required=False)),
            parts=True,
        ),
        # what happened
        "history": Query(
            object_history.object_history, (_KIND, _KEY, Argument("before", "integer", required=False))
        ),
        "find_steps": Query(
            find_steps.find_steps, (_TEXT, _TEMPLATES, _BEGIN, Argument("most", "integer")), parts=True
        ),
        "until_match": Query(find_steps.until_match, (_TEXT, _TEMPLATES, _LIMIT), parts=True),
        "diff": Query(moment_diff.diff, (_BEGIN,)),
        "objects": Query(moment_diff.manifests),
    }
)

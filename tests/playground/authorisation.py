"""Who may do what: one row for each address and each command of a socket.

The columns are four visitors. A stranger knows the address of no run and no room, and guesses. A reader knows
the address and nothing more. An editor followed the edit link of the run, and has a seat in the room. The owner
made the run and presents in the room. `{run}` in an address is a run for the last three, and a name that no run
has for the stranger.
"""

from dataclasses import dataclass, field
from typing import Literal

VISITORS = ("stranger", "reader", "editor", "owner")

Answers = tuple[int, int, int, int]
"""The status that each of VISITORS gets."""

NEVER: Answers = (405, 405, 405, 405)
PAGE: Answers = (200, 200, 200, 200)
OF_A_RUN: Answers = (404, 200, 200, 200)
OWNERS: Answers = (404, 403, 403, 200)
AWAY: Answers = (302, 302, 302, 302)
MADE: Answers = (303, 303, 303, 303)
OF_A_RUN_MADE: Answers = (404, 303, 303, 303)
NO_JSON: Answers = (415, 415, 415, 415)
OF_A_RUN_NO_JSON: Answers = (404, 415, 415, 415)
NO_TOKEN: Answers = (404, 401, 401, 401)
OF_PRESENTERS: Answers = (404, 404, 404, 200)


@dataclass(frozen=True)
class Row:
    """An address, and the answers to a GET and to a POST of `sent`. Nothing that was there before changes,
    whoever asks. `makes` says that a POST may make a run: `own` belongs to who asked for it, `hidden` to nobody
    who has a cookie for it.
    """

    path: str
    get: Answers = NEVER
    post: Answers = NEVER
    sent: dict[str, str] = field(default_factory=dict)
    makes: Literal["", "own", "hidden"] = ""


_POD = "/r/{run}/pods/default/stuck"

ROUTES = {
    "set_language": Row("/language", AWAY, AWAY, {"language": "uk"}),
    # --- runs ---
    "runs:board": Row("/r/{run}", OF_A_RUN),
    "runs:fork": Row("/r/{run}/fork", post=OF_A_RUN_MADE, sent={"at": "0"}, makes="own"),
    "runs:acts": Row("/r/{run}/acts", OF_A_RUN),
    "runs:without": Row("/r/{run}/acts/without", post=(404, 422, 422, 422), sent={"number": "99"}),
    "runs:share": Row("/r/{run}/share", post=OF_A_RUN, sent={"at": "0"}),
    "runs:film": Row("/r/{run}/film.json", OF_A_RUN),
    "runs:edit_link": Row("/r/{run}/edit-link", OWNERS, (404, 403, 403, 400), {"do": "nothing"}),
    "runs:rename": Row("/r/{run}/rename", post=(404, 403, 403, 400)),
    "runs:remove": Row("/r/{run}/remove", post=(404, 403, 403, 400)),
    "runs:edit": Row("/e/{token}", (404, 302, 302, 302)),
    "runs:yours": Row("/runs", PAGE),
    "runs:new": Row("/runs/new", post=MADE, sent={"revision": "{revision}"}, makes="own"),
    "runs:healthz": Row("/healthz", PAGE),
    "runs:readyz": Row("/readyz", PAGE),
    # --- the Kubernetes API; its own addresses are asked in tests/playground/kubeapi ---
    "kubeapi:kubectl": Row("/r/{run}/kubectl", OF_A_RUN),
    "kubeapi:time": Row("/r/{run}/kubectl/time", post=(404, 403, 400, 400)),
    "kubeapi:kubeconfig": Row("/r/{run}/kubeconfig", OF_A_RUN),
    # --- the console ---
    "console:console": Row("/r/{run}/console", OF_A_RUN),
    "console:play": Row("/r/{run}/console/play", post=OF_A_RUN, sent={"line": "get pods"}),
    "console:complete": Row("/r/{run}/console/complete", OF_A_RUN),
    # --- imports ---
    "imports:begin": Row("/new", PAGE, (422, 422, 422, 422)),
    "imports:page": Row("/import", PAGE, MADE, {"text": "{manifests}"}, makes="own"),
    "imports:progress": Row("/import/progress?job=" + "0" * 32, PAGE),
    "imports:job": Row("/import/jobs/" + "0" * 32, (404, 404, 404, 404)),
    "imports:stop": Row("/import/stop", post=(204, 204, 204, 204), sent={"job": "0" * 32}),
    "imports:lint": Row("/lint", post=PAGE, sent={"text": "kind: Pod"}),
    "imports:report": Row("/r/{run}/report", OF_A_RUN, post=OF_A_RUN_MADE, makes="own"),
    # --- gallery ---
    "gallery:gallery": Row("/", PAGE),
    "gallery:topic": Row("/topics/preemption", PAGE),
    "gallery:scenario": Row("/s/basic-preemption", PAGE),
    "gallery:source": Row("/s/basic-preemption.yaml", PAGE),
    # --- what is known of a run ---
    "inspector:what_if": Row("/r/{run}/what-if?at=0&pod=default/stuck", OF_A_RUN),
    "inspector:consequences": Row("/r/{run}/consequences?at={head}&input={deletion}", OF_A_RUN),
    "inspector:nodes": Row("/r/{run}/nodes", OF_A_RUN),
    "inspector:search": Row("/r/{run}/search?q=stuck", OF_A_RUN),
    "inspector:find": Row("/r/{run}/find?q=stuck", OF_A_RUN),
    "inspector:figure": Row("/r/{run}/figure?f=pending", OF_A_RUN),
    "inspector:diff": Row("/r/{run}/diff?a=0", OF_A_RUN),
    "inspector:moment": Row("/r/{run}/moment?at=1", OF_A_RUN),
    "inspector:history": Row("/r/{run}/history?kind=Pod&key=default/stuck", OF_A_RUN),
    "inspector:until": Row("/r/{run}/until?c={condition}", OF_A_RUN),
    "inspector:watch": Row("/r/{run}/watch?c={condition}", OF_A_RUN),
    "inspector:faults": Row("/r/{run}/faults", OF_A_RUN),
    "inspector:verbs": Row("/r/{run}/verbs", OF_A_RUN),
    "inspector:verdicts": Row("/r/{run}/verdicts?pod=default/stuck", OF_A_RUN),
    "inspector:things": Row("/r/{run}/things", OF_A_RUN),
    "inspector:pod_why": Row(f"{_POD}/why", OF_A_RUN),
    "inspector:pod_advice": Row(f"{_POD}/advice", OF_A_RUN),
    "inspector:try_advice": Row(f"{_POD}/try", post=OF_A_RUN_MADE, sent={"advice": "{advice}"}, makes="own"),
    "inspector:pod_tab": Row(f"{_POD}/describe", OF_A_RUN),
    "inspector:service_tab": Row("/r/{run}/services/default/web/why", OF_A_RUN),
    "inspector:node_tab": Row("/r/{run}/nodes/n1/yaml", OF_A_RUN),
    # --- explanations and exercises ---
    "gallery:toy": Row("/toy", post=MADE, makes="own"),
    "grace:grace": Row("/grace", PAGE),
    "whatif:page": Row("/r/{run}/change", OF_A_RUN),
    "whatif:play": Row("/r/{run}/change/play", post=OF_A_RUN),
    "whatif:keep": Row("/r/{run}/change/keep", post=(404, 422, 422, 422)),
    "whatif:fields": Row("/change/fields.json", PAGE),
    "whatif:seeds": Row("/r/{run}/seeds?n=2", OF_A_RUN),
    "whatif:beside": Row("/r/{run}/beside?with=seed:2", OF_A_RUN),
    "whatif:beside_data": Row("/r/{run}/beside.json?with=seed:2", OF_A_RUN),
    "whatif:variant": Row("/r/{run}/variant", post=OF_A_RUN_MADE, sent={"with": "seed:2"}, makes="own"),
    "whatif:scalpel": Row("/r/{run}/scalpel", OF_A_RUN, (404, 302, 302, 302)),
    "whatif:scalpel_play": Row("/r/{run}/scalpel/play", post=OF_A_RUN),
    "whatif:scalpel_fields": Row("/r/{run}/scalpel/fields?kind=Pod&key=default/stuck", OF_A_RUN),
    "whatif:scalpel_keep": Row("/r/{run}/scalpel/keep", post=(404, 422, 422, 422)),
    "whatif:upkeep": Row("/r/{run}/upkeep?node=n1", OF_A_RUN),
    "whatif:upkeep_play": Row("/r/{run}/upkeep/play", post=OF_A_RUN_MADE, sent={"node": "n1"}, makes="own"),
    "whatif:upkeep_report": Row("/r/{run}/upkeep/report", (404, 404, 404, 404)),
    "whatif:upkeep_begun": Row("/r/{run}/upkeep/begun", OF_A_RUN),
    "whatif:upkeep_on": Row("/r/{run}/upkeep/on", post=(404, 403, 404, 404)),
    "whatif:upgrade": Row("/r/{run}/upgrade?to=1.36", OF_A_RUN),
    "whatif:upgrade_play": Row("/r/{run}/upgrade/play", post=OF_A_RUN_MADE, sent={"to": "1.36"}, makes="own"),
    "whatif:reasons": Row("/r/{run}/beside/reasons?to=1.36", OF_A_RUN),
    "whatif:sweep": Row("/r/{run}/sweep?what=nodes&from=1&to=2", OF_A_RUN),
    "takeaway:take": Row("/r/{run}/take", OF_A_RUN),
    "takeaway:picture": Row("/r/{run}/picture.svg", OF_A_RUN),
    "takeaway:film": Row("/r/{run}/film.svg", OF_A_RUN),
    "takeaway:account": Row("/r/{run}/account", OF_A_RUN),
    "takeaway:account_file": Row("/r/{run}/account.md", OF_A_RUN),
    "takeaway:embed": Row("/r/{run}/embed", OF_A_RUN),
    "takeaway:qr": Row("/r/{run}/qr.svg", OF_A_RUN),
    "takeaway:open": Row("/open", PAGE, (422, 422, 422, 422)),
    "takeaway:oembed": Row("/oembed?url=http://testserver/r/{run}", OF_A_RUN),
    "why:door": Row("/why", PAGE, MADE, {"text": "{manifests}"}, makes="own"),
    "why:job": Row("/why/jobs/" + "0" * 32, (404, 404, 404, 404)),
    "why:card": Row("/r/{run}/why", OF_A_RUN),
    "why:file": Row("/r/{run}/why.md?pod=default/stuck", OF_A_RUN),
    "explain:explain": Row("/explain?text=x", PAGE, MADE, {"text": "x"}),
    "explain:card": Row("/explain/NodeResourcesFit?run={run}&pod=default/stuck", OF_A_RUN),
    "exercises:any": Row("/try", PAGE),
    "exercises:today": Row("/try/today", PAGE),
    "exercises:page": Row("/try/basic-preemption", PAGE),
    "exercises:start": Row("/try/basic-preemption/start.json", PAGE),
    "exercises:answer": Row("/try/basic-preemption/answer", post=PAGE, sent={"choice": "0", "words": "x"}),
    # --- lessons ---
    "path:learn": Row("/learn", PAGE),
    "path:kept": Row("/learn/kept", PAGE),
    "path:mistakes": Row("/learn/mistakes", post=(400, 400, 400, 400)),
    "path:known": Row("/learn/known/preemption", PAGE),
    "path:answer": Row("/learn/known/basic-preemption/2", post=PAGE, sent={"choice": "0"}),
    "lessons:open": Row("/learn/open", PAGE, MADE, {"text": "{lesson}"}),
    "lessons:answer": Row(
        "/learn/basic-preemption/2/answer", (204, 204, 204, 204), PAGE, {"choice": "0"}, makes="hidden"
    ),
    "lessons:begin": Row("/learn/build", PAGE, OF_A_RUN_MADE, {"run": "{run}"}, makes="own"),
    "lessons:build": Row("/learn/build/{run}", OF_A_RUN, OF_A_RUN),
    "lessons:first": Row("/learn/basic-preemption", AWAY),
    "lessons:source": Row("/learn/basic-preemption.yaml", PAGE),
    "lessons:step": Row("/learn/basic-preemption/1", PAGE),
    "lessons:sandbox": Row("/learn/basic-preemption/sandbox", post=MADE, makes="own"),
    "lessons:task": Row("/learn/basic-preemption/do/{sandbox}", OF_A_RUN),
    "lessons:checks": Row("/learn/basic-preemption/checks/{sandbox}", OF_A_RUN),
    "lessons:hint": Row("/learn/basic-preemption/hint/1", PAGE),
    # --- rooms; whoever holds the link of a presenter or of a seat may come by it ---
    "rooms:open": Row("/rooms", post=OF_A_RUN_MADE, sent={"run": "{run}"}, makes="hidden"),
    "rooms:code": Row("/join", PAGE),
    "rooms:join": Row("/join/{code}", (404, 200, 302, 200), OF_A_RUN_MADE, {"name": "Somebody"}),
    "rooms:room": Row("/rooms/{room}", (404, 302, 200, 200)),
    "rooms:desk": Row("/rooms/{room}/desk", OF_PRESENTERS),
    "rooms:big": Row("/rooms/{room}/big", OF_PRESENTERS),
    "rooms:qr": Row("/rooms/{room}/qr.svg", OF_A_RUN),
    "rooms:present": Row("/rooms/{room}/present/{present}", (404, 200, 200, 302), OF_A_RUN_MADE),
    "rooms:home": Row("/rooms/{room}/home", (404, 404, 200, 200)),
    "rooms:mine": Row("/rooms/{room}/home/{seat}", OF_A_RUN),
    "rooms:json": Row("/rooms/{room}/export.json", OF_PRESENTERS),
    "rooms:csv": Row("/rooms/{room}/export.csv", OF_PRESENTERS),
    "rooms:links": Row("/rooms/{room}/links", post=(404, 404, 404, 201)),
    "rooms:revoke": Row("/rooms/{room}/links/2/revoke", post=(404, 404, 404, 204)),
    "rooms:end": Row("/rooms/{room}/end", post=(404, 404, 404, 303)),
    "rooms:delete": Row("/rooms/{room}/delete", post=(404, 404, 404, 303)),
    # --- the API, where cookies count for nothing: its tokens are asked for in tests/playground/api ---
    "api:root": Row("/api/v1/", PAGE),
    "api:openapi": Row("/api/v1/openapi.json", PAGE),
    "api:scenarios": Row("/api/v1/scenarios", PAGE),
    "api:scenario": Row("/api/v1/scenarios/basic-preemption", PAGE),
    "api:create_run": Row("/api/v1/runs", post=NO_JSON),
    "api:run": Row("/api/v1/runs/{run}", OF_A_RUN),
    "api:steps": Row("/api/v1/runs/{run}/steps", post=NO_TOKEN),
    "api:inputs": Row("/api/v1/runs/{run}/inputs", post=NO_TOKEN),
    "api:until": Row("/api/v1/runs/{run}/until", post=OF_A_RUN_NO_JSON),
    "api:judge": Row("/api/v1/runs/{run}/judge", post=OF_A_RUN_NO_JSON),
    "api:forks": Row("/api/v1/runs/{run}/forks", post=OF_A_RUN_NO_JSON),
    "api:frames": Row("/api/v1/runs/{run}/frames", OF_A_RUN),
    "api:story": Row("/api/v1/runs/{run}/story", OF_A_RUN),
    "api:snapshot": Row("/api/v1/runs/{run}/snapshot", OF_A_RUN),
    "api:decision": Row("/api/v1/runs/{run}/decision", OF_A_RUN),
    "api:events": Row("/api/v1/runs/{run}/events", OF_A_RUN),
    "api:why": Row("/api/v1/runs/{run}/why?pod=default/stuck", OF_A_RUN),
    "api:upgrade": Row("/api/v1/runs/{run}/upgrade?to=1.36", OF_A_RUN),
    "api:advice": Row("/api/v1/runs/{run}/advice?pod=default/stuck", OF_A_RUN),
    "api:nearest": Row("/api/v1/runs/{run}/nearest?pod=default/stuck", OF_A_RUN),
    "api:waiting": Row("/api/v1/runs/{run}/waiting", OF_A_RUN),
    "api:room": Row("/api/v1/runs/{run}/room?pod=default/stuck", OF_A_RUN),
    "api:manifest": Row("/api/v1/runs/{run}/manifest?kind=Node&key=n1", OF_A_RUN),
    "api:nothing": Row("/api/v2", (404, 404, 404, 404), (404, 404, 404, 404)),
    # --- the site ---
    "site:landscape": Row("/landscape.json", PAGE),
    "site:exact": Row("/exact", PAGE),
    "site:releases": Row("/releases/", PAGE),
    "site:release": Row("/releases/1.36", PAGE),
    "site:exact_figures": Row("/exact.json", PAGE),
    "site:theme": Row("/theme", post=MADE),
    "site:board_catalogue": Row("/i18n/board/uk.0.json", PAGE),
    "site:places": Row("/places.json", PAGE),
    "site:causes": Row("/causes.json", PAGE),
    "site:metrics": Row("/metrics", (404, 404, 404, 404)),
    "site:catalogue": Row("/i18n/uk.0.json", PAGE),
}

NO_RUN = "closed 4004"
NOT_ALLOWED = "run.not_allowed"

Codes = tuple[str, str, str, str]
"""What each of VISITORS hears: the type of the answer, the code of an error, or the code of the close."""


@dataclass(frozen=True)
class Order:
    """A command of the socket at step `{head}`, what is heard of it, and by how many steps the head moves for
    who may act. For the others it never moves.
    """

    args: dict[str, object]
    says: Codes
    moves: int = 0


COMMANDS = {
    "hello": Order({"protocol": "{protocol}"}, (NO_RUN, "hello", "hello", "hello")),
    "step": Order({"from": "{head}", "size": "act"}, (NO_RUN, "frames", "frames", "frames"), moves=1),
    "seek": Order({"to": 0}, (NO_RUN, "snapshot", "snapshot", "snapshot")),
    "decision": Order({"seq": 0}, (NO_RUN, "decision", "decision", "decision")),
    "input": Order(
        {"from": "{head}", "input": {"kind": "cordon", "node": "n1"}},
        (NO_RUN, NOT_ALLOWED, "frames", "frames"),
        moves=1,
    ),
    "pace": Order({"speed": 2}, (NO_RUN, NOT_ALLOWED, "pong", "pong")),
    "ping": Order({}, (NO_RUN, "pong", "pong", "pong")),
}

NO_SEAT = "closed 4001"
NOT_PRESENTER = "room.not_presenter"
MAY = "may"
"""The command is done, or refused for another reason than who gives it."""

SEATED: Codes = (NO_RUN, NO_SEAT, MAY, MAY)
PRESENTING: Codes = (NO_RUN, NO_SEAT, NOT_PRESENTER, MAY)
OF_A_SEAT: Codes = (NO_RUN, NO_SEAT, MAY, "room.no_seat")

ROOM_COMMANDS = {
    "hello": Order({"protocol": "{protocol}"}, SEATED),
    "step": Order({"from": 0, "size": "act"}, SEATED),
    "seek": Order({"to": 0}, SEATED),
    "decision": Order({"seq": 0}, SEATED),
    "input": Order({"from": 0, "input": {"kind": "cordon", "node": "n1"}}, PRESENTING),
    "follow": Order({}, SEATED),
    "name": Order({"name": "N"}, OF_A_SEAT),
    "hand": Order({"up": True}, OF_A_SEAT),
    "mood": Order({"mood": "lost"}, OF_A_SEAT),
    "vote": Order({"poll": 1, "round": 1, "choice": 0}, OF_A_SEAT),
    "alone": Order({}, OF_A_SEAT),
    "allow": Order({"show": False}, OF_A_SEAT),
    "bye": Order({}, OF_A_SEAT),
    "ping": Order({}, SEATED),
    "view": Order({"tab": "why"}, PRESENTING),
    "spot": Order({}, PRESENTING),
    "gather": Order({}, PRESENTING),
    "peek": Order({"size": "act"}, PRESENTING),
    "go": Order({"step": 1}, PRESENTING),
    "open-poll": Order({"kind": "free", "question": "?", "choices": ["a", "b"]}, PRESENTING),
    "close-poll": Order({"poll": 1}, PRESENTING),
    "vote-again": Order({"poll": 1}, PRESENTING),
    "reveal": Order({"poll": 1, "right": [0]}, PRESENTING),
    "bars": Order({"poll": 1, "shown": True}, PRESENTING),
    "drop-poll": Order({"poll": 1}, PRESENTING),
    "discuss": Order({"seconds": 0}, PRESENTING),
    "pause": Order({"on": False}, PRESENTING),
    "say": Order({"text": "x"}, PRESENTING),
    "open-task": Order({"text": "x", "checks": [{"quiet": True}]}, PRESENTING),
    "close-task": Order({}, PRESENTING),
    "reset-task": Order({}, PRESENTING),
    "solve-task": Order({}, PRESENTING),
    "show": Order({}, PRESENTING),
    "lower": Order({}, PRESENTING),
    "lock": Order({"on": False}, PRESENTING),
    "names": Order({"hidden": False}, PRESENTING),
    "remove": Order({"seat": 99}, PRESENTING),
    "plan": Order({"items": []}, PRESENTING),
    "clock": Order({"item": 0}, PRESENTING),
    "bots": Order({"count": 0}, PRESENTING),
    "end": Order({}, PRESENTING),
}

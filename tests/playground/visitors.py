"""The world of the table of authorisation: a run, a lesson, a room, and what each visitor knows and may do."""

import hashlib
import json
import re
from collections.abc import Mapping
from urllib.parse import quote

from django.test import Client as Browser

from playground.classroom.services import homes, links
from playground.imports import services as import_services
from playground.imports.worker import imported_from
from playground.lessons import services as lessons
from playground.runs import access, edit_links, new_runs, services
from playground.runs.models import Run, RunInput
from tests.builders import api_object, node, pod
from tests.playground.conftest import OWNER, owner_cookies
from tests.playground.lessons.example import EXAMPLE, SECOND
from tests.playground.small_gallery import load_some

UNTOLD = ("_state", "opened", "shared")
GUESSED = "nosuchrun234"
WEB = api_object("Service", "web", spec={"selector": {"app": "web"}, "ports": [{"port": 80}]})
MANIFESTS = "\n---\n".join(
    json.dumps(manifest) for manifest in (node("n1", cpu="1"), pod("stuck", "2", "64Mi"), WEB)
)
DELETION = {"kind": "delete", "object": {"kind": "Pod", "name": "stuck"}, "force": True}
CONDITION = "pod: {name: stuck, bound: true}"


class World:
    """Runs of the owner, a room, and what stands between braces in the rows. `kept` are the digests of the runs
    that stay, whoever does what: a room's own runs go with it.
    """

    def __init__(self) -> None:
        load_some(("basic-preemption", "queue-by-priority"))
        lessons.store(SECOND, in_course=True)
        kept = lessons.store(EXAMPLE, in_course=True)
        assert isinstance(kept, lessons.StoredLesson)
        imported = imported_from(MANIFESTS, add_nodes=True, play=True)
        self.run = import_services.store_run(imported, owner=OWNER).pk
        sandbox = new_runs.fork(kept.stages.sandbox, at=0, owner=OWNER, script=kept.stages.script)
        assert isinstance(sandbox, services.Standing)
        self.sandbox = sandbox.run
        owner = Browser()
        owner.cookies.load(owner_cookies())
        # Controllers do before a client's first answer what is due at the start.
        assert 200 == owner.post(f"/r/{self.run}/console/play", {"line": "get pods"}).status_code
        run_state = services.standing(self.run)
        assert run_state is not None
        self.token = edit_links.token_of(run_state)
        self.kept = stored()
        self.open_room()
        self.filled = {
            "head": str(run_state.head),
            "revision": run_state.revision,
            "manifests": MANIFESTS,
            "lesson": EXAMPLE,
            "deletion": quote(json.dumps(DELETION)),
            "condition": quote(CONDITION),
            "advice": self.offered(),
        }

    def open_room(self) -> None:
        """A room on the run, with its presenter, a second link for presenters and somebody who took a seat."""
        self.presenter, self.follower = Browser(), Browser()
        self.presenter.cookies.load(owner_cookies())
        payload = self.presenter.post(
            "/rooms", {"run": self.run}, headers={"accept": "application/json"}
        ).json()
        self.room, self.code = payload["room"], payload["code"]
        links.new_link(self.room, "")
        self.present = payload["present"].rsplit("/", 1)[1]
        seat = self.follower.post(f"/join/{self.code}", {"name": "N"}, headers={"accept": "application/json"})
        self.seat = homes.token_of(self.room, seat.json()["seat"])

    def offered(self) -> str:
        page = Browser().get(f"/r/{self.run}/pods/default/stuck/advice").text
        result = re.search(r'name="advice" value="([^"]+)"', page)
        assert result
        return result[1].replace("&amp;", "&").replace("&quot;", '"').replace("&#x27;", "'")

    def fill(self, text: str, visitor: str) -> str:
        guesses = visitor == "stranger"
        named = {"run": self.run, "sandbox": self.sandbox, "token": self.token}
        named |= {"room": self.room, "code": self.code, "present": self.present, "seat": self.seat}
        values = self.filled | (dict.fromkeys(named, GUESSED) if guesses else named)
        return re.sub(r"{(\w+)}", lambda result: values[result[1]], text)

    def cookies(self, visitor: str) -> dict[str, str]:
        if visitor == "owner":
            return {name: cookie.value for name, cookie in self.presenter.cookies.items()}
        if visitor != "editor":
            return {}
        mine = Run.objects.filter(pk__in=(self.run, self.sandbox))
        grants = grant_cookie({item.pk: item.edit_token_digest[:32] for item in mine})
        return {name: cookie.value for name, cookie in self.follower.cookies.items()} | {
            access.EDIT_COOKIE: grants
        }

    def browser(self, visitor: str, *, with_token: bool = True) -> Browser:
        made = Browser(enforce_csrf_checks=not with_token)
        made.cookies.load(self.cookies(visitor))
        return made


def grant_cookie(tokens: Mapping[str, str]) -> str:
    """The cookie of a browser that followed the edit links of these runs."""
    browser = Browser()
    for run, token in tokens.items():
        response = browser.get("/healthz")
        access.remember_grant(response, {k: v.value for k, v in browser.cookies.items()}, run, token)
        browser.cookies.update(response.cookies)
    return browser.cookies[access.EDIT_COOKIE].value


def stored() -> dict[str, str]:
    """A digest of each run with its inputs, without the notes about who opened it."""
    results = {}
    for run in Run.objects.all():
        fields = {name: value for name, value in vars(run).items() if name not in UNTOLD}
        inputs = list(RunInput.objects.filter(run=run).values_list("ordinal", "seq", "text__value"))
        results[run.pk] = hashlib.sha256(repr((sorted(fields.items()), inputs)).encode()).hexdigest()
    return results

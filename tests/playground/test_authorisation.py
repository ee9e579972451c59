"""Every address and every command of a socket, asked by a stranger, a reader, an editor and the owner."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

import pytest
from asgiref.sync import sync_to_async
from django.test import Client as Browser
from django.urls import URLPattern, URLResolver, get_resolver

from playground.imports import services as import_services
from playground.imports.worker import imported_from
from playground.lessons import services as lessons
from playground.runs import access, protocol, services
from playground.runs.models import Run, RunInput
from playground.web import buckets
from tests.builders import node, pod
from tests.playground.authorisation import COMMANDS, ROUTES, VISITORS, Order
from tests.playground.conftest import OWNER, Connect, owner_cookies
from tests.playground.lessons.example import EXAMPLE
from tests.playground.lessons.test_path_views import SECOND
from tests.playground.small_gallery import load_some

pytestmark = pytest.mark.django_db(transaction=True)

UNTOLD = ("_state", "opened", "shared")
GUESSED = "nosuchrun234"
WEB = {
    "apiVersion": "v1",
    "kind": "Service",
    "metadata": {"name": "web"},
    "spec": {"selector": {"app": "web"}, "ports": [{"port": 80}]},
}
MANIFESTS = "\n---\n".join(json.dumps(each) for each in (node("n1", cpu="1"), pod("stuck", "2", "64Mi"), WEB))
DELETION = {"kind": "delete", "object": {"kind": "Pod", "name": "stuck"}, "force": True}
CONDITION = "pod: {name: stuck, bound: true}"


def names(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for each in resolver.url_patterns:
        if isinstance(each, URLPattern):
            yield f"{before}{each.name}"
        else:
            yield from names(each, before + (f"{each.namespace}:" if each.namespace else ""))


def test_every_address_has_a_row() -> None:
    assert sorted(names(get_resolver())) == sorted(ROUTES)


def test_every_command_has_a_row() -> None:
    assert list(protocol.COMMANDS) == list(COMMANDS)


def test_a_command_that_needs_the_right_to_act_is_refused_to_readers() -> None:
    refused = {name for name, order in COMMANDS.items() if order.says[1] == "run.not_allowed"}

    assert {name for name, each in protocol.COMMANDS.items() if each.needs == "act"} == refused


# --- the world of the table -----------------------------------------------------------------------


class World:
    """Runs of the owner, and what stands between braces in the rows."""

    def __init__(self) -> None:
        load_some(("basic-preemption", "queue-by-priority"))
        lessons.keep(SECOND, in_course=True)
        kept = lessons.keep(EXAMPLE, in_course=True)
        assert isinstance(kept, lessons.Kept)
        imported = imported_from(MANIFESTS, add_nodes=True, play=True)
        self.run = import_services.store_run(imported, owner=OWNER).pk
        sandbox = services.fork(kept.stages.sandbox, at=0, owner=OWNER, script=kept.stages.script)
        assert isinstance(sandbox, services.Standing)
        self.sandbox = sandbox.run
        known = services.standing(self.run)
        assert known is not None
        self.token = services.edit_link_token(known)
        self.filled = {
            "head": str(known.head),
            "revision": known.revision,
            "manifests": MANIFESTS,
            "lesson": EXAMPLE,
            "deletion": quote(json.dumps(DELETION)),
            "condition": quote(CONDITION),
            "advice": self.offered(),
        }

    def offered(self) -> str:
        page = Browser().get(f"/r/{self.run}/pods/default/stuck/advice").text
        found = re.search(r'name="advice" value="([^"]+)"', page)
        assert found
        return found[1].replace("&amp;", "&").replace("&quot;", '"').replace("&#x27;", "'")

    def fill(self, text: str, visitor: str) -> str:
        guesses = visitor == "stranger"
        named = {"run": self.run, "sandbox": self.sandbox, "token": self.token}
        values = self.filled | (dict.fromkeys(named, GUESSED) if guesses else named)
        return re.sub(r"{(\w+)}", lambda found: values[found[1]], text)

    def cookies(self, visitor: str) -> dict[str, str]:
        if visitor == "owner":
            return owner_cookies()
        if visitor != "editor":
            return {}
        tokens = {each.pk: each.edit_token_digest[:32] for each in Run.objects.filter(pk__in=self.mine)}
        return {access.EDIT_COOKIE: grant_cookie(tokens)}

    @property
    def mine(self) -> tuple[str, str]:
        return self.run, self.sandbox

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
    found = {}
    for run in Run.objects.all():
        fields = {name: value for name, value in vars(run).items() if name not in UNTOLD}
        inputs = list(RunInput.objects.filter(run=run).values_list("ordinal", "seq", "value"))
        found[run.pk] = hashlib.sha256(repr((sorted(fields.items()), inputs)).encode()).hexdigest()
    return found


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setattr(buckets.Buckets, "take", lambda *_: 0)  # how often somebody asks is not the question
    return World()


# --- addresses ------------------------------------------------------------------------------------


def got(world: World, name: str, visitor: str) -> int:
    """The status of a GET. Only the owner's page may hold the edit link."""
    answer = world.browser(visitor).get(world.fill(ROUTES[name].path, visitor))
    holds = world.token in b"".join(answer).decode("utf-8", "replace")  # type: ignore[arg-type]
    assert not holds or visitor == "owner", f"{name} shows the edit link to the {visitor}"
    return answer.status_code


def posted(world: World, name: str, visitor: str) -> int:
    """The status of a POST. What it makes belongs to who asked for it."""
    row, before = ROUTES[name], set(Run.objects.values_list("pk", flat=True))
    browser = world.browser(visitor)
    sent = {key: world.fill(value, visitor) for key, value in row.sent.items()}
    status = browser.post(world.fill(row.path, visitor), sent).status_code
    owner = access.owner_of({key: each.value for key, each in browser.cookies.items()})
    owners = set(Run.objects.exclude(pk__in=before).values_list("owner_digest", flat=True))
    allowed = {access.digest(owner)} if row.makes else {""}  # the steps of a lesson are runs of nobody
    assert allowed >= owners, f"{name} made a run of {owners}"
    return status


def test_every_address_answers_each_visitor_as_its_row_says_and_changes_nothing(world: World) -> None:
    before = stored()
    found = {}
    for name in ROUTES:
        found[name] = tuple(tuple(ask(world, name, visitor) for visitor in VISITORS) for ask in (got, posted))
        now = stored()
        assert before == {run: digest for run, digest in now.items() if run in before}, name

    assert {name: (row.get, row.post) for name, row in ROUTES.items()} == found


def test_no_other_method_does_anything(world: World) -> None:
    before = stored()
    found = {}
    for name, row in ROUTES.items():
        path, browser = world.fill(row.path, "owner"), world.browser("owner")
        found[name] = {
            browser.generic(method, path).status_code for method in ("PUT", "PATCH", "DELETE", "X")
        }

    elsewhere = {"set_language": {302}}  # Django's own view sends everybody back
    assert {name: elsewhere.get(name, {405}) for name in ROUTES} == found
    assert before == stored()


def test_a_post_without_the_token_of_a_form_is_refused_everywhere(world: World) -> None:
    before = stored()
    posts = {name: row for name, row in ROUTES.items() if row.post[3] != 405}
    found = {}
    for name, row in posts.items():
        browser = world.browser("owner", with_token=False)
        sent = {key: world.fill(value, "owner") for key, value in row.sent.items()}
        found[name] = browser.post(world.fill(row.path, "owner"), sent).status_code

    assert dict.fromkeys(posts, 403) == found
    assert before == stored()


# --- the socket -----------------------------------------------------------------------------------


def disguises(world: World) -> dict[str, dict[str, str]]:
    """Cookies of visitors who have no right on the run, whatever they say."""
    other = services.create_run(
        services.Run.objects.get(pk=world.run).revision, owner="somebody-else", title="Another"
    )
    name, value = access.OWNER_COOKIE, access.sign_owner(OWNER)
    grant = grant_cookie({other.pk: other.edit_token_digest[:32]})
    return {
        "the owner of another run": {name: access.sign_owner("somebody-else")},
        "the owner's name without its signature": {name: OWNER},
        "the owner's name under another signature": {name: f"{OWNER}:{value.rsplit(':', 1)[1][::-1]}"},
        "the editor of another run": {access.EDIT_COOKIE: grant},
        "a grant with the digest of another run": {
            access.EDIT_COOKIE: grant_cookie({world.run: other.edit_token_digest[:32]})
        },
        "a grant of nothing": {access.EDIT_COOKIE: grant_cookie({world.run: ""})},
        "the owner's cookie as a grant": {access.EDIT_COOKIE: value},
    }


async def heard(connect: Connect, run: str, cookies: dict[str, str], do: str, order: Order) -> str:
    """What a new socket with these cookies hears of a command."""
    client = await connect(run, cookies=cookies)
    if run == GUESSED:
        return f"closed {await client.closed_with()}"
    head = (await client.hello())["run"]["head"]
    values = {"{head}": head, "{protocol}": protocol.PROTOCOL}
    args = {
        key: values.get(value, value) if isinstance(value, str) else value
        for key, value in order.args.items()
    }
    said: dict[str, Any] = await client.ask(do, **args)
    return str(said["code"] if said["type"] == "error" else said["type"])


async def test_every_command_answers_each_visitor_as_its_row_says(
    transactional_db: None, connect: Connect, world: World
) -> None:
    expected, found = {}, {}
    for do, order in COMMANDS.items():
        said, moved = [], []
        for visitor in VISITORS:
            before = (await Run.objects.aget(pk=world.run)).head
            run = GUESSED if visitor == "stranger" else world.run
            cookies = await sync_to_async(world.cookies)(visitor)
            said.append(await heard(connect, run, cookies, do, order))
            moved.append((await Run.objects.aget(pk=world.run)).head - before)
        expected[do], found[do] = (order.says, (0, 0, order.moves, order.moves)), (tuple(said), tuple(moved))

    assert expected == found


async def test_cookies_that_give_no_right_on_a_run_are_those_of_a_reader(
    transactional_db: None, connect: Connect, world: World
) -> None:
    before = await sync_to_async(stored)()
    made = await sync_to_async(disguises)(world)
    found = {
        name: {
            do: await heard(connect, world.run, cookies, do, order)
            for do, order in COMMANDS.items()
            if order.moves
        }
        for name, cookies in made.items()
    }
    after = await sync_to_async(stored)()

    expected = {do: order.says[1] for do, order in COMMANDS.items() if order.moves}
    assert [(name, expected) for name in made] == list(found.items())
    assert before == {run: digest for run, digest in after.items() if run in before}

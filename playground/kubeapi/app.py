"""The ASGI application of the Kubernetes API: it reads a request, asks a worker, and writes the answer.

It does not use the pages' middleware or cookies: everybody who knows the run's name may read, and writing
needs a token."""

from __future__ import annotations

import logging
import math
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import nullcontext
from typing import Any
from urllib.parse import parse_qsl

from django.conf import settings
from django.db import ProgrammingError
from django.http.request import split_domain_port, validate_host

from playground import limits
from playground.kubeapi import clocks, rights, standings
from playground.kubeapi.addresses import Address, address_of
from playground.kubeapi.bodies import Body, read_body
from playground.kubeapi.due_work import settled_before
from playground.kubeapi.reads import read, warned
from playground.kubeapi.refusals import refusal, stopped, too_many, unavailable
from playground.kubeapi.watches import Watch
from playground.kubeapi.writes import give
from playground.runs.services import Standing
from playground.runs.stepper import StopsError
from playground.runs.time_policy import Policy, policy_of
from playground.server.database_threads import database_sync_to_async
from playground.server.fairness import throttle
from playground.server.fairness.asker import asker
from playground.server.fairness.gate import OVERLOADED, headers_of
from playground.server.http import overload
from playground.server.http.failures import reference_of
from playground.server.http.overload import DATABASE_ERRORS
from playground.server.lifecycle import state
from playground.texts.manifests.texts import plain_texts
from playground.texts.messages import message_of, problem, say
from playground.workers import pool as workers
from playground.workers.kube_tasks import Reply, reply_of
from scheduler_core import (
    ApiRequest,
    answer_alone,
    client_of,
    names_object,
    no_such_resource,
    warning_headers,
)

log = logging.getLogger("playground.kubeapi")
request_buckets = throttle.buckets("kubeapi", limits.KUBE_REQUESTS_PER_SECOND, limits.KUBE_REQUESTS_BURST)
READS, WRITES = frozenset(("GET", "HEAD")), frozenset(("POST", "PUT", "PATCH", "DELETE"))

CANNOT_ACT_AS = (
    'users "{user}" is forbidden: User "system:anonymous" cannot impersonate resource "users" '
    'in API group "" at the cluster scope'
)
Scope = dict[str, Any]
Application = Callable[[Scope, Any, Any], Awaitable[None]]


def kubernetes_or(pages: Application) -> Application:
    """An application that answers addresses of the Kubernetes API itself and passes all others to `pages`."""

    async def choose(scope: Scope, receive: Any, send: Any) -> None:
        address = address_of(scope["path"])
        if address is None:
            await pages(scope, receive, send)
        else:
            await Exchange(scope, receive, send, address).serve()

    return choose


class Exchange:
    """One request and its answer."""

    def __init__(self, scope: Scope, receive: Any, send: Any, address: Address) -> None:
        self.scope, self.receive, self.send, self.address = scope, receive, send, address
        self.method = str(scope["method"])
        self.started = False
        """Whether the headers of a watch have been sent."""

    async def serve(self) -> None:
        try:
            reply = await self.answer()
        except workers.TooLargeError as error:
            reply = refusal(
                503, f"the simulation needs more than {error.arguments['megabytes']} MB of memory"
            )
        except workers.TooLongError as error:
            reply = refusal(504, f"Timeout: the simulation took more than {math.ceil(error.seconds)} s")
        except StopsError as error:
            reply = stopped(error)
        except workers.WorkerEndedError as error:
            reply = self.failed(error)
        except workers.BusyError as error:
            reply = too_many(error.seconds)
        except DATABASE_ERRORS as error:
            reply = await self.without_database(error)
        except Exception as error:
            reply = self.failed(error)
        if reply is not None and self.started:
            await self.end_watch(reply)
        elif reply is not None:
            await self.write(reply)

    async def without_database(self, error: Exception) -> Reply:
        """The answer when the database is unreachable, locked, full or too old."""
        if await database_sync_to_async(overload.schema_is_old)(error):
            old = say(message_of(problem("server.old_schema")))
            return unavailable(old, limits.TOO_LONG_RETRY_SECONDS)
        if isinstance(error, ProgrammingError):
            return self.failed(error)
        log.warning("run %s: no answer of the database to %s: %s", self.address.run, self.method, error)
        return unavailable("the database of this server cannot be used now; please try again later")

    def failed(self, error: Exception) -> Reply:
        """The answer after an unexpected error, with its id in the log."""
        what = f"run {self.address.run}: {self.method} {self.address.path[:200]!r}"
        reference = reference_of(error, log, what)
        workers.pool().forget(self.address.run)
        return refusal(500, f"Internal error occurred: error {reference} in the server's log")

    async def answer(self) -> Reply | None:
        """The whole answer; None when it was already written."""
        if not self.host_is_ours():
            return refusal(400, "the host of the request is not one of this server")
        if self.scope.get(OVERLOADED):
            return too_many(limits.BUSY_RETRY_SECONDS)
        if state.draining:
            return unavailable("the server restarts")
        if wait_ms := await throttle.take(request_buckets, asker.get()):
            return too_many(wait_ms / 1000)
        body = await self.body()
        if body is None:
            return refusal(413, f"limit is {limits.PAGE_BODY_BYTES} bytes")
        request = self.request(body)
        if isinstance(request, Reply):
            return request
        if self.method in READS and (alone := answer_alone(request)) is not None:
            return reply_of(alone)
        standing = await standings.standing(self.address.run)
        if standing is None:
            return refusal(404, f'runs "{self.address.run[:60]}" not found')
        return await self.about(standing, request)

    async def about(self, standing: Standing, request: ApiRequest) -> Reply | None:
        """The answer to a request about a run."""
        token = self.address.token or rights.bearer(headers_of(self.scope, b"authorization"))
        if token and not rights.may_write(standing, token):
            return refusal(401, "Unauthorized")
        if request.acts_as and not token:
            return refusal(403, CANNOT_ACT_AS.format(user=request.acts_as))
        seq = standing.head if self.address.step is None else self.address.step
        if seq > standing.head:
            return refusal(404, f"the run has no step {seq}: its newest is {standing.head}")
        await standings.note_opened(standing, by_owner=bool(token))
        may_wait = bool(token) and self.address.step is None
        if self.method in READS and may_wait and not self.address.still:
            standing = await settled_before(standing, client_of(request.agent), fresh=True)
        if self.method == "GET" and request.watches:
            return await self.watch(standing, request, may_wait=may_wait)
        if self.method in READS:
            polls = may_wait and names_object(request.path) and self.polls(standing, request)
            reply = await read(standing, request, step=self.address.step, fresh=True)
            return warned(reply, self.policy(standing)) if polls else reply
        if self.method not in WRITES:
            return refusal(405, "the server does not allow this method on the requested resource")
        reply = await give(standing, request, may_write=bool(token), step=self.address.step, fresh=True)
        if reply.code == 429 and may_wait and self.retries(standing, request):
            return warned(reply, self.policy(standing))
        return reply

    def policy(self, standing: Standing) -> Policy:
        return policy_of(standing, still=self.address.still)

    def polls(self, standing: Standing, request: ApiRequest) -> bool:
        return clocks.note_poll(standing.run, request.path, request.agent, still=self.address.still)

    def retries(self, standing: Standing, request: ApiRequest) -> bool:
        """Whether a client whose eviction a budget refuses waits for the budget."""
        return clocks.note_refusal(standing.run, request.path, request.agent, still=self.address.still)

    async def watch(self, standing: Standing, request: ApiRequest, *, may_wait: bool) -> Reply | None:
        """Serves a watch. For a client that `may_wait` time passes by the run's policy, for others it stands
        still. A past step never changes."""
        if self.address.step is not None:
            return refusal(410, "too old resource version: a step of the past has no changes to watch")

        async def start() -> None:
            headers = head("application/json")
            warning = policy_of(standing, still=self.address.still or not may_wait).warning
            headers += warnings([warning])
            self.started = True
            await self.send({"type": "http.response.start", "status": 200, "headers": headers})

        watch = Watch(standing, request, self.receive, self.send)
        with clocks.waits(standing.run, still=self.address.still) if may_wait else nullcontext():
            return await watch.serve(start)

    # --- the request ---------------------------------------------------------------------------------

    def host_is_ours(self) -> bool:
        """Django's own check of the Host header: a page of another name must not reach a local server."""
        name, _ = split_domain_port(headers_of(self.scope, b"host"))
        return bool(name) and validate_host(name, settings.ALLOWED_HOSTS)

    async def body(self) -> bytes | None:
        """The whole body; None when it is too long."""
        parts: list[bytes] = []
        size = 0
        while True:
            message = await self.receive()
            if message["type"] != "http.request":
                return b"".join(parts)
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if not message.get("more_body"):
                break
        length = headers_of(self.scope, b"content-length")
        announced = int(length) if length.isdecimal() and len(length) < 20 else 0
        return None if max(size, announced) > limits.PAGE_BODY_BYTES else b"".join(parts)

    def acts_as(self) -> str:
        """The user that the client impersonates; "" without one, or for a member of system:masters."""
        groups = {value for name, value in self.scope["headers"] if name == b"impersonate-group"}
        return "" if b"system:masters" in groups else headers_of(self.scope, b"impersonate-user")[:253]

    def wrong_text(self, query: Mapping[str, str]) -> str:
        """The problem of the strings in an address and its headers; "" without one."""
        headers = [b"".join(header).decode("latin1") for header in self.scope["headers"]]
        if not plain_texts((self.scope["path"], *query, *query.values())):
            return "the address holds NUL or half of a surrogate pair"
        return "" if plain_texts(headers) else "a header holds NUL"

    def request(self, data: bytes) -> ApiRequest | Reply:
        content_type = headers_of(self.scope, b"content-type")
        query: dict[str, str] = {}
        for name, value in parse_qsl(
            self.scope.get("query_string", b"").decode("latin1"), keep_blank_values=True
        ):
            query.setdefault(name, value)
        wrong = self.wrong_text(query)
        if wrong:
            return refusal(400, wrong)
        missing = no_such_resource(self.method, self.address.path)
        if missing is not None:  # before the body, because an object of an unknown kind cannot be read
            return reply_of(missing)
        body = Body() if self.method in READS else read_body(data, content_type)
        if not isinstance(body, Body):
            return refusal(body.code, body.text)
        return ApiRequest(
            method="GET" if self.method == "HEAD" else self.method,
            path=self.address.path,
            query=query,
            accept=headers_of(self.scope, b"accept"),
            content_type=content_type,
            body=body.value,
            duplicates=body.duplicates,
            agent=headers_of(self.scope, b"user-agent")[:200],
            acts_as=self.acts_as(),
        )

    # --- the answer ----------------------------------------------------------------------------------

    async def end_watch(self, reply: Reply) -> None:
        """Ends a watch in progress with an event that has the reason."""
        line = f'{{"type":"ERROR","object":{reply.body}}}\n'.encode("utf-8", "backslashreplace")
        await self.send({"type": "http.response.body", "body": line})

    async def write(self, reply: Reply) -> None:
        binary = reply.media_type.endswith("+protobuf")
        data = bytes.fromhex(reply.body) if binary else reply.body.encode("utf-8", "backslashreplace")
        headers = [
            *head(reply.media_type),
            (b"content-length", str(len(data)).encode()),
            *((name.encode("latin1"), value.encode("latin1")) for name, value in reply.headers),
            *warnings(reply.warnings),
        ]
        await self.send({"type": "http.response.start", "status": reply.code, "headers": headers})
        await self.send({"type": "http.response.body", "body": b"" if self.method == "HEAD" else data})


def head(media_type: str) -> list[tuple[bytes, bytes]]:
    """The headers of every answer."""
    return [
        (b"content-type", media_type.encode("latin1")),
        (b"cache-control", b"no-cache, private"),
        (b"x-content-type-options", b"nosniff"),
    ]


def warnings(texts: Sequence[str]) -> list[tuple[bytes, bytes]]:
    return [(b"Warning", value.encode()) for value in warning_headers(texts)]

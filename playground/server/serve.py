"""Daphne with an orderly shutdown of its sockets.

On SIGTERM plain Daphne drops its sockets (close code 1006). Here each socket gets `bye` and close code 4012,
so that a browser reconnects at once, and work in progress may end. `sendClose`, `connections` and
`kill_all_applications` are internals of Daphne; its version is pinned to ~=4.2, and a test checks the
shutdown."""

import asyncio
import contextlib
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from channels.layers import get_channel_layer
from daphne import http_protocol, ws_protocol
from daphne import server as daphne_server
from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server
from twisted.internet import defer, reactor
from twisted.internet.endpoints import quoteStringArgument

from playground import limits
from playground.plugins import PluginFileError, own_plugins
from playground.server import background
from playground.server.fairness.asker import asker
from playground.server.fairness.gate import OVERLOADED
from playground.server.http.abandoned_requests import end_all
from playground.server.http.requests import ServerFactory
from playground.server.invitation import address, invitation
from playground.server.lan import EVERYWHERE, lan_address
from playground.server.lifecycle import state
from playground.server.reference_cycles import collect_only_new_cycles
from playground.server.sockets.close_codes import BYE_TEXT, CLOSE_RESTART
from playground.server.sockets.lines import LINE
from playground.server.sockets.websockets import PodiumSocket, deflate

DRAIN_SECONDS = 5.0
SWITCH_SECONDS = 0.0005
GOODBYES_AT_ONCE = 20
GOODBYE_SECONDS = 0.02
"""The pause between two batches of closed sockets; all batches take at most GOODBYES_SECONDS."""
GOODBYES_SECONDS = 2.0


class SteadyTime:
    """The functions of the module `time` that Daphne uses, on the monotonic clock."""

    time = staticmethod(time.monotonic)


def measure_steadily() -> None:
    """Makes Daphne and Twisted use the monotonic clock. With the wall clock, their default, a clock that is
    set forward by a day would end all sockets and requests."""
    for module in (daphne_server, http_protocol, ws_protocol):
        module.time = SteadyTime
    twisted: Any = reactor
    twisted.seconds = time.monotonic


class PodiumServer(Server):  # type: ignore[misc]  # daphne has no types
    """The server. `failed` says why it cannot listen; "" when it can."""

    failed: str = ""
    secure = False
    """Whether the server itself speaks https."""
    on_listen: Sequence[Callable[[], object]] = ()
    on_end: Sequence[Callable[[], object]] = ()

    def run(self) -> None:
        # Daphne looks up its factory of connections by this name when it runs.
        daphne_server.HTTPFactory = ServerFactory
        measure_steadily()
        super().run()

    def listen_success(self, port: Any) -> None:
        super().listen_success(port)
        self.ws_factory.protocol = PodiumSocket
        # A message that is far too large is answered with close code 1009 instead of a dropped connection.
        self.ws_factory.setProtocolOptions(failByDrop=False, perMessageCompressionAccept=deflate)
        # The connection to Redis belongs to the reactor's event loop, which may not run yet.
        reactor.callLater(0, get_channel_layer().open)  # type: ignore[attr-defined, arg-type]
        for call in self.on_listen:
            call()
        collect_only_new_cycles()
        where = port.getHost()
        scheme = "https" if self.secure else "http"
        name = f"[{where.host}]" if ":" in where.host else where.host
        print(f"podium is on {scheme}://{name}:{where.port}/  (Ctrl-C ends it)", flush=True)
        if where.host in EVERYWHERE and (lan := lan_address()):
            print(invitation(address(scheme, lan, where.port)), flush=True)

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        if scope["type"] == "websocket":
            scope["extensions"] = {LINE: protocol.line}
            scope["scheme"] = "wss" if self.secure else "ws"
        elif getattr(protocol, "crowded", False):
            scope[OVERLOADED] = True
        return super().create_application(protocol, scope)

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """Like Daphne's, which would check attributes that only HTTP answers have."""
        if not isinstance(protocol, PodiumSocket):
            await super().handle_reply(protocol, message)
        elif protocol in self.connections and not self.connections[protocol].get("disconnected"):
            await protocol.in_turn(message, asker.get())

    def listen_error(self, failure: Any) -> None:
        self.failed = failure.getErrorMessage()
        self.stop()

    def kill_all_applications(self) -> defer.Deferred[None]:
        """Daphne's "before shutdown" trigger; Twisted waits for what it returns."""
        state.drain()  # /readyz answers 503 from now on; /healthz stays 200
        return defer.Deferred.fromFuture(background.start(self.drain()))

    def _running(self) -> list[asyncio.Future[Any]]:
        instances = (details.get("application_instance") for details in list(self.connections.values()))
        return [instance for instance in instances if instance is not None and not instance.done()]

    async def drain(self) -> None:
        await self.say_goodbye()
        until = time.monotonic() + DRAIN_SECONDS
        while (running := self._running()) and (remaining := until - time.monotonic()) > 0:
            await asyncio.wait(running, timeout=min(remaining, 0.25))
        end_all()
        for instance in self._running():
            instance.cancel()
        if running := self._running():
            await asyncio.wait(running, timeout=1)
        for call in self.on_end:
            call()
        await get_channel_layer().close()

    async def say_goodbye(self) -> None:
        """Closes a few sockets at a time, so that those of a full server do not all reach the other servers
        at once."""
        sockets = [connection for connection in list(self.connections) if hasattr(connection, "serverClose")]
        for place, protocol in enumerate(sockets, 1):
            if protocol.state == protocol.STATE_OPEN:
                if not protocol.turns:
                    protocol.serverSend(BYE_TEXT)
                protocol.sendClose(code=CLOSE_RESTART, reason="restart")
            if place % GOODBYES_AT_ONCE == 0:
                await asyncio.sleep(min(GOODBYE_SECONDS, GOODBYES_SECONDS * GOODBYES_AT_ONCE / len(sockets)))


def allow_many_sockets() -> None:
    """Raises this process's limit of open files, often 1 024, to the system's maximum."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def endpoint(host: str, port: int, cert: str, key: str) -> str:
    """Twisted's description of an https listener."""
    name, cert_name, key_name = (quoteStringArgument(text) for text in (host, cert, key))
    return f"ssl:{port}:privateKey={key_name}:certKey={cert_name}:interface={name}"


def serve(
    application: Any,
    host: str,
    port: int,
    *,
    cert: str = "",
    key: str = "",
    on_listen: Sequence[Callable[[], object]] = (),
    on_end: Sequence[Callable[[], object]] = (),
) -> None:
    """Listens until SIGTERM or SIGINT and returns after the shutdown. Exits with code 1 when it cannot listen
    or cannot load one of the owner's plugins. `on_listen` is called when it listens, `on_end` after the last
    socket has closed."""
    try:
        own_plugins()
    except PluginFileError as error:
        print(f"podium cannot load the plugins: {error}", file=sys.stderr)
        raise SystemExit(1) from None
    plain = build_endpoint_description_strings(host=host, port=port)
    server = PodiumServer(
        application=application,
        endpoints=[endpoint(host, port, cert, key)] if cert else plain,
        http_timeout=120,
        request_buffer_size=1024 * 1024,  # bodies of imports are large; 8 kB at a time would be slow
        websocket_max_message_size=limits.SOCKET_TRANSPORT_BYTES,
        websocket_max_frame_size=limits.SOCKET_TRANSPORT_BYTES,
        websocket_handshake_timeout=5,
        application_close_timeout=10,
        server_name="",
        verbosity=0,
    )
    server.secure = bool(cert)
    server.on_listen, server.on_end = on_listen, on_end
    allow_many_sockets()
    # Pages are made in threads. The event loop needs the interpreter many times for one step, and each time
    # waits for it at most this long instead of 5 ms (docs/attack.md has the measurements).
    sys.setswitchinterval(SWITCH_SECONDS)
    server.run()
    if server.failed:
        print(f"podium cannot listen on {host}:{port}: {server.failed}", file=sys.stderr)
        raise SystemExit(1)

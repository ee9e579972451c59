"""Finds or gets Firefox and WebKit for the tests, and says which: `python -m tests.harness.engines`.

Both are Debian's: firefox-esr speaks WebDriver BiDi itself, WebKitGTK's MiniBrowser WebDriver through WebKitWebDriver. The
protocols are W3C's. No library drives both: Playwright needs builds of its own, Selenium a geckodriver, which Debian's
stable release does not have.

A `Visitor` has cookies of its own and one page, 1440 × 900. Motion is reduced, so that pages come to rest by themselves.
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.harness.programs import attempt, root
from tests.harness.server import free_port

WIDTH, HEIGHT = 1440, 900
START_SECONDS = 60.0
#: As for Chromium: a busy machine makes a test slow, it does not fail it.
PATIENCE_SECONDS = 30.0
POLL_SECONDS = 0.05
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
#: No requests of the browser itself, light colours, no motion; pages may be in the background.
PREFERENCES: Mapping[str, Any] = {
    "app.normandy.enabled": False,
    "app.update.auto": False,
    "browser.aboutwelcome.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.min_background_timeout_value": 10,
    "extensions.update.enabled": False,
    "layout.css.prefers-color-scheme.content-override": 1,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.prefetch-next": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
    "ui.prefersReducedMotion": 1,
}
#: The middle of an element on the screen, after it was scrolled there; null while there is none that one could click.
MIDDLE = """(selector, text) => {
  const shown = [...document.querySelectorAll(selector)].filter((each) => each.getClientRects().length);
  const element = shown.find((each) => text === null || each.innerText.trim() === text);
  if (!element || element.disabled) return null;
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = element.getBoundingClientRect();
  return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
}"""
KEYS = {"Enter": "\ue007", "ArrowRight": "\ue014", "ArrowLeft": "\ue012", "End": "\ue010", "Escape": "\ue00c"}


class Visitor:
    """One person in an engine. What differs between the protocols is in the methods with an underscore."""

    def go(self, url: str) -> None:
        """Opens an address; returns when the page has loaded."""
        raise NotImplementedError

    def run(self, function: str, *values: Any) -> Any:
        """What a JavaScript function returns for JSON values."""
        raise NotImplementedError

    def picture(self) -> bytes:
        """PNG of the window."""
        raise NotImplementedError

    def messages(self) -> list[str]:
        """Errors and warnings in the console, and uncaught errors, of all pages so far."""
        raise NotImplementedError

    def leave(self) -> None:
        raise NotImplementedError

    def _act(self, actions: list[dict[str, Any]]) -> None:
        """Actions of WebDriver: https://www.w3.org/TR/webdriver2/#actions"""
        raise NotImplementedError

    def wait(self, function: str, *values: Any) -> Any:
        """The first result of the function that is true."""
        until = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < until:
            with suppress(ScriptError):  # a page that is being left
                if result := self.run(function, *values):
                    return result
            time.sleep(POLL_SECONDS)
        raise AssertionError(f"waited {PATIENCE_SECONDS:g} s for {function} {values}")

    def click(self, selector: str, text: str | None = None) -> None:
        """Waits for the first visible element, of this text if one is given, and clicks its middle."""
        x, y = self._middle(selector, text)
        self._point({"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0}, UP)

    def drag(self, selector: str, right: int) -> None:
        """Drags the middle of an element to the right, by pixels."""
        x, y = self._middle(selector)
        moves = [{"type": "pointerMove", "x": x + right * k // 4, "y": y, "duration": 20} for k in range(5)]
        self._point(moves[0], {"type": "pointerDown", "button": 0}, *moves[1:], UP)

    def _middle(self, selector: str, text: str | None = None) -> Any:
        """Where an element is once it moves no more: what a page fills in moves what stands below it."""
        before, now = None, self.wait(MIDDLE, selector, text)
        while now != before:
            time.sleep(POLL_SECONDS)
            before, now = now, self.wait(MIDDLE, selector, text)
        return now

    def press(self, key: str) -> None:
        self.type(KEYS.get(key, key))

    def type(self, text: str) -> None:
        keys = [{"type": kind, "value": sign} for sign in text for kind in ("keyDown", "keyUp")]
        self._act([{"type": "key", "id": "keyboard", "actions": keys}])

    def _point(self, *actions: dict[str, Any]) -> None:
        pointer = {"pointerType": "mouse"}
        self._act([{"type": "pointer", "id": "mouse", "parameters": pointer, "actions": list(actions)}])


UP = {"type": "pointerUp", "button": 0}


class ScriptError(Exception):
    """A function failed in the page, or the page went away."""


# --- Firefox ------------------------------------------------------------------------------------------


class BidiConnection:
    """https://www.w3.org/TR/webdriver-bidi/"""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self.events: list[tuple[str, dict[str, Any]]] = []

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """The result of a command. Events that come before it are kept."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv(timeout=2 * PATIENCE_SECONDS))
            if message.get("type") == "event":
                self.events.append((message["method"], message["params"]))
            elif message.get("id") == self._number:
                if "error" in message:
                    raise ScriptError(f"{method}: {message['error']}: {message['message']}")
                result: dict[str, Any] = message["result"]
                return result


class FirefoxVisitor(Visitor):
    def __init__(self, line: BidiConnection) -> None:
        self._line = line
        self._user: str = line.send("browser.createUserContext")["userContext"]
        self._page: str = line.send("browsingContext.create", type="tab", userContext=self._user)["context"]
        viewport = {"width": WIDTH, "height": HEIGHT}
        line.send("browsingContext.setViewport", context=self._page, viewport=viewport, devicePixelRatio=1)

    def go(self, url: str) -> None:
        self._line.send("browsingContext.navigate", context=self._page, url=url, wait="complete")

    def run(self, function: str, *values: Any) -> Any:
        called = f"async (values) => JSON.stringify(await ({function})(...JSON.parse(values)) ?? null)"
        answer = self._line.send(
            "script.callFunction",
            functionDeclaration=called,
            arguments=[{"type": "string", "value": json.dumps(values)}],
            target={"context": self._page},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise ScriptError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def picture(self) -> bytes:
        return base64.b64decode(
            self._line.send("browsingContext.captureScreenshot", context=self._page)["data"]
        )

    def messages(self) -> list[str]:
        self.run("() => null")  # events come before an answer
        entries = [entry for method, entry in self._line.events if method == "log.entryAdded"]
        own = [entry for entry in entries if entry["source"].get("context") == self._page]
        return [f"{entry['level']}: {entry['text']}" for entry in own if entry["level"] in {"error", "warn"}]

    def _act(self, actions: list[dict[str, Any]]) -> None:
        self._line.send("input.performActions", context=self._page, actions=actions)

    def leave(self) -> None:
        self._line.send("browser.removeUserContext", userContext=self._user)


@contextmanager
def firefox(program: Path, folder: Path, environment: Mapping[str, str]) -> Iterator[Callable[[], Visitor]]:
    profile = folder / "profile"
    profile.mkdir()
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
    (profile / "user.js").write_text("\n".join(lines))
    log = folder / "firefox.log"
    command = [
        str(program),
        "--headless",
        "--no-remote",
        "--profile",
        str(profile),
        "--remote-debugging-port",
        "0",
    ]
    with (
        log.open("wb") as output,
        ended(subprocess.Popen(command, stdout=output, stderr=output, env=environment)),
    ):
        result = soon(lambda: LISTENS.search(log.read_text(errors="replace")), log)
        with connect(f"{result[1]}/session", max_size=None) as socket:
            line = BidiConnection(socket)
            line.send("session.new", capabilities={})
            line.send("session.subscribe", events=["log.entryAdded"])
            yield lambda: FirefoxVisitor(line)
            line.send("browser.close")


# --- WebKit -------------------------------------------------------------------------------------------


#: Keeps what a page writes to its console and what it does not catch: the driver tells nothing of it.
LISTEN = """if (!globalThis.heard) {
  globalThis.heard = [];
  for (const kind of ["error", "warn"]) console[kind] = (...words) => { globalThis.heard.push(`${kind}: ${words.join(" ")}`); };
  addEventListener("error", (event) => { globalThis.heard.push(`uncaught: ${event.message}`); });
  addEventListener("unhandledrejection", (event) => { globalThis.heard.push(`uncaught: ${event.reason}`); });
}"""


class WebkitVisitor(Visitor):
    """A browser of its own, for a driver has one session. https://www.w3.org/TR/webdriver2/

    It hears of a page's console from its first script on, which is sent while the page loads.
    """

    def __init__(self, driver: Path, browser: Path, folder: Path, environment: Mapping[str, str]) -> None:
        port = free_port()
        self._url = f"http://127.0.0.1:{port}"
        self._log = folder / f"webkit-{port}.log"
        with self._log.open("wb") as output:
            self._process = subprocess.Popen(
                [str(driver), f"--port={port}"], stdout=output, stderr=output, env=environment
            )
        self._messages: list[str] = []
        soon(self._answers, self._log)
        options = {"binary": str(browser), "args": ["--automation"]}
        always = {"webkitgtk:browserOptions": options, "pageLoadStrategy": "none"}
        self._session = self._send("POST", "session", capabilities={"alwaysMatch": always})["sessionId"]
        self._measure()

    def _measure(self) -> None:
        """Makes the page, not its window, as large as in the other engines."""
        width, height = WIDTH, HEIGHT
        for _ in range(3):
            self._send("POST", f"session/{self._session}/window/rect", width=width, height=height)
            time.sleep(POLL_SECONDS * 4)
            inner = self.run("() => [innerWidth, innerHeight]")
            if inner == [WIDTH, HEIGHT]:
                return
            width, height = width + WIDTH - inner[0], height + HEIGHT - inner[1]

    def _answers(self) -> bool:
        try:
            return bool(self._send("GET", "status")["ready"])
        except OSError:
            return False

    def _send(self, method: str, path: str, **content: Any) -> Any:
        body = json.dumps(content).encode() if method == "POST" else None
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{self._url}/{path}", body, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=2 * PATIENCE_SECONDS) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise ScriptError(f"{path}: {error.read().decode(errors='replace')[:500]}") from None

    def go(self, url: str) -> None:
        self.run("() => { globalThis.isLeft = true; }")
        self._send("POST", f"session/{self._session}/url", url=url)
        self.wait("() => !globalThis.isLeft && document.readyState === 'complete'")

    def run(self, function: str, *values: Any) -> Any:
        script = f"{LISTEN}; return [({function})(...arguments), globalThis.heard.splice(0)]"
        answer = self._send("POST", f"session/{self._session}/execute/sync", script=script, args=values)
        self._messages += answer[1]
        return answer[0]

    def picture(self) -> bytes:
        return base64.b64decode(self._send("GET", f"session/{self._session}/screenshot"))

    def messages(self) -> list[str]:
        self.run("() => null")
        return list(self._messages)

    def _act(self, actions: list[dict[str, Any]]) -> None:
        self._send("POST", f"session/{self._session}/actions", actions=actions)

    def leave(self) -> None:
        with suppress(ScriptError, OSError):
            self._send("DELETE", f"session/{self._session}")
        self._process.terminate()
        self._process.wait(START_SECONDS)


@contextmanager
def webkit(program: Path, folder: Path, environment: Mapping[str, str]) -> Iterator[Callable[[], Visitor]]:
    gtk = folder / "gtk-3.0"
    gtk.mkdir()
    (gtk / "settings.ini").write_text("[Settings]\ngtk-enable-animations=0\n")
    browser = minibrowser()
    assert browser is not None
    with screen(folder) as display:
        own = {**environment, "DISPLAY": display, "XDG_CONFIG_HOME": str(folder), "GDK_BACKEND": "x11"}
        yield lambda: WebkitVisitor(program, browser, folder, own)


@contextmanager
def screen(folder: Path) -> Iterator[str]:
    """A screen in memory, larger than a page with its window around it."""
    log = folder / "xvfb.log"
    command = [
        "Xvfb",
        "-displayfd",
        "1",
        "-screen",
        "0",
        f"{WIDTH + 200}x{HEIGHT + 300}x24",
        "-nolisten",
        "tcp",
    ]
    with (
        log.open("wb") as output,
        ended(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=output, text=True)) as process,
    ):
        assert process.stdout is not None
        yield f":{process.stdout.readline().strip()}"


# --- where they come from -----------------------------------------------------------------------------


def minibrowser() -> Path | None:
    """It is in the folder of the programs of WebKitGTK, whose name has its version."""
    return max(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), default=None)


def on_path(*names: str) -> Path | None:
    return next((Path(path) for name in names if (path := shutil.which(name))), None)


def webkit_program() -> Path | None:
    return on_path("WebKitWebDriver") if minibrowser() and on_path("Xvfb") else None


@dataclass(frozen=True, slots=True)
class Engine:
    name: str
    packages: tuple[str, ...]
    """Of Debian."""
    program: Callable[[], Path | None]
    start: Callable[[Path, Path, Mapping[str, str]], Any]
    """A context manager over a function that makes visitors; takes the program, a folder of its own, an environment."""


ENGINES = {
    "firefox": Engine("firefox", ("firefox-esr",), lambda: on_path("firefox-esr", "firefox"), firefox),
    "webkit": Engine("webkit", ("webkit2gtk-driver", "xvfb"), webkit_program, webkit),
}


def find(name: str) -> Path | None:
    """The program of an engine. Where it is missing, Debian's packages of all engines are tried at once."""
    if path := ENGINES[name].program():
        return path
    missing = [package for engine in ENGINES.values() if not engine.program() for package in engine.packages]
    if root() and shutil.which("apt-get") and attempt("engines", "apt-get", "update", "-qq"):
        attempt("engines", "apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing)
    return ENGINES[name].program()


@contextmanager
def ended(process: subprocess.Popen[Any]) -> Iterator[subprocess.Popen[Any]]:
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout:
            process.stdout.close()


def soon(value: Callable[[], Any], log: Path) -> Any:
    """The first result that is true."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        if result := value():
            return result
        time.sleep(POLL_SECONDS)
    raise RuntimeError(f"it did not start:\n{log.read_text(errors='replace')}")


def main() -> None:
    results = [f"{name}: {find(name) or 'not here'}" for name in ENGINES]
    print(f"engines: {', '.join(results)}")


if __name__ == "__main__":
    main()

"""Rehearses a lesson in a room: a presenter and three followers in real browsers, and bots.

python -m tools.rehearse_room --minutes 10

The lesson goes through all its steps with short pauses, and a desk is open beside it. In the middle one
follower's line is cut while the presenter goes on, another one's laptop sleeps, and the server is killed
(SIGKILL) while a prediction is open. After every move all four browsers have to show the same state hash,
nobody reloads, and no console has an error but of lines that were cut. The memory of the server is told at
every step. At the end the votes that were acknowledged are counted in the export.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.harness import browser as finder
from tests.harness.server import Server, free_port
from tools.processes import megabytes

LESSON = "gap-and-reservation"
BOTS = 30
BACK_SECONDS = 90
SLEEP_SECONDS = 45
LINE_LOST = ("WebSocket connection to", "net::ERR_", "Failed to load resource")
"""What browsers themselves say in the console about a line that was cut."""
HAVE = "() => podium.player.hello().have"
SAME = "(have) => podium.player.hello().have?.hash === have.hash"
STANDS = """() => [podium.player.state.line, podium.player.state.model?.seq, podium.player.hello().have,
  podiumRoom.state.you?.mode, podiumRoom.state.position, document.querySelector("#line")?.textContent]"""
MOVED = "(seq) => podium.player.still && podium.player.state.model.seq !== seq"
STANDING = "() => podium.player.still && podium.player.hello().have"
AT_END = "() => podium.player.atHead && podium.player.state.quiet"
"""Nothing happens any more after the answer of a short lesson: then the presenter steps back."""
READY = "() => globalThis.podiumRoom?.state.ready && podium.player.still"
FOLLOWERS: dict[str, dict[str, Any]] = {
    "Dora": {"viewport": {"width": 1280, "height": 720}},
    "Omar": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
    "Mei": {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce"},
}


class Line:
    """A way to the server that can be cut: a port of its own, whose connections all end at once."""

    def __init__(self, to: int) -> None:
        self.to, self.port, self.whole = to, free_port(), True
        self.writers: set[asyncio.StreamWriter] = set()
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        asyncio.run_coroutine_threadsafe(
            asyncio.start_server(self.take, "127.0.0.1", self.port), self.loop
        ).result()

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self.whole:
            writer.close()
            return
        with contextlib.suppress(OSError):
            there, away = await asyncio.open_connection("127.0.0.1", self.to)
            self.writers |= {writer, away}
            await asyncio.gather(self.pass_on(reader, away), self.pass_on(there, writer))
        writer.close()

    async def pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        writer.close()
        self.writers.discard(writer)

    def cut(self) -> None:
        self.whole = False
        self.loop.call_soon_threadsafe(self.abort)

    def abort(self) -> None:
        for writer in self.writers:
            writer.transport.abort()

    def mend(self) -> None:
        self.whole = True


@dataclass
class Rehearsal:
    server: Server
    browser: Browser
    minutes: float
    begun: float = field(default_factory=time.monotonic)
    pages: dict[str, Page] = field(default_factory=dict)
    votes: int = 0
    compared: int = 0
    wrong: list[str] = field(default_factory=list)
    killed: bool = False
    was_cut: bool = False
    has_slept: bool = False

    def say(self, text: str) -> None:
        print(f"{time.monotonic() - self.begun:6.1f} s  {text}", flush=True)

    # --- coming -----------------------------------------------------------------------------------

    def page(self, name: str, base: str, **options: Any) -> Page:
        context = self.browser.new_context(base_url=base, **options)
        made = self.pages[name] = context.new_page()
        made.on("pageerror", lambda error: self.wrong.append(f"{name}: {error}"))
        made.on("console", lambda event: self.hear(name, event.type, event.text))
        return made

    def open(self) -> Page:
        made = self.page("presenter", self.server.url, viewport={"width": 1920, "height": 1080})
        made.goto(f"/learn/{LESSON}/1")
        made.get_by_role("button", name="Present to a room").click()
        made.wait_for_url("**/rooms/*")
        made.wait_for_function(READY)
        made.locator("#more").click()
        made.evaluate("() => { globalThis.sameDocument = true; }")
        return made

    def join(self, name: str, base: str, code: str) -> None:
        made = self.page(name, base, **FOLLOWERS[name])
        made.goto(f"/join/{code}")
        made.get_by_label("Your name").fill(name)
        made.get_by_role("button", name="Join").click()
        made.wait_for_url("**/rooms/*")
        made.wait_for_function(READY)
        made.evaluate("() => { globalThis.sameDocument = true; }")

    def hear(self, name: str, kind: str, text: str) -> None:
        if kind == "error" and not any(part in text for part in LINE_LOST):
            self.wrong.append(f"{name}: {text}")

    def open_desk(self) -> None:
        made = self.pages["presenter"].context.new_page()
        made.on("pageerror", lambda error: self.wrong.append(f"desk: {error}"))
        made.on("console", lambda event: self.hear("desk", event.type, event.text))
        made.goto(self.pages["presenter"].url.split("?")[0] + "/desk")
        made.wait_for_load_state()

    # --- looking ----------------------------------------------------------------------------------

    def followers(self) -> Iterator[tuple[str, Page]]:
        return ((name, page) for name, page in self.pages.items() if name != "presenter")

    def same(self, where: str, but: str = "") -> None:
        """All browsers show the presenter's state, as soon as it stands: an answer plays for a while."""
        presenter = self.pages["presenter"]
        have = presenter.wait_for_function(STANDING, timeout=60_000).json_value()
        for name, page in self.followers():
            if name == but:
                continue
            try:
                page.wait_for_function(SAME, arg=have, timeout=60_000)
            except PlaywrightTimeout:
                self.say(f"{where}: {name} does not show {have}: {page.evaluate(STANDS)}")
                self.say(f"the presenter: {presenter.evaluate(STANDS)}")
                raise
            self.compared += 1
        self.say(
            f"{where}: {len(self.pages) - bool(but)} browsers at step {have['seq']}, hash {have['hash'][:12]}"
        )

    def state(self, name: str = "presenter") -> dict[str, Any]:
        state: dict[str, Any] = self.pages[name].evaluate("() => podiumRoom.state")
        return state

    def press(self, name: str) -> None:
        """Presses a button. What is not on the stage is behind "Everything else", which a scene closes."""
        presenter = self.pages["presenter"]
        button = presenter.get_by_role("button", name=name, exact=True)
        more = presenter.locator("#more[aria-expanded=false]")
        button.or_(more).first.wait_for()
        if not button.count():
            more.click()
        button.click()

    def pause(self, share: float) -> None:
        """A share of the time in which people read, talk and think."""
        until = time.monotonic() + share * self.minutes * 60
        while time.monotonic() < until:
            self.pages["presenter"].wait_for_timeout(250)

    # --- what happens -----------------------------------------------------------------------------

    def vote(self, round_: int, but: str = "") -> None:
        for place, (name, page) in enumerate(self.followers()):
            if name == but:
                continue
            poll = self.state(name)["poll"]
            if poll["number"] is None:
                page.locator(".choice").nth((place + round_) % len(poll["choices"])).click()
            else:
                number = poll["number"]["from"] + place + round_
                vote = {"do": "vote", "poll": poll["poll"], "round": round_, "number": number}
                page.evaluate("(vote) => podiumRoom.command(vote)", vote)
            page.wait_for_function(
                "([poll, round]) => podiumRoom.state.you.votes[poll]?.[round] !== undefined",
                arg=[str(poll["poll"]), str(round_)],
            )
            self.votes += 1

    def predict(self, *, again: bool, kill: bool) -> None:
        presenter = self.pages["presenter"]
        self.press("The prediction of this step")
        for _, page in self.followers():
            page.wait_for_function("() => podiumRoom.state.poll?.state === 'open'")
        self.vote(1)
        if kill:
            self.kill()
        presenter.wait_for_function(
            "(n) => Object.values(podiumRoom.state.tallies).at(-1)?.rounds[0].answered >= n",
            arg=BOTS // 2,
            timeout=120_000,
        )
        self.press("Close the question")
        if again:
            self.press("Vote again")
            for _, page in self.followers():
                page.wait_for_function("() => podiumRoom.state.poll?.round === 2")
            self.vote(2)
            self.press("Close the question")
        self.press("Reveal the answer")
        for _, page in self.followers():
            page.wait_for_function("() => podiumRoom.state.poll?.truth")
        self.press("Put it away")

    def kill(self) -> None:
        """The server dies in the middle of a vote, and is started again with the same data."""
        self.killed = True
        before = {name: self.state(name)["you"]["votes"] for name, _ in self.followers()}
        self.server.kill()
        self.say("the server was killed")
        start = time.monotonic()
        self.server.start()
        ready = time.monotonic()
        for page in self.pages.values():
            page.wait_for_function(
                "() => podium.player.state.line === 'open' && podium.player.still",
                timeout=BACK_SECONDS * 1000,
            )
        back = time.monotonic() - ready
        self.say(f"ready after {ready - start:.1f} s, all four browsers back {back:.1f} s later")
        after = {name: self.state(name)["you"]["votes"] for name, _ in self.followers()}
        if before != after:
            self.wrong.append(f"votes before the kill {before}, after it {after}")
        self.same("after the kill")

    def cut(self, line: Line) -> None:
        """Dora's line is lost while the presenter goes on."""
        self.was_cut = True
        line.cut()
        self.say("Dora's line is cut")
        self.step(2, but="Dora")
        line.mend()
        start = time.monotonic()
        self.same("after the cut")
        self.say(f"Dora is back {time.monotonic() - start:.1f} s after her line")

    def sleep(self) -> None:
        """Mei's laptop sleeps while the presenter goes on: her page does nothing at all."""
        self.has_slept = True
        page = self.pages["Mei"]
        session = page.context.new_cdp_session(page)
        session.send("Page.setWebLifecycleState", {"state": "frozen"})
        page.context.set_offline(True)
        self.say("Mei's laptop sleeps")
        until = time.monotonic() + SLEEP_SECONDS
        self.step(1, but="Mei")
        while time.monotonic() < until:
            self.pages["presenter"].wait_for_timeout(250)
        page.context.set_offline(False)
        session.send("Page.setWebLifecycleState", {"state": "active"})
        start = time.monotonic()
        self.same("after the sleep")
        self.say(f"Mei is back {time.monotonic() - start:.1f} s after her laptop woke up")

    def step(self, times: int, but: str = "") -> None:
        presenter = self.pages["presenter"]
        for _ in range(times):
            presenter.locator("#zones").focus()
            before = presenter.evaluate(HAVE)["seq"]
            presenter.keyboard.press("ArrowLeft" if presenter.evaluate(AT_END) else "ArrowRight")
            presenter.wait_for_function(MOVED, arg=before, timeout=60_000)
            self.same("a step", but)

    def task(self) -> None:
        self.press("The task of this lesson")
        dora = self.pages["Dora"]
        dora.locator(".room-task").get_by_role("button", name="Try it alone").click()
        dora.wait_for_function("() => podiumRoom.alone && podium.player.still")
        self.press("Hand out the solution")
        inputs = dora.locator(".solution .inputs button")
        inputs.first.wait_for()
        for button in inputs.all():
            button.click()
            dora.wait_for_function(
                "(button) => button.classList.contains('given') && podium.player.still",
                arg=button.element_handle(),
            )
        dora.keyboard.press("End")
        dora.evaluate("() => podium.player.untilQuiet?.()")
        self.pause(0.05)
        self.press("End the task")
        dora.get_by_role("button", name="Back to the presenter").click()

    def lesson(self, line: Line) -> None:
        presenter = self.pages["presenter"]
        steps = len(self.state()["lesson"]["steps"])
        share = 0.9 / steps
        middle = steps // 2
        for number in range(1, steps + 1):
            lesson = self.state()["lesson"]
            self.say(f"step {number} of {steps}, the server has {megabytes([self.server.pid], 'Rss'):.0f} MB")
            self.same("the step")
            self.pause(share / 2)
            if lesson["asks"]:
                self.predict(again=number % 2 == 0, kill=number >= middle and not self.killed)
                self.same("after the reveal")
                self.step(1)
                if number >= middle and not self.was_cut:
                    self.cut(line)
                elif number >= middle and not self.has_slept:
                    self.sleep()
            self.pause(share / 2)
            if number < steps:
                presenter.keyboard.press("n")
                presenter.wait_for_function("(n) => podiumRoom.state.lesson.step === n", arg=number + 1)
                for _, page in self.followers():
                    page.wait_for_function("(n) => podiumRoom.state.lesson.step === n", arg=number + 1)
        self.task()
        self.same("after the task")

    def end(self) -> dict[str, Any]:
        presenter = self.pages["presenter"]
        same = [page.evaluate("() => Boolean(globalThis.sameDocument)") for page in self.pages.values()]
        presenter.evaluate("() => podiumRoom.command({ do: 'end' })")
        for page in self.pages.values():
            page.get_by_role("heading", name="What was asked").wait_for(timeout=60_000)
        address = presenter.url.split("?")[0].removesuffix("/home")
        record = json.loads(presenter.request.get(f"{address}/export.json").text())
        if not all(same):
            self.wrong.append("a page was loaded anew")
        return dict(record)


def main() -> int:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--minutes", type=float, default=10.0)
    options = arguments.parse_args()
    path, _ = finder.find()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), ("manage.py", "serve", "--no-prepare"), PODIUM_HASHED_STATIC="1")
        server.prepare()
        server.start()
        browser = playwright.chromium.launch(executable_path=path, args=finder.arguments())
        line = Line(server.port)
        play = Rehearsal(server, browser, options.minutes)
        try:
            presenter = play.open()
            code = presenter.locator("#room-code").inner_text()
            for name in FOLLOWERS:
                base = f"http://127.0.0.1:{line.port}" if name == "Dora" else server.url
                play.join(name, base, code)
            presenter.evaluate("(count) => podiumRoom.command({ do: 'bots', count })", BOTS)
            play.say(f"room {code}: a presenter, {len(FOLLOWERS)} followers and {BOTS} bots")
            play.open_desk()
            play.lesson(line)
            record = play.end()
        finally:
            browser.close()
            server.stop()
    counted = sum(len(poll["votes"]) for poll in record["polls"])  # without those of bots
    play.say(f"{play.compared} times a browser was compared with the presenter, all equal")
    play.say(f"votes of people: {play.votes} acknowledged, {counted} counted in the export")
    if counted != play.votes:
        play.wrong.append("votes differ")
    for sentence in play.wrong:
        play.say(f"WRONG: {sentence}")
    return bool(play.wrong)


if __name__ == "__main__":
    raise SystemExit(main())

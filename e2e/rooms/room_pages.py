"""A room used as people use it: a presenter's page and pages of followers, each in a context of its own."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from e2e.conftest import Contexts
from tests.harness.board import Board, empty_page

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
PROJECTOR: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}}
#: A step with a prediction that nodes of the board answer: n1, n2, or nowhere.
LESSON = "/learn/gap-and-reservation/3"
RESTS = "document.getAnimations().every((each) => each.playState !== 'running')"
READY = "() => globalThis.podiumRoom?.state.ready && globalThis.podium?.player?.still"


class Member:
    """One page in the room."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.board = Board(page)

    def settle(self) -> Member:
        self.page.wait_for_function(READY)
        return self

    @property
    def state(self) -> dict[str, Any]:
        """What the page knows of the room."""
        result: dict[str, Any] = self.page.evaluate("() => podiumRoom.state")
        return result

    @property
    def mode(self) -> str:
        return str(self.page.locator("#board").get_attribute("data-mode"))

    def stands_alone(self) -> Member:
        """Waits until the board of one's own is shown, and nothing fades any more."""
        return self._shows("podiumRoom.alone && shown === podiumRoom.state.you.sandbox.run")

    def stands_with_all(self) -> Member:
        """Waits until the stage is shown, and nothing fades any more."""
        return self._shows("!podiumRoom.alone && shown === podiumRoom.state.position.run")

    def _shows(self, what: str) -> Member:
        self.page.wait_for_function(
            "() => { const shown = podium.player.state.run.id; "
            f"return podium.player.still && {what} && {RESTS}; }}"
        )
        return self

    def stands_at(self, seq: int) -> None:
        self.page.wait_for_function("(seq) => podium.player.state.model?.seq === seq", arg=seq)

    def press(self, name: str) -> Member:
        """Presses a button; what is not on a presenter's stage is behind one of them."""
        button = self.page.get_by_role("button", name=name, exact=True)
        more = self.page.locator("#more[aria-expanded=false]")
        if not button.count() and more.count() and not self.page.locator("dialog[open]").count():
            more.click()
        button.click()
        return self

    def go_on(self, what: str) -> Member:
        """Presses the key that leads through the scenes, once it does what is awaited."""
        self.page.locator(f'#on[data-next="{what}"]').click()
        return self

    @property
    def question(self) -> Any:
        return self.page.locator(".room-ask")

    @property
    def choices(self) -> Any:
        return self.page.locator(".choice")


def open_room(contexts: Contexts, address: str = LESSON, **options: Any) -> Member:
    """Opens a room from a lesson with one click, from a board with two, and returns the presenter."""
    page = empty_page(contexts.open(**(PROJECTOR | options)))
    Board(page).open(address)
    page.get_by_role("button", name="Present to a room").click()
    if not address.startswith("/learn/"):
        page.get_by_role("button", name="Open the room").click()
    page.wait_for_url("**/rooms/*")
    return Member(page).settle()


def code_of(presenter: Member) -> str:
    return presenter.page.locator("#room-code").inner_text()


def join(contexts: Contexts, presenter: Member, name: str, **options: Any) -> Member:
    """Joins by the code, as it is read from the projector."""
    page = empty_page(contexts.open(**options))
    page.goto("/join")
    page.get_by_label("Code of the room").fill(code_of(presenter).lower())
    page.get_by_role("button", name="Join").click()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join").click()
    page.wait_for_url("**/rooms/*")
    expect(presenter.page.locator(".sign", has_text=name)).to_be_visible()
    return Member(page).settle()

"""A thumb on a phone: it swipes, holds and pulls. The browser itself makes scrolling, taps and menus of it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

_TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True}
#: The phones of the tests, each as options of a browser's context.
PHONES: dict[str, dict[str, Any]] = {
    "large": {"viewport": {"width": 390, "height": 844}, **_TOUCH},
    "small": {"viewport": {"width": 360, "height": 640}, **_TOUCH},
}
HOLD_MS = 800
TOUCHES = 10
AT_REST = """() => {
  const app = document.getElementById("board");
  return Math.abs(app.scrollLeft / app.clientWidth - Math.round(app.scrollLeft / app.clientWidth)) < 0.01;
}"""


class Thumb:
    """One finger on the board's page of a phone."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)
        assert page.viewport_size is not None
        self.width, self.height = page.viewport_size["width"], page.viewport_size["height"]

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    def swipe(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self._touch("touchStart", start)
        for part in range(1, TOUCHES + 1):
            share = part / TOUCHES
            self._touch(
                "touchMove",
                (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share),
            )
        self._touch("touchEnd")

    def swipe_left(self) -> None:
        self.swipe((self.width * 0.85, self.height * 0.4), (self.width * 0.1, self.height * 0.4))

    def swipe_right(self) -> None:
        self.swipe((self.width * 0.15, self.height * 0.4), (self.width * 0.9, self.height * 0.4))

    def pull(self, pixels: float) -> None:
        """Pulls the bar by its sentence; up is negative."""
        box = self.page.locator(".say").bounding_box()
        assert box is not None
        start = (box["x"] + box["width"] - 12, box["y"] + box["height"] / 2)
        self.swipe(start, (start[0], start[1] + pixels))

    def hold(self, target: Locator) -> None:
        """A long touch."""
        box = target.bounding_box()
        assert box is not None
        self.hold_at(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def hold_at(self, x: float, y: float) -> None:
        self._touch("touchStart", (x, y))
        self.page.wait_for_timeout(HOLD_MS)
        self._touch("touchEnd")

    def tab(self, name: str) -> Locator:
        """The way to a page; a task's name is followed by how much of it holds."""
        return self.page.get_by_role("tab", name=name)

    def turn_to(self, name: str) -> None:
        self.tab(name).tap()
        self.stands_on(name)

    def stands_on(self, name: str) -> None:
        """Waits until this page is the one that is seen."""
        expect(self.tab(name)).to_have_attribute("aria-selected", "true")
        self.page.wait_for_function(AT_REST)

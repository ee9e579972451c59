"""Stops pages for pictures, and compares the pictures with the baselines in e2e/baseline/<system>."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Page

BASELINES = Path(__file__).resolve().parents[2] / "e2e" / "baseline"
#: A channel may differ by this much, and this many pixels by more, before a picture counts as another.
DELTA = 16
BUDGET_PIXELS = 50
IN_FLIGHT_MS = 250
ATTEMPTS = 4

FREEZE = """async ({ clockMs, animationMs }) => {
  await document.fonts.ready;
  if (clockMs !== null) await globalThis.podium?.clock?.freeze?.(clockMs);
  for (const animation of document.getAnimations()) {
    animation.pause();
    animation.currentTime = animationMs;
  }
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""


class PictureSkippedWarning(UserWarning):
    """Says that a comparison did not take place, because the test still passes by its other checks."""


def freeze(page: Page, clock_ms: int | None = None, animation_ms: int = IN_FLIGHT_MS) -> None:
    """Stops the page's clock at `clock_ms`, each animation at `animation_ms`; waits for fonts and drawing."""
    page.evaluate(FREEZE, {"clockMs": clock_ms, "animationMs": animation_ms})


def difference(actual: Image.Image, expected: Image.Image) -> tuple[int, Image.Image]:
    """(pixels that differ by more than DELTA in some channel, picture of them: white on black)."""
    channels = ImageChops.difference(actual.convert("RGB"), expected.convert("RGB")).split()
    strongest = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2])
    mask = strongest.point([0] * (DELTA + 1) + [255] * (255 - DELTA))
    return mask.histogram()[255], mask


def until_equal(name: str, shot: Callable[[], bytes], wait: Callable[[], None]) -> bytes:
    """The first of at most ATTEMPTS shots that is the baseline NAME, else the last: on a busy machine the
    browser may draw a line of text a fraction of a pixel beside its place, and mend it with the next frame.
    """
    actual = shot()
    for _ in range(ATTEMPTS - 1):
        if sys.platform != "linux" or verdict(actual, BASELINES / "linux" / f"{name}.png")[0] is None:
            break
        wait()
        actual = shot()
    return actual


def compare(name: str, shot: bytes) -> None:
    """Fails when `shot` (PNG) is not the baseline NAME; NAME.actual.png and NAME.diff.png then show why.

    With PODIUM_BASELINE=renew it becomes the baseline, unless it already is within the budget.
    """
    if sys.platform != "linux":
        warnings.warn(
            f"picture {name} not compared: baselines are drawn on Linux", PictureSkippedWarning, stacklevel=2
        )
        return
    folder = BASELINES / "linux"
    baseline, actual, diff = (folder / f"{name}{end}.png" for end in ("", ".actual", ".diff"))
    problem, mask = verdict(shot, baseline)
    for path in (actual, diff):
        path.unlink(missing_ok=True)
    if problem is None:
        return
    folder.mkdir(parents=True, exist_ok=True)
    if os.environ.get("PODIUM_BASELINE") == "renew":
        baseline.write_bytes(smaller(shot))
        return
    actual.write_bytes(shot)
    if mask is not None:
        mask.save(diff)
    pytest.fail(f"picture {name}: {problem}. See {actual}; if it is meant to look so: make baseline")


def smaller(shot: bytes) -> bytes:
    """The same picture in 256 colours or fewer, a third of the size. Frequent colours stay exact; a rare one
    becomes a frequent one that is nearer than counts as a difference. As it was where that is not enough.
    """
    picture = Image.open(BytesIO(shot)).convert("RGB")
    counted = picture.getcolors(picture.width * picture.height) or []
    colours = [colour for _, colour in sorted(counted, reverse=True)]
    buffer = BytesIO()
    for near in range(4, DELTA, 2):
        if merged := merge(colours, near):
            kept = sorted(set(merged.values()))
            few = Image.new("P", picture.size)
            few.putpalette([channel for colour in kept for channel in colour])
            number = {colour: kept.index(other) for colour, other in merged.items()}
            few.putdata([number[colour] for colour in picture.get_flattened_data()])
            few.save(buffer, "PNG", optimize=True)
            return buffer.getvalue()
    picture.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def merge(colours: list[Any], near: int) -> dict[Any, Any] | None:
    """Each colour (most frequent first) → itself, or one kept before that differs by at most `near` in each
    channel; None when more than 256 would be kept.
    """
    kept: list[Any] = []
    merged: dict[Any, Any] = {}
    for colour in colours:
        red, green, blue = colour
        for other in kept:
            if abs(red - other[0]) <= near and abs(green - other[1]) <= near and abs(blue - other[2]) <= near:
                merged[colour] = other
                break
        else:
            if len(kept) == 256:
                return None
            kept.append(colour)
            merged[colour] = colour
    return merged


def verdict(shot: bytes, baseline: Path) -> tuple[str | None, Image.Image | None]:
    """(what is wrong, or None; picture of the difference, if there is one to draw)."""
    if not baseline.exists():
        return "there is no baseline", None
    actual, expected = Image.open(BytesIO(shot)), Image.open(BytesIO(baseline.read_bytes()))
    if actual.size != expected.size:
        return f"it measures {actual.size}, the baseline {expected.size}", None
    pixels, mask = difference(actual, expected)
    return (f"{pixels} pixels differ", mask) if pixels > BUDGET_PIXELS else (None, None)


def shoot(page: Page, *, at_rest: bool = False, **options: Any) -> bytes:
    """PNG of the page as it stands; `at_rest` lets finite animations jump to their end."""
    return page.screenshot(
        animations="disabled" if at_rest else "allow", caret="hide", scale="css", **options
    )

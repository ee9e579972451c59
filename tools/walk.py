"""Steps through the scenarios of the gallery in many sizes, photographs them and measures: `make walk`.

Writes, into var/walk (OUT), a contact sheet for each scenario, size and theme, and `report.md`: how much of
the stage's height is used, what jumps between two steps, which texts are cut without a title, what overlaps.

    make walk                                       all scenarios, all sizes, dark: an hour or two
    make walk SLUGS=three-knobs,gap-and-reservation SIZES=1440x900,390x844,1280x720p THEMES=dark,light

A size that ends in `p` is one on a projector: everything that is read is larger. Nothing here passes or
fails; a person looks at the sheets.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, sync_playwright

from tests.harness import browser as finder
from tests.harness.board import Board, themed
from tests.harness.server import Server

ROOT = Path(__file__).resolve().parent.parent
SCENARIOS = ROOT / "playground/gallery/scenarios"
SCRIPT = (ROOT / "tools/walk.js").read_text()
SIZES = ("1440x900", "1024x768", "1280x720", "1366x768", "1920x1080", "390x844", "1280x720p", "1920x1080p")
SIZE = re.compile(r"(\d+)x(\d+)(p?)")
#: Pictures of one walk on its sheet: the start, the end, and steps between them at equal distances.
MOST_PICTURES = 12
COLUMNS = 4
THUMB_PX = 480
LABEL_PX = 18
#: Below this share of the stage's height the report calls a step empty.
EMPTY = 0.35
KINDS = ("jumps", "clipped", "overlaps")


@dataclass(frozen=True)
class Size:
    name: str
    width: int
    height: int
    projector: bool

    @classmethod
    def parse(cls, text: str) -> Size:
        """`1280x720`, or `1280x720p` on a projector. Exits with a sentence for anything else."""
        match = SIZE.fullmatch(text)
        if not match:
            sys.exit(f"SIZES: a size is written 1280x720, or 1280x720p on a projector, got {text!r}")
        return cls(text, int(match[1]), int(match[2]), bool(match[3]))


@dataclass
class Walk:
    """What was seen of one scenario in one size and theme."""

    slug: str
    size: str
    theme: str
    #: Share of the stage's height that is used, by step.
    used: list[float] = field(default_factory=list)
    #: Kind of finding → what was found → steps where it was.
    problems: dict[str, dict[str, list[int]]] = field(default_factory=lambda: {kind: {} for kind in KINDS})

    def add(self, step: int, look: dict[str, Any]) -> None:
        self.used.append(float(look["used"]))
        for kind in KINDS:
            for what in look[kind]:
                self.problems[kind].setdefault(what, []).append(step)
        if look["wide"] > 0:
            self.problems["overlaps"].setdefault(f"page wider by {look['wide']} px", []).append(step)

    def lines(self) -> Iterator[str]:
        least, most = min(self.used), max(self.used)
        counts = ", ".join(f"{len(self.problems[kind])} {kind}" for kind in KINDS)
        empty = " **empty**" if most < EMPTY else ""
        yield f"### {self.slug} · {self.size} · {self.theme}: {least:.0%} to {most:.0%} used{empty}, {counts}"
        for kind in KINDS:
            for what, steps in self.problems[kind].items():
                more = " …" if len(steps) > 8 else ""
                yield f"- {kind}: {what} (step {', '.join(map(str, steps[:8]))}{more})"
        yield ""


def chosen(name: str, default: Iterable[str]) -> list[str]:
    """A list of the environment, separated by commas or blanks; `default` where there is none."""
    return (
        re.split(r"[,\s]+", os.environ.get(name, "").strip(", ")) if os.environ.get(name) else list(default)
    )


def pictured(head: int) -> set[int]:
    """Steps that stand on the sheet."""
    count = min(MOST_PICTURES, head + 1)
    return {round(head * n / max(1, count - 1)) for n in range(count)}


def sheet(pictures: list[tuple[str, bytes]], path: Path) -> None:
    """Thumbnails in rows, each below its label."""
    images = [(label, Image.open(BytesIO(shot)).convert("RGB")) for label, shot in pictures]
    thumbs = [(label, i.resize((THUMB_PX, round(i.height * THUMB_PX / i.width)))) for label, i in images]
    height = max(image.height for _, image in thumbs) + LABEL_PX
    rows = -(-len(thumbs) // COLUMNS)
    whole = Image.new("RGB", (COLUMNS * THUMB_PX, rows * height), "#808080")
    draw = ImageDraw.Draw(whole)
    for number, (label, image) in enumerate(thumbs):
        left, top = number % COLUMNS * THUMB_PX, number // COLUMNS * height
        draw.text((left + 4, top + 3), label, fill="white")
        whole.paste(image, (left, top + LABEL_PX))
    whole.save(path)


def step_through(board: Board, walk: Walk) -> list[tuple[str, bytes]]:
    """Goes through all steps, measures each, and returns the pictures of the sheet."""
    page = board.page
    head = int(board.state["head"])
    needed, pictures = pictured(head), []
    page.evaluate("() => walk.begin()")
    for step in range(head + 1):
        page.evaluate("(step) => podium.player.seek(step)", step)
        board.wait_for(step)
        page.evaluate("() => Promise.all(document.getAnimations().map((a) => a.finished.catch(() => null)))")
        walk.add(step, page.evaluate("() => walk.look()"))
        if step in needed:
            pictures.append((f"{walk.slug} {walk.size} {step}/{head}", page.screenshot()))
    return pictures


@contextmanager
def opened(browser: Browser, server: Server, size: Size, theme: str) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": size.width, "height": size.height},
        base_url=server.url,
        locale="en-GB",
        timezone_id="UTC",
        reduced_motion="reduce",
    )
    context.add_init_script(SCRIPT)
    if size.projector:
        context.add_init_script("localStorage.setItem('podium.projector', '1')")
    themed(context, server.url, theme)
    try:
        yield context.new_page()
    finally:
        context.close()


def summary(walks: list[Walk]) -> Iterator[str]:
    """The worst first: empty stages, then the findings that stand in most walks."""
    yield f"# A walk through {len({walk.slug for walk in walks})} scenarios\n"
    yield "## Least of the stage's height\n"
    for walk in sorted(walks, key=lambda walk: max(walk.used))[:40]:
        yield f"- {max(walk.used):.0%} {walk.slug} · {walk.size} · {walk.theme}"
    for kind in KINDS:
        counts = Counter(re.sub(r" by \d+ px$", "", what) for walk in walks for what in walk.problems[kind])
        yield f"\n## {kind}: in so many walks\n"
        yield from (f"- {n} × {what}" for what, n in counts.most_common(40))
    yield "\n## Walk by walk\n"
    for walk in walks:
        yield from walk.lines()


def main() -> None:
    slugs = chosen("SLUGS", sorted(path.stem for path in SCENARIOS.glob("*.yaml")))
    sizes = [Size.parse(text) for text in chosen("SIZES", SIZES)]
    themes = chosen("THEMES", ["dark"])
    out = Path(os.environ.get("OUT") or ROOT / "var/walk")
    out.mkdir(parents=True, exist_ok=True)
    walks: list[Walk] = []
    path, _ = finder.find()  # before Playwright starts, because the search may start it too
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=path, args=finder.arguments())
        try:
            for size in sizes:
                for theme in themes:
                    with opened(browser, server, size, theme) as page:
                        for slug in slugs:
                            walk = Walk(slug, size.name, theme)
                            pictures = step_through(Board(page).open(f"/s/{slug}"), walk)
                            sheet(pictures, out / f"{slug}.{size.name}.{theme}.png")
                            walks.append(walk)
                            print(next(walk.lines()).removeprefix("### "), flush=True)
        finally:
            browser.close()
            server.stop()
            if walks:
                (out / "report.md").write_text("\n".join(summary(walks)) + "\n")
    print(f"{len(walks)} sheets and report.md in {out}")


if __name__ == "__main__":
    main()

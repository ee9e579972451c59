"""Moments of a run as pictures. Everything here runs in a thread, as pages do."""

from __future__ import annotations

import json
from collections.abc import Iterable

from django.utils.translation import gettext

from playground.pictures import board, film, raster
from playground.pictures.board import Moment
from playground.pictures.palette import Theme
from playground.runs import stepper
from playground.runs.services import Standing
from playground.runs.stepper import Talk
from playground.takeaway.hiding import Rename, hidden, same

PNG_ZOOM = 2.0
"""Pixels of a PNG for one of the SVG, so that it is sharp on any screen; a link's preview is smaller."""


def moment(known: Standing, at: int, pod: str, rename: Rename = same, snapshot: str | None = None) -> Moment:
    """What is drawn of a step: today's, or a `snapshot` of it (JSON text) that was kept."""
    return _moment(known, snapshot or stepper.inspect(known, at, "snapshot") or "{}", pod, rename)


def moments(known: Standing, start: int, end: int, pod: str, rename: Rename = same) -> list[Moment]:
    """The steps start … end: `film.MOST_MOMENTS` at most, evenly chosen, with the first and the last."""
    count = min(film.MOST_MOMENTS, end - start + 1)
    chosen = [start + (end - start) * n // max(1, count - 1) for n in range(count)]
    return [_moment(known, text, pod, rename) for text in stepper.answered(known, _snapshots(chosen))]


def _snapshots(steps: Iterable[int]) -> Talk[list[str]]:
    found: list[str] = []
    for seq in steps:
        answer = yield from stepper.one("snapshot", seq=seq)
        found.append(getattr(answer, "text", "{}"))
    return found


def _moment(known: Standing, snapshot: str, pod: str, rename: Rename) -> Moment:
    title = gettext(known.title) if known.title else gettext("Your cluster")
    return hidden(Moment(json.loads(snapshot), title, pod), rename)


def svg(
    known: Standing,
    at: int,
    pod: str,
    theme: Theme,
    rename: Rename = same,
    snapshot: str | None = None,
    *,
    embedded: bool = True,
) -> str:
    """Without `embedded` letters it is small, and for somebody who has some of their own."""
    return board.svg(moment(known, at, pod, rename, snapshot), theme, embedded=embedded)


def png(
    known: Standing,
    at: int,
    pod: str,
    theme: Theme,
    rename: Rename = same,
    *,
    zoom: float = PNG_ZOOM,
    snapshot: str | None = None,
) -> bytes:
    """BusyError of `raster`: too many pictures are drawn at once."""
    drawn = board.svg(moment(known, at, pod, rename, snapshot), theme, embedded=False)
    return raster.drawn("png", [drawn], zoom=zoom)


def film_svg(known: Standing, start: int, end: int, pod: str, theme: Theme, rename: Rename = same) -> str:
    return film.svg(moments(known, start, end, pod, rename), theme)


def film_gif(known: Standing, start: int, end: int, pod: str, theme: Theme, rename: Rename = same) -> bytes:
    """BusyError of `raster`: too many pictures are drawn at once."""
    shown = moments(known, start, end, pod, rename)
    svgs = [board.svg(each, theme, embedded=False) for each in shown]
    return raster.drawn("gif", svgs, film.seconds(shown))

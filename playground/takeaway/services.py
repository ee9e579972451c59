"""Moments of a run as pictures. This code runs in threads, as pages do."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from playground.pictures import board, film, grid, raster
from playground.pictures.board import Moment
from playground.pictures.palette import Theme
from playground.runs import questions, stepper
from playground.runs.services import Standing
from playground.runs.stepper import Talk
from playground.takeaway.pseudonyms import Rename, hidden, same
from playground.takeaway.why import pod_of, why_lines

PNG_ZOOM = 2.0
"""PNG pixels for each SVG pixel, so that it is sharp on any screen; a link's preview is smaller."""


@dataclass(frozen=True, slots=True)
class PictureOf:
    """What to draw of a run: step `at`, and the key of the highlighted pod or "", with or without its Why.
    `snapshot` (JSON text) is that of a stored moment, which has no Why; None means today's."""

    at: int
    pod: str
    theme: Theme
    rename: Rename = same
    why: bool = False
    snapshot: str | None = None


def moment(standing: Standing, picture: PictureOf) -> Moment:
    """The moment to draw."""
    snapshot = picture.snapshot or questions.text(standing, "snapshot", picture.at) or "{}"
    with_why = picture.why and picture.snapshot is None
    pod = pod_of(standing, picture.pod) if with_why else picture.pod
    why = why_lines(standing, picture.at, pod) if with_why else ()
    about = _outline(standing, snapshot, picture.at, pod) if picture.snapshot is None else None
    return _moment(standing, snapshot, pod, picture.rename, why, about)


def _outline(standing: Standing, snapshot: str, at: int, pod: str) -> Mapping[str, Any] | None:
    """The latest decision about the chosen pod of a large cluster, where the newest one is about another."""
    shown = json.loads(snapshot)
    if not pod or not grid.needed(shown) or (shown["last"] or {}).get("pod") == pod:
        return None
    answer = questions.value(standing, "outline", at, pod=pod)
    return answer if isinstance(answer, dict) else None


def moments(standing: Standing, start: int, end: int, pod: str, rename: Rename = same) -> list[Moment]:
    """At most `film.MOST_MOMENTS` of the steps start … end, evenly chosen, with the first and the last."""
    count = min(film.MOST_MOMENTS, end - start + 1)
    chosen = [start + (end - start) * n // max(1, count - 1) for n in range(count)]
    texts = stepper.answered(standing, _snapshots(chosen))
    abouts = [_outline(standing, text, seq, pod) for seq, text in zip(chosen, texts, strict=True)]
    return [
        _moment(standing, text, pod, rename, (), about) for text, about in zip(texts, abouts, strict=True)
    ]


def _snapshots(steps: Iterable[int]) -> Talk[list[str]]:
    """The snapshots of several steps, as JSON texts."""
    texts: list[str] = []
    for seq in steps:
        answer = yield from stepper.question("snapshot", seq=seq)
        texts.append(getattr(answer, "text", "{}"))
    return texts


def _moment(
    standing: Standing,
    snapshot: str,
    pod: str,
    rename: Rename,
    why: tuple[str, ...],
    about: Mapping[str, Any] | None = None,
) -> Moment:
    """`about`: the decision whose verdicts the picture of a large cluster shows, not the newest one."""
    title = gettext(standing.title) if standing.title else gettext("Your cluster")
    shown = json.loads(snapshot)
    return hidden(Moment({**shown, "last": about} if about else shown, title, pod, why), rename)


def svg(standing: Standing, picture: PictureOf, *, embedded: bool = True) -> str:
    """The moment as SVG. Without `embedded` fonts the file is small; the reader's machine needs the fonts."""
    return board.svg(moment(standing, picture), picture.theme, embedded=embedded)


def png(standing: Standing, picture: PictureOf, *, zoom: float = PNG_ZOOM) -> bytes:
    """The moment as PNG. Raises `raster.BusyError` when too many pictures are being rendered."""
    drawn = board.svg(moment(standing, picture), picture.theme, embedded=False)
    return raster.drawn("png", [drawn], zoom=zoom)


def film_svg(standing: Standing, start: int, end: int, pod: str, theme: Theme, rename: Rename = same) -> str:
    return film.svg(moments(standing, start, end, pod, rename), theme)


def film_gif(
    standing: Standing, start: int, end: int, pod: str, theme: Theme, rename: Rename = same
) -> bytes:
    """The steps as GIF. Raises `raster.BusyError` when too many pictures are being rendered."""
    shown = moments(standing, start, end, pod, rename)
    svgs = [board.svg(frame, theme, embedded=False) for frame in shown]
    return raster.drawn("gif", svgs, film.seconds(shown))

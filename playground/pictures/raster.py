"""Renders SVG as PNG and GIF with resvg and the project's own fonts.

Rendering holds Python's lock, so a server renders in another process (`drawn`) of low priority. The server
unpacks the fonts once; the other process only gets their paths."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from threading import BoundedSemaphore
from typing import Any

import resvg_py
from PIL import Image

from playground import limits
from playground.server.memory_limit import limit_memory

AT_ONCE = 2
WAIT_SECONDS = 10.0
DRAW_SECONDS = 60.0
GIF_COLOURS = 64
TOO_LARGE = 3
OUT_OF_MEMORY = (TOO_LARGE, -signal.SIGABRT)
"""Exit codes of a process that ran out of memory: resvg aborts."""
_places = BoundedSemaphore(AT_ONCE)


class BusyError(Exception):
    """The greatest allowed number of pictures is being rendered at the moment."""


class TooLargeError(Exception):
    """The picture needs more memory than a process may have."""


def png(svg: str, fonts: Sequence[str], *, zoom: float = 1.0) -> bytes:
    """`svg` needs no embedded fonts, because `fonts` are files. `zoom` is PNG pixels for each SVG pixel."""
    return resvg_py.svg_to_bytes(
        svg_string=svg, font_files=list(fonts), skip_system_fonts=True, font_family="Inter", zoom=zoom
    )


def gif(svgs: Sequence[str], seconds: Sequence[float], fonts: Sequence[str], *, zoom: float = 1.0) -> bytes:
    """An endless animation of the pictures. All frames share the palette of the picture with the most
    colours."""
    shown = [Image.open(io.BytesIO(png(svg, fonts, zoom=zoom))).convert("RGB") for svg in svgs]
    fullest = max(shown, key=lambda image: len(image.getcolors(image.width * image.height) or ()))
    palette = fullest.quantize(GIF_COLOURS, dither=Image.Dither.NONE)
    first, *others = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in shown]
    out = io.BytesIO()
    durations = [round(1000 * second) for second in seconds]
    first.save(out, "GIF", save_all=True, append_images=others, duration=durations, loop=0, optimize=False)
    return out.getvalue()


def drawn(kind: str, svgs: Sequence[str], seconds: Sequence[float] = (), *, zoom: float = 1.0) -> bytes:
    """`png` or `gif`, rendered by another process. Raises BusyError when too many pictures are being
    rendered, and TooLargeError when it needs too much memory."""
    from playground.pictures import letters

    if not _places.acquire(timeout=WAIT_SECONDS):
        raise BusyError
    try:
        job = {
            "kind": kind,
            "svgs": list(svgs),
            "seconds": list(seconds),
            "zoom": zoom,
            "fonts": letters.files(),
        }
        command = [sys.executable, "-m", __name__]
        done = subprocess.run(
            command, input=json.dumps(job).encode(), stdout=subprocess.PIPE, timeout=DRAW_SECONDS
        )
        if done.returncode in OUT_OF_MEMORY:
            raise TooLargeError
        done.check_returncode()
    except subprocess.TimeoutExpired as error:
        raise BusyError from error
    finally:
        _places.release()
    return done.stdout


def main() -> None:
    """Renders the job on stdin and writes the picture to stdout."""
    os.nice(limits.LONG_NICENESS)
    limit_memory(limits.PROCESS_MEMORY_BYTES)
    try:
        _draw(json.load(sys.stdin))
    except MemoryError:
        sys.exit(TOO_LARGE)


def _draw(job: dict[str, Any]) -> None:
    if job["kind"] == "png":
        sys.stdout.buffer.write(png(job["svgs"][0], job["fonts"], zoom=job["zoom"]))
    else:
        sys.stdout.buffer.write(gif(job["svgs"], job["seconds"], job["fonts"], zoom=job["zoom"]))


if __name__ == "__main__":
    main()

"""A run for the commands: played locally, or on a server (`--server`)."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any, Protocol
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, build_opener

from django.utils import translation

import scheduler_core as core
from playground.commandline.arguments import BadInputError
from playground.texts import messages

SECONDS = 120.0
"""Seconds to wait for a server's answer."""
AT_ONCE = 200
"""The number of steps in one answer of a server."""
TRIES, LONGEST_PAUSE = 20, 10.0
"""The number of attempts with a busy server, and the longest pause between them in seconds."""
_opener = build_opener()


class PlayedRun(Protocol):
    """The steps of a run. Steps, seconds and values are those of docs/protocol.md."""

    @property
    def title(self) -> str: ...

    def play(self, until: Any, limit: int) -> tuple[int, bool, str]:
        """Plays from the start until the condition `until` holds (JSON; None: until nothing more happens).
        Returns the last step, whether the condition holds, and a sentence about it."""

    def frames(self, last: int) -> Iterator[dict[str, Any]]: ...

    def ask(self, name: str, last: int, **args: str) -> Any:
        """The answer to a question of `/api/v1` about step `last`; None when the object does not exist."""

    def verdicts(self, last: int, conditions: list[Any]) -> list[tuple[bool, str]]: ...


class LocalRun:
    """A run played in this process. `progress` gets a sentence from time to time while it is played."""

    def __init__(self, run: core.Run, progress: Callable[[str], None] = lambda words: None) -> None:
        self.run, self.progress = run, progress
        self.title = run.scenario.title

    def play(self, until: Any, limit: int) -> tuple[int, bool, str]:
        if until is None:
            return self._quiet(limit), True, ""
        condition = core.parse_condition(until, "until")
        assert not isinstance(condition, core.Problem)
        last, verdict = core.play_until(self.run, condition, limit=limit)
        return last, verdict.holds, _sentence(verdict)

    def _quiet(self, limit: int) -> int:
        """The step after which nothing more happens, at most `limit`. Frames are made when they are asked
        for."""
        seq = 0
        while seq < limit:
            reached = self.run.advance(seq, "quiet", limit=min(AT_ONCE, limit - seq), frames=False)
            if reached < min(seq + AT_ONCE, limit):
                return reached
            seq = reached
            self.progress(f"{seq} steps are played, {self.run.time(seq):g} s of the cluster's time")
        return seq

    def frames(self, last: int) -> Iterator[dict[str, Any]]:
        for seq in range(1, last + 1):
            yield dict(self.run.frame(seq))

    def ask(self, name: str, last: int, **args: str) -> Any:
        answer = self.run.ask(name, last, **args)
        return json.loads(answer) if isinstance(answer, bytes) else answer

    def verdicts(self, last: int, conditions: list[Any]) -> list[tuple[bool, str]]:
        parsed = [core.parse_condition(condition, "expect") for condition in conditions]
        good = [condition for condition in parsed if not isinstance(condition, core.Problem)]
        return [(verdict.holds, _sentence(verdict)) for verdict in core.judge_all(self.run, good, last)]


def _sentence(verdict: core.Verdict) -> str:
    return messages.say(verdict.to_json()["said"])  # type: ignore[arg-type]


class ServerRun:
    """A run on a server, made from the text of a scenario; it stays there, and `url` is its board."""

    def __init__(self, server: str, text: str, title: str) -> None:
        parts = urlsplit(server if "://" in server else f"http://{server}")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BadInputError(f"--server: {server!r} is no address; write http://localhost:8000")
        self.base = f"{parts.scheme}://{parts.netloc}/api/v1"
        self.title, self.token, self.head = title, "", 0
        run = self._ask("/runs", {"manifest": text, "addNodes": False})
        self.path, self.url, self.token, self.head = (
            f"/runs/{run['run']}",
            run["url"],
            run["token"],
            run["head"],
        )

    def play(self, until: Any, limit: int) -> tuple[int, bool, str]:
        if until is None:
            return self._advance(limit), True, ""
        condition = {"condition": json.dumps(until), "from": 0, "limit": limit}
        begun = self._ask(f"{self.path}/until", condition)
        while not begun["holds"] and not begun["ended"] and begun["seq"] < limit:
            condition |= {"from": self._advance(begun["seq"]), "limit": limit - begun["seq"]}
            begun = self._ask(f"{self.path}/until", condition)
        return self._advance(begun["seq"]), begun["holds"], begun["said"]

    def _advance(self, to: int) -> int:
        """Plays up to a step, or until nothing more happens. Returns the newest step, at most `to`."""
        while self.head < to:
            step = {"size": "quiet", "limit": min(AT_ONCE, to - self.head)}
            moved = self._ask(f"{self.path}/steps", step)
            if moved["head"] == self.head:
                return self.head
            self.head = moved["head"]
        return to

    def frames(self, last: int) -> Iterator[dict[str, Any]]:
        for start in range(0, last, AT_ONCE):
            answer = self._ask(f"{self.path}/frames?from={start}&to={min(last, start + AT_ONCE)}")
            yield from answer["frames"]

    def ask(self, name: str, last: int, **args: str) -> Any:
        query = urlencode({**args, "at": last})
        return self._ask(f"{self.path}/{name}?{query}", missing=True)

    def verdicts(self, last: int, conditions: list[Any]) -> list[tuple[bool, str]]:
        answer = self._ask(f"{self.path}/judge", {"conditions": conditions, "at": last})
        return [(verdict["holds"], verdict["said"]) for verdict in answer["verdicts"]]

    def _ask(self, path: str, body: Any = None, *, missing: bool = False) -> Any:
        headers = {"Accept": "application/json", "Accept-Language": _language()}
        data = None
        if body is not None:
            headers["Content-Type"], data = "application/json", json.dumps(body).encode()
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        for _ in range(TRIES):
            request = Request(self.base + path, data, headers)
            try:
                with _opener.open(request, timeout=SECONDS) as answer:
                    return json.load(answer)
            except HTTPError as error:
                if error.code == 404 and missing:
                    return None
                if error.code not in (429, 503):
                    raise BadInputError(_refusal(error)) from None
                time.sleep(min(LONGEST_PAUSE, float(error.headers.get("Retry-After") or 1)))
            except (URLError, OSError, ValueError) as error:
                raise BadInputError(f"{self.base}: {getattr(error, 'reason', error)}") from None
        raise BadInputError(f"{self.base}: the server has too much to do")


def _language() -> str:
    return translation.get_language() or "en"


def _refusal(error: HTTPError) -> str:
    """The server's refusal as `path: line 4: message`."""
    try:
        answer = json.load(error)
        where = [answer["path"], f"line {answer['line']}" if answer["line"] else ""]
        return ": ".join(part for part in (*where, answer["message"]) if part)
    except (ValueError, KeyError, TypeError):
        return f"{error.url}: {error.code} {error.reason}"

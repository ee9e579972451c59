"""Messages between servers and workers on other machines: a header (JSON), and a long text that is not
parsed. Each message is authenticated with the shared key for its list."""

import hashlib
import hmac
import json
from dataclasses import asdict, dataclass
from typing import Any

from playground.workers.answers import Answer, Behind, Ended, NotFound, Ok, Recipe, Replay, Slow
from playground.workers.kube_tasks import InputReply, Reply
from scheduler_core import Position, Problem, Refused

MAC_BYTES = 32
LENGTH_BYTES = 4

Header = dict[str, Any]


class ForgedError(ValueError):
    """A message that was not made with the key, or was made for another list."""


@dataclass(frozen=True)
class Channel:
    """Names and signatures of one installation; those with another key have other names."""

    key: bytes

    @staticmethod
    def of(key: str) -> "Channel":
        return Channel(hashlib.sha256(f"podium workers\0{key}".encode()).digest())

    def name(self, what: str) -> str:
        """A name in Redis."""
        return f"podium:{hashlib.sha256(self.key).hexdigest()[:12]}:{what}"

    def packed(self, place: str, header: Header, text: str = "") -> bytes:
        """A message for the list or the entry of that name."""
        head = json.dumps(header, separators=(",", ":")).encode()
        body = len(head).to_bytes(LENGTH_BYTES, "big") + head + text.encode("utf-8", "surrogatepass")
        return self._mac(place, body) + body

    def unpacked(self, place: str, message: bytes) -> tuple[Header, str]:
        """The header and the text. Raises ForgedError when the message was not made with the key or not for
        this place."""
        body = message[MAC_BYTES:]
        if not hmac.compare_digest(self._mac(place, body), message[:MAC_BYTES]):
            raise ForgedError(place)
        end = LENGTH_BYTES + int.from_bytes(body[:LENGTH_BYTES], "big")
        header: Header = json.loads(body[LENGTH_BYTES:end])
        return header, body[end:].decode("utf-8", "surrogatepass")

    def _mac(self, place: str, body: bytes) -> bytes:
        return hmac.digest(self.key, place.encode() + b"\0" + body, "sha256")


# --- recipes and answers --------------------------------------------------------------------------


def recipe_out(recipe: Recipe | None) -> tuple[Header | None, str]:
    if recipe is None:
        return None, ""
    return {"seed": recipe.seed, "inputs": recipe.inputs}, recipe.scenario


def recipe_in(header: Header | None, text: str) -> Recipe | None:
    if header is None:
        return None
    return Recipe(text, header["seed"], tuple((seq, value) for seq, value in header["inputs"]))


#: The member of an answer that may be long.
LONG = {Ok: "text", Reply: "body", InputReply: "frames"}
KINDS: dict[str, Any] = {
    kind.__name__: kind
    for kind in (Ok, Reply, InputReply, Replay, Behind, Ended, NotFound, Slow, Problem, Refused)
}


def answer_out(answer: Answer) -> tuple[Header, str]:
    members = asdict(answer)
    text = members.pop(LONG[type(answer)]) if type(answer) in LONG else ""
    return {"kind": type(answer).__name__, "members": members}, text


def answer_in(header: Header, text: str) -> Answer:
    kind, members = KINDS[header["kind"]], header["members"]
    if kind in LONG:
        members[LONG[kind]] = text
    if kind is Reply:
        return _reply(members)
    if kind is InputReply:
        members["reply"] = _reply(members["reply"])
    if kind is Problem:
        return _problem(members)
    if kind is Ended and members["unread"] is not None:
        members["unread"] = _problem(members["unread"])
    if kind is Refused:
        members["problems"] = tuple(map(_problem, members["problems"]))
    answer: Answer = kind(**members)
    return answer


def _reply(members: Header) -> Reply:
    headers = tuple((name, value) for name, value in members.pop("headers"))
    return Reply(**members | {"headers": headers, "warnings": tuple(members["warnings"])})


def _problem(members: Header) -> Problem:
    position = members.pop("position")
    return Problem(**members, position=None if position is None else Position(**position))

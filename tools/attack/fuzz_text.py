"""Texts for the doors that read YAML and JSON: real manifests, with letters or meanings changed."""

from __future__ import annotations

import json
import random

import yaml

from tools.attack import clusters, material
from tools.attack.crowd import send_all
from tools.attack.oracle import Oracle
from tools.attack.target import Target
from tools.attack.values import changed, written
from tools.attack.visitor import Answer, SilentError, Visitor

AT_ONCE = 3
PATIENCE = 30.0
RENEWED = 40
TRICKS = (
    "%YAML 1.1\n---\n",
    "%TAG ! tag:example.com,2000:\n---\n",
    "!!python/object/apply:os.system [x]\n",
    "&a [*a]\n",
    "<<: *nothing\n",
    "? [a, b]\n: {c: d}\n",
    "? {}\n: 1\n",
    "--- |\n text\n--- >-\n text\n...\n---\n",
    "a: 1\na: 2\n",
    "\ufeff",
    "\t",
    "\0",
    "\x85",
    "\u2028",
    "!!binary x\n",
    "!!timestamp 2000-99-99\n",
    "- 0o777\n- 0x_1\n- 1:30:00\n- .inf\n- .nan\n- ~\n- =\n",
    "{{ .Values.x }}\n",
    "kind: List\nitems: [{kind: List, items: []}]\n",
    "metadata: {name: " + "x" * 3000 + "}\n",
)
ENCODINGS = ("utf-8", "utf-8", "utf-8", "utf-8", "utf-16", "utf-16-le", "utf-32", "utf-8-sig", "latin-1")


def some_text(chance: random.Random) -> bytes:
    kind = chance.randrange(8)
    if kind < 4:  # the meaning changed, written anew
        count = chance.choice((1, 1, 2, 4))
        texts = [chance.choice(material.documents()) for _ in range(count)]
        spoilt = [changed(chance, document, chance.choice((0, 1, 1, 2, 4))) for document in texts]
        if kind == 0:
            listed = {"apiVersion": "v1", "kind": "List", "items": spoilt}
            text = written(chance.choice((listed, spoilt, spoilt[0])), indent=chance.choice((None, 2)))
        else:
            text = yaml.safe_dump_all(spoilt, allow_unicode=True, default_flow_style=chance.random() < 0.2)
    elif kind == 7 and chance.random() < 0.1:
        text = chance.choice(clusters.nested_aliases())
    else:
        text = chance.choice(material.texts())
    for _ in range(chance.choice((0, 1, 1, 3)) if kind >= 3 else 0):  # the letters changed
        at = chance.randrange(len(text) + 1)
        end = at + chance.choice((0, 1, 5, 60))
        text = (
            text[:at]
            + chance.choice((*TRICKS, "", "", " ", "  ", ":", "-", "'", '"', "#", "\n"))
            + text[end:]
        )
    if chance.random() < 0.1:
        data = text.encode(chance.choice(ENCODINGS), "replace")
        at = chance.randrange(len(data) + 1)
        return data[:at] + bytes([chance.randrange(256)]) + data[at:]
    return text.encode("utf-8", "replace")


async def fuzz(target: Target, oracle: Oracle, bodies: int, seed: int, until: float) -> None:
    """Sends so many bodies, or as many as there is time for until a second of the monotonic clock."""

    async def send(number: int, chance: random.Random, count: int) -> bool:
        visitor = Visitor(target.url, target.address(number))
        try:
            await visitor.arrive()
        except SilentError:
            return False
        for _ in range(count):
            await post(oracle, visitor, chance, some_text(chance))
        return True

    await send_all(send, bodies, RENEWED, AT_ONCE, seed, until)


async def post(oracle: Oracle, visitor: Visitor, chance: random.Random, text: bytes) -> None:
    """Brings a text to one of the doors that take one."""
    door = chance.choice(("lint", "lint", "check", "import", "lesson"))
    try:
        answer = await bring(visitor, door, text)
        oracle.answered(answer, f"a text ({door})", text)
        if door == "lint" and answer.status == 200:
            json.loads(answer.body)
    except ValueError:
        oracle.fault(f"a text ({door}) was answered with what is no JSON", text)
    except SilentError as error:
        oracle.fault(f"a text ({door}): {error}", text)


async def bring(visitor: Visitor, door: str, text: bytes) -> Answer:
    if door == "lint":
        return await visitor.request("POST", "/lint", text, patience=PATIENCE)
    if door == "lesson":
        return await visitor.upload("/learn/open", text, patience=PATIENCE)
    return await visitor.upload(
        "/import", text, {"do": "check"} if door == "check" else {}, patience=PATIENCE
    )

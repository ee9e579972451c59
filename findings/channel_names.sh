#!/usr/bin/env bash
# Channels 4.3.2 and Hypothesis 6.170.15 of PyPI, where they meet.
#
# Expected: `new_channel` of the layer in memory gives a name that nobody had before; a consumer under a property test
# receives what was sent to it.
# Seen: the names are drawn from the module `random`, which Hypothesis seeds anew before each example. So every example
# gets the names of the one before, and reads what was left in its channels. Without Hypothesis all names differ.
#
# Output seen:
#   names:    1 different in 5 examples, 5 in 5 loops
#   messages: nothing, from example 1, from example 2, from example 3, from example 4
#
# Hurt: a property test of websockets receives messages of other examples: it fails where nothing is wrong, or passes
# for a message that was never sent in it; shrinking then ends at an example that alone does not fail.
# Source: `channels/layers.py`, `_get_new_channel_name` draws with `random.choice`; Hypothesis' page on reproducing
# failures describes that it seeds `random`.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check channels==4.3.2 hypothesis==6.170.15

cat > program.py <<'EOF'
import asyncio

from channels.layers import InMemoryChannelLayer
from hypothesis import given, settings
from hypothesis import strategies as st

ROUNDS = 5
layer = InMemoryChannelLayer()
names, messages = [], []


async def consume() -> None:
    channel = await layer.new_channel()
    try:
        message = await asyncio.wait_for(layer.receive(channel), 0.2)
        messages.append(f"from example {message['example']}")
    except TimeoutError:
        messages.append("nothing")
    names.append(channel)
    await layer.send(channel, {"type": "late", "example": len(names)})


@settings(max_examples=ROUNDS, database=None, deadline=None)
@given(st.integers())
def example(_: int) -> None:
    asyncio.run(consume())


example()
alone = [asyncio.run(InMemoryChannelLayer().new_channel()) for _ in range(ROUNDS)]
print(f"names: {len(set(names))} different in {len(names)} examples, {len(set(alone))} in {len(alone)} loops")
print("messages: " + ", ".join(messages))
EOF

seen=$(env/bin/python program.py)
expected='names: 1 different in 5 examples, 5 in 5 loops
messages: nothing, from example 1, from example 2, from example 3, from example 4'
if [ "$seen" != "$expected" ]; then
  printf 'CHANGED: names of channels.\n--- described\n%s\n--- seen\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf 'As described:\n%s\n' "$seen"
